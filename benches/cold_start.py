"""From starting the binary to its first best move by the embedded engine: over HTTP, and on the command line."""
import statistics, subprocess, time
from served import BINARY, Server

http, cli = [], []
for _ in range(10):
    start = time.perf_counter()
    with Server('--default-engine', 'embedded') as server:
        assert server.get('/v1/bestmove', depth=6)[0] == 200
        http.append(time.perf_counter() - start)
    start = time.perf_counter()
    subprocess.run([BINARY, 'bestmove', '--default-engine', 'embedded', '--depth', '6'], check=True, stdout=subprocess.DEVNULL)
    cli.append(time.perf_counter() - start)
for name, times in (('serve + first answer', http), ('kibitz bestmove', cli)):
    print(f'{name}: median {statistics.median(times) * 1000:.0f} ms, worst {max(times) * 1000:.0f} ms')
