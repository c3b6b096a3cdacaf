import { isObject, type JsonValue, textAt, valueAt } from "../../manifest/manifest.ts";
import { coversSigner } from "../signing-rights.ts";
import { workloadId } from "../surroundings.ts";
import { containersOf, type Workload } from "../workload.ts";
import type { NeedSource } from "./need-source.ts";

/** Pods with a pod certificate need whoever signs it: the workload that may, or that is told the signer's name. */
export const signerNeeds: NeedSource = ({ signersOf, workloads }) => {
  const known = new Map<string, readonly Workload[]>();
  const signersFor = (signerName: string): readonly Workload[] => {
    const found =
      known.get(signerName) ??
      workloads.filter(
        (workload) =>
          signersOf(workload).some((right) => coversSigner(right, signerName)) ||
          isToldOf(workload, signerName),
      );
    known.set(signerName, found);
    return found;
  };
  return (workload) => {
    const found = signerNamesOf(workload).flatMap((signerName) => {
      const signers = signersFor(signerName);
      return signers.length === 0 ? [] : [{ signerName, signers }];
    });
    return {
      needs: found.map(({ signerName, signers }) => ({
        anyOf: signers.map(workloadId),
        phase: "restart" as const,
        about: "signature" as const,
        because: `it signs ${signerName}, of which they mount a certificate`,
      })),
      workloads: found.flatMap(({ signers }) => signers),
      components: [],
    };
  };
};

/** The signers whose certificates the pods mount. */
export function signerNamesOf({ podSpec }: Workload): readonly string[] {
  const sources = itemsAt(podSpec["volumes"]).flatMap((volume) =>
    itemsAt(valueAt(volume, "projected", "sources")),
  );
  const names = sources.flatMap((source) => textAt(source, "podCertificate", "signerName") ?? []);
  return [...new Set(names)];
}

/** Some signers are allowed by other rights than `sign`; all of them are told which name they answer to. */
function isToldOf(workload: Workload, signerName: string): boolean {
  return containersOf(workload).some((container) =>
    ["args", "command"].some((field) => {
      const list = container[field];
      return (
        Array.isArray(list) && list.some((item) => typeof item === "string" && endsWithName(item, signerName))
      );
    }),
  );
}

function endsWithName(argument: string, signerName: string): boolean {
  return argument === signerName || argument.endsWith(`=${signerName}`);
}

function itemsAt(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
