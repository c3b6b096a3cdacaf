import type { GenericField, GenericGrants } from "../../config/generic-grants.ts";
import type { RequesterIdentity } from "../../requests/requester.ts";

/** One thing that a requester asks with, as texts that a grant has to cover, each of them. */
export interface AskedTexts {
  /** For messages: `key type`. */
  readonly what: string;
  /** True where the texts follow from the requester's account alone. */
  readonly isIdentity: boolean;
  of(requester: RequesterIdentity): readonly string[];
}

/** A described field with what of the requester it is compared with. */
export interface AskedField {
  readonly asked: AskedTexts;
  readonly field: GenericField;
}

/** The described fields in a fixed order: who asks comes before what is asked for. */
export function askedFields(fields: GenericGrants["fields"]): readonly AskedField[] {
  const { namespace, serviceAccount, subject, signerName, keyType, annotations } = fields;
  const named: readonly [AskedTexts, GenericField | undefined][] = [
    [{ what: "namespace", isIdentity: true, of: (requester) => [requester.namespace] }, namespace],
    [
      { what: "service account", isIdentity: true, of: (requester) => [requester.serviceAccountName] },
      serviceAccount,
    ],
    [
      { what: "account", isIdentity: true, of: (requester) => [subjectOf(requester, subject?.form ?? "")] },
      subject,
    ],
    [{ what: "signer name", isIdentity: false, of: (requester) => [requester.signerName] }, signerName],
    [{ what: "key type", isIdentity: false, of: (requester) => [requester.keyType] }, keyType],
  ];
  return [
    ...named.flatMap(([asked, field]) => (field === undefined ? [] : [{ asked, field }])),
    ...Object.entries(annotations).flatMap(([key, field]) =>
      field === undefined ? [] : [{ asked: annotationTexts(key, field.separator), field }],
    ),
  ];
}

function subjectOf({ namespace, serviceAccountName }: RequesterIdentity, form: string): string {
  return form.replaceAll(/\{(namespace|serviceAccount)\}/g, (_whole, part) =>
    part === "namespace" ? namespace : serviceAccountName,
  );
}

/** Blanks around the values and empty values do not count. Without the annotation nothing is asked for. */
function annotationTexts(key: string, separator: string | undefined): AskedTexts {
  return {
    what: `value of ${key}`,
    isIdentity: false,
    of({ userAnnotations }) {
      const text = Object.hasOwn(userAnnotations, key) ? (userAnnotations[key] ?? "") : "";
      const values = separator === undefined ? [text] : text.split(separator);
      return values.map((value) => value.trim()).filter((value) => value !== "");
    },
  };
}
