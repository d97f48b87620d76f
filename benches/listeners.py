"""5,000 listeners that hear nothing: half wait for an event stream whose search is queued, half hold a WebSocket open. The memory
that they cost, and that the service still answers at once. listeners.py [COUNT]"""
import base64, os, re, resource, socket, sys, time
from served import Server

COUNT = int((sys.argv[1:] or ['5000'])[0])
resource.setrlimit(resource.RLIMIT_NOFILE, (COUNT * 2 + 1000,) * 2)

def resident(pid):
    return int(re.search(r'VmRSS:\s+(\d+)', open(f'/proc/{pid}/status').read())[1]) / 1024

def stream(server, number):
    # Every one asks something else, so that each is a search of its own; one slot is busy, the others wait.
    yield (f'GET /v1/analysis?moves=e4&movetime={60000 + number}&engine=embedded HTTP/1.1\r\nHost: localhost\r\n'
           f'Accept: text/event-stream\r\n\r\n').encode()

def websocket(server, _):
    key = base64.b64encode(os.urandom(16)).decode()
    yield (f'GET /v1/analysis/ws HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
           f'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n').encode()

with Server('--queue', str(COUNT), '--slots', '1', '--max-movetime', '120000') as server:
    pid = server.process.pid
    server.get('/v1/bestmove', movetime=50, engine='embedded')
    before = resident(pid)
    sockets = []
    for number in range(COUNT):
        s = socket.create_connection((server.host, server.port))
        for piece in (stream if number % 2 else websocket)(server, number):
            s.sendall(piece)
        head = s.recv(4096)
        assert head.startswith((b'HTTP/1.1 101', b'HTTP/1.1 200')), head
        sockets.append(s)
    time.sleep(2)
    during = resident(pid)
    times = []
    for _ in range(50):
        start = time.perf_counter()
        assert server.get('/healthz')[0] == 200
        times.append((time.perf_counter() - start) * 1000)
    status = server.get('/v1/engines')[1]
    print(f'{COUNT} listeners ({status["queued"]} queued searches): {before:.0f} MiB -> {during:.0f} MiB, {(during - before) * 1024 / COUNT:.1f} KiB each; /healthz {sorted(times)[25]:.1f} ms')
    for s in sockets:
        s.close()
    gone = time.time()
    while server.get('/v1/engines')[1]['queued'] and time.time() - gone < 20:
        time.sleep(.02)
    print(f'all searches given up {time.time() - gone:.2f} s after they left; then {resident(pid):.0f} MiB')
    assert during < 250
