import type { KustomizeOptions } from "../render-request.ts";

/** True where an Application asks for nothing that its kustomization does not say itself. */
export function isUnedited(options: KustomizeOptions): boolean {
  const { namePrefix, nameSuffix, namespace, patches } = options;
  const texts = [namePrefix, nameSuffix, namespace, patches ?? ""];
  const { images, components, replicas, commonLabels, commonAnnotations } = options;
  const lists = [images, components, replicas, commonLabels, commonAnnotations];
  return texts.every((text) => text.trim() === "") && lists.every((list) => Object.keys(list).length === 0);
}
