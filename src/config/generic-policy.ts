import * as z from "zod";
import { ApiGroup, Kind, Name } from "./kubernetes-names.ts";

/** Which objects carry the policy of a signer that is described in configuration, and what of them is its text. */
export const GenericPolicy = z
  .strictObject({
    group: ApiGroup.default(""),
    kind: Kind.default("ConfigMap"),
    /** Left out for what lives in no namespace. */
    namespace: Name.optional(),
    /** Left out where every object of the kind counts, in `namespace` or, without one, everywhere. */
    name: Name.optional(),
    /** The key of a ConfigMap whose text is the policy; left out where the object itself is. */
    key: z.string().min(1).optional(),
    /** How the text under `key` is written. */
    format: z.enum(["yaml", "json"]).optional(),
  })
  .superRefine((policy, context) => {
    const issue = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    const isCore = policy.group === "";
    const isConfigMap = isCore && policy.kind === "ConfigMap";
    if (isCore && policy.kind === "Secret") {
      issue("kind", "a kind that anybody may read: grantwave looks into no Secret");
    }
    if (isConfigMap && policy.namespace === undefined) {
      issue("namespace", "the namespace of the ConfigMap");
    }
    if (!isConfigMap && policy.key !== undefined) {
      issue("key", "left out: only a ConfigMap has keys");
    }
    if (policy.format !== undefined && policy.key === undefined) {
      issue("format", "left out without a key: the object itself is the policy");
    }
  });
export type GenericPolicy = z.infer<typeof GenericPolicy>;
