import { readAnnotationList } from "./annotation-list.ts";

const syncOptionsAnnotation = "argocd.argoproj.io/sync-options";

/** Whether an object carries a sync option such as `PruneLast=true`, spelled exactly so. */
export function hasSyncOption(annotations: Readonly<Record<string, string>>, option: string): boolean {
  return readAnnotationList(annotations, syncOptionsAnnotation).includes(option);
}

/**
 * What the first `NAME=…` among an object's sync options says; undefined where there is none (gitops-engine 3.6.1
 * `pkg/sync/resource/annotations.go` `GetAnnotationOptionValue`).
 */
export function readSyncOption(
  annotations: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  const prefix = `${name}=`;
  return readAnnotationList(annotations, syncOptionsAnnotation)
    .find((option) => option.startsWith(prefix))
    ?.slice(prefix.length);
}
