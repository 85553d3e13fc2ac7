#!/usr/bin/env python3
"""Tests that notice a change of behaviour, against the tiers of `impact --diff HEAD`.

    go build -o /tmp/broken ./benches/broken
    tiers.py --bin codegraph-tui --broken /tmp/broken --n 70 TREE...

A TREE is a module whose tests pass. Each time one function is altered, all tests run, and tiers are asked for. Prints for each tier in how many of
the noticed alterations it has a failing test, and its share of the tree's tests."""
import argparse, collections, json, os, shutil, subprocess, tempfile


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('trees', nargs='+')
    ap.add_argument('--bin', default='codegraph-tui'); ap.add_argument('--broken', default='broken')
    ap.add_argument('--n', type=int, default=70); ap.add_argument('--seed', type=int, default=1)
    ap.add_argument('--skip', default='', help='packages that are not tested, as a prefix of their folder')
    ap.add_argument('--kept', help='a file that keeps which tests fail, so that these need not run again')
    a = ap.parse_args()
    total = collections.Counter()
    kept = json.load(open(a.kept)) if a.kept and os.path.exists(a.kept) else {}
    for tree in a.trees:
        tmp = tempfile.mkdtemp(); work, data = tmp + '/tree', tmp + '/data'
        git = lambda *args: subprocess.run(['git', '-C', work, '-c', 'user.name=T', '-c', 'user.email=t@e.x', *args], check=True, capture_output=True)
        shutil.copytree(tree, work, ignore=shutil.ignore_patterns('.git'))
        git('init', '-q'); git('add', '-A'); git('commit', '-qm', 'one')
        module = next(line.split()[1] for line in open(work + '/go.mod') if line.startswith('module '))
        packages = subprocess.run(['go', 'list', '-e', './...'], cwd=work, capture_output=True, text=True).stdout.split()
        packages = [p for p in packages if not (a.skip and p[len(module) + 1:].startswith(a.skip))]

        def run(*only):
            """Failing tests, passing ones, and packages that do not build."""
            out = subprocess.run(['go', 'test', '-json', '-vet=off', '-timeout', '100s', *only, *packages], cwd=work, capture_output=True, text=True)
            failed, passed, unbuilt = set(), set(), False
            for line in out.stdout.splitlines():
                try: event = json.loads(line)
                except ValueError: continue
                unbuilt |= event.get('Action') == 'build-fail' or 'FailedBuild' in event
                name = event.get('Test')
                if name and '/' not in name and event['Action'] in ('pass', 'fail'):
                    (failed if event['Action'] == 'fail' else passed).add((event['Package'][len(module):].strip('/'), name))
            return failed, passed, unbuilt

        def noted(seed):
            key = f'{os.path.basename(tree)} {seed}'
            if key not in kept:
                failed, passed, unbuilt = run()
                # Alone once more: tests that measure time fail on a busy machine.
                if failed: failed &= run('-run', f"^({'|'.join(sorted({name for _, name in failed}))})$")[0]
                kept[key] = [sorted(failed), sorted(passed), unbuilt]
                if a.kept: json.dump(kept, open(a.kept, 'w'))
            failed, passed, unbuilt = kept[key]
            return set(map(tuple, failed)), set(map(tuple, passed)), unbuilt
        flaky, passed, _ = noted('none')
        print(os.path.basename(tree), len(passed), 'tests pass,', len(flaky), 'fail', flush=True)
        own = collections.Counter()
        for seed in range(a.seed * 1000, a.seed * 1000 + 3 * a.n):
            if own['altered'] == a.n: break
            git('checkout', '-q', '-f', '.'); git('clean', '-qfd')
            place = subprocess.run([a.broken, 'alter', work, str(seed)], capture_output=True, text=True).stdout.strip()
            failed, _, unbuilt = noted(seed)
            failed -= flaky
            if unbuilt: continue
            own['altered'] += 1
            if not failed: continue
            own['noticed'] += 1
            out = subprocess.run([a.bin, '--data-dir', data, 'impact', '--diff', 'HEAD', work, '--tests-only', '--json'], capture_output=True, text=True)
            tests = [(os.path.dirname(t['file']), t['name'], t['tier']) for t in json.loads(out.stdout)['tests']]
            for tier in 1, 2, 3:
                of = {(folder, name) for folder, name, at in tests if at <= tier}
                own[f'hit{tier}'] += bool(of & failed)
                own[f'listed{tier}'] += len(of)
                own[f'failing{tier}'] += len(of & failed)
            own['failing'] += len(failed); own['tests'] += len(passed)
            if not {(f, n) for f, n, at in tests if at == 1} & failed:
                print('  not in tier 1:', place, 'seed', seed, sorted(failed)[:3], len(failed), 'of', len(tests), flush=True)
        report(os.path.basename(tree), own); total.update(own)
        shutil.rmtree(tmp)
    report('all', total)


def report(name, c):
    print(f"{name}: {c['altered']} altered, {c['noticed']} noticed")
    for tier in 1, 2, 3:
        n = max(1, c['noticed'])
        print(f"  tier {tier}: a failing test in {c[f'hit{tier}'] / n:.3f}, {c[f'failing{tier}'] / max(1, c['failing']):.3f} of all that fail, {c[f'listed{tier}'] / max(1, c['tests']):.3f} of the tests", flush=True)


if __name__ == '__main__': main()
