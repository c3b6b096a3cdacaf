import { isObject, type JsonObject, type JsonValue } from "../manifest/manifest.ts";
import type { LabelSelector, Requirement } from "./label-selector.ts";
import { WebhookProblem } from "./webhook-problem.ts";

/** A mapping of a webhook configuration and where it stands. Absent and null are the same to the API server. */
export interface Fields {
  readonly path: string;
  readonly value: JsonObject;
}

const nothing: JsonObject = Object.create(null);

export function fieldsOf(value: JsonValue | undefined, path: string): Fields {
  if (value === undefined || value === null) return { path, value: nothing };
  if (!isObject(value)) throw new WebhookProblem(path, "it has to be a mapping");
  return { path, value };
}

export function fieldsAt(fields: Fields, key: string): Fields {
  return fieldsOf(own(fields, key), pathTo(fields, key));
}

export function textOf(fields: Fields, key: string, absent = ""): string {
  const value = own(fields, key) ?? absent;
  if (typeof value !== "string") throw new WebhookProblem(pathTo(fields, key), "it has to be a string");
  return value;
}

/** One of the words that the API server knows; the first where there is none. */
export function choiceOf<W extends string>(fields: Fields, key: string, words: readonly [W, ...W[]]): W {
  const value = textOf(fields, key, words[0]);
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) {
    throw new WebhookProblem(pathTo(fields, key), `it has to be one of ${words.join(", ")}`);
  }
  return word;
}

export function integerOf(fields: Fields, key: string, absent: number, least: number, most: number): number {
  const value = own(fields, key) ?? absent;
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
    throw new WebhookProblem(pathTo(fields, key), `it has to be a whole number from ${least} to ${most}`);
  }
  return value;
}

export function listOf(fields: Fields, key: string): readonly JsonValue[] {
  const value = own(fields, key) ?? [];
  if (!Array.isArray(value)) throw new WebhookProblem(pathTo(fields, key), "it has to be a list");
  return value;
}

export function textsOf(fields: Fields, key: string): readonly string[] {
  return listOf(fields, key).map((value, index) => {
    if (typeof value !== "string") {
      throw new WebhookProblem(`${pathTo(fields, key)}[${index}]`, "it has to be a string");
    }
    return value;
  });
}

export function mappingsOf(fields: Fields, key: string): readonly Fields[] {
  return listOf(fields, key).map((value, index) => fieldsOf(value, `${pathTo(fields, key)}[${index}]`));
}

/** `matchLabels` and `matchExpressions` as one list. Whether the API server can use it is another question. */
export function selectorOf(fields: Fields, key: string): LabelSelector {
  const selector = fieldsAt(fields, key);
  const labels = fieldsAt(selector, "matchLabels");
  const exact = Object.keys(labels.value).map(
    (label): Requirement => ({ key: label, operator: "In", values: [textOf(labels, label)] }),
  );
  const expressions = mappingsOf(selector, "matchExpressions").map(
    (expression): Requirement => ({
      key: textOf(expression, "key"),
      operator: textOf(expression, "operator"),
      values: textsOf(expression, "values"),
    }),
  );
  return { requirements: [...exact, ...expressions] };
}

function pathTo({ path }: Fields, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function own({ value }: Fields, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
