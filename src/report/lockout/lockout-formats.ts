import { printable } from "../../findings/printable.ts";
import { formatRef } from "../../manifest/object-ref.ts";
import type { TextOptions } from "../plan-text/section.ts";
import { plainStyle, type Style } from "../style.ts";
import { count, wrap } from "../text-layout.ts";
import { type LockoutReport, showBackend } from "./lockout-report.ts";

/** Every format that a report about lockouts can be printed in. */
export const lockoutFormats = {
  text: (report: LockoutReport, options?: Partial<TextOptions>) => lockoutText(report, options),
  json: (report: LockoutReport) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: (report: LockoutReport) => lockoutMarkdown(report),
} as const satisfies Record<string, (report: LockoutReport, options?: Partial<TextOptions>) => string>;

export type LockoutFormat = keyof typeof lockoutFormats;

export const lockoutFormatNames = Object.keys(lockoutFormats) as readonly LockoutFormat[];

type Scenario = LockoutReport["scenarios"][number];
type Loop = Scenario["loops"][number];

const severityStyles: { readonly [S in LockoutReport["findings"][number]["severity"]]: keyof Style } = {
  error: "bad",
  warning: "caution",
  info: "quiet",
};

function lockoutText(report: LockoutReport, options: Partial<TextOptions> = {}): string {
  const { style = plainStyle, width = 80 } = options;
  const lines = [
    style.heading(`${report.application}: ${sumOf(report)}`),
    ...report.webhooks.flatMap(({ backend, config, failurePolicy, webhook }) =>
      wrap(
        `${printable(webhook)} of ${formatRef(config)} (${failurePolicy}), answered by ${showBackend(backend)}`,
        width,
        "  ",
        "    ",
      ),
    ),
    ...report.scenarios.flatMap((scenario) => scenarioLines(scenario, style, width)),
    ...findingLines(report, style, width),
    "",
    ...wrap(
      `Proven on a model of these manifests, not on a cluster. Assumed: ${report.assumptions.join(" ")}`,
      width,
    ).map((line) => style.quiet(line)),
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

function sumOf({ scenarios, webhooks }: LockoutReport): string {
  const locking = scenarios.filter(({ locked }) => locked.length > 0).length;
  const perhaps = scenarios.filter(
    ({ locked, possible }) => locked.length === 0 && possible.locked.length > 0,
  ).length;
  const verdict =
    locking > 0
      ? `locked out in ${locking} of ${count(scenarios.length, "scenario")}`
      : perhaps > 0
        ? `no lockout is proven, one is possible in ${perhaps} of ${count(scenarios.length, "scenario")}`
        : `no lockout in ${count(scenarios.length, "scenario")}`;
  return `${count(webhooks.length, "webhook")}, ${verdict}`;
}

function scenarioLines(scenario: Scenario, style: Style, width: number): readonly string[] {
  const { locked, loops, possible, title } = scenario;
  if (locked.length === 0 && possible.locked.length === 0) {
    return ["", ...wrap(`✓ ${title}: everything comes back`, width, "", "  ").map(style.good)];
  }
  const isProven = locked.length > 0;
  const [names, circles] = isProven ? [locked, loops] : [possible.locked, possible.loops];
  const head = isProven
    ? `✗ ${title}: ${names.join(", ")} never come back`
    : `? ${title}: ${names.join(", ")} may never come back`;
  return [
    "",
    ...wrap(printable(head), width, "", "  ").map(isProven ? style.bad : style.caution),
    ...circles.flatMap((loop) => loopLines(loop, width)),
  ];
}

function loopLines(loop: Loop, width: number): readonly string[] {
  return loop.flatMap(({ because, from, to }) =>
    wrap(printable(`${from} → ${to}: ${because}`), width, "    ", "      "),
  );
}

function findingLines({ findings }: LockoutReport, style: Style, width: number): readonly string[] {
  return findings.flatMap(({ code, hint, message, severity }) => [
    "",
    ...wrap(`${severity} ${code}: ${message}`, width, "", "  ").map(style[severityStyles[severity]]),
    ...wrap(`→ ${hint}`, width, "  ", "    "),
  ]);
}

function lockoutMarkdown(report: LockoutReport): string {
  const scenarios = report.scenarios.map(({ locked, possible, title }) => {
    const verdict =
      locked.length > 0
        ? `**locked:** ${locked.join(", ")}`
        : possible.locked.length > 0
          ? `possibly locked: ${possible.locked.join(", ")}`
          : "everything comes back";
    return `| ${cell(title)} | ${cell(verdict)} |`;
  });
  const loops = report.scenarios.flatMap(({ loops: circles, title }) =>
    circles.map((loop) =>
      [
        "",
        `Where ${escapeMarkup(title)}:`,
        "",
        ...loop.map(({ because, from, to }) => `1. ${escapeMarkup(`${from} → ${to}: ${because}`)}`),
      ].join("\n"),
    ),
  );
  const findings = report.findings.map(
    ({ code, hint, message, severity }) =>
      `- **${severity}** \`${code}\`: ${escapeMarkup(message)} ${escapeMarkup(hint)}`,
  );
  const lines = [
    `## Lockouts of ${escapeMarkup(report.application)}: ${sumOf(report)}`,
    "",
    "| scenario | ends with |",
    "| --- | --- |",
    ...scenarios,
    ...loops,
    ...(findings.length === 0 ? [] : ["", ...findings]),
    "",
    "Proven on a model of these manifests, not on a cluster. Assumed:",
    "",
    ...report.assumptions.map((assumption) => `- ${assumption}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Text of the input never becomes markup. */
function escapeMarkup(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#|~&]/g, (sign) => `\\${sign}`);
}

function cell(text: string): string {
  return text.startsWith("**")
    ? `**locked:** ${escapeMarkup(text.slice("**locked:** ".length))}`
    : escapeMarkup(text);
}
