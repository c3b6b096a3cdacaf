import { appendAll } from "../append-all.ts";
import { formatPlace } from "../findings/location.ts";
import { printable } from "../findings/printable.ts";
import { standingWords } from "./explain/standing.ts";
import type { Explanation } from "./explanation-report.ts";
import { findingsSection } from "./plan-text/findings-section.ts";
import { type TextOptions, titled } from "./plan-text/section.ts";
import { reasonWords } from "./reason-words.ts";
import { plainStyle } from "./style.ts";
import { count, enumerate, showRef, wrap } from "./text-layout.ts";

type Part = (explanation: Explanation, options: TextOptions) => readonly string[];

/** What is asked first comes first; parts with nothing to say are left out. */
const parts: readonly Part[] = [headline, why, required, certificates, inSync, findings];

const shownTies = 8;
const shownRequesters = 10;

/** An explanation for a person at a terminal. Ends with a line break; nothing in it can move the cursor. */
export function explanationText(explanation: Explanation, options: Partial<TextOptions> = {}): string {
  const { style = plainStyle, width = 80 } = options;
  const settled = { style, width: Math.min(Math.max(width, 60), 100) };
  const texts = parts.map((part) => part(explanation, settled)).filter((lines) => lines.length > 0);
  return `${texts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function headline(
  { ref, source, wave, phases }: Explanation,
  { style, width }: TextOptions,
): readonly string[] {
  const phase = phases.length === 0 ? "" : ` of ${enumerate(phases)}`;
  return [
    ...wrap(`${showRef(ref)}: ${showWave(wave)}${phase}`, width).map(style.heading),
    style.quiet(`  ${source === null ? "added by grantwave" : formatPlace(source)}`),
  ];
}

/** `wave 0`, `wave 0 → -5`. */
function showWave({ from, to }: Explanation["wave"]): string {
  return from === null || from === to ? `wave ${to}` : `wave ${from} → ${to}`;
}

/** The sentence, and the chain to an object that nothing holds, each with the reason why it is before the next. */
function why({ chain, standing, wave }: Explanation, options: TextOptions): readonly string[] {
  const { style, width } = options;
  const lines = [...titled(`Why wave ${wave.to}`, standingWords[standing], options)];
  if (chain.length < 2) return lines;
  for (const { heldBy, ref, source, wave: own } of chain) {
    const place = source === null ? "added by grantwave" : formatPlace(source);
    const stays = own.from === own.to && heldBy === null ? ", as its author gave it" : "";
    appendAll(lines, wrap(`${showRef(ref)}  ${showWave(own)}${stays}  (${place})`, width, "  ", "      "));
    if (heldBy === null) continue;
    const gap = heldBy.gap === 0 ? " (the same wave will do)" : "";
    appendAll(
      lines,
      wrap(`${heldBy.reason}: ${reasonWords[heldBy.reason]}${gap}`, width, "    ↓ ", "      ").map(
        style.quiet,
      ),
    );
  }
  return lines;
}

function required({ comesAfter, comesBefore }: Explanation, options: TextOptions): readonly string[] {
  return [...ties("Comes after", comesAfter, options), ...ties("Comes before", comesBefore, options)];
}

function ties(heading: string, all: Explanation["comesAfter"], options: TextOptions): readonly string[] {
  if (all.length === 0) return [];
  const more = all.length - shownTies;
  return [
    ...titled(heading, `${count(all.length, "object")}, as required`, options),
    ...all
      .slice(0, shownTies)
      .flatMap(({ other, reason, wave }) =>
        wrap(`${showRef(other)}  wave ${wave}  (${reason})`, options.width, "  ", "      "),
      ),
    ...(more > 0 ? [`  and ${more} more (all of them with -o json)`] : []),
  ];
}

function certificates({ injected, requesters }: Explanation, options: TextOptions): readonly string[] {
  if (requesters.length === 0) return [];
  const sum = injected
    ? `waits for ${count(requesters.length, "certificate source")}`
    : count(requesters.length, "source");
  const more = requesters.length - shownRequesters;
  return [
    ...titled("Certificates", sum, options),
    ...requesters.slice(0, shownRequesters).flatMap((requester) => certificate(requester, injected, options)),
    ...(more > 0 ? [`  and ${more} more (all of them with -o json)`] : []),
  ];
}

function certificate(
  requester: Explanation["requesters"][number],
  injected: boolean,
  { style, width }: TextOptions,
): readonly string[] {
  const { dependent, keyType, namespace, path, serviceAccountName, signerName, source, status } = requester;
  const who = injected ? `${showRef(dependent)} as ` : "";
  const asked = `${who}${namespace}/${serviceAccountName} asks ${signerName} for ${keyType}`;
  const colour = { granted: style.good, external: style.good, denied: style.bad, unknown: style.caution }[
    status
  ];
  return [
    ...wrap(printable(asked), width, "  ", "      "),
    ...wrap(printable(`at ${path} (${formatPlace(source)})`), width, "    ", "      ").map(style.quiet),
    ...wrap(printable(answer(requester)), width, "    ", "      ").map(colour),
  ];
}

function answer({ denial, grant, grantSource, status }: Explanation["requesters"][number]): string {
  if (denial !== undefined) return `denied: ${denial.reason}: ${denial.detail}`;
  if (grant !== undefined) {
    const place = grantSource === undefined ? "" : ` (${formatPlace(grantSource)})`;
    return `granted by ${showRef(grant.policy)} at ${grant.path}${place}: ${grant.summary}`;
  }
  return statusWords[status];
}

const statusWords: { readonly [S in Explanation["requesters"][number]["status"]]: string } = {
  granted: "granted",
  denied: "denied",
  external: "external: the policy is not in this render, the barrier asks the live one",
  unknown: "unknown: no signer of that name is configured, or its policy is refused",
};

function inSync({ barriers, sync }: Explanation, options: TextOptions): readonly string[] {
  const { style, width } = options;
  const lines = [
    ...sync.flatMap((entry) => wrap(applied(entry), width, "  ", "      ")),
    ...barriers.flatMap(({ isOwn, ref, signerName }) => {
      const words = isOwn
        ? `behind the barrier ${showRef(ref)}, until ${signerName} has loaded its grants`
        : `behind the barrier ${showRef(ref)}, which waits for grants of others`;
      return wrap(printable(words), width, "  ", "      ");
    }),
  ];
  const sum =
    sync.length === 0
      ? "it is not applied"
      : `applied in ${enumerate(sync.map(({ step }) => `step ${step}`))}`;
  return [...titled("In the sync", sum, options, sync.length === 0 ? style.caution : undefined), ...lines];
}

function applied({ beside, isAwaited, phase, step, wave }: Explanation["sync"][number]): string {
  const others = beside === 0 ? "alone" : `with ${count(beside, "other")}`;
  const next = isAwaited ? "the next step waits until it is healthy or has ended" : "nothing waits for it";
  return `step ${step}: ${phase}, wave ${wave}, ${others}; ${next}`;
}

function findings(explanation: Explanation, options: TextOptions): readonly string[] {
  return findingsSection(explanation, options);
}
