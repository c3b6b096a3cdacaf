import { describe, expect, it } from "vitest";
import { hasHealthCheck } from "../../src/argo/health.ts";
import { manifest } from "./manifests.ts";

describe("hasHealthCheck", () => {
  it.each([
    ["apps/v1", "Deployment"],
    ["apps/v1", "StatefulSet"],
    ["apps/v1", "DaemonSet"],
    ["apps/v1", "ReplicaSet"],
    ["v1", "Pod"],
    ["v1", "PersistentVolumeClaim"],
    ["batch/v1", "Job"],
    ["batch/v1", "CronJob"],
    ["networking.k8s.io/v1", "Ingress"],
    ["autoscaling/v2", "HorizontalPodAutoscaler"],
    ["apiregistration.k8s.io/v1", "APIService"],
    ["policy/v1", "PodDisruptionBudget"],
    ["apiextensions.k8s.io/v1", "CustomResourceDefinition"],
    ["cert-manager.io/v1", "Certificate"],
    ["cert-manager.io/v1", "ClusterIssuer"],
    ["argoproj.io/v1alpha1", "Rollout"],
    ["s3.services.k8s.aws/v1alpha1", "Bucket"],
    ["nop.crossplane.io/v1alpha1", "NopResource"],
    ["kro.run/v1alpha1", "AnythingAtAll"],
  ])("Argo CD knows the health of %s %s", (apiVersion, kind) => {
    expect(hasHealthCheck(manifest({ apiVersion, kind }))).toBe(true);
  });

  it.each([
    ["v1", "ConfigMap"],
    ["v1", "Secret"],
    ["v1", "Namespace"],
    ["v1", "ServiceAccount"],
    ["rbac.authorization.k8s.io/v1", "Role"],
    ["policy.cert-manager.io/v1alpha1", "CertificateRequestPolicy"],
    ["certificates.k8s.io/v1", "PodCertificateRequest"],
    ["certificates.k8s.io/v1", "ClusterTrustBundle"],
    ["admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration"],
    ["argoproj.io/v1alpha1", "Application"],
    ["example.com/v1", "Deployment"],
    ["crossplane.io/v1", "Thing"],
    ["example.com/v1", "constructor"],
    ["constructor/v1", "name"],
  ])("Argo CD does not know the health of %s %s", (apiVersion, kind) => {
    expect(hasHealthCheck(manifest({ apiVersion, kind }))).toBe(false);
  });

  it("counts a Service only where it is a load balancer", () => {
    const service = (type?: string) =>
      manifest({ kind: "Service", spec: type === undefined ? {} : { type } });

    expect(hasHealthCheck(service("LoadBalancer"))).toBe(true);
    expect(hasHealthCheck(service("ClusterIP"))).toBe(false);
    expect(hasHealthCheck(service())).toBe(false);
    expect(hasHealthCheck(manifest({ apiVersion: "serving.knative.dev/v1", kind: "Service" }))).toBe(true);
  });
});
