const limit = 4000;
const headLimit = 1000;

/** Colours and other sequences that terminals act upon, and control characters other than line feed and tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const controls = /\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** What a tool said on stderr, fit for an error message: trimmed, harmless on a terminal, never long. */
export function toolWords(stderr: string): string {
  const words = stderr.replaceAll("\r\n", "\n").replace(controls, "").trim();
  if (words.length <= limit) return words;
  const tail = words.slice(-(limit - headLimit));
  return `${words.slice(0, headLimit)}\n… ${words.length - limit} characters left out …\n${tail}`;
}
