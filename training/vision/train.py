"""Train a net: train.py DATA squares|coords MINUTES SEED OUT [--init FILE.pt] [--threads N] NAMES...

NAMES are folders under DATA/tiles (generate.py); DATA/tiles/held is the measure. OUT.pt, OUT.bin and OUT.log are written.
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
            logits.append(net(torch.from_numpy(np.asarray(x[i:i + 20])).float() / 255).float())
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


def augment(x, rng):
    """Shift, gamma, gain a board, noise."""
    b = x.shape[0]
    if rng.random() < 0.6:
        x = torch.roll(x, (int(rng.integers(-1, 2)), int(rng.integers(-1, 2))), (2, 3))
    gamma = torch.from_numpy(np.exp(rng.normal(0, 0.2, (b, 1, 1, 1))).astype(np.float32))
    x = x.clamp(1e-3, 1) ** gamma
    if rng.random() < 0.3:
        gain = torch.from_numpy(rng.uniform(0.75, 1.1, (b, 1, 1, 1)).astype(np.float32))
        x = x * gain + torch.from_numpy(rng.uniform(-0.04, 0.12, (b, 1, 1, 1)).astype(np.float32))
    if rng.random() < 0.5:
        x = x + torch.randn_like(x) * float(rng.uniform(0, 0.05))
    return x.clamp(0, 1)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("data"), p.add_argument("what"), p.add_argument("minutes", type=float), p.add_argument("seed", type=int), p.add_argument("out")
    p.add_argument("names", nargs="+"), p.add_argument("--init"), p.add_argument("--threads", type=int, default=1)
    p.add_argument("--rate", type=float, default=2.5e-3), p.add_argument("--batch", type=int, default=12)
    p.add_argument("--channels"), p.add_argument("--steps", type=int)
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    rng = np.random.default_rng(a.seed)
    squares = a.what == "squares"
    names = sorted(n for n in os.listdir(f"{a.data}/tiles") for want in a.names if n == want or (want.endswith("*") and n.startswith(want[:-1])))
    x, y = read(a.data, names, a.what)
    hx, hy = read(a.data, ["held"], a.what)
    hx, hy = hx[0], hy[0]
    index = np.array([(i, j) for i, part in enumerate(y) for j in range(len(part))])
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
    budget = a.minutes * 60
    last = start
    done = False
    while not done:
        order = rng.permutation(len(index))
        for k in range(0, len(order) - a.batch + 1, a.batch):
            part = (time.time() - start) / budget if not a.steps else step / a.steps
            if part >= 1:
                done = True
                break
            rate = a.rate * min(1, step / 150) * (0.5 + 0.5 * np.cos(np.pi * part)) + 1e-6
            for group in opt.param_groups:
                group["lr"] = rate
            rows = index[order[k:k + a.batch]]
            bx = torch.from_numpy(np.stack([x[i][j] for i, j in rows])).float() / 255
            by = torch.from_numpy(np.stack([y[i][j] for i, j in rows]).astype(np.int64))
            bx = augment(bx, rng)
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
            if time.time() - last > 150:
                last = time.time()
                line, _, _ = measure(mean, hx[:100], hy[:100], a.what)
                say(f"{(last - start) / 60:.1f} min step {step} boards {seen} loss {np.mean(losses[-300:]):.4f} rate {rate:.5f} held: {line}")
                torch.save(mean.state_dict(), a.out + ".pt")
    line, z, t = measure(mean, hx, hy, a.what)
    scale, nll = temperature(z, t)
    say(f"end {(time.time() - start) / 60:.1f} min, {step} steps, {seen} boards; held: {line}; temperature {scale:.3f}, log loss {nll:.4f}")
    torch.save(mean.state_dict(), a.out + ".pt")
    nets.save(mean, scale, a.out + ".tmp")
    os.replace(a.out + ".tmp", a.out + ".bin")


if __name__ == "__main__":
    main()
