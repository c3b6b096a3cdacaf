import { type Finding, finding } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { BarrierGroup } from "./barrier.ts";
import { reserveSeconds } from "./deadlines.ts";
import { methodOf } from "./readiness/methods.ts";

/**
 * Why barriers would prove nothing or never open, as far as configuration and render tell: a deadline that is shorter
 * than what the method needs, and what the method itself objects to. One finding for each signer and policy object.
 *
 * `manifests` are the objects of this render.
 */
export function findObstacles(
  groups: readonly BarrierGroup[],
  manifests: readonly Manifest[],
): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const group of groups) {
    const { readiness } = group.signer;
    const found = [
      ...findShortDeadline(group),
      ...(methodOf(readiness).findObstacles?.(group, manifests) ?? []),
    ];
    for (const one of found) findings.set(JSON.stringify([one.code, one.refs, one.args]), one);
  }
  return [...findings.values()];
}

function findShortDeadline({ signer: { name, readiness } }: BarrierGroup): readonly Finding[] {
  const neededSeconds = methodOf(readiness).longestWaitSeconds(readiness) + reserveSeconds;
  if (readiness.timeout >= neededSeconds) return [];
  const args = { signer: name, timeoutSeconds: readiness.timeout, neededSeconds };
  return [finding("barrier-deadline-short", {}, args)];
}
