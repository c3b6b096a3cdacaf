import { isDeepStrictEqual } from "node:util";
import { GrantwaveError } from "../errors.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { formatRef } from "../manifest/object-ref.ts";
import { readManifests } from "../manifest/read.ts";
import { splitDocuments } from "../manifest/split.ts";
import { render } from "../render/render.ts";
import type { RenderRequest } from "../render/render-request.ts";
import type { Rendered } from "../render/rendered.ts";
import type { Tools } from "../render/tools.ts";

/** Whether a source renders the same before and after it was rewritten. */
export type Comparison =
  | { readonly kind: "same"; readonly bytes: number }
  /** The same objects, whose text is another each time: of a chart that makes up passwords or certificates. */
  | { readonly kind: "random"; readonly objects: readonly string[] }
  | { readonly kind: "different"; readonly what: string }
  | { readonly kind: "not-compared"; readonly why: string };

/** More objects nobody wants to read the names of. */
const mostNamed = 5;

/**
 * Renders a source twice, as Argo CD does by its own block and as the plugin does by its parameters in mode off, and
 * compares the bytes. Never throws for a render that fails.
 */
export async function compareRenders(
  before: RenderRequest,
  after: RenderRequest,
  tools: Tools,
): Promise<Comparison> {
  const old = await attempt(before, tools);
  if (old instanceof GrantwaveError) {
    return { kind: "not-compared", why: `it does not render as it is: ${old.message}` };
  }
  const now = await attempt(after, tools);
  if (now instanceof GrantwaveError) {
    return { kind: "different", what: `the plugin cannot render it: ${now.message}` };
  }
  if (old.text === now.text) return { kind: "same", bytes: Buffer.byteLength(now.text) };
  const differing = differences(old, now);
  const again = await attempt(before, tools);
  const random = again instanceof GrantwaveError ? [] : differences(old, again);
  if (random.length > 0 && isDeepStrictEqual(differing, random)) return { kind: "random", objects: random };
  return { kind: "different", what: describe(differing) };
}

async function attempt(request: RenderRequest, tools: Tools): Promise<Rendered | GrantwaveError> {
  try {
    return await render(request, tools);
  } catch (error) {
    if (error instanceof GrantwaveError) return error;
    throw error;
  }
}

/** The objects that are not the same, by name: what they hold may be secret. */
function differences(before: Rendered, after: Rendered): readonly string[] {
  const [old, now] = [objectsOf(before), objectsOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.filter((name) => old.get(name) !== now.get(name)).sort();
}

function objectsOf(rendered: Rendered): ReadonlyMap<string, string> {
  const manifests = readManifests(rendered, splitDocuments(rendered).value, { destinationNamespace: "" });
  return new Map(manifests.value.map((manifest) => [formatRef(manifest.ref), textOf(manifest, rendered)]));
}

function textOf({ document }: Manifest, { text }: Rendered): string {
  return text.slice(document.start, document.end);
}

function describe(names: readonly string[]): string {
  if (names.length === 0) return "the same objects come in another order or with other text between them";
  const shown = names.slice(0, mostNamed).join(", ");
  return names.length > mostNamed
    ? `${shown} and ${names.length - mostNamed} others differ`
    : `${shown} differ`;
}
