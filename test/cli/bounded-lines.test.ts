import { describe, expect, it } from "vitest";
import { boundedLines } from "../../src/commands/bounded-lines.ts";
import type { OutputStream } from "../../src/commands/context.ts";
import { tellFindings } from "../../src/commands/tell-findings.ts";
import { finding } from "../../src/findings/finding.ts";
import { reportFindings } from "../../src/findings/report-finding.ts";

const more = (count: number) => `${count} more`;

describe("lines for stderr", () => {
  it("stand in reverse, so that what matters most is read last", () => {
    expect(boundedLines(["worst", "bad", "mild"], more)).toBe("mild\nbad\nworst\n");
    expect(boundedLines([], more)).toBe("");
  });

  it("are a hundred at most, and the rest is counted", () => {
    const lines = Array.from({ length: 250_000 }, (_, at) => `line ${at}`);
    const written = boundedLines(lines, more).split("\n");
    expect(written.slice(0, 2)).toEqual(["249900 more", "line 99"]);
    expect(written.slice(-2)).toEqual(["line 0", ""]);
    expect(boundedLines(lines.slice(0, 100), more)).not.toContain("more");
  });

  it("take a quarter of a mebibyte at most, however long each of them is", () => {
    const lines = Array.from({ length: 100 }, () => "ü".repeat(1_000_000));
    const written = boundedLines(lines, more);
    expect(Buffer.byteLength(written)).toBeLessThan(257 * 1024);
    expect(written.startsWith("92 more\n")).toBe(true);
    expect(written.endsWith("ü…\n")).toBe(true);
  });
});

describe("findings on stderr", () => {
  it("are bounded, the worst last, with the command that lists them all", async () => {
    const of = (name: string) => ({ refs: [{ group: "", kind: "ConfigMap", namespace: "shop", name }] });
    const findings = [
      ...Array.from({ length: 1000 }, (_, at) =>
        finding("signer-unconfigured", of(`many-${at}`), { signerName: "example.com/other" }),
      ),
      finding("splice-impossible", of("one"), { reason: "its annotations are an alias" }),
    ];
    let written = "";
    const stderr: OutputStream = {
      write: async (text) => {
        written += text.toString();
      },
      isTerminal: false,
      columns: undefined,
      colour: false,
    };
    await tellFindings(stderr, reportFindings(findings, {}), { application: "shop", least: "info" });
    const lines = written.trimEnd().split("\n");
    expect(lines).toHaveLength(101);
    expect(lines[0]).toBe("grantwave: application shop: … and 901 more: grantwave plan -o json lists them");
    expect(lines.at(-1)).toMatch(
      /^grantwave: application shop: ConfigMap\/shop\/one: error splice-impossible: /,
    );
  });
});
