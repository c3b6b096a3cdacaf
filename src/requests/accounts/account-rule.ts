import type { JsonObject, Manifest } from "../../manifest/manifest.ts";
import type { CertificateSource } from "../certificate-sources.ts";

/** The account that pods run as, and the other name that the manifest gives beside it, if the two differ. */
export interface ServiceAccount {
  readonly name: string;
  readonly ignored: string | undefined;
}

/**
 * From the object whose pods these are to the one in which a certificate source stands: the same one in most cases, and
 * more than one where an object runs another's template (a Workflow, the WorkflowTemplate that it names).
 */
export type Chain = readonly [Manifest, ...Manifest[]];

/** The accounts of the pods that ask; a sentence where something outside of the object decides about them. */
export type Accounts =
  | { readonly known: true; readonly accounts: readonly ServiceAccount[] }
  | { readonly known: false; readonly because: string };

/**
 * How one kind decides about the accounts of its pods: asked once for a chain, then for each of its sources. One small
 * file each; account-rules.ts lists them.
 */
export type AccountRule = (chain: Chain) => (source: CertificateSource) => Accounts;

export function accounts(names: Iterable<string>): Accounts {
  return { known: true, accounts: [...new Set(names)].map((name) => ({ name, ignored: undefined })) };
}

export function unknownAccount(because: string): Accounts {
  return { known: false, because };
}

/** The object in which the sources of a chain stand. */
export function holderOf(chain: Chain): Manifest {
  return chain.at(-1) ?? chain[0];
}

/** The account that an object names; `serviceAccountName` wins over its old alias, empty strings count as missing. */
export function accountIn({ serviceAccountName, serviceAccount }: JsonObject): ServiceAccount | undefined {
  const current = typeof serviceAccountName === "string" ? serviceAccountName : "";
  const alias = typeof serviceAccount === "string" ? serviceAccount : "";
  if (current === "") return alias === "" ? undefined : { name: alias, ignored: undefined };
  return { name: current, ignored: alias === "" || alias === current ? undefined : alias };
}
