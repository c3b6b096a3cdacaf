import type { Outcome } from "../findings/finding.ts";
import { reportFindings } from "../findings/report-finding.ts";
import { isUnreadable } from "../findings/severity.ts";
import { analyseLockouts } from "../lockout/analyse.ts";
import type { LockoutCase } from "../lockout/rule.ts";
import type { CommandContext } from "./context.ts";
import { type ReadObjects, readObjects } from "./read-objects.ts";
import type { RunRequest } from "./run-request.ts";
import { tellFindings } from "./tell-findings.ts";

export interface ReadLockouts extends ReadObjects {
  readonly analysed: Outcome<LockoutCase>;
}

/** What a render can lock out; undefined where it cannot be read, which has been told then. */
export async function readLockouts(
  request: RunRequest,
  { stderr }: CommandContext,
): Promise<ReadLockouts | undefined> {
  const read = await readObjects(request);
  if (read.findings.some(({ code }) => isUnreadable(code))) {
    const options = { application: request.application.name, least: request.logLevel };
    await tellFindings(stderr, reportFindings(read.findings, {}), options);
    return undefined;
  }
  return { ...read, analysed: analyseLockouts(read.manifests, Date.now()) };
}
