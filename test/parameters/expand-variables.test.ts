import { describe, expect, it } from "vitest";
import { expandParameters } from "../../src/parameters/expand-parameters.ts";
import { expandVariables, namesVariables } from "../../src/parameters/expand-variables.ts";
import { resolveParameters } from "../../src/parameters/resolve-parameters.ts";

describe("variables in a text", () => {
  // As Go's os.Expand answers, with Argo CD's rule for $$.
  it.each([
    ["$A", "1"],
    ["x$<A>y$A", "x1y1"],
    ["$$A", "$A"],
    ["$$", "$"],
    ["$", "$"],
    ["5 $ a", "5 $ a"],
    ["a$", "a$"],
    ["$1a", "a"],
    ["$<>a", "a"],
    ["$<A", "A"],
    ["$NONE.", "."],
    ["$A_B", ""],
    ["$A-B", "1-B"],
    ["$<a b>", ""],
    ["$é", "$é"],
    ["$(id)`id`", "$(id)`id`"],
  ])("%s is %s, where < and > stand for braces", (written, expected) => {
    const text = written.replace("<", "{").replace(">", "}");
    expect(expandVariables(text, (name) => (name === "A" ? "1" : ""))).toBe(expected);
    expect(namesVariables(text)).toBe(text !== expected);
  });
});

describe("parameters of an Application", () => {
  const env = {
    ARGOCD_APP_NAME: "web",
    ARGOCD_APP_REVISION: "0a1b",
    SECRET: "of the sidecar",
    ARGOCD_APP_PARAMETERS: JSON.stringify([
      { name: "set", map: { $ARGOCD_APP_NAME: "$ARGOCD_APP_REVISION $SECRET $ARGOCD_APP_PARAMETERS" } },
      { name: "values-files", array: ["$ARGOCD_APP_NAME/a.yaml", "$values/b.yaml"] },
      { name: "values", string: "a: $ARGOCD_APP_NAME" },
      { name: "common-annotations", map: { a: "$ARGOCD_APP_NAME" } },
    ]),
  };

  it("keep every dollar sign unless they are asked to lose it", () => {
    const { values } = resolveParameters(new Map(), env);
    expect(expandParameters(values, env)).toBe(values);
  });

  it("get the variables of Argo CD's build environment, in the places where Argo CD puts them, and no others", () => {
    const { values } = resolveParameters(new Map([["expand-variables", []]]), env);
    expect(expandParameters(values, env)).toMatchObject({
      set: { $ARGOCD_APP_NAME: "0a1b  " },
      "values-files": ["web/a.yaml", "$values/b.yaml"],
      values: "a: $ARGOCD_APP_NAME",
      "common-annotations": { a: "$ARGOCD_APP_NAME" },
    });
  });

  it("get them in annotations by a parameter of their own", () => {
    const { values } = resolveParameters(new Map([["common-annotations-envsubst", []]]), env);
    expect(expandParameters(values, env)["common-annotations"]).toEqual({ a: "web" });
  });

  it("say which variable nobody has set", () => {
    const { values } = resolveParameters(new Map([["expand-variables", []]]), env);
    expect(() => expandParameters(values, { ...env, ARGOCD_APP_REVISION: undefined })).toThrow(
      "set names ARGOCD_APP_REVISION, which Argo CD sets and nobody has set here",
    );
  });
});
