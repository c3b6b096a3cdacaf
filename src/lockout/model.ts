import { admissionContext } from "../admission/request-for.ts";
import { readWebhooks } from "../admission/webhooks.ts";
import type { Finding, Outcome } from "../findings/finding.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { Component } from "./component.ts";
import { assumedBackend, assumedNetwork, unknownBackendId } from "./components/assumed.ts";
import { controlPlane } from "./components/control-plane.ts";
import { endpointWrite, podWrites } from "./components/pod-writes.ts";
import { type Role, roleOf } from "./infrastructure.ts";
import { type Backend, backendFinder, type KnownWebhook } from "./known-webhook.ts";
import { certificateNeeds } from "./needs/certificate-needs.ts";
import { imageNeeds } from "./needs/image-needs.ts";
import { kubernetesNeeds } from "./needs/kubernetes-needs.ts";
import type { NeedSource } from "./needs/need-source.ts";
import { signerNamesOf, signerNeeds } from "./needs/signer-needs.ts";
import { indexHosts } from "./service-hosts.ts";
import { indexSigningRights } from "./signing-rights.ts";
import { type Surroundings, workloadId } from "./surroundings.ts";
import { type AskWebhooks, indexWebhooks } from "./webhook-index.ts";
import { type Workload, workloadOf } from "./workload.ts";

/** What a render says about who needs whom; rules, recoveries and the graph are made of it. Never changed. */
export interface LockoutModel {
  readonly surroundings: Surroundings;
  readonly webhooks: readonly KnownWebhook[];
  /** What can be up or down. */
  readonly components: readonly Component[];
  /** The workloads among them. */
  readonly modelled: readonly Workload[];
  readonly ask: AskWebhooks;
}

const needSources: readonly NeedSource[] = [kubernetesNeeds, imageNeeds, signerNeeds, certificateNeeds];

/**
 * The model of a render: who answers its webhooks, what these and the parts that all others stand on need, and what they
 * have to write. Workloads that nobody needs are not part of it.
 *
 * @param manifests those that count: of objects with the same identity, Argo CD keeps the last.
 */
export function buildModel(manifests: readonly Manifest[]): Outcome<LockoutModel> {
  const findings: Finding[] = [];
  const { value: webhooks, findings: problems } = readWebhooks(manifests);
  for (const problem of problems) findings.push(problem);
  const surroundings = surroundingsOf(manifests);
  const { context, findBackend, byRole } = surroundings;
  const known = webhooks.map((webhook) => ({ webhook, backend: findBackend(webhook.clientConfig) }));

  const services = servicesOf(known);
  const roots = [...known.flatMap(({ backend }) => workloadsOf(backend)), ...[...byRole.values()].flat()];
  const signing = surroundings.workloads.filter((workload) => signerNamesOf(workload).length > 0);
  const sources = needSources.map((source) => source(surroundings));
  const components = new Map<string, Component>(controlPlane(context).map((part) => [part.id, part]));
  if ((byRole.get("network") ?? []).length === 0) add(components, assumedNetwork(context));
  for (const { backend } of known) {
    if (backend.kind === "unknown" && !components.has(unknownBackendId(backend))) {
      add(components, assumedBackend(backend, context));
    }
  }
  const modelled: Workload[] = [];
  const open = [...roots, ...signing.filter((workload) => isSigner(workload, surroundings))];
  for (let workload = open.shift(); workload !== undefined; workload = open.shift()) {
    const id = workloadId(workload);
    if (components.has(id)) continue;
    const found = sources.map((source) => source(workload));
    const endpoints = (services.get(id) ?? []).map((service) => endpointWrite(service, context));
    add(components, {
      id,
      name: workload.name,
      ref: workload.manifest.ref,
      isAssumed: false,
      needs: found.flatMap(({ needs }) => needs),
      writes: [...podWrites(workload, context), ...endpoints],
      keeps: [],
    });
    modelled.push(workload);
    for (const part of found.flatMap(({ components: parts }) => parts)) add(components, part);
    for (const other of found.flatMap(({ workloads }) => workloads)) open.push(other);
  }
  const value: LockoutModel = {
    surroundings,
    webhooks: known,
    components: [...components.values()],
    modelled,
    ask: indexWebhooks(webhooks),
  };
  return { value, findings };
}

function surroundingsOf(manifests: readonly Manifest[]): Surroundings {
  const workloads = manifests.flatMap((manifest) => workloadOf(manifest) ?? []);
  const byRole = new Map<Role, Workload[]>();
  for (const workload of workloads) {
    const role = roleOf(workload);
    if (role !== undefined) byRole.set(role, [...(byRole.get(role) ?? []), workload]);
  }
  return {
    manifests,
    context: admissionContext(manifests),
    workloads,
    byRole,
    findBackend: backendFinder(manifests),
    findService: indexHosts(manifests),
    signersOf: indexSigningRights(manifests),
  };
}

/** Those that mount a certificate and sign some themselves: a circle that no webhook is part of. */
function isSigner(workload: Workload, { signersOf }: Surroundings): boolean {
  return signersOf(workload).length > 0;
}

function servicesOf(webhooks: readonly KnownWebhook[]): ReadonlyMap<string, readonly Manifest[]> {
  const services = new Map<string, Set<Manifest>>();
  for (const { backend } of webhooks) {
    if (backend.kind !== "inside" || backend.service === undefined) continue;
    for (const workload of backend.workloads) {
      const id = workloadId(workload);
      services.set(id, (services.get(id) ?? new Set()).add(backend.service));
    }
  }
  return new Map([...services].map(([id, found]) => [id, [...found]]));
}

export function workloadsOf(backend: Backend): readonly Workload[] {
  return backend.kind === "inside" ? backend.workloads : [];
}

function add(components: Map<string, Component>, component: Component): void {
  components.set(component.id, component);
}
