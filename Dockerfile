# The product as an image: dist on Node 24, for the platform that it is built on (docs/operations/containers.md).
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm run build

FROM ${NODE_IMAGE}
RUN install -d -o 10001 -g 10001 -m 0700 /var/lib/verso
WORKDIR /opt/verso
COPY --from=build /src/dist ./
# Settings come from outside; these are the image's own. METRICS_PORT also tells whether a process of any role answers.
ENV NODE_ENV=production BIND_HOST=0.0.0.0 DATA_DIR=/var/lib/verso METRICS_PORT=9100 MALLOC_ARENA_MAX=2
USER 10001:10001
VOLUME /var/lib/verso
EXPOSE 3000 3001 3002 3003 3004 9100
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=40", "server/src/main.js"]
