"""What the FEN reader finds that others do not: the cases of fen-cases.jsonl, with the verdicts that other libraries gave (recorded
there). beyond.py FILE"""
import collections, json, os, subprocess, sys

BINARY = os.environ.get('KIBITZ', os.path.join(os.path.dirname(__file__), '..', 'target', 'release', 'kibitz'))
PEERS = ['python-chess', 'chess.js', 'shakmaty']
rows = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]
# Underscores for blanks are how URLs write a FEN; kibitz takes them on purpose.
wrong = [row for row in rows if not row['valid'] and '_w_' not in row['fen']]
said = []
for row in wrong:
    # One process a case: some of the texts hold line breaks.
    out = subprocess.run([BINARY, 'validate', '--json', '--', row['fen']], capture_output=True, text=True).stdout
    said.append(json.loads(out))

table = collections.defaultdict(collections.Counter)
for row, verdict in zip(wrong, said):
    for group in (row['kind'], 'all'):
        count = table[group]
        count['cases'] += 1
        count['kibitz'] += verdict['valid']
        count['codes'] += any(f['severity'] == 'error' and f['code'] for f in verdict['findings'])
        count['place'] += any(f['severity'] == 'error' and f['end'] > f['start'] for f in verdict['findings'])
        count['several'] += len({f['code'] for f in verdict['findings'] if f['severity'] != 'info'}) > 1
        count['mended'] += verdict['suggested_fen'] is not None
        for peer in PEERS:
            count[peer] += row['libs'].get(peer, '').startswith('ok')
print('kind | cases | let through by kibitz |', ' | '.join(PEERS), '| told with a code | with a place | several faults at once | mended')
for kind in sorted(table):
    c = table[kind]
    print(kind, c['cases'], c['kibitz'], *(c[peer] for peer in PEERS), c['codes'], c['place'], c['several'], c['mended'], sep=' | ')
