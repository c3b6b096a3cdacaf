import { UsageError } from "../errors.ts";
import type { Origin, ParameterValues } from "../parameters.ts";

type Mode = ParameterValues["mode"];

/** How much of the guard is left. */
const strength: { readonly [M in Mode]: number } = { off: 0, warn: 1, enforce: 2 };

/**
 * The mode of a run. An Application may weaken the guard only as far as the operator lets it; who runs the command or the
 * sidecar may set any.
 *
 * @param from where `mode` was set; undefined where nobody did.
 * @throws UsageError where the Application sets a weaker one: nothing is printed then, as with every other refusal.
 */
export function allowedMode(
  { mode, "allow-mode": weakest }: Pick<ParameterValues, "mode" | "allow-mode">,
  from: Origin | undefined,
): Mode {
  if (from !== "application" || strength[mode] >= strength[weakest]) return mode;
  throw new UsageError(
    `the Application sets mode ${mode}, but the operator allows Applications nothing weaker than ${weakest}`,
    {
      hint: "take the parameter mode (or the annotation grantwave.dev/mode) away, or have GRANTWAVE_ALLOW_MODE changed by whoever runs Argo CD",
    },
  );
}
