import { readFile } from "node:fs/promises";
import { OutsideError, UsageError } from "../errors.ts";
import { errorCode } from "./application-folder.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { decodeFile } from "./decode-text.ts";
import { jsonAsYaml } from "./json-as-yaml.ts";
import { jsonErrorOffset } from "./json-error.ts";
import { type ManifestFile, manifestFiles } from "./manifest-files.ts";
import type { RenderRequest } from "./render-request.ts";
import type { Origin, Rendered } from "./rendered.ts";
import { shownFolder } from "./shown-folder.ts";
import { tooLarge } from "./too-large.ts";
import type { Tools } from "./tools.ts";

/** A file that carries it is none of Argo CD's business (argo-cd 3.6 `repository.go` skipFileRenderingMarker). */
const skipMarker = "+argocd:skip-file-rendering";

/**
 * The manifest files of a folder as one stream: each file's own text, a `---` line between two of them, so that each
 * begins a document of its own, and an origin per file.
 *
 * One deliberate difference to argo-cd 3.6 `repository.go` getObjsFromYAMLOrJSON: there a file that cannot be read and
 * does not look like a manifest is dropped without a word. Here it stays in the stream and is refused by name: a typing
 * error in `kind` would otherwise prune the object.
 */
export async function renderDirectory(request: RenderRequest, tools: Tools): Promise<Rendered> {
  const deadline = startDeadline(request.limits.renderTimeoutSeconds);
  const { files, notices } = await manifestFiles(request);
  const parts: string[] = [];
  const origins: Origin[] = [];
  let length = 0;
  let bytes = 0;
  for (const file of files) {
    checkDeadline(deadline, tools, request);
    bytes += file.bytes;
    if (bytes > request.limits.maxOutputBytes) {
      const what = `the manifest files of ${shownFolder(request)} hold`;
      throw tooLarge(
        what,
        request.limits.maxOutputBytes,
        "narrow it with --include or --exclude, or split the application",
      );
    }
    const text = await manifestText(file);
    if (text === undefined) continue;
    const before = parts.at(-1);
    const gap = before === undefined ? "" : separator(before, text);
    parts.push(gap, text);
    origins.push({ start: length + gap.length, file: file.path, sourceComments: false });
    length += gap.length + text.length;
  }
  const command = `the files of ${shownFolder(request)}`;
  return {
    text: parts.join(""),
    renderer: { tool: "directory", version: tools.version, command },
    origins: origins.length > 0 ? origins : [{ start: 0, file: command, sourceComments: false }],
    notices,
  };
}

/** A line that ends a document for Argo CD's reader: nothing but a comment may follow the dashes. */
const separatorLine = /^---[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/;

/**
 * What must stand between two texts, so that the second begins a document. An open line is ended first; Go's reader ends
 * it too before it looks at the document (apimachinery 0.37 `decoder.go` LineReader), so that no value changes.
 */
function separator(before: string, after: string): string {
  const lineEnd = before === "" || before.endsWith("\n") ? "" : "\n";
  return separatorLine.test(after) ? lineEnd : `${lineEnd}---\n`;
}

/** The text to be read, or undefined where the file asks to be left out. */
async function manifestText(file: ManifestFile): Promise<string | undefined> {
  const text = decodeFile(await readManifest(file), file.path);
  if (text.includes(skipMarker)) return undefined;
  if (file.path.endsWith(".jsonnet")) {
    throw new UsageError(`${file.path} is Jsonnet, which grantwave does not evaluate`, {
      hint: "render it to YAML beforehand, or leave it out with --exclude",
    });
  }
  if (file.path.endsWith(".json")) return jsonAsYaml(checkedJson(text, file.path));
  return isJson(text) ? jsonAsYaml(text) : text;
}

async function readManifest(file: ManifestFile): Promise<Buffer> {
  try {
    return await readFile(file.realPath);
  } catch (cause) {
    throw new UsageError(`${file.path} cannot be read (${errorCode(cause)})`, {
      hint: "check its permissions for the user that runs grantwave",
      cause,
    });
  }
}

/** A `.json` file holds exactly one object (argo-cd 3.6 `repository.go` getObjsFromYAMLOrJSON). */
function checkedJson(text: string, file: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not one JSON object: ${jsonPlace(text)}`, {
      hint: "Argo CD reads a single object from a .json file; put several into a .yaml file or a List",
    });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return text;
  throw new UsageError(
    `${file} is not one JSON object: it holds ${Array.isArray(value) ? "a list" : "a scalar"}`,
    {
      hint: "Argo CD reads a single object from a .json file; write several as a List with items",
    },
  );
}

/** Line and column, both from 1, of what is wrong. */
function jsonPlace(text: string): string {
  const offset = jsonErrorOffset(text);
  if (offset === text.length) return `it ends too early, at line ${text.trimEnd().split("\n").length}`;
  const before = text.slice(0, offset).split("\n");
  return `JSON's grammar breaks at line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

function isJson(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function checkDeadline(deadline: Deadline, tools: Tools, request: RenderRequest): void {
  if (tools.signal.aborted) throw new OutsideError("reading was ended because grantwave was asked to stop");
  if (deadline.remainingMilliseconds() > 0) return;
  throw new OutsideError(
    `reading the files of ${shownFolder(request)} took longer than the deadline of ${deadline.seconds} s`,
    { hint: "narrow it with --include or --exclude, or raise --render-timeout" },
  );
}
