#!/bin/sh
# Everything after fetch.sh, with the seeds of the shipped nets: make.sh DATA
set -eu
data=$1
here=$(dirname "$0")
cd "$here"
python=$data/venv/bin/python
[ -x "$python" ] || python=python3
mkdir -p "$data/sets" "$data/tiles" "$data/runs"
$python sets.py "$data"
$python own.py "$data" 48 7
$python positions.py "$data" 12000 1
$python generate.py "$data" held 300 900 held
for i in 1 2 3 4 5 6 7 8 9 10; do
    $python generate.py "$data" "b$i" 1500 "20$i"
done
# 15,000 boards are 960,000 squares. The rate is level for the steps given, then falls over a third as many.
$python train.py "$data" squares 6000 1 "$data/runs/squares" 'b*'
$python train.py "$data" coords 6000 2 "$data/runs/coords" 'b*'
cp "$data/runs/squares.bin" "$data/runs/coords.bin" "$data/"
$python parity.py "$data" "$data/parity"
$python pictures.py "$data" "$data/blind" 300 778 held
$python pictures.py "$data" "$data/fixtures" 12 33 own 760
sha256sum "$data/squares.bin" "$data/coords.bin"
