import * as z from "zod";
import type { AdmissionRequest } from "../../admission/request.ts";
import type { JsonObject } from "../../manifest/manifest.ts";

const Text = z.string();
const KubernetesObject = z.record(Text, z.unknown());

/**
 * One admission request as a file holds it: the attributes that the API server's admission plugins see, `""` for what
 * does not apply. `namespaceLabels` is null where there is no such Namespace.
 */
const RequestFile = z.strictObject({
  operation: z.enum(["CREATE", "UPDATE", "DELETE", "CONNECT"]),
  group: Text,
  version: Text,
  resource: Text,
  subresource: Text.default(""),
  kind: Text,
  namespace: Text.default(""),
  name: Text.default(""),
  namespaceLabels: z.record(Text, Text).nullable().default(null),
  object: KubernetesObject.nullable().default(null),
  oldObject: KubernetesObject.nullable().default(null),
  userInfo: z
    .strictObject({
      username: Text.optional(),
      uid: Text.optional(),
      groups: z.array(Text).optional(),
      extra: z.record(Text, z.array(Text)).optional(),
    })
    .default({}),
  dryRun: z.boolean().optional(),
  equivalents: z
    .array(
      z.strictObject({
        group: Text,
        version: Text,
        resource: Text,
        subresource: Text.optional(),
        kind: Text,
        kindGroup: Text.optional(),
        kindVersion: Text.optional(),
      }),
    )
    .optional(),
});

/** Reads the value of a request file, or says where and why it is none. */
export function readAdmissionRequest(
  value: unknown,
): { readonly request: AdmissionRequest } | { readonly problem: string } {
  const parsed = RequestFile.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.map(String).join(".") ?? "";
    return { problem: `${path === "" ? "" : `${path}: `}${issue?.message ?? "it is something else"}` };
  }
  const { object, oldObject, ...rest } = parsed.data;
  // Both came out of JSON, so that they are JSON.
  const objects = { object: object as JsonObject | null, oldObject: oldObject as JsonObject | null };
  return { request: { ...rest, ...objects } };
}
