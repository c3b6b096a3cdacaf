import type { Moment, Sighting } from "./sighting.ts";

/** What a reporter answers to one request. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** What is told about a file: `GET /policy`, docs/signer-contract.md. Fields are only ever added. */
export interface PolicyReport {
  readonly apiVersion: "grantwave.dev/v1alpha1";
  readonly kind: "PolicyReport";
  readonly file: string;
  /** SHA-256 of the file's bytes, 64 hexadecimal digits; null where there is no whole file. */
  readonly digest: string | null;
  /** RFC 3339, by the node's clock: since when this very file has been seen without a break. */
  readonly since: string | null;
  /** The same as a length of time, which no clock has to agree on. */
  readonly ageSeconds: number | null;
  readonly sizeBytes: number | null;
  readonly problem: string | null;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
}

interface Told {
  readonly file: string;
  readonly sighting: Sighting;
  readonly now: Moment;
}

const plain = "text/plain; charset=utf-8";

/** Every path that there is. Each has one form, so that nobody has to ask for it. */
const paths: Readonly<Record<string, (told: Told) => Answer>> = {
  "/policy": (told) => ({
    status: 200,
    contentType: "application/json",
    body: `${JSON.stringify(policyReport(told))}\n`,
  }),
  "/digest": digestAnswer,
  "/metrics": (told) => ({
    status: 200,
    contentType: "text/plain; version=0.0.4; charset=utf-8",
    body: metrics(told),
  }),
  "/healthz": () => ({ status: 200, contentType: plain, body: "ok\n" }),
};

/** Pure: the answer depends on the request and on what is known, nothing else. */
export function answerTo({ method, path }: Asked, told: Told): Answer {
  const make = Object.hasOwn(paths, path) ? paths[path] : undefined;
  if (make === undefined) return refusal(404, `there is ${Object.keys(paths).join(", ")}`);
  return method === "GET" || method === "HEAD" ? make(told) : refusal(405, "only GET and HEAD");
}

function refusal(status: number, words: string): Answer {
  return { status, contentType: plain, body: `${words}\n` };
}

export function policyReport({ file, now, sighting: { problem, seen } }: Told): PolicyReport {
  return {
    apiVersion: "grantwave.dev/v1alpha1",
    kind: "PolicyReport",
    file,
    digest: seen?.digest ?? null,
    since: seen === undefined ? null : new Date(seen.since.wallMs).toISOString(),
    // Rounded down: what is waited for is never said to be over before it is.
    ageSeconds: seen === undefined ? null : Math.floor((now.steadyMs - seen.since.steadyMs) / 1000),
    sizeBytes: seen?.sizeBytes ?? null,
    problem: problem ?? null,
  };
}

/** The same text that readiness method `http` asks signers for. */
function digestAnswer({ file, sighting: { problem, seen } }: Told): Answer {
  return seen === undefined
    ? refusal(503, `${file} ${problem}`)
    : { status: 200, contentType: plain, body: `${seen.digest}\n` };
}

/** Prometheus' text format 0.0.4. The digest is a label, as readiness method `metrics` reads it. */
function metrics({ sighting: { seen } }: Told): string {
  return [
    "# HELP grantwave_policy_file_info The policy file that is seen, by its SHA-256; no sample where there is none.",
    "# TYPE grantwave_policy_file_info gauge",
    ...(seen === undefined ? [] : [`grantwave_policy_file_info{digest="${seen.digest}"} 1`]),
    "# HELP grantwave_policy_file_since_seconds Unix time since when that file has been seen.",
    "# TYPE grantwave_policy_file_since_seconds gauge",
    ...(seen === undefined ? [] : [`grantwave_policy_file_since_seconds ${seen.since.wallMs / 1000}`]),
    "",
  ].join("\n");
}
