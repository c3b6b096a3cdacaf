import { didYouMean, nearestName } from "../nearest-name.ts";
import {
  environmentSuffix,
  type Origin,
  type ParameterName,
  parameterNames,
  parameterOf,
} from "../parameters.ts";
import { quote } from "../quote.ts";
import type { Given } from "./given.ts";
import { applicationPrefix, namesFrom, operatorPrefix, spelling, whereToSet } from "./origins.ts";
import { parseValue } from "./parse-value.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the variables of the Application's author: `ARGOCD_ENV_GRANTWAVE_…`. Unknown ones are refused. */
export function readApplicationEnvironment(env: Environment): Given {
  const known = namesFrom("application-env");
  const given = readVariables(env, "application-env", known);
  const problems = [...given.problems];
  for (const variable of variablesWith(env, applicationPrefix)) {
    const suffix = variable.slice(applicationPrefix.length);
    if (known.some((name) => environmentSuffix(name) === suffix)) {
      continue;
    }
    const elsewhere = parameterNames.find((name) => environmentSuffix(name) === suffix);
    problems.push(
      elsewhere === undefined
        ? `${quote(variable.slice("ARGOCD_ENV_".length))} in env of the plugin source is not known${didYouMean(
            `${operatorPrefix}${suffix}`,
            known.map((name) => `${operatorPrefix}${environmentSuffix(name)}`),
          )}`
        : `${variable} is not for env of the plugin source: set it with ${whereToSet(elsewhere)}`,
    );
  }
  return { values: given.values, problems };
}

/** Reads what Argo CD itself says about the application and its cluster. */
export function readArgoEnvironment(env: Environment): Given {
  return readVariables(env, "argocd", namesFrom("argocd"));
}

/**
 * Reads the operator's variables: `GRANTWAVE_…`. Only those that look like a slip of the pen are refused: Kubernetes
 * itself puts `GRANTWAVE_SERVICE_HOST` and the like into every pod beside a Service called grantwave.
 */
export function readOperatorEnvironment(env: Environment): Given {
  const known = namesFrom("operator-env");
  const spellings = known.map((name) => environmentSuffix(name));
  const given = readVariables(env, "operator-env", known);
  const problems = [...given.problems];
  for (const variable of variablesWith(env, operatorPrefix)) {
    const suffix = variable.slice(operatorPrefix.length);
    const nearest = nearestName(suffix, spellings);
    if (nearest !== undefined && !spellings.includes(suffix)) {
      problems.push(`${variable} is not known; did you mean ${operatorPrefix}${nearest}?`);
    }
  }
  return { values: given.values, problems };
}

/** Empty variables count as not set. */
function readVariables(env: Environment, origin: Origin, names: readonly ParameterName[]): Given {
  const values = new Map<ParameterName, unknown>();
  const problems: string[] = [];
  for (const name of names) {
    const variable = spelling(name, origin);
    const text = env[variable];
    if (text === undefined || text === "") {
      continue;
    }
    const parsed = parseValue(parameterOf(name), text);
    if ("problem" in parsed) {
      problems.push(`${variable} ${parsed.problem}`);
    } else {
      values.set(name, parsed.value);
    }
  }
  return { values, problems };
}

function variablesWith(env: Environment, prefix: string): readonly string[] {
  return Object.keys(env)
    .filter((variable) => variable.startsWith(prefix) && env[variable] !== "")
    .sort();
}
