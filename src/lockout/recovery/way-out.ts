import { stringMap } from "../../admission/request.ts";
import type { Webhook } from "../../admission/webhook.ts";
import { type Manifest, valueAt } from "../../manifest/manifest.ts";
import { openWebhooks, type RecoveryStep, restoreFile } from "./recovery-step.ts";

/** One way to get a configuration out of the way, and back. */
export interface WayOut {
  /** What applies to a configuration; the first row that does counts. */
  readonly applies: (config: Manifest, closed: readonly Webhook[]) => boolean;
  readonly open: (config: Manifest, closed: readonly Webhook[]) => readonly RecoveryStep[];
  /** False where its owner makes the configuration again once it is back. */
  readonly restores: boolean;
  readonly because: string;
}

/**
 * From special to general. Kyverno makes its configurations again and says so in its troubleshooting guide; Kubewarden's
 * controller would do so at once and is stopped first, as its documentation has it.
 */
const waysOut: readonly WayOut[] = [
  {
    applies: ({ ref }) => ref.name.startsWith("kyverno-"),
    open: ({ ref }) => [{ kind: "delete", config: ref }],
    restores: false,
    because: "Kyverno makes it again once its pods are back",
  },
  {
    applies: ({ value }) => partOf(value) === "kubewarden",
    open: ({ ref }) => [
      {
        kind: "scale-down",
        workload: {
          group: "apps",
          kind: "Deployment",
          namespace: "kubewarden",
          name: "kubewarden-controller",
        },
      },
      { kind: "delete", config: ref },
    ],
    restores: false,
    because: "its controller would make it again at once, and does so once it is scaled up",
  },
  {
    // What cannot be patched open: a selector that is refused is asked whatever the failure policy says.
    applies: (_, closed) => closed.length > 1 || closed.some(({ name }) => name === ""),
    open: ({ ref }) => [{ kind: "delete", config: ref }],
    restores: true,
    because: "several of its webhooks are in the way; deleting it asks none of them",
  },
  {
    applies: () => true,
    open: ({ ref }, closed) => [openWebhooks(ref, closed)],
    restores: true,
    because: "it stays where it is and fails open meanwhile; changing it asks no webhook",
  },
];

export interface ChosenWayOut {
  readonly open: readonly RecoveryStep[];
  readonly restore: readonly RecoveryStep[];
  readonly because: string;
}

/** The way out for one configuration, of which `closed` are the webhooks that fail closed or take too long. */
export function wayOut(config: Manifest, closed: readonly Webhook[]): ChosenWayOut {
  const chosen = waysOut.find(({ applies }) => applies(config, closed));
  if (chosen === undefined) return { open: [], restore: [], because: "" };
  const { because, open, restores } = chosen;
  return {
    open: open(config, closed),
    restore: restores ? [{ kind: "restore", config: config.ref, file: restoreFile(config.ref) }] : [],
    because,
  };
}

/** Where patching did not do on the model: without the object there is nothing to ask. */
export function deletion(config: Manifest): ChosenWayOut {
  return {
    open: [{ kind: "delete", config: config.ref }],
    restore: [{ kind: "restore", config: config.ref, file: restoreFile(config.ref) }],
    because: "making it fail open is not enough; deleting it asks no webhook",
  };
}

function partOf(value: Manifest["value"]): string | undefined {
  return stringMap(valueAt(value, "metadata", "labels"))?.["app.kubernetes.io/part-of"];
}
