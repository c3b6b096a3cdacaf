import type { GenericGrants } from "../../config/generic-grants.ts";
import { formatRef } from "../../manifest/object-ref.ts";
import { quote } from "../../quote.ts";
import type { RequesterIdentity } from "../../requests/requester.ts";
import type { Verdict } from "../signer.ts";
import { type Condition, concerns, coversAll, uncoveredText } from "./condition.ts";
import { indexEntries } from "./entry-index.ts";
import type { PolicyEntry } from "./policy-entries.ts";
import { precedences } from "./precedence.ts";

/**
 * The signer's decision for each requester by all entries of its policies, in their order. `isOpen`: there may be
 * policies that this render does not have; then nothing is denied but what an entry denies by itself.
 */
export function judgeBy(
  description: GenericGrants,
  entries: readonly PolicyEntry[],
  isOpen: boolean,
): (requester: RequesterIdentity) => Verdict {
  const entriesFor = indexEntries(entries);
  const choose = precedences[description.precedence];
  return (requester) => {
    const ofAccount = entriesFor(requester);
    const applying = ofAccount.filter(({ denies, selecting }) =>
      denies ? concerns(selecting, requester) : coversAll(selecting, requester),
    );
    const chosen = choose(applying, requester);
    if (chosen?.denies === true) {
      return denied(description.effect?.denial ?? description.noGrant, `${nameOf(chosen)} denies it`);
    }
    if (chosen !== undefined && coversAll(chosen.checking, requester)) {
      return { status: "granted", grant: chosen.grant };
    }
    if (isOpen) return { status: "external" };
    if (chosen !== undefined) return checkDenial(chosen, requester, description.noGrant);
    return denied(description.noGrant, missingDetail(description, entries, ofAccount, requester));
  };
}

/** The first check that fails gives the reason. */
function checkDenial(entry: PolicyEntry, requester: RequesterIdentity, otherwise: string): Verdict {
  const failed = entry.checking.find((condition) => uncoveredText(condition, requester) !== undefined);
  return denied(failed?.denial ?? otherwise, mismatchDetail(entry, failed, requester));
}

function missingDetail(
  { path }: GenericGrants,
  entries: readonly PolicyEntry[],
  ofAccount: readonly PolicyEntry[],
  requester: RequesterIdentity,
): string {
  if (entries.length === 0) {
    const where =
      path.length > 0 ? ` at ${path.join(".")}, where grants.path of the signer looks for them` : "";
    return `the policy holds no grants${where}`;
  }
  const nearest = ofAccount.find(({ denies }) => !denies);
  if (nearest !== undefined) {
    const failed = nearest.selecting.find((condition) => uncoveredText(condition, requester) !== undefined);
    return mismatchDetail(nearest, failed, requester);
  }
  return `no grant covers service account ${requester.serviceAccountName} of ${requester.namespace}`;
}

function mismatchDetail(
  entry: PolicyEntry,
  failed: Condition | undefined,
  requester: RequesterIdentity,
): string {
  const text = failed === undefined ? undefined : uncoveredText(failed, requester);
  return `${nameOf(entry)} does not cover ${failed?.asked.what ?? "it"} ${quote(text ?? "")}`;
}

function nameOf({ grant }: PolicyEntry): string {
  return `${grant.path} of ${formatRef(grant.policy.ref)}`;
}

function denied(reason: string, detail: string): Verdict {
  return { status: "denied", reason, detail };
}
