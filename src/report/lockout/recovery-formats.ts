import { printable } from "../../findings/printable.ts";
import { formatRef } from "../../manifest/object-ref.ts";
import type { TextOptions } from "../plan-text/section.ts";
import { plainStyle, type Style } from "../style.ts";
import { count, enumerate, wrap } from "../text-layout.ts";
import type { RecoveryReport } from "./recovery-report.ts";

/** Every format that ways out can be printed in. */
export const recoveryFormats = {
  text: (report: RecoveryReport, options?: Partial<TextOptions>) => recoveryText(report, options),
  json: (report: RecoveryReport) => `${JSON.stringify(report, null, 2)}\n`,
} as const satisfies Record<string, (report: RecoveryReport, options?: Partial<TextOptions>) => string>;

export const recoveryFormatNames = Object.keys(recoveryFormats) as readonly (keyof typeof recoveryFormats)[];

type Recovery = RecoveryReport["recoveries"][number];

function recoveryText(report: RecoveryReport, options: Partial<TextOptions> = {}): string {
  const { style = plainStyle, width = 80 } = options;
  const { application, recoveries, without } = report;
  const sum =
    recoveries.length + without.length === 0
      ? "nothing can be locked, so there is nothing to recover from"
      : `${count(recoveries.length, "way")} out${without.length === 0 ? "" : `, and ${count(without.length, "scenario")} without one`}`;
  const lines = [
    style.heading(`${application}: ${sum}`),
    ...recoveries.flatMap((recovery) => recoveryLines(recovery, style, width)),
    ...without.flatMap(({ locked, scenario }) => [
      "",
      ...wrap(
        printable(`✗ ${scenario}: no webhook can be opened that brings back ${enumerate(locked)}`),
        width,
        "",
        "  ",
      ).map(style.bad),
    ]),
    "",
    ...wrap(
      `Proven on a model of these manifests, not on a cluster. Assumed: ${report.assumptions.join(" ")}`,
      width,
    ).map(style.quiet),
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** Commands are never broken: they are there to be copied. */
function recoveryLines(recovery: Recovery, style: Style, width: number): readonly string[] {
  const { because, configs, proofs, restore, scenarios } = recovery;
  const [first, second] = twoCommands(recovery);
  return [
    "",
    ...wrap(printable(`${enumerate(configs.map(formatRef))}: ${enumerate(because)}`), width, "", "  ").map(
      style.caution,
    ),
    ...wrap(printable(`out of ${enumerate(scenarios)}`), width, "  ", "    "),
    "",
    `  1  ${printable(first)}`,
    `  2  ${printable(second)}`,
    "",
    ...(restore.length === 0
      ? []
      : wrap(
          `${enumerate(restore.map(({ file }) => file))}: the object as it is now; --restore-dir DIR writes it`,
          width,
          "  ",
          "    ",
        )),
    ...proofs.flatMap(({ rounds, scenario }) =>
      wrap(
        printable(
          `✓ on the model, ${scenario}: ${enumerate(rounds.map(({ component, round }) => `${component} in round ${round}`))}`,
        ),
        width,
        "  ",
        "    ",
      ).map(style.good),
    ),
  ];
}

const closing: ReadonlySet<Recovery["steps"][number]["step"]["kind"]> = new Set([
  "wait",
  "restore",
  "resume-application",
]);

/** One line that opens the way, one that waits and restores. */
export function twoCommands({ steps }: Recovery): readonly [string, string] {
  const opening = steps.filter(({ step }) => !closing.has(step.kind));
  const rest = steps.filter(({ step }) => closing.has(step.kind));
  const join = (list: typeof steps): string => list.map(({ command }) => command).join(" && ");
  return [join(opening), join(rest)];
}
