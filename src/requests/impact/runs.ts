import { type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import { type DenialImpact, none, outage } from "./denial-impact.ts";

/** Jobs, and whatever runs to an end as they do: BroadcastJob, JobSet, RayJob, Workflow. */
export function impactOfJob({ ref, value }: Manifest): DenialImpact {
  if (isHeldBack(value)) return none(`the ${ref.kind} is suspended and makes no pods`);
  return outage(
    `the ${ref.kind}'s pod hangs and counts neither as failed nor as done, so that the ${ref.kind} does not end`,
  );
}

/** CronJobs, and whatever starts runs on a schedule as they do. */
export function impactOfSchedule({ ref, value }: Manifest): DenialImpact {
  if (isHeldBack(value)) return none(`the ${ref.kind} is suspended and starts no runs`);
  return outage("the pod of each run hangs, and no run ends");
}

/** Runs of Tekton wait for their pods no longer than their own time-out (tekton 1.15 `config-defaults`: one hour). */
export function impactOfTektonRun({ ref, value }: Manifest): DenialImpact {
  const status = textAt(value, "spec", "status") ?? "";
  if (status !== "") return none(`the ${ref.kind} is stated as ${status} and makes no pods`);
  return outage(`the ${ref.kind}'s pod hangs until the run fails by its time-out`);
}

/** Templates that somebody else runs. */
export function impactOfTemplate({ ref }: Manifest): DenialImpact {
  return none(`a ${ref.kind} makes no pods of its own; those that are made from it are denied`);
}

function isHeldBack(value: Manifest["value"]): boolean {
  const { spec } = value;
  return [valueAt(spec, "suspend"), valueAt(spec, "paused")].includes(true);
}
