import { defineConfig } from "vitest/config";

/** What needs more than Node stands apart: `npm test` is the first project, and needs nothing else. */
const apart = ["oracle", "plugin", "cluster", "image"] as const;

export default defineConfig({
  test: {
    globalSetup: ["test/build-once.ts"],
    testTimeout: 60_000,
    pool: "forks",
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: [...apart.map((folder) => `test/${folder}/**`), "test/**/fixtures/**"],
        },
      },
      ...apart.map((folder) => ({
        extends: true as const,
        test: {
          name: folder,
          include: [`test/${folder}/**/*.test.ts`],
          globalSetup: [`test/${folder}/programs.ts`],
          // Each of the cluster's files starts whole clusters; one at a time is enough for a machine.
          fileParallelism: folder !== "cluster",
        },
      })),
    ],
  },
});
