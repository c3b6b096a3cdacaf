import { isCarried, type SourceField } from "./source-field.ts";
import { type BlockType, blockTypes, sourceFields } from "./source-fields.ts";

/** What becomes of every field of a source's blocks, as Markdown. */
export function sourceFieldTable(): string {
  const rows = blockTypes.flatMap((type) => sourceFields[type].map((field) => row(type, field)));
  return ["| Field | Parameter | What becomes of it |", "| --- | --- | --- |", ...rows].join("\n");
}

function row(type: BlockType, field: SourceField): string {
  const name = `\`${type}.${field.field}\``;
  if (isCarried(field)) {
    const { parameter, flagged, note } = field;
    const parameters = [parameter, ...(flagged === undefined ? [] : [flagged.parameter])];
    const how = flagged === undefined ? (note ?? "carried over") : `those with ${flagged.flag} to the second`;
    return `| ${name} | ${parameters.map((one) => `\`${one}\``).join(", ")} | ${how} |`;
  }
  const { harmless, why, hint } = field;
  const said = harmless.map((value) => (value === "" ? "none" : `\`${value}\``)).join(", ");
  return `| ${name} |  | left out where it is ${said}; else refused: ${why}; ${hint} |`;
}
