"""Fit what the men say about the side at the bottom: a weight for each man on each square.

    zstd -dc positions-*.zst | python3 orientation.py [POSITIONS] > ../../src/recognize/men.in

Logistic regression on positions of games (32 bytes each, see ../nnue/src/data.rs), each seen from White's side and
from Black's. Half of them have men taken away at random, so that sparse boards are known too. White's and Black's
men share their weights, mirrored; the weights are written in hundredths of a logarithm, men P N B R Q K, each from the
bottom row up, for a man of the side at the bottom. A fiftieth of the games is held out.
"""
import sys

import numpy as np

WANTED = int(sys.argv[1]) if len(sys.argv) > 1 else 400_000
rng = np.random.default_rng(1)


def features(boards):
    """Signed counts: a man of ours on a square, less a man of theirs on the mirrored one turned about."""
    n = len(boards)
    x = np.zeros((n, 6, 64), np.float32)
    for piece in range(6):
        ours = boards == piece + 1
        theirs = (boards == piece + 7).reshape(n, 8, 8)[:, ::-1].reshape(n, 64)
        x[:, piece] = ours.astype(np.float32) + theirs
    turned = x[:, :, ::-1]
    return (x - turned)[:, :, :32].reshape(n, 192)


def read(stream, wanted, step=9):
    boards = []
    while len(boards) < wanted:
        block = stream.read(32 * step)
        if len(block) < 32 * step:
            break
        record = block[:32]
        occupied = int.from_bytes(record[:8], "little")
        codes = int.from_bytes(record[8:24], "little")
        board = np.zeros(64, np.int8)
        for square in range(64):
            if occupied >> square & 1:
                code = codes & 15
                codes >>= 4
                board[square] = code + 1 if code < 8 else code - 1
        boards.append(board)
    return np.array(boards)


boards = read(sys.stdin.buffer, WANTED)
thin = rng.random(len(boards)) < 0.5
kept = rng.random(boards.shape) < rng.uniform(0.1, 0.9, (len(boards), 1))
kings = (boards == 6) | (boards == 12)
boards[thin] = np.where(kept[thin] | kings[thin], boards[thin], 0)
x = features(boards)
held = len(x) // 50
train, test = x[:-held], x[-held:]
# Every position counts as seen from below; seen from above it is the same with the sign turned.
w = np.zeros(192)
m = np.zeros(192)
v = np.zeros(192)
for epoch in range(1, 401):
    batch = train[rng.integers(0, len(train), 8192)]
    p = 1 / (1 + np.exp(batch @ w))
    gradient = -(batch * p[:, None]).mean(0) + 2e-4 * w
    m = 0.9 * m + 0.1 * gradient
    v = 0.99 * v + 0.01 * gradient ** 2
    w -= 0.03 * (m / (1 - 0.9 ** epoch)) / (np.sqrt(v / (1 - 0.99 ** epoch)) + 1e-8)
said = test @ w
print(f"{len(train)} positions; of {held} held out {np.mean(said > 0):.4f} right, "
      f"loss {np.mean(np.log1p(np.exp(-said))):.4f}", file=sys.stderr)
for low, high in ((0, 6), (6, 12), (12, 20), (20, 33)):
    men = (boards[-held:] > 0).sum(1)
    part = (men > low) & (men <= high)
    print(f"  {low + 1}-{high} men: {np.mean(said[part] > 0):.4f}", file=sys.stderr)
table = np.zeros((6, 64))
table[:, :32] = w.reshape(6, 32)
table[:, 32:] = -w.reshape(6, 32)[:, ::-1]
print("[")
for piece in range(6):
    print("    [")
    for rank in range(8):
        row = table[piece, 8 * rank:8 * rank + 8]
        print("        " + " ".join(f"{int(round(100 * value))}," for value in row))
    print("    ],")
print("]")
