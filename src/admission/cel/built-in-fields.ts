/**
 * What Go structs make of a field, by its name (`k8s.io/api` 0.37, kubernetes 1.37 `pkg/apis/…/defaults.go`, and the
 * plugins that come before webhooks). Names and no schema: where two structs differ, the doubtful one counts.
 */
function fieldNames(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Fields of a pod spec; whatever else stands there is dropped. */
export const podSpecFields = fieldNames(`
  activeDeadlineSeconds affinity automountServiceAccountToken containers dnsConfig dnsPolicy enableServiceLinks
  ephemeralContainers evictionResponders hostAliases hostIPC hostNetwork hostPID hostUsers hostname hostnameOverride
  imagePullSecrets initContainers nodeName nodeSelector os overhead preemptionPolicy priority priorityClassName
  readinessGates resourceClaims resources restartPolicy runtimeClassName schedulerName schedulingGates schedulingGroup
  securityContext serviceAccount serviceAccountName setHostnameAsFQDN shareProcessNamespace subdomain
  terminationGracePeriodSeconds tolerations topologySpreadConstraints volumes workloadRef`);

/** Those of them that somebody fills in where they are absent. */
export const filledInPodSpec = fieldNames(`
  dnsPolicy enableServiceLinks imagePullSecrets overhead preemptionPolicy priority priorityClassName restartPolicy
  schedulerName securityContext serviceAccount serviceAccountName terminationGracePeriodSeconds tolerations volumes`);

/** The same for a container. */
export const filledInContainer = fieldNames(`
  image imagePullPolicy name resources terminationMessagePath terminationMessagePolicy volumeMounts`);

/** Fields anywhere else that have a default, or that Go writes out even where they are empty. */
export const filledInElsewhere = fieldNames(`
  accessModes action address addressType addresses admissionReviewVersions allocateLoadBalancerNodePorts allocationMode
  apiGroup apiGroups apiVersion attachRequired backend backoffLimit behavior boundObjectRef clientConfig clusterIP
  clusterIPs completionMode completions concurrencyPolicy conditions containerPort containers count defaultMode devices
  divisor driver drivers effect emptyDir endpoints eventTime expirationSeconds externalTrafficPolicy
  failedJobsHistoryLimit failurePolicy failureThreshold finalizers fsGroupPolicy fsType generation groups hostPort
  image ingressClassName internalTrafficPolicy involvedObject ipFamilies ipFamilyPolicy ipMode jobTemplate key kind
  limits manualSelector matchPolicy maxReplicas maxSurge maxUnavailable metadata metrics minReplicas mountPath name
  namespaceSelector nodePort nodeSelectorTerms nonResourceURLs objectSelector operator parallelism parameters partition
  path pathType paths periodSeconds persistentVolumeClaimRetentionPolicy persistentVolumeReclaimPolicy phase
  podInfoOnMount podManagementPolicy podReplacementPolicy policies policyTypes port ports preemptionPolicy
  progressDeadlineSeconds protocol provisioner queues reclaimPolicy reinvocationPolicy replicas requests
  requiresRepublish resource resourceNames resources revision revisionHistoryLimit roleRef rollingUpdate rules
  scaleTargetRef scheduling schedule scheme scope secretName selectPolicy selector server sessionAffinity
  sessionAffinityConfig sideEffects signerName sources spec stabilizationWindowSeconds status storageCapacity
  storageClassName strategy subjects successThreshold successfulJobsHistoryLimit suspend target targetPort template
  timeAdded timeoutSeconds type updateStrategy usages username value values verbs volumeBindingMode
  volumeLifecycleModes volumeMode volumeName whenDeleted whenScaled`);

/** Pointers in Go, which tell an empty value from none. */
export const keptWhenEmpty = fieldNames(`
  allowPrivilegeEscalation automountServiceAccountToken backoffLimit completions enableServiceLinks fsGroup hostUsers
  immutable minReplicas optional parallelism privileged readOnlyRootFilesystem replicas revisionHistoryLimit runAsGroup
  runAsNonRoot runAsUser suspend terminationGracePeriodSeconds`);

/** Mappings whose keys belong to the user. The others are structs, whose fields come and go with their values. */
export const userMaps = fieldNames("annotations binaryData data labels matchLabels nodeSelector");

/** Mappings to quantities, which the API server rewrites: `0.5` becomes `500m`. */
export const quantityMaps = fieldNames(`
  allocatable capacity default defaultRequest hard limits max maxLimitRequestRatio min overhead podFixed requests used`);

export const quantityFields = fieldNames("averageValue divisor maximumVolumeSize sizeLimit");

/** Kinds without a `spec`; all others always have one. */
export const kindsWithoutSpec = fieldNames(`
  Binding ClusterRole ClusterRoleBinding ComponentStatus ConfigMap ControllerRevision CSIStorageCapacity Endpoints
  EndpointSlice Event MutatingWebhookConfiguration NodeProxyOptions PodAttachOptions PodExecOptions
  PodPortForwardOptions PodProxyOptions PodTemplate PriorityClass Role RoleBinding RuntimeClass Secret ServiceAccount
  ServiceProxyOptions StorageClass ValidatingWebhookConfiguration VolumeAttributesClass Eviction`);
