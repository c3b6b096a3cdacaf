import { readManifests } from "../../src/manifest/read.ts";
import { splitDocuments } from "../../src/manifest/split.ts";
import type { Rendered } from "../../src/render/rendered.ts";

/** A render of one stream that came from standard input. */
export function renderOf(text: string, file = "standard input"): Rendered {
  return {
    text,
    renderer: { tool: "stdin", version: "test", command: "standard input" },
    origins: [{ start: 0, file, sourceComments: false }],
  };
}

/** Splits and reads a stream; the findings are those of both stages. */
export function readStream(text: string) {
  const rendered = renderOf(text);
  const split = splitDocuments(rendered);
  const read = readManifests(rendered, split.value, { destinationNamespace: "target" });
  return {
    rendered,
    documents: split.value,
    manifests: read.value,
    findings: [...split.findings, ...read.findings],
  };
}
