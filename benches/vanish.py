"""200 clients ask for 10 s searches and vanish: when does the last search stop, and what is left after the server stops?"""
import socket, sys, time
from served import Server, descendants, still_running

CLIENTS = 200
with Server(*sys.argv[1:]) as server:
    server.get('/v1/bestmove', movetime=50)
    sockets = []
    for i in range(CLIENTS):
        s = socket.create_connection((server.host, server.port))
        s.sendall(f'GET /v1/analysis?movetime=10000&cache=off&engine={"embedded" if i % 2 else server.get("/v1/engines")[1]["default"]} HTTP/1.1\r\nHost: x\r\n\r\n'.encode())
        sockets.append(s)
    time.sleep(0.5)
    status = server.get('/v1/engines')[1]
    print(f'{CLIENTS} asked: {status["busy"]} slots busy, {status["queued"]} queued')
    for s in sockets:
        s.close()
    gone = time.time()
    while time.time() - gone < 10:
        status = server.get('/v1/engines')[1]
        if status['busy'] == 0 and status['queued'] == 0:
            break
        time.sleep(0.01)
    print(f'no search runs {time.time() - gone:.2f} s after they left')
    assert status['busy'] == 0 and time.time() - gone < 2
    code, answer = server.get('/v1/bestmove', movetime=50)
    print('next request:', code, answer['bestmove'])
    before = descendants(server.process.pid)
    print('exit code', server.stop())
    time.sleep(0.3)
    alive = still_running(before)
    print('processes left:', alive)
    assert not alive
