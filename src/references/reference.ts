import type { ObjectRef } from "../manifest/object-ref.ts";

/** Something that an object needs to have before it can work: named in its own fields. */
export interface Reference {
  readonly to: ObjectRef;
  /** False where Kubernetes goes on without it: `optional: true`, pull secrets, what the API server makes by itself. */
  readonly required: boolean;
  /** Where the name stands, such as `spec.template.spec.volumes[0].configMap.name`. */
  readonly path: string;
}
