#!/usr/bin/env python3
"""Times this program beside others that read a whole Go repository, on one tree, in turn.

    benches/peers.py TREE [--runs N] [--ours PROGRAM] [--aider PYTHON]

Each of those found on the PATH is run: universal-ctags, ripgrep (one word), repomix (its pack of the Go files), and
aider's repository map, through the Python that has the package aider-chat (0.86 is known to work). They run on a copy
of the tree's Go files, since some write beside what they read; what they keep between runs is removed before each, but
for the rows that say "again". The table has medians: wall and CPU seconds, peak memory. What they make differs, and so
does what it is good for; the figures say only what a person waits. Needs Python 3.9 and nothing else.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

AIDER = """
import sys
from pathlib import Path
from aider.io import InputOutput
from aider.repomap import RepoMap

class Model:
    def token_count(self, text):
        return len(text) // 4

root = sys.argv[1]
files = sorted(str(path) for path in Path(root).rglob("*.go"))
print(RepoMap(map_tokens=4096, root=root, main_model=Model(), io=InputOutput(yes=True)).get_repo_map([], files))
"""


def copied(tree, into):
    """The Go files and go.mod files of a tree, in a folder of their own."""
    for path in Path(tree).rglob("*"):
        relative = path.relative_to(tree)
        wanted = path.suffix == ".go" or path.name in ("go.mod", "go.work")
        if wanted and path.is_file() and ".git" not in relative.parts and "vendor" not in relative.parts:
            target = into / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def timed(command, cwd):
    """Wall seconds, CPU seconds and peak MB of one run."""
    start = time.perf_counter()
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen(command, cwd=cwd, stdin=null, stdout=null, stderr=null)
        _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {child.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def forget(room, pattern):
    for place in room.glob(pattern):
        shutil.rmtree(place)


def peers(tree, data, ours, aider):
    """Name, command, and which folders to remove before each run."""
    index = [ours, "index", "--data-dir", str(data), str(tree)]
    yield "codegraph-tui index", index, "data"
    yield "codegraph-tui index, again", index, None
    yield "codegraph-tui query, again", [ours, "query", "parse the config file", "--data-dir", str(data), str(tree)], None
    out = tree.parent / "out"
    if shutil.which("ctags"):
        yield "universal-ctags -R", ["ctags", "-R", "-f", str(out), "."], None
    if shutil.which("rg"):
        yield "ripgrep, one word", ["rg", "-c", "context", "."], None
    if shutil.which("repomix"):
        yield "repomix", ["repomix", "--include", "**/*.go", "-o", str(out), "."], None
    if aider:
        yield "aider's repository map", [aider, "-c", AIDER, str(tree)], "tree/.aider*"
        yield "aider's repository map, again", [aider, "-c", AIDER, str(tree)], None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--ours", default="target/release/codegraph-tui")
    parser.add_argument("--aider", metavar="PYTHON", help="a Python that has aider-chat")
    args = parser.parse_args()
    ours = str(Path(args.ours).resolve())
    with tempfile.TemporaryDirectory() as room:
        room = Path(room)
        tree, data = room / "tree", room / "data"
        tree.mkdir()
        copied(args.tree, tree)
        print(f"{'':32}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}")
        for name, command, kept in peers(tree, data, ours, args.aider):
            runs = []
            for _ in range(args.runs):
                if kept:
                    forget(room, kept)
                try:
                    runs.append(timed(command, tree))
                except RuntimeError as error:
                    print(f"{name:32}  {error}", file=sys.stderr)
                    break
            if runs:
                wall, cpu, peak = (statistics.median(column) for column in zip(*runs))
                print(f"{name:32}{wall:9.3f}{cpu:9.3f}{peak:9.0f}", flush=True)


if __name__ == "__main__":
    main()
