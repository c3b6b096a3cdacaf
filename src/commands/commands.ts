import type { ParameterCommand } from "../parameters.ts";
import type { RunCommand } from "./invocation.ts";

/** A command that renders a folder and takes its parameters from the one table. */
export interface CommandEntry {
  readonly name: ParameterCommand;
  readonly summary: string;
  readonly examples: readonly string[];
  /** Loaded when it is called, so that no command pays for another. */
  readonly load: () => Promise<RunCommand>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: "plan",
    summary: "show the order that a sync would take, why, and which pods would be denied a certificate",
    examples: [
      "grantwave plan apps/web",
      "grantwave plan apps/web --application argocd/web.yaml",
      "grantwave plan apps/web -o json=plan.json -o text",
      "helm template apps/web | grantwave plan - --name web --namespace web",
    ],
    load: async () => (await import("./plan.ts")).plan,
  },
  {
    name: "generate",
    summary: "print the manifests in their order with barriers, as the plugin does in Argo CD",
    examples: [
      "grantwave generate apps/web --name web --namespace web",
      "kustomize build apps/web | grantwave generate - --name web --namespace web",
    ],
    load: async () => (await import("./generate.ts")).generate,
  },
];

/** Commands of later versions: not listed in help, and refused with a sentence of their own. */
export const laterCommands = [
  "discover",
  "explain",
  "gate",
  "graph",
  "health",
  "init",
  "lockout",
  "migrate",
  "parameters",
  "recovery",
  "report",
  "schema",
  "unstick",
  "verify",
] as const;
