#!/usr/bin/env python3
"""Times this program beside others that read a whole Go repository, on one tree, in turn.

    benches/peers.py TREE [--runs N] [--ours PROGRAM] [--go GO] [--code2prompt PATH] [--aider PYTHON] [--ctxo PATH]

Each of these is run where it is found: benches/goparser, a program on Go's own parser, built by a Go toolchain;
universal-ctags; ripgrep (one word); repomix and code2prompt (their packs of the Go files); aider's repository map,
through a Python that has the package aider-chat (0.86 is known to work); and Ctxo's index, which wants `go` on the
PATH, compiles its analyzer in the first run of its life, and binds to other modules as far as Go's cache holds them.
They run on a copy of the tree's Go files, since some write beside what they read; what they keep between runs is
removed before each, but for the rows that say "again". The table has medians: wall and CPU seconds, peak memory of the
largest process. What they make differs, and so does what it is good for; the figures say only what a person waits. What
was not found is told below the table. Needs Python 3.9 and nothing else.
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

HERE = Path(__file__).resolve().parent

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
    """The Go files of a tree and what says of which modules they are, in a folder of their own."""
    for path in Path(tree).rglob("*"):
        relative = path.relative_to(tree)
        wanted = path.suffix == ".go" or path.name in ("go.mod", "go.sum", "go.work")
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


def goparser(go, room):
    """Builds the program on Go's own parser; it has no dependencies, and may not look for any."""
    if go is None:
        return None
    program = room / "goparser"
    environment = os.environ | {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOWORK": "off"}
    subprocess.run([go, "build", "-o", program, "."], cwd=HERE / "goparser", env=environment, check=True)
    return str(program)


def peers(tree, room, args):
    """Name, program or nothing, its arguments, and which folders to remove before each run."""
    ours, data, out = str(Path(args.ours).resolve()), str(room / "data"), str(room / "out")
    index = ["index", "--data-dir", data, str(tree)]
    query = ["query", "parse the config file", "--data-dir", data, str(tree)]
    yield "codegraph-tui index", ours, index, "data"
    yield "codegraph-tui index, again", ours, index, None
    yield "codegraph-tui query, again", ours, query, None
    yield "go/parser, 2 goroutines", goparser(args.go, room), [str(tree), "2"], None
    yield "universal-ctags -R", shutil.which("ctags"), ["-R", "-f", out, "."], None
    yield "ripgrep, one word", shutil.which("rg"), ["-c", "context", "."], None
    yield "repomix", shutil.which("repomix"), ["--include", "**/*.go", "-o", out, "."], None
    yield "code2prompt", args.code2prompt, ["--include", "**/*.go", "--output-file", out, "."], None
    aider = ["-c", AIDER, str(tree)]
    yield "aider's repository map", args.aider, aider, "tree/.aider*"
    yield "aider's repository map, again", args.aider, aider, None
    # Ctxo asks git for the files; nothing else here is to see a repository.
    if args.ctxo:
        subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    yield "Ctxo index", args.ctxo, ["index"], "tree/.ctxo"
    yield "Ctxo index, again", args.ctxo, ["index"], None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--ours", default="target/release/codegraph-tui")
    parser.add_argument("--go", metavar="GO", default=shutil.which("go"), help="a Go toolchain's go")
    parser.add_argument("--code2prompt", metavar="PATH", default=shutil.which("code2prompt"))
    parser.add_argument("--aider", metavar="PYTHON", help="a Python that has aider-chat")
    parser.add_argument("--ctxo", metavar="PATH", default=shutil.which("ctxo"))
    args = parser.parse_args()
    missing = []
    with tempfile.TemporaryDirectory() as room:
        room = Path(room)
        tree = room / "tree"
        tree.mkdir()
        copied(args.tree, tree)
        print(f"{'':32}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}")
        for name, program, arguments, kept in peers(tree, room, args):
            if program is None:
                missing.append(name)
                continue
            runs = []
            for _ in range(args.runs):
                if kept:
                    forget(room, kept)
                try:
                    runs.append(timed([program, *arguments], tree))
                except (OSError, RuntimeError) as error:
                    print(f"{name:32}  {error}", file=sys.stderr)
                    break
            if runs:
                wall, cpu, peak = (statistics.median(column) for column in zip(*runs))
                print(f"{name:32}{wall:9.3f}{cpu:9.3f}{peak:9.0f}", flush=True)
    if missing:
        print(f"not found: {'; '.join(missing)}")


if __name__ == "__main__":
    main()
