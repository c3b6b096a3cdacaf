import { hasHealthCheck } from "../argo/health.ts";
import { readHook } from "../argo/hooks.ts";
import { formatRef, isBuiltInGroup, type ObjectRef } from "../manifest/object-ref.ts";
import type { PipelineResult } from "../pipeline.ts";
import type { Assumptions } from "../timeline.ts";
import { findObject } from "./find-object.ts";

/** What `--never-healthy` and `--degraded` name. */
export interface AssumptionTexts {
  readonly neverHealthy: readonly string[];
  readonly degraded: readonly string[];
}

/** The same as objects, and what a reader has to know about them. */
export interface ReadAssumptions {
  readonly assumptions: Assumptions | undefined;
  readonly notes: readonly string[];
}

/**
 * Finds the objects whose health is assumed, barriers included.
 *
 * @throws UsageError for a reference that means none or several; it names the candidates.
 */
export function readAssumptions(texts: AssumptionTexts, result: PipelineResult): ReadAssumptions {
  if (texts.neverHealthy.length + texts.degraded.length === 0) return { assumptions: undefined, notes: [] };
  const candidates = candidatesOf(result);
  const neverHealthy = texts.neverHealthy.map((text) => findObject(text, candidates));
  const degraded = texts.degraded.map((text) => findObject(text, candidates));
  const notes = new Set([...neverHealthy, ...degraded].flatMap(({ note }) => note ?? []));
  return {
    assumptions: {
      neverHealthy: neverHealthy.filter(({ isAsked }) => isAsked).map(({ ref }) => ref),
      degraded: degraded.filter(({ isAsked }) => isAsked).map(({ ref }) => ref),
    },
    notes: [...notes],
  };
}

interface Candidate {
  readonly ref: ObjectRef;
  /** Whether Argo CD can find it unhealthy. */
  readonly isAsked: boolean;
  readonly note: string | undefined;
}

function candidatesOf({ barriers, objects }: PipelineResult): readonly Candidate[] {
  return [
    ...objects.map(({ manifest }): Candidate => {
      const { ref } = manifest;
      if (readHook(manifest.annotations).isHook || hasHealthCheck(manifest)) {
        return { ref, isAsked: true, note: undefined };
      }
      return isBuiltInGroup(ref.group)
        ? {
            ref,
            isAsked: false,
            note: `Argo CD knows no health of ${formatRef(ref)}: it counts as done once it is applied.`,
          }
        : {
            ref,
            isAsked: true,
            note: `Argo CD as it is shipped knows no health of ${formatRef(ref)}: a check in argocd-cm is assumed.`,
          };
    }),
    ...barriers.map(({ ref }): Candidate => ({ ref, isAsked: true, note: undefined })),
  ];
}
