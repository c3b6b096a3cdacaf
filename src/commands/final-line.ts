import { hideCredentials } from "../findings/hide-credentials.ts";
import { formatLocation } from "../findings/location.ts";
import { printable } from "../findings/printable.ts";
import type { Source } from "../manifest/document.ts";
import type { ObjectRef } from "../manifest/object-ref.ts";

/** Why a command ends without its result. */
export interface Failure {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly application?: string | undefined;
  readonly source?: Source | null;
  readonly ref?: ObjectRef | undefined;
}

/**
 * The last line on stderr, without its line break: application, place, object, what is wrong and what to do. One line,
 * since Argo CD shows the whole of stderr as the application's error and people look at its end.
 */
export function finalLine(failure: Failure): string {
  const { application, hint, message, ref, source = null } = failure;
  const parts = [
    "grantwave",
    application === undefined ? "" : `application ${printable(application)}`,
    formatLocation(source, ref),
    printable(hideCredentials(message.replaceAll(/\s*\n\s*/g, " ").trim())),
  ];
  const sentence = parts.filter((part) => part !== "").join(": ");
  return hint === undefined || hint === "" ? sentence : `${sentence} (${printable(hideCredentials(hint))})`;
}
