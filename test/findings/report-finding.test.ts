import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Finding, finding } from "../../src/findings/finding.ts";
import { formatLocation, formatPlace } from "../../src/findings/location.ts";
import { printable } from "../../src/findings/printable.ts";
import { reportFindings, toReported } from "../../src/findings/report-finding.ts";
import { isUnreadable } from "../../src/findings/severity.ts";
import { runs } from "../runs.ts";
import { oneOfEach, place, web } from "./samples.ts";

const duplicateKey = (line: number, atLine = 12): Finding =>
  finding(
    "duplicate-key",
    { refs: [web], source: { ...place, line: atLine, document: atLine } },
    { key: "app", line },
  );

describe("a reported finding", () => {
  it("has the shape that reports promise", () => {
    expect(toReported(duplicateKey(17), {})).toEqual({
      code: "duplicate-key",
      severity: "warning",
      message:
        'Deployment/web/web-server gives the key "app" twice in one mapping (again in line 17); the last value counts.',
      hint: "Remove the value that is not meant: kustomize refuses such a document, and so may newer readers.",
      refs: [web],
      source: { file: "web/deployment.yaml", line: 12, document: 12 },
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it("takes the severity of the configuration", () => {
    expect(toReported(duplicateKey(17), { "duplicate-key": "error" })?.severity).toBe("error");
    expect(toReported(duplicateKey(17), { "duplicate-key": "off" })).toBeUndefined();
  });

  it("cannot be turned down or off where the input is unreadable", () => {
    for (const sample of oneOfEach.filter(({ code }) => isUnreadable(code))) {
      for (const override of ["off", "info"] as const) {
        expect(toReported(sample, { [sample.code]: override })?.severity).toBe("error");
      }
    }
  });

  it("keeps its fingerprint when lines and documents shift, and has another for another problem", () => {
    const fingerprint = (one: Finding) => toReported(one, {})?.fingerprint;
    expect(fingerprint(duplicateKey(40, 35))).toBe(fingerprint(duplicateKey(17)));
    const prints = oneOfEach.map(fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
    const refused = (reason: string): Finding =>
      finding("policy-refused", { source: place }, { signer: "s", location: "data", reason });
    expect(fingerprint(refused("unknown key in line 3"))).toBe(fingerprint(refused("unknown key in line 9")));
    expect(fingerprint(refused("unknown key in line 3"))).not.toBe(
      fingerprint(refused("bad value in line 3")),
    );
  });
});

describe("the findings of a report", () => {
  it("come worst first and in one order, however they were collected", () => {
    const expected = reportFindings(oneOfEach, {});
    fc.assert(
      fc.property(fc.shuffledSubarray([...oneOfEach], { minLength: oneOfEach.length }), (shuffled) => {
        expect(reportFindings(shuffled, {})).toEqual(expected);
      }),
      runs(100),
    );
    const severities = expected.map(({ severity }) => severity);
    expect([...new Set(severities)]).toEqual(["error", "warning", "info"]);
  });

  it("tell exact repeats once and keep fingerprints apart where the same problem occurs twice", () => {
    const reported = reportFindings([duplicateKey(17), duplicateKey(19), duplicateKey(17)], {});
    expect(reported.map(({ message }) => message.match(/line (\d+)/)?.[1])).toEqual(["17", "19"]);
    expect(new Set(reported.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });
});

describe("a location", () => {
  it("names file, line, document and object on one line", () => {
    expect(formatLocation(place, web)).toBe("web/deployment.yaml:12 (document 2) Deployment/web/web-server");
  });

  it("says where the line is not one of the template's, but of what it rendered", () => {
    const template = { file: "web/templates/look.yaml", line: 7, document: 2, rendered: true } as const;
    expect(formatLocation(template, web)).toBe(
      "web/templates/look.yaml (rendered line 7, document 2) Deployment/web/web-server",
    );
    expect(formatPlace(template)).toBe("web/templates/look.yaml, rendered line 7");
  });

  it("leaves out what nobody knows", () => {
    expect(formatLocation(null, web)).toBe("Deployment/web/web-server");
    expect(formatLocation(place, undefined)).toBe("web/deployment.yaml:12 (document 2)");
    expect(formatLocation(null, undefined)).toBe("");
  });
});

describe("printable text", () => {
  it("holds no character that moves, hides or turns text, and is left alone when printed again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const printed = printable(text);
        expect(printed).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u);
        expect(printable(printed)).toBe(printed);
      }),
      runs(100),
    );
    expect(printable("größe – 世界 ✓")).toBe("größe – 世界 ✓");
  });
});
