#!/usr/bin/env python3
"""What no longer compiles, by `impact --diff HEAD`, against go/types.

    go build -o /tmp/broken ./benches/broken
    measure.py --bin codegraph-tui --broken /tmp/broken --n 100 TREE...   mutated declarations
    measure.py ... --replay                                                commits, each against its parent

A TREE is a git checkout of a module, best without requirements or with a vendor folder. Prints precision and recall over declarations, and of
commits by score how many of the other places on the list the rest of the commit changes, too."""
import argparse, collections, json, os, random, re, shutil, subprocess, sys, tempfile


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('trees', nargs='+')
    ap.add_argument('--bin', default='codegraph-tui'); ap.add_argument('--broken', default='broken')
    ap.add_argument('--n', type=int, default=100); ap.add_argument('--seed', type=int, default=1)
    ap.add_argument('--replay', action='store_true'); ap.add_argument('--verbose', action='store_true')
    a = ap.parse_args()
    oracle = subprocess.Popen([a.broken, 'check'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def check(folder):
        oracle.stdin.write(folder + '\n'); oracle.stdin.flush()
        return json.loads(oracle.stdout.readline())

    total = collections.Counter(); scored = collections.Counter(); by_kind = collections.defaultdict(collections.Counter)
    for tree in a.trees:
        tmp = tempfile.mkdtemp()
        work, data = tmp + '/tree', tmp + '/data'
        git = lambda *args: subprocess.run(['git', '-C', work, '-c', 'user.name=T', '-c', 'user.email=t@e.x', *args], check=True, capture_output=True, text=True).stdout
        if a.replay:
            subprocess.run(['git', 'clone', '-q', tree, work], check=True)
            commits = git('rev-list', '--no-merges', '--min-parents=1', 'HEAD', '--', '*.go').split()
            random.Random(a.seed).shuffle(commits)
        else:
            shutil.copytree(tree, work, ignore=shutil.ignore_patterns('.git'))
            git('init', '-q'); git('add', '-A'); git('commit', '-qm', 'one')
            commits = range(a.seed * 1000, a.seed * 1000 + a.n)
        before = None if a.replay else check(work)
        n = 0
        for what in commits:
            if n == a.n: break
            if a.replay:
                # One of several changed files: what a commit would have broken, had it stopped there.
                files = git('diff', '--no-renames', '--name-only', '--diff-filter=MD', what + '^', what, '--', '*.go').split()
                code = [f for f in files if not f.endswith('_test.go')]
                if len(files) < 2 or not code: continue
                try: git('clean', '-qfdx'); git('checkout', '-q', '-f', what + '^')
                except subprocess.CalledProcessError: continue
                # Before there were modules imports mean folders that go/types does not know.
                if not os.path.exists(work + '/go.mod'): continue
                before = check(work)
                f = random.Random(what).choice(code)
                if subprocess.run(['git', '-C', work, 'checkout', '-q', what, '--', f], capture_output=True).returncode: git('rm', '-q', f)
                kind = 'replayed ' + f
            else:
                git('checkout', '-q', '-f', '.'); git('clean', '-qfd')
                r = subprocess.run([a.broken, 'mutate', work, str(what)], capture_output=True, text=True)
                if r.returncode: continue
                kind = r.stdout.strip()
            n += 1
            after = check(work)
            out = subprocess.run([a.bin, '--data-dir', data, 'impact', '--diff', 'HEAD', work, '--json'], capture_output=True, text=True)
            if out.returncode: print(kind, out.stderr.strip()); continue
            ours = collections.defaultdict(set); said = collections.defaultdict(list)
            rest = hunks(git('diff', '-U0', '-R', what, '--', '*.go')) if a.replay else {}
            for group in json.loads(out.stdout)['groups']:
                if a.replay and group['group'] in ('mustLook', 'mayNotice'):
                    # In the file of the change the commit is at its end.
                    for item in group['items']:
                        if item['file'] == f: continue
                        own = [r for r in after['ranges'].get(item['file'], ()) if r[0] <= item['lines'][0] <= r[1]]
                        key = group['group'], int(item.get('impactScore', 0) * 10)
                        scored[key, 'n'] += 1; scored[key, 'changed'] += any(r[0] <= line <= r[1] for r in own for line in rest.get(item['file'], ()))
                if group['group'] == 'wontCompile':
                    for item in group['items']: ours[item['file']].update(item['lines']); said[item['file']].append((item['lines'][:3], item['notes'][:2]))
            def places(lines_of):
                return {(f, tuple(r)) for f, lines in lines_of.items() for line in lines for r in after['ranges'].get(f, ()) if r[0] <= int(line) <= r[1]}
            truth = places(after['errors']) - places(before['errors'])
            # Of a declaration with errors before it is not known which one is new.
            found = places(ours) - places(before['errors'])
            row = collections.Counter(hit=len(truth & found), missed=len(truth - found), false=len(found - truth), n=1, exact=truth == found)
            total.update(row); by_kind[kind.rsplit(' ', 1)[0]].update(row)
            if a.verbose and truth != found:
                print(os.path.basename(tree), what, kind, flush=True)
                for f, r in sorted(truth - found)[:3]:
                    print('  missed', f, r, next((f'{line}: {m}' for line, m in after['errors'][f].items() if r[0] <= int(line) <= r[1]), ''), flush=True)
                for f, r in sorted(found - truth)[:3]: print('  false', f, r, said[f], flush=True)
        shutil.rmtree(tmp)
    oracle.stdin.close()
    for key in sorted({key for key, _ in scored}): print(f"{key[0]} from {key[1] / 10}: {scored[key, 'changed']} of {scored[key, 'n']} changed too")
    for kind, c in sorted(by_kind.items()) + [('all', total)]:
        p, r = c['hit'] / max(1, c['hit'] + c['false']), c['hit'] / max(1, c['hit'] + c['missed'])
        print(f"{kind:24} {c['n']:4} changes  {c['exact']:4} exact  precision {p:.3f}  recall {r:.3f}  ({c['hit']} found, {c['missed']} missed, {c['false']} false)")


def hunks(diff):
    """By file the lines that a diff takes away, or behind which it adds some."""
    lines, file = collections.defaultdict(set), None
    for row in diff.splitlines():
        if row.startswith('--- '): file = row[6:]
        elif head := re.match(r'@@ -(\d+)(?:,(\d+))? ', row): lines[file].update(range(int(head[1]), int(head[1]) + max(1, int(head[2] or 1))))
    return lines


if __name__ == '__main__': main()
