import { finding } from "../../findings/finding.ts";
import { ownWrites } from "../own-writes.ts";
import type { LockoutRule } from "../rule.ts";

/** LO001: a webhook that fails closed sees the creation of its own pods. */
export const ownPods: LockoutRule = {
  id: "LO001",
  find: ({ model }) =>
    ownWrites(model)
      .filter(({ write }) => write.step === "create-pods")
      .map(({ asked, backend, isProven, webhook }) =>
        finding(
          "lockout-own-pods",
          {
            refs: [webhook.config, ...(backend.ref === undefined ? [] : [backend.ref])],
            source: webhook.source,
            isPossible: !isProven,
          },
          { webhook: webhook.name, backend: backend.name, because: asked.because },
        ),
      ),
};
