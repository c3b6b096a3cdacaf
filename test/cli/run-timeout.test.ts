import { describe, expect, it } from "vitest";
import { runDeadline } from "../../src/commands/run-deadline.ts";
import { Config } from "../../src/config/config.ts";
import { OutsideError } from "../../src/errors.ts";
import { type PipelineStage, runPipeline } from "../../src/pipeline.ts";
import { renderOf } from "../manifest/render-of.ts";

const config = Config.parse({ apiVersion: "grantwave.dev/v1alpha1", kind: "Config" });

function run(text: string, onStage: (stage: PipelineStage) => void) {
  return runPipeline({
    rendered: renderOf(text),
    application: { name: "shop", namespace: "shop", source: { repoURL: "", path: "", name: "" } },
    config,
    allowEmpty: false,
    onStage,
  });
}

const settings = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;

describe("the deadline of a run", () => {
  it("is looked at before each document and each later stage", () => {
    const stages: PipelineStage[] = [];
    run(["a", "b", "c"].map(settings).join("---\n"), (stage) => stages.push(stage));
    expect(stages).toEqual([
      "reading the manifests",
      "reading the manifests",
      "reading the manifests",
      "finding requesters and grants",
      "putting the objects in order",
      "writing the output",
    ]);
  });

  it("ends the reading where it passes", () => {
    let milliseconds = 0;
    const { check } = runDeadline(() => milliseconds++, 0.1);
    const text = Array.from({ length: 1000 }, (_, at) => settings(`settings-${at}`)).join("---\n");
    expect(() => run(text, check)).toThrow(OutsideError);
    expect(milliseconds).toBe(101);
  });
});
