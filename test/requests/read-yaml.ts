import type { Manifest } from "../../src/manifest/manifest.ts";
import { readManifests } from "../../src/manifest/read.ts";
import { splitDocuments } from "../../src/manifest/split.ts";
import type { Rendered } from "../../src/render/rendered.ts";

/** The objects of a YAML text, split and read as the pipeline does it, for a destination namespace. */
export function readYaml(text: string, destinationNamespace: string): readonly Manifest[] {
  const rendered: Rendered = {
    text,
    renderer: { tool: "stdin", version: "0.1.0", command: "standard input" },
    origins: [{ start: 0, file: "standard input", sourceComments: false }],
  };
  const documents = splitDocuments(rendered);
  const manifests = readManifests(rendered, documents.value, { destinationNamespace });
  const [problem] = [...documents.findings, ...manifests.findings];
  if (problem !== undefined) throw new Error(`the text of this test has a problem: ${problem.code}`);
  return manifests.value;
}
