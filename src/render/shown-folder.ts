import { relative, sep } from "node:path";
import type { RenderRequest } from "./render-request.ts";

/** The application's folder as messages name it: from the repository's root, the same on every machine. */
export function shownFolder({ folder, root }: Pick<RenderRequest, "folder" | "root">): string {
  const path = relative(root, folder).replaceAll(sep, "/");
  return path === "" ? "the repository's root" : path;
}
