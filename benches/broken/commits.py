#!/usr/bin/env python3
"""The tests that `impact --diff COMMIT^!` lists for past commits, and those that notice the commit.

    commits.py --bin codegraph-tui --n 50 [--run] TREE...

A TREE is a git checkout of a module. Prints the share of the tree's tests in tier 1 and in all tiers, and in how many commits
everything has to run as something is not known. With --run the tests of a commit run on the code before it: those that fail
now and not on the commit's own code have to be in the list."""
import argparse, collections, json, os, re, shutil, subprocess, tempfile, time


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('trees', nargs='+')
    ap.add_argument('--bin', default='codegraph-tui'); ap.add_argument('--n', type=int, default=50); ap.add_argument('--run', action='store_true')
    a = ap.parse_args()
    for tree in a.trees:
        tmp = tempfile.mkdtemp(); work = tmp + '/tree'
        subprocess.run(['git', 'clone', '-q', tree, work], check=True)
        git = lambda *args: subprocess.run(['git', '-C', work, *args], check=True, capture_output=True, text=True).stdout
        commits = git('rev-list', '--no-merges', '-n', str(a.n), 'HEAD', '--', '*.go').split()
        c = collections.Counter()
        for commit in commits:
            git('checkout', '-q', '-f', commit); git('clean', '-qfd')
            tests = set(re.findall(r'^([^:]*):func ((?:Test|Fuzz)\w+)\(', subprocess.run(['git', '-C', work, 'grep', '-E', r'^func (Test|Fuzz)', '--', '*_test.go'], capture_output=True, text=True).stdout, re.M))
            tests = {(os.path.dirname(f), name) for f, name in tests if name != 'TestMain'}
            before = time.time()
            out = subprocess.run([a.bin, '--data-dir', tmp + '/data', 'impact', '--diff', commit + '^!', work, '--tests-only', '--json'], capture_output=True, text=True)
            c['ms'] += 1000 * (time.time() - before)
            c['commits'] += 1; c['tests'] += len(tests)
            answer = json.loads(out.stdout) if out.returncode == 0 else {'tests': [], 'testsUnknown': [{'way': 'error'}]}
            if any(u['way'] != 'exported' for u in answer['testsUnknown']):
                c['all'] += 1; c['listed'] += len(tests); c['first'] += len(tests)
                continue
            listed = {tier: {(os.path.dirname(t['file']), t['name']) for t in answer['tests'] if t['tier'] <= tier} for tier in (1, 3)}
            # Of examples it is not counted which of the tree are run.
            c['listed'] += len(listed[3] & tests); c['first'] += len(listed[1] & tests)
            if a.run:
                def failing():
                    text = subprocess.run(['go', 'test', '-json', '-vet=off', './...'], cwd=work, capture_output=True, text=True).stdout
                    module = next(line.split()[1] for line in open(work + '/go.mod') if line.startswith('module '))
                    events = [json.loads(line) for line in text.splitlines() if line.startswith('{')]
                    return {(e['Package'][len(module):].strip('/'), e['Test']) for e in events if e.get('Action') == 'fail' and e.get('Test') and '/' not in e['Test']}
                own = failing()
                code = [f for f in git('diff', '--name-only', '--no-renames', '--diff-filter=M', commit + '^', commit, '--', '*.go').split() if not f.endswith('_test.go')]
                if not code: continue
                git('checkout', '-q', commit + '^', '--', *code)
                failed = failing() - own
                for test in sorted(failed - listed[3]): print('  not listed:', commit, *test, flush=True)
                c['failed'] += len(failed); c['found'] += len(failed & listed[3]); c['found1'] += bool(failed & listed[1]); c['noticed'] += bool(failed)
        n = max(1, c['tests'])
        print(f"{os.path.basename(tree)}: {c['commits']} commits, {c['listed'] / n:.3f} of the tests listed, {c['first'] / n:.3f} in tier 1, everything in {c['all']}, {c['ms'] / max(1, c['commits']):.0f} ms; {c['noticed']} noticed, {c['found']} of {c['failed']} failing tests listed, tier 1 fails in {c['found1']}", flush=True)
        shutil.rmtree(tmp)


if __name__ == '__main__': main()
