/**
 * How deep mappings and lists may nest. Kubernetes allows 10,000 levels; the deepest objects in use, the schemas of
 * CustomResourceDefinitions, stay below 100, and each later walk over a value may recurse.
 */
export const maxNesting = 256;

/** Bounds on what aliases expand to, those of go.yaml.in/yaml/v2 v2.4.3 (`decode.go`): what Go refuses, we refuse. */
export const aliasLimit = {
  /** In a document of at most this many values nearly all may come out of aliases; so no expansion gets much larger. */
  values: 400_000,
  ratio: allowedAliasRatio,
} as const;

/** What aliases of all documents of one render may expand to, beside Go's bound for each: many small bombs are one. */
const renderedAliasValues = 1_000_000;

/** Counts what comes out of aliases over several documents. The one thing that readers change. */
export class AliasBudget {
  /** How many values are allowed in all. */
  readonly limit: number;
  #left: number;

  constructor(limit: number = renderedAliasValues) {
    this.limit = limit;
    this.#left = limit;
  }

  /** Takes one value; false where there is none left. */
  take(): boolean {
    this.#left--;
    return this.#left >= 0;
  }
}

function allowedAliasRatio(values: number): number {
  const low = aliasLimit.values;
  const high = 4_000_000;
  if (values <= low) return 0.99;
  if (values >= high) return 0.1;
  return 0.99 - 0.89 * ((values - low) / (high - low));
}
