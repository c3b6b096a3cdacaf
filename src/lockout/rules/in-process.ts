import { webhookFinding } from "../closed-webhooks.ts";
import { workloadsOf } from "../model.ts";
import { ownWrites } from "../own-writes.ts";
import type { LockoutRule } from "../rule.ts";
import { containersOf, type Workload } from "../workload.ts";

/** Flags by which programs exclude namespaces after they have been asked. */
const flag =
  /^--?(?:exempt-namespace|always-accept[\w-]*|excluded?-namespaces?|ignore-namespaces?)(?:[=-]|$)/;

/** LO023: the exclusion that is meant to help is one that only the pods themselves apply. */
export const inProcess: LockoutRule = {
  id: "LO023",
  find: ({ model }) => {
    const locked = new Set(
      ownWrites(model)
        .filter(({ write }) => write.step === "create-pods")
        .map(({ webhook }) => webhook),
    );
    return model.webhooks
      .filter(({ webhook }) => locked.has(webhook))
      .flatMap((known) => {
        const [found] = workloadsOf(known.backend).flatMap(flagsOf);
        return found === undefined ? [] : [webhookFinding("exemption-in-process", known, found)];
      });
  },
};

function flagsOf(workload: Workload): readonly string[] {
  return containersOf(workload).flatMap(({ args }) =>
    Array.isArray(args)
      ? args.filter((item): item is string => typeof item === "string" && flag.test(item))
      : [],
  );
}
