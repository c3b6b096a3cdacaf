import {
  environmentSuffix,
  type Origin,
  type ParameterName,
  parameterNames,
  parameterOf,
} from "../parameters.ts";

/** What Argo CD puts before the variables that users set in an Application. */
export const applicationPrefix = "ARGOCD_ENV_GRANTWAVE_";
export const operatorPrefix = "GRANTWAVE_";

/** The parameters that may come from an origin. */
export function namesFrom(origin: Origin): readonly ParameterName[] {
  return parameterNames.filter((name) => parameterOf(name).from.includes(origin));
}

/** How a parameter is written where it comes from: `--values-files`, `ARGOCD_ENV_GRANTWAVE_VALUES_FILES`. */
export function spelling(name: ParameterName, origin: Origin): string {
  switch (origin) {
    case "flag":
      return `--${name}`;
    case "application":
      return name;
    case "application-env":
      return `${applicationPrefix}${environmentSuffix(name)}`;
    case "argocd":
      return parameterOf(name).argocdVariable ?? "";
    case "operator-env":
      return `${operatorPrefix}${environmentSuffix(name)}`;
  }
}

/** The places that remain for a parameter that was set where it may not be: `--helm or GRANTWAVE_HELM`. */
export function whereToSet(name: ParameterName): string {
  return parameterOf(name)
    .from.map((origin) =>
      origin === "application" ? `the plugin parameter ${name}` : spelling(name, origin),
    )
    .join(" or ");
}
