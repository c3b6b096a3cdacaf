import { readRequesters } from "../barrier/read-requesters.ts";
import { asksPods } from "../config/config.ts";
import { readSigner } from "../config/read-signer.ts";
import { parseDurationSeconds } from "../duration.ts";
import { UsageError } from "../errors.ts";
import { isObject, type JsonObject, type JsonValue } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";
import { parseRef, type RefPattern } from "../manifest/parse-ref.ts";
import { quote } from "../quote.ts";
import type { Question } from "./question.ts";

/** The options of `grantwave wait` by their names without dashes, as texts; those that may be repeated as lists. */
export interface WaitTexts {
  readonly [option: string]: string | boolean | readonly string[] | undefined;
}

/**
 * Puts the arguments of a barrier together again to what the configuration said of the signer, and checks them by the
 * configuration's own rules (`src/barrier/wait-arguments.ts` writes them).
 *
 * @throws UsageError for arguments that no barrier passes.
 */
export function readQuestion(texts: WaitTexts): Question {
  const policy = readRef(texts, "policy");
  const preset = needed(texts, "preset");
  const described = preset === "generic" ? describedPolicy(texts, policy) : configMapPolicy(texts, policy);
  const signerName = needed(texts, "signer-name");
  const signer = readSigner({
    name: needed(texts, "signer"),
    preset,
    signerName,
    ...workloadOf(texts),
    readiness: readinessOf(texts),
    ...described.signer,
  });
  if (signer.readiness.method === "canary") {
    throw new UsageError("a canary waits by itself", { hint: "its Job does not run grantwave wait" });
  }
  if (signer.workload === undefined && asksPods.has(signer.readiness.method)) {
    throw new UsageError(
      `--workload is missing: method ${signer.readiness.method} looks at each of its pods`,
    );
  }
  const requesters = texts["requesters"];
  return {
    signer,
    signerName,
    policy: described.ref,
    requesters: readRequesters(isTexts(requesters) ? requesters : [needed(texts, "requesters")], signerName),
    isSignerInSync: texts["workload-in-sync"] === true,
    stableForSeconds: signer.readiness.stableFor,
    timeoutSeconds: signer.readiness.timeout,
  };
}

interface DescribedPolicy {
  readonly signer: JsonObject;
  readonly ref: ObjectRef;
}

function configMapPolicy(texts: WaitTexts, { kind, name, namespace = "" }: RefPattern): DescribedPolicy {
  const ref = { group: "", kind, namespace, name };
  return { signer: { policy: { namespace, configMap: name, key: needed(texts, "policy-key") } }, ref };
}

/**
 * `--grants` says how a policy is read, `--policy` which object it is in this sync: where the configuration names one, that
 * name may have got a prefix or a hash since.
 */
function describedPolicy(texts: WaitTexts, { kind, name, namespace = "" }: RefPattern): DescribedPolicy {
  const { policy, grants } = parseObject("grants", needed(texts, "grants"));
  if (!isObject(policy) || grants === undefined) {
    throw new UsageError("--grants needs policy and grants", { hint: "as the configuration has them" });
  }
  const group = typeof policy["group"] === "string" ? policy["group"] : "";
  const named = policy["name"] === undefined ? policy : { ...policy, name };
  return { signer: { policy: named, grants }, ref: { group, kind, namespace, name } };
}

function workloadOf(texts: WaitTexts): JsonObject {
  if (texts["workload"] === undefined) return {};
  const { kind, name, namespace = "" } = readRef(texts, "workload");
  const container = texts["container"];
  return { workload: { kind, namespace, name, ...(typeof container === "string" ? { container } : {}) } };
}

/** By their names in the configuration: what a method does not have is refused there. */
const readinessOptions = {
  method: "method",
  propagation: "propagation",
  pollInterval: "poll-interval",
  port: "port",
  path: "path",
  metric: "metric",
  label: "label",
  condition: "condition",
  stableFor: "stable-for",
  timeout: "timeout",
} as const;

function readinessOf(texts: WaitTexts): JsonObject {
  const pairs = Object.entries(readinessOptions).flatMap(([key, option]): [string, JsonValue][] => {
    const text = texts[option];
    if (typeof text !== "string") return [];
    return [[key, key === "port" ? Number(text) : text]];
  });
  const { timeout } = texts;
  if (typeof timeout !== "string" || parseDurationSeconds(timeout) === undefined) {
    throw new UsageError("--timeout takes a duration such as 270s");
  }
  return Object.fromEntries(pairs);
}

function readRef(texts: WaitTexts, option: string): RefPattern {
  const text = needed(texts, option);
  const ref = parseRef(text);
  if (ref !== undefined) return ref;
  throw new UsageError(`--${option} takes KIND[.GROUP]/[NAMESPACE/]NAME, not ${quote(text)}`);
}

function parseObject(option: string, text: string): JsonObject {
  try {
    const value: JsonValue = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new UsageError(`--${option} takes a JSON object, not ${quote(text)}`);
}

function needed(texts: WaitTexts, option: string): string {
  const text = texts[option];
  if (typeof text === "string" && text !== "") return text;
  throw new UsageError(`--${option} is missing`, {
    hint: "grantwave wait runs in barriers, whose Jobs pass everything that it needs",
  });
}

function isTexts(value: WaitTexts[string]): value is readonly string[] {
  return Array.isArray(value);
}
