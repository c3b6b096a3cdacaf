import fc from "fast-check";
import { expect, test } from "vitest";
import { messageOf } from "../../src/findings/message.ts";
import { readWithPositions } from "../../src/manifest/read-with-positions.ts";
import { planWaveEdits } from "../../src/manifest/splice.ts";
import { runs } from "../runs.ts";
import { readStream } from "./render-of.ts";

const head = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: login\nstringData:\n";

const breakages: readonly string[] = [
  "  password: *hunter2",
  "  password: !hunter2! x",
  "  password: !e!hunter2 x",
  "  password: !<hunter2 x",
  "  password: !!int hunter2",
  "  password: !!hunter2{ x",
  "  password: &hunter2 &hunter2b x",
  "  password: &a *hunter2",
  "  password: @hunter2",
  "  password: `hunter2",
  "  password: %hunter2",
  '  password: "hunter2',
  "  password: 'hunter2",
  '  password: "hunter2" hunter2',
  '  password: "\\qhunter2"',
  '  password: "\\xhunter2"',
  "  password: [hunter2",
  "  password: {hunter2: ]",
  "  password: hunter2: hunter2",
  "  password: hunter2\n hunter2",
  "  password: |hunter2",
  "  password: |\n      \n    hunter2\n  x",
  "  password: x\n   hunter2: y",
  "  hunter2\n  password: x",
  "  ? hunter2: x\n  : [",
  "  ? [hunter2]\n  : x",
  "  <<: hunter2",
  "  password: \thunter2\n\tx: hunter2",
  "  password: hunter2\u0001",
  "  - hunter2\n  password: x",
  "%hunter2\n",
];

test.each(breakages)("no word of a Secret stands in a message: %j", (text) => {
  const { findings } = readStream(`${head}${text}\n`);
  expect(findings.map(({ code }) => code)).toEqual(["yaml-broken"]);
  expect(JSON.stringify([findings, findings.map(messageOf)])).not.toContain("hunter2");
});

test("no word of a Secret stands in a message, wherever its text breaks", () => {
  const pieces = fc.constantFrom(
    ..."hunter2 hunter2 : - ? & * ! | > ' \" [ ] { } , # % @ \\ \n \t".split(" "),
    " ",
    "\n  ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const { rendered, manifests, findings } = readStream(`${head}  password: ${parts.join("")}\n`);
      const moves = manifests.map((manifest) => ({ manifest, wave: 1 }));
      const all = [...findings, ...planWaveEdits(rendered, moves).findings].filter(
        // Keys may be named, and the names of anchors and aliases where a wave cannot be written.
        ({ code }) => code === "yaml-broken" || code === "not-an-object",
      );
      expect(JSON.stringify([all, all.map(messageOf)])).not.toContain("hunter2");
    }),
    runs(2000),
  );
});

test.each(breakages)("neither does a word of a file of ours: %j", (text) => {
  const messages = readWithPositions(`${head}${text}\n`).problems.map(({ message }) => message);
  expect(messages.join()).not.toContain("hunter2");
});
