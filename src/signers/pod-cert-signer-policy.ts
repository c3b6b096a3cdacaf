import {
  foldName,
  itemsOf,
  type Located,
  listOf,
  number,
  type Slice,
  struct,
  text,
  wrongKind,
} from "./go-decode.ts";
import { parseGoDuration } from "./go-duration.ts";
import { afterSpace, type JsonNode, JsonRefusal, readJson } from "./go-json.ts";

/** What pod-cert-signer decides by, once it has accepted the text. */
export interface Policy {
  readonly signerName: string;
  /** The user annotation through which a pod asks for DNS names. */
  readonly dnsNamesAnnotation: string;
  readonly lifetimeSeconds: number;
  readonly keyTypes: readonly string[];
  /** In the order of the text, which decides between prefixes. */
  readonly grants: readonly PolicyGrant[];
}

export interface PolicyGrant {
  /** Exact, or a prefix that ends in `*`. */
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly usage: Usage;
  /** Empty for `client`, never empty otherwise. */
  readonly dnsNames: readonly string[];
}

export type PolicyReading =
  | { readonly accepted: true; readonly policy: Policy }
  | {
      readonly accepted: false;
      /** 1-based line inside the text. */
      readonly line: number;
      readonly reason: string;
      /** What the text says nevertheless, if it can be made out. */
      readonly signerName: string | undefined;
    };

/** `server-and-client` since 0.4; older versions refuse it. */
const usages = ["client", "server", "server-and-client"] as const;
export type Usage = (typeof usages)[number];

const knownKeyTypes: ReadonlySet<string> = new Set([
  "RSA3072",
  "RSA4096",
  "ECDSAP256",
  "ECDSAP384",
  "ECDSAP521",
  "ED25519",
]);
const permittedSuffixes = [".svc", ".svc.cluster.local"];
const hourNanoseconds = 3600e9;

interface GrantFields {
  namespace: Located<string>;
  serviceAccount: Located<string>;
  usage: Located<string>;
  ou: Located<string>;
  dnsNames: Slice<Located<string>>;
}

interface PolicyFields {
  signerName: Located<string>;
  trustDomain: Located<string>;
  dnsNamesAnnotation: Located<string>;
  lifetime: Located<number>;
  refreshAt: Located<number>;
  keyTypes: Slice<Located<string>>;
  grants: Slice<Located<Partial<GrantFields>>>;
}

const decodePolicy = struct<PolicyFields>({
  signerName: text,
  trustDomain: text,
  dnsNamesAnnotation: text,
  lifetime: duration,
  refreshAt: number,
  keyTypes: listOf(text),
  grants: listOf(
    struct<GrantFields>({
      namespace: text,
      serviceAccount: text,
      usage: text,
      ou: text,
      dnsNames: listOf(text),
    }),
  ),
});

/**
 * Reads a policy and refuses what pod-cert-signer 0.1–0.4 refuses (`policy/policy.go` `Parse`): it then exits and
 * issues nothing. (0.4 asks its CA certificate which DNS names it permits; the certificates that it makes itself
 * permit the two suffixes that older versions have built in.)
 */
export function readPolicy(source: string): PolicyReading {
  let signerName: string | undefined;
  try {
    const { node, end } = readJson(source);
    signerName = statedSignerName(node);
    const draft = decodePolicy("the policy", node, undefined);
    refuseTrailing(source, end);
    return { accepted: true, policy: validPolicy(draft) };
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return { accepted: false, line: lineAt(source, error.offset), reason: error.message, signerName };
  }
}

/** Nanoseconds. The signer's own type reads it: null is no duration either, and each occurrence must be one. */
function duration(what: string, node: JsonNode): Located<number> {
  if (node.kind !== "string") throw wrongKind(what, node, 'a string such as "24h"');
  const nanoseconds = parseGoDuration(node.value);
  if (nanoseconds === undefined) {
    throw new JsonRefusal(node.offset, `${what} ${JSON.stringify(node.value)} is no duration such as "24h"`);
  }
  return { value: nanoseconds, offset: node.offset };
}

/** The signer asks Go's decoder for `More`, to which a closing bracket is the end of the input, whatever follows. */
function refuseTrailing(source: string, end: number): void {
  const next = afterSpace(source, end);
  if (next < source.length && !"]}".includes(source.charAt(next))) {
    throw new JsonRefusal(next, "there is trailing data after the policy");
  }
}

function statedSignerName(node: JsonNode): string | undefined {
  if (node.kind !== "object") return undefined;
  const stated = node.members.findLast((member) => foldName(member.name) === "signername")?.value;
  return stated?.kind === "string" && stated.value !== "" ? stated.value : undefined;
}

function validPolicy({ value: draft, offset }: Located<Partial<PolicyFields>>): Policy {
  const none = { value: "", offset };
  const { signerName = none, trustDomain = none, dnsNamesAnnotation = none } = draft;
  const { lifetime = { value: 0, offset }, refreshAt = { value: 0, offset } } = draft;
  refuseIf(signerName.value === "", signerName, "signerName is empty");
  refuseIf(!/^[^/:]+$/.test(trustDomain.value), trustDomain, "trustDomain must be a bare host name");
  refuseIf(
    !/^[^/]*\.[^/]*\/./s.test(dnsNamesAnnotation.value),
    dnsNamesAnnotation,
    "dnsNamesAnnotation must begin with a domain, as in example.com/dns-names",
  );
  refuseIf(lifetime.value < hourNanoseconds, lifetime, "lifetime must be one hour or more");
  refuseIf(
    refreshAt.value < 0.17 || refreshAt.value > 0.83,
    refreshAt,
    "refreshAt must be between 0.17 and 0.83",
  );
  const keyTypes = itemsOf(draft.keyTypes);
  refuseIf(keyTypes.length === 0, { offset }, "keyTypes is empty");
  for (const keyType of keyTypes) {
    refuseIf(!knownKeyTypes.has(keyType.value), keyType, `unknown key type ${JSON.stringify(keyType.value)}`);
  }
  return {
    signerName: signerName.value,
    dnsNamesAnnotation: dnsNamesAnnotation.value,
    lifetimeSeconds: lifetime.value / 1e9,
    keyTypes: keyTypes.map((keyType) => keyType.value),
    grants: itemsOf(draft.grants).map(validGrant),
  };
}

function validGrant({ value: draft, offset }: Located<Partial<GrantFields>>, index: number): PolicyGrant {
  const none = { value: "", offset };
  const { namespace = none, serviceAccount = none, usage = none } = draft;
  const at = `grants[${index}]`;
  refuseIf(namespace.value === "", namespace, `${at}: namespace is empty`);
  refuseIf(namespace.value === "*", namespace, `${at}: namespace "*" would grant every namespace`);
  refuseIf(
    namespace.value.slice(0, -1).includes("*"),
    namespace,
    `${at}: "*" may only be the last character of namespace`,
  );
  refuseIf(
    serviceAccount.value === "" || serviceAccount.value.includes("*"),
    serviceAccount,
    `${at}: serviceAccount must be one literal name`,
  );
  const known = usages.find((one) => one === usage.value);
  if (known === undefined) throw new JsonRefusal(usage.offset, `${at}: usage must be ${usages.join(" or ")}`);
  const dnsNames = itemsOf(draft.dnsNames);
  const [first] = dnsNames;
  if (known === "client" && first !== undefined) {
    throw new JsonRefusal(first.offset, `${at}: a client grant must not have dnsNames`);
  }
  refuseIf(known !== "client" && first === undefined, { offset }, `${at}: a ${known} grant needs dnsNames`);
  for (const name of dnsNames) {
    refuseIf(
      !isPermitted(name.value),
      name,
      `${at}: dnsName ${JSON.stringify(name.value)} is not under ${permittedSuffixes.join(" or ")}`,
    );
  }
  return {
    namespace: namespace.value,
    serviceAccount: serviceAccount.value,
    usage: known,
    dnsNames: dnsNames.map((name) => name.value),
  };
}

function isPermitted(name: string): boolean {
  return permittedSuffixes.some((suffix) => name.endsWith(suffix) && name.length > suffix.length);
}

function refuseIf(condition: boolean, where: { readonly offset: number }, reason: string): void {
  if (condition) throw new JsonRefusal(where.offset, reason);
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
