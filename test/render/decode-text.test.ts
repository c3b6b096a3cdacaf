import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeFile, decodeStream, firstBadByte } from "../../src/render/decode-text.ts";
import { runs } from "../runs.ts";

it("keeps the byte order mark of a stream", () => {
  expect(decodeStream(Buffer.from("\ufeffkind: A\n"), "standard input")).toBe("\ufeffkind: A\n");
});

it("drops the byte order mark of a file and reads UTF-16 by it", () => {
  const text = "kind: é😀\n";
  const littleEndian = Buffer.from(`\ufeff${text}`, "utf16le");
  expect(decodeFile(Buffer.from(`\ufeff${text}`), "a.yaml")).toBe(text);
  expect(decodeFile(littleEndian, "a.yaml")).toBe(text);
  expect(decodeFile(Buffer.from(littleEndian).swap16(), "a.yaml")).toBe(text);
});

it("refuses broken bytes by file and offset, counted with the byte order mark", () => {
  const broken = Buffer.concat([Buffer.from("\ufeffa: "), Buffer.from([0xff])]);
  expect(() => decodeFile(broken, "web.yaml")).toThrow(/^web\.yaml is not UTF-8 from byte 6 on$/);
});

it("refuses broken UTF-16", () => {
  const half = Buffer.from([0xff, 0xfe, 0x3d, 0xd8, 0x41, 0x00]);
  expect(() => decodeFile(half, "web.yaml")).toThrow(
    /^web\.yaml has a UTF-16 byte order mark but is not UTF-16$/,
  );
});

it("finds the first byte that cannot belong to UTF-8, wherever it stands", () => {
  const before = fc.string({ unit: "binary", maxLength: 3000 }).map((text) => Buffer.from(text));
  const filler = fc
    .constantFrom(0, 4090, 4093, 4094, 4095, 4096, 8191)
    .map((length) => Buffer.alloc(length, "é"));
  const bad = fc
    .constantFrom([0xff], [0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf8, 0x88])
    .map((b) => Buffer.from(b));
  fc.assert(
    fc.property(filler, before, bad, (start, middle, wrong) => {
      const whole = start.length % 2 === 0 ? start : Buffer.concat([start.subarray(0, -1), Buffer.from("x")]);
      const good = Buffer.concat([whole, middle]);
      // A surrogate's first byte may begin a character; its second may not follow it.
      const offset = good.length + (wrong[0] === 0xed ? 1 : 0);
      expect(firstBadByte(Buffer.concat([good, wrong, Buffer.from("more")]))).toBe(offset);
    }),
    runs(100),
  );
});

it("counts a character that is cut off at the end as bad from there", () => {
  expect(firstBadByte(Buffer.from("ab😀").subarray(0, 5))).toBe(5);
});
