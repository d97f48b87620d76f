"""Nodes a second of a UCI engine through HTTP, as a share of the same binary by pipe: same position, time, one thread, in turn."""
import shutil, sys
from served import Pipe, Server

ENGINE = sys.argv[1] if len(sys.argv) > 1 else shutil.which('stockfish') or '/usr/games/stockfish'
FEN = 'r3r1k1/pp1q1ppp/2n1bn2/3p4/3P4/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 14'
MS, ROUNDS = 2000, 8

def nodes_a_second(lines):
    words = [l.split() for l in lines if ' nodes ' in l][-1]
    value = lambda name: int(words[words.index(name) + 1])
    return value('nodes') / value('time') * 1000

pipe = Pipe(ENGINE)
with Server('--engine', f'peer={ENGINE}', '--slots', '1', '--hash', '64') as server:
    server.get('/v1/bestmove', engine='peer', movetime=300, cache='off'); pipe.search(FEN, 'movetime 300')
    rows = []
    for _ in range(ROUNDS):
        by_pipe = nodes_a_second(pipe.search(FEN, f'movetime {MS}'))
        _, answer = server.get('/v1/analysis', fen=FEN, movetime=MS, cache='off', engine='peer')
        by_http = answer['nodes'] / answer['time_ms'] * 1000
        rows.append((by_pipe, by_http))
        print(f'pipe {by_pipe:12,.0f}  http {by_http:12,.0f}  {by_http / by_pipe:.1%}', flush=True)
pipe.stop()
print(f'sum of http / sum of pipe: {sum(r[1] for r in rows) / sum(r[0] for r in rows):.1%} over {ROUNDS} rounds of {MS} ms')
