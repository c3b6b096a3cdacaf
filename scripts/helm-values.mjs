import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";

const install = resolve(import.meta.dirname, "../install");

/**
 * Values for the chart argo/argo-cd that add the same sidecars as the kustomize components do. Lists of several values
 * files are not merged by helm, so each variant is whole.
 *
 * @param {readonly ("repo-server" | "repo-server-auto")[]} components
 */
export function helmValues(components) {
  const sidecars = components.map((component) => parse(read(`${component}/sidecar.yaml`)).spec.template);
  const isAuto = components.includes("repo-server-auto");
  const values = {
    repoServer: {
      ...(isAuto
        ? {
            // The chart gives the repo-server a token unless it is told otherwise, which Argo CD's own manifests do.
            automountServiceAccountToken: false,
            rbac: roleRules("repo-server-auto/rbac.yaml"),
          }
        : {}),
      extraContainers: sidecars.flatMap(({ spec }) => spec.containers),
      volumes: sidecars.flatMap(({ spec }) => spec.volumes),
    },
    extraObjects: [
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "grantwave-config" },
        data: { "grantwave.yaml": read("example/grantwave.yaml") },
      },
    ],
  };
  const header = `# Made from ${components.map((name) => `install/${name}`).join(" and ")} by \`npm run check -- --write\`: change those, not this file.\n`;
  return header + stringify(values, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** @param {string} file */
function roleRules(file) {
  const [role] = parseAllDocuments(read(file)).map((document) => document.toJS());
  return role.rules;
}

/** @param {string} file */
function read(file) {
  return readFileSync(resolve(install, file), "utf8");
}
