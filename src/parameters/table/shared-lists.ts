import type { Origin, ParameterCommand } from "../parameter.ts";

/** What renders an application. */
export const everywhere: readonly ParameterCommand[] = [
  "generate",
  "plan",
  "explain",
  "lockout",
  "recovery",
  "graph",
];
/** What puts it in order. */
export const ordering: readonly ParameterCommand[] = ["generate", "plan", "explain"];
/** Whatever renders, if only to look at what comes out. */
export const rendering: readonly ParameterCommand[] = [...everywhere, "migrate", "parameters"];
export const application: readonly Origin[] = ["flag", "application", "application-env"];
export const operator: readonly Origin[] = ["flag", "operator-env"];
