import type { LiveApplication } from "../argo/live-application.ts";
import type { ClusterReader } from "../cluster/cluster-reader.ts";
import type { Config } from "../config/config.ts";
import type { JsonObject } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

/** `unknown`: it could not be found out; `skipped`: it does not concern this installation. */
export const checkStatuses = ["passed", "failed", "warning", "unknown", "skipped"] as const;
export type CheckStatus = (typeof checkStatuses)[number];

/** What one check found out about one thing. */
export interface CheckResult {
  readonly status: CheckStatus;
  /** One sentence without a trailing dot. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly ref?: ObjectRef;
}

/** What is asked, and whom. */
export interface Question {
  /** The cluster that Argo CD runs in. */
  readonly argoCd: ClusterReader;
  /** The cluster that Applications are synced to; undefined where nobody said how to reach it. */
  readonly destination: ClusterReader | undefined;
  readonly argocdNamespace: string;
  /** An empty one where there is none that can be read. */
  readonly config: Config;
  readonly configuration: {
    /** Undefined where there is none. */
    readonly from: string | undefined;
    /** Why it was refused. */
    readonly problem?: string | undefined;
  };
  /** grantwave's own version. */
  readonly version: string;
  /** The repo-server, read once; undefined where there is none. */
  readonly repoServer: JsonObject | undefined;
  readonly application: AskedApplication | undefined;
}

export interface AskedApplication {
  readonly ref: ObjectRef;
  readonly object: JsonObject;
  readonly live: LiveApplication;
}

/** One file each, listed in checks.ts. It may throw UnansweredError, which makes it `unknown`. */
export interface Check {
  readonly name: string;
  readonly run: (question: Question) => Promise<readonly CheckResult[]>;
}
