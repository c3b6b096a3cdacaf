# The image of the plugin's sidecar and of the barrier Job.
#
#   docker build -t ghcr.io/example/grantwave:0.1.0 --build-arg ARGOCD_VERSION=v3.6.1 .
#
# helm and kustomize come out of the Argo CD image of the same version as the server: with any other, manifests would
# differ that nobody changed.
ARG ARGOCD_VERSION=v3.6.1
ARG NODE_IMAGE=docker.io/library/node:20-bookworm-slim

FROM quay.io/argoproj/argocd:${ARGOCD_VERSION} AS argocd

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY scripts/build.mjs scripts/
COPY src/ src/
RUN node scripts/build.mjs

FROM ${NODE_IMAGE}
ARG ARGOCD_VERSION
LABEL org.opencontainers.image.title="grantwave" \
      org.opencontainers.image.description="Argo CD plugin and barrier: certificate grants before the workloads that use them" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.source="https://github.com/example/grantwave" \
      org.opencontainers.image.licenses="Apache-2.0" \
      dev.grantwave.argocd-version="${ARGOCD_VERSION}"
# git is for kustomizations with remote bases; certificates are for fetching charts.
RUN apt-get update \
 && apt-get install --no-install-recommends -y ca-certificates git \
 && rm -rf /var/lib/apt/lists/*
COPY --from=argocd /usr/local/bin/helm /usr/local/bin/kustomize /usr/local/bin/
# package.json beside dist tells Node that these are ES modules.
COPY package.json LICENSE /opt/grantwave/
COPY --from=build /src/dist/ /opt/grantwave/dist/
# One folder for each sidecar: that of grantwave-auto is started with --config-dir-path (install/repo-server-auto).
COPY plugin.yaml /home/argocd/cmp-server/config/plugin.yaml
COPY plugin-auto.yaml /home/argocd/cmp-server/config-auto/plugin.yaml
RUN ln -s /opt/grantwave/dist/grantwave.js /usr/local/bin/grantwave
ENV GRANTWAVE_HELM=/usr/local/bin/helm GRANTWAVE_KUSTOMIZE=/usr/local/bin/kustomize NODE_ENV=production
# Argo CD's user. It needs no home, and nothing to write to but a TMPDIR.
USER 999
# Argo CD's init container puts this program into a volume of the sidecar; the barrier Job names its own command.
ENTRYPOINT ["/var/run/argocd/argocd-cmp-server"]
