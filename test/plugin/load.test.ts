import { describe, expect, it } from "vitest";
import { folderWith } from "../render/rendering.ts";
import { likeRepoServer } from "./cmp-client.ts";
import { leftovers, nothingLeft } from "./leftovers.ts";
import { chart } from "./repositories.ts";
import { serverForTest } from "./with-server.ts";

/** ConfigMaps of 100 KiB each. */
const large = (count: number) => ({
  "Chart.yaml": "apiVersion: v2\nname: large\nversion: 0.1.0\n",
  "templates/all.yaml": `{{- range $i := until ${count} }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: large-{{ $i }} }
data: { text: {{ repeat 102400 "x" }} }
{{- end }}
`,
});

describe("much to print", () => {
  it("arrives whole: 40 MiB of manifests", { timeout: 180_000 }, async () => {
    const server = await serverForTest();
    const answer = await likeRepoServer(server, { root: await folderWith(large(410)) });
    expect(answer.error).toBe("");
    const { manifests = [] } = answer.value ?? {};
    expect(manifests).toHaveLength(410);
    expect(manifests.reduce((sum, manifest) => sum + manifest.length, 0)).toBeGreaterThan(40 * 2 ** 20);
  });

  it("is refused with our words, before Argo CD breaks the connection without any", async () => {
    // Quicker than a chart that large.
    const helm = `#!/bin/sh\nhead -c ${97 * 2 ** 20} /dev/zero\n`;
    const server = await serverForTest({ programs: { helm } });
    const { code, error } = await likeRepoServer(server, { root: await folderWith(large(1)) });
    expect(code).toBe("Unknown");
    expect(error).toContain("`helm template` printed more than 96 MiB");
    expect(await leftovers(server)).toEqual(nothingLeft);
  });
});

describe("eight requests at once", () => {
  it("each get their own answer, and leave nothing behind", async () => {
    const server = await serverForTest();
    const root = await folderWith({
      ...chart,
      "apps/umbrella/Chart.yaml": `apiVersion: v2
name: umbrella
version: 0.1.0
dependencies:
  - { name: shop, version: 0.1.0, repository: "file://../shop" }
`,
      "apps/umbrella/templates/own.yaml":
        "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name }}-own }\n",
    });
    const names = Array.from({ length: 8 }, (_, number) => `shop-${number}`);
    const answers = await Promise.all(
      names.map((name) => likeRepoServer(server, { root, path: "apps/umbrella", name })),
    );
    expect(answers.map(({ error }) => error)).toEqual(names.map(() => ""));
    expect(
      answers.map(({ value }) =>
        value?.manifests.map((manifest) => JSON.parse(manifest).metadata.name).sort(),
      ),
    ).toEqual(names.map((name) => [`${name}-own`, `${name}-word`]));
    expect(await leftovers(server)).toEqual(nothingLeft);
  });
});
