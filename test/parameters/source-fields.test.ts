import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ApplicationSource } from "../../src/argo/application-source.ts";
import { blockParameters } from "../../src/parameters/source-block/block-parameters.ts";
import { isCarried } from "../../src/parameters/source-block/source-field.ts";
import { sourceFieldTable } from "../../src/parameters/source-block/source-field-table.ts";
import { blockTypes, sourceFields } from "../../src/parameters/source-block/source-fields.ts";
import { parameterOf } from "../../src/parameters.ts";

const crd: { readonly fields: readonly string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures", "source-fields.json"), "utf8"),
);

describe("the table of source fields", () => {
  it.each(blockTypes)(
    "has a row for every field of %s in Argo CD's CustomResourceDefinition, and no other",
    (type) => {
      const fields = crd.fields.filter(
        (field) => field.startsWith(`${type}.`) && field.split(".").length === 2,
      );
      expect(sourceFields[type].map(({ field }) => `${type}.${field}`).sort()).toEqual(fields.toSorted());
    },
  );

  it("is about every block that a source may have, the plugin's own apart", () => {
    const blocks = crd.fields.filter((field) => crd.fields.some((other) => other.startsWith(`${field}.`)));
    expect(blocks.filter((field) => !field.includes("."))).toEqual([...[...blockTypes].sort(), "plugin"]);
  });

  it("names parameters that an Application may set, of the type that carries the field", () => {
    const types = { text: "string", flag: "boolean", list: "list", map: "map", pairs: "map", yaml: "string" };
    for (const field of Object.values(sourceFields).flat().filter(isCarried)) {
      const names = [field.parameter, ...(field.flagged === undefined ? [] : [field.flagged.parameter])];
      for (const name of names) {
        expect(parameterOf(name), field.field).toMatchObject({ type: types[field.form] });
        expect(parameterOf(name).from, field.field).toContain("application");
      }
    }
  });

  it("stands in the documentation as it is", () => {
    const documentation = readFileSync(new URL("../../docs/migrate.md", import.meta.url), "utf8");
    expect(documentation).toContain(sourceFieldTable());
  });
});

describe("what is read of a source", () => {
  it("is every field that Argo CD has, down to the last list in a list", () => {
    const schema = z.toJSONSchema(ApplicationSource, { io: "input", unrepresentable: "any" });
    const read = fieldsOf(schema as Schema, "");
    // Which tags count for targetRevision is no matter of rendering; patch targets are handed on whole.
    const others = crd.fields.filter((field) => !/^tagPrefix$|^kustomize\.patches\.target\./.test(field));
    expect(read.toSorted()).toEqual(others.toSorted());
  });

  it("does not become a parameter where it is what it would be anyway", () => {
    expect(blockParameters(ApplicationSource.parse({ helm: {} }))?.carried).toEqual([
      { parameter: { name: "renderer", string: "helm" }, from: undefined },
    ]);
    expect(blockParameters(ApplicationSource.parse({}))).toBeUndefined();
  });

  it("has the values object win over the values, an empty one too", () => {
    const source = ApplicationSource.parse({ helm: { values: "a: 1", valuesObject: {} } });
    expect(blockParameters(source)?.carried.map(({ parameter }) => parameter)).toEqual([
      { name: "renderer", string: "helm" },
      { name: "values", string: "{}" },
    ]);
  });
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

function fieldsOf(schema: Schema, prefix: string): readonly string[] {
  if (schema.items !== undefined) return fieldsOf(schema.items, prefix);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `${prefix}${name}`,
    ...fieldsOf(field, `${prefix}${name}.`),
  ]);
}
