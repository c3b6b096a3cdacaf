import { createServer, type RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { askPod, type PodCall } from "../../src/cluster/ask-pod.ts";

async function serve(address: string, listener: RequestListener, port = 0): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  return typeof bound === "object" && bound !== null ? bound.port : port;
}

function ask(port: number, differences: Partial<PodCall> = {}) {
  const signal = new AbortController().signal;
  const call = { addresses: ["127.0.0.1"], port, path: "/a?b", mostBytes: 100, timeoutSeconds: 1, signal };
  return askPod({ ...call, ...differences });
}

describe("askPod", () => {
  it("gives status and body, over IPv4 and IPv6", async () => {
    const listener: RequestListener = ({ method, url }, response) => {
      response.statusCode = 418;
      response.end(`${method} ${url}`);
    };
    const good = { answered: true, status: 418, body: "GET /a?b" };
    expect(await ask(await serve("127.0.0.1", listener))).toEqual(good);
    expect(await ask(await serve("::1", listener), { addresses: ["::1"] })).toEqual(good);
  });

  it("tries the next address where one does not answer", async () => {
    const port = await serve("127.0.0.1", (_, response) => response.end("here"));
    expect(await ask(port, { addresses: ["127.0.0.7", "127.0.0.1"] })).toMatchObject({ body: "here" });
  });

  it.each<[string, RequestListener, RegExp]>([
    ["answers too much", (_, response) => response.end("x".repeat(101)), /too large/],
    ["never answers", () => {}, /it took too long/],
    ["never ends", (_, response) => void response.write("x"), /it took too long/],
    [
      "breaks off",
      (_, response) => {
        response.writeHead(200, { "content-length": "50" });
        response.write("half");
        setTimeout(() => response.destroy(), 50);
      },
      /ECONNRESET|broke off/,
    ],
  ])("has no answer of a pod that %s", async (_, listener, because) => {
    const reply = await ask(await serve("127.0.0.1", listener));
    expect(reply).toEqual({ answered: false, because: expect.stringMatching(because) });
  });

  it("follows no redirect", async () => {
    const port = await serve("127.0.0.1", (_, response) => {
      response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    });
    expect(await ask(port)).toMatchObject({ answered: true, status: 302 });
  });

  it("ends when it is asked to", async () => {
    const abort = new AbortController();
    const port = await serve("127.0.0.1", () => abort.abort());
    expect(await ask(port, { signal: abort.signal, timeoutSeconds: 60 })).toMatchObject({ answered: false });
  });
});
