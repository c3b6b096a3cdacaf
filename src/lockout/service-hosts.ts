import { isObject, type JsonValue, type Manifest, textAt, valueAt } from "../manifest/manifest.ts";

/** A Service by its namespace and name. */
export interface ServiceName {
  readonly namespace: string;
  readonly name: string;
}

/** Finds the Service of the render that a host name or an address leads to, if there is one. */
export type FindService = (host: string) => ServiceName | undefined;

/**
 * Host names that lead into the cluster: those of Services, of Ingresses and HTTPRoutes, addresses of Services, and
 * `localhost:PORT` for node ports.
 *
 * @param manifests of any kind; others than these say nothing.
 */
export function indexHosts(manifests: readonly Manifest[]): FindService {
  const hosts = new Map<string, ServiceName>();
  for (const manifest of manifests) {
    for (const [host, service] of hostsOf(manifest)) if (!hosts.has(host)) hosts.set(host, service);
  }
  return (host) => {
    const known = hosts.get(host) ?? hosts.get(host.replace(/:\d+$/, ""));
    if (known !== undefined) return known;
    const [, name, namespace] = /^([^.:]+)\.([^.:]+)\.svc(?:\.[^:]*)?(?::\d+)?$/.exec(host) ?? [];
    return name === undefined || namespace === undefined ? undefined : hosts.get(`${name}.${namespace}.svc`);
  };
}

type Entry = readonly [host: string, service: ServiceName];

function hostsOf(manifest: Manifest): readonly Entry[] {
  const { group, kind } = manifest.ref;
  if (group === "" && kind === "Service") return serviceHosts(manifest);
  if (group === "networking.k8s.io" && kind === "Ingress") return ingressHosts(manifest);
  if (group === "gateway.networking.k8s.io" && kind === "HTTPRoute") return routeHosts(manifest);
  return [];
}

function serviceHosts({ ref, value }: Manifest): readonly Entry[] {
  const service = { namespace: ref.namespace, name: ref.name };
  const addresses = [
    textAt(value, "spec", "clusterIP"),
    textAt(value, "spec", "loadBalancerIP"),
    ...textsAt(valueAt(value, "spec", "externalIPs")),
  ].filter((address): address is string => address !== undefined && /[.:]/.test(address));
  const ports = itemsAt(valueAt(value, "spec", "ports")).flatMap((port) => {
    const nodePort = valueAt(port, "nodePort");
    return typeof nodePort === "number" ? [`localhost:${nodePort}`, `127.0.0.1:${nodePort}`] : [];
  });
  const names = [`${ref.name}.${ref.namespace}.svc`, `${ref.name}.${ref.namespace}`];
  return [...names, ...addresses, ...ports].map((host) => [host, service] as const);
}

function ingressHosts({ ref, value }: Manifest): readonly Entry[] {
  return itemsAt(valueAt(value, "spec", "rules")).flatMap((rule) => {
    const host = textAt(rule, "host");
    const [path] = itemsAt(valueAt(rule, "http", "paths"));
    const name = textAt(path, "backend", "service", "name");
    return host === undefined || name === undefined
      ? []
      : [[host, { namespace: ref.namespace, name }] as const];
  });
}

function routeHosts({ ref, value }: Manifest): readonly Entry[] {
  const [rule] = itemsAt(valueAt(value, "spec", "rules"));
  const [backend] = itemsAt(valueAt(rule, "backendRefs"));
  const name = textAt(backend, "name");
  if (name === undefined) return [];
  const service = { namespace: textAt(backend, "namespace") ?? ref.namespace, name };
  return textsAt(valueAt(value, "spec", "hostnames")).map((host) => [host, service] as const);
}

function itemsAt(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textsAt(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
