import { printable } from "../findings/printable.ts";
import type { TextOptions } from "./plan-text/section.ts";
import type { StuckPodEntry, StuckPods } from "./stuck-report.ts";
import { plainStyle, type Style } from "./style.ts";
import { count, showRef, wrap } from "./text-layout.ts";

/** Every format that stuck pods can be printed in. */
export const stuckFormats = {
  text: (stuck: StuckPods, options?: Partial<TextOptions>) => stuckText(stuck, options),
  json: (stuck: StuckPods) => `${JSON.stringify(stuck, null, 2)}\n`,
} as const satisfies Record<string, (stuck: StuckPods, options?: Partial<TextOptions>) => string>;

export type StuckFormat = keyof typeof stuckFormats;

export const stuckFormatNames = Object.keys(stuckFormats) as readonly StuckFormat[];

type Mark = { readonly sign: string; readonly style: keyof Style };

const grantMarks: { readonly [S in StuckPodEntry["grant"]["state"]]: Mark & { readonly words: string } } = {
  loaded: { sign: "✓", style: "good", words: "the grant is loaded now" },
  "not-loaded": { sign: "…", style: "caution", words: "the grant is not loaded yet" },
  missing: { sign: "✗", style: "bad", words: "the grant is missing" },
  unknown: { sign: "?", style: "caution", words: "whether the grant is loaded is not known" },
};

type Eviction = NonNullable<StuckPodEntry["eviction"]>;

const evictionMarks: { readonly [S in Eviction["state"]]: Mark & { readonly words: string } } = {
  possible: { sign: "→", style: "quiet", words: "can be evicted" },
  evicted: { sign: "✓", style: "good", words: "evicted: its successor asks anew" },
  gone: { sign: "✓", style: "good", words: "gone already" },
  refused: { sign: "✗", style: "bad", words: "eviction refused" },
  kept: { sign: "-", style: "caution", words: "kept" },
};

function stuckText(stuck: StuckPods, options: Partial<TextOptions> = {}): string {
  const { style = plainStyle, width = 80 } = options;
  const where = stuck.namespace === null ? stuck.cluster : `namespace ${stuck.namespace} of ${stuck.cluster}`;
  const lines = [
    style.heading(`${count(stuck.pods.length, "pod")} in ${where}: stuck on a final denial`),
    ...stuck.pods.flatMap((pod) => ["", ...podLines(pod, style, width)]),
    ...(stuck.unread.length === 0 ? [] : [""]),
    ...stuck.unread.flatMap((text) => marked({ sign: "?", style: "caution" }, text, style, width)),
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

function podLines(pod: StuckPodEntry, style: Style, width: number): readonly string[] {
  const { eviction, grant, message, name, namespace, owner, reason, since, type } = pod;
  const of = owner === null ? "" : `, of ${showRef(owner)}`;
  const why = [reason ?? "the reason is gone", message].filter((text) => text !== null && text !== "");
  const asked = pod.certificates.map(
    ({ keyType, serviceAccountName, signerName }) =>
      `${signerName} for service account ${serviceAccountName}, ${keyType}`,
  );
  const grantMark = grantMarks[grant.state];
  return [
    style.heading(printable(`${namespace}/${name}${of}`)),
    ...wrap(printable(`${type.toLowerCase()} since ${since}: ${why.join(", ")}`), width, "  ", "    "),
    ...asked.flatMap((text) => wrap(printable(text), width, "  ", "    ")),
    ...marked(grantMark, `${grantMark.words}: ${grant.message}`, style, width),
    ...(eviction === null ? [] : evictionLines(eviction, style, width)),
  ];
}

function evictionLines({ message, state }: Eviction, style: Style, width: number): readonly string[] {
  const mark = evictionMarks[state];
  return marked(mark, message === null ? mark.words : `${mark.words}: ${message}`, style, width);
}

function marked(mark: Mark, text: string, style: Style, width: number): readonly string[] {
  return wrap(`${mark.sign} ${printable(text)}`, width, "  ", "    ").map((line) => style[mark.style](line));
}
