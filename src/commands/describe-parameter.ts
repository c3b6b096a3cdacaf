import type { Parameter } from "../parameters.ts";

/** A parameter's description with its choices and its default, as help and documentation end it. */
export function describeParameter(parameter: Parameter): string {
  const notes = [
    ...(parameter.choices === undefined ? [] : [parameter.choices.join(", ")]),
    ...(parameter.default === undefined || parameter.type === "boolean"
      ? []
      : [`default ${parameter.default}`]),
  ];
  return notes.length === 0 ? parameter.description : `${parameter.description} (${notes.join("; ")})`;
}
