import { textAt } from "../../manifest/manifest.ts";
import { type AccountRule, type Accounts, accounts, unknownAccount } from "./account-rule.ts";

/**
 * The operator runs its pods as `spec.serviceAccount`, or as an account that it makes and names after the object.
 * (opentelemetry-operator 0.158 `internal/naming/main.go` `ServiceAccount`, `OpAMPBridgeServiceAccount`,
 * `TargetAllocatorServiceAccount`.) In mode `sidecar` a collector is added to the pods of others.
 */
export function openTelemetryAccount(suffix: string): AccountRule {
  return ([{ ref, value }]) => {
    const account = accountFor(
      textAt(value, "spec", "mode"),
      textAt(value, "spec", "serviceAccount"),
      `${ref.name}-${suffix}`,
    );
    return () => account;
  };
}

function accountFor(mode: string | undefined, stated: string | undefined, named: string): Accounts {
  if (mode === "sidecar") {
    return unknownAccount("a collector in mode sidecar is added to the pods of other objects");
  }
  if (stated) return accounts([stated]);
  // Longer names are shortened by the operator in a way of its own.
  return named.length <= 63 ? accounts([named]) : unknownAccount("the operator shortens the account's name");
}
