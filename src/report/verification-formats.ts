import { printable } from "../findings/printable.ts";
import { formatRef } from "../manifest/object-ref.ts";
import type { TextOptions } from "./plan-text/section.ts";
import { plainStyle, type Style } from "./style.ts";
import { wrap } from "./text-layout.ts";
import type { Verification } from "./verification-report.ts";

/** Every format that a verification can be printed in. */
export const verificationFormats = {
  text: (verification: Verification, options?: Partial<TextOptions>) =>
    verificationText(verification, options),
  json: (verification: Verification) => `${JSON.stringify(verification, null, 2)}\n`,
} as const satisfies Record<string, (verification: Verification, options?: Partial<TextOptions>) => string>;

export type VerificationFormat = keyof typeof verificationFormats;

export const verificationFormatNames = Object.keys(verificationFormats) as readonly VerificationFormat[];

type Result = Verification["results"][number];

const marks: { readonly [S in Result["status"]]: { readonly sign: string; readonly style: keyof Style } } = {
  passed: { sign: "✓", style: "good" },
  failed: { sign: "✗", style: "bad" },
  warning: { sign: "!", style: "caution" },
  unknown: { sign: "?", style: "caution" },
  skipped: { sign: "-", style: "quiet" },
};

const sums: { readonly [D in Verification["decision"]]: string } = {
  pass: "in place",
  fail: "not in place",
  "cannot-decide": "cannot be said",
};

function verificationText(verification: Verification, options: Partial<TextOptions> = {}): string {
  const { style = plainStyle, width = 80 } = options;
  const { application, argocdNamespace, cluster, decision, results } = verification;
  const about = application === null ? "" : `, ${formatRef(application)}`;
  const lines = [
    style.heading(`grantwave in namespace ${argocdNamespace} of ${cluster}${about}: ${sums[decision]}`),
    ...results.flatMap((result) => resultLines(result, style, width)),
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

function resultLines(
  { check, hint, message, status }: Result,
  style: Style,
  width: number,
): readonly string[] {
  const { sign, style: colour } = marks[status];
  const [first = "", ...rest] = wrap(`${sign} ${check}: ${printable(message)}`, width, "  ", "    ");
  const advice = hint === null ? [] : wrap(`→ ${printable(hint)}`, width, "    ", "      ");
  return [first, ...rest, ...advice].map((line, index) =>
    index <= rest.length ? style[colour](line) : line,
  );
}
