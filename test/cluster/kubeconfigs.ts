import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Who a control plane knows by a token, beside service accounts. */
const users = {
  admin: { name: "admin", groups: ["system:masters"] },
  "controller-manager": { name: "system:kube-controller-manager", groups: [] },
  scheduler: { name: "system:kube-scheduler", groups: [] },
  kwok: { name: "kwok", groups: ["system:masters"] },
  node1: { name: "system:node:node1", groups: ["system:nodes"] },
} as const;

export type User = keyof typeof users;

/** The file of `--token-auth-file`. */
export function tokensPath(folder: string): string {
  return join(folder, "tokens.csv");
}

export function kubeconfigPath(folder: string, user: User): string {
  return join(folder, `${user}.conf`);
}

/** Makes a token and a kubeconfig for every user; gives the tokens. The CA's certificate is `ca.crt` of the folder. */
export async function writeKubeconfigs(folder: string, url: string): Promise<Readonly<Record<User, string>>> {
  const names = Object.keys(users) as readonly User[];
  const tokens = Object.fromEntries(names.map((user) => [user, randomBytes(16).toString("hex")])) as Record<
    User,
    string
  >;
  const rows = names.map((user) => {
    const { name, groups } = users[user];
    return `${tokens[user]},${name},${name},"${groups.join(",")}"\n`;
  });
  await writeFile(tokensPath(folder), rows.join(""), { mode: 0o600 });
  for (const user of names) {
    const config = kubeconfig(url, join(folder, "ca.crt"), tokens[user]);
    await writeFile(kubeconfigPath(folder, user), config, { mode: 0o600 });
  }
  return tokens;
}

/** A kubeconfig as JSON, which is YAML too. */
function kubeconfig(url: string, caFile: string, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server: url, "certificate-authority": caFile } }],
    users: [{ name: "test", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
    "current-context": "test",
  });
}
