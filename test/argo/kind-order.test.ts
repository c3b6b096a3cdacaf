import { expect, it } from "vitest";
import { kindRank } from "../../src/argo/kind-order.ts";

it("ranks what others need before them, and what is not listed last and alike", () => {
  const inOrder = [
    "Namespace",
    "ServiceAccount",
    "Secret",
    "ConfigMap",
    "CustomResourceDefinition",
    "Service",
  ];
  const workloads = [
    "DaemonSet",
    "Pod",
    "Deployment",
    "StatefulSet",
    "Job",
    "CronJob",
    "Ingress",
    "APIService",
  ];
  const ranks = [...inOrder, ...workloads, "Widget"].map(kindRank);

  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  expect(new Set(ranks).size).toBe(ranks.length);
  expect(kindRank("ValidatingWebhookConfiguration")).toBe(kindRank("Widget"));
  expect(kindRank("constructor")).toBe(kindRank("Widget"));
});
