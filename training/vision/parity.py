"""Pictures, tiles and probabilities on which both implementations must agree: parity.py DATA OUT [FIXTURES].

OUT/N.png, OUT/quads.json, OUT/tiles.bin (n x 64 x 1024 u8), OUT/probs.f32 (n x 64 x 14), and the same for the
coordinate net (edges.bin, edge_probs.f32) when DATA/coords.bin is there.
"""
import json
import os
import sys

import cv2
import numpy as np
import torch

import boards
import camera
import net


def main():
    data, out = sys.argv[1], sys.argv[2]
    os.makedirs(out, exist_ok=True)
    rng = np.random.default_rng(4242)
    art = boards.Art(data, channels=1)
    art.names = art.prints = [n for n in art.names if n.startswith("own_")]
    art.weights = np.ones(len(art.names)) / len(art.names)
    quads, tiles, edges = {}, [], []
    for i in range(4):
        board = boards.draw(rng, art, square=(20, 31, 58, 90)[i])
        g, quad = board.image[..., 0].clip(0, 255).astype(np.uint8), board.quad
        if i % 2:
            to = camera.perspective(rng, quad, 30, 8 * board.square, 8)
            to = to - to.min(0) + 0.8 * board.square
            size = tuple(int(v) for v in to.max(0) + 0.8 * board.square)
            g = cv2.warpPerspective(g, cv2.getPerspectiveTransform(quad - 0.5, to - 0.5), size, borderMode=cv2.BORDER_REPLICATE)
            quad = to
        cv2.imwrite(f"{out}/{i}.png", g)
        quads[f"{i}.png"] = [[round(float(v), 4) for v in p] for p in quad]
        quad = np.float32(quads[f"{i}.png"])
        tiles.append(camera.squares(g, quad))
        edges.append(camera.edges(g, quad))
    with open(f"{out}/quads.json", "w") as f:
        json.dump(quads, f, indent=1)
    for name, batch, tile_file, prob_file in (("squares", tiles, "tiles.bin", "probs.f32"), ("coords", edges, "edges.bin", "edge_probs.f32")):
        if not os.path.exists(f"{data}/{name}.bin"):
            continue
        layers, t = net.load(f"{data}/{name}.bin")
        batch = np.concatenate(batch)
        batch.tofile(f"{out}/{tile_file}")
        probs = torch.softmax(net.run(layers, batch / np.float32(255)) / t, 1).numpy()
        probs.astype("<f4").tofile(f"{out}/{prob_file}")


if __name__ == "__main__":
    main()
