import { isObject, type JsonObject, type JsonValue, textAt, valueAt } from "../manifest/manifest.ts";

/**
 * A label selector in the form of a query, `app=web,tier in (a,b),!old` (apimachinery v0.37
 * `pkg/apis/meta/v1.LabelSelectorAsSelector`). Undefined for one that cannot be read: an empty text would select everything.
 */
export function selectorText(selector: JsonValue | undefined): string | undefined {
  if (!isObject(selector)) return undefined;
  const labels = valueAt(selector, "matchLabels");
  const expressions = valueAt(selector, "matchExpressions");
  const parts = isObject(labels)
    ? Object.keys(labels).map((key) => `${key}=${textAt(labels, key) ?? ""}`)
    : [];
  for (const expression of Array.isArray(expressions) ? expressions : []) {
    const part = isObject(expression) ? expressionText(expression) : undefined;
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts.length === 0 ? undefined : parts.join();
}

const operators: Readonly<Record<string, (key: string, values: string) => string>> = {
  In: (key, values) => `${key} in (${values})`,
  NotIn: (key, values) => `${key} notin (${values})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
};

function expressionText(expression: JsonObject): string | undefined {
  const { key, operator, values } = expression;
  if (typeof key !== "string" || typeof operator !== "string") return undefined;
  return operators[operator]?.(key, Array.isArray(values) ? values.join() : "");
}
