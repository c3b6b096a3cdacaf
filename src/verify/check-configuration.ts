import { textAt } from "../manifest/manifest.ts";
import type { Check, CheckResult, Question } from "./check.ts";
import { sidecarsOf } from "./sidecars.ts";

/** Which configuration counts, and whether it can be read. */
export const checkConfiguration: Check = {
  name: "configuration",
  async run(question) {
    const { config, configuration } = question;
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
          ...otherImage(question),
        ];
  },
};

/** The image stands in two places, and whoever changes one forgets the other: barriers then cannot be pulled. */
function otherImage({ config, configuration, repoServer }: Question): readonly CheckResult[] {
  const sidecars = repoServer === undefined ? [] : [...sidecarsOf(repoServer).values()];
  const images = sidecars.flatMap((sidecar) => textAt(sidecar, "image") ?? []);
  const { image } = config.barrier;
  if (images.length === 0 || images.includes(image)) return [];
  return [
    {
      status: "warning",
      message: `barriers run the image ${image}, and the sidecars ${[...new Set(images)].join(" and ")}`,
      hint: `set barrier.image in ${configuration.from}, unless destination clusters really pull it from elsewhere`,
    },
  ];
}
