import { appendAll } from "../../append-all.ts";
import { printable } from "../../findings/printable.ts";
import type { PlanInput } from "../plan-input.ts";
import { count, wrap } from "../text-layout.ts";
import type { TextOptions } from "./section.ts";

/** What was looked at; problems that need attention before anything else. */
export function headline(input: PlanInput, { style, width }: TextOptions): readonly string[] {
  const { application, objects } = input;
  const title = `${application.name} → namespace ${application.namespace}: ${count(objects.length, "object")}`;
  const lines = [...wrap(printable(title), width).map(style.heading)];
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
