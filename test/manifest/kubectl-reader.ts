import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readJsonValues } from "../../src/manifest/json-stream.ts";
import { testTools } from "../tools.ts";

export interface PlainObject {
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>> | null;
  };
  readonly [key: string]: unknown;
}

/**
 * What the real kubectl, and so Go's reader, makes of each stream: its objects in order, lists expanded. One call for
 * all streams; the annotation that `kubectl annotate` needs to have something to do is taken off again.
 */
export async function readWithKubectl(
  streams: readonly string[],
): Promise<readonly (readonly PlainObject[])[]> {
  const { kubectl } = await testTools();
  const folder = await mkdtemp(join(tmpdir(), "grantwave-manifest-"));
  try {
    const width = String(streams.length).length;
    const files = streams.map((_, i) => join(folder, `${String(i).padStart(width, "0")}.yaml`));
    await Promise.all(streams.map((text, i) => writeFile(files[i] ?? "", `${text}${endOfStream(text, i)}`)));
    const args = ["annotate", "--local", "-f", folder, "probe=1", "-o", "json", "--dry-run=client"];
    const { stdout } = await promisify(execFile)(kubectl, args, {
      maxBuffer: 2 ** 30,
      env: { HOME: folder },
    });
    const objects = readJsonValues(stdout).values.map(({ start, end }) =>
      JSON.parse(stdout.slice(start, end)),
    );
    return cutAtMarks(objects.map(withoutProbe));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const mark = "end-of-stream";

/** An object behind each stream that says where the next one begins. */
function endOfStream(text: string, number: number): string {
  const lineEnd = text === "" || text.endsWith("\n") ? "" : "\n";
  return `${lineEnd}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${mark}, namespace: "${number}"}\n`;
}

function cutAtMarks(objects: readonly PlainObject[]): readonly (readonly PlainObject[])[] {
  const streams: PlainObject[][] = [[]];
  for (const object of objects) {
    if (object.metadata.name === mark) streams.push([]);
    else streams.at(-1)?.push(object);
  }
  return streams.slice(0, -1);
}

function withoutProbe(object: PlainObject): PlainObject {
  const { probe: _, ...annotations } = object.metadata.annotations ?? {};
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** A value of ours in the same form: with prototypes, and with annotations even where there are none. */
export function comparable(value: unknown): PlainObject {
  const object = JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === "bigint" ? Number(part) : part)),
  ) as PlainObject;
  return { ...object, metadata: { ...object.metadata, annotations: object.metadata.annotations ?? {} } };
}
