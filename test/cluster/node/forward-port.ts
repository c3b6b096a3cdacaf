import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * Passes connections to an address of this machine on to a port of the loopback address: what kube-proxy does for the
 * Service `kubernetes`. Gives what ends it.
 */
export async function forwardPort(
  from: { readonly address: string; readonly port: number },
  toPort: number,
): Promise<() => Promise<void>> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(toPort, "127.0.0.1");
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(from.port, from.address);
  await once(server, "listening");
  server.unref();
  return async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, "close");
  };
}
