import { goSpaces } from "../manifest/go-space.ts";

/**
 * The items of a comma-separated annotation as Argo CD reads them: white space around each cut off as Go's
 * `strings.TrimSpace` does, empty and repeated items dropped (gitops-engine 3.6.1 `pkg/sync/resource/annotations.go`
 * `GetAnnotationCSVs`). Empty where the annotation is missing.
 */
export function readAnnotationList(
  annotations: Readonly<Record<string, string>>,
  name: string,
): readonly string[] {
  const value = readAnnotation(annotations, name);
  if (value === undefined) {
    return [];
  }
  const items = new Set<string>();
  for (const item of value.split(",")) {
    const trimmed = trimGoSpace(item);
    if (trimmed !== "") {
      items.add(trimmed);
    }
  }
  return [...items];
}

/** The value of an annotation, whatever prototype the record has. */
export function readAnnotation(
  annotations: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  return Object.hasOwn(annotations, name) ? annotations[name] : undefined;
}

const goSpace = new RegExp(`^[${goSpaces}]$`);

function trimGoSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && goSpace.test(text.charAt(start))) {
    start++;
  }
  while (end > start && goSpace.test(text.charAt(end - 1))) {
    end--;
  }
  return text.slice(start, end);
}
