import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { folderWith } from "../render/rendering.ts";
import { announcedParameters, likeRepoServer } from "./cmp-client.ts";
import { leftovers, nothingLeft } from "./leftovers.ts";
import { chart, pluginSource } from "./repositories.ts";
import { serverForTest } from "./with-server.ts";

/** The word that the chart shows, where it was given these parameters; or the error. */
async function wordOf(
  source: object,
  options: Parameters<typeof serverForTest>[0] = {},
): Promise<{ readonly word: string | undefined; readonly error: string }> {
  const server = await serverForTest(options);
  const answer = await likeRepoServer(server, { root: await folderWith(chart), path: "apps/shop", source });
  expect(await leftovers(server)).toEqual(nothingLeft);
  const [manifest] = answer.value?.manifests ?? [];
  return { word: manifest && JSON.parse(manifest).data.word, error: answer.error };
}

describe("the announcement of parameters", () => {
  it("reaches Argo CD's forms as plugin.yaml has it", async () => {
    const server = await serverForTest();
    const answer = await announcedParameters(server, { root: await folderWith(chart), path: "apps/shop" });
    expect(answer.error).toBe("");
    const plugin = parse(await readFile(join(import.meta.dirname, "../../plugin.yaml"), "utf8"));
    const announced: readonly { readonly name: string }[] = plugin.spec.parameters.static;
    expect(announced.length).toBeGreaterThan(10);
    for (const parameter of announced) expect(answer.value).toContainEqual(parameter);
  });
});

describe("parameters of the Application", () => {
  it("arrive in all three forms", async () => {
    const source = pluginSource({
      "release-name": "other",
      "values-files": ["values.yaml"],
      set: { word: "from a map, with = and a comma" },
    });
    expect(await wordOf(source)).toEqual({ word: "from a map, with = and a comma", error: "" });
  });

  it("are refused by name where they are unknown, wrong or the operator's, all at once", async () => {
    const { error } = await wordOf(
      pluginSource(
        { "value-files": ["a.yaml"], recurse: "perhaps", helm: "/bin/sh", set: "word=other" },
        { GRANTWAVE_TYPO: "1" },
      ),
    );
    expect(error).toContain("`grantwave generate` failed exit status 2: grantwave: ");
    for (const words of [
      '"value-files" of the plugin source is not known; did you mean "values-files"?',
      '"recurse" of the plugin source must be true or false, not "perhaps"',
      '"helm" of the plugin source is not for the Application',
      '"set" of the plugin source must be given as map, not as string',
      '"GRANTWAVE_TYPO" in env of the plugin source is not known',
    ]) {
      expect(error).toContain(words);
    }
  });

  it.each([
    ["values", (word: string) => pluginSource({ values: JSON.stringify({ word }) })],
    ["set-string", (word: string) => pluginSource({ "set-string": { word } })],
  ])("are never evaluated by anything: %s", async (_name, source) => {
    const word = "$(touch pwned) `touch pwned` ; touch pwned {{ .Release.Name }} $HOME %s ../../etc";
    expect(await wordOf(source(word))).toEqual({ word, error: "" });
  });

  it("never become options or programs of a renderer", async () => {
    const { error } = await wordOf(pluginSource({ "values-files": ["--post-renderer=./x"] }));
    expect(error).toContain("the values file --post-renderer=./x is not there");
    const named = await wordOf(pluginSource({ "release-name": "--debug" }));
    expect(named.error).toContain('"--debug" cannot be the name of a helm release');
  });
});

describe("C07: a values file of another source", () => {
  it("is refused with the reason, and is no path", async () => {
    const { error } = await wordOf(pluginSource({ "values-files": ["values.yaml", "$values/dev.yaml"] }));
    expect(error).toContain(
      "grantwave: application demo: the values file $values/dev.yaml names another source: ref sources are not available to plugins (copy the file into this source, or give its content as values)",
    );
  });
});

describe("C08: what the Application sets in env", () => {
  const word = 'a=b,c="d e" `touch pwned` $(touch pwned)\nsecond line';

  it("arrives whole under Argo CD's prefix, and no shell sees it", async () => {
    const source = pluginSource({}, { GRANTWAVE_VALUES: JSON.stringify({ word }) });
    expect(await wordOf(source)).toEqual({ word, error: "" });
  });

  it("is not taken from the sidecar's own variables, and does not lose to them", async () => {
    const env = {
      GRANTWAVE_VALUES: "word: evil",
      GRANTWAVE_SET: "word=evil",
      HELM_ARGS: "--set word=evil",
      ARGS: "--set word=evil",
    };
    expect(await wordOf(pluginSource(), { env })).toEqual({ word: "default", error: "" });
    const source = pluginSource({}, { GRANTWAVE_VALUES: "word: good" });
    expect(await wordOf(source, { env })).toEqual({ word: "good", error: "" });
  });

  it("is refused where it tries to be the operator", async () => {
    for (const name of ["GRANTWAVE_HELM", "GRANTWAVE_CONFIG", "GRANTWAVE_MODE", "GRANTWAVE_ROOT"]) {
      const { error } = await wordOf(pluginSource({}, { [name]: "/bin/sh" }));
      expect(error).toContain(`ARGOCD_ENV_${name} is not for env of the plugin source`);
    }
  });
});
