import { describe, expect, it } from "vitest";
import { permitsDestination, permitsKind } from "../../src/verify/project-rules.ts";

const own = { server: "https://kubernetes.default.svc", name: "in-cluster", namespace: "grantwave" };

describe("an AppProject's destinations", () => {
  const permits = (...destinations: { name?: string; server?: string; namespace: string }[]) =>
    permitsDestination({ spec: { destinations } }, own);

  it("match by address or by name, with patterns", () => {
    expect(permits({ server: "https://kubernetes.default.svc", namespace: "grantwave" })).toBe(true);
    expect(permits({ server: "*", namespace: "*" })).toBe(true);
    expect(permits({ name: "in-*", namespace: "grant*" })).toBe(true);
    expect(permits({ server: "https://kubernetes.default.svc", namespace: "web" })).toBe(false);
    expect(permits({ server: "https://elsewhere", namespace: "grantwave" })).toBe(false);
    expect(permits()).toBe(false);
  });

  it("deny what an entry with ! names, wherever it stands", () => {
    const all = { server: "*", namespace: "*" };
    expect(permits(all, { server: "*", namespace: "!grantwave" })).toBe(false);
    expect(permits({ server: "*", namespace: "!grantwave" }, all)).toBe(false);
    expect(permits(all, { server: "!https://kubernetes.default.svc", namespace: "grantwave" })).toBe(false);
    expect(permits(all, { server: "*", namespace: "!kube-system" })).toBe(true);
  });

  it("pass over a pattern that cannot be read", () => {
    expect(permits({ server: "*", namespace: "[" })).toBe(false);
  });
});

describe("an AppProject's kinds", () => {
  const permits = (spec: Record<string, { group: string; kind: string }[]>) =>
    permitsKind({ spec }, "batch", "Job");

  it("are all allowed without a list, and none with an empty one", () => {
    expect(permits({})).toBe(true);
    expect(permits({ namespaceResourceWhitelist: [] })).toBe(false);
  });

  it("are those of the list, less those of the other", () => {
    const jobs = [{ group: "batch", kind: "*" }];
    expect(permits({ namespaceResourceWhitelist: jobs })).toBe(true);
    expect(permits({ namespaceResourceWhitelist: [{ group: "apps", kind: "*" }] })).toBe(false);
    expect(permits({ namespaceResourceWhitelist: jobs, namespaceResourceBlacklist: jobs })).toBe(false);
    expect(permits({ namespaceResourceBlacklist: [{ group: "batch", kind: "CronJob" }] })).toBe(true);
  });
});
