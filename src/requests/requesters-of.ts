import { type Finding, type FindingArgs, finding, type Outcome } from "../findings/finding.ts";
import { formatPath } from "../manifest/format-path.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { holderOf } from "./accounts/account-rule.ts";
import { accountsOf } from "./accounts/account-rules.ts";
import type { Borrowed } from "./borrowed-templates.ts";
import {
  type CertificateSource,
  maxSources,
  type SearchResult,
  searchSources,
  sourcesOfPodSpec,
} from "./certificate-sources.ts";
import { podSpecPath } from "./pod-templates.ts";
import { readSource } from "./read-source.ts";
import type { Requester } from "./requester.ts";

/** What can be wrong with the certificate sources of a template. */
type Problem =
  | "certificate-source-malformed"
  | "certificate-sources-too-many"
  | "service-account-conflict"
  | "service-account-unknown";

/**
 * The requesters of one template of an object: one for each certificate source and each account that the pods with it
 * run as. `isLent` is true where other objects of the render run this object's template: then an account that it does
 * not know itself is theirs to say, and no finding.
 */
export function requestersOf(template: Borrowed, isLent: boolean): Outcome<readonly Requester[]> {
  const { sources, truncated } = certificateSources(holderOf(template.chain));
  if (sources.length === 0) return { value: [], findings: [] };
  const accountsFor = accountsOf(template.chain);
  const report = new Report(template);
  for (const source of sources) {
    if (report.isFull) break;
    const found = accountsFor(source);
    if (found.known) {
      for (const { name, ignored } of found.accounts) {
        if (ignored !== undefined) report.problem("service-account-conflict", { used: name, ignored });
        report.requester(source, name);
      }
    } else if (!isLent) {
      report.problem("service-account-unknown", { because: found.because });
    }
  }
  if (truncated || report.isFull) report.problem("certificate-sources-too-many", { limit: maxSources });
  return report.outcome();
}

function certificateSources({ ref, value }: Manifest): SearchResult {
  const path = podSpecPath(ref);
  return path === undefined ? searchSources(value) : sourcesOfPodSpec(value, path);
}

/** Collects requesters up to the limit, and each problem once. */
class Report {
  readonly #template: Borrowed;
  readonly #requesters: Requester[] = [];
  readonly #findings = new Map<string, Finding>();
  isFull = false;

  constructor(template: Borrowed) {
    this.#template = template;
  }

  requester({ path, request }: CertificateSource, serviceAccountName: string): void {
    if (this.isFull) return;
    const { chain, via } = this.#template;
    const [dependent] = chain;
    const place = [...via, formatPath(path)].join(" → ");
    const reading = readSource(request);
    if (!reading.read) {
      this.problem("certificate-source-malformed", { path: place, problem: reading.problem });
      return;
    }
    this.isFull = this.#requesters.length === maxSources;
    if (this.isFull) return;
    this.#requesters.push({
      dependent,
      path: place,
      source: dependent.source,
      namespace: dependent.ref.namespace,
      serviceAccountName,
      ...reading.fields,
    });
  }

  problem<C extends Problem>(code: C, args: FindingArgs[C]): void {
    const [{ ref, source }] = this.#template.chain;
    const key = JSON.stringify([code, args]);
    if (!this.#findings.has(key))
      this.#findings.set(key, finding(code, { refs: [ref], source }, args) as Finding);
  }

  outcome(): Outcome<readonly Requester[]> {
    return { value: this.#requesters, findings: [...this.#findings.values()] };
  }
}
