import {
  isObject,
  type JsonObject,
  type JsonValue,
  type Manifest,
  textAt,
  valueAt,
} from "../../manifest/manifest.ts";
import { formatRef } from "../../manifest/object-ref.ts";
import type { LoadedMethod, Obstacle } from "./loaded-method.ts";

/** A condition of the policy object is true and speaks of its current generation. */
export const status: LoadedMethod<"status"> = {
  name: "status",
  findObstacles({ isNobodyThere, policy }, { condition }) {
    if (isNobodyThere) return [];
    return policy.asked.flatMap((manifest) => {
      const problem = conditionProblem(manifest, condition);
      return problem === undefined
        ? []
        : [{ says: `${formatRef(manifest.ref)} ${problem}` } satisfies Obstacle];
    });
  },
};

function conditionProblem({ value }: Manifest, type: string): string | undefined {
  const found = conditions(value).find((condition) => textAt(condition, "type") === type);
  if (found === undefined) return `has no condition ${type} yet`;
  const state = textAt(found, "status") ?? "Unknown";
  if (state !== "True") return `has condition ${type} ${state}${because(found)}`;
  const generation = valueAt(value, "metadata", "generation");
  const observed =
    valueAt(found, "observedGeneration") ?? valueAt(value, "status", "observedGeneration") ?? null;
  if (observed === null) return `has condition ${type}, which does not say of which generation`;
  if (observed !== generation) return `has condition ${type} of generation ${observed}, not of ${generation}`;
  return undefined;
}

function because(condition: JsonValue): string {
  const reason = textAt(condition, "reason");
  return reason === undefined || reason === "" ? "" : ` (${reason})`;
}

function conditions(value: JsonObject): readonly JsonObject[] {
  const list = valueAt(value, "status", "conditions");
  return Array.isArray(list) ? list.filter(isObject) : [];
}
