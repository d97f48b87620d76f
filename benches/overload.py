"""Ten times more work than the machine can do: who is let in ends in time, the rest is refused at once, and /healthz stays quick.
overload.py [SECONDS]. Times are taken by the clients, which share the cores with the engines; the server runs its engines niced."""
import asyncio, os, sys, time
from collections import Counter
from multiprocessing import Process, SimpleQueue
from served import Server

SECONDS, MOVETIME, DEADLINE = int((sys.argv[1:] or ['60'])[0]), 100, 5
SLOTS = os.cpu_count()
CAPACITY = SLOTS * 1000 / MOVETIME        # searches a second
CLIENTS = 100

async def get(reader, writer, path):
    start = time.perf_counter()
    writer.write(f'GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n'.encode())
    head = (await reader.readuntil(b'\r\n\r\n')).decode().lower()
    length = int(head.split('content-length:')[1].split('\r\n')[0])
    await reader.readexactly(length)
    return int(head.split()[1]), head, time.perf_counter() - start

async def asks(host, port, until, seen, pause):
    reader, writer = await asyncio.open_connection(host, port)
    due = time.time()
    while time.time() < until:
        status, head, took = await get(reader, writer, f'/v1/bestmove?movetime={MOVETIME}&cache=off')
        seen.append((status, 'retry-after:' in head, took))
        # Each keeps its pace whatever happened to the last one, up to what one connection can do.
        due = max(due + pause, time.time())
        await asyncio.sleep(due - time.time())
    writer.close()

async def looks(host, port, until, seen):
    reader, writer = await asyncio.open_connection(host, port)
    while time.time() < until:
        status, _, took = await get(reader, writer, '/healthz')
        seen.append((status, False, took))
        await asyncio.sleep(.02)

def run(host, port, until, told, what, *more):
    async def all_of_them():
        seen = []
        await asyncio.gather(*(what(host, port, until, seen, *more) for _ in range(1 if what is looks else CLIENTS)))
        return seen
    told.put((what.__name__, asyncio.run(all_of_them())))

def p95(times):
    times = sorted(times)
    return times[int(len(times) * .95)] * 1000 if times else 0

with Server('--queue', '10', '--deadline', str(DEADLINE), '--engine-nice', '10') as server:
    server.get('/v1/bestmove', movetime=50)
    until, told = time.time() + SECONDS, SimpleQueue()
    pause = CLIENTS / (10 * CAPACITY)
    people = [Process(target=run, args=(server.host, server.port, until, told, asks, pause)),
              Process(target=run, args=(server.host, server.port, until, told, looks))]
    for person in people:
        person.start()
    told = dict(told.get() for _ in people)
    for person in people:
        person.join()
    searches, health = told['asks'], told['looks']
    statuses = Counter(status for status, _, _ in searches)
    accepted = [took for status, _, took in searches if status == 200]
    refused = [took for status, _, took in searches if status in (429, 503)]
    print(f'{len(searches) / SECONDS:.0f} asked a second of {CAPACITY:.0f} that can be done: {dict(statuses)}')
    print(f'accepted: the longest {max(accepted):.2f} s (deadline {DEADLINE} s); refused: p95 {p95(refused):.1f} ms; healthz: p95 {p95([t for _, _, t in health]):.1f} ms of {len(health)}')
    assert set(statuses) <= {200, 429, 503} and all(retry for status, retry, _ in searches if status != 200)
    assert max(accepted) < DEADLINE + 1 and all(status == 200 for status, _, _ in health)
