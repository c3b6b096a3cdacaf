import type { Reason } from "../order/constraint.ts";

/** Why an object comes before another, with the other one's name at the end. */
export const reasonWords: { readonly [R in Reason]: string } = {
  grant: "its grants must be applied before they are waited for by",
  barrier: "it must have opened before",
  signer: "the signer must start with the new policy before",
  controller: "its controller must run before it can report to",
  canary: "this account must exist before",
  prerequisite: "it is needed by, or stood beside,",
  admission: "its webhook must be able to answer before",
  hint: "an annotation asks for it before",
  user: "its author put it before",
};
