# syntax=docker/dockerfile:1
# Recollect as a server: docs/deployment.md says how it is run.

FROM node:20-bookworm-slim AS build
# Only where no ready-made SQLite can be had it is compiled.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 make g++ \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /recollect
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/setup.mjs && npm prune --omit=dev

FROM node:20-bookworm-slim
ENV NODE_ENV=production RECOLLECT_HOME=/memory
WORKDIR /recollect
COPY --from=build /recollect/package.json ./
COPY --from=build /recollect/node_modules ./node_modules
COPY --from=build /recollect/dist ./dist
COPY --from=build /recollect/docs ./docs
COPY --from=build /recollect/examples ./examples
RUN ln -s /recollect/dist/bin/recollect.js /usr/local/bin/recollect \
 && install --directory --owner=node --group=node --mode=0700 /memory
USER node
VOLUME /memory
EXPOSE 4114
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4114/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["recollect"]
CMD ["serve", "--host", "0.0.0.0"]
