"""Every tenth position of the clean EPD suites, depth 8, by the embedded engine and by Stockfish: every move legal, and where
Stockfish sees more than 5 pawns the same winner. agree.py DIR-WITH-JSONL [STEP]"""
import glob, json, os, sys
import chess
from served import Server

import chess.engine

folder, step = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10
rows = [json.loads(l) for f in sorted(glob.glob(os.path.join(folder, '*.jsonl'))) for l in open(f, encoding='utf-8')]
asked = decided = same = terminal = refuted = 0
judge = chess.engine.SimpleEngine.popen_uci('/usr/games/stockfish')
with Server() as server:
    for row in rows[::step]:
        variant = {'variant': 'chess960'} if row.get('chess960') else {}
        board = chess.Board(row['fen'], chess960=bool(row.get('chess960')))
        scores = {}
        for engine in ('embedded', 'stockfish'):
            code, answer = server.get('/v1/bestmove', fen=row['fen'], depth=8, engine=engine, **variant)
            assert code == 200, (row['fen'], answer)
            if answer['bestmove'] is None:
                assert answer['status'] != 'ongoing' and board.is_game_over(), row['fen']
                terminal += 1
                continue
            assert chess.Move.from_uci(answer['bestmove']['uci']) in board.legal_moves, (row['fen'], answer)
            score = answer['score']
            scores[engine] = score['cp'] if score['mate'] is None else (100000 if score['mate'] > 0 else -100000)
        asked += 1
        if abs(scores.get('stockfish', 0)) > 500:
            decided += 1
            agree = scores['embedded'] * scores['stockfish'] > 0
            same += agree
            if not agree:
                # Is it Stockfish at depth 8 that is wrong? Stockfish itself says, with 3 s.
                info = judge.analyse(board, chess.engine.Limit(time=3), game=row['fen'])
                deep = info['score'].white().score(mate_score=100000)
                refuted += deep * scores['stockfish'] <= 0
                print('differ:', row['fen'], scores, 'Stockfish after 3 s:', deep, flush=True)
judge.quit()
print(f'{asked} positions, all moves legal; {terminal} answers for finished games; same winner in {same} of {decided} = {same / max(decided, 1):.1%};'
      f' in {refuted} of the others Stockfish takes its verdict back after 3 s: {same / max(decided - refuted, 1):.1%} of those that stand')
