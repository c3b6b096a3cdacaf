import { describe, expect, it } from "vitest";
import { confirm } from "../../src/commands/confirm.ts";
import { stuckFormats } from "../../src/report/stuck-formats.ts";
import { decideStuck, type StuckPodEntry, StuckPods } from "../../src/report/stuck-report.ts";

const entry: StuckPodEntry = {
  namespace: "web",
  name: "web-7d4b9c-x2x4p",
  node: "node-1",
  owner: { group: "apps", kind: "Deployment", namespace: "web", name: "web" },
  type: "Denied",
  reason: "NoGrant",
  message: "no grant for service account web/web",
  since: "2026-11-30T22:00:01.000Z",
  evidence: "request",
  certificates: [{ signerName: "example.com/workload", serviceAccountName: "web", keyType: "ED25519" }],
  grant: { state: "loaded", message: "all 2 signer pods have loaded the live policy, by method settle" },
  eviction: { state: "possible", message: null },
};

function reportOf(pods: readonly StuckPodEntry[], unread: readonly string[] = []): StuckPods {
  const parts = { pods: [...pods], unread: [...unread] };
  return {
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "StuckPods",
    cluster: "https://10.0.0.1:6443",
    namespace: null,
    ...parts,
    decision: decideStuck(parts),
  };
}

describe("the report of stuck pods", () => {
  it("reads as text like this", () => {
    const bare: StuckPodEntry = {
      ...entry,
      name: "debug",
      owner: null,
      reason: null,
      message: null,
      grant: { state: "missing", message: "the live policy would deny web/debug with NoGrant" },
      eviction: null,
    };
    expect(stuckFormats.text(reportOf([entry, bare], ["Events of namespace web cannot be read: 403"]))).toBe(
      `2 pods in https://10.0.0.1:6443: stuck on a final denial

web/web-7d4b9c-x2x4p, of Deployment/web/web
  denied since 2026-11-30T22:00:01.000Z: NoGrant, no grant for service account
    web/web
  example.com/workload for service account web, ED25519
  ✓ the grant is loaded now: all 2 signer pods have loaded the live policy, by
    method settle
  → can be evicted

web/debug
  denied since 2026-11-30T22:00:01.000Z: the reason is gone
  example.com/workload for service account web, ED25519
  ✗ the grant is missing: the live policy would deny web/debug with NoGrant

  ? Events of namespace web cannot be read: 403
`,
    );
  });

  it("keeps what signers write from moving the cursor", () => {
    const text = stuckFormats.text(reportOf([{ ...entry, message: "\u001b[2J\nall fine" }]));
    expect(text).not.toContain("\u001b");
    expect(text).toContain("\\u{1b}[2J\\nall");
  });

  it("is what its schema says", () => {
    expect(StuckPods.parse(JSON.parse(stuckFormats.json(reportOf([entry]))))).toEqual(reportOf([entry]));
  });

  it.each([
    ["none", [], []],
    ["cannot-decide", [], ["Events cannot be read"]],
    ["stuck", ["possible"], []],
    ["stuck", ["evicted", "kept"], ["Events cannot be read"]],
    ["freed", ["evicted", "gone"], []],
  ] as const)("comes to %s with %j", (decision, states, unread) => {
    const pods = states.map((state) => ({ ...entry, eviction: { state, message: null } }));
    expect(reportOf(pods, unread).decision).toBe(decision);
  });
});

describe("the question before an eviction", () => {
  async function answer(...chunks: readonly string[]) {
    let asked = "";
    const stdin = (async function* () {
      for (const chunk of chunks) yield new TextEncoder().encode(chunk);
    })();
    const stderr = {
      write: async (text: string | Uint8Array) => {
        asked += String(text);
      },
      isTerminal: true,
      columns: 80,
      colour: false,
    };
    const isYes = await confirm({ stderr, stdin }, "Evict?");
    expect(asked).toBe("Evict? [y/N] ");
    return isYes;
  }

  it.each([["y\n"], ["YES\r\n"], ["y", "es\n"], [" y \nno\n"]])(
    "is answered with yes by %j",
    async (...chunks) => {
      expect(await answer(...chunks)).toBe(true);
    },
  );

  it.each([["\n"], ["n\n"], ["yesterday\n"], [""], ["\ny\n"]])(
    "is answered with no by %j",
    async (...chunks) => {
      expect(await answer(...chunks)).toBe(false);
    },
  );
});
