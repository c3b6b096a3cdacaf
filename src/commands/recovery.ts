import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readApplications } from "../argo/application.ts";
import { exitCodes, OutsideError, UsageError } from "../errors.ts";
import { planRecoveries, type Undoers } from "../lockout/recovery/plan-recovery.ts";
import { failedSteps } from "../lockout/recovery/written-recovery.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import { quote } from "../quote.ts";
import { recoveryFormatNames, recoveryFormats } from "../report/lockout/recovery-formats.ts";
import {
  type RecoveryReport,
  readRecoveryReport,
  recoveryReport,
} from "../report/lockout/recovery-report.ts";
import { finalLine } from "./final-line.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { readLockouts } from "./read-lockouts.ts";
import { gatherRequest } from "./run-request.ts";
import { writeReports } from "./write-reports.ts";

/**
 * `grantwave recovery`: the commands that get out of each lockout, tried on the model. With `--check` nothing is printed:
 * the exit code says whether there is a way out of everything, and whether written ones still work.
 */
export async function recovery(invocation: Invocation): Promise<number> {
  const { context, flags } = invocation;
  const request = await gatherRequest(invocation, { toolVersion: false, guessesNamespace: true });
  const { values } = resolveParameters(flags, context.env);
  const targets = readOutputs(request.outputs, recoveryFormatNames, "text");
  const application = request.application.name;
  const written = values.written === undefined ? undefined : await readWritten(values.written, context.cwd);
  const read = await readLockouts(request, context);
  if (read === undefined) return exitCodes.usage;
  const facts = read.analysed.value;
  const undoers = await findUndoers(values.application, application, context.cwd);
  const recoveries = planRecoveries(facts, undoers);
  const report = recoveryReport(application, recoveries, facts);
  const problems = [
    ...report.without.map(({ scenario }) => `there is no way out of ${scenario}`),
    ...(written === undefined ? [] : failedSteps(facts, stepsOf(written))),
  ];
  if (values["restore-dir"] !== undefined)
    await writeRestoreFiles(report, resolve(context.cwd, values["restore-dir"]));
  if (!values.check) {
    await writeReports(context, targets, (format, options) => recoveryFormats[format](report, options));
  }
  for (const message of problems) await context.stderr.write(finalLine({ message, application }));
  return problems.length > 0 ? exitCodes.findings : exitCodes.fine;
}

function stepsOf({ recoveries }: RecoveryReport) {
  return recoveries.map(({ scenarios, steps }) => ({ scenarios, steps: steps.map(({ step }) => step) }));
}

/** The Application itself, where it brings back what somebody deletes. */
async function findUndoers(file: string | undefined, name: string, cwd: string): Promise<Undoers> {
  if (file === undefined) return { applications: [] };
  const { value } = readApplications(await readFile(resolve(cwd, file), "utf8"), file);
  const own = value.find((candidate) => candidate.name === name);
  const automated = own?.syncPolicy.automated;
  if (own === undefined || automated?.enabled !== true || !automated.selfHeal) return { applications: [] };
  const ref: ObjectRef = {
    group: "argoproj.io",
    kind: "Application",
    namespace: own.namespace || "argocd",
    name: own.name,
  };
  return { applications: [ref] };
}

async function readWritten(file: string, cwd: string): Promise<RecoveryReport> {
  const wrong = (problem: string, cause?: unknown) =>
    new UsageError(`the file ${quote(file)} of --written is no RecoveryReport: ${problem}`, {
      hint: "write one with recovery -o json=FILE",
      cause,
    });
  let value: unknown;
  try {
    value = JSON.parse(await readFile(resolve(cwd, file), "utf8"));
  } catch (cause) {
    throw wrong("it cannot be read", cause);
  }
  const read = readRecoveryReport(value);
  if ("problem" in read) throw wrong(read.problem);
  return read.report;
}

async function writeRestoreFiles({ recoveries }: RecoveryReport, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const { file, text } of recoveries.flatMap(({ restore }) => restore)) {
      await writeFile(join(folder, file), text);
    }
  } catch (cause) {
    throw new OutsideError(`the restore files cannot be written to ${quote(folder)}`, {
      hint: "name a folder that may be written to",
      cause,
    });
  }
}
