# The command `ashlar` in an image of Debian 12. In the root of the repository:
#   docker build -f Scripts/docker/command.Dockerfile -t ashlar .
#   docker run --rm -u "$(id -u):$(id -g)" -v "$PWD:/work" -w /work ashlar check Sources/App
ARG SWIFT=6.3

FROM swift:${SWIFT}-bookworm AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends libyaml-dev liblmdb-dev libpq-dev pkg-config \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /ashlar
COPY . .
RUN Scripts/build-command /out

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends libyaml-0-2 liblmdb0 libpq5 libstdc++6 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/ashlar /usr/local/bin/ashlar
ENTRYPOINT ["ashlar"]
