import type { CommandContext } from "./context.ts";

/** Asks on stderr; only `y` and `yes` mean yes, and an end of the input means no. */
export async function confirm(
  { stderr, stdin }: Pick<CommandContext, "stderr" | "stdin">,
  question: string,
): Promise<boolean> {
  await stderr.write(`${question} [y/N] `);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stdin) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n")) break;
  }
  return /^\s*y(?:es)?\s*$/i.test(text.split("\n", 1)[0] ?? "");
}
