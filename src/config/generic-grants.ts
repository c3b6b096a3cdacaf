import * as z from "zod";
import { AnnotationKey, ConditionReason } from "./kubernetes-names.ts";

/** Keys from the outside in: `spec.grants`, or a list where a key holds a dot; `.` is the place itself. */
const FieldPath = z
  .union(
    [
      z
        .string()
        .max(1000)
        .transform((text) => (text === "." ? [] : text.split("."))),
      z.array(z.string()),
    ],
    {
      error: "a path such as spec.grants, or a list of keys",
    },
  )
  .refine((keys) => keys.length <= 16 && keys.every((key) => key !== ""), {
    error: "a path of at most 16 keys with a dot between them, such as spec.grants",
  });

/** How one side of a requester is compared with what stands in the policy. */
const comparison = {
  path: FieldPath,
  /** Whether the path begins at the grant or at the whole policy, which then holds for all of its grants. */
  from: z.enum(["grant", "policy"]).default("grant"),
  /** `prefix`: a `*` at the end stands for anything. `glob`: `*` anywhere, and `?` for one character. */
  match: z.enum(["exact", "prefix", "glob"]).default("exact"),
  /** What is covered where nothing stands at the path, or an empty text or list. */
  missing: z.enum(["none", "any"]).default("none"),
  /** Reason of the denial where only this does not fit. Left out: the signer then goes on to its other grants. */
  denial: ConditionReason.optional(),
};

const Field = z.strictObject(comparison);

/** Both parts of the account in one text, such as `web/server`. */
const SubjectField = z.strictObject({
  ...comparison,
  form: z
    .string()
    .max(200)
    .regex(
      /^(?=.*\{namespace\})(?=.*\{serviceAccount\})(?:[^{}]|\{namespace\}|\{serviceAccount\})*$/,
      "a text with {namespace} and {serviceAccount} in it",
    )
    .default("system:serviceaccount:{namespace}:{serviceAccount}"),
});

/** What pods ask for in a user annotation; without the annotation they ask for nothing. */
const AnnotationField = z.strictObject({
  ...comparison,
  /** What stands between several values of one annotation; blanks around them do not count. */
  separator: z.string().min(1).max(10).optional(),
});

const fields = {
  namespace: Field.optional(),
  serviceAccount: Field.optional(),
  subject: SubjectField.optional(),
  signerName: Field.optional(),
  keyType: Field.optional(),
  annotations: z.partialRecord(AnnotationKey, AnnotationField).default({}),
};

const EffectValues = z
  .array(z.union([z.string(), z.boolean()], { error: "text, true or false" }).transform(String))
  .min(1);

/** Where the grants of a policy stand, and how the signer finds the one that decides. */
export const GenericGrants = z.strictObject({
  /** To the list of grants, or to a single one. Lists on the way are all followed. */
  path: FieldPath,
  /** The path leads to a map whose keys mean something: each grant is then `{ key, value }`. */
  keyed: z.boolean().default(false),
  fields: z.strictObject(fields).refine(namesSomebody, {
    error: "a map with namespace, serviceAccount or subject: otherwise each grant would cover everybody",
  }),
  /** Which one decides where several fit. */
  precedence: z.enum(["any", "first", "most-specific"]).default("any"),
  /** Entries that do not grant but deny. */
  effect: z
    .strictObject({
      path: FieldPath,
      /** Values that deny, as text. */
      deny: EffectValues,
      /** Values that grant; all but the others where this is left out. Entries with any other value do not count. */
      allow: EffectValues.optional(),
      denial: ConditionReason.default("NoGrant"),
    })
    .optional(),
  /** Reason of the denial where no grant fits. */
  noGrant: ConditionReason.default("NoGrant"),
});
export type GenericGrants = z.infer<typeof GenericGrants>;
export type GenericField = z.infer<typeof Field>;

function namesSomebody(given: Readonly<Record<string, unknown>>): boolean {
  return ["namespace", "serviceAccount", "subject"].some((name) => given[name] !== undefined);
}
