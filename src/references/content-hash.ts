/**
 * What kustomize appends to the names of what it generates: a minus and ten characters of a hash, in an alphabet without
 * vowels (kustomize 5.8 `api/hasher/hasher.go` `encode`).
 */
const contentHash = /-[2456789bcdfghkmt]{10}$/;
const length = "-".length + 10;

/** True for a name that ends with a hash of what the object holds: another content has another name. */
export function hasContentHash(name: string): boolean {
  return contentHash.test(name);
}

/** True for `name` itself and for what kustomize makes of it. */
export function isNamed(name: string, given: string): boolean {
  if (given === name) return true;
  return given.startsWith(name) && given.length === name.length + length && hasContentHash(given);
}
