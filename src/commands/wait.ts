import { NotImplementedError } from "../errors.ts";
import { version } from "../version.ts";
import type { Invocation } from "./invocation.ts";

/** The arguments that a barrier Job passes (src/barrier/wait-arguments.ts); times are durations such as 30s. */
export const waitOptions = [
  ["--signer <name>", "name of the signer in the configuration"],
  ["--signer-name <name>", "the name that pods ask for, domain/path"],
  ["--preset <preset>", "how the signer's policy is read"],
  ["--policy <ref>", "the object that carries the grants, KIND[.GROUP]/[NAMESPACE/]NAME; * for every one"],
  ["--policy-key <key>", "the key of that object"],
  ["--grants <json>", "preset generic: policy and grants, as the configuration describes them"],
  ["--workload <ref>", "what runs the signer, KIND/NAMESPACE/NAME"],
  ["--container <name>", "the signer's container in its pods; else the first"],
  ["--method <method>", "how it is found out that the grants are loaded"],
  ["--propagation <duration>", "settle: bound of the kubelet for bringing a changed policy to a pod"],
  ["--poll-interval <duration>", "settle, report: how often the signer looks at its policy"],
  ["--port <port>", "http, metrics, report: where every pod of the signer answers"],
  ["--path <path>", "http, metrics: what is asked there"],
  ["--metric <name>", "metrics: the metric that shows which policy is served"],
  ["--label <name>", "metrics: its label with the digest of that policy"],
  ["--condition <type>", "status: the condition of the policy object that must be true"],
  ["--stable-for <duration>", "how long the answer must hold"],
  ["--timeout <duration>", "when to give up"],
  ["--requesters <json...>", "what must be granted: lists of requesters"],
] as const;

/** Will wait in the barrier Job. Until then it refuses, so that no barrier opens without proof. */
export function wait(_invocation: Invocation): Promise<number> {
  return Promise.reject(
    new NotImplementedError(`the command wait is not implemented in version ${version}`, {
      hint: "a barrier of this version cannot open: use plan, or generate with --mode off",
    }),
  );
}
