import { delimiter } from "node:path";
import { absoluteFolders } from "./tools.ts";

/** Variables of ours that a child may see: proxies, trust, and what git and ssh need to fetch remote bases. */
const passed = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "ALL_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "all_proxy",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_ASKPASS",
  "GIT_CONFIG_GLOBAL",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
  "SSH_ASKPASS",
  "SSH_AUTH_SOCK",
  // Argo CD hands credentials to plugins with `provideGitCreds` (argo-cd 3.6 util/askpass/common.go).
  "ARGOCD_GIT_ASKPASS_NONCE",
  "ARGOCD_ASK_PASS_SOCK",
  "LANG",
  "LC_ALL",
  "TZ",
] as const;

/** Nobody listens there: whatever asks for a connection is refused at once. */
const nowhere = "http://127.0.0.1:9";

interface EnvironmentOptions {
  /** Everything that a child writes lands in here. */
  readonly privateFolder: string;
  /** Folders of our own that come first on the child's PATH. */
  readonly guards?: readonly string[];
  readonly offline: boolean;
}

/**
 * The environment of a child: an allow-list, so that no setting of ours or of the sidecar changes what a chart renders.
 * helm and kustomize find a home even where there is none (uid 999, read-only root), in a folder of this render alone.
 * `HELM_*` settings, kubeconfigs and kustomize's plugin switches do not pass.
 */
export function toolEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  options: EnvironmentOptions,
): Record<string, string> {
  const home = `${options.privateFolder}/home`;
  const child: Record<string, string> = {
    PATH: [...(options.guards ?? []), ...absoluteFolders(env["PATH"])].join(delimiter),
    HOME: home,
    TMPDIR: `${options.privateFolder}/tmp`,
    XDG_CACHE_HOME: `${home}/cache`,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_DATA_HOME: `${home}/data`,
    HELM_CACHE_HOME: `${home}/cache/helm`,
    HELM_CONFIG_HOME: `${home}/config/helm`,
    HELM_DATA_HOME: `${home}/data/helm`,
    GIT_TERMINAL_PROMPT: "0",
    // Never `file`: a base of a base may name a repository on this machine, and nobody sees it beforehand.
    GIT_ALLOW_PROTOCOL: "https:http:ssh:git",
  };
  for (const name of passed) {
    const value = env[name];
    if (value !== undefined) child[name] = value;
  }
  return options.offline ? { ...child, ...withoutNetwork } : child;
}

/** What makes Go's HTTP clients and git refuse to fetch. */
const withoutNetwork: Readonly<Record<string, string>> = {
  HTTP_PROXY: nowhere,
  HTTPS_PROXY: nowhere,
  http_proxy: nowhere,
  https_proxy: nowhere,
  ALL_PROXY: nowhere,
  all_proxy: nowhere,
  NO_PROXY: "",
  no_proxy: "",
  // git refuses every transport that is not listed, and no transport has this name.
  GIT_ALLOW_PROTOCOL: "none",
};
