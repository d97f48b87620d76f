"""Make training boards: generate.py DATA NAME COUNT SEED [held].

DATA/NAME.npz.dir gets squares.npy (n, 64, 32, 32) u8, labels.npy (n, 64) u8 (13 = junk, 255 = do not count),
edges.npy (n, 32, 32, 32) and edge_labels.npy (n, 32).
"""
import os
import sys
import time

import cv2
import numpy as np

import boards
import camera

JUNK, IGNORE = 13, 255


def no_board(rng, art):
    """Something that is no board, grey u8, and a quad on it."""
    h, w = 420, 420
    kind = rng.random()
    if kind < 0.35:
        page = art.page(rng)
        k = rng.uniform(0.7, 2.2)
        g = cv2.resize(page, None, fx=k, fy=k)[:h, :w].astype(np.float32)
        h, w = g.shape
        if rng.random() < 0.3:
            g = 255 - g
    elif kind < 0.5:
        g = 128 + boards.noise(rng, h, w) * rng.uniform(1, 70)
    elif kind < 0.8:  # panels, tables, windows
        g = np.full((h, w), rng.uniform(0, 255), np.float32)
        rows, columns = int(rng.integers(2, 14)), int(rng.integers(2, 14))
        if rng.random() < 0.5:
            for _ in range(int(rng.integers(4, 40))):
                x, y, a, b = rng.integers(0, w), rng.integers(0, h), rng.integers(8, 200), rng.integers(8, 200)
                cv2.rectangle(g, (int(x), int(y)), (int(x + a), int(y + b)), float(rng.uniform(0, 255)), -1 if rng.random() < 0.7 else 2)
        else:
            for i in range(rows + 1):
                cv2.line(g, (0, i * h // rows), (w, i * h // rows), float(rng.uniform(0, 255)), int(rng.integers(1, 4)))
            for i in range(columns + 1):
                cv2.line(g, (i * w // columns, 0), (i * w // columns, h), float(rng.uniform(0, 255)), int(rng.integers(1, 4)))
            if rng.random() < 0.5:  # a grid of one colour with marks
                for _ in range(30):
                    boards.stamp(g[..., None], boards.glyph(art, int(rng.integers(len(art.fonts))), boards.pick(rng, "12345678abcdefgh"), 20), rng.integers(h), rng.integers(w), np.float32([rng.uniform(0, 255)]))
    elif kind < 0.9:  # a checker pattern of another count, or single colours
        k = rng.uniform(8, 160)
        yy, xx = np.mgrid[0:h, 0:w]
        g = np.where(((xx / k).astype(int) + (yy / k).astype(int)) % 2, rng.uniform(0, 255), rng.uniform(0, 255)).astype(np.float32)
        g = g + boards.noise(rng, h, w) * rng.uniform(0, 30)
    else:  # blobs
        g = np.full((h, w), rng.uniform(0, 255), np.float32)
        for _ in range(int(rng.integers(3, 40))):
            cv2.ellipse(g, (int(rng.integers(w)), int(rng.integers(h))), (int(rng.integers(4, 120)), int(rng.integers(4, 120))), float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0, 255)), -1, cv2.LINE_AA)
        g = cv2.GaussianBlur(g, (0, 0), rng.uniform(0.5, 6))
    g = camera.camera_light(rng, g.astype(np.float32)) if rng.random() < 0.4 else g
    g = camera.finish(rng, g)
    side = rng.uniform(100, min(h, w) - 10)
    x, y = rng.uniform(0, w - side), rng.uniform(0, h - side)
    return g, np.float32([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])


def fit(quad, found):
    """Each tile of a quad in the squares of the true board: centre offsets, square hit, scale; all (8, 8)."""
    unit = np.float32([[0, 0], [8, 0], [8, 8], [0, 8]])
    to_true = np.linalg.inv(cv2.getPerspectiveTransform(unit, np.float32(quad))) @ cv2.getPerspectiveTransform(unit, np.float32(found))
    f, r = np.meshgrid(np.arange(8) + 0.5, np.arange(8) + 0.5)

    def move(x, y):
        p = np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
        q = to_true @ p
        return (q[0] / q[2]).reshape(x.shape), (q[1] / q[2]).reshape(x.shape)

    x, y = move(f, r)
    ax, ay = move(f + 0.5, r)
    bx, by = move(f, r + 0.5)
    sx, sy = 2 * np.hypot(ax - x, ay - y), 2 * np.hypot(bx - x, by - y)
    return x, y, sx, sy


def label(grid, quad, found):
    x, y, sx, sy = fit(quad, found)
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    off = np.maximum(np.abs(x - column - 0.5), np.abs(y - row - 0.5))
    scale = np.maximum(np.maximum(sx, sy), 1 / np.maximum(np.minimum(sx, sy), 1e-3))
    inside = (column >= 0) & (column < 8) & (row >= 0) & (row < 8)
    out = np.full((8, 8), IGNORE, np.uint8)
    good = inside & (off <= 0.17) & (scale < 1.17)
    out[good] = grid[row[good], column[good]]
    out[(~inside) | (off >= 0.25) | (scale > 1.28)] = JUNK
    return out


def lying(grid, turns):
    """Labels of a board turned by quarter turns: men lie down, empty squares stay."""
    turned = np.rot90(grid, turns)
    return np.where(turned == 0, 0, JUNK).astype(np.uint8)


def make(rng, art):
    """Tiles, labels, edge tiles, edge labels."""
    if rng.random() < 0.04:
        g, quad = no_board(rng, art)
        return camera.squares(g, quad), np.full(64, JUNK, np.uint8), camera.edges(g, quad), np.zeros(32, np.uint8)
    board = boards.draw(rng, art)
    g, quad = camera.spoil(rng, board)
    s = np.mean([np.linalg.norm(quad[i] - quad[(i + 1) % 4]) for i in range(4)]) / 8
    edge_labels = board.coords.ravel().copy()
    kind = rng.random()
    if kind < 0.86:
        sigma = min(rng.exponential(0.03), 0.07)
        found = quad + np.clip(rng.normal(0, sigma * s, (4, 2)), -0.12 * s, 0.12 * s) + rng.uniform(-0.04, 0.04, 2) * s * (rng.random() < 0.5)
        if rng.random() < 0.05:  # the picture ends inside the board's rim
            cut = rng.uniform(0, 0.3) * s
            side = int(rng.integers(4))
            low = np.float32([quad[:, 0].min() + cut, quad[:, 1].min() + cut])
            if side == 0:
                g, found, quad = g[:, int(low[0]):], found - [int(low[0]), 0], quad - np.float32([int(low[0]), 0])
            elif side == 1:
                g, found, quad = g[int(low[1]):], found - [0, int(low[1])], quad - np.float32([0, int(low[1])])
            elif side == 2:
                g = g[:, :int(quad[:, 0].max() - cut)]
            else:
                g = g[:int(quad[:, 1].max() - cut)]
            edge_labels[[slice(0, 8), slice(16, 24), slice(8, 16), slice(24, 32)][side]] = 0 if cut > 0.02 * s else edge_labels[[slice(0, 8), slice(16, 24), slice(8, 16), slice(24, 32)][side]]
        labels = label(board.grid, quad, found)
        labels[labels == JUNK] = IGNORE
        inner = board.grid
        labels = np.where(labels == IGNORE, inner, labels)
    elif kind < 0.95:
        centre = quad.mean(0)
        way = rng.random()
        shift = np.zeros(2)
        scale = 1.0
        if way < 0.35:
            shift = rng.uniform(-0.75, 0.75, 2) * boards.pick(rng, ([1, 1], [1, 0], [0, 1]))
        elif way < 0.6:
            shift = rng.integers(-2, 3, 2) + rng.normal(0, 0.05, 2)
        elif way < 0.9:
            scale = boards.pick(rng, (7 / 8, 9 / 8, 6 / 8, 10 / 8, 0.5, 1.9, rng.uniform(0.4, 1.3)))
            shift = rng.uniform(-1, 1, 2) * abs(1 - scale) * 4
        else:
            shift = rng.normal(0, 0.4, (4, 2))
        unit = (quad[1] - quad[0]) / 8, (quad[3] - quad[0]) / 8
        shift = np.atleast_2d(shift)
        found = centre + (quad - centre) * scale + shift[:, :1] * unit[0] + shift[:, 1:] * unit[1]
        found = found.astype(np.float32)
        labels = label(board.grid, quad, found)
        edge_labels[:] = IGNORE
    else:
        turns = int(rng.integers(1, 4))
        # quad starting from another corner: the picture as seen after a turn of it
        found = np.roll(quad, -turns, 0)
        labels = lying(board.grid, turns)
        edge_labels[:] = 0
    found = np.float32(found)
    return camera.squares(g, found), labels.ravel().astype(np.uint8), camera.edges(g, found), edge_labels


def main():
    data, name, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rng = np.random.default_rng(seed)
    art = boards.Art(data, held=len(sys.argv) > 5)
    out = f"{data}/tiles/{name}"
    os.makedirs(out, exist_ok=True)
    keep = [np.empty((count, 64, 32, 32), np.uint8), np.empty((count, 64), np.uint8), np.empty((count, 32, 32, 32), np.uint8), np.empty((count, 32), np.uint8)]
    start = time.time()
    for i in range(count):
        for array, value in zip(keep, make(rng, art)):
            array[i] = value
    for array, file in zip(keep, ("squares", "labels", "edges", "edge_labels")):
        np.save(f"{out}/{file}.npy", array)
    print(name, count, f"{time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
