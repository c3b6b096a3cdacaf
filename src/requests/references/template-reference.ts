import type { JsonValue, Manifest } from "../../manifest/manifest.ts";
import { textAt } from "../../manifest/manifest.ts";

/** A reference from an object to another one in its namespace, out of whose template it makes pods. */
export interface TemplateReference {
  /** Where it stands in the object, such as `spec.workloadRef`. */
  readonly path: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** False for kinds that the object's controller refuses. */
  readonly supported: boolean;
}

/** How one kind refers to templates. One small file each; template-references.ts lists them. */
export type ReferenceRule = (manifest: Manifest) => readonly TemplateReference[];

/** The name in a reference block; undefined where there is no block, or nothing to go by in it. */
export function nameIn(reference: JsonValue | undefined): string | undefined {
  return textAt(reference, "name") || undefined;
}
