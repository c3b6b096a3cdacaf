import { describe, expect, it } from "vitest";
import { Config } from "../../src/config/config.ts";
import { reportFindings } from "../../src/findings/report-finding.ts";
import { formatRef } from "../../src/manifest/object-ref.ts";
import { type PipelineResult, runPipeline } from "../../src/pipeline.ts";
import { buildExplanation } from "../../src/report/explain/build-explanation.ts";
import type { Subject } from "../../src/report/explain/explanation-input.ts";
import { standings, standingWords } from "../../src/report/explain/standing.ts";
import { Explanation } from "../../src/report/explanation-report.ts";
import { explanationText } from "../../src/report/explanation-text.ts";
import { timelineOf } from "../../src/timeline.ts";

const signer = {
  name: "workload-certificates",
  preset: "pod-cert-signer",
  signerName: "example.com/workload",
  policy: { namespace: "cert-signer", configMap: "pod-cert-signer", key: "policy.json" },
  workload: { kind: "Deployment", namespace: "cert-signer", name: "pod-cert-signer" },
};
const config = Config.parse({ apiVersion: "grantwave.dev/v1alpha1", kind: "Config", signers: [signer] });

function object(
  apiVersion: string,
  kind: string,
  name: string,
  annotations: Record<string, string>,
  spec = "",
) {
  const metadata = JSON.stringify({ name, namespace: "web", annotations });
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: ${metadata}\n${spec}`;
}

const wave = (value: number) => ({ "argocd.argoproj.io/sync-wave": String(value) });
const comesAfter = (ref: string) => ({ "grantwave.dev/after": ref });
const asks = `spec:
  template:
    spec:
      serviceAccountName: front
      volumes:
        - name: certificate
          projected:
            sources:
              - podCertificate: { signerName: example.com/workload, keyType: ECDSAP256 }
`;

/** What explain tells of one object of a render, found by the form in which messages name it. */
function explain(ref: string, ...documents: readonly string[]): Explanation {
  const text = documents.join("---\n");
  const result = runPipeline({
    rendered: {
      text,
      renderer: { tool: "directory", version: "0.1.0", command: "the files of app" },
      origins: [{ start: 0, file: "app.yaml", sourceComments: false }],
    },
    application: { name: "web", namespace: "web", source: { repoURL: "", path: "app", name: "" } },
    config,
    allowEmpty: false,
  });
  if (!("output" in result)) throw new Error("the sample cannot be read");
  const plan = {
    application: { name: "web", namespace: "web", cluster: "https://kubernetes.default.svc" },
    version: "0.1.0",
    renderer: { tool: "directory", version: "0.1.0", command: "the files of app" } as const,
    objects: result.objects,
    moves: result.moves,
    edits: [],
    requesters: result.requesters.map((matched) => ({ ...matched, isNew: true })),
    barriers: result.barriers,
    ...timelineOf(result, "web"),
    findings: reportFindings(result.findings, {}),
  };
  return Explanation.parse(
    buildExplanation({ plan, order: result.order, subject: subjectOf(ref, result), text }),
  );
}

function subjectOf(ref: string, { manifests }: PipelineResult): Subject {
  const manifest = manifests.find((candidate) => formatRef(candidate.ref) === ref);
  if (manifest === undefined) throw new Error(`there is no ${ref}`);
  return { kind: "object", ref: manifest.ref, manifest };
}

const settings = object("v1", "ConfigMap", "settings", wave(3));
const front = object("apps/v1", "Deployment", "front", { ...wave(1), ...comesAfter("ConfigMap/settings") });

describe("the chain of an object that was lowered", () => {
  it("leads from holder to holder to one that nothing holds, with files and lines", () => {
    const secret = object("v1", "Secret", "password", wave(5));
    const hinted = object("v1", "ConfigMap", "settings", { ...wave(3), ...comesAfter("Secret/password") });
    const explanation = explain("Secret/web/password", secret, hinted, front);
    expect(explanation.standing).toBe("held");
    expect(
      explanation.chain.map(({ ref, wave, heldBy, source }) => [formatRef(ref), wave, heldBy, source?.line]),
    ).toEqual([
      ["Secret/web/password", { from: 5, to: -1 }, { reason: "hint", gap: 1 }, 1],
      ["ConfigMap/web/settings", { from: 3, to: 0 }, { reason: "hint", gap: 1 }, 5],
      ["Deployment/web/front", { from: 1, to: 1 }, null, 9],
    ]);
    expect(explanationText({ ...explanation, findings: [] })).toBe(`Secret/web/password: wave 5 → -1 of Sync
  app.yaml:1

Why wave -1: It is lowered as far as what comes after it asks, and no further.
  Secret/web/password wave 5 → -1 (app.yaml:1)
    ↓ hint: an annotation asks for it before
  ConfigMap/web/settings wave 3 → 0 (app.yaml:5)
    ↓ hint: an annotation asks for it before
  Deployment/web/front wave 1, as its author gave it (app.yaml:9)

Comes before: 1 object, as required
  ConfigMap/web/settings wave 0 (hint)

In the sync: applied in step 1
  step 1: Sync, wave -1, alone; nothing waits for it
`);
  });

  it("names the author's order where that is what holds", () => {
    const early = object("v1", "ConfigMap", "early", wave(0));
    const { chain, standing } = explain("ConfigMap/web/early", early, settings, front);
    expect(standing).toBe("held");
    expect(chain.map(({ ref, wave, heldBy }) => [ref.name, wave, heldBy?.reason])).toEqual([
      ["early", { from: 0, to: -1 }, "user"],
      ["settings", { from: 3, to: 0 }, "hint"],
      ["front", { from: 1, to: 1 }, undefined],
    ]);
  });
});

describe("why an object was not moved", () => {
  const policyText = `apiVersion: v1
kind: ConfigMap
metadata: { name: pod-cert-signer, namespace: cert-signer }
data:
  policy.json: |
    {"signerName": "example.com/workload", "trustDomain": "example.com", "lifetime": "24h", "refreshAt": 0.66,
     "dnsNamesAnnotation": "example.com/dns-names", "keyTypes": ["ECDSAP256"],
     "grants": [
       {"namespace": "web", "serviceAccount": "front", "usage": "client"}
     ]}
`;
  const dependent = object("apps/v1", "Deployment", "front", {}, asks);

  it.each([
    ["Deployment/web/front", "dependent", [dependent]],
    ["ConfigMap/web/settings", "low-enough", [object("v1", "ConfigMap", "settings", wave(-9)), front]],
    ["ConfigMap/web/settings", "unrequired", [settings]],
    ["Namespace/web", "moved-by-argo", ["apiVersion: v1\nkind: Namespace\nmetadata: { name: web }\n"]],
    [
      "Application.argoproj.io/web/child",
      "application",
      [object("argoproj.io/v1alpha1", "Application", "child", {})],
    ],
    [
      "Job/web/clean",
      "outside-sync",
      [object("batch/v1", "Job", "clean", { "argocd.argoproj.io/hook": "PostDelete" }), settings],
    ],
    [
      "Deployment/cert-signer/pod-cert-signer",
      "signer-workload",
      [
        dependent,
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: pod-cert-signer, namespace: cert-signer }\n",
      ],
    ],
    [
      "ConfigMap/web/a",
      "cycle",
      [
        object("v1", "ConfigMap", "a", comesAfter("ConfigMap/web/b")),
        object("v1", "ConfigMap", "b", comesAfter("ConfigMap/web/a")),
      ],
    ],
  ] as const)("is told of %s: %s", (ref, standing, documents) => {
    const explanation = explain(ref, ...documents);
    expect(explanation.standing).toBe(standing);
    expect(explanationText(explanation).replaceAll(/\s+/g, " ")).toContain(standingWords[standing]);
  });

  it("goes with findings about the object, and only those", () => {
    const cycle = explain(
      "ConfigMap/web/a",
      object("v1", "ConfigMap", "a", comesAfter("ConfigMap/web/b")),
      object("v1", "ConfigMap", "b", comesAfter("ConfigMap/web/a")),
    );
    expect(cycle.findings.map(({ code }) => code)).toEqual(["order-cycle"]);
    expect(cycle.chain).toEqual([]);
    const other = explain(
      "ConfigMap/web/settings",
      settings,
      object("v1", "ConfigMap", "odd", { "argocd.argoproj.io/sync-wave": "x" }),
    );
    expect(other.findings).toEqual([]);
  });

  it("does not keep an object from telling its grant, with lines in the policy and in the workload", () => {
    const { requesters } = explain("Deployment/web/front", policyText, dependent);
    expect(requesters).toMatchObject([
      {
        status: "granted",
        grantSource: { file: "app.yaml", line: 9 },
        source: { file: "app.yaml", line: 23 },
      },
    ]);
  });
});

describe("what stands in the way of an object in the sync", () => {
  it("is every barrier before it, its own and those of others", () => {
    const late = object("v1", "ConfigMap", "late", wave(2));
    const dependent = object("apps/v1", "Deployment", "front", {}, asks);
    expect(explain("ConfigMap/web/late", dependent, late).barriers).toMatchObject([
      { wave: -1, isOwn: false },
    ]);
    expect(explain("Deployment/web/front", dependent, late).barriers).toMatchObject([
      { wave: -1, isOwn: true },
    ]);
  });
});

it("has a sentence for every way to stand", () => {
  expect(Object.keys(standingWords)).toEqual([...standings]);
});

it("shows no character of a name that moves the cursor or hides text", () => {
  const name = "a\u001b[2Jb\u202ec";
  const text = explanationText(explain(`ConfigMap/web/${name}`, object("v1", "ConfigMap", name, {})));
  expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
  expect(text).toContain("a\\u{1b}[2Jb\\u{202e}c");
});
