"""A pool of positions from random legal play: DATA/positions.npy, (n, 8, 8) uint8, row 0 = rank 8, classes 0..12."""
import sys

import chess
import numpy as np

DATA, COUNT, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def grid(board):
    out = np.zeros((8, 8), np.uint8)
    for square, piece in board.piece_map().items():
        out[7 - square // 8, square % 8] = piece.piece_type + (0 if piece.color else 6)
    return out


def main():
    rng = np.random.default_rng(SEED)
    out = []
    while len(out) < COUNT:
        board = chess.Board()
        takes = rng.random()
        for ply in range(160):
            moves = list(board.legal_moves)
            if not moves:
                break
            captures = [m for m in moves if board.is_capture(m)]
            pick = captures if captures and rng.random() < takes * 0.6 else moves
            board.push(pick[int(rng.integers(len(pick)))])
            if rng.random() < 0.08:
                out.append(grid(board))
        out.append(grid(board))
    np.save(f"{DATA}/positions.npy", np.stack(out[:COUNT]))


main()
