#!/usr/bin/env python3
"""Times `why` on the functions of a repository that live longest, and compares its commits with those of `git log -L`.

    benches/why.py REPOSITORY [-n 100] [--binary target/release/codegraph-tui] [--data-dir DIR] [--list]

The repository needs its whole history. The functions are those whose oldest line, by `git blame`, is the oldest, from
the files that were added first. Prints the median and the 95th percentile of wall and of processor time of a whole
process, and in how many functions the commits are the same, ours are more, and ours lack some. `--list` prints the
differences. `git log -L` follows lines, not declarations: it goes on into the neighbour of which a function was made,
and it counts a function that only moved, so the two can differ without a fault.
"""

import argparse
import collections
import json
import os
import re
import statistics
import subprocess
import time


def git(root, *args):
    return subprocess.run(["git", "-C", root, *args], capture_output=True, check=True).stdout.decode("utf-8", "replace")


def oldest_files(root, most):
    """The Go files of HEAD that were added first."""
    now = set(git(root, "ls-files", "*.go").split("\n"))
    added = git(root, "log", "--reverse", "--diff-filter=A", "--name-only", "--format=", "--", "*.go").split("\n")
    order = dict.fromkeys(path for path in added if path in now and not path.endswith("_test.go"))
    return list(order)[:most]


def line_times(root, path):
    """The author time of each line of a file, from 1."""
    times, of_commit, times_of = {}, None, {}
    for row in git(root, "blame", "--porcelain", "HEAD", "--", path).split("\n"):
        if head := re.match(r"([0-9a-f]{40}) \d+ (\d+)", row):
            of_commit, line = head[1], int(head[2])
        elif row.startswith("author-time "):
            times_of[of_commit] = int(row.split()[1])
        elif row.startswith("\t"):
            times[line] = times_of[of_commit]
    return times


def functions(binary, root, data, count):
    export = subprocess.run([*binary, "export", root, *data], capture_output=True, check=True).stdout.decode()
    nodes = (json.loads(row) for row in export.splitlines())
    by_file = collections.defaultdict(list)
    for node in nodes:
        if node["t"] == "node" and node["kind"] in ("func", "method") and not node["generated"]:
            by_file[node["file"]].append(node)
    found = []
    for path in oldest_files(root, 150):
        if path in by_file:
            times = line_times(root, path)
            for node in by_file[path]:
                lines = range(node["line"], node["end_line"] + 1)
                found.append((min(times.get(line, 1 << 40) for line in lines), node))
    found.sort(key=lambda pair: (pair[0], pair[1]["id"]))
    return [node for _, node in found[:count]]


def timed(command):
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return output, (time.perf_counter() - start) * 1e3, (used.ru_utime + used.ru_stime) * 1e3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repository")
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--binary", default="target/release/codegraph-tui")
    parser.add_argument("--data-dir")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    root, binary = args.repository, [args.binary]
    data = ["--data-dir", args.data_dir] if args.data_dir else []
    chosen = functions(binary, root, data, args.n)
    timed([*binary, "why", chosen[0]["id"], root, *data, "--json"])
    walls, used, same, more, lacks, failed = [], [], 0, 0, 0, 0
    for node in chosen:
        output, wall, cpu = timed([*binary, "why", node["id"], root, *data, "--limit", "0", "--json"])
        walls.append(wall)
        used.append(cpu)
        ours = {change["commit"] for change in json.loads(output)["changes"]}
        span = f"{node['line']},{node['end_line']}:{node['file']}"
        try:
            theirs = set(git(root, "log", "--no-merges", "-s", "--format=%H", "-L", span).split())
        except subprocess.CalledProcessError:
            failed += 1
            continue
        if ours == theirs:
            same += 1
        elif ours > theirs:
            more += 1
        else:
            lacks += 1
        if args.list and ours != theirs:
            print(f"{node['id']}: only ours {[c[:8] for c in ours - theirs]}, only git's {[c[:8] for c in theirs - ours]}")
    for name, times in (("wall", walls), ("processor", used)):
        print(f"{name}: median {statistics.median(times):.0f} ms, 95th {sorted(times)[len(times) * 95 // 100 - 1]:.0f} ms")
    print(f"{len(chosen)} functions: same commits in {same}, more in ours {more}, git has others {lacks}, git failed {failed}")


main()
