"""Read pictures whose corners are known: measure.py WEIGHTS FOLDER [-v]. For measuring only, never for training.

FOLDER holds labels.csv (file, placement or fen_placement, orientation, category) and corners.csv. No search for the board,
no orientation, no views averaged, no rules of chess: the net alone.
"""
import csv
import collections
import re
import sys

import cv2
import numpy as np
import torch

import camera
import net

torch.set_num_threads(1)
NAMES = "1PNBRQKpnbrqk"


def main():
    layers, t = net.load(sys.argv[1])
    folder = sys.argv[2]
    corners = {r["file"]: r for r in csv.DictReader(open(folder + "/corners.csv"))}
    score = collections.defaultdict(lambda: [0, 0, 0])
    sure, hit = [], []
    for row in csv.DictReader(open(folder + "/labels.csv")):
        fen = row.get("placement") or row.get("fen_placement")
        c = corners.get(row["file"])
        if not fen or not c or not c["tl_x"] or int(row.get("turned") or 0):
            continue
        truth = re.sub(r"\d", lambda m: "1" * int(m.group()), fen).replace("/", "")
        if row["orientation"] == "black":
            truth = truth[::-1]
        quad = np.float32([[float(c[k + "_x"]), float(c[k + "_y"])] for k in ("tl", "tr", "br", "bl")])
        g = cv2.imread(f"{folder}/{row['file']}", cv2.IMREAD_GRAYSCALE)
        p = torch.softmax(net.run(layers, camera.squares(g, quad) / np.float32(255)) / t, 1).numpy()
        q = p[:, :13] / p[:, :13].sum(1, keepdims=True)
        read = "".join(NAMES[k] for k in q.argmax(1))
        right = [a == b for a, b in zip(read, truth)]
        sure += list(q.max(1))
        hit += right
        wrong = [(i, truth[i], read[i]) for i in range(64) if not right[i]]
        for key in (row["category"], "all"):
            score[key][0] += 1
            score[key][1] += sum(right)
            score[key][2] += all(right)
        if "-v" in sys.argv and wrong:
            print(row["file"], len(wrong), wrong[:8], f"junk {p[:, 13].mean():.3f}")
    for key, (n, s, e) in score.items():
        print(f"{key:10s} n {n:3d} squares {s / 64 / n:.4f} exact {e}/{n}")
    sure, hit = np.array(sure), np.array(hit)
    for bound in (0.5, 0.6, 0.7, 0.8, 0.9):
        print(f"bound {bound}: wrong caught {(~hit & (sure < bound)).sum()}/{(~hit).sum()}, right flagged {(hit & (sure < bound)).mean():.4f}")


if __name__ == "__main__":
    main()
