import * as z from "zod";
import { phases } from "../argo/phase.ts";
import type { FindingCode } from "../findings/finding.ts";
import { weights } from "../findings/severity.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

/** Identity of an object in reports. `id` names it in JSON Schemas, so that each says it once. */
export const RefEntry = z
  .strictObject({ group: z.string(), kind: z.string(), namespace: z.string(), name: z.string() })
  .meta({
    id: "ObjectRef",
    description: "An object: group is empty for the core group, namespace for cluster scope.",
  });

/** Exactly the four fields of an identity, whatever else the value carries. */
export function plainRef({ group, kind, namespace, name }: ObjectRef): ObjectRef {
  return { group, kind, namespace, name };
}

export const PhaseName = z.enum(phases);

/** Where something stands: file, 1-based line, 1-based document; `rendered` where the line is none of the file. */
export const SourceEntry = z
  .strictObject({
    file: z.string(),
    line: z.int(),
    document: z.int(),
    rendered: z.literal(true).optional().meta({
      description:
        "The file is a template: document and line count what it rendered, the line from the document's # Source comment on.",
    }),
  })
  .meta({ id: "Source", description: "A place: line and document count from 1." });

const codes = Object.keys(weights) as [FindingCode, ...FindingCode[]];

/** A finding in reports. */
export const FindingEntry = z
  .strictObject({
    code: z.enum(codes),
    severity: z.enum(["error", "warning", "info"]),
    message: z.string(),
    hint: z.string(),
    refs: z.array(RefEntry),
    source: SourceEntry.nullable(),
    fingerprint: z.string(),
  })
  .meta({ id: "Finding", description: "A problem; docs/findings.md lists the codes." });
