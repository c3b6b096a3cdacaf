import { describeParameter } from "../parameters/describe-parameter.ts";
import { formOf } from "../parameters/read-app-parameters.ts";
import { type ParameterName, parameterOf } from "../parameters.ts";

/** A parameter as Argo CD's UI shows it (argo-cd 3.6 `reposerver/repository/repository.proto` ParameterAnnouncement). */
export interface Announcement {
  readonly name: ParameterName;
  readonly title: string;
  readonly tooltip: string;
  readonly itemType?: "boolean";
  readonly collectionType?: "array" | "map";
  readonly string?: string;
  readonly array?: readonly string[];
  readonly map?: Readonly<Record<string, string>>;
}

/** What a source says of a parameter now. */
export type CurrentValue = string | boolean | readonly string[] | Readonly<Record<string, string>>;

/** The announcement of a parameter with its current value; without one where nothing sets it. */
export function announce(name: ParameterName, value?: CurrentValue | undefined): Announcement {
  const parameter = parameterOf(name);
  const form = formOf(parameter);
  return {
    name,
    title: name,
    tooltip: describeParameter(parameter),
    ...(parameter.type === "boolean" ? { itemType: "boolean" } : {}),
    ...(form === "string" ? {} : { collectionType: form }),
    ...(value === undefined ? {} : { [form]: typeof value === "boolean" ? String(value) : value }),
  };
}
