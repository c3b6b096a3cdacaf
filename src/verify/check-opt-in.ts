import { enabledAnnotation, optInOf } from "../argo/opt-in.ts";
import { type JsonObject, textAt, valueAt } from "../manifest/manifest.ts";
import { quote } from "../quote.ts";
import { applicationSources } from "./application-sources.ts";
import type { AskedApplication, Check, CheckResult, Question } from "./check.ts";
import { pluginNames, sidecarsOf } from "./sidecars.ts";

/** Whether an Application asks for grantwave in a way that reaches it, source by source. */
export const checkOptIn: Check = {
  name: "opt-in",
  async run(question) {
    const { application } = question;
    if (application === undefined) return [];
    const sources = applicationSources(application.object);
    return sources.map((source, index) => ({
      ...judge(source, application, question, sources.length === 1 ? "" : ` (source ${index + 1})`),
      ref: application.ref,
    }));
  },
};

/** Blocks that give a source an explicit type (argo-cd 3.6.1 `types.go` `ExplicitType`). */
const otherTypes = ["helm", "kustomize", "directory"] as const;

function judge(
  source: JsonObject,
  { live: { annotations } }: AskedApplication,
  question: Question,
  which: string,
): CheckResult {
  const optIn = optInOf(annotations);
  const isAnnotated = optIn === "in";
  const name = textAt(source, "plugin", "name") ?? "";
  if (name !== "") return byName(name, question, which);
  const type = otherTypes.find((candidate) => valueAt(source, candidate) !== undefined);
  if (isAnnotated && type !== undefined) {
    return {
      status: "failed",
      message: `the annotation has no effect${which}: the source has a ${type} block, and Argo CD asks no plugin about it`,
      hint: `rewrite the block to plugin parameters (grantwave migrate), or take it away`,
    };
  }
  if (optIn === "unclear") {
    const said = quote(annotations[enabledAnnotation] ?? "");
    return {
      status: "failed",
      message: `the annotation ${enabledAnnotation} is ${said}, and only "true" opts in${which}`,
      hint: 'write "true", in quotes, and ask for a hard refresh',
    };
  }
  if (!isAnnotated) {
    return {
      status: "failed",
      message: `the Application does not ask for grantwave${which}, neither by name nor by annotation`,
      hint: "docs/opt-in.md",
    };
  }
  return sidecarOf("grantwave-auto", question)
    ? {
        status: "passed",
        message: `the Application opts in by annotation${which}; Argo CD would pass by a dead sidecar without a word`,
      }
    : {
        status: "failed",
        message: `the Application opts in by annotation${which}, but there is no sidecar grantwave-auto: Argo CD renders it without order`,
        hint: "install/repo-server-auto has it",
      };
}

function byName(name: string, question: Question, which: string): CheckResult {
  const known = pluginNames.find((candidate) => candidate === name);
  if (known === undefined) {
    return {
      status: "failed",
      message: `the Application is rendered by another plugin, ${name}${which}`,
      hint: "a source has one plugin: let that one call grantwave generate, or name grantwave",
    };
  }
  return sidecarOf(known, question)
    ? { status: "passed", message: `the Application names the plugin ${name}${which}` }
    : {
        status: "failed",
        message: `the Application names the plugin ${name}${which}, but the repo-server has no such sidecar`,
        hint: "docs/install.md says how to add it",
      };
}

function sidecarOf(name: (typeof pluginNames)[number], { repoServer }: Question): boolean {
  return repoServer !== undefined && sidecarsOf(repoServer).has(name);
}
