import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { systemPath } from "./rendering.ts";

/** Serves the repositories of a folder by http, through git's own CGI program, until the test is over. */
export async function gitServer(folder: string): Promise<string> {
  const server = createServer((request, response) => void answer(folder, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://server");
  const { headers } = request;
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: systemPath,
      HOME: folder,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      REQUEST_METHOD: request.method ?? "GET",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
    },
  });
  // The program may end without reading what it was sent.
  child.stdin.on("error", () => {});
  request.pipe(child.stdin);
  const output = await buffer(child.stdout);
  const end = output.indexOf("\r\n\r\n");
  let status = 200;
  for (const line of output.subarray(0, Math.max(end, 0)).toString().split("\r\n")) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (name === "Status") status = Number.parseInt(value, 10);
    else if (colon > 0) response.setHeader(name, value);
  }
  response.writeHead(status).end(output.subarray(end + 4));
}
