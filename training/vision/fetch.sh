#!/bin/sh
# Fetch and unpack the free piece art and fonts under DATA/src/x. Debian 12; run as a user who may call apt-get.
# fetch.sh DATA
set -eu
data=$1
mkdir -p "$data/src/deb" "$data/src/pypi" "$data/src/npm" "$data/src/x"
cd "$data/src/deb"
apt-get update -qq
apt-get install -y -qq librsvg2-bin libglib2.0-bin
for package in pychess scid-data xboard knights gnome-chess eboard fonts-dejavu-core fonts-freefont-ttf fonts-symbola \
    fonts-noto-core fonts-liberation2 fonts-lato; do
    apt-get download -qq "$package"
done
for file in *.deb; do dpkg -x "$file" "../x/$(echo "$file" | cut -d_ -f1)"; done
cd ../pypi
python3 -m pip download -q --no-deps fentoimage==0.1.0 pychess-data==0.1.0
for file in *.whl; do python3 -m zipfile -e "$file" "../x/${file%%-*}"; done
cd ../npm
npm pack --silent chessboard-element@1.2.0 @lichess-org/chessground@10.1.1
for file in *.tgz; do mkdir -p "../x/${file%.tgz}" && tar xzf "$file" -C "../x/${file%.tgz}"; done
