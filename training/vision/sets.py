"""Rasterise the free piece art into DATA/sets/NAME.npy: (12, 96, 96, 4) uint8 RGBA, order PNBRQKpnbrqk.

The packages are unpacked under DATA/src by fetch.sh. Each entry of CATALOGUE names its source and licence;
the same table is written to DATA/sets/LICENCES.tsv and kept in LICENCES.md.
"""
import glob
import gzip
import io
import os
import re
import subprocess
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage

SIZE = 96
PIECES = "PNBRQK"
LONG = dict(P="Pawn", N="Knight", B="Bishop", R="Rook", Q="Queen", K="King")
DATA = sys.argv[1]
X = f"{DATA}/src/x/"
ROWS = []
# Left out: copies of other products' art, or authors' terms that are not free.
EBOARD_OUT = {"Alpha", "Adventurer", "Yahoo", "ChessBase", "WCN", "Altinov"}


def square(image):
    """Centre a picture in a transparent square of SIZE pixels."""
    image = image.convert("RGBA")
    side = max(image.size)
    canvas = Image.new("RGBA", (side, side))
    canvas.paste(image, ((side - image.size[0]) // 2, (side - image.size[1]) // 2))
    return np.asarray(canvas.resize((SIZE, SIZE), Image.LANCZOS))


def render(svg, ident=None, size=2 * SIZE):
    """SVG bytes to a picture, by librsvg."""
    cmd = ["rsvg-convert", "-h", str(size), "--keep-aspect-ratio"]
    if ident:
        cmd += ["-i", ident]
    return Image.open(io.BytesIO(subprocess.run(cmd, input=svg, capture_output=True, check=True).stdout))


def load(path):
    if path.endswith(".svg"):
        return square(render(open(path, "rb").read()))
    return square(Image.open(path))


def add(name, licence, source, parts):
    try:
        art = np.stack(list(parts))
        assert art.shape == (12, SIZE, SIZE, 4) and art[..., 3].max(axis=(1, 2)).min() > 50
        np.save(f"{DATA}/sets/{name}.npy", art)
        ROWS.append((name, licence, source))
    except Exception as error:
        print("failed:", name, repr(error)[:150])


def each(path):
    """Twelve files of one pattern: {c} w/b, {C} W/B, {p} lower, {P} upper, {L} long name, {cc} white/black."""
    for colour in "wb":
        for piece in PIECES:
            yield load(path.format(c=colour, C=colour.upper(), p=piece.lower(), P=piece, L=LONG[piece],
                                   cc={"w": "white", "b": "black"}[colour], CC={"w": "White", "b": "Black"}[colour]))


def grid(image, order="KQRBNP", black_first=True, columns=6):
    """A sheet of two rows."""
    image = image.convert("RGBA")
    width, height = image.size[0] / columns, image.size[1] / 2
    for colour in (1, 0) if black_first else (0, 1):
        for piece in PIECES:
            column = order.index(piece)
            yield square(image.crop((round(column * width), round(colour * height),
                                     round((column + 1) * width), round((colour + 1) * height))))


def keyed(image):
    """A sheet whose background is one flat colour: make that transparent."""
    pixels = np.asarray(image.convert("RGBA")).copy()
    pixels[(pixels[..., :3] == pixels[0, 0, :3]).all(axis=-1)] = 0
    return Image.fromarray(pixels)


def strip(image, order):
    """One row of twelve."""
    image = image.convert("RGBA")
    width = image.size[0] / 12
    for piece in PIECES + PIECES.lower():
        column = order.index(piece)
        yield square(image.crop((round(column * width), 0, round((column + 1) * width), image.size[1])))


def glyph(font, text):
    canvas = Image.new("L", (SIZE, SIZE), 0)
    draw = ImageDraw.Draw(canvas)
    box = draw.textbbox((0, 0), text, font=font)
    draw.text(((SIZE - box[0] - box[2]) / 2, (SIZE - box[1] - box[3]) / 2), text, font=font, fill=255)
    return np.asarray(canvas)


def inked(ink):
    """Black ink with an opaque white inside: what a diagram font shows on a dark square."""
    ink = ink.astype(float) / 255
    closed = ndimage.binary_closing(np.pad(ink > 0.4, 6), iterations=3)
    solid = ndimage.binary_fill_holes(closed)[6:-6, 6:-6]
    alpha = np.maximum(ink, ndimage.gaussian_filter(solid.astype(float), 0.5))
    tone = np.repeat(((1 - ink) * 255)[..., None], 3, 2)
    return np.concatenate([tone, alpha[..., None] * 255], 2).clip(0, 255).astype(np.uint8)


def font(path, white, black, size=88):
    face = ImageFont.truetype(path, size)
    for text in white + black:
        ink = glyph(face, text)
        if ink.max() == 0:
            ink = glyph(face, chr(0xF000 + ord(text)))
        yield inked(ink)


def main():
    os.makedirs(f"{DATA}/sets", exist_ok=True)
    pychess = X + "pychess/usr/share/pychess/pieces/"
    gpl3 = "GPL-3+ (Debian pychess)"
    for name in "cburnett chessicons chessmonk freestaunton kilfiger leipzig magnetic maya merida merida_new pirat regular".split():
        add("deb_" + name, gpl3, "apt pychess", each(pychess + name + "/{c}{p}.svg"))
    for name in "celtic eyes fantasy fantasy_alt spatial".split():
        svg = open(f"{pychess}{name}/{name}.svg", "rb").read()
        add("deb_" + name, gpl3, "apt pychess", grid(render(svg, size=4 * SIZE)))
    for path in sorted(glob.glob(pychess + "ttf/*.ttf")):
        name = os.path.basename(path)[:-4]
        if name not in ("adventurer", "cheq", "line", "millenia"):  # "All rights reserved"; other glyph order; not figures
            add("ttf_" + name, gpl3, "apt pychess", font(path, "pnbrqk", "omvtwl"))
    scid = X + "scid-data/usr/share/scid/img/pieces/"
    for folder, file in (("Merida1", "Merida1_80.png"), ("Fantasy2", "fantasy2_80.png"),
                         ("Eboard", "Eboard_80.png"), ("Kingdom", "Kingdom_80.gif"), ("Cburnett", "cburnett_80.png"),
                         ("Good Companion", "good_companion_80.png"), ("Leipzig", "Leibzig_80.png"), ("Merida", "merida2_80.png")):
        add("scid_" + folder.replace(" ", ""), "GPL-2 (Debian scid-data)", "apt scid-data", strip(Image.open(scid + folder + "/" + file), "PNBRQKpnbrqk"))
    xboard = X + "xboard/usr/share/games/xboard/themes/default/"
    add("xboard", "GPL-3+", "apt xboard", each(xboard + "{CC}{L}.svg"))
    gnome = X + "gnome-chess/usr/games/gnome-chess"
    for name, licence in (("fancy", "GPL-2+"), ("simple", "W3C software notice (its copyright file)")):
        def parts(name=name):
            for colour in ("white", "black"):
                for piece in PIECES:
                    resource = f"/org/gnome/Chess/pieces/{name}/{colour}{LONG[piece]}.svg"
                    yield square(render(subprocess.run(["gresource", "extract", gnome, resource], capture_output=True, check=True).stdout))
        add("gnome_" + name, licence, "apt gnome-chess", parts())
    for name in ("plain", "xboard2"):
        svg = gzip.open(f"{X}knights/usr/share/knights/themes/{name}.svgz").read()
        add("kde_" + name, "GPL-2/3 (Debian knights)", "apt knights",
            (square(render(svg, colour + LONG[piece])) for colour in ("White", "Black") for piece in PIECES))
    for path in sorted(glob.glob(X + "eboard/usr/share/games/eboard/*.png")):
        name = os.path.basename(path)[:-4]
        image = Image.open(path)
        if name not in EBOARD_OUT and abs(image.size[0] / 7 - image.size[1] / 2) < 2:  # the others stand in perspective
            add("eboard_" + name, "GPL-2+ (Debian eboard)", "apt eboard", grid(keyed(image), "RNBQKP", False, 7))
    unicode = ["".join(chr(base + "KQRBNP".index(p)) for p in PIECES) for base in (0x2654, 0x265A)]
    for name, path, licence in (
            ("dejavu", "fonts-dejavu-core/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "Bitstream Vera licence / public domain"),
            ("freeserif", "fonts-freefont-ttf/usr/share/fonts/truetype/freefont/FreeSerif.ttf", "GPL-3+ with font exception"),
            ("symbola", "fonts-symbola/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf", "free for any use"),
            ("notosymbols", "fonts-noto-core/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf", "OFL-1.1")):
        add("uni_" + name, licence, "apt " + path.split("/")[0], font(X + path, unicode[0], unicode[1]))
    fti = X + "fentoimage/fentoimage/assets/cache/"
    for name, licence in (("cburnett", "GPL-2+"), ("merida", "GPL-2+"), ("chessnut", "Apache-2.0"), ("fantasy", "GPL-2+"), ("spatial", "GPL-2+")):
        add("fti_" + name, licence, "PyPI fentoimage 0.1.0", each(fti + name + "/256/{c}{P}.png"))
    extra = X + "pychess_data/pychess_data/static/images/pieces/"
    add("pyd_firi", "CC-BY-4.0", "PyPI pychess-data 0.1.0", each(extra + "firi/{c}{p}.svg"))
    add("pyd_green", "CC-BY-SA-3.0", "PyPI pychess-data 0.1.0", each(extra + "green/{c}{P}.svg"))
    npm = X + "chessboard-element-1.2.0/package/chesspieces/"
    for name in ("wikipedia", "uscf"):
        add("npm_" + name, "MIT", "npm chessboard-element 1.2.0", each(npm + name + "/{c}{P}.png"))
    css = open(glob.glob(X + "lichess-org-chessground-*/package/assets/chessground.cburnett.css")[0]).read()

    def chessground():
        import base64
        for colour in ("white", "black"):
            for piece in PIECES:
                found = re.search(rf"\.{LONG[piece].lower()}\.{colour}[^{{]*{{[^}}]*base64,([A-Za-z0-9+/=]+)", css)
                yield square(render(base64.b64decode(found.group(1))))
    add("npm_chessground", "GPL-3+", "npm @lichess-org/chessground", chessground())
    with open(f"{DATA}/sets/LICENCES.tsv", "w") as out:
        out.writelines("\t".join(row) + "\n" for row in sorted(ROWS))
    print(len(ROWS), "sets")


if __name__ == "__main__":
    main()
