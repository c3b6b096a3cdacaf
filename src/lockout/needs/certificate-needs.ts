import { stringMap } from "../../admission/request.ts";
import { isObject, type JsonValue, type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import { formatRef, refKey } from "../../manifest/object-ref.ts";
import type { Component, Write } from "../component.ts";
import { simulatedRequest } from "../simulated-request.ts";
import { type Surroundings, workloadId } from "../surroundings.ts";
import type { Workload } from "../workload.ts";
import { type NeedSource, nothingNeeded } from "./need-source.ts";

/**
 * Pods that serve with a certificate of cert-manager need it renewed before it runs out; the Secret that is there does
 * for every restart until then.
 */
export const certificateNeeds: NeedSource = (surroundings) => {
  const bySecret = new Map<string, Manifest>();
  for (const manifest of surroundings.manifests) {
    if (manifest.ref.group !== "cert-manager.io" || manifest.ref.kind !== "Certificate") continue;
    const secret = textAt(manifest.value, "spec", "secretName");
    if (secret !== undefined) bySecret.set(`${manifest.ref.namespace}/${secret}`, manifest);
  }
  return (workload) => {
    if (bySecret.size === 0) return nothingNeeded;
    const { namespace } = workload.manifest.ref;
    const certificates = secretsOf(workload).flatMap((name) => bySecret.get(`${namespace}/${name}`) ?? []);
    const components = certificates.map((certificate) => certificateComponent(certificate, surroundings));
    return {
      needs: components.map(({ id, name }) => ({
        anyOf: [id],
        phase: "renewal" as const,
        about: "certificate" as const,
        because: `they serve with ${name}`,
      })),
      workloads: certificates.length === 0 ? [] : (surroundings.byRole.get("certificates") ?? []),
      components,
    };
  };
};

/** The Secrets that pods mount. */
export function secretsOf({ podSpec }: Workload): readonly string[] {
  const volumes = podSpec["volumes"];
  if (!Array.isArray(volumes)) return [];
  return volumes.filter(isObject).flatMap((volume: JsonValue) => {
    const sources = valueAt(volume, "projected", "sources");
    const projected = Array.isArray(sources)
      ? sources.flatMap((source) => textAt(source, "secret", "name") ?? [])
      : [];
    return [...projected, ...[textAt(volume, "secret", "secretName") ?? []].flat()];
  });
}

function certificateComponent(certificate: Manifest, { byRole, context }: Surroundings): Component {
  const { namespace } = certificate.ref;
  const issuers = (byRole.get("certificates") ?? []).filter(({ manifest }) =>
    /controller|^cert-manager$/.test(manifest.ref.name),
  );
  return {
    id: refKey(certificate.ref),
    name: formatRef(certificate.ref),
    ref: certificate.ref,
    isAssumed: false,
    needs:
      issuers.length === 0
        ? []
        : [{ anyOf: issuers.map(workloadId), phase: "restart", because: "they have it issued" }],
    writes: renewalWrites(certificate, namespace).map(({ what, simulation }) => ({
      step: "certificate" as const,
      what,
      request: simulatedRequest({ ...simulation, namespace, user: undefined }, context),
    })) satisfies readonly Write[],
    keeps: [],
  };
}

function renewalWrites({ value }: Manifest, namespace: string) {
  const labels = stringMap(valueAt(value, "spec", "secretTemplate", "labels")) ?? {};
  const request = { group: "cert-manager.io", resource: "certificaterequests", kind: "CertificateRequest" };
  const name = textAt(value, "spec", "secretName") ?? "";
  const secret = { group: "", resource: "secrets", kind: "Secret", name, labels };
  return [
    {
      what: "requesting it",
      simulation: { ...request, operation: "CREATE" as const, namespace, isPartial: true },
    },
    {
      what: "storing it",
      simulation: { ...secret, operation: "UPDATE" as const, namespace, isPartial: true },
    },
  ];
}
