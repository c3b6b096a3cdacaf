import type { ReadinessMethod, ReadinessMethodName } from "./readiness-method.ts";
import { settle } from "./settle.ts";

/** Every readiness method by its name in the configuration. */
export const readinessMethods: { readonly [M in ReadinessMethodName]: ReadinessMethod } = { settle };
