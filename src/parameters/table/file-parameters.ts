import type { Parameter } from "../parameter.ts";

/** The files that a command reads or writes besides the application's own. */
export const fileParameters = {
  plugin: {
    type: "string",
    placeholder: "name",
    default: "grantwave",
    description: "name of the plugin that Applications are to use",
    from: ["flag"],
    commands: ["migrate"],
  },
  write: {
    type: "boolean",
    default: "false",
    description: "change the file instead of printing what it would become",
    from: ["flag"],
    commands: ["migrate"],
  },
  check: {
    type: "boolean",
    default: "false",
    description:
      "change and print nothing, and end with 1 where there is something to rewrite, for recovery a lockout without a way out",
    from: ["flag"],
    commands: ["migrate", "recovery"],
  },
  written: {
    type: "string",
    placeholder: "file",
    description: "an earlier report of recovery -o json, whose commands have to work still",
    from: ["flag"],
    commands: ["recovery"],
  },
  "restore-dir": {
    type: "string",
    placeholder: "dir",
    description: "folder to write the objects to that a recovery applies again in the end",
    from: ["flag"],
    commands: ["recovery"],
  },
  webhooks: {
    type: "string",
    placeholder: "file",
    description: "YAML or JSON file with the webhook configurations to ask",
    from: ["flag"],
    commands: ["lockout match"],
  },
  request: {
    type: "string",
    placeholder: "file",
    description: "JSON file with the one admission request to ask about",
    from: ["flag"],
    commands: ["lockout match"],
  },
} as const satisfies Record<string, Parameter>;
