/** An answer where not everything is known. `unknown` means: what is not known decides. */
export type Ternary = "yes" | "no" | "unknown";

export function ternaryOf(value: boolean): Ternary {
  return value ? "yes" : "no";
}

/** Yes where all are, no where one is not. */
export function allOf(answers: Iterable<Ternary>): Ternary {
  let result: Ternary = "yes";
  for (const answer of answers) {
    if (answer === "no") return "no";
    if (answer === "unknown") result = "unknown";
  }
  return result;
}

/** Yes where one is, no where none is. */
export function anyOf(answers: Iterable<Ternary>): Ternary {
  let result: Ternary = "no";
  for (const answer of answers) {
    if (answer === "yes") return "yes";
    if (answer === "unknown") result = "unknown";
  }
  return result;
}
