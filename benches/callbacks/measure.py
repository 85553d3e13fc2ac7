#!/usr/bin/env python3
"""Functions that are called back, against the tests that `impact --tests-only` lists for them.

    measure.py --bin codegraph-tui [--go go] [NAME..]

Writes a module with a package for each shape (shapes.py), runs their tests, and asks for the tests of each function that ran. Prints those
whose test is not listed, with what the answer says it can't know."""
import argparse, json, os, subprocess, tempfile
from shapes import SHAPES

HIT = 'var called bool\n\nfunc hit() { called = true }\n'
TEST = 'func TestIt(t *testing.T) {\n\tfunc() {\n\t\tdefer func() { recover() }()\n\t\t%s\n\t}()\n\tif !called {\n\t\tt.Fatal("not called")\n\t}\n}\n'


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('names', nargs='*'); ap.add_argument('--bin', default='codegraph-tui'); ap.add_argument('--go', default='go')
    a = ap.parse_args()
    with tempfile.TemporaryDirectory() as tmp:
        root = tmp + '/m'
        os.mkdir(root)
        open(root + '/go.mod', 'w').write('module m\n\ngo 1.27\n')
        asked = {}
        for name, imports, decls, stmt, function in SHAPES:
            if a.names and name not in a.names: continue
            os.mkdir(f'{root}/{name}')
            used = lambda code: ''.join(f'import "{i}"\n' for i in imports if i.split('/')[-1] + '.' in code)
            open(f'{root}/{name}/a.go', 'w').write(f'package {name}\n\n{used(decls)}\n{HIT}\n{decls}')
            open(f'{root}/{name}/a_test.go', 'w').write(f'package {name}\n\nimport "testing"\n{used(stmt)}\n{TEST % stmt}')
            asked[name] = function
        out = subprocess.run([a.go, 'test', '-json', '-vet=off', './...'], cwd=root, capture_output=True, text=True).stdout
        events = [json.loads(line) for line in out.splitlines()]
        ran = {e['Package'][2:] for e in events if e.get('Test') and e['Action'] == 'pass'}
        missed = 0
        for name in sorted(ran):
            answer = json.loads(subprocess.run([a.bin, '--data-dir', tmp + '/d', 'impact', f'{name}.{asked[name]}', '--json', '--tests-only', root], capture_output=True, text=True).stdout)
            if not any(test['file'].startswith(name + '/') for test in answer['tests']):
                missed += 1
                print(name, 'not listed; not known:', ', '.join(u['way'] for u in answer['testsUnknown']) or 'nothing', flush=True)
        print(f'{len(asked)} shapes, in {len(ran)} the function runs, in {missed} of these its test is not listed')


if __name__ == '__main__': main()
