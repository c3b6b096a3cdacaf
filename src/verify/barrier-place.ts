import { isObject, textAt, valueAt } from "../manifest/manifest.ts";
import type { Question } from "./check.ts";

/** The namespace that barriers run in; undefined where only an Application could say it. */
export function barrierNamespace({ application, config }: Question): string | undefined {
  return config.barrier.namespace ?? textAt(application?.object, "spec", "destination", "namespace");
}

/** Canaries run as their requesters, and nothing is installed for them. */
export function needsAccount({ config }: Question): boolean {
  return config.signers.some(({ readiness }) => readiness.method !== "canary");
}

/** Argo CD's two names of the cluster that it runs in. */
export const ownCluster = { server: "https://kubernetes.default.svc", name: "in-cluster" } as const;

/** Whether an Application goes to the cluster that Argo CD runs in. */
export function isOwnCluster({ application }: Question): boolean {
  const destination = valueAt(application?.object, "spec", "destination");
  if (!isObject(destination)) return true;
  const { name, server } = destination;
  return server === ownCluster.server || name === ownCluster.name || (!server && !name);
}
