import { appendAll } from "../../append-all.ts";
import { printable } from "../../findings/printable.ts";
import type { PlanInput } from "../plan-input.ts";
import { count, wrap } from "../text-layout.ts";
import type { TextOptions } from "./section.ts";

/** What a mode means for the sync; nothing to say of the usual one. */
const modeWords: { readonly [M in NonNullable<PlanInput["mode"]>]: string } = {
  enforce: "",
  warn: "In this mode generate prints in spite of errors: what they are about is not guarded.",
  off: "The render goes out as it is: nothing moves, nothing waits.",
};

/** What was looked at; problems that need attention before anything else. */
export function headline(input: PlanInput, { style, width }: TextOptions): readonly string[] {
  const { application, mode = "enforce", objects } = input;
  const namespace = application.namespace === "" ? "no namespace" : `namespace ${application.namespace}`;
  const inMode = mode === "enforce" ? "" : `, mode ${mode}`;
  const title = `${application.name} → ${namespace}: ${count(objects.length, "object")}${inMode}`;
  const lines = [...wrap(printable(title), width).map(style.heading)];
  appendAll(lines, wrap(modeWords[mode], width).map(style.caution));
  const errors = input.findings.filter(({ severity }) => severity === "error").length;
  const warnings = input.findings.filter(({ severity }) => severity === "warning").length;
  if (errors > 0) {
    const others = warnings > 0 ? ` and ${count(warnings, "warning")}` : "";
    appendAll(lines, wrap(`${count(errors, "error")}${others}, told below`, width).map(style.bad));
  } else if (warnings > 0) {
    appendAll(lines, wrap(`${count(warnings, "warning")}, told below`, width).map(style.caution));
  }
  return lines;
}
