"""Schemathesis with every check against a running server: schemathesis.py [EXAMPLES] (needs pip install schemathesis).

Three things that a schema can't say are allowed: 422 (a text that is a string and yet no chess), 415 (bytes that are said to be an
image and are none), and 426 where a WebSocket is asked for without asking for an upgrade."""
import os, pathlib, subprocess, sys, tempfile
from served import Server

EXAMPLES = (sys.argv[1:] or ['50'])[0]
HERE = pathlib.Path(__file__).resolve().parent
CONFIG = '''
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 415, 422, 426, 429, "5xx"]
[checks.negative_data_rejection]
expected-statuses = ["4xx"]
# OpenAPI can't say that the query is for text bodies only.
[[operations]]
include-path-regex = "^/v1/pgn/(parse|format)$"
include-method = "POST"
checks.positive_data_acceptance.expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 409, 415, 422, 426, 429, "5xx"]
'''
HOOKS = '''
import json, schemathesis

@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    rows = value if isinstance(value, list) else [value]
    return "".join((row if isinstance(row, str) else json.dumps(row)) + "\\n" for row in rows).encode()

@schemathesis.hook
def filter_case(context, case):
    # null in JSON is read as a field that was left out.
    return not (isinstance(case.body, dict) and None in case.body.values())

@schemathesis.deserializer("application/x-ndjson")
def objects(context, response):
    return [json.loads(line) for line in response.text.split("\\n") if line]
'''

with tempfile.TemporaryDirectory() as folder, Server('--max-movetime', '300', '--deadline', '20') as server:
    folder = pathlib.Path(folder)
    (folder / 'schemathesis.toml').write_text(CONFIG)
    (folder / 'kibitz_hooks.py').write_text(HOOKS)
    tool = pathlib.Path(sys.executable).with_name('schemathesis')
    command = [tool, 'run', HERE.parent / 'openapi.yaml', '--url', f'http://{server.host}:{server.port}', '--max-examples', EXAMPLES,
               '--request-timeout', '30', '--suppress-health-check', 'all']
    environment = {**os.environ, 'SCHEMATHESIS_HOOKS': 'kibitz_hooks', 'PYTHONPATH': str(folder)}
    sys.exit(subprocess.run(command, cwd=folder, env=environment).returncode)
