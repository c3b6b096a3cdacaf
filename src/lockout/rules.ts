import type { LockoutRule } from "./rule.ts";
import { mutual } from "./rules/mutual.ts";
import { ownPods } from "./rules/own-pods.ts";
import { ownReadiness } from "./rules/own-readiness.ts";

/** Every rule, in the order of the catalogue in docs/lockout.md. */
export const lockoutRules: readonly LockoutRule[] = [ownPods, ownReadiness, mutual];
