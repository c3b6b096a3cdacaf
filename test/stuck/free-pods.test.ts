import { describe, expect, it } from "vitest";
import type { EvictionAnswer } from "../../src/cluster/evict-pod.ts";
import { type Evictor, freePods, type JudgedPod, tryEvictions } from "../../src/stuck/free-pods.ts";
import type { GrantState } from "../../src/stuck/judge-grant.ts";

const loaded: GrantState = { state: "loaded", message: "all of them have it" };
const owner = {
  ref: { group: "apps", kind: "Deployment", namespace: "web", name: "web" },
  problem: undefined,
};

function judged(name: string, changes: Partial<Omit<JudgedPod, "stuck">> = {}): JudgedPod {
  const pod = {
    namespace: "web",
    name,
    uid: `uid-${name}`,
    node: "node-1",
    createdMs: 0,
    controller: owner.ref,
    certificates: [],
  };
  const denial = {
    type: "Denied",
    reason: "NoGrant",
    message: "no",
    sinceMs: 0,
    evidence: "request",
    certificates: [],
  } as const;
  return { stuck: { pod, denial }, owner, grant: loaded, ...changes };
}

/** An API server that answers as told and notes what it was asked, and a signer that answers as told. */
function world(
  answers: Readonly<Record<string, EvictionAnswer>> = {},
  states: readonly GrantState[] = [],
): Evictor & { readonly done: string[] } {
  const done: string[] = [];
  const left = [...states];
  return {
    done,
    async judgeAgain({ pod }) {
      done.push(`look for ${pod.name}`);
      return left.shift() ?? loaded;
    },
    async evict({ name, uid }) {
      done.push(`evict ${name} ${uid}`);
      return answers[name] ?? { outcome: "evicted", says: undefined };
    },
  };
}

describe("freeing stuck pods", () => {
  it("goes one by one, and looks at the signer again before each", async () => {
    const evictor = world();
    expect(await freePods([judged("a"), judged("b")], evictor)).toEqual([
      { state: "evicted", message: null },
      { state: "evicted", message: null },
    ]);
    expect(evictor.done).toEqual(["look for a", "evict a uid-a", "look for b", "evict b uid-b"]);
  });

  it.each(["missing", "not-loaded", "unknown"] as const)(
    "never touches a pod whose grant is %s",
    async (state) => {
      const evictor = world();
      const pods = [judged("a", { grant: { state, message: "so" } })];
      const [eviction] = await freePods(pods, evictor);
      expect(eviction).toEqual({ state: "kept", message: expect.stringContaining("first the grant") });
      expect(await tryEvictions(pods, evictor.evict)).toEqual([eviction]);
      expect(evictor.done).toEqual([]);
    },
  );

  it("stops at what is no longer true, and goes on with the next", async () => {
    const lost: GrantState = { state: "not-loaded", message: "pod two has another policy" };
    const evictor = world({}, [lost, loaded]);
    expect(await freePods([judged("a"), judged("b")], evictor)).toEqual([
      { state: "kept", message: expect.stringContaining("(pod two has another policy)") },
      { state: "evicted", message: null },
    ]);
    expect(evictor.done).toEqual(["look for a", "look for b", "evict b uid-b"]);
  });

  it("leaves a pod that nobody would make another one of", async () => {
    const evictor = world();
    const alone = judged("a", { owner: { ref: undefined, problem: "nothing would make another one of it" } });
    expect(await freePods([alone], evictor)).toEqual([
      { state: "kept", message: "nothing would make another one of it" },
    ]);
    expect(evictor.done).toEqual([]);
  });

  it("tells what the API server refuses, and what was gone already", async () => {
    const answers = {
      a: { outcome: "refused", says: "the budget web allows none" },
      b: { outcome: "gone", says: undefined },
    } as const;
    expect(await freePods([judged("a"), judged("b")], world(answers))).toEqual([
      { state: "refused", message: "the budget web allows none" },
      { state: "gone", message: null },
    ]);
    expect(await tryEvictions([judged("a"), judged("b"), judged("c")], world(answers).evict)).toEqual([
      { state: "refused", message: "the budget web allows none" },
      { state: "gone", message: null },
      { state: "possible", message: null },
    ]);
  });
});
