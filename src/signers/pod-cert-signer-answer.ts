import type { RequesterIdentity } from "../requests/requester.ts";
import type { Policy, PolicyGrant } from "./pod-cert-signer-policy.ts";

/** What pod-cert-signer writes into a request's status: the index of the grant that it used, or its denial. */
export type Answer =
  | { readonly status: "granted"; readonly grant: number }
  | { readonly status: "denied"; readonly reason: DenialReason; readonly detail: string };

/** The reasons that manifests can foretell; the signer has one more, for a broken signing request. */
export type DenialReason = "NoGrant" | "UnsupportedKeyType" | "DNSNameNotGranted" | "InvalidMaxExpiration";

const minLifetimeSeconds = 3600;

/** The signer's decision for each requester (0.1–0.4, `issuer/issuer.go` `Issue`), by a policy that it accepted. */
export function answersOf(policy: Policy): (requester: RequesterIdentity) => Answer {
  const lookup = grantLookup(policy.grants);
  return (requester) => {
    const { namespace, serviceAccountName, keyType } = requester;
    const found = lookup(namespace, serviceAccountName);
    if (found === undefined) {
      return denied("NoGrant", `no grant covers service account ${serviceAccountName} of ${namespace}`);
    }
    if (!policy.keyTypes.includes(keyType)) {
      return denied("UnsupportedKeyType", `the policy takes ${policy.keyTypes.join(", ")}, not ${keyType}`);
    }
    const names = askedNames(requester.userAnnotations, policy.dnsNamesAnnotation);
    const refused = names.find((name) => !found.dnsNames.has(name));
    if (refused !== undefined) return denied("DNSNameNotGranted", nameDenial(refused, found));
    const { maxExpirationSeconds = 0 } = requester;
    if (maxExpirationSeconds > 0 && maxExpirationSeconds < minLifetimeSeconds) {
      return denied("InvalidMaxExpiration", `${maxExpirationSeconds} s are less than one hour`);
    }
    return { status: "granted", grant: found.index };
  };
}

interface Found {
  readonly grant: PolicyGrant;
  readonly index: number;
  readonly dnsNames: ReadonlySet<string>;
}

/** An exact namespace wins over every prefix; among those of one kind the first in the file wins. */
function grantLookup(
  grants: readonly PolicyGrant[],
): (namespace: string, account: string) => Found | undefined {
  const exact = new Map<string, Found>();
  const prefixes = new Map<string, (Found & { readonly prefix: string })[]>();
  for (const [index, grant] of grants.entries()) {
    const found = { grant, index, dnsNames: new Set(grant.dnsNames) };
    if (grant.namespace.endsWith("*")) {
      const family = prefixes.get(grant.serviceAccount) ?? [];
      family.push({ ...found, prefix: grant.namespace.slice(0, -1) });
      prefixes.set(grant.serviceAccount, family);
      continue;
    }
    const key = `${grant.namespace}\u0000${grant.serviceAccount}`;
    if (!exact.has(key)) exact.set(key, found);
  }
  return (namespace, account) =>
    exact.get(`${namespace}\u0000${account}`) ??
    prefixes.get(account)?.find(({ prefix }) => namespace.startsWith(prefix));
}

/** A list with commas; blanks around the names and empty names do not count. None means all that a grant has. */
function askedNames(annotations: RequesterIdentity["userAnnotations"], key: string): readonly string[] {
  const asked = Object.hasOwn(annotations, key) ? annotations[key] : undefined;
  return (asked ?? "")
    .split(",")
    .map(trimLikeGo)
    .filter((name) => name !== "");
}

/** Go's `strings.TrimSpace`: Unicode's White_Space, which differs from JavaScript's in U+0085 and U+FEFF. */
function trimLikeGo(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(character: string): boolean {
  return /\p{White_Space}/u.test(character);
}

function nameDenial(name: string, { grant, index }: Found): string {
  const which = `grants[${index}] (${grant.namespace}/${grant.serviceAccount})`;
  return grant.usage === "client"
    ? `${which} is a client grant and gives no DNS names, but the source asks for ${name}`
    : `${which} does not list the DNS name ${name}`;
}

function denied(reason: DenialReason, detail: string): Answer {
  return { status: "denied", reason, detail };
}
