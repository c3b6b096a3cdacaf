import { type ParameterName, parametersOf } from "../parameters.ts";
import type { RunCommand } from "./invocation.ts";

/** A command whose options come from the one table of parameters. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly string[];
  /** What stands before the folder, if the command takes such a thing. */
  readonly subject?: Operand;
  readonly takesFolder: boolean;
  /** Its examples can be tried where a cluster is. */
  readonly needsCluster?: true;
  /** It goes on until it is asked to end. */
  readonly isServer?: true;
  readonly parameters: readonly ParameterName[];
  /** Loaded when it is called, so that no command pays for another. */
  readonly load: () => Promise<RunCommand>;
}

/** What is told by its place on the command line: `<needed>` or `[optional]`. */
export interface Operand {
  readonly syntax: string;
  readonly description: string;
}

/** In the order of help. Their examples are run by a test, in a folder that holds what they name. */
export const commands: readonly CommandEntry[] = [
  {
    name: "plan",
    summary: "show the order that a sync would take, why, and which pods would be denied a certificate",
    examples: [
      "grantwave plan apps/web",
      "grantwave plan apps/web --application argocd/web.yaml",
      "grantwave plan apps/web -o json=plan.json -o text",
      "grantwave plan apps/web -o mermaid",
      "grantwave plan apps/web --baseline plan.json",
      "grantwave plan apps/web --degraded Deployment/web/front --never-healthy Job/web/migrate",
      "helm template apps/shop | grantwave plan - --name shop --namespace shop",
    ],
    takesFolder: true,
    parameters: parametersOf("plan"),
    load: async () => (await import("./plan.ts")).plan,
  },
  {
    name: "generate",
    summary: "print the manifests in their order with barriers, as the plugin does in Argo CD",
    examples: [
      "grantwave generate apps/web --name web --namespace web",
      "kubectl kustomize apps/web | grantwave generate - --name web --namespace web --source-path apps/web",
    ],
    takesFolder: true,
    parameters: parametersOf("generate"),
    load: async () => (await import("./generate.ts")).generate,
  },
  {
    name: "explain",
    summary: "tell why one object has its wave, what it waits for, and which grant covers its certificates",
    examples: [
      "grantwave explain Deployment/web/front apps/web",
      "grantwave explain ConfigMap/cert-signer/pod-cert-signer apps/web --application argocd/web.yaml",
      "grantwave explain Deployment/front apps/web -o json",
    ],
    subject: {
      syntax: "<object>",
      description:
        "KIND[.GROUP]/[NAMESPACE/]NAME; what is left out may be anything, as long as one object fits",
    },
    takesFolder: true,
    parameters: parametersOf("explain"),
    load: async () => (await import("./explain.ts")).explain,
  },
  {
    name: "discover",
    summary: "say whether an Application is opted in, as the discovery of grantwave-auto in Argo CD",
    examples: ["grantwave discover --by-content apps/web"],
    takesFolder: true,
    parameters: parametersOf("discover"),
    load: async () => (await import("./discover.ts")).discover,
  },
  {
    name: "verify",
    summary:
      "check against a cluster that sidecars, rights and projects are in place, and that syncs meet barriers",
    examples: [
      "grantwave verify",
      "grantwave verify argocd/web --kubeconfig prod.yaml -o json=verification.json -o text",
    ],
    needsCluster: true,
    subject: {
      syntax: "[application]",
      description: "[NAMESPACE/]NAME of an Application to look at; without it, the installation alone",
    },
    takesFolder: false,
    parameters: parametersOf("verify"),
    load: async () => (await import("./verify.ts")).verify,
  },
  {
    name: "parameters",
    summary:
      "announce the parameters of a source with its current values, as the plugin does for Argo CD's UI",
    examples: ["grantwave parameters apps/shop"],
    takesFolder: true,
    parameters: parametersOf("parameters"),
    load: async () => (await import("./parameters.ts")).announceParameters,
  },
  {
    name: "migrate",
    summary: "rewrite an Application's helm, kustomize or directory block into one of the plugin",
    examples: [
      "grantwave migrate argocd/shop.yaml",
      "grantwave migrate argocd/shop.yaml --plugin grantwave-eu",
    ],
    subject: {
      syntax: "<file>",
      description: "YAML or JSON file with Applications or ApplicationSets, or - for standard input",
    },
    takesFolder: false,
    parameters: parametersOf("migrate"),
    load: async () => (await import("./migrate.ts")).migrate,
  },
  {
    name: "lockout",
    summary:
      "find what can lock itself out: webhooks that refuse their own pods, signers that need themselves",
    examples: [
      "grantwave lockout apps/web",
      "grantwave lockout apps/web -o json=lockout.json -o markdown",
      "helm template apps/shop | grantwave lockout - --name shop --namespace shop",
    ],
    takesFolder: true,
    parameters: parametersOf("lockout"),
    load: async () => (await import("./lockout.ts")).lockout,
  },
  {
    name: "lockout match",
    summary: "tell which admission webhooks see one request, and why",
    examples: [
      "grantwave lockout match --webhooks policy/webhooks.yaml --request requests/pod.json",
      "grantwave lockout match --webhooks policy/webhooks.yaml --request requests/pod.json -o json",
    ],
    takesFolder: false,
    parameters: parametersOf("lockout match"),
    load: async () => (await import("./lockout-match.ts")).lockoutMatch,
  },
  {
    name: "recovery",
    summary: "print the commands that get out of each lockout, tried on a model of the manifests",
    examples: [
      "grantwave recovery apps/web",
      "grantwave recovery policy --renderer directory --restore-dir restore -o json=recovery.json -o text",
      "grantwave recovery policy --renderer directory --written recovery.json",
    ],
    takesFolder: true,
    parameters: parametersOf("recovery"),
    load: async () => (await import("./recovery.ts")).recovery,
  },
  {
    name: "graph",
    summary: "draw what a repair of the cluster stands on, and what of that can be locked",
    examples: [
      "grantwave graph apps/web",
      "grantwave graph policy --renderer directory -o dot",
      "grantwave graph policy --renderer directory -o mermaid",
    ],
    takesFolder: true,
    parameters: parametersOf("graph"),
    load: async () => (await import("./graph.ts")).graph,
  },
  {
    name: "report",
    summary: "tell, beside a signer, which policy file is seen and since when, for readiness method report",
    examples: [
      "grantwave report /policy/policy.json",
      "grantwave report policy.json --listen 127.0.0.1:9464",
    ],
    isServer: true,
    subject: {
      syntax: "<file>",
      description: "the signer's policy, as a file of the volume that both mount",
    },
    takesFolder: false,
    parameters: parametersOf("report"),
    load: async () => (await import("./report.ts")).report,
  },
  {
    name: "health",
    summary: "print health checks for Argo CD, for policies that a controller reports on",
    examples: [
      "grantwave health CertificateRequestPolicy.policy.cert-manager.io",
      "grantwave health Grant.example.com --condition Synced --argocd-namespace gitops",
    ],
    subject: {
      syntax: "[kind]",
      description: "KIND.GROUP of the policy; without it, those of the signers with readiness method status",
    },
    takesFolder: false,
    parameters: parametersOf("health"),
    load: async () => (await import("./health.ts")).health,
  },
  {
    name: "unstick",
    summary: "find pods that were denied a certificate for good, and evict those whose grant is loaded now",
    examples: [
      "grantwave unstick --config grantwave.yaml",
      "grantwave unstick web -o json",
      "grantwave unstick web --evict",
    ],
    needsCluster: true,
    subject: { syntax: "[namespace]", description: "where to look; without it, in all namespaces" },
    takesFolder: false,
    parameters: parametersOf("unstick"),
    load: async () => (await import("./unstick.ts")).unstick,
  },
  {
    name: "schema",
    summary: "print the JSON Schema of the configuration or of a report",
    examples: ["grantwave schema", "grantwave schema Config", "grantwave schema Plan"],
    subject: { syntax: "[kind]", description: "whose schema; without it, the kinds there are" },
    takesFolder: false,
    parameters: [],
    load: async () => (await import("./schema.ts")).schema,
  },
];

/** Commands of later versions: not listed in help, and refused with a sentence of their own. */
export const laterCommands = ["gate", "init"] as const;
