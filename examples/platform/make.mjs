#!/usr/bin/env node
// Prints a platform of real-world size: twelve teams with eight services each, a signer, and the policy that grants
// certificates to every second service. The same bytes on every run.

const teams = ["accounts", "billing", "catalogue", "delivery", "events", "fraud", "gateway", "history", "identity", "jobs", "kiosk", "ledger"];
const services = ["api", "worker", "cache", "search", "mailer", "reports", "sync", "web"];

/** @type {object[]} */
const objects = [];
/** @param {string} apiVersion @param {string} kind @param {string} namespace @param {string} name @param {object} [rest] @param {number} [wave] */
function add(apiVersion, kind, namespace, name, rest = {}, wave = 0) {
  const annotations = wave === 0 ? {} : { annotations: { "argocd.argoproj.io/sync-wave": String(wave) } };
  const place = namespace === "" ? {} : { namespace };
  objects.push({ apiVersion, kind, metadata: { name, ...place, ...annotations }, ...rest });
}

/** @param {string} team @param {string} service */
const hasCertificate = (team, service) => (teams.indexOf(team) + services.indexOf(service)) % 2 === 0;

/** @param {string} name @param {object} spec */
function template(name, spec) {
  return { metadata: { labels: { app: name } }, spec };
}

add("v1", "Namespace", "", "cert-signer");
add("v1", "ServiceAccount", "cert-signer", "pod-cert-signer");
add("v1", "ConfigMap", "cert-signer", "pod-cert-signer", {
  data: {
    "policy.json": `${JSON.stringify(
      {
        signerName: "example.com/workload",
        trustDomain: "example.com",
        dnsNamesAnnotation: "example.com/dns-names",
        lifetime: "24h",
        refreshAt: 0.66,
        keyTypes: ["ECDSAP256"],
        grants: teams.flatMap((team) =>
          services
            .filter((service) => hasCertificate(team, service))
            .map((service) => ({ namespace: team, serviceAccount: service, usage: "client" })),
        ),
      },
      null,
      2,
    )}\n`,
  },
});
add("apps/v1", "Deployment", "cert-signer", "pod-cert-signer", {
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "pod-cert-signer" } },
    template: template("pod-cert-signer", {
      serviceAccountName: "pod-cert-signer",
      containers: [{ name: "signer", image: "ghcr.io/example/pod-cert-signer:0.3.0" }],
      volumes: [{ name: "policy", configMap: { name: "pod-cert-signer" } }],
    }),
  },
});

for (const team of teams) {
  add("v1", "Namespace", "", team);
  add("v1", "ResourceQuota", team, "quota", { spec: { hard: { pods: "200" } } });
  add("networking.k8s.io/v1", "NetworkPolicy", team, "default", { spec: { podSelector: {} } });
  add("rbac.authorization.k8s.io/v1", "Role", team, "read", {
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }],
  });
  add("apps/v1", "StatefulSet", team, "database", {
    spec: {
      serviceName: "database",
      selector: { matchLabels: { app: "database" } },
      template: template("database", { containers: [{ name: "postgres", image: "ghcr.io/example/postgres:17" }] }),
    },
  }, -10);
  for (const [position, service] of services.entries()) {
    const wave = position < 2 ? 0 : position;
    add("v1", "ServiceAccount", team, service);
    add("rbac.authorization.k8s.io/v1", "RoleBinding", team, service, {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "read" },
      subjects: [{ kind: "ServiceAccount", name: service, namespace: team }],
    });
    add("v1", "ConfigMap", team, `${service}-settings`, { data: { "settings.yaml": `service: ${service}\nteam: ${team}\n` } });
    add("v1", "Service", team, service, { spec: { selector: { app: service }, ports: [{ port: 443 }] } });
    add("apps/v1", "Deployment", team, service, {
      spec: {
        replicas: 1 + (position % 3),
        ...(position % 4 === 0 ? { strategy: { type: "Recreate" } } : {}),
        selector: { matchLabels: { app: service } },
        template: template(service, {
          serviceAccountName: service,
          containers: [{ name: service, image: `ghcr.io/example/${service}:1`, envFrom: [{ configMapRef: { name: `${service}-settings` } }] }],
          ...(hasCertificate(team, service)
            ? {
                volumes: [
                  {
                    name: "certificate",
                    projected: {
                      sources: [
                        { podCertificate: { signerName: "example.com/workload", keyType: "ECDSAP256", credentialBundlePath: "bundle.pem" } },
                      ],
                    },
                  },
                ],
              }
            : {}),
        }),
      },
    }, wave);
  }
  add("networking.k8s.io/v1", "Ingress", team, "web", {
    spec: { defaultBackend: { service: { name: "web", port: { number: 443 } } } },
  }, 10);
}

process.stdout.write(objects.map((object) => `${JSON.stringify(object)}\n`).join("---\n"));
