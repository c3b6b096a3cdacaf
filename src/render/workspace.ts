import { hideCredentials } from "../findings/hide-credentials.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { runTool, type ToolOutput } from "./exec.ts";
import { removeAbandoned, withPrivateFolder } from "./private-folder.ts";
import type { RenderRequest } from "./render-request.ts";
import { toolEnvironment } from "./tool-environment.ts";
import { toolWords } from "./tool-words.ts";
import type { Tools } from "./tools.ts";

/** What one render may use: a private folder, one deadline, and one way to run a tool. */
export interface Workspace {
  readonly privateFolder: string;
  /** Runs a tool and keeps what it said on stderr as a notice. Throws as runTool does. */
  run(call: ToolCall): Promise<ToolOutput>;
  /** What the tools said beside the render, line by line, in the order in which they ended. */
  readonly notices: readonly string[];
}

export interface ToolCall {
  /** For messages: `helm template`. */
  readonly command: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Folders with wrappers that come first on the child's PATH. */
  readonly guards?: readonly string[];
  /** True where stdout is talk too: it joins the notices, or the words of a failure. */
  readonly chatter?: boolean;
  /** Ends this tool alone. */
  readonly signal?: AbortSignal;
}

/** More than this nobody reads. */
const maxNotices = 200;

export async function withWorkspace<T>(
  request: RenderRequest,
  tools: Tools,
  use: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline(request.limits.renderTimeoutSeconds);
  // Whoever was killed could not clean up; its successor does.
  if (tools.isSupervised) await removeAbandoned(tools.env);
  return withPrivateFolder(tools.env, (privateFolder) =>
    use(makeWorkspace(request, tools, privateFolder, deadline)),
  );
}

function makeWorkspace(
  request: RenderRequest,
  tools: Tools,
  privateFolder: string,
  deadline: Deadline,
): Workspace {
  const notices: string[] = [];
  const rewrite = async (words: string): Promise<string> => {
    if (words.trim() === "") return words;
    // Loaded where there is something to mask: reading values takes a YAML reader, and no tool shall wait for that.
    const { maskValues } = await import("./mask-values.ts");
    return hideCredentials(maskValues(publicPaths(words, privateFolder, request.root), request));
  };
  const note = async (command: string, text: string): Promise<void> => {
    for (const line of toolWords(await rewrite(text)).split("\n")) {
      if (line.trim() !== "" && notices.length < maxNotices) notices.push(`${command}: ${line}`);
    }
  };
  return {
    privateFolder,
    notices,
    async run(call) {
      const output = await runTool({
        command: call.command,
        file: call.file,
        args: call.args,
        cwd: call.cwd,
        env: toolEnvironment(tools.env, {
          privateFolder,
          guards: call.guards ?? [],
          offline: request.offline,
        }),
        deadline,
        signal: call.signal === undefined ? tools.signal : AbortSignal.any([tools.signal, call.signal]),
        chatter: call.chatter ?? false,
        maxStdoutBytes: request.limits.maxOutputBytes,
        sharesGroup: tools.isSupervised ?? false,
        rewrite,
        onStart: tools.onStart,
      });
      if (call.chatter) await note(call.command, output.stdout.toString("utf8"));
      await note(call.command, output.stderr);
      return output;
    },
  };
}

/** Where in the private folder the mirror of the repository stands, if one is needed. */
export function mirrorRoot(privateFolder: string): string {
  return `${privateFolder}/repository`;
}

/** Words of a tool with the paths that the reader knows: the mirror stands for the repository. */
function publicPaths(words: string, privateFolder: string, root: string): string {
  return words.replaceAll(mirrorRoot(privateFolder), root).replaceAll(privateFolder, "<private folder>");
}
