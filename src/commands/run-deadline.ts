import { OutsideError } from "../errors.ts";
import type { PipelineStage } from "../pipeline.ts";

/** The end of a whole run, looked at between its stages and now and then inside of them. */
export interface RunDeadline {
  /** Throws OutsideError, which names the stage, where the time is over. */
  readonly check: (stage: PipelineStage) => void;
}

/**
 * Below Argo CD's own 60 s, after which the plugin is killed and nobody is told why (argo-cd 3.6.1
 * `cmpserver/plugin/plugin.go` `runCommand`).
 */
export const pluginTimeoutSeconds = 57;

/**
 * @param now milliseconds since the process was started.
 * @param seconds from the start of the process; undefined for a run that may take as long as it likes.
 */
export function runDeadline(now: () => number, seconds: number | undefined): RunDeadline {
  const check = (stage: PipelineStage): void => {
    if (seconds === undefined || now() < seconds * 1000) return;
    throw new OutsideError(`${stage} was given up: the run took longer than its deadline of ${seconds} s`, {
      hint:
        "split the application or look for what makes its render so large; or raise --run-timeout together with " +
        "Argo CD's own deadline (controller.repo.server.timeout.seconds), which must stay the longer one",
    });
  };
  return { check };
}
