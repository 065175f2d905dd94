# A program that uses Ashlar, with Swift's libraries linked in. Copy this file and program.Dockerfile.dockerignore into your package, and there:
#   docker build -f program.Dockerfile --build-arg PROGRAM=Shop -t shop .
#   docker run --rm -v shop-data:/data shop
ARG SWIFT=6.3

FROM swift:${SWIFT}-bookworm AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends libyaml-dev liblmdb-dev pkg-config \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /package
COPY . .
ARG PROGRAM
RUN swift build -c release --static-swift-stdlib --product "$PROGRAM" \
  && install -D -s "$(swift build -c release --static-swift-stdlib --show-bin-path)/$PROGRAM" /out/program

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends liblmdb0 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system program \
  && install -d -o program /data
COPY --from=build /out/program /usr/local/bin/program
USER program
# `Realm()` opens /data/program/default.realm.
ENV XDG_DATA_HOME=/data
VOLUME /data
ENTRYPOINT ["program"]
