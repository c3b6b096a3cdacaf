import { appendAll } from "../append-all.ts";
import type { Finding, Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { buildModel } from "./model.ts";
import { scenarioOutcomes } from "./outcome.ts";
import type { LockoutCase } from "./rule.ts";
import { lockoutRules } from "./rules.ts";

/**
 * What locks itself out in a render: the model, every scenario with what is proven and with what is possible, and what
 * the rules say to that. Pure.
 *
 * @param manifests those that count: of objects with the same identity, Argo CD keeps the last.
 * @param now milliseconds since 1970, for certificates that run out.
 */
export function analyseLockouts(manifests: readonly Manifest[], now: number): Outcome<LockoutCase> {
  const { value: model, findings: problems } = buildModel(manifests);
  const value: LockoutCase = {
    model,
    proven: scenarioOutcomes(model, "proven"),
    possible: scenarioOutcomes(model, "possible"),
    now,
  };
  const findings: Finding[] = [...problems];
  for (const { find } of lockoutRules) appendAll(findings, find(value));
  return { value, findings };
}
