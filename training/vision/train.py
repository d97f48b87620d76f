"""Train a net: train.py DATA squares|coords STEPS SEED OUT [--init FILE.pt] [--threads N] NAMES...

NAMES are folders under DATA/tiles (generate.py), listed anew each epoch; DATA/tiles/held is the measure.
The rate is level for STEPS steps, or until the file OUT.decay is there, then falls to nothing within --decay of the steps done.
A mean of the weights is kept; OUT.pt, OUT.bin and OUT.log are written every few minutes and at the end.
"""
import argparse
import copy
import os
import time

import numpy as np
import torch
from torch.nn import functional as F

import net as nets

JUNK, IGNORE = 13, 255


def read(data, names, what):
    tiles, labels = ("squares", "labels") if what == "squares" else ("edges", "edge_labels")
    x = [np.load(f"{data}/tiles/{n}/{tiles}.npy", mmap_mode="r") for n in names]
    y = [np.load(f"{data}/tiles/{n}/{labels}.npy") for n in names]
    return x, y


def measure(net, x, y, what, out=None):
    """Accuracy over counted tiles, boards all right, loss; logits are returned."""
    net.eval()
    logits = []
    with torch.no_grad():
        for i in range(0, len(x), 20):
            logits.append(net(torch.from_numpy(np.array(x[i:i + 20])).float() / 255).float())
    z, t = torch.cat(logits), torch.from_numpy(y.astype(np.int64))
    count = t != IGNORE
    right = (z.argmax(-1) == t) | ~count
    men = count & (t != 0) & (t != JUNK)
    junk = count & (t == JUNK)
    line = f"squares {right[count].float().mean():.4f} men {right[men].float().mean():.4f} boards {right.all(1).float().mean():.3f}"
    if what == "squares":
        line += f" junk {right[junk].float().mean():.4f}"
    else:
        line = f"cells {right[count].float().mean():.4f} printed {right[men | junk].float().mean():.4f} none {right[count & (t == 0)].float().mean():.4f}"
    return line, z, t


def temperature(z, t):
    count = t != IGNORE
    z, t = z[count], t[count]
    scales = torch.linspace(0.4, 2.5, 85)
    losses = torch.stack([F.cross_entropy(z / s, t) for s in scales])
    return float(scales[losses.argmin()]), float(losses.min())


NOISE = np.random.default_rng(5).normal(0, 1, 1 << 22).astype(np.float32)


def bent(tiles, rng):
    """All tiles of a board bent alike: outlines that no set has."""
    r = torch.linspace(-1, 1, 32)
    y, x = torch.meshgrid(r, r, indexing="ij")
    field = torch.from_numpy(rng.normal(0, 0.055, (1, 2, 4, 4)).astype(np.float32))
    dx, dy = F.interpolate(field, (32, 32), mode="bicubic", align_corners=True)[0]
    sx, sy, shear = 1 + rng.normal(0, 0.05), 1 + rng.normal(0, 0.06), rng.normal(0, 0.05)
    grid = torch.stack([x * sx + y * shear + dx, y * sy + dy], -1).float()[None].expand(len(tiles), -1, -1, -1)
    return F.grid_sample(torch.from_numpy(tiles)[:, None], grid, padding_mode="border", align_corners=True)[:, 0].numpy()


def augment(x, rng, shape=False):
    """Tiles u8 (boards, tiles, 32, 32) to 0..1: gamma and gain a board by a table, a shift, noise; with shape, bent tiles."""
    out = np.empty(x.shape, np.float32)
    ramp = np.arange(256, dtype=np.float32) / 255
    for i in range(len(x)):
        table = ramp ** np.float32(np.exp(rng.normal(0, 0.2)))
        if rng.random() < 0.3:
            table = table * rng.uniform(0.75, 1.1) + rng.uniform(-0.04, 0.12)
        out[i] = np.clip(table, 0, 1).astype(np.float32)[x[i]]
        if rng.random() < 0.4:
            at = int(rng.integers(len(NOISE) - out[i].size))
            out[i] += NOISE[at:at + out[i].size].reshape(out[i].shape) * np.float32(rng.uniform(0, 0.06))
        if shape and rng.random() < 0.35:
            out[i] = bent(out[i], rng)
    if rng.random() < 0.6:
        out = np.roll(out, (int(rng.integers(-1, 2)), int(rng.integers(-1, 2))), (2, 3))
    return torch.from_numpy(out)


def pairs(y, what):
    """(folder, board) of every board; of those without coordinates only each third for the coordinate net."""
    return np.array([(i, j) for i, part in enumerate(y) for j in range(len(part)) if what == "squares" or j % 3 == 0 or ((part[j] > 0) & (part[j] < IGNORE)).any()])


def write(net, scale, out):
    torch.save(net.state_dict(), out + ".pt")
    nets.save(net, scale, out + ".tmp")
    os.replace(out + ".tmp", out + ".bin")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("data"), p.add_argument("what"), p.add_argument("steps", type=int), p.add_argument("seed", type=int), p.add_argument("out")
    p.add_argument("names", nargs="+"), p.add_argument("--init"), p.add_argument("--threads", type=int, default=1)
    p.add_argument("--rate", type=float, default=2.5e-3), p.add_argument("--batch", type=int, default=12)
    p.add_argument("--channels"), p.add_argument("--decay", type=float, default=0.35), p.add_argument("--every", type=float, default=180)
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    rng = np.random.default_rng(a.seed)
    squares = a.what == "squares"
    hide = "held"

    def listing():
        found = sorted(n for n in os.listdir(f"{a.data}/tiles") for want in a.names if n == want or (want.endswith("*") and n.startswith(want[:-1])))
        return [n for n in found if n != hide and os.path.exists(f"{a.data}/tiles/{n}/edge_labels.npy")]

    names = listing()
    x, y = read(a.data, names, a.what)
    hx, hy = read(a.data, ["held"], a.what)
    hx, hy = hx[0], hy[0]
    index = pairs(y, a.what)
    log = open(a.out + ".log", "a")

    def say(text):
        print(text, flush=True)
        print(text, file=log, flush=True)

    channels = tuple(int(c) for c in a.channels.split("-")) if a.channels else ((16, 32, 96) if squares else (12, 24, 48))
    net = nets.Tiles(channels, 128, 14, True) if squares else nets.Tiles(channels, 64, 17, False)
    if a.init:
        net.load_state_dict(torch.load(a.init))
    net = net.to(memory_format=torch.channels_last)
    say(f"{a.what} {channels} {sum(v.numel() for v in net.parameters())} parameters, {len(index)} boards of {names}, seed {a.seed}, init {a.init}")
    mean = copy.deepcopy(net)
    weights = torch.ones(net.shape[2])
    weights[0] = 0.4 if squares else 0.5
    opt = torch.optim.AdamW(net.parameters(), lr=a.rate, weight_decay=2e-3)
    start, step, seen, losses = time.time(), 0, 0, []
    last, turn, done = start, None, False
    while not done:
        if listing() != names:
            names = listing()
            x, y = read(a.data, names, a.what)
            index = pairs(y, a.what)
            say(f"step {step}: {len(index)} boards of {names}")
        order = rng.permutation(len(index))
        for k in range(0, len(order) - a.batch + 1, a.batch):
            if turn is None and (step >= a.steps or os.path.exists(a.out + ".decay")):
                turn = step
                say(f"step {step}: the rate falls")
            part = 0 if turn is None else (step - turn) / (a.decay * turn)
            if part >= 1:
                done = True
                break
            rate = a.rate * min(1, (step + 1) / 150) * (1 - part) + 1e-6
            for group in opt.param_groups:
                group["lr"] = rate
            rows = index[order[k:k + a.batch]]
            bx = np.stack([x[i][j] for i, j in rows])
            by = torch.from_numpy(np.stack([y[i][j] for i, j in rows]).astype(np.int64))
            bx = augment(bx, rng, squares)
            net.train()
            with torch.autocast("cpu", torch.bfloat16):
                z = net(bx)
            loss = F.cross_entropy(z.float().flatten(0, 1), by.flatten(), weight=weights, ignore_index=IGNORE, label_smoothing=0.02)
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            step += 1
            seen += a.batch
            losses.append(loss.item())
            decay = min(0.998, 1 - 1 / (step + 1))
            with torch.no_grad():
                for m, v in zip(mean.state_dict().values(), net.state_dict().values()):
                    if v.dtype.is_floating_point:
                        m.lerp_(v, 1 - decay)
                    else:
                        m.copy_(v)
            if time.time() - last > a.every:
                last = time.time()
                line, z, t = measure(mean, hx[:100], hy[:100], a.what)
                write(mean, temperature(z, t)[0], a.out)
                say(f"{(last - start) / 60:.1f} min, {time.process_time() / 60:.1f} of CPU, step {step} boards {seen} loss {np.mean(losses[-300:]):.4f} rate {rate:.5f} held: {line}")
    line, z, t = measure(mean, hx, hy, a.what)
    scale, nll = temperature(z, t)
    say(f"end {(time.time() - start) / 60:.1f} min, {step} steps, {seen} boards; held: {line}; temperature {scale:.3f}, log loss {nll:.4f}")
    write(mean, scale, a.out)


if __name__ == "__main__":
    main()
