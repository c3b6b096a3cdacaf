import { describe, expect, it } from "vitest";
import { findObject } from "../../src/commands/find-object.ts";
import { UsageError } from "../../src/errors.ts";

const object = (group: string, kind: string, namespace: string, name: string) => ({
  ref: { group, kind, namespace, name },
});
const objects = [
  object("", "Service", "web", "front"),
  object("", "Service", "shop", "front"),
  object("networking.k8s.io", "Ingress", "web", "front"),
  object("extensions", "Ingress", "web", "front"),
];

function hintOf(text: string): readonly (string | undefined)[] {
  try {
    findObject(text, objects);
  } catch (error) {
    if (error instanceof UsageError) return [error.message, error.hint];
  }
  throw new Error(`${text} was found`);
}

describe("finding an object by what a person wrote", () => {
  it("gives the one that is meant", () => {
    expect(findObject("Service/web/front", objects)).toBe(objects[0]);
    expect(findObject("Ingress.extensions/front", objects)).toBe(objects[3]);
  });

  it("names the candidates where several are meant", () => {
    expect(hintOf("Service/front")).toEqual([
      '"Service/front" may be Service/web/front or Service/shop/front',
      "name the namespace and the group of the one you mean",
    ]);
  });

  it("names the groups where nothing else tells the candidates apart", () => {
    expect(hintOf("Ingress/web/front")[0]).toBe(
      '"Ingress/web/front" may be Ingress.networking.k8s.io/web/front or Ingress.extensions/web/front',
    );
  });

  it("counts candidates that are too many to name", () => {
    const many = Array.from({ length: 30 }, (_, index) => object("", "Service", `team-${index}`, "front"));
    expect(() => findObject("Service/front", many)).toThrow("Service/team-4/front or 25 more");
  });
});
