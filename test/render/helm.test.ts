import { access, chmod, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OutsideError, UsageError } from "../../src/errors.ts";
import { render } from "../../src/render/render.ts";
import { type HelmOptions, renderRequest } from "../../src/render/render-request.ts";
import {
  failure,
  fixtures,
  folderWith,
  realTools,
  stubTool,
  systemPath,
  temporaryFolder,
} from "./rendering.ts";

const charts = join(fixtures, "charts");

function chart(name: string, changes: Partial<Parameters<typeof renderRequest>[0]> = {}) {
  return renderRequest({
    folder: join(charts, name),
    root: charts,
    name: "shop",
    namespace: "web",
    ...changes,
  });
}

async function valuesSeen(helm: Partial<HelmOptions>): Promise<unknown> {
  const { text } = await render(chart("settings", { helm }), await realTools());
  const quoted = /values: (".*")/.exec(text)?.[1] ?? "null";
  return JSON.parse(JSON.parse(quoted));
}

it("renders a chart and says with what", async () => {
  const rendered = await render(chart("greeting"), await realTools());
  expect(rendered).toEqual({
    text: '---\n# Source: greeting/templates/word.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shop-greeting\ndata:\n  word: "hello"\n',
    renderer: { tool: "helm", version: "v4.2.3", command: "helm template" },
    origins: [{ start: 0, file: "helm template", sourceComments: true }],
    notices: [],
  });
});

it("takes the release name from an application outside of Argo CD's namespace", async () => {
  const { text } = await render(chart("greeting", { name: "team-a_shop" }), await realTools());
  expect(text).toContain("name: shop-greeting");
});

it("prefers the release name that was given", async () => {
  const { text } = await render(chart("greeting", { helm: { releaseName: "blue" } }), await realTools());
  expect(text).toContain("name: blue-greeting");
});

it("says that a release needs a name", async () => {
  const error = await failure(render(chart("greeting", { name: "" }), await realTools()));
  expect(error.message).toBe("helm needs a release name, and the application has no name");
});

it.each(["{{ env }}", "Shop", "a_b", "x".repeat(54)])("refuses the release name %s", async (releaseName) => {
  const error = await failure(render(chart("greeting", { helm: { releaseName } }), await realTools()));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe(`${JSON.stringify(releaseName)} cannot be the name of a helm release`);
});

it("hands each API version on by itself and cuts the vendor off the Kubernetes version", async () => {
  const apiVersions = ["apps/v1", "monitoring.coreos.com/v1", "monitoring.coreos.com/v1/PodMonitor"];
  const request = chart("capabilities", { apiVersions, kubeVersion: "v1.34.2-gke.100" });
  const { text } = await render(request, await realTools());
  expect(text).toContain('kube: v1.34.2\n  group: "true"\n  kind: "true"');
});

it("hands on hundreds of API versions", async () => {
  const apiVersions = Array.from({ length: 600 }, (_, index) => `group${index}.example.com/v1`);
  const { text } = await render(chart("capabilities", { apiVersions }), await realTools());
  expect(text).toContain('last: "true"');
});

it("leaves Kubernetes and API versions to helm where none are given", async () => {
  const { text } = await render(
    chart("capabilities", { apiVersions: [""], kubeVersion: "" }),
    await realTools(),
  );
  expect(text).toContain('group: "false"\n  kind: "false"');
});

it("refuses what is no Kubernetes version", async () => {
  const error = await failure(render(chart("capabilities", { kubeVersion: "latest" }), await realTools()));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe('"latest" is not a Kubernetes version');
});

it("prints the chart's custom resource definitions unless told not to", async () => {
  const [whole, without] = await Promise.all([
    render(chart("capabilities"), await realTools()),
    render(chart("capabilities", { helm: { skipCrds: true } }), await realTools()),
  ]);
  expect(whole.text).toContain("name: widgets.example.com");
  expect(without.text).not.toContain("widgets");
});

it("lets later values files win, inline values over files, and single values over all", async () => {
  expect(await valuesSeen({ valuesFiles: ["first.yaml", "second.yaml"] })).toEqual({
    colour: "from the second file",
  });
  expect(await valuesSeen({ valuesFiles: ["first.yaml"], values: "colour: inline" })).toEqual({
    colour: "inline",
  });
  expect(await valuesSeen({ values: "colour: inline", set: { colour: "set" } })).toEqual({ colour: "set" });
});

it("finds values files above the chart and from the root of the repository", async () => {
  const shared = { colour: "from the chart", shared: "from the root" };
  expect(await valuesSeen({ valuesFiles: ["../shared-values.yaml"] })).toEqual(shared);
  expect(await valuesSeen({ valuesFiles: ["/shared-values.yaml"] })).toEqual(shared);
});

it("keeps commas of single values, and strings strings", async () => {
  expect(await valuesSeen({ set: { a: "x,b=y", n: "1", l: "{p,q}" }, setString: { s: "1" } })).toEqual({
    colour: "from the chart",
    a: "x,b=y",
    n: 1,
    l: ["p", "q"],
    s: "1",
  });
});

it("reads single values from files", async () => {
  expect(await valuesSeen({ setFile: { note: "note.txt" } })).toEqual({
    colour: "from the chart",
    note: "text from a file\n",
  });
});

it("names a values file that is missing, the folder, and why Argo CD may not have sent it", async () => {
  const error = await failure(
    render(chart("settings", { helm: { valuesFiles: ["prod.yaml"] } }), await realTools()),
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe(
    `the values file prod.yaml is not there (looked for from ${join(charts, "settings")})`,
  );
  expect(error.hint).toMatch(/tar exclusions.*manifest-generate-paths/);
});

it("passes over missing values files where that is wanted", async () => {
  const helm = { valuesFiles: ["prod.yaml", "first.yaml"], ignoreMissingValuesFiles: true };
  expect(await valuesSeen(helm)).toEqual({ colour: "from the first file" });
});

it.each([
  ["$values/prod.yaml", /ref sources are not available to plugins/],
  ["../../../../outside.yaml", /lies outside of the repository root/],
  ["s3://bucket/prod.yaml", /has the scheme s3/],
  ["file:///etc/passwd", /has the scheme file/],
  ["env/*.yaml", /is a pattern/],
  ["templates", /is not a file/],
])("refuses the values file %s", async (file, expected) => {
  const error = await failure(
    render(chart("settings", { helm: { valuesFiles: [file] } }), await realTools()),
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(expected);
});

it("fetches no values file offline", async () => {
  const request = chart("settings", { helm: { valuesFiles: ["https://example.com/v.yaml"] }, offline: true });
  const error = await failure(render(request, await realTools()));
  expect(error.message).toMatch(/would have to be fetched, which --offline forbids/);
});

it("does not read a second file out of a comma in the name of the first", async () => {
  const secret = await folderWith({ "values.yaml": "colour: leaked" });
  const root = await folderWith({
    "app/Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n",
    "app/templates/colour.yaml": "kind: {{ .Values.colour }}\n",
    "app/values.yaml": "colour: safe\n",
    [`app/values.yaml,${secret}/values.yaml`]: "colour: of the file with the comma\n",
  });
  const helm = { valuesFiles: [`values.yaml,${secret}/values.yaml`] };
  const { text } = await render(
    renderRequest({ folder: join(root, "app"), root, name: "a", helm }),
    await realTools(),
  );
  expect(text).toContain("kind: of the file with the comma");
});

it("does not read a second file out of an assignment in a set-file", async () => {
  const secret = await folderWith({ leak: "leaked" });
  const root = await folderWith({
    "app/Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n",
    "app/templates/colour.yaml": "kind: {{ .Values | toJson | quote }}\n",
    [`app/x\\,b=${secret}/leak`]: "inside",
  });
  const request = (setFile: Record<string, string>) =>
    renderRequest({ folder: join(root, "app"), root, name: "a", helm: { setFile } });
  const { text } = await render(request({ a: `x\\,b=${secret}/leak` }), await realTools());
  expect(text).toContain(String.raw`kind: "{\"a\":\"inside\"}"`);
  const error = await failure(render(request({ [`b=${secret}/leak,a`]: "Chart.yaml" }), await realTools()));
  expect(error.message).toMatch(/its name holds/);
});

it("refuses a values file that links out of the repository", async () => {
  const secret = await folderWith({ "values.yaml": "a: 1" });
  const root = await folderWith({ "app/Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n" });
  await symlink(join(secret, "values.yaml"), join(root, "prod.yaml"));
  const request = renderRequest({
    folder: join(root, "app"),
    root,
    name: "a",
    helm: { valuesFiles: ["../prod.yaml"] },
  });
  expect((await failure(render(request, await realTools()))).message).toMatch(
    /outside of the repository root/,
  );
});

it("refuses a chart that links out of the repository", async () => {
  const secret = await folderWith({ token: "s3cr3t" });
  const root = await folderWith({
    "app/Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n",
    "app/templates/leak.yaml": '{{ .Files.Get "files/token" }}',
  });
  await symlink(secret, join(root, "app/files"));
  const error = await failure(
    render(renderRequest({ folder: join(root, "app"), root, name: "a" }), await realTools()),
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe("app/files links to a place outside of the repository");
});

it("hands helm's own words on when a template is broken, without private paths", async () => {
  const root = await folderWith({
    "Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n",
    "templates/broken.yaml": "a: {{ .Values.deep.er }}\n",
  });
  const error = await failure(
    render(renderRequest({ folder: root, root, name: "a", helm: { values: "x: 1" } }), await realTools()),
  );
  expect(error).toBeInstanceOf(OutsideError);
  expect(error.message).toMatch(
    /^`helm template` failed with exit code 1: Error: .*app\/templates\/broken\.yaml/s,
  );
  expect(error.message).not.toMatch(/grantwave-/);
});

describe("values that an Application gives", () => {
  async function told(template: string, helm: Partial<HelmOptions>) {
    const root = await folderWith({
      "Chart.yaml": "apiVersion: v2\nname: app\nversion: 0.1.0\n",
      "values.yaml": "public: written down\n",
      "templates/fails.yaml": template,
    });
    const request = renderRequest({ folder: root, root, name: "shop", namespace: "web", helm });
    const { message } = await failure(render(request, await realTools()));
    return /execution error at .*?: (.*)$/m.exec(message)?.[1] ?? message;
  }

  it("are masked in what helm says, however they were given and however the chart shows them", async () => {
    const template =
      '{{ fail (printf "pw=%s token=%q pin=%v b64=%s %s" .Values.pw .Values.token .Values.pin (b64enc .Values.pw) .Values.public) }}\n';
    const given = {
      set: { pw: "s3cret,word" },
      setString: { pin: "123456" },
      values: 'token: "two\\nlines"\n',
    };
    expect(await told(template, given)).toBe('pw=*** token="***" pin=*** b64=*** written down');
  });

  it("are masked where helm cannot even read them", async () => {
    const words = await told("a: 1\n", { values: "pw: s3cretword\n  - : [" });
    expect(words).not.toContain("s3cretword");
    expect(await told("a: 1\n", { set: { pw: "{s3cretword" } })).not.toContain("s3cretword");
  });

  it("leave words readable that are no secrets: names, flags and small numbers", async () => {
    const template =
      '{{ fail (printf "%s in %s, %v replicas, debug %v" .Release.Name .Release.Namespace .Values.replicas .Values.debug) }}\n';
    const given = { set: { replicas: "3", debug: "true", a: "shop", b: "web" } };
    expect(await told(template, given)).toBe("shop in web, 3 replicas, debug true");
  });

  it("hide all words where there are too many to look for", async () => {
    const values = JSON.stringify({ all: Array.from({ length: 6000 }, (_, at) => `value-${at}`) });
    expect(await told('{{ fail "value-17" }}\n', { values })).toMatch(/\(not shown: /);
  });
});

it("takes all that helm prints as the render, a wrapper's chatter included", async () => {
  const { helm } = await (await realTools()).paths;
  const wrapper = await stubTool(`echo "WARNING: chatter"; exec '${helm}' "$@"`);
  const { text, renderer } = await render(chart("greeting"), await realTools({ paths: { helm: wrapper } }));
  expect(text).toMatch(/^WARNING: chatter\n---\n# Source: greeting/);
  expect(renderer.version).toBe("v4.2.3");
});

it("runs helm once only where nobody wants its version", async () => {
  const wrapper = await stubTool('echo "# $*"');
  const request = { ...chart("greeting"), wantsVersion: false };
  const { text, renderer } = await render(request, await realTools({ paths: { helm: wrapper } }));
  expect(text).toMatch(/^# template [^\n]*\n$/);
  expect(renderer.version).toBe("unknown");
});

it("keeps what helm says on stderr as notices", async () => {
  const { helm } = await (await realTools()).paths;
  const wrapper = await stubTool(`[ "$1" = version ] || echo "deprecated" >&2; exec '${helm}' "$@"`);
  const { notices } = await render(chart("greeting"), await realTools({ paths: { helm: wrapper } }));
  expect(notices).toEqual(["helm template: deprecated"]);
});

it("gives nothing of a render that breaks off halfway", async () => {
  const half = await stubTool("echo 'kind: ConfigMap'; echo 'lost the connection' >&2; exit 1");
  const error = await failure(render(chart("greeting"), await realTools({ paths: { helm: half } })));
  expect(error).toBeInstanceOf(OutsideError);
  expect(error.message).toBe("`helm template` failed with exit code 1: lost the connection");
});

it("ends a helm that hangs at our own deadline and leaves nothing behind", async () => {
  const temporary = await temporaryFolder();
  const hanging = await stubTool(`echo $$ >> '${temporary}/pids'; exec sleep 60`);
  const tools = await realTools({
    paths: { helm: hanging },
    env: { PATH: systemPath, TMPDIR: await temporaryFolder() },
  });
  const request = chart("greeting", { limits: { renderTimeoutSeconds: 0.5 } });
  const error = await failure(render(request, tools));
  expect(error).toBeInstanceOf(OutsideError);
  expect(error.message).toMatch(/^`helm template` was ended: .* deadline of 0\.5 s$/);
  const pids = (await readFile(join(temporary, "pids"), "utf8")).trim().split("\n");
  expect(pids).toHaveLength(2);
  for (const pid of pids) await expect(access(`/proc/${pid}`)).rejects.toThrow();
  expect(await readdir(tools.env["TMPDIR"] ?? "")).toEqual([]);
});

it("says what is missing and how to name it where there is no helm", async () => {
  const tools = await realTools({ paths: {}, env: { PATH: "/nowhere:relative:" } });
  const error = await failure(render(chart("greeting"), tools));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe("helm was not found on PATH (/nowhere:relative:)");
  expect(error.hint).toBe("install helm, or name it with --helm or GRANTWAVE_HELM");
});

it("says that a named helm cannot be run", async () => {
  const error = await failure(
    render(chart("greeting"), await realTools({ paths: { helm: "/nowhere/helm" } })),
  );
  expect(error.message).toBe("helm cannot be run: /nowhere/helm is not an executable file");
});

it("never takes a helm from the application's own folder", async () => {
  const root = await folderWith({
    "Chart.yaml": "apiVersion: v2\nname: a\nversion: 0.1.0\n",
    helm: "#!/bin/sh\n",
  });
  await chmod(join(root, "helm"), 0o755);
  const tools = await realTools({ paths: { helm: "./helm" }, env: { PATH: ".:" } });
  expect((await failure(render(renderRequest({ folder: root, root, name: "a" }), tools))).message).toMatch(
    /cannot be run: \.\/helm/,
  );
});

it("renders templates of several MiB", async () => {
  const root = await folderWith({
    "Chart.yaml": "apiVersion: v2\nname: large\nversion: 0.1.0\n",
    "templates/large.yaml": `kind: ConfigMap\ndata:\n  text: "${"x".repeat(3 * 1024 * 1024)}"\n`,
  });
  const { text } = await render(renderRequest({ folder: root, root, name: "a" }), await realTools());
  expect(text.length).toBeGreaterThan(3 * 1024 * 1024);
});

it("says from which byte on a render is not UTF-8", async () => {
  const broken = await stubTool("printf 'kind: \\377'");
  const error = await failure(render(chart("greeting"), await realTools({ paths: { helm: broken } })));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe("what `helm template` printed is not UTF-8 from byte 6 on");
});
