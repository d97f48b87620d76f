"""Whole pictures with answers: pictures.py DATA OUT COUNT SEED [own|held|all] [LONGEST_SIDE].

OUT/NAME.png|jpg, OUT/labels.csv (file, placement as White sees it, side at the bottom, category, degrees the picture is
turned clockwise, boards in it, whether coordinates are printed) and OUT/corners.csv (tl, tr, br, bl as they lie in the picture).
"""
import csv
import os
import sys

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import boards
import camera

NAMES = "1PNBRQKpnbrqk"


def placement(grid, white):
    g = grid if white else grid[::-1, ::-1]
    rows = []
    for row in g:
        text, gap = "", 0
        for v in row:
            if v == 0:
                gap += 1
                continue
            text += (str(gap) if gap else "") + NAMES[v]
            gap = 0
        rows.append(text + (str(gap) if gap else ""))
    return "/".join(rows)


def write(rng, art, canvas, x, y, text, size, fill):
    image = Image.fromarray(canvas)
    face = ImageFont.truetype(boards.pick(rng, art.fonts), size)
    ImageDraw.Draw(image).text((x, y), text, font=face, fill=fill)
    canvas[:] = np.asarray(image)


def words(rng, n):
    return " ".join("".join(rng.choice(list("etaoinshrdlucmfwyp"), int(rng.integers(2, 9)))) for _ in range(n))


def moves(rng, n):
    return " ".join(f"{i + 1}.{boards.pick(rng, 'NBRQK')}{boards.pick(rng, 'abcdefgh')}{rng.integers(1, 9)} {boards.pick(rng, 'abcdefgh')}{rng.integers(1, 9)}" for i in range(n))


def place(canvas, board, x, y):
    """Paste a drawing; the quad on the canvas."""
    part = board.image.clip(0, 255).astype(np.uint8)
    h, w = part.shape[:2]
    canvas[y:y + h, x:x + w] = part
    return board.quad + np.float32([x, y])


def interface(rng, art, phone=False):
    """A screenshot with bars and panels."""
    w, h = ((1080, 2280) if rng.random() < 0.5 else (750, 1334)) if phone else boards.pick(rng, ((1920, 1080), (1366, 768), (1440, 900), (1280, 720), (1000, 800)))
    night = rng.random() < 0.5
    back = rng.uniform(15, 60, 3) if night else rng.uniform(215, 255, 3)
    canvas = np.empty((h, w, 3), np.uint8)
    canvas[:] = back
    ink = (220, 220, 220) if night else (40, 40, 40)
    bar = int(h * rng.uniform(0.03, 0.09))
    canvas[:bar] = np.clip(back + rng.normal(0, 40, 3), 0, 255)
    write(rng, art, canvas, 60, bar // 4, words(rng, 4), max(10, bar // 3), ink)
    square = int((w - 10) / 8) if phone else int(rng.uniform(0.5, 0.86) * (h - bar) / 8)
    pad = int(rng.uniform(0, 3)) if rng.random() < 0.6 or phone else int(square * rng.uniform(0.3, 0.9))
    square = min(square, (w - 2 * pad) // 8)
    board = boards.draw(rng, art, square=square, printed=False, pad=pad)
    size = board.image.shape[0]
    x = (w - size) // 2 if phone else int(rng.integers(10, max(11, w - size - int(w * 0.2))))
    y = int(rng.integers(bar, max(bar + 1, h - size)))
    if y + size > h or x + size > w:
        return interface(rng, art, phone)
    if rng.random() < 0.3 and x > 40:
        cv2.rectangle(canvas, (x - 30, y), (x - 10, y + size), (255, 255, 255), -1)
        cv2.rectangle(canvas, (x - 30, y), (x - 10, y + int(size * rng.random())), (30, 30, 30), -1)
    right = x + size + 15
    if right < w - 120:
        cv2.rectangle(canvas, (right, bar + 20), (w - 15, h - 20), [int(v) for v in np.clip(back + 12, 0, 255)], -1)
        for k in range(bar + 30, h - 40, 28):
            write(rng, art, canvas, right + 10, k, moves(rng, 3), 16, ink)
    if phone:
        for k in list(range(bar + 10, y - 60, 70)) + list(range(y + size + 15, h - 70, 70)):
            write(rng, art, canvas, 30, k, words(rng, 6), 30, ink)
            if rng.random() < 0.3:
                cv2.circle(canvas, (w - 60, k + 20), 22, [int(v) for v in rng.integers(0, 255, 3)], -1)
    quad = place(canvas, board, x, y)
    return canvas, quad, board, 1


def chat(rng, art):
    w, h = int(rng.integers(500, 1000)), int(rng.integers(700, 1400))
    canvas = np.empty((h, w, 3), np.uint8)
    canvas[:] = rng.integers(200, 255, 3)
    if rng.random() < 0.5:
        canvas[:] = np.clip(canvas.astype(np.float32) + boards.noise(rng, h, w)[..., None] * 6, 0, 255)
    square = int(rng.uniform(0.45, 0.8) * w / 8)
    board = boards.draw(rng, art, square=square, printed=rng.random() < 0.2, pad=int(rng.uniform(0, 0.9) * square))
    size = board.image.shape[0]
    if size > w - 40:
        return chat(rng, art)
    x, y = int(rng.integers(10, w - size - 10)), int(rng.integers(80, max(81, h - size - 80)))
    if y + size > h:
        return chat(rng, art)
    for k in range(20, h - 60, 75):
        left = int(rng.integers(10, w // 2))
        cv2.rectangle(canvas, (left, k), (left + w // 3, k + 55), [int(v) for v in rng.integers(150, 255, 3)], -1)
        write(rng, art, canvas, left + 8, k + 10, words(rng, 3), 22, (20, 20, 20))
    cv2.rectangle(canvas, (x - 8, y - 8), (x + size + 8, y + size + 40), [int(v) for v in rng.integers(180, 255, 3)], -1)
    write(rng, art, canvas, x, y + size + 8, words(rng, 4), 20, (20, 20, 20))
    return canvas, place(canvas, board, x, y), board, 1


def page(rng, art):
    """A page of a book with one to four diagrams; the first is the largest."""
    w, h = int(rng.integers(700, 1300)), int(rng.integers(900, 1600))
    canvas = np.empty((h, w, 3), np.uint8)
    canvas[:] = 250
    face = ImageFont.truetype(boards.pick(rng, art.fonts), int(rng.integers(14, 26)))
    image = Image.fromarray(canvas)
    draw = ImageDraw.Draw(image)
    columns = int(rng.integers(1, 3))
    for c in range(columns):
        left, wide = 50 + c * (w - 60) // columns, (w - 130) // columns
        for y in range(50, h - 60, int(face.size * 1.35)):
            text = moves(rng, 8) if rng.random() < 0.4 else words(rng, 14)
            while draw.textlength(text, font=face) > wide:
                text = text[:-2]
            draw.text((left, y), text, font=face, fill=(20, 20, 20))
    canvas = np.asarray(image).copy()
    count = 1 if rng.random() < 0.7 else int(rng.integers(2, 4))
    top, result = 60, None
    share = rng.uniform(0.4, 0.75)
    for i in range(count):
        square = int(share * (w / columns if columns > 1 else w) / 8 * (1 if i == 0 else rng.uniform(0.6, 0.85)))
        board = boards.draw(rng, art, square=square, printed=True, pad=int(rng.uniform(0.9, 1.1) * square))
        board.image = 250 - (250 - board.image) if board.image[0, 0].mean() > 100 else board.image
        size = board.image.shape[0]
        if size > w - 20 or top + size > h - 20:
            break
        x = 40 + (int(rng.integers(0, columns)) * (w - 60) // columns if columns > 1 else int(rng.integers(0, max(1, w - size - 60))))
        x = min(x, w - size - 5)
        y = int(rng.integers(top, min(top + 200, h - size - 10)))
        quad = place(canvas, board, x, y)
        top = y + size + 20
        result = result or (quad, board)
        shown = i + 1
    if result is None:
        return page(rng, art)
    grey = cv2.cvtColor(canvas, cv2.COLOR_RGB2GRAY).astype(np.float32)
    spoiled = np.repeat(camera.scan(rng, grey)[..., None], 3, 2)
    paper = np.float32([1, rng.uniform(0.92, 1), rng.uniform(0.75, 1)])
    return np.clip(spoiled * paper, 0, 255).astype(np.uint8), result[0], result[1], shown


def bare(rng, art):
    square = int(rng.choice([12, 13, 15, 18, 24, 32, 45, 60, 75, 100]))
    printed = rng.random() < 0.2
    draw = max(36, square)
    board = boards.draw(rng, art, square=draw, printed=printed, pad=int(boards.pick(rng, (0, 0, 3, draw // 2, draw))))
    image, quad = board.image.clip(0, 255).astype(np.uint8), board.quad
    if square < draw:
        k = square / draw
        size = max(8 * square, int(image.shape[0] * k))
        quad = quad * (size / image.shape[0])
        image = cv2.resize(image, (size, size), interpolation=cv2.INTER_AREA)
    return image, quad, board, 1


def nothing(rng, art):
    kind = rng.random()
    w, h = int(rng.integers(400, 1400)), int(rng.integers(400, 1100))
    canvas = np.empty((h, w, 3), np.uint8)
    canvas[:] = rng.integers(0, 255, 3)
    if kind < 0.3:
        sheet = cv2.resize(art.page(rng), (w, h))
        canvas[:] = sheet[..., None]
    elif kind < 0.5:
        for _ in range(40):
            x, y = int(rng.integers(w)), int(rng.integers(h))
            cv2.rectangle(canvas, (x, y), (x + int(rng.integers(10, 300)), y + int(rng.integers(10, 200))), [int(v) for v in rng.integers(0, 255, 3)], -1)
    elif kind < 0.65:  # a table of numbers
        for i in range(int(rng.integers(5, 14))):
            cv2.line(canvas, (0, i * h // 12), (w, i * h // 12), (90, 90, 90), 2)
            for j in range(8):
                write(rng, art, canvas, j * w // 8 + 6, i * h // 12 + 6, str(rng.integers(0, 999)), 20, (0, 0, 0))
                cv2.line(canvas, (j * w // 8, 0), (j * w // 8, h), (90, 90, 90), 2)
    elif kind < 0.8:  # another game: checkers of another size, a crossword, tiles
        n = int(boards.pick(rng, (3, 5, 6, 10, 12, 15)))
        k = min(w, h) // (n + 1)
        for r in range(n):
            for f in range(n):
                if (r + f) % 2 or (kind > 0.72 and rng.random() < 0.4):
                    cv2.rectangle(canvas, (20 + f * k, 20 + r * k), (20 + (f + 1) * k, 20 + (r + 1) * k), (30, 30, 30), -1 if kind < 0.75 else 2)
    else:
        canvas[:] = np.clip(128 + boards.noise(rng, h, w)[..., None] * 50 + rng.normal(0, 30, 3), 0, 255)
        for _ in range(20):
            cv2.ellipse(canvas, (int(rng.integers(w)), int(rng.integers(h))), (int(rng.integers(5, 150)), int(rng.integers(5, 150))), 0, 0, 360, [int(v) for v in rng.integers(0, 255, 3)], -1, cv2.LINE_AA)
    return canvas, None, None, 0


def photo(rng, art, source, degrees):
    """Take a picture of another picture, on a table."""
    image, quad, board, count = source
    h, w = image.shape[:2]
    side = np.mean([np.linalg.norm(quad[i] - quad[(i + 1) % 4]) for i in range(4)])
    wide, tall = int(rng.integers(700, 1700)), int(rng.integers(700, 1500))
    target = rng.uniform(0.4, 0.8) * min(wide, tall)
    to = camera.perspective(rng, quad, degrees, target, 14)
    to += np.float32([wide / 2, tall / 2]) + rng.uniform(-0.08, 0.08, 2) * min(wide, tall) - to.mean(0)
    if to.min() < 4 or (to[:, 0].max() > wide - 4) or (to[:, 1].max() > tall - 4):
        return photo(rng, art, source, degrees)
    if side > 1.4 * target:
        image = cv2.GaussianBlur(image, (0, 0), side / target * 0.4)
    m = cv2.getPerspectiveTransform(quad - 0.5, to - 0.5)
    table = np.clip(rng.uniform(20, 200, 3) + boards.noise(rng, tall, wide)[..., None] * rng.uniform(3, 25), 0, 255).astype(np.float32)
    mask = cv2.warpPerspective(np.ones((h, w), np.float32), m, (wide, tall))[..., None]
    # points behind the camera must not come back
    inv = np.linalg.inv(m)
    yy, xx = np.mgrid[0:tall, 0:wide]
    den = inv[2, 0] * xx + inv[2, 1] * yy + inv[2, 2]
    mask *= (den * np.sign(den[int(to[:, 1].mean()), int(to[:, 0].mean())]) > 0)[..., None]
    seen = cv2.warpPerspective(image.astype(np.float32), m, (wide, tall), flags=cv2.INTER_LINEAR)
    out = table * (1 - mask) + seen * mask
    out = camera.camera_light(rng, out, target / 8)
    return np.clip(out, 0, 255).astype(np.uint8), to, board, count


def turn(image, quad, turns):
    """Quarter turns clockwise."""
    for _ in range(turns):
        h = image.shape[0]
        image = np.rot90(image, -1).copy()
        if quad is not None:
            quad = np.stack([h - quad[:, 1], quad[:, 0]], 1)
    return image, quad


def one(rng, art, category):
    turns = 0
    if category == "clean":
        got = bare(rng, art)
    elif category == "cluttered":
        kind = rng.random()
        got = interface(rng, art) if kind < 0.45 else interface(rng, art, True) if kind < 0.7 else chat(rng, art)
    elif category == "scan":
        got = page(rng, art)
    elif category == "none":
        got = nothing(rng, art)
    else:
        kind = rng.random()
        source = bare(rng, art) if kind < 0.2 else interface(rng, art) if kind < 0.5 else page(rng, art)
        side = np.linalg.norm(source[1][1] - source[1][0])
        got = photo(rng, art, source, 45 if rng.random() < 0.5 else 20) if side > 200 else source
        if category == "turned":
            turns = int(rng.integers(1, 4))
    image, quad, board, count = got
    image, quad = turn(image, quad, turns)
    if quad is not None:  # start at the corner nearest to the top left
        quad = np.roll(quad, -int(np.argmin(quad.sum(1))), 0)
    return image, quad, board, count, turns * 90


def main():
    data, out, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rng = np.random.default_rng(seed)
    which = sys.argv[5] if len(sys.argv) > 5 else "held"
    art = boards.Art(data, held=which == "held", channels=3)
    art.legal = True
    longest = int(sys.argv[6]) if len(sys.argv) > 6 else 0
    if which == "own":
        art.names = art.prints = [n for n in art.names if n.startswith("own_")]
        art.weights = np.ones(len(art.names)) / len(art.names)
    os.makedirs(out, exist_ok=True)
    labels, corners = [], []
    order = ("clean", "cluttered", "scan", "tilted", "turned", "none")
    for i in range(count):
        category = order[i % 6]
        image, quad, board, boards_in, degrees = one(rng, art, category)
        jpg = rng.random() < 0.5 or (longest > 0 and category in ("tilted", "turned", "scan"))
        if longest and max(image.shape) > longest:
            k = longest / max(image.shape)
            image = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
            quad = None if quad is None else quad * k
        name = f"{category}_{i:03d}." + ("jpg" if jpg else "png")
        Image.fromarray(image).save(f"{out}/{name}", **({"quality": int(rng.integers(45, 95))} if jpg else {}))
        coords = "yes" if board is not None and board.coords.any() else "no"
        labels.append((name, placement(board.grid, board.white) if board else "", ("white" if board.white else "black") if board else "", category, degrees, boards_in, coords))
        corners.append([name] + ([f"{v:.2f}" for v in quad.ravel()] if quad is not None else [""] * 8))
    with open(f"{out}/labels.csv", "w", newline="") as f:
        csv.writer(f).writerows([("file", "placement", "orientation", "category", "turned", "boards", "coordinates")] + labels)
    with open(f"{out}/corners.csv", "w", newline="") as f:
        csv.writer(f).writerows([("file", "tl_x", "tl_y", "tr_x", "tr_y", "br_x", "br_y", "bl_x", "bl_y")] + corners)


if __name__ == "__main__":
    main()
