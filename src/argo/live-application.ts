/** What a run in the sidecar asks of an Application as the API server has it. */
export interface LiveApplication {
  readonly annotations: Readonly<Record<string, string>>;
  /** The destination cluster: its address, or its name in Argo CD; empty where it names none. */
  readonly cluster: string;
  /** In their order; empty where only metadata was asked for. */
  readonly sources: readonly LiveSource[];
}

export interface LiveSource {
  readonly repoURL: string;
  readonly path: string;
  /** The plugin parameter `source`; empty where there is none. */
  readonly name: string;
}

/**
 * Reads an Application out of the API server's JSON. The server has checked it against the schema, so what is not as it
 * should be counts as absent.
 */
export function readLiveApplication(value: unknown): LiveApplication {
  const annotations = Object.entries(objectAt(value, "metadata", "annotations"));
  const destination = objectAt(value, "spec", "destination");
  return {
    annotations: Object.fromEntries(
      annotations.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
    cluster: text(destination["server"]) || text(destination["name"]),
    sources: sourcesOf(value).map((source) => ({
      repoURL: text(source["repoURL"]),
      path: text(source["path"]),
      name: pluginSource(source),
    })),
  };
}

/** The hydrator's dry source beats `sources`, which beat `source` (argo-cd 3.6.1 `types.go` `HasMultipleSources`). */
function sourcesOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const spec = objectAt(value, "spec");
  if (isObject(spec["sourceHydrator"])) return [objectAt(spec, "sourceHydrator", "drySource")];
  const sources = list(spec["sources"]).filter(isObject);
  if (sources.length > 0) return sources;
  return isObject(spec["source"]) ? [spec["source"]] : [];
}

function pluginSource(source: Readonly<Record<string, unknown>>): string {
  const plugin = objectAt(source, "plugin");
  const parameter = list(plugin["parameters"]).find((entry) => isObject(entry) && entry["name"] === "source");
  const variable = list(plugin["env"]).find(
    (entry) => isObject(entry) && entry["name"] === "GRANTWAVE_SOURCE",
  );
  return text(objectAt(parameter)["string"]) || text(objectAt(variable)["value"]);
}

function objectAt(value: unknown, ...keys: readonly string[]): Readonly<Record<string, unknown>> {
  let at = value;
  for (const key of keys) at = isObject(at) ? at[key] : undefined;
  return isObject(at) ? at : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
