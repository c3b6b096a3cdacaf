import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type AccessNeed, barrierAccess } from "../../src/barrier/access.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { argoCd, type Built, buildInstall, only } from "./build.ts";

const root = join(import.meta.dirname, "../..");
const config = parseConfig(
  readFileSync(join(root, "install/example/grantwave.yaml"), "utf8"),
  "grantwave.yaml",
  "operator",
);

/** Names of resources as the API server has them, for the kinds that the example needs. */
const resources: Readonly<Record<string, string>> = {
  ConfigMap: "configmaps",
  Deployment: "deployments",
  Lease: "leases",
  Pod: "pods",
};

let barrier: readonly Built[];
let all: readonly Built[];

beforeAll(async () => {
  barrier = await buildInstall({ resources: ["install/barrier"] });
  all = [
    ...barrier,
    ...(await buildInstall({ resources: ["install/barrier-in-namespace"] })),
    ...(await buildInstall(
      { resources: [argoCd], components: ["repo-server", "repo-server-auto", "any-namespace"] },
      "argocd",
    )),
  ];
});

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** One line for each thing that the roles allow. */
function allowed(objects: readonly Built[]): readonly string[] {
  return objects
    .filter(({ kind }) => kind === "Role")
    .flatMap(({ metadata, ...role }) =>
      (role["rules"] as readonly Rule[]).flatMap((rule) =>
        rule.verbs.flatMap((verb) =>
          rule.resources.flatMap((resource) =>
            (rule.resourceNames ?? ["any"]).map((name) =>
              [verb, rule.apiGroups.join(), resource, metadata.namespace, name].join(" "),
            ),
          ),
        ),
      ),
    )
    .sort();
}

function needed({ group, kind, name, namespace, verb }: AccessNeed): string {
  return [verb, group, resources[kind], namespace, name ?? "any"].join(" ");
}

describe("the rights that are installed", () => {
  it("are for barriers what `wait` needs for the signer of the configuration, all of it and nothing more", () => {
    expect(allowed(barrier)).toEqual(config.signers.flatMap(barrierAccess).map(needed).sort());
  });

  it("hold no wildcard, write nothing, and see no Secret", () => {
    const rules: readonly Rule[] = all.flatMap((object) =>
      ["Role", "ClusterRole"].includes(object.kind) ? object["rules"] : [],
    );
    expect(rules.length).toBeGreaterThan(4);
    for (const rule of rules) {
      expect(rule.verbs).toEqual([expect.stringMatching(/^(get|list)$/)]);
      expect(JSON.stringify(rule)).not.toMatch(/"\*"|secrets/);
    }
  });

  it("belong to accounts that are there, by roles that are there", () => {
    const bindings = all.filter(({ kind }) => kind === "RoleBinding" || kind === "ClusterRoleBinding");
    const names = (kind: string) =>
      all.flatMap((object) =>
        object.kind === kind ? [`${object.metadata.namespace ?? ""}/${object.metadata.name}`] : [],
      );
    for (const { metadata, ...binding } of bindings) {
      const { roleRef, subjects } = binding as unknown as Built;
      expect(names(roleRef.kind)).toContain(
        `${roleRef.kind === "Role" ? metadata.namespace : ""}/${roleRef.name}`,
      );
      for (const subject of subjects) {
        expect(names("ServiceAccount")).toContain(`${subject.namespace}/${subject.name}`);
      }
    }
  });

  it("are of the account that barriers run as, in the namespace that they run in", () => {
    expect(only(barrier, "ServiceAccount").metadata).toEqual({
      name: config.barrier.serviceAccountName,
      namespace: config.barrier.namespace,
    });
    expect(only(barrier, "Namespace").metadata.name).toBe(config.barrier.namespace);
  });
});

describe("barrierAccess", () => {
  const signerWith = (lines: string) => {
    const text = readFileSync(join(root, "install/example/grantwave.yaml"), "utf8");
    const changed = text.replace("\nbarrier:", `\n${lines}\nbarrier:`);
    return parseConfig(changed, "grantwave.yaml", "operator").signers.flatMap(barrierAccess);
  };

  it("wants no leases where nobody counts the time", () => {
    const needs = signerWith("    readiness: { method: http, port: 9090, path: /digest }");
    expect(needs.map(({ kind }) => kind)).toEqual(["ConfigMap", "Deployment", "Pod"]);
  });

  it("wants every name where the policy's changes with its content", () => {
    const [policy] = signerWith("    readiness: { method: rollout }");
    expect(policy).toMatchObject({ kind: "ConfigMap", verb: "get", name: undefined });
  });

  it("wants nothing for a canary, which runs as its requester", () => {
    expect(signerWith("    readiness: { method: canary, canary: { replicas: accepted } }")).toEqual([]);
  });
});

describe("the component for AppProjects", () => {
  it("allows the barriers' namespace and leaves everything else as it was", async () => {
    const project = { resources: ["fixtures/app-project"] };
    const before = only(await buildInstall(project), "AppProject");
    const after = only(await buildInstall({ ...project, components: ["app-project"] }), "AppProject");
    const added = { namespace: "grantwave", server: "https://kubernetes.default.svc" };
    expect(after).toEqual({
      ...before,
      spec: { ...before["spec"], destinations: [...before["spec"].destinations, added] },
    });
  });
});
