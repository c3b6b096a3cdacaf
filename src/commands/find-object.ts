import { UsageError } from "../errors.ts";
import { formatRef, type ObjectRef, refKey } from "../manifest/object-ref.ts";
import { findByRef, formatFullRef, parseRef, type RefPattern } from "../manifest/parse-ref.ts";
import { nearestName } from "../nearest-name.ts";
import { quote } from "../quote.ts";

const shownCandidates = 5;

/** Names of objects are long, and longer ones are quoted in full: they are there to be copied. */
const longestName = 600;

/**
 * The one object that `KIND[.GROUP]/[NAMESPACE/]NAME` means.
 *
 * @param text as it stands on the command line.
 * @throws UsageError that names the candidates, where it means none or several.
 */
export function findObject<T extends { readonly ref: ObjectRef }>(text: string, objects: readonly T[]): T {
  const pattern = parseRef(text);
  if (pattern === undefined) {
    throw new UsageError(`${quote(text)} is no reference to an object`, {
      hint: "write KIND[.GROUP]/[NAMESPACE/]NAME, such as Deployment/web/front or Namespace/web",
    });
  }
  const [found, ...others] = findByRef(pattern, objects);
  if (found === undefined) throw unknown(text, pattern, objects);
  if (others.length > 0) throw ambiguous(text, [found, ...others]);
  return found;
}

/** What may have been meant: the nearest name, written as far as it was, and objects of that name and another kind. */
function unknown(
  text: string,
  pattern: RefPattern,
  objects: readonly { readonly ref: ObjectRef }[],
): UsageError {
  const spellings = new Map(objects.map(({ ref }) => [spelledLike(pattern, ref), formatRef(ref)]));
  const nearest = spellings.get(nearestName(text, spellings.keys()) ?? "");
  const namesakes = objects.filter(({ ref }) => ref.name === pattern.name).map(({ ref }) => formatRef(ref));
  const meant = [...new Set([...(nearest === undefined ? [] : [nearest]), ...namesakes])];
  return new UsageError(`no object of this application is ${quote(text, longestName)}`, {
    hint: meant.length === 0 ? "plan -o json lists all objects" : `did you mean ${list(meant, "or")}?`,
  });
}

function spelledLike({ namespace }: RefPattern, ref: ObjectRef): string {
  return formatRef(namespace === undefined ? { ...ref, namespace: "" } : ref);
}

function ambiguous(text: string, found: readonly { readonly ref: ObjectRef }[]): UsageError {
  const spellings = found.map(({ ref }) => formatRef(ref));
  // Groups of Kubernetes are left out unless they are all that tells the objects apart.
  const isClear = new Set(spellings).size === new Set(found.map(({ ref }) => refKey(ref))).size;
  const shown = isClear ? spellings : found.map(({ ref }) => formatFullRef(ref));
  return new UsageError(`${quote(text, longestName)} may be ${list(shown, "or")}`, {
    hint: "name the namespace and the group of the one you mean",
  });
}

function list(names: readonly string[], word: string): string {
  const shown = names.slice(0, shownCandidates);
  const more = names.length - shown.length;
  const items = more > 0 ? [...shown, `${more} more`] : shown;
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}
