import type { GenericGrants } from "../../config/generic-grants.ts";
import { formatPath } from "../../manifest/format-path.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Grant } from "../signer.ts";
import { type Condition, conditionSources, isForeign } from "./condition.ts";
import type { PolicyContent } from "./policy-content.ts";
import { type LocatedValue, membersAt, valuesAt } from "./values-at.ts";

/** One entry of a policy, ready to be compared with requesters. */
export interface PolicyEntry {
  readonly grant: Grant;
  readonly denies: boolean;
  /** Who asks: has to fit for the entry to count at all. In the same order in every entry of a policy. */
  readonly identity: readonly Condition[];
  /** What is asked for, where a mismatch makes the signer go on to its other entries. */
  readonly selecting: readonly Condition[];
  /** What the signer denies for once it has chosen the entry. */
  readonly checking: readonly Condition[];
}

export type EntriesReading =
  | { readonly readable: true; readonly entries: readonly PolicyEntry[] }
  | { readonly readable: false; readonly place: string; readonly reason: string };

/** The entries of one policy in the order of its text, as the configuration describes them. */
export function readEntries(
  description: GenericGrants,
  policy: Manifest,
  content: PolicyContent & { readonly found: true },
): EntriesReading {
  const root: LocatedValue = { value: content.value, path: [] };
  const sources = conditionSources(description.fields, root);
  const { path, keyed } = description;
  const entries: PolicyEntry[] = [];
  for (const found of keyed ? membersAt(root, path) : valuesAt(root, path)) {
    const place = placeIn(content.place, found.path);
    const problem = problemOf(found, keyed);
    if (problem !== undefined) return { readable: false, place, reason: problem };
    const effect = effectOf(description.effect, found);
    if (effect === undefined) continue;
    const conditions: Condition[] = [];
    for (const source of sources) {
      const condition = source(found);
      if (isForeign(condition)) {
        const where = placeIn(content.place, condition.path);
        return {
          readable: false,
          place: where,
          reason: `${condition.found} stands where a text is expected`,
        };
      }
      conditions.push(condition);
    }
    const identity = conditions.filter((condition) => condition.asked.isIdentity);
    const checks = (condition: Condition) => effect === "allow" && condition.denial !== undefined;
    entries.push({
      grant: { policy, path: place, summary: identity.map((condition) => condition.summary).join("/") },
      denies: effect === "deny",
      identity: identity.filter((condition) => !checks(condition)),
      selecting: conditions.filter((condition) => !condition.asked.isIdentity && !checks(condition)),
      checking: conditions.filter(checks),
    });
  }
  return { readable: true, entries };
}

function problemOf({ value }: LocatedValue, keyed: boolean): string | undefined {
  if (keyed) return isMap(value) ? undefined : "a map of grants is expected here";
  return typeof value === "string" || isMap(value) ? undefined : "a grant is a map or a text";
}

function isMap(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** Undefined for an entry that neither grants nor denies. */
function effectOf(effect: GenericGrants["effect"], entry: LocatedValue): "allow" | "deny" | undefined {
  if (effect === undefined) return "allow";
  const stated = valuesAt(entry, effect.path).map(({ value }) => String(value));
  if (stated.some((value) => effect.deny.includes(value))) return "deny";
  if (effect.allow === undefined || stated.some((value) => effect.allow?.includes(value))) return "allow";
  return undefined;
}

/** `data["policy.yaml"].grants[2]`; the whole policy where the path is empty. */
function placeIn(place: string, path: LocatedValue["path"]): string {
  const inside = formatPath(path);
  if (place === "" || inside === "") return `${place}${inside}` || "the object";
  return inside.startsWith("[") ? `${place}${inside}` : `${place}.${inside}`;
}
