# kibitz in two images, from one build:
#
#   docker build -t kibitz .                      Debian with Stockfish beside the embedded engine
#   docker build -t kibitz:slim --target slim .   the binary alone, on scratch
#
# Both run as nobody in particular, need no writable file system, and stop on SIGTERM:
#
#   docker run --rm --read-only -p 127.0.0.1:8080:8080 kibitz

FROM rust:1.95-trixie AS build
WORKDIR /src
COPY . .
# Linked statically, so that the same binary runs on scratch; glibc can do that for a target that is
# named, on x86-64 and ARM alike.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    host="$(rustc -vV | sed -n 's/^host: //p')" \
    && RUSTFLAGS='-C target-feature=+crt-static' cargo build --release --locked --bin kibitz --target "$host" \
    && cp "target/$host/release/kibitz" /kibitz \
    && strip /kibitz

FROM scratch AS slim
COPY --from=build /kibitz /kibitz
ENV KIBITZ_LISTEN=0.0.0.0:8080
EXPOSE 8080
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=5s CMD ["/kibitz", "health"]
ENTRYPOINT ["/kibitz"]

FROM debian:trixie-slim AS full
RUN apt-get update \
    && apt-get install -y --no-install-recommends stockfish \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /kibitz /usr/local/bin/kibitz
ENV KIBITZ_LISTEN=0.0.0.0:8080
EXPOSE 8080
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=10s CMD ["kibitz", "health"]
ENTRYPOINT ["kibitz"]
