# syntax=docker/dockerfile:1

# One image for every process; the command selects it:
#   node dist/api/server.js            the HTTP API (default, with a flag)
#   node dist/workers/orchestrator.js  workflows and the outbox relay
#   node dist/workers/media.js         generation and storage
#   node dist/workers/outbound.js      webhook deliveries
#   node dist/cli/migrate.js           brings the database to the newest schema, then ends
# Debian and not Alpine: the Temporal core ships for glibc only.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/stand-ins/package.json packages/stand-ins/
COPY packages/studio/package.json packages/studio/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/stand-ins/package.json packages/stand-ins/
COPY packages/studio/package.json packages/studio/
# The Temporal core comes for five platforms; only that of this image can ever be loaded.
RUN npm ci --omit=dev --no-audit --no-fund \
    && native="$(node -p '({ x64: "x86_64", arm64: "aarch64" })[process.arch]')-unknown-linux-gnu" \
    && test -d "node_modules/@temporalio/core-bridge/releases/${native}" \
    && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
       ! -name "${native}" -exec rm -rf {} +

FROM node:24-slim
# Takes frames out of motion clips for the moderation service; makes clips smaller for posts.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ffmpeg \
    && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production \
    API_HOST=0.0.0.0 \
    METRICS_PORT=9464 \
    WORKFLOW_BUNDLE=/app/dist/workflow-bundle.js \
    WEB_FOLDER=/app/dist/web
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The guides, which /docs shows.
COPY docs ./docs
COPY package.json LICENSE NOTICE ./
USER node
EXPOSE 8080 9464
# Every process answers on its private port, whichever the command selects.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The processes end on SIGTERM by themselves; `docker run --init` (compose: init) reaps orphans.
# One helper thread for its garbage and its compiler: docs/decisions/0026.
CMD ["node", "--v8-pool-size=1", "dist/api/server.js"]
