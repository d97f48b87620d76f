"""Our own men: parametric drawings. own.py DATA COUNT SEED writes DATA/sets/own_NNN.npy; `plain` gives one fixed set as SVG.

Each man is a union of simple closed paths on a 100 x 100 square; every proportion is drawn at random, so each set
is a style of its own: slim or stout, outlined or solid, with or without inner lines.
"""
import io
import subprocess
import sys

import numpy as np
from PIL import Image

SIZE = 96


class Plan:
    """The proportions of one set."""

    def __init__(self, rng):
        u = rng.uniform
        self.base = u(22, 40)          # half width of the foot
        self.foot = u(5, 11)           # height of the foot
        self.step = u(0, 8)            # a second, narrower step
        self.waist = u(0.28, 0.62)     # stem to foot
        self.floor = u(86, 94)
        self.curve = u(0, 1) < 0.6     # curved or straight flanks
        self.collar = u(0, 1) < 0.6
        self.ball = u(9, 15)
        self.balls = u(2, 5.5)
        self.points = int(rng.choice([3, 5, 5, 5, 7]))
        self.flare = u(1.0, 1.5)
        self.cross = u(2.2, 4.6)
        self.merlons = int(rng.choice([3, 3, 3, 2, 4]))
        self.slit = u(0, 1) < 0.7
        self.mitre = u(10, 18)
        self.nose = u(0.8, 1.2)
        self.mane = u(0, 1) < 0.5
        self.eye = u(0, 1) < 0.7
        self.heights = dict(P=u(30, 46), R=u(20, 34), N=u(12, 24), B=u(16, 26), Q=u(12, 22), K=u(12, 18))
        self.bands = u(0, 1) < 0.5
        self.crown = int(rng.integers(3))


def poly(points):
    return "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points) + " Z"


def disc(x, y, r, ry=None):
    ry = ry or r
    return f"M{x - r:.1f},{y:.1f} a{r:.1f},{ry:.1f} 0 1 0 {2 * r:.1f},0 a{r:.1f},{ry:.1f} 0 1 0 {-2 * r:.1f},0 Z"


def bar(x0, y0, x1, y1):
    return poly([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def foot(p):
    y = p.floor
    out = [bar(50 - p.base, y - p.foot, 50 + p.base, y)]
    y -= p.foot
    if p.step > 2:
        w = p.base * 0.82
        out.append(bar(50 - w, y - p.step, 50 + w, y))
        y -= p.step
    return out, y


def trunk(p, y0, y1, w0, w1):
    """From the foot at y0 (half width w0) up to y1 (w1)."""
    if p.curve:
        m = (y0 + y1) / 2
        return (f"M{50 - w0:.1f},{y0:.1f} C{50 - w1:.1f},{y0 - 4:.1f} {50 - w1:.1f},{m:.1f} {50 - w1:.1f},{y1:.1f} L{50 + w1:.1f},{y1:.1f} "
                f"C{50 + w1:.1f},{m:.1f} {50 + w1:.1f},{y0 - 4:.1f} {50 + w0:.1f},{y0:.1f} Z")
    return poly([(50 - w0, y0), (50 - w1, y1), (50 + w1, y1), (50 + w0, y0)])


def pawn(p):
    out, y = foot(p)
    top = p.heights["P"]
    w = p.base * p.waist
    out.append(trunk(p, y, top + p.ball, p.base * 0.75, w * 0.7))
    if p.collar:
        out.append(disc(50, top + 1.9 * p.ball, w * 1.2, 3.2))
    out.append(disc(50, top + p.ball * 0.6, p.ball))
    return out, []


def rook(p):
    out, y = foot(p)
    top = p.heights["R"]
    w = p.base * (0.45 + p.waist * 0.5)
    head = p.base * 0.9
    out.append(trunk(p, y, top + 18, p.base * 0.85, w))
    out.append(bar(50 - head, top + 9, 50 + head, top + 19))
    n = p.merlons
    unit = 2 * head / (2 * n - 1)
    for i in range(n):
        x = 50 - head + 2 * i * unit
        out.append(bar(x, top, x + unit, top + 11))
    lines = [f"M{50 - w:.1f},{top + 19:.1f} L{50 + w:.1f},{top + 19:.1f}", f"M{50 - w - 1:.1f},{y:.1f} L{50 + w + 1:.1f},{y:.1f}"]
    return out, lines


def bishop(p):
    out, y = foot(p)
    top = p.heights["B"]
    m = p.mitre
    low = top + 2.7 * m
    out.append(trunk(p, y, low, p.base * 0.8, p.base * p.waist * 0.8))
    out.append(f"M50,{top:.1f} C{50 + 1.5 * m:.1f},{top + m:.1f} {50 + 1.3 * m:.1f},{low - 4:.1f} {50 + 0.7 * m:.1f},{low:.1f} L{50 - 0.7 * m:.1f},{low:.1f} "
               f"C{50 - 1.3 * m:.1f},{low - 4:.1f} {50 - 1.5 * m:.1f},{top + m:.1f} 50,{top:.1f} Z")
    out.append(disc(50, top - p.balls * 0.6, p.balls))
    if p.collar:
        out.append(disc(50, low, m * 0.95, 3))
    lines = []
    if p.slit:
        lines.append(f"M{50 + 0.2 * m:.1f},{top + 1.5 * m:.1f} L{50 + 0.85 * m:.1f},{top + 0.75 * m:.1f}")
    else:
        lines += [f"M50,{top + 0.9 * m:.1f} L50,{low - 5:.1f}", f"M{50 - 0.4 * m:.1f},{top + 1.5 * m:.1f} L{50 + 0.4 * m:.1f},{top + 1.5 * m:.1f}"]
    return out, lines


def knight(p):
    out, y = foot(p)
    t = p.heights["N"]
    k = p.nose
    b = p.base * 0.85
    out.append(f"M{50 - b:.1f},{y:.1f} C{50 - b:.1f},{y - 14:.1f} {46:.1f},{t + 46:.1f} {50:.1f},{t + 38:.1f} C{42:.1f},{t + 40:.1f} {38 - 2 * k:.1f},{t + 38:.1f} {33 - 3 * k:.1f},{t + 44:.1f} "
               f"C{24 - 8 * k:.1f},{t + 46:.1f} {24 - 6 * k:.1f},{t + 36:.1f} {26 - 4 * k:.1f},{t + 32:.1f} L{36:.1f},{t + 14:.1f} C{38:.1f},{t + 8:.1f} {42:.1f},{t + 6:.1f} {44:.1f},{t:.1f} "
               f"L{50:.1f},{t + 7:.1f} C{72:.1f},{t + 8:.1f} {50 + b + 2:.1f},{t + 34:.1f} {50 + b:.1f},{y:.1f} Z")
    lines = []
    if p.eye:
        lines.append(f"M{41:.1f},{t + 18:.1f} l2,1")
    if p.mane:
        lines.append(f"M{54:.1f},{t + 12:.1f} C{68:.1f},{t + 18:.1f} {68:.1f},{t + 40:.1f} {67:.1f},{y - 6:.1f}")
    return out, lines


def queen(p):
    out, y = foot(p)
    top = p.heights["Q"]
    w = p.base * 0.75
    low = max(top + 30, y - 14)
    n = p.points
    wide = p.base * p.flare
    pts = [(50 - w, low)]
    for i in range(n):
        a = i / (n - 1) * 2 - 1
        x, ty = 50 + a * wide, top + 10 * a * a * (0.4 + p.waist)
        pts.append((x, ty))
        if i < n - 1:
            c = (a + 1 / (n - 1))
            pts.append((50 + c * w * 0.9, top + 20))
        if p.crown != 2:
            out.append(disc(x, ty - p.balls * 0.5, p.balls))
    pts.append((50 + w, low))
    out += [poly(pts), poly([(50 - w, low), (50 + w, low), (50 + w * 0.85, y), (50 - w * 0.85, y)])]
    lines = [f"M{50 - w:.1f},{low:.1f} L{50 + w:.1f},{low:.1f}"] if p.bands else []
    lines.append(f"M{50 - w * 0.85:.1f},{y:.1f} L{50 + w * 0.85:.1f},{y:.1f}")
    return out, lines


def king(p):
    out, y = foot(p)
    top = p.heights["K"]
    c = p.cross
    arm = c * 2.2
    out += [bar(50 - c / 2, top, 50 + c / 2, top + 5 * c), bar(50 - arm, top + 1.2 * c, 50 + arm, top + 2.2 * c)]
    head = top + 4.2 * c
    w = p.base * 0.75
    wide = p.base * (0.85 + 0.3 * p.waist)
    if p.crown == 0:
        low = y - 8
        out.append(f"M{50 - w:.1f},{low:.1f} C{50 - 1.7 * wide:.1f},{head + 6:.1f} {50 - 0.7 * wide:.1f},{head - 2:.1f} 50,{head + 8:.1f} "
                   f"C{50 + 0.7 * wide:.1f},{head - 2:.1f} {50 + 1.7 * wide:.1f},{head + 6:.1f} {50 + w:.1f},{low:.1f} Z")
        out.append(bar(50 - w, low - 1, 50 + w, y + 1))
        lines = [f"M{50 - w:.1f},{low:.1f} L{50 + w:.1f},{low:.1f}", f"M50,{head + 8:.1f} L50,{low:.1f}"]
    else:
        out.append(poly([(50 - wide, head + 2), (50 + wide, head + 2), (50 + w * 0.7, y - 6), (50 - w * 0.7, y - 6)]) if p.crown == 1 else trunk(p, y, head + 4, w, wide * 0.65))
        out.append(disc(50, head + 3, wide * 0.75, 4))
        out.append(bar(50 - w * 0.75, y - 7, 50 + w * 0.75, y + 1))
        lines = [f"M{50 - w * 0.7:.1f},{y - 6:.1f} L{50 + w * 0.7:.1f},{y - 6:.1f}"] if p.bands else []
    return out, lines


MEN = (pawn, knight, bishop, rook, queen, king)


def svg(parts, lines, fill, edge, width, inner):
    """A halo of the edge colour below, then the body, then inner lines."""
    paths = "".join(f'<path d="{d}"/>' for d in parts)
    rim = f'<g fill="{edge}" stroke="{edge}" stroke-width="{2 * width:.1f}" stroke-linejoin="round">{paths}</g>' if width > 0.3 else ""
    detail = f'<path d="{" ".join(lines)}" fill="none" stroke="{inner}" stroke-width="{max(1.6, width):.1f}" stroke-linecap="round"/>' if inner and lines else ""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{2 * SIZE}" height="{2 * SIZE}">{rim}'
            f'<g fill="{fill}">{paths}</g>{detail}</svg>')


def styles(rng):
    """Fill, edge, edge width, inner colour for White and for Black."""
    kind = rng.random()
    w = rng.uniform(1.3, 3.6)
    light = "#%02x%02x%02x" % tuple(int(v) for v in np.clip(rng.uniform(225, 255) * rng.uniform(0.9, 1, 3), 0, 255))
    dark = "#%02x%02x%02x" % tuple(int(v) for v in rng.uniform(0, 45) + rng.uniform(0, 30, 3))
    if kind < 0.5:
        return (light, dark, w, dark), (dark, dark if rng.random() < 0.6 else light, w * 0.7, light if rng.random() < 0.6 else None)
    if kind < 0.8:  # solid men
        grey = "#%02x%02x%02x" % tuple(int(v) for v in np.full(3, rng.uniform(60, 140)))
        return (light, grey, rng.choice([0.0, 1.0, 1.6]), grey if rng.random() < 0.5 else None), (dark, dark, 0.6, grey if rng.random() < 0.5 else None)
    mid = "#%02x%02x%02x" % tuple(int(v) for v in rng.uniform(50, 110) + rng.uniform(-20, 40, 3))
    return (light, mid, w, mid), (mid, dark, w, dark if rng.random() < 0.5 else light)


def drawings(rng):
    plan = Plan(rng)
    white, black = styles(rng)
    for colour in (white, black):
        for man in MEN:
            yield svg(*man(plan), *colour)


def raster(text):
    data = subprocess.run(["rsvg-convert", "-w", str(2 * SIZE), "-h", str(2 * SIZE)], input=text.encode(), capture_output=True, check=True).stdout
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA").resize((SIZE, SIZE), Image.LANCZOS))


def main():
    data, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for i in range(count):
        rng = np.random.default_rng(seed * 1000 + i)
        np.save(f"{data}/sets/own_{i:03d}.npy", np.stack([raster(s) for s in drawings(rng)]))


if __name__ == "__main__":
    main()
