"""For the measuring scripts: a kibitz server on a free port, a bare UCI engine beside it, and what is left of processes."""
import http.client, json, os, re, subprocess, time, urllib.parse

BINARY = os.environ.get('KIBITZ', os.path.join(os.path.dirname(__file__), '..', 'target', 'release', 'kibitz'))

class Server:
    def __init__(self, *options):
        self.process = subprocess.Popen([BINARY, '--listen', '127.0.0.1:0', '--log', 'warn', *options], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.host, self.port = re.search(r'http://([\d.]+):(\d+)', line).groups()
        self.port = int(self.port)

    def get(self, path, **fields):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        query = '?' + urllib.parse.urlencode(fields) if fields else ''
        connection.request('GET', path + query)
        answer = connection.getresponse()
        body = json.loads(answer.read())
        connection.close()
        return answer.status, body

    def busy(self):
        return self.get('/v1/engines')[1]['busy']

    def stop(self):
        self.process.terminate()
        return self.process.wait(30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()

def descendants(pid):
    """Every living process below one, by /proc."""
    children = {}
    for entry in os.listdir('/proc'):
        if entry.isdigit():
            try:
                stat = open(f'/proc/{entry}/stat').read().rsplit(')', 1)[1].split()
            except OSError:
                continue
            children.setdefault(int(stat[1]), []).append((int(entry), stat[0]))
    found, todo = [], [pid]
    while todo:
        for child, state in children.get(todo.pop(), []):
            found.append((child, state))
            todo.append(child)
    return found

def still_running(processes):
    """Those of `descendants` that are there yet, zombies aside."""
    def runs(pid):
        try:
            return open(f'/proc/{pid}/stat').read().rsplit(')', 1)[1].split()[0] != 'Z'
        except OSError:
            return False
    return [pid for pid, _ in processes if runs(pid)]

class Pipe:
    """A UCI engine by pipe, with one thread and the hash of the servers that it is compared with."""
    def __init__(self, engine, hash_mib=64):
        self.p = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say('uci', 'uciok')
        self.say(f'setoption name Hash value {hash_mib}\nsetoption name Threads value 1\nisready', 'readyok')

    def say(self, line, until):
        self.p.stdin.write(line + '\n')
        lines = []
        for answer in self.p.stdout:
            lines.append(answer)
            if answer.startswith(until):
                return lines

    def search(self, fen, limit):
        """The lines of a search that starts clean, as the server's do."""
        self.say('ucinewgame\nisready', 'readyok')
        return self.say(f'position fen {fen}\ngo {limit}', 'bestmove')

    def stop(self):
        self.p.terminate()
        self.p.wait()
