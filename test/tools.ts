import { ensureTools } from "../scripts/tools.mjs";

/** The real helm and kubectl for tests, by absolute path; fetched once where they are missing. */
export function testTools(): Promise<{ readonly helm: string; readonly kubectl: string }> {
  return ensureTools();
}
