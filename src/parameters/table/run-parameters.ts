import { type Parameter, parameterCommands } from "../parameter.ts";
import { everywhere, operator, rendering } from "./shared-lists.ts";

/** How grantwave itself runs: its words, its tools and its limits. */
export const runParameters = {
  quiet: {
    type: "boolean",
    short: "q",
    default: "false",
    description: "write nothing to stderr but the reason of a failure",
    from: operator,
    commands: parameterCommands,
  },
  log: {
    type: "string",
    choices: ["error", "warning", "info", "debug"],
    default: "info",
    description: "least severity of what is written to stderr; debug tells each step and how long it took",
    from: operator,
    commands: parameterCommands,
  },
  helm: {
    type: "string",
    placeholder: "path",
    description: "helm to run; else the one on PATH",
    from: operator,
    commands: rendering,
  },
  kustomize: {
    type: "string",
    placeholder: "path",
    description: "kustomize to run; else the one on PATH, else kubectl kustomize",
    from: operator,
    commands: rendering,
  },
  kubectl: {
    type: "string",
    placeholder: "path",
    description: "kubectl to run kustomize with; else the one on PATH",
    from: operator,
    commands: rendering,
  },
  "render-timeout": {
    type: "duration",
    placeholder: "duration",
    default: "55s",
    description: "deadline of a renderer; Argo CD's own is 60s, after which it kills without a word",
    from: operator,
    commands: rendering,
  },
  "run-timeout": {
    type: "duration",
    placeholder: "duration",
    description:
      "deadline of the whole run from the start of the process; else 57s for generate, none for what people call",
    from: operator,
    commands: everywhere,
  },
  "max-output": {
    type: "size",
    placeholder: "size",
    default: "96Mi",
    description: "largest render that is accepted; Argo CD refuses more than 100Mi",
    from: operator,
    commands: rendering,
  },
} as const satisfies Record<string, Parameter>;
