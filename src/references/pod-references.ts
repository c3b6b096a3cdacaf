import { formatPath } from "../manifest/format-path.ts";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  type Manifest,
  textAt,
  valueAt,
} from "../manifest/manifest.ts";
import type { Reference } from "./reference.ts";

type Path = readonly (string | number)[];

/**
 * What a pod spec names and the kubelet or the scheduler will wait for (core/v1 `PodSpec`, Kubernetes 1.37): account,
 * volumes, environment, claims, classes. `path` leads to the spec inside the object.
 */
export function podReferences(manifest: Manifest, path: Path): readonly Reference[] {
  const spec = valueAt(manifest.value, ...path);
  if (!isObject(spec)) return [];
  const collector = new Collector(manifest.ref.namespace, path);
  collector.add("ServiceAccount", accountOf(spec), ["serviceAccountName"]);
  collector.addClass("scheduling.k8s.io", "PriorityClass", textAt(spec, "priorityClassName"), [
    "priorityClassName",
  ]);
  collector.addClass("node.k8s.io", "RuntimeClass", textAt(spec, "runtimeClassName"), ["runtimeClassName"]);
  for (const [index, secret] of entries(spec["imagePullSecrets"])) {
    collector.add("Secret", textAt(secret, "name"), ["imagePullSecrets", index, "name"], true);
  }
  for (const [index, volume] of entries(spec["volumes"])) addVolume(collector, volume, ["volumes", index]);
  for (const list of ["initContainers", "containers"]) {
    for (const [index, container] of entries(spec[list])) addEnvironment(collector, container, [list, index]);
  }
  return collector.references;
}

/** As the API server fills it in (Kubernetes 1.37 `pkg/apis/core/v1/conversion.go`, the alias `serviceAccount`). */
function accountOf(spec: JsonObject): string {
  return textAt(spec, "serviceAccountName") || textAt(spec, "serviceAccount") || "default";
}

/** How a volume names what it holds: the field of the volume, the field of the name, the kind. */
const namingVolumes = [
  { volume: "configMap", field: "name", kind: "ConfigMap" },
  { volume: "secret", field: "secretName", kind: "Secret" },
  { volume: "persistentVolumeClaim", field: "claimName", kind: "PersistentVolumeClaim" },
] as const;

function addVolume(collector: Collector, volume: JsonValue, path: Path): void {
  for (const { volume: field, field: name, kind } of namingVolumes) {
    const source = valueAt(volume, field);
    collector.add(kind, textAt(source, name), [...path, field, name], isOptional(source));
  }
  const attributes = textAt(volume, "csi", "nodePublishSecretRef", "name");
  collector.add("Secret", attributes, [...path, "csi", "nodePublishSecretRef", "name"]);
  for (const [index, source] of entries(valueAt(volume, "projected", "sources"))) {
    for (const [field, kind] of [
      ["configMap", "ConfigMap"],
      ["secret", "Secret"],
    ] as const) {
      const named = valueAt(source, field);
      const at = [...path, "projected", "sources", index, field, "name"];
      collector.add(kind, textAt(named, "name"), at, isOptional(named));
    }
  }
}

function addEnvironment(collector: Collector, container: JsonValue, path: Path): void {
  for (const [index, variable] of entries(valueAt(container, "env"))) {
    for (const [field, kind] of [
      ["configMapKeyRef", "ConfigMap"],
      ["secretKeyRef", "Secret"],
    ] as const) {
      const source = valueAt(variable, "valueFrom", field);
      const at = [...path, "env", index, "valueFrom", field, "name"];
      collector.add(kind, textAt(source, "name"), at, isOptional(source));
    }
  }
  for (const [index, from] of entries(valueAt(container, "envFrom"))) {
    for (const [field, kind] of [
      ["configMapRef", "ConfigMap"],
      ["secretRef", "Secret"],
    ] as const) {
      const source = valueAt(from, field);
      collector.add(
        kind,
        textAt(source, "name"),
        [...path, "envFrom", index, field, "name"],
        isOptional(source),
      );
    }
  }
}

/** Made in every namespace by the controller manager (`default` account, root CA), so never missing for long. */
const madeByKubernetes: ReadonlySet<string> = new Set([
  "ServiceAccount/default",
  "ConfigMap/kube-root-ca.crt",
]);

class Collector {
  readonly references: Reference[] = [];
  readonly #namespace: string;
  readonly #base: Path;

  constructor(namespace: string, base: Path) {
    this.#namespace = namespace;
    this.#base = base;
  }

  add(kind: string, name: string | undefined, path: Path, optional = false): void {
    if (name === undefined || name === "") return;
    const required = !optional && !madeByKubernetes.has(`${kind}/${name}`);
    this.#push({ group: "", kind, namespace: this.#namespace, name }, required, path);
  }

  /** Classes are cluster-scoped; those that Kubernetes brings itself are named `system-…`. */
  addClass(group: string, kind: string, name: string | undefined, path: Path): void {
    if (name === undefined || name === "") return;
    this.#push({ group, kind, namespace: "", name }, !name.startsWith("system-"), path);
  }

  #push(to: Reference["to"], required: boolean, path: Path): void {
    this.references.push({ to, required, path: formatPath([...this.#base, ...path]) });
  }
}

function isOptional(source: JsonValue | undefined): boolean {
  return valueAt(source, "optional") === true;
}

function entries(list: JsonValue | undefined): readonly [number, JsonValue][] {
  return Array.isArray(list) ? [...list.entries()] : [];
}
