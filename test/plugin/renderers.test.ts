import { describe, expect, it } from "vitest";
import { folderWith } from "../render/rendering.ts";
import { likeRepoServer } from "./cmp-client.ts";
import { leftovers, nothingLeft } from "./leftovers.ts";
import { chart } from "./repositories.ts";
import { serverForTest } from "./with-server.ts";

const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: some }";

/** Ends neither by itself nor when it is asked to, and neither does its child. */
const hangs = "#!/bin/sh\ntrap '' TERM\nsleep 1000 &\nwait\nwait\n";

/** Writes as many MiB to stderr, and then does the rest. */
const floods = (mebibytes: number, rest: string) =>
  `#!/bin/sh\nyes 'a warning that nobody needs to see so often' | head -c ${mebibytes * 2 ** 20} >&2\n${rest}\n`;

/** What Argo CD puts before the words of a plugin. */
const argo =
  "rpc error: code = Unknown desc = error generating manifests: `grantwave generate` failed exit status";

async function sendChart(options: Parameters<typeof serverForTest>[0], timeout = "60s") {
  const server = await serverForTest(options);
  const root = await folderWith(chart);
  return { server, answer: await likeRepoServer(server, { root, path: "apps/shop", timeout }) };
}

describe("a renderer that hangs", () => {
  it("is ended before Argo CD's deadline, by name, with nothing left of it", async () => {
    const { answer, server } = await sendChart(
      { programs: { helm: hangs }, env: { GRANTWAVE_RENDER_TIMEOUT: "1s" } },
      "30s",
    );
    expect(answer.error).toContain(
      `${argo} 4: grantwave: application demo: \`helm template\` was ended: rendering took longer than its deadline of 1 s (find out what it waits for`,
    );
    expect(answer.milliseconds).toBeLessThan(15_000);
    expect(await leftovers(server)).toEqual(nothingLeft);
  });

  it("does not outlive Argo CD's own deadline where that comes first, as after a slow checkout", async () => {
    const { answer, server } = await sendChart({ programs: { helm: hangs } }, "3s");
    expect(answer.code).not.toBe("OK");
    expect((await leftovers(server)).processes).toBe(0);
  });
});

describe("what Argo CD's user interface shows of a renderer that fails", () => {
  it("is what failed, its own words, and what to do", async () => {
    const { answer, server } = await sendChart({
      programs: { helm: "#!/bin/sh\necho 'Error: no such thing' >&2\nexit 3\n" },
    });
    expect(answer.error).toContain(
      `${argo} 4: grantwave: application demo: \`helm template\` failed with exit code 3: Error: no such thing (to see it again:`,
    );
    expect(await leftovers(server)).toEqual(nothingLeft);
  });

  it("is never longer than a person reads, whatever the renderer says", async () => {
    const { answer } = await sendChart({ programs: { helm: floods(30, "exit 1") } });
    expect(answer.error).toContain(`${argo} 4: grantwave: application demo: \`helm template\` failed`);
    expect(answer.error.length).toBeLessThan(300_000);
  });

  it("is nothing where it only talks: its warnings go to the server's log, bounded", async () => {
    const { answer, server } = await sendChart({
      programs: { helm: floods(30, `cat <<'END'\n${manifest}\nEND`) },
    });
    expect(answer).toMatchObject({ code: "OK", error: "" });
    const logged = (await server.messages()).find(({ msg }) => msg === "Plugin command successful");
    expect(logged?.stderr).toContain(
      "grantwave: application demo: helm template: a warning that nobody needs",
    );
    expect(logged?.stderr?.length).toBeLessThan(300_000);
  });

  it("names the renderer that mixes chatter into its manifests", async () => {
    const { answer } = await sendChart({
      programs: { helm: `#!/bin/sh\necho 'WARNING: old settings'\ncat <<'END'\n${manifest}\nEND\n` },
    });
    expect(answer.error).toContain(
      `${argo} 1: grantwave: application demo: helm template:1 (document 1) ConfigMap/demo/some: error unexpected-field: `,
    );
  });

  it("says that nothing was rendered, where Argo CD would prune everything", async () => {
    const { answer } = await sendChart({ programs: { helm: "#!/bin/sh\n" } });
    expect(answer.error).toContain(`${argo} 1: grantwave: application demo: `);
    expect(answer.error).toContain("nothing-rendered");
  });
});
