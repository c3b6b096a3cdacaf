/**
 * A text with its variables replaced, as Argo CD does it in values of its own blocks: `$NAME` and `${NAME}`, `$$` for a
 * dollar sign (argo-cd 3.6 `pkg/apis/application/v1alpha1/types.go` Envsubst, which is Go's `os.Expand`).
 */
export function expandVariables(text: string, lookUp: (variable: string) => string): string {
  return text.replaceAll(reference, (_, braced?: string, special?: string, name?: string) => {
    const variable = braced ?? special ?? name;
    // `${` that no brace closes, and `${}`: Go takes both away.
    if (variable === undefined) return "";
    return variable === "$" ? "$" : lookUp(variable);
  });
}

/** True where a text would be changed. */
export function namesVariables(text: string): boolean {
  return text.search(reference) >= 0;
}

/** Go 1.26 `os/env.go` getShellName: a name in braces, one of the shell's special characters, letters and digits. */
const reference = /\$(?:\{([^}]+)\}|\{\}?|([*#$@!?\-0-9])|([A-Za-z_][A-Za-z0-9_]*))/g;
