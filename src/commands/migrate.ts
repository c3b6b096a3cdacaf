import { readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { exitCodes, OutsideError, UsageError } from "../errors.ts";
import { isApplication } from "../migrate/find-sources.ts";
import { type MigratedSource, migrateText } from "../migrate/migrate-text.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import { quote } from "../quote.ts";
import { standardInput } from "../render/render-request.ts";
import { nearestRepository } from "../render/repository-root.ts";
import { compareSource, type SourceNumbers, type Surroundings } from "./compare-source.ts";
import type { Invocation } from "./invocation.ts";
import { tellMigration } from "./tell-migration.ts";

/**
 * `grantwave migrate FILE`: the file with the blocks of its Applications rewritten to the plugin's on stdout, or in its
 * place. Whether everything still renders the same is said on stderr; where something does not, nothing is written.
 */
export async function migrate(invocation: Invocation): Promise<number> {
  const { context, flags, subject = standardInput } = invocation;
  const { values } = resolveParameters(flags, context.env);
  if (values.write && (values.check || subject === standardInput)) {
    throw new UsageError(`--write cannot be given with ${values.check ? "--check" : "standard input"}`, {
      hint: "leave one of them out",
    });
  }
  if (!/^[A-Za-z0-9][\w.-]*$/.test(values.plugin)) {
    throw new UsageError(`${quote(values.plugin)} cannot be the name of a plugin`, {
      hint: "give what spec.source.plugin.name is to be with --plugin",
    });
  }
  const file = subject === standardInput ? "standard input" : subject;
  const before = await readInput(invocation, subject);
  const { text, sources } = migrateText(before, file, values.plugin);
  const root = await checkoutOf(values.root, subject, context.cwd);
  const surroundings: Surroundings = { invocation, root, text, file };
  const compared = [];
  for (const source of sources) {
    const comparison = await compareSource(source, numbersOf(sources, source), surroundings);
    compared.push({ source, comparison });
  }
  const least = values.quiet ? "error" : "info";
  await tellMigration(context.stderr, compared, { file, plugin: values.plugin, least });
  if (compared.some(({ comparison }) => comparison?.kind === "different")) return exitCodes.findings;
  if (values.check) return text === before ? exitCodes.fine : exitCodes.findings;
  if (!values.write) await context.stdout.write(text);
  else if (text !== before) await replaceFile(resolve(context.cwd, subject), text);
  return exitCodes.fine;
}

async function readInput({ context }: Invocation, subject: string): Promise<string> {
  if (subject === standardInput)
    return readAll(context.stdin as AsyncIterable<Uint8Array> & NodeJS.ReadableStream);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await readFile(resolve(context.cwd, subject)),
    );
  } catch (cause) {
    throw new UsageError(`the file ${quote(subject)} cannot be read`, {
      hint: "name a YAML or JSON file with an Argo CD Application, in UTF-8",
      cause,
    });
  }
}

async function checkoutOf(
  root: string | undefined,
  subject: string,
  cwd: string,
): Promise<string | undefined> {
  if (root !== undefined) return resolve(cwd, root);
  return subject === standardInput ? undefined : nearestRepository(dirname(resolve(cwd, subject)));
}

/** Which of the file's Applications a source belongs to, and which of its sources it is; from 0. */
function numbersOf(sources: readonly MigratedSource[], { source }: MigratedSource): SourceNumbers {
  const manifests = [...new Set(sources.map((other) => other.source.manifest))].filter(isApplication);
  const beside = sources.map((other) => other.source).filter(({ manifest }) => manifest === source.manifest);
  return { application: manifests.indexOf(source.manifest), source: beside.indexOf(source) };
}

async function replaceFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (cause) {
    throw new OutsideError(`the file ${quote(path)} cannot be written`, {
      hint: "check its permissions, or leave --write out and redirect stdout to another file",
      cause,
    });
  }
}
