import { Agent } from "node:https";
import type { ApiAnswer, ApiConnection } from "./api-call.ts";
import { type ClusterReader, clusterReader } from "./cluster-reader.ts";

/** A reader for a process that may live longer than its token, or than the server that it began to ask. */
export interface LongLivedReader {
  /**
   * The reader to use now. Credentials are read anew every minute and after `forget`: the kubelet changes a token long
   * before it expires.
   */
  current(): Promise<ClusterReader>;
  /** Lets go of credentials, connections, and what is known of the server: for when it did not answer, or refused. */
  forget(): void;
}

const renewedMs = 60_000;

/** @param nowMs milliseconds by a clock that nobody sets. */
export function longLivedReader(
  connect: () => Promise<ApiConnection>,
  nowMs: () => number,
  signal: AbortSignal,
  onAnswer: (answer: ApiAnswer) => void,
): LongLivedReader {
  let kept: { readonly reader: ClusterReader; readonly agent: Agent; readonly sinceMs: number } | undefined;
  function forget(): void {
    kept?.agent.destroy();
    kept = undefined;
  }
  return {
    forget,
    async current() {
      if (kept !== undefined && nowMs() - kept.sinceMs < renewedMs) return kept.reader;
      const connection = await connect();
      forget();
      const agent = new Agent({ keepAlive: true, maxSockets: 8 });
      const options = { ...connection.options, agent };
      kept = {
        reader: clusterReader({ ...connection, options }, signal, onAnswer),
        agent,
        sinceMs: nowMs(),
      };
      return kept.reader;
    },
  };
}
