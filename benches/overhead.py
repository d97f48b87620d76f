"""What the service adds to an engine: a request's wall time less the engine's own, one client that
pauses between two; and the positions a second of two
slots beside two bare processes of the same engine, in turn. overhead.py [ENGINE]"""
import http.client, json, shutil, sys, threading, time, urllib.parse
from served import Pipe, Server

ENGINE = (sys.argv[1:] or [shutil.which('stockfish') or '/usr/games/stockfish'])[0]
FENS = ['r3r1k1/pp1q1ppp/2n1bn2/3p4/3P4/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 14', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
        '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10']
NODES, POSITIONS, ROUNDS, SAMPLES, PAUSE = 60_000, 40, 6, 400, .03

class Http:
    def __init__(self, server):
        self.c = http.client.HTTPConnection(server.host, server.port)

    def get(self, **fields):
        self.c.request('GET', '/v1/analysis?' + urllib.parse.urlencode({'cache': 'off', 'engine': 'peer', **fields}))
        return json.loads(self.c.getresponse().read())

    def search(self, fen, limit):
        assert self.get(fen=fen, nodes=limit.split()[1])['bestmove']

def race(searchers):
    todo, lock = [FENS[i % len(FENS)] for i in range(POSITIONS)], threading.Lock()
    def work(searcher):
        while True:
            with lock:
                if not todo:
                    return
                fen = todo.pop()
            searcher.search(fen, f'nodes {NODES}')
    start = time.perf_counter()
    threads = [threading.Thread(target=work, args=(searcher,)) for searcher in searchers]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return POSITIONS / (time.perf_counter() - start)

pipes = [Pipe(ENGINE), Pipe(ENGINE)]
with Server('--engine', f'peer={ENGINE}', '--slots', '2', '--hash', '64') as server:
    clients = [Http(server), Http(server)]
    race(clients), race(pipes)
    for engine in ('peer', 'embedded'):
        extra = []
        for number in range(SAMPLES):
            # An engine forgets its last search (ucinewgame) after the answer; that time is its own and in no time_ms.
            time.sleep(PAUSE)
            start = time.perf_counter()
            answer = clients[0].get(fen=FENS[number % len(FENS)], nodes=3000 + number, engine=engine)
            extra.append((time.perf_counter() - start) * 1000 - answer['time_ms'])
        extra.sort()
        print(f'{engine}: wall time less time_ms (whole ms): median {extra[SAMPLES // 2]:.2f} ms, p99 {extra[int(SAMPLES * .99)]:.2f} ms of {SAMPLES}', flush=True)
    # The second connection has been idle for longer than the server keeps one.
    clients, rows = [Http(server), Http(server)], []
    for _ in range(ROUNDS):
        rows.append((race(pipes), race(clients)))
        print(f'two processes {rows[-1][0]:6.1f}/s  two slots {rows[-1][1]:6.1f}/s  {rows[-1][1] / rows[-1][0]:.1%}', flush=True)
for pipe in pipes:
    pipe.stop()
print(f'two slots / two processes: {sum(r[1] for r in rows) / sum(r[0] for r in rows):.1%} of the positions a second ({NODES} nodes each, in turn)')
