import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../src/version.ts";

const root = join(import.meta.dirname, "../..");
const instructions = readFileSync(join(root, "Dockerfile"), "utf8")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line.trim() !== "");

/** Instructions of the last stage: what ends up in the image. */
const image = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM ")));

describe("the Dockerfile", () => {
  it("copies nothing that .dockerignore keeps out", () => {
    const allowed = readFileSync(join(root, ".dockerignore"), "utf8")
      .split("\n")
      .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
    const copied = instructions
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
      .flatMap((line) => line.split(/\s+/).slice(1, -1))
      .map((source) => source.replace(/\/$/, ""));
    expect(copied.length).toBeGreaterThan(5);
    for (const source of copied) expect(allowed).toContain(source);
  });

  it("takes helm and kustomize out of the image of the Argo CD version that it is built for", () => {
    expect(instructions).toContain(`FROM quay.io/argoproj/argocd:\${ARGOCD_VERSION} AS argocd`);
    expect(image).toContain(
      "COPY --from=argocd /usr/local/bin/helm /usr/local/bin/kustomize /usr/local/bin/",
    );
    expect(image.join("\n")).toContain(
      "GRANTWAVE_HELM=/usr/local/bin/helm GRANTWAVE_KUSTOMIZE=/usr/local/bin/kustomize",
    );
  });

  it("has a plugin file for each sidecar", () => {
    expect(image).toContain("COPY plugin.yaml /home/argocd/cmp-server/config/plugin.yaml");
    expect(image).toContain("COPY plugin-auto.yaml /home/argocd/cmp-server/config-auto/plugin.yaml");
  });

  it("runs as Argo CD's user and without a shell", () => {
    expect(image.at(-2)).toBe("USER 999");
    expect(image.at(-1)).toBe('ENTRYPOINT ["/var/run/argocd/argocd-cmp-server"]');
  });

  it("says which version it is", () => {
    expect(image.join("\n")).toContain(`org.opencontainers.image.version="${version}"`);
  });
});
