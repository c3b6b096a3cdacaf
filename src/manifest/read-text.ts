import { findMarkAtEdge } from "./buffer-edges.ts";
import { contentStart } from "./content-start.ts";
import { findControl } from "./control-characters.ts";
import { decodeYaml, type Reading } from "./decode-yaml.ts";
import { AliasBudget } from "./limits.ts";
import { normaliseAllBreaks } from "./normalise-breaks.ts";
import { type Refusal, refuse } from "./refusal.ts";

/**
 * Reads the text of one document as Go does. Offsets count from the start of `text`.
 *
 * @param budget for what aliases expand to; shared by all documents of a render.
 * @param isJson whether the stream was JSON up to here: then Argo CD reads the text once, else twice.
 */
export function readText(
  text: string,
  budget: AliasBudget = new AliasBudget(),
  isJson = false,
): Reading | Refusal {
  const body = documentBody(text);
  if (!onlyBlank(text.slice(body.length).replace(/^\.\.\./, ""))) {
    return refuse(
      "the document ends here for Argo CD, which would ignore without a word what follows",
      body.length,
    );
  }
  if (body !== text && onlyBlank(body)) {
    return refuse("the document ends with ... before it has begun", body.length);
  }
  const control = findControl(body);
  if (control !== undefined) return control;
  const lostMark = findMarkAtEdge(body);
  if (lostMark !== undefined) return lostMark;
  return decodeYaml(body, budget, isJson);
}

/**
 * Go reads only the first document of what the stream was cut into, so text after `...`, or after a `---` that the
 * stream was not cut at (behind a lone carriage return), does not exist for it (go.yaml.in/yaml/v2 `Unmarshal`).
 */
export function documentBody(text: string): string {
  if (!text.includes("---") && !text.includes("...")) return text;
  for (const mark of text.matchAll(
    /(?<=^|[\n\r\u0085\u2028\u2029])(?:---|\.\.\.)(?=[ \t\n\r\u0085\u2028\u2029]|$)/g,
  )) {
    if (text.startsWith("...", mark.index) || !onlyBlank(text.slice(0, mark.index)))
      return text.slice(0, mark.index);
  }
  return text;
}

function onlyBlank(text: string): boolean {
  return contentStart(normaliseAllBreaks(text), 0) === text.length;
}
