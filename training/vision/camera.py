"""Spoil a drawing as screens, printers, scanners and cameras do, and cut tiles as src/recognize does."""
import cv2
import numpy as np

cv2.setNumThreads(1)
TILE, SQUARE_SPAN, EDGE_SPAN = 32, 1.22, 1.15


def scan(rng, g, ink_spread=True):
    """Print and scanner: ink spread, specks, thresholds, show-through, folds."""
    ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    if ink_spread and rng.random() < 0.55:
        kind = rng.random()
        if kind < 0.5:
            a = rng.uniform(0.3, 1)
            g = cv2.addWeighted(g, 1 - a, cv2.erode(g, ellipse), a, 0)
        elif kind < 0.7:
            a = rng.uniform(0.3, 1)
            g = cv2.addWeighted(g, 1 - a, cv2.dilate(g, ellipse), a, 0)
        else:
            t = rng.uniform(90, 200)
            grain = cv2.GaussianBlur(rng.normal(0, 1, g.shape).astype(np.float32), (0, 0), 1.0) * rng.uniform(0, 90)
            soft = cv2.GaussianBlur(g, (0, 0), rng.uniform(0.6, 1.3))
            g = np.where(soft + grain > t, np.float32(rng.uniform(200, 255)), np.float32(rng.uniform(0, 60))).astype(np.float32)
    h, w = g.shape[:2]
    if rng.random() < 0.35:
        g = np.ascontiguousarray(g)
        for _ in range(int(rng.integers(5, 70))):
            v = float(rng.choice([40, 230]))
            cv2.circle(g, (int(rng.integers(w)), int(rng.integers(h))), int(rng.integers(1, 3)), (v, v, v), -1)
    if rng.random() < 0.2:  # paper grain and stains
        stain = cv2.resize(rng.normal(0, 1, (6, 6)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC) * rng.uniform(2, 14)
        g = g + (stain if g.ndim == 2 else stain[..., None])
    return g


def camera_light(rng, g, square=40):
    """Uneven light, shadows, glare, moire, blur, noise."""
    h, w = g.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    yy, xx = yy / h - 0.5, xx / w - 0.5
    gx, gy = rng.normal(0, 0.35, 2)
    light = 1 + gx * xx + gy * yy
    if rng.random() < 0.22:
        t = rng.uniform(0, 6.3)
        edge = (xx * np.cos(t) + yy * np.sin(t) > rng.uniform(-0.4, 0.4)).astype(np.float32)
        light *= cv2.GaussianBlur(1 - edge * rng.uniform(0.2, 0.55), (0, 0), rng.uniform(1, 25))
    if rng.random() < 0.12:  # a fold
        t = rng.uniform(0, 6.3)
        d = xx * np.cos(t) + yy * np.sin(t) - rng.uniform(-0.4, 0.4)
        light *= 1 - rng.uniform(0.1, 0.5) * np.exp(-(d / rng.uniform(0.01, 0.08)) ** 2)
    add = np.float32(rng.uniform(0, 60))
    if rng.random() < 0.12:  # glare
        cy, cx = rng.uniform(-0.5, 0.5, 2)
        add = add + rng.uniform(30, 170) * np.exp(-(((xx - cx) / rng.uniform(0.05, 0.3)) ** 2 + ((yy - cy) / rng.uniform(0.05, 0.3)) ** 2))
    if rng.random() < 0.28:
        for _ in range(int(rng.integers(1, 3))):
            period, t = rng.uniform(2.5, 16), rng.uniform(0, 6.3)
            bend = rng.uniform(0, 0.03) * np.sin(6.28 * (xx * rng.normal() + yy * rng.normal()))
            add = add + rng.uniform(2, 14) * np.sin(6.28 * ((xx + bend) * np.cos(t) * w + (yy + bend) * np.sin(t) * h) / period)
    if g.ndim == 3:
        light = light[..., None]
        add = add[..., None] if isinstance(add, np.ndarray) else add
    g = g * light * rng.uniform(0.45, 1) + add
    if rng.random() < 0.15:  # motion
        k = int(rng.integers(3, 6))
        line = np.zeros((k, k), np.float32)
        cv2.line(line, tuple(int(v) for v in rng.integers(0, k, 2)), (k // 2, k // 2), 1.0)
        line[k // 2, k // 2] = 1
        g = cv2.filter2D(g, -1, line / line.sum())
    g = cv2.GaussianBlur(g, (0, 0), rng.uniform(0.3, min(1.8, 0.3 + square * 0.035)))
    sigma = rng.uniform(0, 9)
    return g + sigma * cv2.resize(rng.normal(0, 1, g.shape).astype(np.float32), (w, h)) if sigma > 1 else g


def finish(rng, g, jpeg=0.6):
    """Sharpening, gamma, JPEG; float to u8."""
    if rng.random() < 0.15:
        g = g + rng.uniform(0.3, 1.5) * (g - cv2.GaussianBlur(g, (0, 0), rng.uniform(0.7, 2)))
    if rng.random() < 0.2:
        g = 255 * np.power(np.clip(g, 0, 255) / 255, rng.uniform(0.6, 1.5))
    if rng.random() < 0.12:
        g = g * rng.uniform(0.25, 0.8) + rng.uniform(0, 50)
    g = np.clip(g, 0, 255).astype(np.uint8)
    if rng.random() < jpeg:
        quality = int(rng.integers(18, 96))
        g = cv2.imdecode(cv2.imencode(".jpg", g, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_UNCHANGED)
    return g


def perspective(rng, quad, degrees, side, roll=12):
    """Where a flat square seen from an angle lands: four corners, mean side about `side`."""
    tilt, pan = np.deg2rad(rng.uniform(0, degrees)), rng.uniform(0, 2 * np.pi)
    r = np.deg2rad(rng.uniform(-roll, roll))
    c = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    axis = np.float32([np.cos(pan), np.sin(pan)])
    along = c @ axis
    z = along * np.sin(tilt)
    flat = c + np.outer(along * (np.cos(tilt) - 1), axis)
    d = rng.uniform(3.2, 9)
    p = flat * (d / (d + z))[:, None]
    p = p @ np.float32([[np.cos(r), np.sin(r)], [-np.sin(r), np.cos(r)]])
    mean = np.mean([np.linalg.norm(p[i] - p[(i + 1) % 4]) for i in range(4)])
    return (p * side / mean).astype(np.float32)


def spoil(rng, board):
    """Degraded grey u8 (or BGR) picture of a drawing and the quad of its playing area."""
    g = board.image
    g = g[..., 0] if g.shape[2] == 1 else g
    quad, s = board.quad.copy(), board.square
    printed = board.printed
    photo = rng.random() < (0.5 if printed else 0.38)
    if printed and rng.random() < 0.8:
        g = scan(rng, g)
    h, w = g.shape[:2]
    if photo:
        target = rng.uniform(14, 46) if rng.random() < 0.8 else rng.uniform(11, 20)
        to = perspective(rng, quad, pick_angle(rng), 8 * target, 6)
        to -= to.min(0)
        span = to.max(0)
        margin = (board.quad[0, 0] / s) * target * 0.9
        to += margin
        size = (int(span[0] + 2 * margin), int(span[1] + 2 * margin))
        if s > 1.5 * target:
            g = cv2.GaussianBlur(g, (0, 0), s / target * 0.4)
        m = cv2.getPerspectiveTransform(quad - 0.5, to - 0.5)
        if rng.random() < 0.35:  # a curved page
            xx, yy = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
            inv = np.linalg.inv(m)
            den = inv[2, 0] * xx + inv[2, 1] * yy + inv[2, 2]
            sx, sy = (inv[0, 0] * xx + inv[0, 1] * yy + inv[0, 2]) / den, (inv[1, 0] * xx + inv[1, 1] * yy + inv[1, 2]) / den
            u = (sx - w / 2) / w
            bend = s * rng.uniform(-0.35, 0.35) * (4 * u * u - 0.5)
            if rng.random() < 0.6:
                sy = sy + bend
            else:
                v = (sy - h / 2) / h
                sx = sx + s * rng.uniform(-0.35, 0.35) * (4 * v * v - 0.5)
            g = cv2.remap(g, sx.astype(np.float32), sy.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        else:
            g = cv2.warpPerspective(g, m, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        quad = to
        g = camera_light(rng, g.astype(np.float32), target)
        return finish(rng, g, 0.75), quad
    kind = rng.random()
    if kind < 0.6:
        target = rng.uniform(11, 24) if rng.random() < 0.4 else rng.uniform(20, s)
        k = target / s
        size = (max(90, int(round(w * k))), max(90, int(round(h * k))))
        how = cv2.INTER_AREA if rng.random() < 0.75 else (cv2.INTER_LINEAR if rng.random() < 0.5 else cv2.INTER_CUBIC)
        g = cv2.resize(g, size, interpolation=how)
        quad = quad * np.float32([size[0] / w, size[1] / h])
        if rng.random() < 0.2:  # blown up again
            f = rng.uniform(1.2, 2.5)
            big = (int(size[0] * f), int(size[1] * f))
            g = cv2.resize(g, big, interpolation=cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_CUBIC)
            quad = quad * np.float32([big[0] / size[0], big[1] / size[1]])
    side = (quad[1, 0] - quad[0, 0]) / 8
    if rng.random() < 0.25:
        g = cv2.GaussianBlur(g, (0, 0), rng.uniform(0.3, min(1.1, 0.3 + side * 0.025)))
    if printed and rng.random() < 0.3:
        g = camera_light(rng, g.astype(np.float32), side)
    elif rng.random() < 0.15:
        g = g + rng.normal(0, rng.uniform(1, 8), g.shape)
    return finish(rng, g.astype(np.float32), 0.5), quad


def pick_angle(rng):
    return 50 if rng.random() < 0.35 else 25


def shrink(g, quad, span):
    side = np.mean([np.linalg.norm(quad[i] - quad[(i + 1) % 4]) for i in range(4)]) / 8
    k = max(1, int(side / (TILE / span)))
    if k > 1:
        h, w = g.shape[0] // k * k, g.shape[1] // k * k
        g = cv2.resize(g[:h, :w], (w // k, h // k), interpolation=cv2.INTER_AREA)
        quad = quad / k
    return g, quad


def sample(g, quad, x, y):
    """Mean of 2 x 2 bilinear samples; x, y are board coordinates of the sub-samples, (2 rows, 2 columns) a pixel."""
    m = cv2.getPerspectiveTransform(np.float32([[0, 0], [8, 0], [8, 8], [0, 8]]), np.float32(quad))
    d = m[2, 0] * x + m[2, 1] * y + m[2, 2]
    px = ((m[0, 0] * x + m[0, 1] * y + m[0, 2]) / d - 0.5).astype(np.float32)
    py = ((m[1, 0] * x + m[1, 1] * y + m[1, 2]) / d - 0.5).astype(np.float32)
    r = cv2.remap(g.astype(np.float32), px, py, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    h, w = r.shape
    return r.reshape(h // 2, 2, w // 2, 2).mean((1, 3))


def normal(t):
    counts = np.bincount(np.rint(t).clip(0, 255).astype(np.uint8).ravel(), minlength=256).cumsum() / t.size
    lo, hi = int(np.argmax(counts >= 0.01)), int(np.argmax(counts >= 0.99))
    return np.rint(255 * ((t - lo) / max(hi - lo, 20)).clip(0, 1)).astype(np.uint8)


STEP = (np.arange(2 * TILE) // 2 + np.where(np.arange(2 * TILE) % 2 == 0, 0.25, 0.75)) / TILE
ALL = (np.arange(8)[:, None] + STEP * SQUARE_SPAN - (SQUARE_SPAN - 1) / 2).ravel()
SQ_X, SQ_Y = np.meshgrid(ALL, ALL)
ALONG = (np.arange(8)[:, None] + STEP * EDGE_SPAN - (EDGE_SPAN - 1) / 2).ravel()
OUT, IN = -0.75 + STEP * EDGE_SPAN, 8 - 0.40 + STEP * EDGE_SPAN


def squares(g, quad):
    """64 tiles (u8, normalised) of a grey picture."""
    g, quad = shrink(g, quad, SQUARE_SPAN)
    r = sample(g, quad, SQ_X, SQ_Y)
    return normal(r.reshape(8, TILE, 8, TILE).transpose(0, 2, 1, 3).reshape(64, TILE, TILE))


def edges(g, quad):
    """32 coordinate tiles: left, right, top, bottom."""
    g, quad = shrink(g, quad, EDGE_SPAN)
    out = []
    for across in (OUT, IN):
        x, y = np.meshgrid(across, ALONG)
        out.append(sample(g, quad, x, y).reshape(8, TILE, TILE))
    for across in (OUT, IN):
        x, y = np.meshgrid(ALONG, across)
        out.append(sample(g, quad, x, y).reshape(TILE, 8, TILE).transpose(1, 0, 2))
    return normal(np.concatenate(out))
