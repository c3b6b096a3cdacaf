import * as z from "zod";

/** RFC 1123 label or subdomain, as Kubernetes wants names. */
export const Name = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, "a Kubernetes name in lower case");

export const SignerName = z
  .string()
  .max(571)
  .regex(
    /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[a-z0-9]([-a-z0-9.:/]*[a-z0-9])?$/,
    "a signer name of the form domain/path",
  );

/** Empty for the core group. */
export const ApiGroup = z
  .string()
  .max(253)
  .regex(/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$/, "an API group such as example.com");

export const Kind = z
  .string()
  .max(63)
  .regex(/^[A-Za-z][A-Za-z0-9]*$/, "a kind such as ConfigMap");

/** The key of an annotation, such as `example.com/dns-names`. */
export const AnnotationKey = z
  .string()
  .max(317)
  .regex(/^([A-Za-z0-9][-A-Za-z0-9.]*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/, "an annotation key");

/** The reason of a condition, one word (apimachinery v0.37 `pkg/apis/meta/v1` `Condition.Reason`). */
export const ConditionReason = z
  .string()
  .max(1024)
  .regex(/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/, "a condition reason in one word, such as NoGrant");
