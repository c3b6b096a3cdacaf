import { onTestFinished } from "vitest";
import { type CmpServer, type CmpServerOptions, startCmpServer } from "./cmp-server.ts";

/** A server for one test: stopped when the test is over, however it ends. */
export async function serverForTest(options: CmpServerOptions = {}): Promise<CmpServer> {
  const server = await startCmpServer(options);
  onTestFinished(() => server.stop());
  return server;
}
