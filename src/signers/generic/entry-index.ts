import { appendTo } from "../../append-to.ts";
import type { RequesterIdentity } from "../../requests/requester.ts";
import { coversAll } from "./condition.ts";
import type { PolicyEntry } from "./policy-entries.ts";

/**
 * Finds the entries that the account of a requester does not rule out, in their order. What the entries spell out is
 * looked up; only those that leave it open are all tried. Each account is looked up once.
 */
export function indexEntries(
  entries: readonly PolicyEntry[],
): (requester: RequesterIdentity) => readonly PolicyEntry[] {
  const position = mostSpelledOut(entries);
  const { byText, open } = groupByLiteral(entries, position);
  const byAccount = new Map<string, readonly PolicyEntry[]>();
  return (requester) => {
    const account = `${requester.namespace}\u0000${requester.serviceAccountName}`;
    const known = byAccount.get(account);
    if (known !== undefined) return known;
    const [text = ""] = entries[0]?.identity[position]?.asked.of(requester) ?? [];
    const found = [...(byText.get(text) ?? []), ...open]
      .sort((a, b) => a - b)
      .flatMap((index) => entries[index] ?? [])
      .filter(({ identity }) => coversAll(identity, requester));
    byAccount.set(account, found);
    return found;
  };
}

/** The place among the identity conditions at which the entries spell out the most different texts. */
function mostSpelledOut(entries: readonly PolicyEntry[]): number {
  const texts: Set<string>[] = [];
  for (const { identity } of entries) {
    for (const [position, { literals = [] }] of identity.entries()) {
      texts[position] ??= new Set();
      for (const text of literals) texts[position]?.add(text);
    }
  }
  const sizes = texts.map(({ size }) => size);
  const most = sizes.reduce((largest, size) => Math.max(largest, size), 0);
  return Math.max(0, sizes.indexOf(most));
}

function groupByLiteral(entries: readonly PolicyEntry[], position: number) {
  const byText = new Map<string, number[]>();
  const open: number[] = [];
  for (const [index, { identity }] of entries.entries()) {
    const literals = identity[position]?.literals;
    if (literals === undefined) open.push(index);
    for (const text of literals ?? []) {
      appendTo(byText, text, index);
    }
  }
  return { byText, open };
}
