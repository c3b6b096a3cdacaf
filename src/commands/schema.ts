import { exitCodes, UsageError } from "../errors.ts";
import { didYouMean } from "../nearest-name.ts";
import { quote } from "../quote.ts";
import { jsonSchema, schemaKinds } from "../report/json-schemas.ts";
import type { Invocation } from "./invocation.ts";

/** `grantwave schema`: the JSON Schema of one kind, or the kinds there are, one a line. */
export async function schema({ context, subject }: Invocation): Promise<number> {
  if (subject === undefined) {
    await context.stdout.write(`${schemaKinds.join("\n")}\n`);
    return exitCodes.fine;
  }
  const kind = schemaKinds.find((candidate) => candidate.toLowerCase() === subject.toLowerCase());
  if (kind === undefined) {
    throw new UsageError(`there is no schema of ${quote(subject)}${didYouMean(subject, schemaKinds)}`, {
      hint: `kinds are ${schemaKinds.join(", ")}`,
    });
  }
  await context.stdout.write(jsonSchema(kind));
  return exitCodes.fine;
}
