#!/usr/bin/env python3
"""Compares the PGN reader with python-chess: the positions after every ply of every variation.

    cargo bench --bench pgn_dump -- FOLDER > dump.jsonl
    python3 benches/pgn_crosscheck.py dump.jsonl [-v]

Needs python-chess (GPL-3.0). Says, per file, what differs: the number of games, positions of the main
line, positions of all lines. python-chess splits games at blank lines, cuts a main line at a bad
variation and keeps no more than the first spelling of a null move, so differences are to be read,
not just counted.
"""
import collections, io, json, logging, sys

import chess
import chess.pgn

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


def fen(board):
    return board.fen(en_passant="legal")


def read(path):
    data = open(path, "rb").read()
    for encoding in ("utf-8-sig", "latin-1"):
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            encoding = "utf-16"
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    handle = io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n"))
    games = []
    while True:
        try:
            game = chess.pgn.read_game(handle)
        except IndexError:  # python-chess 1.11.2 on unbalanced parentheses
            games.append({"main": [], "all": [], "errors": ["python-chess raised IndexError"]})
            continue
        if game is None:
            break
        main, every = [], []
        try:
            game.board()
        except ValueError as error:
            games.append({"main": [], "all": [], "errors": [str(error)]})
            continue
        stack = [(game, True)]
        while stack:
            node, is_main = stack.pop()
            if node.parent is not None:
                every.append(node_fen(node))
                if is_main:
                    main.append(every[-1])
            for index, child in enumerate(node.variations):
                stack.append((child, is_main and index == 0))
        games.append({"main": main, "all": every, "errors": [str(e) for e in game.errors]})
    return games


def node_fen(node):
    # node.board() replays the whole line; boards are kept on the nodes instead.
    if not hasattr(node, "kept"):
        parent = node.parent
        if parent.parent is None:
            board = parent.board()
        else:
            node_fen(parent)
            board = parent.kept.copy(stack=False)
        board.push(node.move)
        node.kept = board
    return fen(node.kept)


def main():
    verbose = "-v" in sys.argv
    ours = collections.defaultdict(list)
    for line in open(sys.argv[1]):
        game = json.loads(line)
        ours[game["file"]].append(game)
    files = same = plies = 0
    for path in sorted(ours):
        files += 1
        theirs, mine = read(path), ours[path]
        notes = []
        if len(theirs) != len(mine):
            notes.append(f"games: {len(mine)}, python-chess {len(theirs)}")
        for number, (a, b) in enumerate(zip(mine, theirs), 1):
            plies += len(a["all"])
            if a["main"] != b["main"]:
                at = next((i for i, (x, y) in enumerate(zip(a["main"], b["main"])) if x != y), None)
                notes.append(f"game {number}: main line {len(a['main'])} plies, python-chess {len(b['main'])}, first difference at {at}"
                             f" errors: {[e['code'] + ' ' + e['token'] for e in a['errors']][:2]} / {b['errors'][:2]}")
            elif sorted(a["all"]) != sorted(b["all"]):
                notes.append(f"game {number}: all lines {len(a['all'])} plies, python-chess {len(b['all'])}"
                             f" errors: {[e['code'] + ' ' + e['token'] for e in a['errors']][:2]} / {b['errors'][:2]}")
            elif a["errors"] and verbose:
                notes.append(f"game {number}: same, but errors: {[e['code'] + ' ' + e['token'] for e in a['errors']][:3]} / {b['errors'][:2]}")
            if len(notes) > 12:
                break
        if notes:
            print(path)
            for note in notes:
                print("   ", note)
        else:
            same += 1
    print(f"{files} files, {same} the same, {plies} plies compared")


if __name__ == "__main__":
    sys.setrecursionlimit(100000)
    main()
