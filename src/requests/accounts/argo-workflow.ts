import { type JsonValue, type Manifest, textAt, valueAt } from "../../manifest/manifest.ts";
import type { CertificateSource } from "../certificate-sources.ts";
import { type Accounts, accounts, type Chain, holderOf, unknownAccount } from "./account-rule.ts";
import { listAt } from "./list-at.ts";

/**
 * Each template of a workflow has pods of its own. They run as the template says, else as `templateDefaults`, else as
 * the Workflow, else as the WorkflowTemplate that it names. A template's volumes are for its pods; a volume of the
 * whole workflow is in the pods of those templates that mount it. (Argo Workflows 4.1
 * `workflow/controller/workflowpod.go` `setupServiceAccount`, `addVolumeReferences`; `workflow/util/merge.go`
 * `JoinWorkflowSpec`.)
 *
 * A WorkflowTemplate that names no account leaves it to whoever submits it.
 */
export function argoWorkflowAccounts(chain: Chain) {
  const specs = chain.map(workflowSpecOf);
  const general =
    firstText(specs, "templateDefaults", "serviceAccountName") ?? firstText(specs, "serviceAccountName");
  const fallback = chain[0].ref.kind === "WorkflowTemplate" ? undefined : "default";
  const accountOf = (template: JsonValue | undefined) =>
    textAt(template, "serviceAccountName") || general || fallback;
  const byVolume = new Map<string | undefined, Set<string | undefined>>();
  for (const template of specs.flatMap((spec) => listAt(spec, "templates"))) {
    for (const mount of mountsOf(template)) {
      const volume = textAt(mount, "name");
      byVolume.set(volume, (byVolume.get(volume) ?? new Set()).add(accountOf(template)));
    }
  }
  const { value } = holderOf(chain);
  return ({ path }: CertificateSource) => {
    const at = path.indexOf("templates");
    if (at >= 0) return settled([accountOf(valueAt(value, ...path.slice(0, at + 2)))]);
    return settled(byVolume.get(textAt(value, ...path.slice(0, -3), "name")) ?? [accountOf(undefined)]);
  };
}

function settled(names: Iterable<string | undefined>): Accounts {
  const known = [...names].filter((name) => name !== undefined);
  if (known.length === 0) {
    return unknownAccount("the template names no account, so that whoever submits it decides");
  }
  return accounts(known);
}

/** The spec of the workflow itself, which a CronWorkflow keeps one level down. */
function workflowSpecOf({ value }: Manifest): JsonValue | undefined {
  return valueAt(value, "spec", "workflowSpec") ?? valueAt(value, "spec");
}

/** Where the containers of a template mount volumes (`GetVolumeMounts`, init containers and sidecars). */
function mountsOf(template: JsonValue): readonly JsonValue[] {
  const containers = [
    valueAt(template, "container"),
    valueAt(template, "script"),
    valueAt(template, "containerSet"),
    ...listAt(template, "initContainers"),
    ...listAt(template, "sidecars"),
  ];
  return containers.flatMap((container) => listAt(container, "volumeMounts"));
}

function firstText(
  specs: readonly (JsonValue | undefined)[],
  ...path: readonly string[]
): string | undefined {
  return specs.map((spec) => textAt(spec, ...path)).find((text) => text);
}
