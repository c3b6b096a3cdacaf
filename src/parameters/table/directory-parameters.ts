import type { Parameter } from "../parameter.ts";
import { application, everywhere } from "./shared-lists.ts";

/** What Argo CD's `directory` block can say. */
export const directoryParameters = {
  recurse: {
    type: "boolean",
    default: "false",
    description: "directory: read sub-folders too",
    from: application,
    commands: everywhere,
  },
  include: {
    type: "string",
    placeholder: "glob",
    description: "directory: read only files that match, such as {*.yaml,*.json}",
    from: application,
    commands: everywhere,
  },
  exclude: {
    type: "string",
    placeholder: "glob",
    description: "directory: leave out files that match",
    from: application,
    commands: everywhere,
  },
  "any-extension": {
    type: "boolean",
    default: "false",
    description: "directory: read files whatever their names end in",
    from: application,
    commands: everywhere,
  },
} as const satisfies Record<string, Parameter>;
