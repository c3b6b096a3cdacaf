import fc from "fast-check";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { UsageError } from "../../src/errors.ts";
import { migrateText } from "../../src/migrate/migrate-text.ts";
import { runs } from "../runs.ts";

const word = fc.constantFrom(
  "a",
  "web",
  "true",
  "1.10",
  "0755",
  "x: y",
  "# no",
  "{{ .name }}",
  "$ARGOCD_APP_NAME",
  "é",
  "",
);
const long = fc.constantFrom(
  "a: 1\nb:\n  - x\n",
  "a: 1",
  "\n\na: b\n\n",
  "  a: 1\n  b: 2",
  "a: |\n  text\n\n",
  "k: v  \n",
  "\ta",
  "a\r\nb",
  "- x\n\n",
);
const text = fc.oneof(word, long);
const list = fc.array(text, { maxLength: 3 });
const map = fc.dictionary(fc.constantFrom("a", "b.c", "d e", "f#", "1"), text, { maxKeys: 3 });
const flag = fc.boolean();
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, text, fc.integer(), flag, fc.constant(null), tie("list"), tie("map")),
  list: fc.array(tie("any"), { maxLength: 3 }),
  map: fc.dictionary(fc.constantFrom("a", "b", "yes", "c d"), tie("any"), { maxKeys: 3 }),
}));
const optional: { requiredKeys: [] } = { requiredKeys: [] };

const helm = fc.record(
  {
    releaseName: text,
    valueFiles: fc.array(fc.constantFrom("a.yaml", "b, c.yaml", "$ARGOCD_APP_NAME.yaml"), { maxLength: 3 }),
    values: text,
    valuesObject: value.map,
    parameters: fc.array(
      fc.record({ name: word, value: text, forceString: flag }, { requiredKeys: ["name"] }),
      { maxLength: 3 },
    ),
    fileParameters: fc.array(fc.record({ name: word, path: fc.constant("f.txt") }), { maxLength: 2 }),
    skipCrds: flag,
    version: fc.constantFrom("v3", ""),
    apiVersions: list,
  },
  optional,
);
const kustomize = fc.record(
  {
    namePrefix: text,
    images: list,
    commonLabels: map,
    commonAnnotations: map,
    forceCommonLabels: flag,
    replicas: fc.array(fc.record({ name: word, count: fc.oneof(fc.nat(9), fc.constant("3")) }), {
      maxLength: 3,
    }),
    patches: fc.array(fc.record({ patch: text, target: fc.record({ kind: word }) }, optional), {
      maxLength: 2,
    }),
    components: fc.array(fc.constantFrom("../a", "b"), { maxLength: 2 }),
  },
  optional,
);
const directory = fc.record({ recurse: flag, include: text, exclude: text }, optional);
const block = fc.oneof(
  fc.record({ helm }),
  fc.record({ kustomize }),
  fc.record({ directory }),
  fc.constant({}),
);

const layout = fc.record({
  indent: fc.constantFrom(2, 3, 4),
  indentSeq: flag,
  collectionStyle: fc.constantFrom("any" as const, "block" as const, "flow" as const),
  defaultStringType: fc.constantFrom("PLAIN" as const, "QUOTE_SINGLE" as const, "QUOTE_DOUBLE" as const),
  defaultKeyType: fc.constantFrom("PLAIN" as const, "QUOTE_DOUBLE" as const),
  lineWidth: fc.constantFrom(0, 30),
});

/** A number in [0, 1) for each line: whether a comment, or an empty line, stands above it. */
const noise = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }));

it("keeps what it means, in whatever style and under whatever comments it is written, and is done after once", () => {
  let rewritten = 0;
  fc.assert(
    fc.property(
      block,
      fc.constantFrom("before", "behind"),
      layout,
      flag,
      noise,
      (own, place, style, crlf, chance) => {
        const plain = { repoURL: "https://git.example.com/a.git", path: "apps/a" };
        const source = place === "before" ? { ...own, ...plain } : { ...plain, ...own };
        const application = {
          apiVersion: "argoproj.io/v1alpha1",
          kind: "Application",
          metadata: { name: "web" },
          spec: { source, project: "default" },
        };
        const printed = stringify(application, { version: "1.1", ...style });
        const lines = printed.includes("|") || printed.includes(">") ? [printed] : printed.split(/(?<=\n)/);
        const commented = lines.map((line) => {
          const draw = chance.next().value ?? 1;
          const gap = /^ */.exec(line)?.[0] ?? "";
          const above = draw < 0.1 ? `${gap}# said above\n` : draw < 0.15 ? "\n" : "";
          return lines.length > 1 && style.collectionStyle === "block" && style.lineWidth === 0
            ? above + line
            : line;
        });
        const text = crlf ? commented.join("").replaceAll(/\r?\n/g, "\r\n") : commented.join("");
        let migrated: string;
        try {
          // What it says is compared with what the block said; a difference throws.
          migrated = migrateText(text, "app.yaml", "grantwave").text;
        } catch (error) {
          // Texts that Go reads as numbers, and the like.
          if (error instanceof UsageError) return;
          throw error;
        }
        rewritten++;
        expect(migrateText(migrated, "app.yaml", "grantwave").text).toBe(migrated);
        const [head, tail] = [text.slice(0, text.indexOf("source")), text.slice(text.lastIndexOf("project"))];
        expect(migrated.startsWith(head)).toBe(true);
        expect(migrated.endsWith(tail)).toBe(true);
      },
    ),
    runs(150),
  );
  expect(rewritten).toBeGreaterThan(60);
});
