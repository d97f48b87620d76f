"""Quick answers over HTTP keep-alive as a share of a bare axum route with a constant body of the same size: wrk, in turn, several
rounds. bare_share.py BARE_ROUTE_BINARY [validate|kept] (cargo bench --bench bare_route --no-run prints the binary's path)"""
import re, subprocess, sys, urllib.request
from served import Server

FEN = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R+b+KQkq+-+3+3'
PATHS = {'validate': f'/v1/fen/validate?fen={FEN}', 'kept': f'/v1/bestmove?fen={FEN}&depth=8&engine=embedded'}
WHAT = (sys.argv[2:] or ['validate'])[0]
SECONDS, ROUNDS, CONNECTIONS = 4, 5, 64

def wrk(url):
    out = subprocess.run(['wrk', '-t1', f'-c{CONNECTIONS}', f'-d{SECONDS}s', url], capture_output=True, text=True, check=True).stdout
    assert 'Non-2xx' not in out, out
    return float(re.search(r'Requests/sec:\s+([\d.]+)', out).group(1))

with Server() as server:
    url = f'http://{server.host}:{server.port}{PATHS[WHAT]}'
    for _ in range(3):
        response = urllib.request.urlopen(url)
        answer = response.read()
    assert (b'"valid":true' in answer) if WHAT == 'validate' else response.headers['Age'] is not None
    bare = subprocess.Popen([sys.argv[1], str(len(answer))], stdout=subprocess.PIPE, text=True)
    try:
        peer = bare.stdout.readline().strip()
        wrk(url), wrk(peer)
        rows = []
        for _ in range(ROUNDS):
            rows.append((wrk(peer), wrk(url)))
            print(f'bare {rows[-1][0]:10,.0f}/s  {WHAT} {rows[-1][1]:10,.0f}/s  {rows[-1][1] / rows[-1][0]:.1%}', flush=True)
    finally:
        bare.kill()
print(f'{WHAT} / bare: {sum(r[1] for r in rows) / sum(r[0] for r in rows):.1%} ({len(answer)} bytes, {CONNECTIONS} connections, wrk on the same two cores)')
