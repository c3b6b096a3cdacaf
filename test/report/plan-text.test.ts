import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finding } from "../../src/findings/finding.ts";
import { reportFindings } from "../../src/findings/report-finding.ts";
import { planText } from "../../src/report/plan-text.ts";
import { colourStyle } from "../../src/report/style.ts";
import { wrap } from "../../src/report/text-layout.ts";
import { impatient } from "../barrier/samples.ts";
import { oneOfEach } from "../findings/samples.ts";
import { runs } from "../runs.ts";
import { large, manyWaves, planInputOf, refs, webAndSigner } from "./samples.ts";

const incident = planInputOf(webAndSigner);
const denied = finding(
  "requester-denied",
  { refs: [refs.deployment("shop", "denied")], source: { file: "shop/denied.yaml", line: 1, document: 1 } },
  {
    signerName: "example.com/workload",
    namespace: "shop",
    serviceAccountName: "denied",
    reason: "NoGrant",
    detail: "no grant covers shop/denied",
    consequence: "Outage: strategy Recreate removes every old pod before the first new one asks",
  },
);
const wavy = planInputOf(manyWaves, { findings: reportFindings([denied], {}) });

describe("the plan in a terminal", () => {
  it("reads like this for the incident", async () => {
    await expect(planText(incident)).toMatchFileSnapshot("./expected/web-and-signer.txt");
  });

  it("reads like this for waves, hooks, a certain denial and an unknown signer", async () => {
    await expect(planText(wavy)).toMatchFileSnapshot("./expected/many-waves.txt");
  });

  it("reads like this for five thousand objects", async () => {
    await expect(planText(planInputOf(large))).toMatchFileSnapshot("./expected/five-thousand-objects.txt");
  });

  it("says in the first screenful what would have gone wrong and what the sync does now", () => {
    const screen = planText(incident).split("\n").slice(0, 23).join("\n");
    const inOrder = [
      "Without grantwave: outage, where a grant is new",
      "NoGrant",
      "Deployment/web/web is denied",
      "Recreate",
      "A denial is final",
      "This sync: policy, then barrier, then pods",
      "policy    ConfigMap/cert-signer/pod-cert-signer",
      "barrier   grantwave-web-and-signer",
      "only when the grants are loaded",
      "dependent Deployment/web/web",
    ];
    const places = inOrder.map((text) => screen.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("says the same with colour as without", () => {
    for (const input of [incident, wavy]) {
      const coloured = planText(input, { style: colourStyle });
      expect(coloured).toContain("\u001b[31m");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences are what is taken away
      expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(planText(input));
    }
  });

  it("keeps to the width of the terminal unless a single name is longer", () => {
    for (const width of [60, 80, 100]) {
      for (const input of [incident, wavy]) {
        for (const line of planText(input, { width }).split("\n")) {
          const longestName = Math.max(
            ...line
              .trim()
              .split(" ")
              .map((word) => word.length),
          );
          expect(line.length <= width || longestName > width - 20, line).toBe(true);
        }
      }
    }
  });

  it("shows no character of a name that moves the cursor, hides text or turns its direction", () => {
    const hostile = planInputOf([
      { ref: refs.policy },
      {
        ref: refs.deployment("web\u0007", "a\u001b[2Jb\u202ec\nd"),
        asks: { signerName: "example.com/\u009bx" },
      },
    ]);
    const text = planText({
      ...hostile,
      application: { ...hostile.application, name: "web\r\u200bx" },
      notes: ["from \u001b]0;title\u0007"],
    });
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
    expect(text).toContain("a\\u{1b}[2Jb\\u{202e}c\\nd");
  });
});

describe("the picture of the sync", () => {
  const lines = planText(incident).split("\n");

  it("says why a Namespace comes before a lower wave", () => {
    const at = lines.findIndex((line) => line.includes("step 1 · wave 0  Namespace/web"));
    expect(lines[at + 1]).toBe("    │ Argo CD makes it before what needs it, whatever its wave");
    expect(lines.filter((line) => line.includes("whatever its wave"))).toHaveLength(1);
  });

  it("names the signer, and why it does no harm behind the barrier", () => {
    const at = lines.indexOf("    │ signer    Deployment/cert-signer/pod-cert-signer");
    expect(lines[at + 1]).toBe("    │           need not come first: a signer that is not up cannot deny");
  });
});

describe("what would have happened without grantwave", () => {
  function told(waves: { readonly policy: number; readonly web: number }): string {
    const input = planInputOf([
      { ref: refs.policy, wave: waves.policy },
      { ref: refs.deployment("web", "web"), wave: waves.web, asks: {} },
    ]);
    return planText(input).replaceAll(/\s+/g, " ");
  }

  it("tells together, too early and applied but not loaded apart", () => {
    expect(told({ policy: 3, web: 3 })).toContain("applied together, in wave 3");
    expect(told({ policy: 3, web: 1 })).toContain(
      "The pods would ask in wave 1, before the policy with their grant is applied in wave 3",
    );
    expect(told({ policy: 1, web: 3 })).toContain(
      "applied in wave 1 and the pods in wave 3, but applied is not loaded",
    );
  });

  it("does not know of external grants whether they are loaded, and says so", () => {
    const input = planInputOf([{ ref: refs.deployment("web", "web"), asks: {} }]);
    const text = planText(input).replaceAll(/\s+/g, " ");
    expect(text).toContain("The policy of example.com/workload is not in this render");
    expect(text).toContain("This sync: barrier, then pods");
  });

  it("is told of those that no barrier can hold back, and is no old grant", () => {
    const text = planText({ ...incident, barriers: [] }).replaceAll(/\s+/g, " ");
    expect(text).toContain("Without grantwave: outage, where a grant is new");
    expect(text).toContain("1 certificate source of these has no barrier, with grantwave either");
  });

  it("is nothing where nobody asks for a certificate", () => {
    const text = planText(planInputOf([{ ref: refs.core("ConfigMap", "web", "settings") }]));
    expect(text).toContain("Without grantwave: no harm");
    expect(text).not.toContain("This sync");
  });

  it("says of a policy that nobody here uses that it moves, and that nobody waits for it", () => {
    const input = planInputOf([{ ref: refs.policy }]);
    const manifest = input.objects[0]?.manifest;
    if (manifest === undefined) throw new Error("the policy is an object of the plan");
    const itself = { reason: "grant", other: { kind: "object", object: { manifest } } } as const;
    const text = planText({ ...input, moves: [{ manifest, from: 0, to: -1000, because: [itself] }] });
    expect(text.replaceAll(/\s+/g, " ")).toContain("nothing here waits until it is loaded");
    expect(text).toContain("Moved: 1 of 1 object\n");
    expect(text).toContain("grant: a policy goes first, also for dependents in another source");
  });

  it("is certain where the baseline lacks the grant", () => {
    const text = planText(planInputOf(webAndSigner, { baseline: "origin/main" }));
    expect(text).toContain("Without grantwave: outage\n");
  });

  it("is not known where no signer of that name is configured", () => {
    const text = planText(
      planInputOf([
        {
          ref: refs.deployment("web", "web"),
          asks: { answer: { status: "unknown", grant: undefined } },
        },
      ]),
    );
    expect(text).toContain("Without grantwave: harm unknown");
  });

  it("is nothing new where the baseline had all grants", () => {
    const samples = webAndSigner.map((sample) =>
      sample.asks === undefined ? sample : { ...sample, asks: { answer: { isNew: false } } },
    );
    const text = planText(planInputOf(samples, { baseline: "origin/main" }));
    expect(text).toContain("Without grantwave: no harm");
    expect(text).toContain("New is what origin/main does not have.");
  });
});

describe("a plan that cannot be put in order", () => {
  it("makes no promise where the policy is of a later phase", () => {
    const input = planInputOf([
      { ref: refs.policy },
      { ref: refs.deployment("web", "web"), phase: "PreSync", asks: {} },
    ]);
    const text = planText(input).replaceAll(/\s+/g, " ");
    expect(text).toContain(
      "The pods would ask in PreSync, before the policy with their grant is applied in Sync",
    );
    expect(text).toContain("This sync: a policy comes too late (see the findings)");
  });
});

describe("a sync in which something does not become healthy", () => {
  const flat = (text: string) => text.replaceAll(/\s+/g, " ");

  it("is shown to the place where it stays, with what it leaves undone", () => {
    const input = planInputOf(webAndSigner, {}, (barriers) => ({
      neverHealthy: barriers.map(({ ref }) => ref),
    }));
    const barrier = input.barriers[0]?.ref.name;
    const text = flat(planText(input));
    expect(text).toContain(
      `✗ the sync stays Running here: waiting for completion of hook batch/Job/${barrier}`,
    );
    expect(text).toContain(
      `What if: Job/web/${barrier} never becomes healthy: the sync stays Running Argo CD says: waiting for completion of hook batch/Job/${barrier}. Left as it was: 5 objects, ServiceAccount/cert-signer/pod-cert-signer, ServiceAccount/web/web, Service/web/web, Deployment/cert-signer/pod-cert-signer and Deployment/web/web.`,
    );
    expect(text).toContain("what stands behind the first one stays as it is (5 objects)");
    expect(text).not.toContain("step 4");
  });

  it("ends Failed where something is Degraded, without barriers too", () => {
    const samples = [0, 1, 2].map((wave) => ({ ref: refs.deployment("web", `web-${wave}`), wave }));
    const input = planInputOf(samples, {}, () => ({ degraded: [refs.deployment("web", "web-1")] }));
    expect(flat(planText(input))).toContain(
      "What if: Deployment/web/web-1 becomes Degraded: the sync ends Failed Argo CD says: one or more synchronization tasks completed unsuccessfully. Left as it was: 1 object, Deployment/web/web-2.",
    );
  });

  it("succeeds all the same where the last wave is not waited for", () => {
    const input = planInputOf(webAndSigner, {}, () => ({ neverHealthy: [refs.deployment("web", "web")] }));
    expect(input.sync.outcome).toBe("Succeeded");
    expect(flat(planText(input))).toContain(
      "What if: Deployment/web/web never becomes healthy: the sync succeeds all the same: Argo CD does not wait for that",
    );
  });
});

describe("the rest of the plan's text", () => {
  it("lists every finding with its place and its way out, and counts those beyond a screenful", () => {
    const findings = reportFindings(oneOfEach, {});
    const text = planText({ ...incident, findings });
    expect(text).toMatch(/^\d+ errors and \d+ warnings, told below$/m);
    for (const { code } of findings.slice(0, 20)) expect(text).toContain(` ${code}\n`);
    expect(text).toContain("    web/deployment.yaml:12 (document 2) Deployment/web/web-server\n");
    expect(text).toMatch(/and (\d+ errors?, )?\d+ warnings?, \d+ info more/);
    expect(findings.length).toBeGreaterThan(20);
  });

  it("states the evidence by the signer's own times", () => {
    const [barrier] = incident.barriers;
    if (barrier === undefined) throw new Error("the incident has a barrier");
    const readiness = { ...impatient.readiness, propagation: 61, pollInterval: 7 };
    const group = { ...barrier.group, signer: { ...barrier.group.signer, readiness } };
    const text = planText({ ...incident, barriers: [{ ...barrier, group }] });
    expect(text.replaceAll(/\s+/g, " ")).toContain("61 s for the kubelet plus 7 s for the signer's poll");
  });
});

describe("broken lines", () => {
  it("keep every word, whole and in order, and stay in the width where the words allow", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 60 }), (list, width) => {
        const lines = wrap(list.join(" "), width, "  ", "    ");
        expect(lines.join(" ").split(/\s+/).filter(Boolean)).toEqual(list);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      }),
      runs(100),
    );
  });
});
