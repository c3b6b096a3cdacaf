import { expect, it } from "vitest";
import { toolEnvironment } from "../../src/render/tool-environment.ts";

const base = {
  HOME: "/private/home",
  TMPDIR: "/private/tmp",
  XDG_CACHE_HOME: "/private/home/cache",
  XDG_CONFIG_HOME: "/private/home/config",
  XDG_DATA_HOME: "/private/home/data",
  HELM_CACHE_HOME: "/private/home/cache/helm",
  HELM_CONFIG_HOME: "/private/home/config/helm",
  HELM_DATA_HOME: "/private/home/data/helm",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ALLOW_PROTOCOL: "https:http:ssh:git",
};

it("gives children a home of their own and only what rendering needs of ours", () => {
  const env = {
    PATH: "/usr/bin:.::relative/bin:/bin",
    HOME: "/root",
    HELM_PLUGINS: "/plugins",
    HELM_NAMESPACE: "other",
    KUBECONFIG: "/root/.kube/config",
    KUSTOMIZE_PLUGIN_HOME: "/plugins",
    ARGOCD_ENV_TOKEN: "s3cr3t",
    NODE_OPTIONS: "--inspect",
    LD_PRELOAD: "/evil.so",
    HTTPS_PROXY: "http://proxy.example.com",
    GIT_ASKPASS: "argocd",
    ARGOCD_GIT_ASKPASS_NONCE: "1",
  };
  expect(toolEnvironment(env, { privateFolder: "/private", offline: false })).toEqual({
    ...base,
    PATH: "/usr/bin:/bin",
    HTTPS_PROXY: "http://proxy.example.com",
    GIT_ASKPASS: "argocd",
    ARGOCD_GIT_ASKPASS_NONCE: "1",
  });
});

it("works with no environment at all", () => {
  expect(toolEnvironment({}, { privateFolder: "/private", offline: false })).toEqual({ ...base, PATH: "" });
});

it("puts guards before everything else on PATH", () => {
  const child = toolEnvironment(
    { PATH: "/usr/bin" },
    { privateFolder: "/private", guards: ["/g"], offline: false },
  );
  expect(child["PATH"]).toBe("/g:/usr/bin");
});

it("leads every connection nowhere when offline, whatever proxies are set", () => {
  const env = { HTTPS_PROXY: "http://proxy.example.com", no_proxy: "*" };
  expect(toolEnvironment(env, { privateFolder: "/private", offline: true })).toMatchObject({
    HTTPS_PROXY: "http://127.0.0.1:9",
    https_proxy: "http://127.0.0.1:9",
    NO_PROXY: "",
    no_proxy: "",
    GIT_ALLOW_PROTOCOL: "none",
  });
});
