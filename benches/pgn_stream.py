"""A PGN stream of any size through /v1/pgn/parse in bounded memory: the file repeated up to so many MiB, the server's peak memory.
pgn_stream.py FILE.pgn MIB"""
import http.client, sys, threading, time
from served import Server

data = open(sys.argv[1], 'rb').read()
target = int(sys.argv[2]) << 20
copies = -(-target // len(data))

def peak(pid):
    for line in open(f'/proc/{pid}/status'):
        if line.startswith('VmHWM'):
            return int(line.split()[1]) / 1024

with Server() as server:
    before = peak(server.process.pid)
    connection = http.client.HTTPConnection(server.host, server.port, timeout=600)
    connection.putrequest('POST', '/v1/pgn/parse')
    for name, value in (('Content-Type', 'text/plain'), ('Accept', 'application/x-ndjson'), ('Transfer-Encoding', 'chunked')):
        connection.putheader(name, value)
    connection.endheaders()
    start, games, answered = time.time(), 0, 0
    def read():
        global games, answered
        answer = connection.response_class(connection.sock, method='POST')
        answer.begin()
        while piece := answer.read(1 << 20):
            games += piece.count(b'\n'); answered += len(piece)
    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(copies):
        connection.sock.sendall(b'%x\r\n' % len(data) + data + b'\r\n')
    connection.sock.sendall(b'0\r\n\r\n')
    reader.join()
    seconds = time.time() - start
    print(f'{copies * len(data) / 1e6:,.0f} MB in, {answered / 1e6:,.0f} MB out, {games:,} games, {seconds:.0f} s; peak memory {peak(server.process.pid):.0f} MiB (before: {before:.0f})')
