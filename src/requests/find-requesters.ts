import { type Finding, type FindingArgs, finding, type Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { maxSources, type SearchResult, searchSources, sourcesOfPodSpec } from "./certificate-sources.ts";
import { formatPath } from "./format-path.ts";
import { isOpaque } from "./opaque.ts";
import { podSpecPath } from "./pod-templates.ts";
import { readSource } from "./read-source.ts";
import type { Requester } from "./requester.ts";
import { serviceAccountOf } from "./service-account.ts";

/**
 * Every certificate source of every object, in the order of the input: from the pod spec of well-known kinds, by shape
 * in all others. Objects without a namespace make no pods and are passed over (policies, cluster-wide templates), as
 * are those that only carry the objects of others: see opaque.ts.
 */
export function findRequesters(manifests: readonly Manifest[]): Outcome<readonly Requester[]> {
  const value: Requester[] = [];
  const findings: Finding[] = [];
  for (const manifest of manifests) {
    if (manifest.ref.namespace === "" || isOpaque(manifest)) continue;
    const found = requestersOf(manifest, certificateSources(manifest));
    value.push(...found.value);
    findings.push(...found.findings);
  }
  return { value, findings };
}

function certificateSources({ ref, value }: Manifest): SearchResult {
  const path = podSpecPath(ref);
  return path === undefined ? searchSources(value) : sourcesOfPodSpec(value, path);
}

function requestersOf(manifest: Manifest, search: SearchResult): Outcome<readonly Requester[]> {
  const value: Requester[] = [];
  const findings: Finding[] = [];
  const conflicts = new Set<string>();
  for (const { path, request, enclosing } of search.sources) {
    const reading = readSource(request);
    if (!reading.read) {
      const { problem } = reading;
      findings.push(report(manifest, "certificate-source-malformed", { path: formatPath(path), problem }));
      continue;
    }
    const account = serviceAccountOf(manifest, enclosing);
    const conflict = `${account.name}\u0000${account.ignored}`;
    if (account.ignored !== undefined && !conflicts.has(conflict)) {
      conflicts.add(conflict);
      const { name: used, ignored } = account;
      findings.push(report(manifest, "service-account-conflict", { used, ignored }));
    }
    value.push({
      dependent: manifest,
      path: formatPath(path),
      source: manifest.source,
      namespace: manifest.ref.namespace,
      serviceAccountName: account.name,
      ...reading.fields,
    });
  }
  if (search.truncated)
    findings.push(report(manifest, "certificate-sources-too-many", { limit: maxSources }));
  return { value, findings };
}

function report<
  C extends "certificate-source-malformed" | "certificate-sources-too-many" | "service-account-conflict",
>({ ref, source }: Manifest, code: C, args: FindingArgs[C]): Finding {
  return finding(code, { refs: [ref], source }, args) as Finding;
}
