import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FindingCode, finding } from "../../src/findings/finding.ts";
import { messageOf } from "../../src/findings/message.ts";
import { weights } from "../../src/findings/severity.ts";
import { oneOfEach, web } from "./samples.ts";

const codes = Object.keys(weights) as FindingCode[];
const documentation = readFileSync(new URL("../../docs/findings.md", import.meta.url), "utf8");

describe("the words of findings", () => {
  it("exist for every code: one line of message and one line of what to do, both sentences", () => {
    expect(oneOfEach.map((sample) => sample.code).sort()).toEqual([...codes].sort());
    for (const sample of oneOfEach) {
      const { message, hint } = messageOf(sample);
      for (const text of [message, hint]) expect(text).toMatch(/^\S[^\n]*[.?!]$/u);
      expect(`${message} ${hint}`).not.toMatch(/undefined|\[object|NaN/);
    }
  });

  it("name the object that a finding is about, in the form that the command line takes", () => {
    const denied = oneOfEach.find(({ code }) => code === "requester-denied");
    expect(messageOf(denied as (typeof oneOfEach)[number]).message).toContain("Deployment/web/web-server");
  });

  it("never carry control characters or changes of direction from the input", () => {
    const hostile = finding(
      "duplicate-key",
      { refs: [{ ...web, name: "a\u202eb\u001b[2J" }] },
      { key: "x\ny", line: 3 },
    );
    expect(messageOf(hostile).message).toBe(
      'Deployment/web/a\\u{202e}b\\u{1b}[2J gives the key "x\\ny" twice in one mapping (again in line 3); the last value counts.',
    );
  });
});

describe("docs/findings.md", () => {
  const documented = [...documentation.matchAll(/^### `([a-z-]+)`\n\n(.*)$/gm)];

  it("lists every code, and no other, in the order of the code", () => {
    expect(documented.map(([, code]) => code)).toEqual(codes);
  });

  it("states the severity and the exit code that the code has", () => {
    for (const [, code, line] of documented) {
      const { severity, unreadable } = weights[code as FindingCode];
      expect([code, line]).toEqual([code, unreadable ? "error, always · exit 2" : severity]);
    }
  });
});
