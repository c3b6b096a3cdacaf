import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatRef, type ObjectRef } from "../../src/manifest/object-ref.ts";
import { findByRef, formatFullRef, isExactly, matches, parseRef } from "../../src/manifest/parse-ref.ts";
import { runs } from "../runs.ts";

/** A part of a name that Kubernetes could know: anything but a slash, and not nothing. */
const segment = fc.string({ minLength: 1, unit: "binary" }).filter((text) => !text.includes("/"));

const refs: fc.Arbitrary<ObjectRef> = fc.record({
  group: fc.constantFrom("", "apps", "rbac.authorization.k8s.io", "argoproj.io", "serving.knative.dev"),
  kind: segment.filter((kind) => !kind.includes(".")),
  namespace: fc.oneof(fc.constant(""), segment),
  name: segment,
});

describe("a reference", () => {
  it("comes back as it was written, and means what it was written for", () => {
    fc.assert(
      fc.property(refs, (ref) => {
        const pattern = parseRef(formatRef(ref));
        expect(pattern && isExactly(pattern, ref)).toBe(true);
        const full = parseRef(formatFullRef(ref));
        expect(full && matches(full, ref)).toBe(true);
        expect(full).toEqual({
          kind: ref.kind,
          group: ref.group || undefined,
          namespace: ref.namespace || undefined,
          name: ref.name,
        });
      }),
      runs(100),
    );
  });

  it.each([
    ["Deployment/web/front", { kind: "Deployment", group: undefined, namespace: "web", name: "front" }],
    ["Namespace/web", { kind: "Namespace", group: undefined, namespace: undefined, name: "web" }],
    [
      "Rollout.argoproj.io/web/front",
      { kind: "Rollout", group: "argoproj.io", namespace: "web", name: "front" },
    ],
    [
      "ClusterRole/system:node.v1",
      { kind: "ClusterRole", group: undefined, namespace: undefined, name: "system:node.v1" },
    ],
  ])("is read from %s", (text, pattern) => {
    expect(parseRef(text)).toEqual(pattern);
  });

  it.each([
    "",
    "web",
    "Deployment",
    "Deployment/",
    "/web",
    "Deployment//web",
    "Rollout./a/b",
    "a/b/c/d",
    ".a/b",
  ])("is not %j", (text) => {
    expect(parseRef(text)).toBeUndefined();
  });
});

describe("the objects that a reference means", () => {
  const object = (group: string, kind: string, namespace: string, name: string) => ({
    ref: { group, kind, namespace, name },
  });
  const service = object("", "Service", "web", "front");
  const knative = object("serving.knative.dev", "Service", "web", "front");
  const elsewhere = object("", "Service", "shop", "front");
  const rollout = object("argoproj.io", "Rollout", "web", "front");
  const objects = [service, knative, elsewhere, rollout];

  it.each([
    ["is the one that is written so, although others could be meant", "Service/web/front", [service]],
    ["is the one of the group that is named", "Service.serving.knative.dev/web/front", [knative]],
    ["may leave out what is clear", "Rollout/front", [rollout]],
    ["are all that could be meant", "Service/front", [service, knative, elsewhere]],
    ["are none where something does not fit", "Service/api/front", []],
  ])("%s", (_sentence, text, found) => {
    const pattern = parseRef(text);
    expect(pattern && findByRef(pattern, objects)).toEqual(found);
  });
});
