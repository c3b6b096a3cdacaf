/**
 * Where the sync code of a release is: a Go module, or a tag of argo-cd's repository whose folder `gitops-engine` it is
 * (3.3 to 3.5, which published it as no module).
 * @typedef {{ readonly module: string, readonly version: string } | { readonly tag: string }} EngineSource
 */

/**
 * @typedef {object} Release
 * @property {string} release of Argo CD
 * @property {EngineSource} engine
 * @property {string} argoCd the module of that line, with the release whose health checks are listed
 * @property {string} [dependenciesOf] the release whose go.mod the program is built with, where it is another one's
 *   Building Kubernetes' modules takes minutes, and they have no say in the order: neighbours share them.
 * @property {boolean} [wantsOpenApi] `NewSyncContext` and `ManageResources` take an OpenAPI schema (3.2 and before)
 */

const separateEngine = "github.com/argoproj/gitops-engine";

/**
 * The releases that are asked, newest first: of each line the last one whose sync code can be had.
 * @type {readonly Release[]}
 */
export const releases = [
  {
    release: "3.6.1",
    engine: { module: "github.com/argoproj/argo-cd/gitops-engine/v3", version: "v3.6.1" },
    argoCd: "github.com/argoproj/argo-cd/v3@v3.6.1",
  },
  {
    release: "3.5.1",
    engine: { tag: "v3.5.1" },
    argoCd: "github.com/argoproj/argo-cd/v3@v3.5.7",
  },
  {
    release: "3.4.7",
    engine: { tag: "v3.4.7" },
    argoCd: "github.com/argoproj/argo-cd/v3@v3.4.13",
  },
  {
    release: "3.3.14",
    engine: { tag: "v3.3.14" },
    argoCd: "github.com/argoproj/argo-cd/v3@v3.3.19",
    dependenciesOf: "3.4.7",
  },
  {
    release: "3.2.12",
    engine: { module: separateEngine, version: "v0.7.1-0.20260512161450-ff8d2f5207dc" },
    argoCd: "github.com/argoproj/argo-cd/v3@v3.2.12",
    dependenciesOf: "3.4.7",
    wantsOpenApi: true,
  },
  {
    release: "3.1.16",
    engine: { module: separateEngine, version: "v0.7.1-0.20250905160054-e48120133eec" },
    argoCd: "github.com/argoproj/argo-cd/v3@v3.1.16",
    wantsOpenApi: true,
  },
  {
    release: "3.0.23",
    engine: { module: separateEngine, version: "v0.7.1-0.20250905171100-0882c168faa3" },
    argoCd: "github.com/argoproj/argo-cd/v3@v3.0.23",
    dependenciesOf: "3.1.16",
    wantsOpenApi: true,
  },
  {
    release: "2.14.21",
    engine: { module: separateEngine, version: "v0.7.1-0.20250521000818-c08b0a72c1f1" },
    argoCd: "github.com/argoproj/argo-cd/v2@v2.14.21",
    dependenciesOf: "3.1.16",
    wantsOpenApi: true,
  },
];

/** @param {string} release */
export function releaseNamed(release) {
  const found = releases.find((each) => each.release === release);
  if (found === undefined) throw new Error(`${release} is not in the table of releases`);
  return found;
}
