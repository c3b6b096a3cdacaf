import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { resolveParameters } from "../../src/parameters/resolve-parameters.ts";
import { render } from "../../src/render/render.ts";
import { renderRequest } from "../../src/render/render-request.ts";
import { testTools } from "../tools.ts";
import { failure, fixtures, realTools } from "./rendering.ts";

const charts = join(fixtures, "charts");
const folder = join(charts, "settings");

/** The values that a chart sees, out of what helm printed. */
function valuesIn(text: string): unknown {
  return JSON.parse(JSON.parse(/values: (".*")/.exec(text)?.[1] ?? "null"));
}

async function ours(flags: Readonly<Record<string, readonly string[]>>): Promise<unknown> {
  const { values } = resolveParameters(new Map(Object.entries(flags)) as never, {});
  const helm = {
    values: values.values,
    set: values.set ?? {},
    setString: values["set-string"] ?? {},
  };
  const request = renderRequest({ folder, root: charts, name: "shop", namespace: "web", helm });
  return valuesIn((await render(request, await realTools())).text);
}

async function helms(...args: readonly string[]): Promise<unknown> {
  const { helm } = await testTools();
  const { stdout } = await promisify(execFile)(helm, ["template", "shop", folder, ...args]);
  return valuesIn(stdout);
}

describe("--set and --set-string mean what they mean to helm", () => {
  it.each([
    "a=1,pw=b",
    "a=x=y,b=",
    "a=1\\,2,b=3",
    "a={x,y},b=2",
    "a={x\\,y,z}",
    "a={}",
    "a.b=1,a.c=2",
    "a\\.b=1",
    "a\\=b=1",
    "a[0]=x,a[1].b=y",
    "a=1,",
    "a=null,b=true",
    "a=0012,b=1e3",
    "a=\\\\,b=1",
  ])("%s", async (text) => {
    expect(await ours({ set: [text] })).toEqual(await helms("--set", text));
    expect(await ours({ "set-string": [text] })).toEqual(await helms("--set-string", text));
  });

  it("where one flag overrides what another has set", async () => {
    const texts = ["a.b=1,a.c=2", "d=x,a.b=3", "d=y"];
    const args = texts.flatMap((text) => ["--set", text]);
    expect(await ours({ set: texts })).toEqual(await helms(...args));
  });
});

it("--set-file takes several, and a comma in a path behind a backslash", async () => {
  const names = { "set-file": ["a=words.txt,b=odd\\,name.txt"] };
  const { values } = resolveParameters(new Map(Object.entries(names)) as never, {});
  expect(values["set-file"]).toEqual({ a: "words.txt", b: "odd,name.txt" });
});

describe("--values", () => {
  it.each(["prod.yaml", "environments/prod.yml"])(
    "refuses the name of a file, with the flag that takes one: %s",
    async (values) => {
      const error = await failure(ours({ values: [values] }));
      expect(error).toBeInstanceOf(UsageError);
      expect(error.message).toContain(values);
      expect(error.hint).toContain("--values-files");
    },
  );

  it("refuses a text that holds no mapping, and does not show it", async () => {
    const error = await failure(ours({ values: ["hunter2"] }));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).not.toContain("hunter2");
  });

  it("takes a text of comments for no values", async () => {
    expect(await ours({ values: ["# nothing yet\n"] })).toEqual(await helms());
  });
});
