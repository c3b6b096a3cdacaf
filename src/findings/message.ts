import { formatRef } from "../manifest/object-ref.ts";
import type { Finding, FindingArgs, FindingCode } from "./finding.ts";
import { formatPlace } from "./location.ts";
import { lockoutWords } from "./lockout-words.ts";
import { printable } from "./printable.ts";
import type { Words } from "./words.ts";

/** The words of a finding, safe to print: see {@link printable}. */
export function messageOf(finding: Finding): Words {
  const write = words[finding.code] as (finding: Finding) => Words;
  const { message, hint } = write(finding);
  return { message: printable(message), hint: printable(hint) };
}

/** One entry for each code; the compiler refuses a code without words. */
const words: { readonly [C in FindingCode]: (finding: Finding<C>) => Words } = {
  "yaml-broken": ({ args }) => ({
    message: `This is not YAML that Argo CD can read: ${args.detail} (line ${args.line}, column ${args.column}).`,
    hint: isProgram(args.command)
      ? `Mend the document; it came out of ${quote(args.command)}, so look there if no file of yours holds this line.`
      : `Mend the document; it came out of ${args.command}.`,
  }),
  "not-an-object": ({ args }) => ({
    message: `This document is no Kubernetes object: ${args.found}.`,
    hint: `Every document needs apiVersion, kind and metadata.name.${isProgram(args.command) ? ` If this is a message of ${quote(args.command)} on its standard output, send it to standard error instead.` : ""}`,
  }),
  "alias-bomb": ({ args }) => ({
    message: `The aliases of ${args.of === "document" ? "this document expand" : "all documents up to this one together expand"} to more than ${count(args.limit, "value")}.`,
    hint: "Write the repeated part out, or cut what is repeated in several: large expansions cost every reader in the cluster the same.",
  }),
  "nesting-too-deep": ({ args }) => ({
    message: `This document is nested more than ${count(args.limit, "level")} deep.`,
    hint: "Flatten the document; Kubernetes refuses objects this deep as well.",
  }),

  "nothing-rendered": ({ args }) => ({
    message: `There is no object at all in ${isProgram(args.command) ? `what ${quote(args.command)} printed` : args.command}; with pruning on, Argo CD would delete the whole application.`,
    hint: "Check the path, the values and the conditions of the templates. If an empty application is meant, say so with --allow-empty, the plugin parameter allow-empty, or allowEmpty: true in the operator's configuration, not in one of the repository.",
  }),
  "annotation-not-string": ({ refs, args }) =>
    args.key === null
      ? {
          message: `${subject(refs)} has metadata.${args.field} that are ${args.found} and not a mapping. Kubernetes refuses it, and Argo CD reads none of its ${args.field}.`,
          hint: `Write metadata.${args.field} as a mapping of names to values, one on a line, or take it away.`,
        }
      : {
          message: `${subject(refs)} has a value in metadata.${args.field} that is ${args.found} and not a string: ${quote(args.key)}. Kubernetes and Argo CD then read none of its ${args.field}.`,
          hint: `Put the value of ${quote(args.key)} in quotes.`,
        },
  "wave-malformed": ({ refs, args }) => ({
    message: `${subject(refs)} states ${args.annotation}: ${quote(args.value)}, which is no whole number; Argo CD ignores it without a word and uses wave ${args.effective}.`,
    hint: 'Write a whole number in quotes, such as "-1" or "5", without blanks, points or exponents.',
  }),
  "wave-out-of-range": ({ refs, args }) => ({
    message: `${subject(refs)} states ${args.annotation}: ${quote(args.value)}, a number too large to order by exactly.`,
    hint: "Use a wave between -4503599627370496 and 4503599627370496; small numbers do as well.",
  }),
  "duplicate-identity": ({ refs, args }) => ({
    message: `${subject(refs)} occurs more than once; Argo CD keeps only the last one, at ${formatPlace(args.kept)}, and drops this one.`,
    hint: "Remove one of the two, or give it another name or namespace.",
  }),
  "unexpected-field": ({ refs, args }) => ({
    message: `${subject(refs)} has ${quote(shortened(args.key))} at its top level, in line ${args.line}, which is no field of it${isFolder(args.command) ? "" : `: words that ${isProgram(args.command) ? quote(args.command) : "a tool"} printed among the manifests read like that`}.`,
    hint: isFolder(args.command)
      ? "Remove it, or put it where it belongs."
      : "See that the tool, and whatever wraps it, prints nothing but manifests on standard output and sends its words to standard error; or remove the field.",
  }),
  "namespace-unknown": ({ refs, args }) => ({
    message: `${placeless[args.of](subject(refs), quote(args.signer))}, and the application has no destination namespace.`,
    hint: placelessWaysOut[args.of],
  }),
  "duplicate-key": ({ refs, args }) => ({
    message: `${subject(refs)} gives the key ${quote(args.key)} twice in one mapping (again in line ${args.line}); the last value counts.`,
    hint: "Remove the value that is not meant: kustomize refuses such a document, and so may newer readers.",
  }),

  "policy-refused": ({ refs, args }) => ({
    message: `The policy of signer ${quote(args.signer)} would be refused by the signer itself: ${args.reason} (${args.location} of ${subject(refs)}). It would exit and issue nothing.`,
    hint: "Mend the policy before it is applied; until then none of its grants counts.",
  }),
  "policy-is-hook": ({ refs, args }) => ({
    message: `${subject(refs)} carries a signer's policy and is a hook, which Argo CD deletes (${args.deletePolicies}): for that long the signer has no policy.`,
    hint: "Take the hook annotation away: as an ordinary object it is updated in place.",
  }),
  "policy-unreadable": ({ refs, args }) => ({
    message: `The policy of signer ${quote(args.signer)} is not what grantwave.yaml says of it: ${args.reason} (${args.location} of ${subject(refs)}). None of its grants counts.`,
    hint: `Mend the policy, or the paths under policy and grants of signer ${quote(args.signer)} in grantwave.yaml.`,
  }),
  "policy-ambiguous": ({ args }) => ({
    message: `Several objects of this render could be the policy of signer ${quote(args.signer)}: ${args.candidates.join(", ")}. None of their grants counts.`,
    hint: `Say the whole name in the policy of signer ${quote(args.signer)} in grantwave.yaml, or render the signer's workload together with them and name it there: what its pods mount decides.`,
  }),
  "policy-near-miss": ({ refs, args }) => ({
    message: `Signer ${quote(args.signer)} is said to read ${args.configured}, which this render does not have; it has ${subject(refs)}. Taken for a policy of another application, it would stand behind the barrier that waits for it.`,
    hint: "Correct group and namespace of the policy in the configuration: a kind of namespaces needs its namespace.",
  }),
  "workload-near-miss": ({ refs, args }) => ({
    message: `Signer ${quote(args.signer)} is said to be run by ${args.configured}, which this render does not have; that namespace has ${subject(refs)}${others(refs)}.`,
    hint: "Correct the workload's kind or name in the configuration, unless another application brings it.",
  }),
  "signer-name-unknown": ({ args }) => ({
    message: `The signer name of signer ${quote(args.signer)} is not known: its policy is not part of this render, and the configuration does not say it.`,
    hint: `Set signerName for signer ${quote(args.signer)} in grantwave.yaml.`,
  }),
  "signer-name-differs": ({ refs, args }) => ({
    message: `Signer ${quote(args.signer)} is configured as ${quote(args.configured)}, but its policy, ${subject(refs)}, says ${quote(args.stated)}; the signer answers to the name in its policy.`,
    hint: `Correct signerName in grantwave.yaml or in the policy; where the policy is part of the render, grantwave.yaml need not say it.`,
  }),
  "signer-name-shared": ({ refs, args }) => ({
    message: `${subject(refs)} asks the signer ${quote(args.signerName)}, to which ${args.signers.length} signers of grantwave.yaml answer: ${args.signers.join(", ")}. Nobody can say which policy decides, and no barrier waits for it.`,
    hint: "Leave one of them in the configuration; where clusters differ, give each its own file with --config.",
  }),
  "signer-unconfigured": ({ refs, args }) => ({
    message: `${subject(refs)} asks the signer ${quote(args.signerName)}, which is not configured; nothing is known about its grants, and no barrier waits for them.`,
    hint: `Add ${quote(args.signerName)} to signers in grantwave.yaml, or leave it if that signer never denies.`,
  }),
  "requester-denied": ({ refs, args }) => ({
    message: `Pods of ${subject(refs)} with service account ${args.namespace}/${args.serviceAccountName} would be denied by ${quote(args.signerName)}: ${reasonWith(args)}. A denial is final for that pod. ${sentence(args.consequence)}`,
    hint: denialWayOut(args.reason),
  }),
  "service-account-conflict": ({ refs, args }) => ({
    message: `${subject(refs)} states two service accounts, serviceAccountName: ${quote(args.used)} and serviceAccount: ${quote(args.ignored)}; the first one counts.`,
    hint: "Remove serviceAccount, the old name of the field.",
  }),
  "certificate-source-malformed": ({ refs, args }) => ({
    message: `${subject(refs)} has a certificate source that Kubernetes would refuse, at ${args.path}: ${args.problem}. It is left out.`,
    hint: "Mend the podCertificate block; see its fields under core/v1 PodCertificateProjection.",
  }),
  "certificate-sources-too-many": ({ refs, args }) => ({
    message: `${refs.length === 0 ? "This render" : subject(refs)} has more than ${count(args.limit, "certificate source")}; no more were looked at.`,
    hint: "Look for aliases that multiply its volumes, or cut the object in several.",
  }),
  "service-account-unknown": ({ refs, args }) => ({
    message: `${subject(refs)} asks for certificates, but not in the name of an account that can be told from it: ${args.because}. No barrier waits for their grants.`,
    hint: "Grant the accounts that its pods will run as beforehand, or name the account in the object where that is possible.",
  }),
  "template-missing": ({ refs, args }) => ({
    message: `${subject(refs)} makes its pods out of ${args.reference} (${args.path}), ${missingTemplates[args.problem]}. Whether these pods ask for certificates is not known.`,
    hint: missingTemplateWaysOut[args.problem],
  }),
  "object-ignored": ({ refs, args }) => ({
    message: `${subject(refs)} is left out by grantwave.dev/ignore: ${sentence(args.reason)} No barrier waits for the certificates that it asks for; a policy that it carries still counts.`,
    hint: "Take the annotation away once the reason is gone.",
  }),
  "ignore-without-reason": ({ refs, args }) => ({
    message: `${subject(refs)} states ${args.annotation} without a reason; it is not left out.`,
    hint: `Write the reason as the value of ${args.annotation}, or take the annotation away.`,
  }),

  "phase-inversion": ({ refs, args }) => ({
    message: `${subject(refs)} runs in phase ${args.dependentPhase} and needs a grant that is applied in the later phase ${args.policyPhase}${others(refs)}: its pods ask before the grant exists, and no wave can change that.`,
    hint: `Make the dependent a hook of ${args.policyPhase} or a plain object, or ship the policy before it: as a hook of ${args.dependentPhase}, or in an Application that is synced earlier.`,
  }),
  "external-unordered": ({ refs, args }) => ({
    message: `${subject(refs)} waits for a ${args.policyKind} of signer ${quote(args.signer)} that is not in this source; the Application has ${args.sourceCount}, and each is rendered alone: nobody can put that object and its controller before the barrier.`,
    hint: "Bring the policy in the same source as its dependents, or in an Application that is synced before.",
  }),
  "dependent-unguarded": ({ refs, args }) => ({
    message: `${subject(refs)} runs in ${args.phase}, where Argo CD keeps no waves: no barrier can hold its pods back until their grants are loaded.`,
    hint: "Make sure that its grants were loaded by an earlier sync, or move the work to a Sync or PostSync hook.",
  }),
  "dependent-can-pause": ({ refs, args }) => ({
    message: `${subject(refs)} can stop an update until a person lets it go on (${args.field}). Argo CD shows it as Suspended meanwhile, and the sync applies nothing that stands in a later wave.`,
    hint: "Keep what must not wait for that person out of later waves, or let the pause end by itself.",
  }),
  "order-cycle": ({ args }) => ({
    message: `The required order runs in a circle: ${args.path.map((step) => `${step.barrierOf ? "the barrier for " : ""}${formatRef(step.ref)} (${step.reason})`).join(" → ")} → back to the first.`,
    hint: "Break one of these steps: move one of the objects to another Application, or take away the need that its reason names.",
  }),
  "order-given-up": ({ refs, args }) => ({
    message: `The given order of ${subject(refs)} before ${formatOther(refs)} was not kept: ${givenUpReasons[args.because]}.`,
    hint: "See grantwave explain of both; if that order is needed, give the first one a wave lower than the plan gives the other.",
  }),
  "order-given-up-more": ({ args }) => ({
    message: `Beside the ${args.shown} pairs that are told one by one, ${count(args.leftOut, "more object")} ${args.leftOut === 1 ? "does" : "do"} not keep the order that was given.`,
    hint: "Look at the moved objects in the plan; so many at once mostly have one cause, such as one workload that stands very early.",
  }),
  "splice-impossible": ({ refs, args }) => ({
    message: `The wave of ${subject(refs)} cannot be written into its text: ${args.reason}.`,
    hint: "Give the object annotations of its own, written out and not through an alias or an anchor that others use.",
  }),
  "reference-unprovided": ({ refs, args }) => ({
    message: `${subject(refs)} is needed before a barrier and names ${formatOther(refs)} (${args.path}), which nothing in this render provides.`,
    hint: "Make sure that it is in the cluster before this sync, or bring it in the same application.",
  }),
  "workload-left-behind": ({ refs }) => ({
    message: `${subject(refs)} has to run before a barrier, and what stood beside it or before it stays behind it${others(refs)}. If it needs one of them to become ready, the sync never gets there.`,
    hint: `If it does, put grantwave.dev/after: ${formatOther(refs)} on it; if it does not, nothing is wrong.`,
  }),
  "reference-later-phase": ({ refs, args }) => ({
    message: `${subject(refs)} runs in ${args.phase} and names ${formatOther(refs)} (${args.path}), which this application brings only in ${args.providedIn}: on a first install it waits for what comes after it.`,
    hint: "Make what it names a hook of the same phase with a lower wave, or move the work to a hook of the later phase.",
  }),
  "child-applications": ({ refs }) => ({
    message: `${subject(refs)}${others(refs)} ${refs.length > 1 ? "sync" : "syncs"} by itself: no wave orders what is inside of an Application, and grants in one are external to another.`,
    hint: "Bring a grant and its users in one Application, or let the users' barrier ask the live signer.",
  }),
  "kind-defined-elsewhere": ({ refs }) => ({
    message: `${subject(refs)} must be there before a barrier, and the definition of its kind is not part of this render: where the cluster does not have it yet, the sync fails before its first wave.`,
    hint: "Install the CustomResourceDefinition before, bring it in this application, or set the sync option SkipDryRunOnMissingResource=true.",
  }),
  "hint-malformed": ({ refs, args }) => ({
    message: `The annotation ${args.annotation} of ${subject(refs)} holds ${quote(args.value)}, which names no object.`,
    hint: `Write it as ${hintForms.get(args.annotation) ?? "the annotation's documentation says"}.`,
  }),
  "hint-unresolved": ({ refs, args }) => ({
    message: `The annotation ${args.annotation} of ${subject(refs)} names ${quote(args.value)}, which ${args.candidates === 0 ? "this render does not have" : `${args.candidates} objects of this render answer to`}.`,
    hint:
      args.candidates === 0
        ? "Correct the name; what another application brings cannot be waited for."
        : "Say the group and the namespace too.",
  }),
  "hint-across-phases": ({ refs, args }) => ({
    message: `The annotation ${args.annotation} asks for ${subject(refs)}, which runs in ${args.phase}, after ${formatOther(refs)}, which runs in ${args.otherPhase}: no wave reaches across phases.`,
    hint: "Put both into one phase, or take the annotation away.",
  }),

  "barrier-namespace-new": ({ args }) => ({
    message: `The barrier runs in namespace ${quote(args.namespace)}, which this application brings itself: on a first install the barrier's service account cannot be there, and the sync would fail at the deadline.`,
    hint: "Set barrier.namespace to a namespace where the account is installed beforehand (docs/barrier.md).",
  }),
  "marker-foreign": ({ refs, args }) => ({
    message: `${subject(refs)} carries the label ${args.label}, by which grantwave knows its own barriers, but is none that it made.`,
    hint: "Take the label away: it belongs to what grantwave adds, and marks nothing else.",
  }),
  "barrier-deadline-short": ({ args }) => ({
    message: `The barrier of signer ${quote(args.signer)} ends after ${seconds(args.timeoutSeconds)}, but its readiness method needs up to ${seconds(args.neededSeconds)} after a change: every sync that changes the policy would fail.`,
    hint: `Set readiness.timeout of signer ${quote(args.signer)} to ${seconds(args.neededSeconds)} or more.`,
  }),
  "canary-replicas": ({ refs, args }) => ({
    message: `A canary of signer ${quote(args.signer)} would prove nothing of its other replicas: ${severalReplicas[args.because](subject(refs))}.`,
    hint: `Choose another readiness method for signer ${quote(args.signer)}, or accept the risk with readiness.canary.replicas: accepted.`,
  }),
  "policy-content-named": ({ refs, args }) => ({
    message: `The name of ${subject(refs)} changes with its content, so signer ${quote(args.signer)} gets the new policy only by a rollout of its own: method ${args.method} would ask pods that still have the old one.`,
    hint: 'Set readiness.method to "rollout" for this signer, or give the policy a fixed name (generatorOptions.disableNameSuffixHash in kustomize).',
  }),
  "rollout-name-fixed": ({ refs, args }) => ({
    message: `Readiness method rollout of signer ${quote(args.signer)} proves nothing for ${subject(refs)}: its content can change under its name, so a pod that references it may have read what it was before.`,
    hint: "Let kustomize generate it (configMapGenerator with a hash suffix), set immutable: true and change the name with the content, or choose another readiness method.",
  }),
  "policy-without-status": ({ refs, args }) => ({
    message: `Readiness method status of signer ${quote(args.signer)} waits for a condition of ${subject(refs)}, a kind that has no status: the barrier would never open.`,
    hint: "Choose another readiness method: settle, report, http, metrics or rollout fit policies that are data.",
  }),
  "barrier-too-large": ({ args }) => ({
    message: `What the barrier of signer ${quote(args.signer)} must wait for takes ${count(args.bytes, "byte")} (${count(args.requesters, "different requester")}), more than the ${count(args.limit, "byte")} that one Job can carry.`,
    hint: "Split the application, or let workloads that share a grant share a service account.",
  }),

  "webhook-refused": ({ refs, args }) => ({
    message: `The API server would refuse ${subject(refs)}, at ${args.path}: ${args.problem}.`,
    hint: "Mend the configuration; until then nothing certain can be said about what its webhooks see.",
  }),

  ...lockoutWords,

  "sources-alike": ({ args }) => ({
    message: `Sources ${args.sources.join(" and ")} of the Application have one repository and one path (${quote(args.path)}), so that their barriers have one name; Argo CD keeps only the last, and what the others guard goes unguarded.`,
    hint: "Give each but one of them a plugin parameter source with a value of its own, such as the name of what it renders.",
  }),
  "application-guessed": ({ args }) => ({
    message: `The application's ${args.field} was not given; ${quote(args.value)} was assumed.`,
    hint: `Say it with --${args.field} or --application, so that the plan is what Argo CD will do.`,
  }),
};

const hintForms: ReadonlyMap<string, string> = new Map([
  ["grantwave.dev/after", "KIND[.GROUP]/[NAMESPACE/]NAME, several with commas"],
  [
    "config.kubernetes.io/depends-on",
    "GROUP/namespaces/NAMESPACE/KIND/NAME or GROUP/KIND/NAME, several with commas",
  ],
]);

const placeless: {
  readonly [O in FindingArgs["namespace-unknown"]["of"]]: (object: string, signer: string) => string;
} = {
  requester: (object) => `${object} asks for certificates and states no namespace`,
  policy: (object, signer) => `${object} would be the policy of signer ${signer} but states no namespace`,
  barrier: (_object, signer) => `The barrier of signer ${signer} has no namespace to run in`,
};

const givesDestination = "give the application a destination namespace, on the command line with --namespace";

const placelessWaysOut: { readonly [O in FindingArgs["namespace-unknown"]["of"]]: string } = {
  requester: `State metadata.namespace in the object, or ${givesDestination}.`,
  policy: `State metadata.namespace in the object, or ${givesDestination}.`,
  barrier: `Set barrier.namespace in the operator's configuration, or ${givesDestination}.`,
};

const severalReplicas: {
  readonly [B in FindingArgs["canary-replicas"]["because"]]: (workload: string) => string;
} = {
  unconfigured: () => "the configuration does not say which workload runs it, so there may be several",
  elsewhere: (workload) => `${workload} is not part of this render and may have several`,
  "every-node": (workload) => `${workload} has one on each node`,
  replicas: (workload) => `${workload} does not state one replica`,
  scaled: (workload) => `an autoscaler of this render decides how many ${workload} has`,
};

const givenUpReasons: { readonly [B in "contradicts" | "splits"]: string } = {
  contradicts: "the second one has to come before something that stands lower than the first",
  splits:
    "the second one has to come before something that stands as low as the first, and inside a wave no order is kept",
};

const missingTemplates: { readonly [P in "absent" | "unsupported"]: string } = {
  absent: "which is not part of this render",
  unsupported: "a kind that its controller does not take templates from",
};

const missingTemplateWaysOut: { readonly [P in "absent" | "unsupported"]: string } = {
  absent:
    "Render both together, or check the name and that both stand in one namespace; if it lives elsewhere, make sure that its grants are loaded first.",
  unsupported: "Refer to a kind that the controller supports, or state the template in the object itself.",
};

/** What to do about a denial, by the reason that the signer gives; anything else gets the general way out. */
const denialWaysOut: ReadonlyMap<string, string> = new Map([
  [
    "NoGrant",
    "Add a grant for this namespace and service account to the policy, or correct the names on either side.",
  ],
  [
    "UnsupportedKeyType",
    "Use one of the policy's key types in the certificate source, or add this one to the policy.",
  ],
  [
    "DNSNameNotGranted",
    "Add the DNS names to the grant, or take those it does not have out of the source's user annotations.",
  ],
]);

function denialWayOut(reason: string): string {
  return denialWaysOut.get(reason) ?? "Change the policy or the certificate source so that the two agree.";
}

/** `NoGrant, no grant covers web/api`. */
function reasonWith({ reason, detail }: { readonly reason: string; readonly detail: string }): string {
  return detail === "" ? reason : `${reason}, ${detail.replace(/\.$/, "")}`;
}

function subject(refs: Finding["refs"]): string {
  const [first] = refs;
  return first === undefined ? "An object" : formatRef(first);
}

function formatOther(refs: Finding["refs"]): string {
  const [, second] = refs;
  return second === undefined ? "another object" : formatRef(second);
}

function others(refs: Finding["refs"]): string {
  return refs.length < 2 ? "" : ` (${refs.slice(1).map(formatRef).join(", ")})`;
}

/** `the files of apps/web` are the reader's own: no tool had a hand in them. */
function isFolder(command: string): boolean {
  return command.startsWith("the files of ");
}

/** Neither a folder nor `standard input`: something that can be run again. */
function isProgram(command: string): boolean {
  return command !== "standard input" && !isFolder(command);
}

/** A key may be the beginning of anything. */
function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function quote(text: string): string {
  return `"${text}"`;
}

function sentence(text: string): string {
  if (text === "") return "";
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function seconds(value: number): string {
  return count(value, "second");
}

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? "" : "s"}`;
}
