import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Readiness } from "../../src/config/config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { version } from "../../src/version.ts";
import { type Built, buildInstall, only } from "./build.ts";

const root = join(import.meta.dirname, "../..");
const signer = { resources: ["fixtures/pod-cert-signer"] };

let before: Built;
let after: Built;

beforeAll(async () => {
  before = only(await buildInstall(signer), "Deployment");
  after = only(await buildInstall({ ...signer, components: ["reporter"] }), "Deployment");
});

function podOf(deployment: Built) {
  return deployment["spec"].template.spec;
}

describe("the component with the reporter", () => {
  it("adds one container at the end, and leaves everything that was there as it was", () => {
    const reporter = podOf(after).containers.at(-1);
    expect(reporter).toMatchObject({
      name: "grantwave-report",
      image: `ghcr.io/example/grantwave:${version}`,
    });
    const spec = { ...podOf(before), containers: [...podOf(before).containers, reporter] };
    const template = { ...before["spec"].template, spec };
    expect(after).toEqual({ ...before, spec: { ...before["spec"], template } });
  });

  it("mounts the very volume that the signer mounts, whole and read-only", () => {
    const [container, reporter] = podOf(after).containers;
    const [mount] = reporter.volumeMounts;
    expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual([mount.name]);
    expect(mount).toEqual({ name: mount.name, mountPath: "/policy", readOnly: true });
  });

  it("looks at the key, and answers at the port, that the configuration has", () => {
    const text = readFileSync(join(root, "install/example/grantwave.yaml"), "utf8");
    const [configured] = parseConfig(text, "grantwave.yaml", "operator").signers;
    const { command, livenessProbe, ports } = podOf(after).containers.at(-1);
    const key = configured?.preset === "pod-cert-signer" ? configured.policy.key : undefined;
    expect(command).toEqual(["grantwave", "report", `/policy/${key}`]);
    expect(ports).toEqual([{ name: livenessProbe.httpGet.port, containerPort: expect.any(Number) }]);
    // The API server takes no longer names of ports.
    expect(ports[0].name).toMatch(/^[a-z-]{1,15}$/);
    expect(Readiness.parse({ method: "report" })).toMatchObject({ port: ports[0].containerPort });
  });

  it("keeps to the pod security level restricted, and does not decide whether the signer is ready", () => {
    const reporter = podOf(after).containers.at(-1);
    expect(reporter.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 999,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(reporter.readinessProbe).toBeUndefined();
  });
});
