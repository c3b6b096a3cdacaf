import { OutsideError } from "../errors.ts";
import { decodeStream } from "./decode-text.ts";
import type { RenderRequest } from "./render-request.ts";
import type { Rendered } from "./rendered.ts";
import { tooLarge } from "./too-large.ts";
import type { Tools } from "./tools.ts";

const name = "standard input";

/** What another tool printed, as it comes: one stream without files. Bounded as every render is. */
export async function renderStdin(request: RenderRequest, tools: Tools): Promise<Rendered> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of tools.stdin) {
    if (tools.signal.aborted) throw new OutsideError("reading was ended because grantwave was asked to stop");
    bytes += chunk.length;
    if (bytes > request.limits.maxOutputBytes) throw tooLarge(`${name} holds`, request.limits.maxOutputBytes);
    chunks.push(chunk);
  }
  return {
    text: decodeStream(Buffer.concat(chunks), name),
    renderer: { tool: "stdin", version: tools.version, command: name },
    origins: [{ start: 0, file: name, sourceComments: true }],
  };
}
