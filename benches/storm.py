"""1,000 clients at a time that ask, stream and vanish at random, three rounds: what is left of them. storm.py [SECONDS [CLIENTS]]

After each round: file descriptors, processes, threads and the peak of the memory, and how long the next question takes. Clients
run in four processes so that Python is not what is measured."""
import asyncio, os, random, re, sys, time
from collections import Counter
from multiprocessing import Process, SimpleQueue
from served import Server, descendants, still_running

SECONDS, CLIENTS, WORKERS = int((sys.argv[1:] or ['60'])[0]), int((sys.argv[2:] or ['1000'])[0]), 4
FENS = ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3',
        '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10']

def question():
    fen = random.choice(FENS).replace(' ', '+')
    kind = random.random()
    limit = random.choice(['depth=6', 'depth=10', 'movetime=20', 'movetime=200', 'nodes=5000'])
    cache = random.choice(['exact', 'off'])
    if kind < .3:
        return f'GET /v1/fen/validate?fen={fen} HTTP/1.1\r\nHost: localhost\r\n\r\n'
    if kind < .6:
        return f'GET /v1/bestmove?fen={fen}&{limit}&cache={cache} HTTP/1.1\r\nHost: localhost\r\n\r\n'
    if kind < .9:
        return f'GET /v1/analysis?fen={fen}&{limit}&cache={cache} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n'
    lines = f'{{"fen": "{random.choice(FENS)}", "depth": 5}}\n' * 20
    return (f'POST /v1/analysis/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n'
            f'Content-Length: {len(lines)}\r\n\r\n{lines}')

async def client(host, port, until, seen):
    while time.time() < until:
        try:
            reader, writer = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(.05)
            continue
        try:
            writer.write(question().encode())
            await writer.drain()
            vanishes = random.random() < .5
            patience = random.uniform(0, .3) if vanishes else 30
            head = await asyncio.wait_for(reader.readuntil(b'\r\n\r\n'), patience)
            status = int(head.split()[1])
            seen[status] = seen.get(status, 0) + 1
            await asyncio.wait_for(reader.read(65536), patience)
        except (asyncio.TimeoutError, asyncio.IncompleteReadError, OSError):
            seen['left'] = seen.get('left', 0) + 1
        finally:
            writer.close()
        await asyncio.sleep(random.uniform(0, .2))

def crowd(host, port, until, clients, told):
    async def all_of_them():
        seen = {}
        await asyncio.gather(*(client(host, port, until, seen) for _ in range(clients)))
        return seen
    seen = asyncio.run(all_of_them())
    told.put(seen)

def state(pid):
    status = open(f'/proc/{pid}/status').read()
    return {'fds': len(os.listdir(f'/proc/{pid}/fd')), 'threads': int(re.search(r'Threads:\s+(\d+)', status)[1]),
            'processes': len(descendants(pid)), 'peak_mib': int(re.search(r'VmHWM:\s+(\d+)', status)[1]) / 1024}

def settled(server):
    for _ in range(400):
        status = server.get('/v1/engines')[1]
        if status['busy'] == 0 and status['queued'] == 0:
            break
        time.sleep(.05)
    time.sleep(1)

with Server('--queue', '2000') as server:
    pid = server.process.pid
    server.get('/v1/bestmove', movetime=50)
    server.get('/v1/bestmove', movetime=50, engine='embedded')
    settled(server)
    print('before:', state(pid), flush=True)
    peaks, rows = [], []
    for number in range(1, 4):
        open(f'/proc/{pid}/clear_refs', 'w').write('5')  # The peak starts anew.
        until = time.time() + SECONDS
        told = SimpleQueue()
        crowds = [Process(target=crowd, args=(server.host, server.port, until, CLIENTS // WORKERS, told)) for _ in range(WORKERS)]
        for each in crowds:
            each.start()
        for each in crowds:
            each.join()
            assert each.exitcode == 0
        seen = sum((Counter(told.get()) for _ in crowds), Counter())
        assert not [status for status in seen if status in (500, 501, 502, 504)], seen
        asked = time.time()
        code, answer = server.get('/v1/bestmove', depth=1, cache='off')
        next_ms = (time.time() - asked) * 1000
        settled(server)
        rows.append(state(pid))
        print(f'round {number}: {dict(seen)}; {rows[-1]}, next request {code} in {next_ms:.0f} ms', flush=True)
    growth = rows[2]['peak_mib'] / rows[1]['peak_mib'] - 1
    print(f'peak of round 3 over round 2: {growth:+.1%}; file descriptors {rows[0]["fds"]} -> {rows[2]["fds"]}, processes {rows[0]["processes"]} -> {rows[2]["processes"]}')
    before = descendants(pid)
    print('exit code', server.stop())
    time.sleep(.5)
    left = still_running(before)
    print('processes left:', left)
    assert not left and growth <= .05 and rows[2]['fds'] <= rows[0]['fds'] + 2
