"""Random positions at 20 ms each by the embedded engine over UCI: every move legal, every reported mate on the board at the
end of its line, and confirmed by Stockfish in no more moves than reported.
random_positions.py [COUNT] (needs pip install chess)"""
import random, sys
import chess, chess.engine
from served import BINARY

count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
rng = random.Random(7)
ours = chess.engine.SimpleEngine.popen_uci([BINARY, 'uci'])
judge = chess.engine.SimpleEngine.popen_uci('/usr/games/stockfish')
done = mates = unsure = 0
while done < count:
    board = chess.Board()
    for _ in range(rng.randrange(4, 160)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    board = chess.Board(board.fen())
    if board.is_game_over():
        continue
    result = ours.play(board, chess.engine.Limit(time=0.02), game=done, info=chess.engine.INFO_ALL)
    assert result.move in board.legal_moves, (board.fen(), result.move)
    line = board.copy()
    for move in result.info.get('pv', []):
        assert move in line.legal_moves, (board.fen(), result.info)
        line.push(move)
    done += 1
    score = result.info['score'].white()
    if score.is_mate():
        mates += 1
        assert line.is_checkmate(), ('the line does not mate', board.fen(), result.info)
        for seconds in (0.1, 1, 5):
            said = judge.analyse(board, chess.engine.Limit(time=seconds), game=done)['score'].white()
            same = said.is_mate() and (said.mate() > 0) == (score.mate() > 0)
            if same and abs(said.mate()) <= abs(score.mate()):
                break
        else:
            unsure += 1
            print('not confirmed:', board.fen(), score, said, flush=True)
print(f'{done} positions at 20 ms: every move and line legal; {mates} mates reported, {mates - unsure} ending in mate, {mates - unsure} confirmed by Stockfish in no more moves')
ours.quit(); judge.quit()
