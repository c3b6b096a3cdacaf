import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const folder = join(import.meta.dirname, "resource_customizations");

/** One line of a `health_test.yaml`, as Argo CD's own tests have them (argo-cd 3.6.1 `util/lua/health_test.go`). */
export interface HealthCase {
  readonly group: string;
  readonly kind: string;
  /** Absolute. */
  readonly input: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly expected: { readonly status: string; readonly message: string };
}

export const healthCases: readonly HealthCase[] = readdirSync(folder).flatMap((group) =>
  readdirSync(join(folder, group)).flatMap((kind) => {
    const at = join(folder, group, kind);
    const { tests } = parse(readFileSync(join(at, "health_test.yaml"), "utf8"));
    return tests.map((test: { inputPath: string; healthStatus: HealthCase["expected"] }) => {
      const input = join(at, test.inputPath);
      return { group, kind, input, object: parse(readFileSync(input, "utf8")), expected: test.healthStatus };
    });
  }),
);

/** The files beside the tests; each of them should be used. */
export function inputsOf(group: string, kind: string): readonly string[] {
  const at = join(folder, group, kind, "testdata");
  return readdirSync(at).map((name) => join(at, name));
}
