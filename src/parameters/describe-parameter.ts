import type { Parameter } from "../parameters.ts";

/** A parameter's description with its choices and its default, for help, plugin.yaml and documentation. */
export function describeParameter({ choices, default: fallback, description }: Parameter): string {
  const notes = [choices?.join(", "), fallback === undefined ? undefined : `default ${fallback}`];
  const known = notes.filter((note) => note !== undefined);
  return known.length === 0 ? description : `${description} (${known.join("; ")})`;
}
