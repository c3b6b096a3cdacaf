import { cpSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A copy of `fixtures/repository` in a folder of its own, as a checkout: a web server with a grant and a migration
 * (`apps/web`), a chart without anything special (`apps/shop`), their configuration and an Application.
 */
export function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), "grantwave-checkout-"));
  cpSync(join(import.meta.dirname, "fixtures", "repository"), folder, { recursive: true });
  mkdirSync(join(folder, ".git"));
  return folder;
}
