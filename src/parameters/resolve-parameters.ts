import { UsageError } from "../errors.ts";
import {
  type Origin,
  origins,
  type ParameterName,
  type ParameterValues,
  parameterNames,
  parameterOf,
} from "../parameters.ts";
import type { Given } from "./given.ts";
import { parseValue } from "./parse-value.ts";
import { readAppParameters } from "./read-app-parameters.ts";
import {
  type Environment,
  readApplicationEnvironment,
  readArgoEnvironment,
  readOperatorEnvironment,
} from "./read-environment.ts";
import { type FlagTexts, readFlags } from "./read-flags.ts";

/** The values of one run and, for each that was set, by whom. Those with a default and no origin have the default. */
export interface ResolvedParameters {
  readonly values: ParameterValues;
  readonly origins: ReadonlyMap<ParameterName, Origin>;
}

/**
 * Brings the origins together: the strongest that sets a parameter wins, lists and maps are not merged. Everything that
 * is wrong is reported in one UsageError, whichever origin it comes from.
 *
 * @param env the environment of the process, as Argo CD hands it to a plugin.
 */
export function resolveParameters(flags: FlagTexts, env: Environment): ResolvedParameters {
  const given: Readonly<Record<Origin, Given>> = {
    flag: readFlags(flags),
    application: readAppParameters(env["ARGOCD_APP_PARAMETERS"]),
    "application-env": readApplicationEnvironment(env),
    argocd: readArgoEnvironment(env),
    "operator-env": readOperatorEnvironment(env),
  };
  const problems = origins.flatMap((origin) => given[origin].problems);
  const [first, ...others] = problems;
  if (first !== undefined) {
    throw new UsageError(first, { others, hint: "docs/parameters.md lists all parameters" });
  }
  const values: Record<string, unknown> = {};
  const setBy = new Map<ParameterName, Origin>();
  for (const name of parameterNames) {
    const origin = origins.find((candidate) => given[candidate].values.has(name));
    values[name] = origin === undefined ? defaultOf(name) : given[origin].values.get(name);
    if (origin !== undefined) {
      setBy.set(name, origin);
    }
  }
  return { values: values as ParameterValues, origins: setBy };
}

function defaultOf(name: ParameterName): unknown {
  const parameter = parameterOf(name);
  if (parameter.default === undefined) {
    return undefined;
  }
  const parsed = parseValue(parameter, parameter.default);
  if ("problem" in parsed) {
    throw new Error(`the default of ${name} ${parsed.problem}`);
  }
  return parsed.value;
}
