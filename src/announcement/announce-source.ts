import type { ParameterName, ParameterValues } from "../parameters.ts";
import { applicationEntries } from "../render/application-folder.ts";
import { detectRenderer } from "../render/detect-renderer.ts";
import type { RendererType, RenderRequest } from "../render/render-request.ts";
import type { Tools } from "../render/tools.ts";
import { type Announcement, announce, type CurrentValue } from "./announcement.ts";
import { chartValues } from "./chart-values.ts";
import type { FoundValues } from "./found-values.ts";
import { kustomizationValues } from "./kustomization-values.ts";

/** The parameters of each renderer that its announcement shows, in their order. */
const shown: Readonly<Record<RendererType, readonly ParameterName[]>> = {
  helm: ["release-name", "values-files", "values", "set", "set-string"],
  kustomize: ["name-prefix", "name-suffix", "kustomize-namespace", "images", "replicas", "components"],
  directory: ["recurse", "include", "exclude", "any-extension"],
};

const finders: Readonly<
  Record<RendererType, (request: RenderRequest, tools: Tools) => Promise<FoundValues>>
> = {
  helm: chartValues,
  kustomize: kustomizationValues,
  directory: async () => ({ values: {}, notices: [] }),
};

/**
 * The parameters that make sense for a source, with what they are now: what the Application sets, else what the source's
 * own files say.
 *
 * @throws UsageError for a folder that cannot be read; what else goes wrong is a notice.
 */
export async function announceSource(
  request: RenderRequest,
  parameters: ParameterValues,
  tools: Tools,
): Promise<{ readonly announcements: readonly Announcement[]; readonly notices: readonly string[] }> {
  const names = await applicationEntries(request);
  const renderer = request.renderer === "auto" ? detectRenderer(names) : request.renderer;
  const found = await finders[renderer](request, tools);
  const announcements = shown[renderer].map((name) => announce(name, current(name, parameters, found)));
  return { announcements: [announce("renderer", renderer), ...announcements], notices: found.notices };
}

/** A map that the Application sets stands over what the files say of the same names. */
function current(
  name: ParameterName,
  parameters: ParameterValues,
  { values }: FoundValues,
): CurrentValue | undefined {
  const given = parameters[name] as CurrentValue | undefined;
  const own = values[name];
  if (isMap(given) && isMap(own)) return { ...own, ...given };
  return given ?? own;
}

function isMap(value: CurrentValue | undefined): value is Readonly<Record<string, string>> {
  return typeof value === "object" && !Array.isArray(value);
}
