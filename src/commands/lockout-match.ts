import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { matchWebhook } from "../admission/match-webhook.ts";
import type { AdmissionRequest } from "../admission/request.ts";
import type { Webhook } from "../admission/webhook.ts";
import { readWebhooks } from "../admission/webhooks.ts";
import { exitCodes, UsageError } from "../errors.ts";
import { reportFindings } from "../findings/report-finding.ts";
import { isUnreadable } from "../findings/severity.ts";
import { readManifests } from "../manifest/read.ts";
import { splitDocuments } from "../manifest/split.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import { quote } from "../quote.ts";
import { readAdmissionRequest } from "../report/lockout/admission-request.ts";
import { matchFormatNames, matchFormats, webhookMatches } from "../report/lockout/webhook-match.ts";
import type { Invocation } from "./invocation.ts";
import { readOutputs } from "./output-target.ts";
import { tellFindings } from "./tell-findings.ts";
import { writeReports } from "./write-reports.ts";

/** `grantwave lockout match`: which webhooks of a file the API server calls for one request, and why. */
export async function lockoutMatch({ context, flags }: Invocation): Promise<number> {
  const { values } = resolveParameters(flags, context.env);
  const targets = readOutputs(values.output, matchFormatNames, "text");
  const { webhooks: webhookFile, request: requestFile } = values;
  if (webhookFile === undefined || requestFile === undefined) {
    throw new UsageError("lockout match needs both --webhooks and --request", {
      hint: "name a file with webhook configurations and one with an admission request as JSON",
    });
  }
  const { findings, webhooks } = await readWebhookFile(webhookFile, context.cwd);
  const request = await readRequestFile(requestFile, context.cwd);
  const application = webhookFile;
  await tellFindings(context.stderr, findings, { application, least: values.quiet ? "error" : "info" });
  if (findings.some(({ code }) => isUnreadable(code))) return exitCodes.usage;
  const verdicts = webhooks.map((webhook) => ({ webhook, verdict: matchWebhook(webhook, request) }));
  await writeReports(context, targets, (format, options) =>
    matchFormats[format](webhookMatches(verdicts), options),
  );
  return exitCodes.fine;
}

async function readWebhookFile(file: string, cwd: string) {
  const rendered = {
    text: await readText(file, cwd, "--webhooks"),
    renderer: { tool: "stdin", version: "unknown", command: file },
    origins: [{ start: 0, file, sourceComments: false }],
  } as const;
  const documents = splitDocuments(rendered);
  const manifests = readManifests(rendered, documents.value, { destinationNamespace: "" });
  const webhooks = readWebhooks(manifests.value);
  const findings = [...documents.findings, ...manifests.findings, ...webhooks.findings];
  const readable = { webhooks: webhooks.value as readonly Webhook[] };
  return { ...readable, findings: reportFindings(findings, {}) };
}

async function readRequestFile(file: string, cwd: string): Promise<AdmissionRequest> {
  const text = await readText(file, cwd, "--request");
  const read = readAdmissionRequest(parse(text, file));
  if ("problem" in read) throw noRequest(file, read.problem);
  return read.request;
}

async function readText(file: string, cwd: string, flag: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(resolve(cwd, file)));
  } catch (cause) {
    throw new UsageError(`the file ${quote(file)} of ${flag} cannot be read`, {
      hint: "name a text file in UTF-8",
      cause,
    });
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noRequest(file, "it is no JSON");
  }
}

function noRequest(file: string, problem: string): UsageError {
  return new UsageError(`the file ${quote(file)} is no admission request: ${problem}`, {
    hint: "docs/lockout.md shows one",
  });
}
