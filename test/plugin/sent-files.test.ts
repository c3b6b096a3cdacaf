import { describe, expect, it } from "vitest";
import { folderWith } from "../render/rendering.ts";
import { likeRepoServer, type SentApplication } from "./cmp-client.ts";
import { leftovers, nothingLeft } from "./leftovers.ts";
import { chart, pluginSource } from "./repositories.ts";
import { serverForTest } from "./with-server.ts";

const repository = {
  ...chart,
  ".git/HEAD": "ref: refs/heads/main\n",
  "apps/shared.yaml": "word: shared\n",
  "shared/values.yaml": "word: root\n",
  "apps/base/kustomization.yaml": "resources: [config.yaml]\n",
  "apps/base/config.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: base }\n",
  "apps/web/overlay/kustomization.yaml": "resources: [../../base]\n",
};

const withoutGit = [".git", ".git/**"];

async function send(
  sent: Omit<SentApplication, "root">,
  files: Readonly<Record<string, string>> = repository,
) {
  const server = await serverForTest();
  const answer = await likeRepoServer(server, { root: await folderWith(files), ...sent });
  expect(await leftovers(server)).toEqual(nothingLeft);
  return {
    error: answer.error,
    objects: (answer.value?.manifests ?? []).map((manifest) => JSON.parse(manifest)),
  };
}

describe("C05: files that Argo CD does not send", () => {
  it("are not missed where only .git is one of them", async () => {
    const { error, objects } = await send({ path: "apps/web/overlay", exclude: withoutGit });
    expect(error).toBe("");
    expect(objects.map(({ metadata }) => metadata.name)).toEqual(["base"]);
  });

  it("are named, with the two reasons why: a base of a kustomization", async () => {
    const { error } = await send({ path: "apps/web/overlay", exclude: [...withoutGit, "apps/base/**"] });
    expect(error).toContain("`grantwave generate` failed exit status");
    expect(error).toContain("base");
    expect(error).toContain("reposerver.plugin.tar.exclusions");
    expect(error).toContain("argocd.argoproj.io/manifest-generate-paths");
  });

  it("are named, with the two reasons why: a values file", async () => {
    const source = pluginSource({ "values-files": ["../shared.yaml"] });
    const { error } = await send({ path: "apps/shop", source, exclude: [...withoutGit, "apps/shared.yaml"] });
    expect(error).toContain("grantwave: application demo: the values file ../shared.yaml is not there");
    expect(error).toContain("reposerver.plugin.tar.exclusions");
  });

  it("leave those that it does send to be used: only the common root of the generate paths", async () => {
    const source = pluginSource({ "values-files": ["../shared.yaml"] });
    const paths = { path: "apps/shop", exclude: withoutGit, manifestGeneratePaths: ".;../shared.yaml" };
    const { error, objects } = await send({ ...paths, source });
    expect(error).toBe("");
    expect(objects.map(({ data }) => data.word)).toEqual(["shared"]);
    const overlay = await send({
      path: "apps/web/overlay",
      exclude: withoutGit,
      manifestGeneratePaths: ".;../../base",
    });
    expect(overlay.error).toBe("");
    expect(overlay.objects.map(({ metadata }) => metadata.name)).toEqual(["base"]);
  });

  it("are named where that common root is too small", async () => {
    const source = pluginSource({ "values-files": ["/shared/values.yaml"] });
    const { error } = await send({
      path: "apps/shop",
      exclude: withoutGit,
      manifestGeneratePaths: ".",
      source,
    });
    expect(error).toContain("the values file /shared/values.yaml is not there");
    expect(error).toContain("argocd.argoproj.io/manifest-generate-paths");
    const above = await send({
      path: "apps/web/overlay",
      exclude: withoutGit,
      manifestGeneratePaths: ".",
    });
    expect(above.error).toContain(
      'kustomization.yaml names "../../base", which lies outside of the repository',
    );
    expect(above.error).toContain("argocd.argoproj.io/manifest-generate-paths");
  });

  it("need not be manifests: nobody looks into a neighbour of 2000 broken files", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, number) => [`neighbour/${number}.yaml`, "not: {a manifest\n"]),
    );
    const { error, objects } = await send({ path: "apps/shop" }, { ...repository, ...many });
    expect(error).toBe("");
    expect(objects).toHaveLength(1);
  });
});
