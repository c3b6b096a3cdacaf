import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "../../src/config/parse-config.ts";
import { version } from "../../src/version.ts";
import { argoCd, type Built, buildExample, buildInstall, only } from "./build.ts";

const root = join(import.meta.dirname, "../..");

interface Mount {
  readonly name: string;
  readonly mountPath: string;
}

let before: Built;
let after: Built;
let objects: readonly Built[];

beforeAll(async () => {
  const base = await buildInstall({ resources: [argoCd] }, "gitops");
  before = only(base, "Deployment");
  objects = await buildInstall(
    { resources: [argoCd], components: ["repo-server", "repo-server-auto", "any-namespace"] },
    "gitops",
  );
  after = only(objects, "Deployment");
});

function podOf(deployment: Built) {
  return deployment["spec"].template.spec;
}

function containerOf(name: string) {
  return podOf(after).containers.find((container: { name: string }) => container.name === name);
}

const sidecars = ["grantwave", "grantwave-auto"] as const;

describe("the components for Argo CD 3.6's repo-server", () => {
  it("add two containers, and leave everything that was there as it was", () => {
    const added = podOf(after).containers.map(({ name }: { name: string }) => name);
    expect([...added].sort()).toEqual(["argocd-repo-server", ...sidecars]);
    expect(containerOf("argocd-repo-server")).toEqual(podOf(before).containers[0]);
    const { containers: _, volumes: volumesAfter, ...rest } = podOf(after);
    const { containers: __, volumes, ...restBefore } = podOf(before);
    expect(rest).toEqual(restBefore);
    expect(volumesAfter).toEqual(expect.arrayContaining(volumes));
  });

  it("keep Argo CD's own container the one that logs and exec mean", () => {
    expect(after["spec"].template.metadata.annotations).toEqual({
      "kubectl.kubernetes.io/default-container": "argocd-repo-server",
    });
  });

  it.each(sidecars)("give %s what Argo CD wants of a plugin's sidecar", (name) => {
    const mounts: readonly Mount[] = containerOf(name).volumeMounts;
    expect(containerOf(name).command).toEqual(["/var/run/argocd/argocd-cmp-server"]);
    expect(mounts).toContainEqual({ name: "var-files", mountPath: "/var/run/argocd", readOnly: true });
    expect(mounts).toContainEqual({ name: "plugins", mountPath: "/home/argocd/cmp-server/plugins" });
    const volumes = podOf(after).volumes.map((volume: { name: string }) => volume.name);
    for (const mount of mounts) expect(volumes).toContain(mount.name);
  });

  it.each(sidecars)("confine %s: user 999, nothing to write to but a bounded /tmp of its own", (name) => {
    const { resources, securityContext, volumeMounts } = containerOf(name);
    expect(securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 999,
      runAsGroup: 999,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(Object.keys(resources.limits)).toEqual(["cpu", "memory"]);
    const tmp = volumeMounts.find(({ mountPath }: Mount) => mountPath === "/tmp").name;
    const sharing = podOf(after).containers.filter((container: { volumeMounts: readonly Mount[] }) =>
      container.volumeMounts.some((mount) => mount.name === tmp),
    );
    expect(sharing).toHaveLength(1);
    const volume = podOf(after).volumes.find((candidate: { name: string }) => candidate.name === tmp);
    expect(volume.emptyDir.sizeLimit).toBeDefined();
  });

  it("mount a short-lived token into grantwave-auto, and into nothing else", () => {
    const withToken = podOf(after).volumes.filter((volume: Built) =>
      volume["projected"]?.sources.some((source: object) => "serviceAccountToken" in source),
    );
    expect(withToken).toHaveLength(1);
    const [{ name, projected }] = withToken;
    const holders = podOf(after).containers.filter((container: { volumeMounts: readonly Mount[] }) =>
      container.volumeMounts.some((mount) => mount.name === name),
    );
    expect(holders.map((holder: { name: string }) => holder.name)).toEqual(["grantwave-auto"]);
    expect(projected.sources[0].serviceAccountToken).toEqual({ path: "token", expirationSeconds: 3600 });
    expect(podOf(after).automountServiceAccountToken).toBe(false);
  });

  it("start grantwave-auto on the folder in which the image has its plugin file", () => {
    const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
    const [, folder] = /^COPY plugin-auto\.yaml (.*)\/plugin\.yaml$/m.exec(dockerfile) ?? [];
    expect(containerOf("grantwave-auto").args).toEqual([`--config-dir-path=${folder}`]);
  });

  it("run the image of this version, for sidecars and barriers", () => {
    const image = `ghcr.io/example/grantwave:${version}`;
    for (const name of sidecars) expect(containerOf(name).image).toBe(image);
    const { data } = only(objects, "ConfigMap");
    expect(parseConfig(data["grantwave.yaml"], "grantwave.yaml", "operator").barrier).toEqual({
      image,
      serviceAccountName: "grantwave-barrier",
      namespace: "grantwave",
    });
  });

  it("mount the configuration under the name that its content gives it", () => {
    const volume = podOf(after).volumes.find(({ name }: { name: string }) => name === "grantwave-config");
    expect(volume.configMap.name).toBe(only(objects, "ConfigMap").metadata.name);
    expect(volume.configMap.name).toMatch(/^grantwave-config-\w+$/);
  });

  it("let the repo-server's account get Applications in Argo CD's namespace, wherever that is", () => {
    const rules = [{ apiGroups: ["argoproj.io"], resources: ["applications"], verbs: ["get"] }];
    const subjects = [{ kind: "ServiceAccount", name: "argocd-repo-server", namespace: "gitops" }];
    expect(only(objects, "Role")).toMatchObject({ metadata: { namespace: "gitops" }, rules });
    expect(only(objects, "RoleBinding")).toMatchObject({ metadata: { namespace: "gitops" }, subjects });
    expect(only(objects, "ClusterRole")["rules"]).toEqual(rules);
    expect(only(objects, "ClusterRoleBinding")["subjects"]).toEqual(subjects);
  });

  it("come without token and without rights where nobody opts in by annotation", async () => {
    const built = await buildInstall({ resources: [argoCd], components: ["repo-server"] }, "argocd");
    expect(built.map(({ kind }) => kind).sort()).toEqual([
      "ConfigMap",
      "Deployment",
      "NetworkPolicy",
      "ServiceAccount",
    ]);
    expect(JSON.stringify(built)).not.toContain("serviceAccountToken");
  });
});

describe("the example of a whole installation", () => {
  it("builds, with both sidecars and the configuration that lies beside it", async () => {
    const built = await buildExample();
    expect(podOf(only(built, "Deployment")).containers).toEqual(podOf(after).containers);
    const { data, metadata } = only(built, "ConfigMap");
    expect(data).toEqual({
      "grantwave.yaml": readFileSync(join(root, "install/example/grantwave.yaml"), "utf8"),
    });
    const volume = podOf(only(built, "Deployment")).volumes.find(
      ({ name }: { name: string }) => name === "grantwave-config",
    );
    expect(volume.configMap.name).toBe(metadata.name);
  });

  it("builds as documented: with an image of one's own, and for Applications in any namespace", async () => {
    const built = await buildExample((text) =>
      text
        .replace("newTag: 0.1.0", "newName: registry.example.com/grantwave")
        .replace("# - ../any-namespace", "- ../any-namespace"),
    );
    const images = podOf(only(built, "Deployment")).containers.map(({ image }: { image: string }) => image);
    expect(images).toContain(`registry.example.com/grantwave:${version}`);
    expect(images.join(" ")).not.toContain("ghcr.io");
    expect(only(built, "ClusterRole").metadata.name).toBe("grantwave-auto");
  });
});

describe("the values for the chart argo/argo-cd", () => {
  it("add the same containers and volumes, and keep the chart from giving the others a token", () => {
    const { extraObjects, repoServer } = parse(
      readFileSync(join(root, "install/helm/values-auto.yaml"), "utf8"),
    );
    expect(repoServer.extraContainers).toEqual(sidecars.map(containerOf));
    expect(repoServer.automountServiceAccountToken).toBe(false);
    expect(repoServer.rbac).toEqual(only(objects, "Role")["rules"]);
    const names = new Set(repoServer.volumes.map(({ name }: { name: string }) => name));
    const chartsOwn = ["var-files", "plugins"];
    for (const { volumeMounts } of repoServer.extraContainers) {
      for (const { name } of volumeMounts) expect(names.has(name) || chartsOwn.includes(name)).toBe(true);
    }
    expect(extraObjects[0].data).toEqual(only(objects, "ConfigMap")["data"]);
  });
});
