import { appendTo } from "../append-to.ts";
import { type Manifest, textAt, valueAt } from "../manifest/manifest.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

/** What a controller will make because of an object: by group and kind, the made objects of the core group. */
const makers: ReadonlyMap<string, (manifest: Manifest) => readonly Product[]> = new Map([
  ["external-secrets.io/ExternalSecret", (manifest) => secretNamed(manifest, ["spec", "target", "name"])],
  ["bitnami.com/SealedSecret", (manifest) => secretNamed(manifest, ["spec", "template", "metadata", "name"])],
  ["cert-manager.io/Certificate", (manifest) => secretNamed(manifest, ["spec", "secretName"])],
  [
    "secrets.hashicorp.com/VaultStaticSecret",
    (manifest) => secretNamed(manifest, ["spec", "destination", "name"]),
  ],
  [
    "secrets.hashicorp.com/VaultDynamicSecret",
    (manifest) => secretNamed(manifest, ["spec", "destination", "name"]),
  ],
  ["trust.cert-manager.io/Bundle", bundled],
]);

/** An object that will exist; `anyNamespace` where the maker puts one into every namespace. */
interface Product {
  readonly kind: "Secret" | "ConfigMap";
  readonly namespace: string;
  readonly name: string;
  readonly anyNamespace: boolean;
}

/** Finds who provides an object: the object itself in the render, or what makes a controller create it. */
export type FindProviders = (ref: ObjectRef) => readonly Manifest[];

/** An index over a render; providers come in input order, the object itself before its makers. */
export function indexProviders(manifests: readonly Manifest[]): FindProviders {
  const own = new Map<string, Manifest[]>();
  const made = new Map<string, Manifest[]>();
  for (const manifest of manifests) {
    const { group, kind, namespace, name } = manifest.ref;
    appendTo(own, keyOf(group, kind, namespace, name), manifest);
    for (const product of makers.get(`${group}/${kind}`)?.(manifest) ?? []) {
      const place = product.anyNamespace ? "*" : product.namespace;
      appendTo(made, keyOf("", product.kind, place, product.name), manifest);
    }
  }
  return ({ group, kind, namespace, name }) => [
    ...(own.get(keyOf(group, kind, namespace, name)) ?? []),
    ...(made.get(keyOf(group, kind, namespace, name)) ?? []),
    ...(made.get(keyOf(group, kind, "*", name)) ?? []),
  ];
}

/** Makers that are told no name give their product their own. */
function secretNamed({ ref, value }: Manifest, path: readonly string[]): readonly Product[] {
  const name = textAt(value, ...path) || ref.name;
  return [{ kind: "Secret", namespace: ref.namespace, name, anyNamespace: false }];
}

/** trust-manager writes a bundle into every namespace that its selector allows, under the bundle's name. */
function bundled({ ref, value }: Manifest): readonly Product[] {
  const target = valueAt(value, "spec", "target");
  const kinds = [
    ["configMap", "ConfigMap"],
    ["secret", "Secret"],
  ] as const;
  return kinds
    .filter(([field]) => valueAt(target, field) !== undefined)
    .map(([, kind]) => ({ kind, namespace: "", name: ref.name, anyNamespace: true }));
}

function keyOf(...parts: readonly string[]): string {
  return parts.join("\u0000");
}
