"""Draw synthetic boards. Grey (channels = 1) for training, colour (channels = 3) for whole pictures.

Compositing is linear and the nets see only grey, so a grey drawing is exact and three times as cheap.
"""
import glob
import os

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

cv2.setNumThreads(1)
GREY = np.float32([0.299, 0.587, 0.114])
# Piece sets that no training board uses: the measure for unknown art.
HELD = {"ttf_condal", "eboard_Cmf", "gnome_fancy", "ttf_motif", "deb_kilfiger", "fti_chessnut", "eboard_Staunton", "deb_chessicons", "uni_symbola", "eboard_Vision"}
# Engraved and typeset figures, for the book style.
PRINT = ("ttf_", "uni_", "scid_GoodC", "scid_Leipzig", "scid_Merida", "scid_Kingdom", "npm_uscf", "deb_merida", "deb_leipzig", "deb_maya", "deb_magnetic", "deb_pirat", "deb_regular",
         "deb_cburnett", "eboard_Berlin", "eboard_Book", "eboard_Slics", "eboard_Dominical", "eboard_Leipzig", "eboard_Traveler", "eboard_Kingdom", "eboard_Harlequin", "kde_", "own_", "gnome_simple", "deb_kilfiger",
         "eboard_Cmf", "gnome_fancy", "fti_chessnut")
PALETTES = [((240, 217, 181), (181, 136, 99)), ((238, 238, 210), (118, 150, 86)), ((222, 227, 230), (140, 162, 173)), ((236, 236, 236), (193, 193, 190)), ((255, 206, 158), (209, 139, 71)),
            ((234, 233, 210), (75, 115, 153)), ((225, 225, 225), (123, 97, 158)), ((255, 255, 255), (88, 172, 138)), ((200, 200, 200), (96, 96, 96)), ((245, 245, 245), (160, 160, 160)),
            ((196, 153, 110), (120, 75, 40)), ((149, 149, 149), (90, 90, 90)), ((90, 100, 110), (50, 58, 66)), ((255, 228, 225), (200, 120, 130)), ((230, 200, 150), (160, 110, 60))]


def font_files(data):
    x = f"{data}/src/x/"
    patterns = ["fonts-dejavu-core/**/*.ttf", "fonts-freefont-ttf/**/*.ttf", "fonts-liberation2/**/*.ttf", "fonts-lato/**/Lato-[RBMHL]*.ttf",
                "fonts-noto-core/**/NotoSans-[RBI]*.ttf", "fonts-noto-core/**/NotoSerif-[RBI]*.ttf"]
    return sorted(f for p in patterns for f in glob.glob(x + p, recursive=True) if "Hairline" not in f and "Thin" not in f)


class Art:
    """All piece sets and glyphs, ready to paste."""

    def __init__(self, data, held=False, channels=1):
        self.channels = channels
        self.legal = False  # only positions from play
        self.sets, self.prints = {}, []
        for path in sorted(glob.glob(f"{data}/sets/*.npy")):
            name = os.path.basename(path)[:-4]
            base = name.split("@")[0]
            if (base in HELD) != held:
                continue
            art = np.load(path).astype(np.float32)
            tone = art[..., :3] if channels == 3 else (art[..., :3] @ GREY)[..., None]
            self.sets[name] = np.concatenate([tone, art[..., 3:]], -1)
            if name.startswith(PRINT):
                self.prints.append(name)
        self.names = sorted(self.sets)
        weights = np.array([0.35 if n.startswith("own_") else 1.0 for n in self.names])
        # Near-copies share their weight.
        for key in ("burnett", "erida", "eipzig", "antasy", "patial"):
            same = np.array([key in n for n in self.names])
            if same.sum():
                weights[same] *= 2.5 / same.sum()
        self.weights = weights / weights.sum()
        self.positions = np.load(f"{data}/positions.npy")
        self.fonts = font_files(data)
        self.glyphs = {}
        for i, path in enumerate(self.fonts):
            face = ImageFont.truetype(path, 48)
            for text in "12345678abcdefghABCDEFGH":
                canvas = Image.new("L", (80, 80), 0)
                ImageDraw.Draw(canvas).text((40, 60), text, font=face, fill=255, anchor="ms")
                box = canvas.getbbox()
                self.glyphs[i, text] = np.asarray(canvas.crop(box)).astype(np.float32) / 255
        self.pages = []

    def page(self, rng):
        """A grey page of words, 700 x 700; 40 are kept."""
        if len(self.pages) < 40:
            image = Image.new("L", (700, 700), 255)
            draw = ImageDraw.Draw(image)
            face = ImageFont.truetype(self.fonts[int(rng.integers(len(self.fonts)))], int(rng.integers(9, 40)))
            y = 0
            step = face.size * rng.uniform(1.1, 1.6)
            while y < 700:
                words = " ".join("".join(rng.choice(list("etaoinshrdlucmfwypvbgkKQRNBxabcdefgh12345678+.,-"), int(rng.integers(1, 9)))) for _ in range(60))
                draw.text((int(rng.integers(-30, 30)), y), words, font=face, fill=int(rng.integers(0, 60)))
                y += step
            self.pages.append(np.asarray(image))
        return self.pages[int(rng.integers(len(self.pages)))]


def pick(rng, items):
    return items[int(rng.integers(len(items)))]


def noise(rng, h, w):
    """Smooth texture of three scales, about unit variance."""
    out = np.zeros((h, w), np.float32)
    stretch = int(rng.integers(1, 9))
    for s in (4, 16, 64):
        out += cv2.resize(rng.normal(0, 1, (max(2, h // s), max(2, w // s // stretch))).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    return out / 1.7


def position(rng, art):
    """Classes as they lie in the picture, and whether White is at the bottom."""
    if art.legal or rng.random() < 0.55:
        grid = pick(rng, art.positions).copy()
        white = rng.random() < 0.6
        return (grid if white else grid[::-1, ::-1].copy()), white
    grid = np.zeros((8, 8), np.uint8)
    mask = rng.random((8, 8)) < rng.uniform(0.1, 0.8)
    grid[mask] = rng.choice(np.arange(1, 13), mask.sum())
    return grid, rng.random() < 0.6


class Board:
    """One drawing: image (h, w, c) float32, corners of the playing area, classes, coordinates."""


def draw(rng, art, square=None, printed=None, pad=None):
    s = square or int(pick(rng, (36, 44, 48)))
    c = art.channels
    printed = rng.random() < 0.38 if printed is None else printed
    n = 8 * s
    pad = int(s * rng.uniform(0.9, 1.1)) if pad is None else pad
    size = n + 2 * pad
    grid, white = position(rng, art)
    shade = np.add.outer(np.arange(8), np.arange(8)) % 2 == 1

    def tone(rgb):
        rgb = np.float32(rgb)
        return rgb if c == 3 else np.float32([rgb @ GREY])

    yy, xx = np.mgrid[0:n, 0:n].astype(np.float32)
    dark = np.repeat(np.repeat(shade, s, 0), s, 1)
    image = np.empty((size, size, c), np.float32)
    ink = paper = None
    if printed:
        paper_rgb = np.float32([1, rng.uniform(0.93, 1), rng.uniform(0.75, 1)]) * rng.uniform(195, 255)
        paper, ink = tone(paper_rgb), tone(np.full(3, rng.uniform(0, 70)))
        image[:] = paper
        kind = rng.random()
        level = np.zeros((n, n), np.float32)  # share of ink
        if kind < 0.55:
            period = s / rng.uniform(4, 17)
            width = rng.uniform(0.15, 0.6)
            angle = np.deg2rad(pick(rng, (45, 45, 45, 135, 135, 0, 90, rng.uniform(0, 180))))
            u = xx * np.cos(angle) + yy * np.sin(angle)
            if rng.random() < 0.3:
                u = (xx % s) * np.cos(angle) + (yy % s) * np.sin(angle)
            if rng.random() < 0.25:
                u = u + noise(rng, n, n) * rng.uniform(0.1, 0.9)
            d = np.abs((u / period) % 1 - 0.5) * period
            level = np.clip(width * period / 2 - d + 0.5, 0, 1)
            if rng.random() < 0.2:
                v = -xx * np.sin(angle) + yy * np.cos(angle)
                level = np.maximum(level, np.clip(width * period / 2 - np.abs((v / period) % 1 - 0.5) * period + 0.5, 0, 1))
        elif kind < 0.72:
            period = s / rng.uniform(6, 18)
            angle = np.deg2rad(pick(rng, (45, 45, 0, rng.uniform(0, 90))))
            u, v = xx * np.cos(angle) + yy * np.sin(angle), -xx * np.sin(angle) + yy * np.cos(angle)
            d = np.hypot((u / period) % 1 - 0.5, (v / period) % 1 - 0.5) * period
            level = np.clip(rng.uniform(0.25, 0.5) * period - d + 0.5, 0, 1)
            if rng.random() < 0.15:
                level = 1 - level
        elif kind < 0.8:
            level = cv2.GaussianBlur((rng.random((n, n)) < rng.uniform(0.2, 0.6)).astype(np.float32), (0, 0), rng.uniform(0.4, 1))
        else:
            level[:] = rng.uniform(0.08, 0.6)
        inset = int(rng.integers(0, 3)) if rng.random() < 0.15 else 0
        if inset:
            level = level * ((xx % s >= inset) & (xx % s < s - inset) & (yy % s >= inset) & (yy % s < s - inset))
        level = (level * dark)[..., None]
        image[pad:pad + n, pad:pad + n] = paper * (1 - level) + ink * level
        if rng.random() < 0.1:
            light = ~dark
            image[pad:pad + n, pad:pad + n][light] *= rng.uniform(0.85, 1)
    else:
        if rng.random() < 0.45:
            a, b = (np.float32(v) * rng.uniform(0.9, 1.06, 3) for v in pick(rng, PALETTES))
        else:
            a = np.full(3, rng.uniform(150, 255)) * rng.uniform(0.8, 1, 3)
            b = a * rng.uniform(0.3, 0.88) * rng.uniform(0.6, 1.15, 3)
            kind = rng.random()
            if kind < 0.08:
                a, b = a * 0.6, b * 0.4
            elif kind > 0.95:
                a = rng.uniform(40, 120, 3)
                b = a * rng.uniform(0.4, 0.8)
        play = np.where(dark[..., None], tone(b), tone(a)).astype(np.float32)
        if rng.random() < 0.4:
            grain = noise(rng, n, n)[..., None] * rng.uniform(3, 26)
            play += np.where(dark[..., None], grain, np.roll(grain, s, 1) * rng.uniform(0.2, 1)) if rng.random() < 0.5 else grain
        if rng.random() < 0.12:  # a gradient or a bevel in each square
            g = ((xx % s) * rng.normal() + (yy % s) * rng.normal())[..., None] / s
            play += g * rng.uniform(5, 30)
        if rng.random() < 0.1:
            edge = (xx % s < 1) | (yy % s < 1)
            play[edge] += rng.uniform(-70, 70)
        kind = rng.random()
        if kind < 0.6:
            image[:] = tone(rng.uniform(0, 255, 3)) if rng.random() < 0.5 else tone(np.full(3, pick(rng, (0, 22, 38, 48, 237, 247, 255))))
        else:
            image[:] = play.mean((0, 1)) * rng.uniform(0.3, 1.25)
            if kind > 0.85:
                image += noise(rng, size, size)[..., None] * rng.uniform(2, 25)
        image[pad:pad + n, pad:pad + n] = play.clip(0, 255)
    around(rng, art, image, pad, n, s, printed)
    coords = np.zeros((4, 8), np.uint8)
    if not printed:
        highlights(rng, image, grid, pad, s, tone)
    frame(rng, image, pad, n, s, printed, tone)
    below = rng.random() < 0.5
    if below:
        coordinates(rng, art, image, pad, n, s, printed, white, shade, coords, tone)
    ghosts(rng, art, image, grid, pad, s, printed, paper, ink)
    if not below:
        coordinates(rng, art, image, pad, n, s, printed, white, shade, coords, tone)
    annotate(rng, image, grid, pad, n, s, printed, tone)
    if printed and rng.random() < 0.02:
        image = 255 - image
    out = Board()
    out.image, out.grid, out.white, out.coords, out.printed, out.square = image, grid, white, coords, printed, s
    out.quad = np.float32([[pad, pad], [pad + n, pad], [pad + n, pad + n], [pad, pad + n]])
    return out


def around(rng, art, image, pad, n, s, printed):
    """Text or panels beside the board."""
    if pad < s // 2 or rng.random() > (0.45 if printed else 0.3):
        return
    size = image.shape[0]
    page = art.page(rng)
    k = rng.uniform(0.5, 1.2)
    page = cv2.resize(page, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    if page.shape[0] < size:
        page = np.tile(page, (size // page.shape[0] + 1,) * 2)
    y, x = rng.integers(0, page.shape[0] - size + 1, 2)
    mark = (1 - page[y:y + size, x:x + size].astype(np.float32) / 255)[..., None]
    gap = int(rng.uniform(0.05, 0.9) * pad)
    keep = np.ones((size, size, 1), np.float32)
    sides = rng.random(4) < 0.5
    keep[pad - gap:pad + n + gap, pad - gap:pad + n + gap] = 0
    if sides[0]:
        keep[:pad] = 0
    if sides[1]:
        keep[pad + n:] = 0
    if sides[2]:
        keep[:, :pad] = 0
    if sides[3]:
        keep[:, pad + n:] = 0
    mark *= keep
    fill = 30.0 if image[0, 0].mean() > 110 else 225.0
    image *= 1 - mark
    image += fill * mark


def frame(rng, image, pad, n, s, printed, tone):
    if rng.random() > (0.62 if printed else 0.18):
        return
    shade = tone(np.full(3, rng.uniform(0, 90)))
    colour = [float(v) for v in shade]
    gap = 0 if rng.random() < 0.7 else int(rng.integers(2, max(3, s // 8)))
    t = int(rng.integers(1, 4))
    cv2.rectangle(image, (pad - gap - t // 2 - 1, pad - gap - t // 2 - 1), (pad + n + gap + t // 2, pad + n + gap + t // 2), colour, t)
    if rng.random() < 0.35:
        g = gap + t + int(rng.integers(2, max(3, s // 7)))
        cv2.rectangle(image, (pad - g, pad - g), (pad + n + g, pad + n + g), colour, int(rng.integers(1, 4)))
    if rng.random() < 0.25:
        for i in range(1, 8):
            cv2.line(image, (pad + i * s, pad), (pad + i * s, pad + n), colour, 1)
            cv2.line(image, (pad, pad + i * s), (pad + n, pad + i * s), colour, 1)


def highlights(rng, image, grid, pad, s, tone):
    if rng.random() > 0.6:
        return
    base = np.float32(pick(rng, ([230, 220, 80], [160, 200, 60], [90, 180, 200], [230, 70, 70], [250, 200, 90], [140, 220, 150], [80, 120, 240]))) + rng.uniform(-30, 30, 3)
    for _ in range(int(rng.integers(1, 5))):
        r, f = rng.integers(0, 8, 2)
        alpha = rng.uniform(0.2, 0.95)
        cell = image[pad + r * s:pad + (r + 1) * s, pad + f * s:pad + (f + 1) * s]
        kind = rng.random()
        if kind < 0.75:
            cell *= 1 - alpha
            cell += tone(base) * alpha
        elif kind < 0.85:
            t = max(1, int(s * rng.uniform(0.04, 0.12)))
            cv2.rectangle(image, (pad + f * s + t // 2, pad + r * s + t // 2), (pad + (f + 1) * s - t // 2 - 1, pad + (r + 1) * s - t // 2 - 1), [float(v) for v in tone(base)], t)
        else:  # the glow of a check
            y, x = np.mgrid[0:s, 0:s] / s - 0.5
            glow = (np.exp(-(x * x + y * y) / rng.uniform(0.04, 0.15)) * alpha)[..., None].astype(np.float32)
            cell *= 1 - glow
            cell += tone((240, 30, 20)) * glow


def paste(image, art, y, x, alpha=1.0):
    """Composite (h, w, c+1) art at y, x, cut at the edges."""
    h, w = art.shape[:2]
    y0, x0, y1, x1 = max(y, 0), max(x, 0), min(y + h, image.shape[0]), min(x + w, image.shape[1])
    if y1 <= y0 or x1 <= x0:
        return
    part = art[y0 - y:y1 - y, x0 - x:x1 - x]
    a = part[..., -1:] * (alpha / 255)
    region = image[y0:y1, x0:x1]
    region *= 1 - a
    region += part[..., :-1] * a


def ghosts(rng, art, image, grid, pad, s, printed, paper, ink):
    """The men, in one set, with one treatment for the whole board."""
    name = pick(rng, art.prints) if printed and rng.random() < 0.85 else str(rng.choice(art.names, p=art.weights))
    men = art.sets[name]
    scale = rng.uniform(0.72, 1.06) if not printed else rng.uniform(0.7, 1.02)
    w, h = max(10, int(s * scale * rng.uniform(0.93, 1.07))), max(10, int(s * scale * rng.uniform(0.93, 1.07)))
    ox, oy = rng.uniform(-0.04, 0.04, 2)
    mirror = rng.random() < 0.2
    turn = rng.normal(0, 2.5) if rng.random() < 0.3 else 0
    bold = rng.random()
    flat = rng.random() < (0.06 if printed else 0.16)
    outline = rng.random() < 0.6
    night = rng.uniform(0, 60)
    lo = rng.uniform(0, 110) if not printed and rng.random() < 0.4 else 0
    hi = rng.uniform(170, 255) if not printed and rng.random() < 0.4 else 255
    tint_w = rng.uniform(0.7, 1, 3) if rng.random() < 0.3 else np.ones(3)
    tint_b = rng.uniform(0.5, 1.3, 3) if rng.random() < 0.3 else np.ones(3)
    if art.channels == 1:
        tint_w, tint_b = tint_w[:1], tint_b[:1]
    shadow = not printed and rng.random() < 0.18
    halo = int(rng.integers(1, 4)) if printed and rng.random() < 0.4 else 0
    hollow = printed and rng.random() < 0.06  # paper-white inside is missing: the hatching shows through
    cell = s / 44
    bend = rng.uniform(1, 5) if rng.random() < 0.35 else 0  # styles that no set has: bent outlines
    tall = np.exp(rng.normal(0, 0.12)) if rng.random() < 0.35 else 1.0
    mixed = rng.random() < 0.1  # each man from a set of its own
    fill = rng.uniform(0.6, 0.95) if not printed and rng.random() < 0.12 else 0  # White's bodies shaded
    wobble = rng.random() < (0.35 if printed else 0)
    cache = {}
    for r in range(8):
        for f in range(8):
            v = int(grid[r, f])
            if not v:
                continue
            if v not in cache:
                p = men[v - 1] if not mixed else art.sets[str(rng.choice(art.names, p=art.weights))][v - 1]
                if bend or tall != 1:
                    p = reshape(rng, p, bend, tall)
                if fill and v < 7:
                    p = np.concatenate([p[..., :-1] * fill, p[..., -1:]], -1)
                if mirror:
                    p = p[:, ::-1]
                if turn:
                    m = cv2.getRotationMatrix2D((48, 48), turn, 1)
                    p = cv2.warpAffine(p, m, (96, 96))
                if flat:
                    tone = np.float32(np.full(art.channels, 255.0 if v < 7 else night))
                    a = p[..., -1:]
                    body = np.broadcast_to(tone, p[..., :-1].shape).copy()
                    if outline:
                        rim = (cv2.erode(a[..., 0], np.ones((7, 7))) < 128)[..., None]
                        body = np.where(rim, 30.0 if v < 7 else (225.0 if bold < 0.3 else 5.0), body)
                    p = np.concatenate([body, a], -1).astype(np.float32)
                elif bold < 0.16:
                    k = np.ones((3, 3), np.uint8)
                    p = np.concatenate([np.atleast_3d(cv2.erode(np.ascontiguousarray(p[..., :-1]), k)), p[..., -1:]], -1)
                elif bold < 0.24:
                    k = np.ones((3, 3), np.uint8)
                    p = np.concatenate([np.atleast_3d(cv2.dilate(np.ascontiguousarray(p[..., :-1]), k)), p[..., -1:]], -1)
                p = cv2.resize(np.ascontiguousarray(p), (w, h), interpolation=cv2.INTER_AREA if w < 96 else cv2.INTER_LINEAR)
                body = p[..., :-1]
                if printed:
                    grey = body @ GREY[:, None] if art.channels == 3 else body
                    k = np.clip(grey / 255, 0, 1)
                    body = ink * (1 - k) + paper * k
                    if hollow and v < 7:
                        p[..., -1:] = p[..., -1:] * np.clip(1.3 - k * 1.3, 0, 1)
                elif v < 7:
                    body = np.minimum(body * tint_w, hi)
                else:
                    body = body * tint_b * (1 - lo / 255) + lo
                cache[v] = np.concatenate([body, p[..., -1:]], -1).astype(np.float32)
            p = cache[v]
            y, x = int(round(pad + r * s + (s - h) / 2 + oy * s)), int(round(pad + f * s + (s - w) / 2 + ox * s))
            if wobble:
                y, x = y + int(rng.integers(-1, 2) * max(1, cell)), x + int(rng.integers(-1, 2) * max(1, cell))
            if shadow:
                dark = np.zeros_like(p)
                dark[..., -1] = cv2.GaussianBlur(p[..., -1], (0, 0), 2 * cell) * 0.5
                paste(image, dark, y + 2, x + 2)
            if halo:
                grown = p.copy()
                grown[..., :-1] = paper
                grown[..., -1] = cv2.dilate(p[..., -1], np.ones((2 * halo + 1,) * 2, np.uint8))
                paste(image, grown, y, x)
            paste(image, p, y, x)


def reshape(rng, p, bend, tall):
    """Bend a man's outline and stretch his upper part."""
    n = p.shape[0]
    y, x = np.mgrid[0:n, 0:n].astype(np.float32)
    y = n * (y / n) ** np.float32(tall)
    if bend:
        k = int(rng.integers(3, 6))
        dx, dy = (cv2.resize(rng.normal(0, bend / 2, (k, k)).astype(np.float32), (n, n), interpolation=cv2.INTER_CUBIC) for _ in range(2))
        if rng.random() < 0.5:  # both halves alike
            dx = (dx - dx[:, ::-1]) / 2
            dy = (dy + dy[:, ::-1]) / 2
        x, y = x + dx, y + dy
    a = p[..., -1:] / 255
    q = cv2.remap(np.concatenate([p[..., :-1] * a, p[..., -1:]], -1), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    q[..., :-1] /= np.maximum(q[..., -1:] / 255, 1e-3)
    return np.clip(q, 0, 255)


def glyph(art, font, text, height):
    g = art.glyphs[font, text]
    ref = art.glyphs[font, "1"].shape[0]
    k = height / ref
    return cv2.resize(g, (max(2, int(round(g.shape[1] * k))), max(3, int(round(g.shape[0] * k)))), interpolation=cv2.INTER_AREA)


def stamp(image, g, y, x, colour, alpha=1.0):
    """Glyph g with its centre at y, x."""
    h, w = g.shape
    y, x = int(round(y - h / 2)), int(round(x - w / 2))
    layer = np.concatenate([np.broadcast_to(colour, (h, w, len(colour))), g[..., None] * 255], -1)
    paste(image, layer.astype(np.float32), y, x, alpha)


def coordinates(rng, art, image, pad, n, s, printed, white, shade, coords, tone):
    """Ranks and files, inside or outside; coords[side][cell] gets 1..8 for digits, 9..16 for letters."""
    if rng.random() > (0.45 if printed else 0.6):
        return
    font = int(rng.integers(len(art.fonts)))
    upper = rng.random() < 0.18
    digits = "87654321" if white else "12345678"
    letters = "abcdefgh" if white else "hgfedcba"
    inside = not printed and rng.random() < 0.62
    alpha = rng.uniform(0.6, 1)
    if inside:
        height = s * rng.uniform(0.14, 0.24)
        at_right, at_bottom = rng.random() < 0.4, rng.random() < 0.5
        letters_right = rng.random() < 0.5
        lr_side = 1 if at_right else 0
        m = s * rng.uniform(0.03, 0.06) + height / 2
        a, b = image[pad + 2, pad + s // 2].copy(), image[pad + 2, pad + s + s // 2].copy()
        plain = tone(np.full(3, pick(rng, (0.0, 30.0, 255.0)))) if rng.random() < 0.2 else None
        low = rng.random() < 0.25
        for i in range(8):
            f = 7 if at_right else 0
            colour = plain if plain is not None else (a if (i + f) % 2 else b)
            x = pad + n - m if at_right else pad + m
            y = pad + (i + 1) * s - m if low else pad + i * s + m
            stamp(image, glyph(art, font, digits[i], height), y, x, colour, alpha)
            coords[lr_side][i] = int(digits[i])
            r = 7 if at_bottom or not low else 7
            colour = plain if plain is not None else (a if (r + i) % 2 else b)
            x = pad + (i + 1) * s - m if letters_right else pad + i * s + m
            letter = letters[i].upper() if upper else letters[i]
            stamp(image, glyph(art, font, letter, height), pad + n - m, x, colour, alpha)
            coords[3][i] = 9 + "abcdefgh".index(letters[i])
        return
    if pad < s * 0.8:
        return
    height = s * rng.uniform(0.16, 0.42)
    gap = s * rng.uniform(0.08, 0.2) + height / 2
    if gap + height / 2 > 0.72 * s:
        gap = 0.72 * s - height / 2
    left, right, top, bottom = rng.random() < 0.93, rng.random() < 0.25, rng.random() < 0.2, rng.random() < 0.95
    back = image[pad // 2, pad + n // 2].mean()
    colour = tone(np.full(3, rng.uniform(0, 90) if back > 110 else rng.uniform(170, 255)))
    if rng.random() < 0.4:  # a clear margin for the coordinates
        fill = image[1, 1].copy()
        for sl in ((slice(int(pad - gap - height * 0.8), pad - 3), slice(None)), (slice(pad + n + 3, int(pad + n + gap + height * 0.8)), slice(None))):
            image[sl] = fill
            image[sl[1], sl[0]] = fill
        back = fill.mean()
        colour = tone(np.full(3, rng.uniform(0, 90) if back > 110 else rng.uniform(170, 255)))
    for i in range(8):
        centre = pad + (i + 0.5) * s
        letter = letters[i].upper() if upper else letters[i]
        for on, side, x in ((left, 0, pad - gap), (right, 1, pad + n + gap)):
            if on:
                stamp(image, glyph(art, font, digits[i], height), centre, x, colour, alpha)
                coords[side][i] = int(digits[i])
        for on, side, y in ((top, 2, pad - gap), (bottom, 3, pad + n + gap)):
            if on:
                stamp(image, glyph(art, font, letter, height), y, centre, colour, alpha)
                coords[side][i] = 9 + "abcdefgh".index(letters[i])


def annotate(rng, image, grid, pad, n, s, printed, tone):
    """Arrows, circles, dots, badges, a cursor, a coloured veil."""
    if rng.random() > (0.05 if printed else 0.62):
        return
    over = np.ascontiguousarray(image.clip(0, 255).astype(np.uint8))
    for _ in range(int(rng.integers(1, 7))):
        a, b = rng.integers(0, 8, 2), rng.integers(0, 8, 2)
        rgb = pick(rng, ([240, 160, 60], [30, 160, 60], [220, 60, 60], [30, 120, 200], [100, 200, 240], [40, 40, 40], [130, 130, 130], [255, 255, 255]))
        colour = [float(v) for v in tone(rgb)]
        pa = (int(pad + a[1] * s + s / 2), int(pad + a[0] * s + s / 2))
        pb = (int(pad + b[1] * s + s / 2), int(pad + b[0] * s + s / 2))
        kind = rng.random()
        if kind < 0.5 and pa != pb:
            arrow(rng, over, pa, pb, colour, s)
        elif kind < 0.62:
            cv2.circle(over, pa, int(s * rng.uniform(0.38, 0.49)), colour, max(1, int(s * rng.uniform(0.04, 0.12))), cv2.LINE_AA)
        elif kind < 0.8:
            for _ in range(int(rng.integers(1, 6))):
                q = rng.integers(0, 8, 2)
                centre = (int(pad + q[1] * s + s / 2), int(pad + q[0] * s + s / 2))
                if grid[q[0], q[1]]:
                    cv2.circle(over, centre, int(s * 0.45), colour, max(1, int(s * 0.08)), cv2.LINE_AA)
                else:
                    cv2.circle(over, centre, int(s * rng.uniform(0.1, 0.2)), colour, -1, cv2.LINE_AA)
        elif kind < 0.92:
            centre = (int(pad + (a[1] + rng.uniform(0.85, 1.0)) * s), int(pad + (a[0] + rng.uniform(0.0, 0.15)) * s))
            radius = int(s * rng.uniform(0.14, 0.26))
            cv2.circle(over, centre, radius, colour, -1, cv2.LINE_AA)
            light = [float(v) for v in tone((255, 255, 255))]
            cv2.putText(over, pick(rng, ("!", "?", "!!", "??", "?!", "+")), (centre[0] - radius // 2, centre[1] + radius // 2), cv2.FONT_HERSHEY_SIMPLEX, radius / 22, light, max(1, s // 24), cv2.LINE_AA)
        else:
            k = s * rng.uniform(0.25, 0.6)
            x, y = pad + rng.uniform(0, n), pad + rng.uniform(0, n)
            shape = np.float32([[0, 0], [0, 1], [0.25, 0.78], [0.42, 1.1], [0.58, 1.03], [0.42, 0.72], [0.72, 0.7]]) * k + [x, y]
            cv2.fillPoly(over, [shape.astype(np.int32)], [float(v) for v in tone((250, 250, 250))], cv2.LINE_AA)
            cv2.polylines(over, [shape.astype(np.int32)], True, [0.0] * len(colour), 1, cv2.LINE_AA)
    alpha = rng.uniform(0.35, 1)
    image *= 1 - alpha
    image += over * alpha


def arrow(rng, over, a, b, colour, s):
    a, b = np.float32(a), np.float32(b)
    if rng.random() < 0.2:  # a knight's arrow with a corner
        corner = np.float32([b[0], a[1]])
        cv2.line(over, tuple(int(v) for v in a), tuple(int(v) for v in corner), colour, max(2, int(s * 0.16)), cv2.LINE_AA)
        a = corner
    d = b - a
    length = float(np.hypot(*d))
    if length < 2:
        return
    d /= length
    side = np.float32([-d[1], d[0]])
    w, head = s * rng.uniform(0.04, 0.16), s * rng.uniform(0.3, 0.55)
    neck = b - d * head
    tail = a + d * s * pick(rng, (0, 0, 0.35))
    pts = np.float32([tail + side * w, neck + side * w, neck + side * head * 0.6, b, neck - side * head * 0.6, neck - side * w, tail - side * w])
    cv2.fillPoly(over, [np.round(pts * 8).astype(np.int32)], colour, cv2.LINE_AA, 3)
