import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import type { FlagTexts } from "../../src/parameters/read-flags.ts";
import { resolveParameters } from "../../src/parameters/resolve-parameters.ts";
import type { ParameterName } from "../../src/parameters.ts";
import { runs } from "../runs.ts";

type Env = Readonly<Record<string, string>>;
type Flags = Partial<Record<ParameterName, readonly string[]>>;

function resolve(env: Env = {}, flags: Flags = {}) {
  const texts: FlagTexts = new Map(Object.entries(flags) as [ParameterName, readonly string[]][]);
  return resolveParameters(texts, env);
}

function valuesOf(env: Env = {}, flags: Flags = {}) {
  return resolve(env, flags).values;
}

function problemsOf(env: Env, flags: Flags = {}): readonly string[] {
  try {
    resolve(env, flags);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    return [error.message, ...error.others];
  }
}

function pluginParameters(...entries: readonly object[]): Env {
  return { ARGOCD_APP_PARAMETERS: JSON.stringify(entries) };
}

describe("a parameter", () => {
  it("has its default where nobody says anything", () => {
    const { values, origins } = resolve();
    expect(values).toMatchObject({
      renderer: "auto",
      mode: "enforce",
      "render-timeout": 55,
      "max-output": 96 * 1024 * 1024,
      offline: false,
      name: undefined,
      "values-files": undefined,
    });
    expect(origins.size).toBe(0);
  });

  it("takes the strongest word: flag, plugin parameter, env of the plugin source, Argo CD, the operator", () => {
    const operator = { GRANTWAVE_STRICT: "true", GRANTWAVE_MODE: "off", KUBE_VERSION: "1.30" };
    expect(resolve(operator)).toMatchObject({
      values: { strict: true, mode: "off", "kube-version": "1.30" },
    });
    const env = {
      ...operator,
      ARGOCD_ENV_GRANTWAVE_STRICT: "false",
      ARGOCD_ENV_GRANTWAVE_KUBE_VERSION: "1.31",
    };
    expect(valuesOf(env)).toMatchObject({ strict: false, "kube-version": "1.31" });
    const parameters = pluginParameters(
      { name: "kube-version", string: "1.32" },
      { name: "mode", string: "warn" },
    );
    expect(valuesOf({ ...env, ...parameters })).toMatchObject({ mode: "warn", "kube-version": "1.32" });
    const flagged = resolve({ ...env, ...parameters }, { "kube-version": ["1.33"], mode: ["enforce"] });
    expect(flagged.values).toMatchObject({ mode: "enforce", "kube-version": "1.33" });
    expect(Object.fromEntries(flagged.origins)).toEqual({
      "kube-version": "flag",
      mode: "flag",
      strict: "application-env",
    });
  });

  it("does not mix the lists and maps of several origins", () => {
    const env = {
      ...pluginParameters({ name: "values-files", array: ["a.yaml"] }, { name: "set", map: { a: "1" } }),
      ARGOCD_ENV_GRANTWAVE_VALUES_FILES: "b.yaml,c.yaml",
    };
    expect(valuesOf(env, { set: ["b=2"] })).toMatchObject({ "values-files": ["a.yaml"], set: { b: "2" } });
  });
});

describe("plugin parameters", () => {
  it("come as strings, arrays and maps", () => {
    const env = pluginParameters(
      { name: "release-name", string: "web" },
      { name: "skip-crds", string: "true" },
      { name: "values-files", array: ["a,b.yaml", "c.yaml"] },
      { name: "set", map: { "image.tag": "1,2", __proto__x: "y" } },
    );
    expect(valuesOf(env)).toMatchObject({
      "release-name": "web",
      "skip-crds": true,
      "values-files": ["a,b.yaml", "c.yaml"],
      set: { "image.tag": "1,2", __proto__x: "y" },
    });
  });

  it.each([
    ["", undefined],
    ["null", undefined],
    ["[]", undefined],
    ['[{"name":"include","string":""}]', undefined],
  ])("say nothing with %j", (text, include) => {
    expect(valuesOf({ ARGOCD_APP_PARAMETERS: text }).include).toBe(include);
  });

  it("keep a key named __proto__ as a key", () => {
    const env = { ARGOCD_APP_PARAMETERS: '[{"name":"set","map":{"__proto__":"x"}}]' };
    expect(Object.entries(valuesOf(env).set ?? {})).toEqual([["__proto__", "x"]]);
  });

  it.each([
    [
      "unknown",
      { name: "values-file", array: ["a"] },
      'parameter "values-file" of the plugin source is not known; did you mean "values-files"?',
    ],
    [
      "unlike any other",
      { name: "colour", string: "red" },
      'parameter "colour" of the plugin source is not known',
    ],
    [
      "for the operator",
      { name: "helm", string: "/tmp/evil" },
      'parameter "helm" of the plugin source is not for the Application: set it with --helm or GRANTWAVE_HELM',
    ],
    [
      "of another form",
      { name: "values-files", string: "a.yaml" },
      'parameter "values-files" of the plugin source must be given as array, not as string',
    ],
    [
      "no choice",
      { name: "renderer", string: "jsonnet" },
      'parameter "renderer" of the plugin source must be one of auto, helm, kustomize, directory, not "jsonnet"',
    ],
    [
      "no boolean",
      { name: "recurse", string: "yes" },
      'parameter "recurse" of the plugin source must be true or false, not "yes"',
    ],
    [
      "an array of something else",
      { name: "values-files", array: [1] },
      'parameter "values-files" of the plugin source must be an array of strings',
    ],
  ])("are refused by name when one is %s", (_case, entry, problem) => {
    expect(problemsOf(pluginParameters(entry))).toEqual([problem]);
  });

  it("are refused when one is given twice, and when they are no list of parameters", () => {
    const twice = pluginParameters({ name: "include", string: "a" }, { name: "include", string: "b" });
    expect(problemsOf(twice)).toEqual(['parameter "include" of the plugin source is given twice']);
    for (const text of ["{", "{}", '"x"', "[1]", '[{"string":"x"}]']) {
      expect(problemsOf({ ARGOCD_APP_PARAMETERS: text })).toEqual([
        "ARGOCD_APP_PARAMETERS is no JSON array of parameters with a name each",
      ]);
    }
  });
});

describe("the environment", () => {
  it("is the Application's word only with Argo CD's prefix", () => {
    const env = {
      ARGOCD_ENV_GRANTWAVE_RELEASE_NAME: "from-the-application",
      RELEASE_NAME: "evil",
      GRANTWAVE_RELEASE_NAME: "evil",
      HELM_ARGS: "evil",
    };
    expect(valuesOf(env)["release-name"]).toBe("from-the-application");
    expect(
      valuesOf({ RELEASE_NAME: "evil", GRANTWAVE_RELEASE_NAME: "evil" })["release-name"],
    ).toBeUndefined();
  });

  it("gives values whole: equals signs, spaces, line breaks, dollars", () => {
    const text = 'image: "a=b, $(touch /tmp/x)"\nargs: [--set, c="d e"]\n';
    expect(valuesOf({ ARGOCD_ENV_GRANTWAVE_VALUES: text }).values).toBe(text);
    expect(valuesOf({ ARGOCD_ENV_GRANTWAVE_SET: "a=b=c d\nx.y=$HOME" }).set).toEqual({
      a: "b=c d",
      "x.y": "$HOME",
    });
  });

  it("gives lists by commas or lines, as Argo CD does for API versions, and as JSON", () => {
    const versions = "v1,apps/v1,monitoring.coreos.com/v1/PodMonitor";
    expect(valuesOf({ KUBE_API_VERSIONS: versions })["api-versions"]).toEqual([
      "v1",
      "apps/v1",
      "monitoring.coreos.com/v1/PodMonitor",
    ]);
    expect(valuesOf({ KUBE_API_VERSIONS: "" })["api-versions"]).toBeUndefined();
    const json = { ARGOCD_ENV_GRANTWAVE_VALUES_FILES: '["a,b.yaml"]' };
    expect(valuesOf(json)["values-files"]).toEqual(["a,b.yaml"]);
  });

  it.each([
    [
      "a name with a slip in it",
      { ARGOCD_ENV_GRANTWAVE_VALUES_FILE: "a" },
      '"GRANTWAVE_VALUES_FILE" in env of the plugin source is not known; did you mean "GRANTWAVE_VALUES_FILES"?',
    ],
    [
      "a tool of the Application's own",
      { ARGOCD_ENV_GRANTWAVE_HELM: "/tmp/evil" },
      "ARGOCD_ENV_GRANTWAVE_HELM is not for env of the plugin source: set it with --helm or GRANTWAVE_HELM",
    ],
    [
      "the mode, which is no variable of the Application",
      { ARGOCD_ENV_GRANTWAVE_MODE: "off" },
      "ARGOCD_ENV_GRANTWAVE_MODE is not for env of the plugin source: set it with --mode or the plugin parameter mode or GRANTWAVE_MODE",
    ],
    [
      "an operator's slip",
      { GRANTWAVE_RENDER_TIMEOT: "5s" },
      "GRANTWAVE_RENDER_TIMEOT is not known; did you mean GRANTWAVE_RENDER_TIMEOUT?",
    ],
    [
      "a duration in words",
      { GRANTWAVE_RENDER_TIMEOUT: "forever" },
      'GRANTWAVE_RENDER_TIMEOUT must be a duration such as 55s or 1m30s, not "forever"',
    ],
    [
      "a size without a unit that is known",
      { GRANTWAVE_MAX_OUTPUT: "96M" },
      'GRANTWAVE_MAX_OUTPUT must be a number of bytes such as 96Mi, not "96M"',
    ],
    [
      "a map without an equals sign",
      { ARGOCD_ENV_GRANTWAVE_SET: "a=b\ns3cret" },
      "ARGOCD_ENV_GRANTWAVE_SET must be of the form key=value, which entry 2 is not",
    ],
    [
      "JSON of another form",
      { ARGOCD_ENV_GRANTWAVE_VALUES_FILES: "[1]" },
      "ARGOCD_ENV_GRANTWAVE_VALUES_FILES begins like a JSON array but is no array of strings",
    ],
  ])("is refused with %s", (_case, env: Env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });

  it("may hold what Kubernetes puts into pods beside a Service called grantwave", () => {
    expect(
      problemsOf({
        GRANTWAVE_PORT: "tcp://10.0.0.1:80",
        GRANTWAVE_PORT_80_TCP_ADDR: "10.0.0.1",
        GRANTWAVE_SERVICE_HOST: "10.0.0.1",
        GRANTWAVE_SERVICE_PORT: "80",
      }),
    ).toEqual([]);
  });
});

describe("flags", () => {
  it("collect lists, which are not split at commas, and assignments as helm reads them", () => {
    const flags = {
      "values-files": ["a,b.yaml", "c.yaml"],
      set: ["a=1,pw=b", "c=x=y", "d=1\\,2,e={p,q},f="],
    };
    expect(valuesOf({}, flags)).toMatchObject({
      "values-files": ["a,b.yaml", "c.yaml"],
      set: { a: "1", pw: "b", c: "x=y", d: "1\\,2", e: "{p,q}", f: "" },
    });
  });

  it("are refused where a second one would quietly take the place of the first", () => {
    expect(problemsOf({}, { values: ["a: 1", "b: 2"] })).toEqual([
      "--values was given 2 times, but holds one text only",
    ]);
  });

  it("show nothing of assignments that are none, which may be half of a password", () => {
    const problems = [
      ...problemsOf({}, { set: ["a=1", "pw=hunter,2"] }),
      ...problemsOf({}, { "set-string": ["l={hunter,2"] }),
    ];
    expect(problems).toEqual([
      "--set must be of the form key=value, with commas between several, which entry 2 is not; a comma in a value is written \\,",
      "--set-string has a list without its end } in entry 1",
    ]);
  });

  it("are refused together with what the other origins have wrong", () => {
    const env = { ...pluginParameters({ name: "nme", string: "x" }), GRANTWAVE_MODE: "maybe" };
    expect(problemsOf(env, { "render-timeout": ["0s"], set: ["=x"] })).toEqual([
      '--render-timeout must be a duration such as 55s or 1m30s, not "0s"',
      "--set must be of the form key=value, with commas between several, which entry 1 is not; a comma in a value is written \\,",
      'parameter "nme" of the plugin source is not known',
      'GRANTWAVE_MODE must be one of enforce, warn, off, not "maybe"',
    ]);
  });
});

describe("whatever stands in ARGOCD_APP_PARAMETERS", () => {
  it("gives values or a UsageError", () => {
    const entry = fc.record(
      {
        name: fc.oneof(fc.constantFrom("set", "values", "recurse", "values-files", "helm"), fc.string()),
        string: fc.oneof(fc.string(), fc.jsonValue()),
        array: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
        map: fc.oneof(fc.dictionary(fc.string(), fc.string()), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.array(entry).map((entries) => JSON.stringify(entries)),
      fc.json(),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (ARGOCD_APP_PARAMETERS) => {
        problemsOf({ ARGOCD_APP_PARAMETERS });
      }),
      runs(100),
    );
  });
});
