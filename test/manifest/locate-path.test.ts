import { describe, expect, it } from "vitest";
import { locatePath } from "../../src/manifest/locate-path.ts";
import { readStream } from "./render-of.ts";

const policy = `# Source: signer/templates/policy.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: policy
  namespace: signer
data:
  other.json: '{"grants": []}'
  policy.json: |
    {
      "signerName": "example.com/workload",
      "grants": [
        {"namespace": "web"},
        {
          "namespace": "shop"
        }
      ]
    }
  folded.json: >-
    {"grants": [
    {"namespace": "web"}]}
`;

/** The text of the line that a path leads to, in the object of the given index. */
function lineAt(text: string, path: readonly (string | number)[], index = 0): string | undefined {
  const { rendered, manifests } = readStream(text);
  const manifest = manifests[index];
  if (manifest === undefined) throw new Error(`there is no object ${index}`);
  return text.split(/\r?\n/)[locatePath(rendered.text, manifest, path).line - 1]?.trim();
}

describe("the place of a field", () => {
  it("is the line of its key, or of the item of a list", () => {
    expect(lineAt(policy, ["metadata", "namespace"])).toBe("namespace: signer");
    expect(lineAt("kind: A\napiVersion: v1\nmetadata: {name: a}\nspec:\n- x\n- y\n", ["spec", 1])).toBe(
      "- y",
    );
  });

  it("is found inside text that is a literal block", () => {
    expect(lineAt(policy, ["data", "policy.json", "grants", 0])).toBe('{"namespace": "web"},');
    expect(lineAt(policy, ["data", "policy.json", "grants", 1])).toBe("{");
    expect(lineAt(policy, ["data", "policy.json", "grants", 1, "namespace"])).toBe('"namespace": "shop"');
  });

  it("is that of the text where its lines are not lines of the file", () => {
    expect(lineAt(policy, ["data", "folded.json", "grants", 0])).toBe("folded.json: >-");
    expect(lineAt(policy, ["data", "other.json", "grants", 0])).toBe(`other.json: '{"grants": []}'`);
  });

  it("is that of its last parent that is there", () => {
    expect(lineAt(policy, ["data", "policy.json", "grants", 7, "namespace"])).toBe('"grants": [');
    expect(lineAt(policy, ["data", "missing"])).toBe("data:");
  });

  it("is found in one object of several, in a list of objects, and behind an alias", () => {
    const list = `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
- apiVersion: v1
  kind: ConfigMap
  metadata: &meta {name: b}
  data:
    key: value
`;
    expect(lineAt(`${policy}---\n${list}`, ["data", "key"], 2)).toBe("key: value");
    expect(lineAt(list, [], 1)).toBe("- apiVersion: v1");
    const aliased = "x: &x\n  inner: 1\napiVersion: v1\nkind: A\nmetadata: {name: a}\nspec: *x\n";
    expect(lineAt(aliased, ["spec", "inner"])).toBe("inner: 1");
  });

  it("counts lines that end with CRLF as others", () => {
    const text = policy.replaceAll("\n", "\r\n");
    expect(lineAt(text, ["data", "policy.json", "grants", 1])).toBe("{");
  });
});
