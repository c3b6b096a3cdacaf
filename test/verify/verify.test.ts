import { beforeAll, describe, expect, it } from "vitest";
import { readLiveApplication } from "../../src/argo/live-application.ts";
import type { ClusterReader } from "../../src/cluster/cluster-reader.ts";
import { UnansweredError } from "../../src/cluster/cluster-reader.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { JsonObject } from "../../src/manifest/manifest.ts";
import { decide } from "../../src/report/verification-report.ts";
import type { Question } from "../../src/verify/check.ts";
import { type NamedResult, runChecks } from "../../src/verify/checks.ts";
import { version } from "../../src/version.ts";
import { argoCd, buildInstall } from "../install/build.ts";
import { readObjects, recordedCluster } from "./recorded-cluster.ts";

let installed: readonly JsonObject[];
const recorded = readObjects("application.yaml");

/** What the roles of install/ come to, as an access review would answer. */
const account = "system:serviceaccount:grantwave:grantwave-barrier";
const rights = [
  "system:serviceaccount:argocd:argocd-repo-server get Application argocd",
  `${account} get ConfigMap cert-signer`,
  `${account} get Deployment cert-signer`,
  `${account} list Pod cert-signer`,
  `${account} get Lease kube-node-lease`,
];

beforeAll(async () => {
  installed = [
    ...(await buildInstall(
      { resources: [argoCd], components: ["repo-server", "repo-server-auto"] },
      "argocd",
    )),
    ...(await buildInstall({ resources: ["install/barrier"] })),
  ];
});

type Change = (object: JsonObject) => JsonObject | undefined;

interface Situation {
  /** Changes every object of a kind, or takes it away. */
  readonly change?: Readonly<Record<string, Change>>;
  readonly rights?: readonly string[];
  readonly question?: Partial<Question>;
}

/** Asks all checks about a whole installation with something changed in it. */
async function verifyWith({
  change = {},
  question = {},
  ...given
}: Situation): Promise<readonly NamedResult[]> {
  const objects = [...installed, ...Object.values(recorded)].flatMap((object) => {
    const kind = String(object["kind"]);
    const changed = (change[kind] ?? ((same: JsonObject) => same))(structuredClone(object));
    return changed === undefined ? [] : [changed];
  });
  const reader = recordedCluster({ objects, rights: given.rights ?? rights });
  const find = (kind: string) => objects.find((object) => object["kind"] === kind);
  const application = find("Application") ?? {};
  const [config = ""] = Object.values(Object(find("ConfigMap")?.["data"])) as readonly string[];
  return runChecks({
    argoCd: reader,
    destination: reader,
    argocdNamespace: "argocd",
    config: parseConfig(config, "grantwave.yaml", "operator"),
    configuration: { from: "ConfigMap argocd/grantwave-config" },
    version,
    repoServer: find("Deployment"),
    application: {
      ref: { group: "argoproj.io", kind: "Application", namespace: "argocd", name: "web" },
      object: application,
      live: readLiveApplication(application),
    },
    ...question,
  });
}

/** `check status` of everything that is not as it should be. */
function problems(results: readonly NamedResult[]): readonly string[] {
  return results
    .filter(({ status }) => status !== "passed" && status !== "skipped")
    .map(({ check, status, message }) => `${check} ${status}: ${message}`);
}

// biome-ignore lint/suspicious/noExplicitAny: a test changes objects of many kinds in place.
type Loose = any;

/** Changes a copy in place. */
function edit(how: (object: Loose) => void): Change {
  return (object) => {
    how(object);
    return object;
  };
}

const containerOf = (deployment: Loose, name: string) =>
  deployment.spec.template.spec.containers.find((container: Loose) => container.name === name);

describe("verify of what install/ makes", () => {
  it("passes every check, and says what each found", async () => {
    const results = await verifyWith({});
    expect(problems(results)).toEqual([]);
    expect([...new Set(results.map(({ check }) => check))]).toEqual([
      "sidecars",
      "pods",
      "configuration",
      "look-up",
      "barrier-account",
      "barrier-rights",
      "project",
      "opt-in",
      "rendered",
      "proof",
    ]);
  });

  it("asks nothing about an Application where none is named", async () => {
    const results = await verifyWith({ question: { application: undefined } });
    expect(problems(results)).toEqual([]);
    expect(results.map(({ check }) => check)).not.toContain("project");
  });
});

describe("verify finds", () => {
  it("that barriers run another image than the sidecars, which is mostly forgotten", async () => {
    const mirrored = edit((deployment) => {
      for (const name of ["grantwave", "grantwave-auto"])
        containerOf(deployment, name).image = `registry.example.com/grantwave:${version}`;
    });
    const results = await verifyWith({ change: { Deployment: mirrored } });
    expect(problems(results)).toEqual([
      `configuration warning: barriers run the image ghcr.io/example/grantwave:${version}, and the sidecars registry.example.com/grantwave:${version}`,
    ]);
  });

  const auto = edit((deployment) => {
    const { containers } = deployment.spec.template.spec;
    containers.splice(
      containers.findIndex(({ name }: Loose) => name === "grantwave-auto"),
      1,
    );
  });

  it.each<[string, Situation, readonly string[]]>([
    [
      "a sidecar that is not there, and that its Application is not ordered",
      { change: { Deployment: auto } },
      [
        "opt-in failed: the Application opts in by annotation, but there is no sidecar grantwave-auto: Argo CD renders it without order",
      ],
    ],
    [
      "a /tmp that is shared with Argo CD's own",
      {
        change: {
          Deployment: edit((deployment) => {
            const mounts = containerOf(deployment, "grantwave").volumeMounts;
            mounts.find(({ mountPath }: Loose) => mountPath === "/tmp").name = "tmp";
          }),
        },
      },
      [
        "sidecars failed: the sidecar grantwave shares /tmp with another container: Argo CD's own holds checkouts of all repositories",
      ],
    ],
    [
      "an image of another version",
      {
        change: {
          Deployment: edit((deployment) => {
            containerOf(deployment, "grantwave").image = "ghcr.io/example/grantwave:0.0.9";
          }),
        },
      },
      [
        `sidecars warning: the sidecar grantwave runs ghcr.io/example/grantwave:0.0.9, and this is grantwave ${version}`,
      ],
    ],
    [
      "a sidecar that does not run in a pod",
      {
        change: {
          Pod: edit((pod) => {
            pod.status.containerStatuses[1] = {
              name: "grantwave",
              ready: false,
              state: { waiting: { reason: "CrashLoopBackOff" } },
            };
          }),
        },
      },
      [
        "pods failed: the sidecar grantwave is not ready in pod argocd-repo-server-6d5f-abcde (CrashLoopBackOff)",
      ],
    ],
    [
      "a sidecar that ran out of memory",
      {
        change: {
          Pod: edit((pod) => {
            pod.status.containerStatuses[2].lastState = {
              terminated: { reason: "OOMKilled", exitCode: 137 },
            };
          }),
        },
      },
      [
        "pods warning: the sidecar grantwave-auto in pod argocd-repo-server-6d5f-abcde was last ended because it ran out of memory",
      ],
    ],
    [
      "rights that nobody gave",
      { rights: rights.filter((right) => !/Application|Lease/.test(right)) },
      [
        "look-up failed: system:serviceaccount:argocd:argocd-repo-server may not read Applications in namespace argocd",
        `barrier-rights failed: ${account} may not get Lease in namespace kube-node-lease, which barriers of signer workload-certificates need`,
      ],
    ],
    [
      "a barrier account that is not installed",
      {
        change: {
          ServiceAccount: (object) =>
            (object["metadata"] as Loose).name === "grantwave-barrier" ? undefined : object,
        },
      },
      [
        "barrier-account failed: there is no service account grantwave-barrier in namespace grantwave, so no pod of a barrier can be made",
      ],
    ],
    [
      "a project that allows neither Jobs nor their namespace",
      {
        change: {
          AppProject: edit(({ spec }) => {
            spec.destinations.pop();
            spec.namespaceResourceWhitelist = [{ group: "apps", kind: "*" }];
          }),
        },
      },
      [
        "project failed: AppProject team-a does not allow Jobs, which barriers are",
        "project failed: AppProject team-a does not allow namespace grantwave of https://kubernetes.default.svc, where barriers run",
      ],
    ],
    [
      "a block that keeps the annotation from having an effect",
      {
        change: {
          Application: edit(({ spec, status }) => {
            spec.source.helm = { releaseName: "web" };
            status.sourceType = "Helm";
            status.operationState.syncResult.resources.pop();
          }),
        },
      },
      [
        "opt-in failed: the annotation has no effect: the source has a helm block, and Argo CD asks no plugin about it",
        "rendered failed: Argo CD last rendered the Application by itself (Helm), so it is not ordered",
        "proof warning: the last sync met no barrier",
      ],
    ],
    [
      "an Application that names another plugin",
      {
        change: {
          Application: edit(({ spec }) => {
            spec.source.plugin = { name: "tanka" };
          }),
        },
      },
      ["opt-in failed: the Application is rendered by another plugin, tanka"],
    ],
    [
      "a guard that was switched off",
      {
        change: {
          Application: edit(({ metadata }) => {
            metadata.annotations["grantwave.dev/mode"] = "off";
          }),
        },
      },
      ["mode warning: the Application asks for mode off: nothing is ordered"],
    ],
    [
      "a guard that the operator switched off for everybody who says nothing",
      {
        change: {
          Deployment: edit((deployment) => {
            containerOf(deployment, "grantwave-auto").env.push({ name: "GRANTWAVE_MODE", value: "off" });
          }),
        },
      },
      [
        "mode warning: the sidecar grantwave-auto has GRANTWAVE_MODE=off: nothing is ordered where an Application asks for no mode",
      ],
    ],
    [
      "an annotation that was meant to opt in",
      {
        change: {
          Application: edit(({ metadata, status }) => {
            metadata.annotations["grantwave.dev/enabled"] = "yes";
            status.sourceType = "Directory";
          }),
        },
      },
      [
        'opt-in failed: the annotation grantwave.dev/enabled is "yes", and only "true" opts in',
        "rendered failed: Argo CD last rendered the Application by itself (Directory), so it is not ordered",
      ],
    ],
    [
      "what Argo CD rendered of a list of sources, of which one only lends its files",
      {
        change: {
          Application: edit(({ spec, status }) => {
            spec.sources = [
              {
                repoURL: "https://git.example.com/apps.git",
                path: "apps/web",
                kustomize: { namePrefix: "a-" },
              },
              { repoURL: "https://git.example.com/values.git", ref: "values" },
            ];
            delete spec.source;
            delete status.sourceType;
            status.sourceTypes = ["Kustomize", ""];
          }),
        },
      },
      [
        "opt-in failed: the annotation has no effect: the source has a kustomize block, and Argo CD asks no plugin about it",
        "rendered failed: Argo CD last rendered the Application by itself (Kustomize), so it is not ordered",
      ],
    ],
    [
      "an image without a path, which Argo CD renders from its root",
      {
        change: {
          Application: edit(({ spec }) => {
            spec.source = { repoURL: "oci://registry.example.com/web", directory: { recurse: true } };
          }),
        },
      },
      [
        "opt-in failed: the annotation has no effect: the source has a directory block, and Argo CD asks no plugin about it",
      ],
    ],
    [
      "that a project may know the destination by the name that the Application does not say",
      {
        change: {
          Application: edit(({ spec }) => {
            spec.destination = { server: "https://edge.example.com", namespace: "web" };
          }),
          AppProject: edit(({ spec }) => {
            spec.destinations = [{ name: "edge", namespace: "*" }];
          }),
        },
      },
      [
        "project unknown: whether AppProject team-a allows namespace grantwave of https://edge.example.com, where barriers run, depends on the cluster's other name",
      ],
    ],
    [
      "what Argo CD itself reports",
      {
        change: {
          Application: edit(({ status }) => {
            status.conditions = [{ type: "ComparisonError", message: "plugin sidecar failed" }];
          }),
        },
      },
      ["rendered failed: Argo CD reports ComparisonError: plugin sidecar failed"],
    ],
    [
      "a sync that ended at its barrier",
      {
        change: {
          Application: edit(({ status }) => {
            const [, job] = status.operationState.syncResult.resources;
            Object.assign(job, { hookPhase: "Failed", message: "exit code 13" });
          }),
        },
      },
      [
        "proof warning: the last sync ended at the barrier grantwave-web-workload-certificates-b3bd65b377 (Failed): exit code 13",
      ],
    ],
    [
      "that it does not know the destination cluster",
      { question: { destination: undefined } },
      [
        "barrier-account unknown: whether the account grantwave-barrier is in the destination cluster was not looked at",
      ],
    ],
    [
      "that there is no repo-server",
      { question: { repoServer: undefined, application: undefined } },
      ["sidecars failed: there is no repo-server in namespace argocd"],
    ],
  ])("%s", async (_words, situation, expected) => {
    expect(problems(await verifyWith(situation))).toEqual(expected);
  });

  it("what it may not look at, and goes on with the rest", async () => {
    const forbidden: ClusterReader = {
      ...recordedCluster({ objects: [] }),
      may: () => Promise.reject(new UnansweredError("https://cluster.example.com answered 403: no")),
    };
    const results = await verifyWith({ question: { argoCd: forbidden } });
    expect(problems(results)[1]).toBe(
      "look-up unknown: it could not be looked at: https://cluster.example.com answered 403: no",
    );
    expect(results.map(({ check }) => check)).toContain("proof");
  });
});

describe("the decision", () => {
  const result = (status: "passed" | "failed" | "unknown" | "warning") => ({
    check: "a",
    status,
    message: "",
    hint: null,
    ref: null,
  });

  it("is fail where something failed, whatever else is not known", () => {
    expect(decide([result("unknown"), result("failed")])).toBe("fail");
    expect(decide([result("passed"), result("unknown")])).toBe("cannot-decide");
    expect(decide([result("passed"), result("warning")])).toBe("pass");
  });
});
