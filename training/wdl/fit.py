"""Fits the chances of winning, drawing and losing to the positions of our own games.

    zstd -dc FOLDER/own-*.zst | python3 fit.py

Reads the records of `positions` (32 bytes: occupied squares first, score at 24, result at 26) and
prints the four numbers of `src/search/wdl.rs`, found by maximum likelihood: a win at a score s has the
chance 1 / (1 + e^((a - s) / b)), a loss the same of -s; a and b are straight lines over the share of
the 32 pieces that are left.
"""
import math
import struct
import sys

STEP = 16
MOST = 1_600


def read(stream):
    """Counts of losses, draws and wins by (pieces, score)."""
    cells = {}
    while len(record := stream.read(32)) == 32:
        (occupied,) = struct.unpack_from("<Q", record)
        score, result = struct.unpack_from("<hB", record, 24)
        score = max(-MOST, min(MOST, score))
        key = (occupied.bit_count() // 2 * 2, round(score / STEP) * STEP)
        cells.setdefault(key, [0, 0, 0])[result] += 1
    return cells


def chance(score, a, b):
    return 1 / (1 + math.exp(max(-60.0, min(60.0, (a - score) / b))))


def cost(model, cells):
    """Nats a position; without bound where a line leaves the positive numbers."""
    a0, a1, b0, b1 = model
    total = count = 0
    for (pieces, score), (lost, drawn, won) in cells.items():
        share = pieces / 32
        a, b = a0 + a1 * share, b0 + b1 * share
        if a <= 0 or b <= 1:
            return math.inf
        win, loss = chance(score, a, b), chance(-score, a, b)
        draw = max(1e-9, 1 - win - loss)
        total -= lost * math.log(loss + 1e-9) + drawn * math.log(draw) + won * math.log(win + 1e-9)
        count += lost + drawn + won
    return total / count


def descend(model, cells):
    """Steps along the axes, halved when none helps."""
    best, steps = cost(model, cells), [64.0, 64.0, 64.0, 64.0]
    while max(steps) > 0.5:
        for axis in range(4):
            for sign in (1, -1):
                tried = list(model)
                tried[axis] += sign * steps[axis]
                if (found := cost(tried, cells)) < best:
                    model, best = tried, found
                    break
            else:
                steps[axis] /= 2
    return model, best


cells = read(sys.stdin.buffer)
positions = sum(map(sum, cells.values()))
model, nats = descend([200.0, 0.0, 100.0, 0.0], cells)
print(f"{positions} positions, {nats:.4f} nats each")
print("a = {:.0f} + {:.0f} x, b = {:.0f} + {:.0f} x".format(*model))
