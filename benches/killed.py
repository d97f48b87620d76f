"""kill -9 of an engine process every second under load: every request ends with an answer or a problem document. killed.py [SECONDS]"""
import asyncio, json, os, random, signal, sys, threading, time
from collections import Counter
from served import Server, descendants, still_running

SECONDS, CLIENTS = int((sys.argv[1:] or ['60'])[0]), 12

async def asks(host, port, until, seen, slowest):
    while time.time() < until:
        reader, writer = await asyncio.open_connection(host, port)
        start = time.time()
        writer.write(f'GET /v1/analysis?movetime={random.choice([20, 100, 400])}&cache=off HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'.encode())
        answer = await asyncio.wait_for(reader.read(), 60)
        slowest[0] = max(slowest[0], time.time() - start)
        head, _, body = answer.partition(b'\r\n\r\n')
        body = json.loads(body)
        seen[head.split()[1].decode() + ' ' + body.get('code', 'answer')] += 1
        assert 'bestmove' in body or 'code' in body, answer
        writer.close()

def engines(pid):
    names = {}
    for child, _ in descendants(pid):
        try:
            names[child] = open(f'/proc/{child}/comm').read().strip()
        except OSError:
            pass
    return [child for child, name in names.items() if name.startswith('stockfish')]

def killer(pid, until, killed):
    while time.time() < until:
        time.sleep(1)
        for child in engines(pid)[:1]:
            os.kill(child, signal.SIGKILL)
            killed[0] += 1

with Server('--queue', '200') as server:
    code, answer = server.get('/v1/bestmove', movetime=50)
    assert engines(server.process.pid), 'no Stockfish to kill'
    until, seen, killed, slowest = time.time() + SECONDS, Counter(), [0], [0.0]
    threading.Thread(target=killer, args=(server.process.pid, until, killed)).start()
    async def all_of_them():
        await asyncio.gather(*(asks(server.host, server.port, until, seen, slowest) for _ in range(CLIENTS)))
    asyncio.run(all_of_them())
    print(f'{killed[0]} engines killed in {SECONDS} s; {sum(seen.values())} requests: {dict(seen)}; the slowest took {slowest[0]:.1f} s')
    for _ in range(100):
        if server.get('/readyz')[0] == 200:
            break
        time.sleep(.1)
    print('then:', server.get('/readyz')[0], server.get('/v1/bestmove', depth=6)[1]['bestmove'])
    before = descendants(server.process.pid)
    print('exit code', server.stop())
    time.sleep(.5)
    left = still_running(before)
    print('processes left:', left)
    assert not left and killed[0]
