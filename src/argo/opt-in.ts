/** Annotation of an Application that wants to be rendered by `grantwave-auto`. */
export const enabledAnnotation = "grantwave.dev/enabled";

/** Annotation of an Application with the mode it wants, see the parameter `mode`. */
export const modeAnnotation = "grantwave.dev/mode";

/** What an Application says about being rendered by grantwave. */
export type OptIn = "in" | "out" | "unclear";

/** `true` and nothing else opts in; what is there and is neither `true` nor `false` was meant to say something. */
export function optInOf(annotations: Readonly<Record<string, string>>): OptIn {
  const value = annotations[enabledAnnotation];
  if (value === "true") return "in";
  return value === undefined || value === "false" ? "out" : "unclear";
}
