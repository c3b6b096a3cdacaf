/** What Argo CD can render by itself; `auto` looks at the folder as Argo CD does. */
const rendererTypes = ["helm", "kustomize", "directory"] as const;
export type RendererType = (typeof rendererTypes)[number];

/** The folder that stands for standard input. */
export const standardInput = "-";

/** Everything that decides what a render prints, apart from the files and the tools. Paths are absolute. */
export interface RenderRequest {
  /** The application: an absolute folder, or `-` for standard input. */
  readonly folder: string;
  /** Nothing outside of it is read; see repositoryRoot. */
  readonly root: string;
  readonly renderer: RendererType | "auto";
  /** Name of the application as Argo CD gives it, `<namespace>_<name>` included. */
  readonly name: string;
  /** Destination namespace; empty where there is none. */
  readonly namespace: string;
  readonly kubeVersion: string | undefined;
  readonly apiVersions: readonly string[];
  readonly helm: HelmOptions;
  readonly kustomize: KustomizeOptions;
  readonly directory: DirectoryOptions;
  /** Forbids renderers to fetch anything. */
  readonly offline: boolean;
  /** Asks the tool for its version, which only reports tell: a process more. */
  readonly wantsVersion: boolean;
  readonly limits: RenderLimits;
}

export interface HelmOptions {
  /** Else the destination namespace. */
  readonly namespace: string;
  /** Else the name of the application. */
  readonly releaseName: string | undefined;
  /** Relative to the chart, or from the root of the repository with a leading slash, or an http(s) address. */
  readonly valuesFiles: readonly string[];
  readonly ignoreMissingValuesFiles: boolean;
  /** YAML text, over the values files. */
  readonly values: string | undefined;
  readonly set: Readonly<Record<string, string>>;
  readonly setString: Readonly<Record<string, string>>;
  /** Values read from files, which are found as values files are. */
  readonly setFile: Readonly<Record<string, string>>;
  readonly skipCrds: boolean;
  readonly skipSchemaValidation: boolean;
  readonly skipTests: boolean;
}

/** What an Application changes about a kustomization; see editKustomization. */
export interface KustomizeOptions {
  readonly namePrefix: string;
  readonly nameSuffix: string;
  readonly namespace: string;
  /** As `kustomize edit set image` takes them. */
  readonly images: readonly string[];
  /** Counts by the name of their workload. */
  readonly replicas: Readonly<Record<string, string>>;
  readonly commonLabels: Readonly<Record<string, string>>;
  readonly forceCommonLabels: boolean;
  readonly labelWithoutSelector: boolean;
  readonly labelIncludeTemplates: boolean;
  readonly commonAnnotations: Readonly<Record<string, string>>;
  readonly forceCommonAnnotations: boolean;
  /** YAML text: a list as under `patches` of a kustomization. */
  readonly patches: string | undefined;
  /** Folders relative to the application's, or addresses. */
  readonly components: readonly string[];
  readonly ignoreMissingComponents: boolean;
}

export interface DirectoryOptions {
  readonly recurse: boolean;
  /** Patterns over paths relative to the folder; see globMatcher. Empty where everything is meant. */
  readonly include: string;
  readonly exclude: string;
  /** Reads files of any extension, as Argo CD's `disableExtensionFilter`. */
  readonly anyExtension: boolean;
}

/** What the operator allows one render to take. */
export interface RenderLimits {
  /** For all tools of one render together. Argo CD's own default is 60 s, after which it kills without a word. */
  readonly renderTimeoutSeconds: number;
  /** Argo CD refuses more than 100 MiB from a plugin. */
  readonly maxOutputBytes: number;
  /** Of a plain directory. */
  readonly maxFiles: number;
}

const mebibyte = 1024 * 1024;

const defaultLimits: RenderLimits = {
  renderTimeoutSeconds: 55,
  maxOutputBytes: 96 * mebibyte,
  maxFiles: 20_000,
};

const defaultKustomize: KustomizeOptions = {
  namePrefix: "",
  nameSuffix: "",
  namespace: "",
  images: [],
  replicas: {},
  commonLabels: {},
  forceCommonLabels: false,
  labelWithoutSelector: false,
  labelIncludeTemplates: false,
  commonAnnotations: {},
  forceCommonAnnotations: false,
  patches: undefined,
  components: [],
  ignoreMissingComponents: false,
};

const defaultHelm: HelmOptions = {
  namespace: "",
  releaseName: undefined,
  valuesFiles: [],
  ignoreMissingValuesFiles: false,
  values: undefined,
  set: {},
  setString: {},
  setFile: {},
  skipCrds: false,
  skipSchemaValidation: false,
  skipTests: false,
};

type Given = Pick<RenderRequest, "folder" | "root"> &
  Partial<Omit<RenderRequest, "folder" | "root" | "helm" | "kustomize" | "directory" | "limits">> & {
    readonly helm?: Partial<HelmOptions>;
    readonly kustomize?: Partial<KustomizeOptions>;
    readonly directory?: Partial<DirectoryOptions>;
    readonly limits?: Partial<RenderLimits>;
  };

/** A whole request from what is given; everything else as Argo CD has it when an Application says nothing. */
export function renderRequest(given: Given): RenderRequest {
  return {
    renderer: "auto",
    name: "",
    namespace: "",
    kubeVersion: undefined,
    apiVersions: [],
    offline: false,
    wantsVersion: true,
    ...given,
    helm: { ...defaultHelm, ...given.helm },
    kustomize: { ...defaultKustomize, ...given.kustomize },
    directory: { recurse: false, include: "", exclude: "", anyExtension: false, ...given.directory },
    limits: { ...defaultLimits, ...given.limits },
  };
}
