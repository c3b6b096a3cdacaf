import { groupOf } from "./identity.ts";
import type { ObjectRef } from "./object-ref.ts";

/** Characters of a document that are searched: what names it stands at its head. */
const looksAt = 65_536;

const scalar = `["']?([^\\s"'#]+)["']?`;
const apiVersion = new RegExp(`^"?apiVersion"?:[ \\t]*${scalar}`, "m");
const kind = new RegExp(`^"?kind"?:[ \\t]*${scalar}`, "m");
const metadata = /^"?metadata"?:[ \t]*\r?\n((?:[ \t]+.*\n|[ \t]*\r?\n)*)/m;

/** Which object a broken document was probably meant to be: for messages, since nothing of it can be relied on. */
export function guessRef(whole: string): ObjectRef | undefined {
  const text = whole.slice(0, looksAt);
  const foundKind = kind.exec(text)?.[1];
  const block = metadata.exec(text)?.[1] ?? "";
  const indent = /^[ \t]+/.exec(block)?.[0];
  const name = indent === undefined ? undefined : field(block, indent, "name");
  if (foundKind === undefined || indent === undefined || name === undefined) return undefined;
  return {
    group: groupOf(apiVersion.exec(text)?.[1] ?? ""),
    kind: foundKind,
    namespace: field(block, indent, "namespace") ?? "",
    name,
  };
}

function field(block: string, indent: string, key: string): string | undefined {
  return new RegExp(`^${indent}"?${key}"?:[ \\t]*${scalar}`, "m").exec(block)?.[1];
}
