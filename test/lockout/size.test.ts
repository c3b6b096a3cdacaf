import { expect, it } from "vitest";
import { analyseLockouts } from "../../src/lockout/analyse.ts";
import { objectsOf, readFixture, today } from "./fixtures.ts";

it("takes 60 webhooks over 5,000 objects, without a step that grows with their product", () => {
  const { text } = readFixture("own-pods", "red.yaml");
  const own = Array.from({ length: 60 }, (_, index) =>
    text
      .replaceAll(/\bgate\b/g, `gate-${index}`)
      .replaceAll(/namespace: policy|name: policy$/gm, (words) => `${words}-${index}`),
  );
  const others = Array.from(
    { length: 5000 },
    (_, index) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web-${index}, namespace: web}\nspec:\n  selector: {matchLabels: {app: web-${index}}}\n  template:\n    metadata: {labels: {app: web-${index}}}\n    spec: {containers: [{name: main, image: "registry.example.com/web:1"}]}\n`,
  );
  const manifests = objectsOf([...own, ...others].join("---\n"));
  const start = performance.now();
  const { value } = analyseLockouts(manifests, today);
  const milliseconds = performance.now() - start;
  expect(value.model.webhooks).toHaveLength(60);
  expect(value.proven.filter(({ locked }) => locked.length > 0).length).toBeGreaterThanOrEqual(60);
  // A second on a machine that does nothing else; the tests share theirs.
  expect(milliseconds).toBeLessThan(5000);
});
