import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureGoProgram } from "../../scripts/go-programs.mjs";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { requestOf } from "./denied-request.ts";
import { freePort } from "./free-port.ts";
import type { Pod, PodCertificateRequest } from "./kinds.ts";
import { waitUntil } from "./wait-until.ts";

const signerName = "example.com/workload";
let controlPlane: ControlPlane;
let folder: string;
const running: (() => void)[] = [];

beforeAll(async () => {
  controlPlane = await startControlPlane();
  folder = await mkdtemp(join(tmpdir(), "grantwave-signer-"));
  await controlPlane.kubectl(
    ["create", "-f", "-"],
    JSON.stringify({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace: "default" },
      spec: { nodeName: "node-1", containers: [{ name: "web", image: "none" }] },
    }),
  );
}, 900_000);
afterAll(async () => {
  for (const stop of running) stop();
  await controlPlane?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Starts one replica of the reference signer; gives the address at which it tells what it serves. */
async function startSigner(file: string, ...flags: readonly string[]): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const args = [`-kubeconfig=${controlPlane.kubeconfig}`, `-policy=${file}`, `-listen=${address}`];
  const child = spawn(await ensureGoProgram("signer"), [...args, ...flags], { stdio: "ignore" });
  running.push(() => child.kill("SIGKILL"));
  await waitUntil("the signer", { seconds: 30 }, async () => (await fetch(`http://${address}/metrics`)).ok);
  return address;
}

/** What a replica tells in both of the ways that docs/signer-contract.md names. */
async function told(address: string) {
  const [digest, metrics] = await Promise.all([
    fetch(`http://${address}/policy/digest`),
    fetch(`http://${address}/metrics`),
  ]);
  const sample = /^signer_policy_info\{sha256="(\w+)"\} 1$/m.exec(await metrics.text())?.[1];
  return { status: digest.status, digest: digest.ok ? (await digest.text()).trim() : undefined, sample };
}

function serves(text: string) {
  const digest = createHash("sha256").update(text).digest("hex");
  return { status: 200, digest, sample: digest };
}

const nothing = { status: 503, digest: undefined, sample: undefined };

async function publish(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

/** What comes of a request for the pod's certificate. */
async function ask(name: string): Promise<string | undefined> {
  const pod = await controlPlane.api.find<Pod & { spec: { nodeName: string; serviceAccountName: string } }>(
    "/api/v1/namespaces/default/pods/web",
  );
  if (pod === undefined) throw new Error("the pod is gone");
  await controlPlane.kubectl(["create", "-f", "-"], JSON.stringify(requestOf(pod, signerName, name)));
  return waitUntil(`an answer to ${name}`, { seconds: 30 }, async () => {
    const path = `/apis/certificates.k8s.io/v1/namespaces/default/podcertificaterequests/${name}`;
    const request = await controlPlane.api.find<PodCertificateRequest>(path);
    return request?.status?.conditions?.[0]?.reason;
  });
}

const empty = '{"grants":[]}';
const granting = '{"grants":[{"namespace":"default","serviceAccount":"default"}]}\n';

describe.sequential("the reference signer", () => {
  test("tells the digest of what it answers from, and not of what its file has become", async () => {
    const file = join(folder, "late.json");
    await publish(file, empty);
    const late = await startSigner(file, "-reload-delay=4s", "-ca-out=");
    expect(await told(late)).toEqual(nothing);
    await waitUntil("the first policy", { seconds: 30 }, async () => (await told(late)).status === 200);
    expect(await told(late)).toEqual(serves(empty));

    await publish(file, granting);
    expect(await ask("req-early")).toBe("NoGrant");
    expect(await told(late)).toEqual(serves(empty));

    const loaded = serves(granting).digest;
    await waitUntil("the new policy", { seconds: 30 }, async () => (await told(late)).digest === loaded);
    expect(await told(late)).toEqual(serves(granting));
    expect(await ask("req-late")).toBe("Granted");

    await publish(file, "{ half a pol");
    await new Promise((resolve) => setTimeout(resolve, 5000));
    expect(await told(late)).toEqual(serves(granting));
  });

  test("tells it for each replica by itself", async () => {
    const [one, two] = [join(folder, "one.json"), join(folder, "two.json")];
    await Promise.all([publish(one, granting), publish(two, empty)]);
    const addresses = await Promise.all([startSigner(one), startSigner(two)]);
    await waitUntil("both policies", { seconds: 30 }, async () => {
      return (await Promise.all(addresses.map(told))).every(({ status }) => status === 200);
    });
    expect(await Promise.all(addresses.map(told))).toEqual([serves(granting), serves(empty)]);
  });
});
