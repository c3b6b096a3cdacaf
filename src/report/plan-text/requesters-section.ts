import { appendAll } from "../../append-all.ts";
import { printable } from "../../findings/printable.ts";
import type { PlanInput, PlannedRequester } from "../plan-input.ts";
import { columnWidths, count, row, showRef, wrap } from "../text-layout.ts";
import { type TextOptions, titled } from "./section.ts";

type Status = PlannedRequester["status"];

/** What needs attention first. */
const statuses: readonly Status[] = ["denied", "unknown", "external", "granted"];

const statusWords: { readonly [S in Status]: string } = {
  denied: "denied by the policy in this render, for good",
  unknown: "unknown: no signer of that name is configured, or its policy is refused",
  external: "external: the policy is not in this render, the barrier asks the live one",
  granted: "granted by the policy in this render, once it is loaded",
};

const shownOfEach: { readonly [S in Status]: number } = {
  denied: 20,
  unknown: 10,
  external: 10,
  granted: 10,
};

/** Who asks which signer for what, and the answer that is to be expected. */
export function requestersSection({ requesters }: PlanInput, options: TextOptions): readonly string[] {
  const { style, width } = options;
  if (requesters.length === 0) return [];
  const signers = new Set(requesters.map(({ requester }) => requester.signerName));
  const lines: string[] = [...titled("Requesters", tally(requesters, signers), options)];
  const shown = statuses.flatMap((status) => ofStatus(requesters, status).slice(0, shownOfEach[status]));
  const cells = new Map(shown.map((one) => [one, cellsOf(one, signers.size > 1)]));
  const widths = columnWidths([...cells.values()], 40);
  for (const status of statuses) {
    const all = ofStatus(requesters, status);
    if (all.length === 0) continue;
    const colour = { denied: style.bad, unknown: style.caution, external: style.good, granted: style.good }[
      status
    ];
    appendAll(lines, wrap(statusWords[status], width, "  ").map(colour));
    for (const one of all.slice(0, shownOfEach[status])) {
      appendAll(
        lines,
        row(cells.get(one) ?? [], widths, width - 2).map((line) => `  ${line}`),
      );
      if (one.denial !== undefined) {
        appendAll(
          lines,
          wrap(printable(`${one.denial.reason}: ${one.denial.detail}`), width, "        ").map(style.bad),
        );
      }
    }
    const more = all.length - shownOfEach[status];
    if (more > 0) lines.push(style.quiet(`    and ${more} more (all of them with -o json)`));
  }
  return lines;
}

function tally(requesters: readonly PlannedRequester[], signers: ReadonlySet<string>): string {
  const parts = statuses
    .map((status) => ({ status, size: ofStatus(requesters, status).length }))
    .filter(({ size }) => size > 0);
  const whom = signers.size === 1 ? ` of ${printable([...signers].join(""))}` : ` of ${signers.size} signers`;
  return `${count(requesters.length, "certificate source")}${whom}: ${parts.map(({ status, size }) => `${size} ${status}`).join(", ")}`;
}

function ofStatus(requesters: readonly PlannedRequester[], status: Status): readonly PlannedRequester[] {
  return requesters.filter((one) => one.status === status);
}

function cellsOf({ requester }: PlannedRequester, withSigner: boolean): readonly string[] {
  const { signerName, namespace, serviceAccountName, keyType, dependent } = requester;
  return [
    printable(`${namespace}/${serviceAccountName}`),
    ...(withSigner ? [printable(signerName)] : []),
    printable(keyType),
    showRef(dependent.ref),
  ];
}
