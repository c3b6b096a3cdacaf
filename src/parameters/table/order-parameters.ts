import type { Parameter } from "../parameter.ts";
import { application, everywhere, operator, ordering, rendering } from "./shared-lists.ts";

/** How a render is ordered, and what is said of it. */
export const orderParameters = {
  "expand-variables": {
    type: "boolean",
    default: "false",
    description:
      "replace $ARGOCD_APP_… in set, set-string, set-file, values-files, images and common-labels, as Argo CD does in its own blocks",
    from: application,
    commands: everywhere,
  },
  offline: {
    type: "boolean",
    default: "false",
    description: "forbid renderers to fetch remote bases, values and chart dependencies",
    from: operator,
    commands: rendering,
  },
  mode: {
    type: "string",
    choices: ["enforce", "warn", "off"],
    default: "enforce",
    description: "enforce fails on error findings, warn orders and reports, off prints the render as it is",
    from: ["flag", "application", "operator-env"],
    commands: ordering,
  },
  "allow-mode": {
    type: "string",
    choices: ["enforce", "warn", "off"],
    default: "off",
    description: "weakest mode that an Application may choose; with enforce none can switch the guard off",
    from: operator,
    commands: ordering,
  },
  "allow-empty": {
    type: "boolean",
    default: "false",
    description: "accept that nothing is rendered (Argo CD would prune the whole application)",
    from: [...application, "operator-env"],
    commands: everywhere,
  },
  strict: {
    type: "boolean",
    default: "false",
    description: "treat warnings about the input, such as duplicate keys, as errors",
    from: [...application, "operator-env"],
    commands: everywhere,
  },
  "fail-on": {
    type: "string",
    choices: ["error", "warning", "info"],
    default: "error",
    description: "least severity of a finding that makes the exit code 1",
    from: operator,
    commands: ["plan", "lockout"],
  },
  output: {
    type: "list",
    short: "o",
    placeholder: "report",
    description:
      "text, json or (plan only) mermaid, or with a file to write it to json=plan.json; may be given several times",
    from: ["flag"],
    commands: ["plan", "explain", "verify", "lockout", "lockout match", "recovery", "graph", "unstick"],
  },
  baseline: {
    type: "string",
    placeholder: "file",
    description: "earlier plan as JSON: what had its grant there is not new",
    from: ["flag"],
    commands: ["plan"],
  },
  "never-healthy": {
    type: "list",
    placeholder: "object",
    description:
      "show the sync in which KIND[.GROUP]/[NAMESPACE/]NAME never becomes healthy; may be given several times",
    from: ["flag"],
    commands: ["plan"],
  },
  degraded: {
    type: "list",
    placeholder: "object",
    description:
      "show the sync in which KIND[.GROUP]/[NAMESPACE/]NAME becomes Degraded; may be given several times",
    from: ["flag"],
    commands: ["plan"],
  },
} as const satisfies Record<string, Parameter>;
