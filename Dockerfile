# The archive with its client, ffmpeg, yt-dlp and apprise. How to run it: docs/deploy/README.md.
FROM node:22-trixie-slim AS build
WORKDIR /opt/stowaway
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-trixie-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ffmpeg yt-dlp apprise ca-certificates python3-venv \
    && rm -rf /var/lib/apt/lists/*
# The newest yt-dlp, which precedes Debian's on the search path. "default" adds its scripts for YouTube, which Node runs. If PyPI cannot be
# reached, Debian's yt-dlp is used.
RUN python3 -m venv /opt/yt-dlp \
    && /opt/yt-dlp/bin/pip install --no-cache-dir --retries 2 "yt-dlp[default]" \
    && ln -s /opt/yt-dlp/bin/yt-dlp /usr/local/bin/yt-dlp \
    || echo "PyPI cannot be reached: the image has Debian's yt-dlp."
WORKDIR /opt/stowaway
COPY --from=build /opt/stowaway/package.json ./
COPY --from=build /opt/stowaway/node_modules ./node_modules
COPY --from=build /opt/stowaway/dist ./dist
# Files that the bundle reads: the contract, the sample library, a thread, and the client's colors for the pages of /admin/.
COPY --from=build /opt/stowaway/server ./server
COPY --from=build /opt/stowaway/src/theme ./src/theme
RUN mkdir /data /library && chown node:node /data /library
USER node
ENV NODE_ENV=production STOWAWAY_HOST=0.0.0.0 STOWAWAY_DATA=/data STOWAWAY_LIBRARY=/library
VOLUME ["/data", "/library"]
EXPOSE 8000
# Requests /healthz on the configured port, over https if https is configured.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["node", "server/start/health-check.mjs"]
ENTRYPOINT ["node", "dist/.server/main.mjs"]
