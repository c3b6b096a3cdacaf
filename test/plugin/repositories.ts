/** Files of small repositories that several tests send. */

/** A chart that shows one value, `word`. */
export const chart = {
  "apps/shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\n",
  "apps/shop/values.yaml": "word: default\n",
  "apps/shop/templates/word.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-word
data:
  word: {{ .Values.word | quote }}
`,
} as const;

/** The plugin block of a source, with parameters that are strings, arrays or maps. */
export function pluginSource(
  parameters: Readonly<Record<string, string | readonly string[] | Readonly<Record<string, string>>>> = {},
  env: Readonly<Record<string, string>> = {},
): object {
  return {
    plugin: {
      name: "grantwave",
      env: Object.entries(env).map(([name, value]) => ({ name, value })),
      parameters: Object.entries(parameters).map(([name, value]) => ({ name, ...form(value) })),
    },
  };
}

function form(value: string | readonly string[] | Readonly<Record<string, string>>): object {
  if (typeof value === "string") return { string: value };
  return Array.isArray(value) ? { array: value } : { map: value };
}
