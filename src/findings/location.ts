import type { Source } from "../manifest/document.ts";
import { formatRef, type ObjectRef } from "../manifest/object-ref.ts";
import { printable } from "./printable.ts";

/**
 * `file:line`, the form that editors and terminals make a link of; `file, rendered line N` where the line is none of the
 * file, a template.
 */
export function formatPlace(source: Source): string {
  const { file, line, rendered } = source;
  return printable(rendered === true ? `${file}, rendered line ${line}` : `${file}:${line}`);
}

/**
 * Where a problem stands, on one line: `file:line (document N) Kind/namespace/name`, or `file (rendered line N, document
 * N) Kind/namespace/name` where the file is a template. Parts that nobody knows are left out; the answer is empty where
 * nothing is known.
 */
export function formatLocation(source: Source | null, ref: ObjectRef | undefined): string {
  const parts: string[] = [];
  if (source?.rendered === true) {
    parts.push(printable(`${source.file} (rendered line ${source.line}, document ${source.document})`));
  } else if (source !== null) {
    parts.push(formatPlace(source), `(document ${source.document})`);
  }
  if (ref !== undefined) parts.push(printable(formatRef(ref)));
  return parts.join(" ");
}
