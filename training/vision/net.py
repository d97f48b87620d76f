"""The two nets, and the file format that src/recognize reads."""
import struct

import numpy as np
import torch
from torch import nn


class Tiles(nn.Module):
    """Three convolutions and a dense layer a tile; for whole boards one layer that sees the board's other men."""

    def __init__(self, channels=(16, 32, 96), hidden=128, classes=14, context=True):
        super().__init__()
        self.shape = channels, hidden, classes, context
        layers, i = [], 1
        for o in channels:
            layers += [nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.MaxPool2d(2), nn.ReLU()]
            i = o
        self.features = nn.Sequential(*layers)
        self.embed = nn.Linear(channels[-1] * 16, hidden)
        self.context = nn.Linear(3 * hidden, hidden) if context else None
        self.out = nn.Linear(hidden, classes)
        self.drop = nn.Dropout(0.15)
        shade = torch.tensor([(r + f) % 2 for r in range(8) for f in range(8)])
        self.register_buffer("shade", shade.float(), persistent=False)

    def forward(self, x):
        """x: (boards, tiles, 32, 32) in 0..1; logits (boards, tiles, classes)."""
        b, t = x.shape[:2]
        h = self.features(x.reshape(b * t, 1, 32, 32).contiguous(memory_format=torch.channels_last))
        e = torch.relu(self.embed(self.drop(h.permute(0, 2, 3, 1).flatten(1)))).reshape(b, t, -1)
        if self.context is not None:
            s = self.shade.to(e.dtype)
            dark = (e * s[None, :, None]).sum(1, keepdim=True) / 32
            light = (e * (1 - s)[None, :, None]).sum(1, keepdim=True) / 32
            m = s[None, :, None]
            same, other = dark * m + light * (1 - m), light * m + dark * (1 - m)
            e = torch.relu(self.context(torch.cat([e, same, other], -1)))
        return self.out(self.drop(e))


def save(net, temperature, path):
    """Fold the batch norms, round to f16, write."""
    parts = []

    def layer(kind, w, b):
        parts.append(struct.pack("<III", kind, *(w.shape[-2:])) + w.astype("<f2").tobytes() + b.astype("<f2").tobytes())

    f = net.features
    for i in range(0, len(f), 4):
        conv, norm = f[i], f[i + 1]
        g = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        w = (conv.weight * g[:, None, None, None]).permute(2, 3, 1, 0).detach().numpy()
        layer(1, w, (norm.bias - norm.running_mean * g).detach().numpy())
    layer(2, net.embed.weight.t().detach().numpy(), net.embed.bias.detach().numpy())
    if net.context is not None:
        layer(4, net.context.weight.t().detach().numpy(), net.context.bias.detach().numpy())
    layer(3, net.out.weight.t().detach().numpy(), net.out.bias.detach().numpy())
    with open(path, "wb") as out:
        out.write(b"KBZNET01" + struct.pack("<fI", temperature, len(parts)))
        out.writelines(parts)


def load(path):
    """The file as a list of (kind, weights f32, bias f32), and the temperature."""
    raw = open(path, "rb").read()
    assert raw[:8] == b"KBZNET01"
    temperature, count = struct.unpack_from("<fI", raw, 8)
    at, layers = 16, []
    for _ in range(count):
        kind, i, o = struct.unpack_from("<III", raw, at)
        at += 12
        n = (9 if kind == 1 else 1) * i * o
        w = np.frombuffer(raw, "<f2", n, at).astype(np.float32)
        at += 2 * n
        b = np.frombuffer(raw, "<f2", o, at).astype(np.float32)
        at += 2 * o
        layers.append((kind, w.reshape(3, 3, i, o) if kind == 1 else w.reshape(i, o), b))
    assert at == len(raw)
    return layers, temperature


def run(layers, tiles):
    """Logits of (n, 32, 32) tiles in 0..1 from a loaded file: what the Rust side must give."""
    import torch.nn.functional as F
    x = torch.from_numpy(np.ascontiguousarray(tiles, np.float32))[:, None]
    for kind, w, b in layers:
        w, b = torch.from_numpy(w), torch.from_numpy(b)
        if kind == 1:
            x = F.max_pool2d(torch.relu(F.conv2d(x, w.permute(3, 2, 0, 1), b, padding=1)), 2)
        elif kind == 2:
            x = torch.relu(x.permute(0, 2, 3, 1).flatten(1) @ w + b if x.dim() == 4 else x @ w + b)
        elif kind == 4:
            e = x.reshape(-1, 64, x.shape[-1])
            s = torch.tensor([(r + f) % 2 for r in range(8) for f in range(8)]) == 1
            dark, light = e[:, s].mean(1, keepdim=True), e[:, ~s].mean(1, keepdim=True)
            same = torch.where(s[None, :, None], dark, light)
            other = torch.where(s[None, :, None], light, dark)
            x = torch.relu(torch.cat([e, same, other], -1) @ w + b).reshape(-1, w.shape[1])
        else:
            x = x @ w + b
    return x
