import { resolve } from "node:path";
import { exitCodes } from "../errors.ts";
import { resolveParameters } from "../parameters/resolve-parameters.ts";
import { answerTo } from "../reporter/answer.ts";
import { parseListenAddress } from "../reporter/listen-address.ts";
import { serve } from "../reporter/serve.ts";
import { afterLook, isNews, type Moment, nothingSeen, type Sighting } from "../reporter/sighting.ts";
import { watchFile } from "../reporter/watch-file.ts";
import { version } from "../version.ts";
import { finalLine } from "./final-line.ts";
import type { Invocation } from "./invocation.ts";

/**
 * `grantwave report <file>`: the reporter sidecar. It says which policy file it sees and since when, until it is asked to
 * end; a file that is not there yet is waited for.
 */
export async function report({ context, flags, subject = "" }: Invocation): Promise<number> {
  const { values } = resolveParameters(flags, context.env);
  const address = parseListenAddress(values.listen);
  const file = resolve(context.cwd, subject);
  const moment = (): Moment => ({ wallMs: Date.now(), steadyMs: context.now() });
  const tell = (message: string) =>
    values.quiet
      ? Promise.resolve()
      : context.stderr.write(`${new Date().toISOString()} ${finalLine({ message })}\n`);

  let sighting = nothingSeen;
  const server = await serve(address, (asked) => answerTo(asked, { file, sighting, now: moment() }));
  await tell(`reports at ${server.where} what ${file} is (version ${version})`);
  try {
    const onLook = async (look: Parameters<typeof afterLook>[1]) => {
      const before = sighting;
      sighting = afterLook(before, look, moment());
      if (isNews(before, sighting)) await tell(newsOf(file, sighting));
    };
    await watchFile(file, onLook, context.signal);
  } finally {
    await server.stop();
  }
  await tell("was asked to end");
  return exitCodes.fine;
}

function newsOf(file: string, { problem, seen }: Sighting): string {
  return seen === undefined
    ? `${file} ${problem}`
    : `${file} has SHA-256 ${seen.digest}, ${seen.sizeBytes} bytes, since ${new Date(seen.since.wallMs).toISOString()}`;
}
