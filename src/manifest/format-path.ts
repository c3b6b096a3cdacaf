export type Path = readonly (string | number)[];

/** `spec.template.spec.volumes[0]`, with brackets and quotes around keys that are no plain words. */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (!/^[A-Za-z_$][\w$-]*$/.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** The same for messages: a key may be as long as a file, and nobody reads more than its beginning. */
export function showPath(path: Path): string {
  return formatPath(
    path.map((step) =>
      typeof step === "string" && step.length > longestShown ? `${step.slice(0, longestShown)}…` : step,
    ),
  );
}

const longestShown = 60;
