import type { Parameter, ParameterCommand, ParameterTypes } from "./parameters/parameter.ts";
import { applicationParameters } from "./parameters/table/application-parameters.ts";
import { clusterParameters } from "./parameters/table/cluster-parameters.ts";
import { directoryParameters } from "./parameters/table/directory-parameters.ts";
import { fileParameters } from "./parameters/table/file-parameters.ts";
import { helmParameters } from "./parameters/table/helm-parameters.ts";
import { kustomizeParameters } from "./parameters/table/kustomize-parameters.ts";
import { orderParameters } from "./parameters/table/order-parameters.ts";
import { runParameters } from "./parameters/table/run-parameters.ts";

export type * from "./parameters/parameter.ts";
export { origins, parameterCommands } from "./parameters/parameter.ts";

/** The one table of parameters, in the order of help and documentation. */
export const parameters = {
  ...applicationParameters,
  ...helmParameters,
  ...kustomizeParameters,
  ...directoryParameters,
  ...orderParameters,
  ...clusterParameters,
  ...fileParameters,
  ...runParameters,
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof parameters;
type Table = typeof parameters;

type ValueOf<P extends Parameter> = P extends { readonly choices: readonly (infer C)[] }
  ? C
  : ParameterTypes[P["type"]];

/** The values of one run. Parameters with a default always have one. */
export type ParameterValues = {
  readonly [N in ParameterName]: Table[N] extends { readonly default: string }
    ? ValueOf<Table[N]>
    : ValueOf<Table[N]> | undefined;
};

/** The names of the parameters that a command takes, in the order of the table. */
export function parametersOf(command: ParameterCommand): readonly ParameterName[] {
  return parameterNames.filter((name) => parameterOf(name).commands.includes(command));
}

export const parameterNames = Object.keys(parameters) as readonly ParameterName[];

/** A row of the table in its general form. */
export function parameterOf(name: ParameterName): Parameter {
  return parameters[name];
}

export function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(parameters, name);
}

/** `values-files` → `VALUES_FILES`, the end of its environment variables. */
export function environmentSuffix(name: ParameterName): string {
  return name.replaceAll("-", "_").toUpperCase();
}
