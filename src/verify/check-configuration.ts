import type { Check } from "./check.ts";

/** Which configuration counts, and whether it can be read. */
export const checkConfiguration: Check = {
  name: "configuration",
  async run({ config, configuration }) {
    const { from, problem } = configuration;
    if (problem !== undefined) {
      return [{ status: "failed", message: `the configuration of ${from} is refused: ${problem}` }];
    }
    if (from === undefined) {
      return [
        {
          status: "warning",
          message:
            "the sidecars mount no configuration, so only repositories that bring one of their own are ordered",
          hint: "install/example/grantwave.yaml is one to start from",
        },
      ];
    }
    return config.signers.length === 0
      ? [
          {
            status: "warning",
            message: `the configuration of ${from} knows no signer, so nothing is ordered`,
            hint: "docs/configuration.md",
          },
        ]
      : [
          {
            status: "passed",
            message: `signers of ${from}: ${config.signers.map(({ name }) => name).join(", ")}`,
          },
        ];
  },
};
