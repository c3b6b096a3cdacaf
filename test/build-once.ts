import { rm } from "node:fs/promises";
import { build } from "../scripts/build.mjs";

/**
 * Before the first test: dist/ from the sources as they are, for the tests that run the command itself. Where it cannot
 * be built these find none and fail; all others can still say what is wrong.
 */
export default async function buildOnce(): Promise<void> {
  try {
    await build();
  } catch (error) {
    await rm(new URL("../dist", import.meta.url), { recursive: true, force: true });
    console.error("dist/ cannot be built:", error);
  }
}
