#!/usr/bin/env python3
"""Times `why` on the functions of a repository that live longest, and compares its commits with those of `git log -L`.

    benches/why.py REPOSITORY [-n 100] [--binary target/release/codegraph-tui] [--data-dir DIR] [--list]

The repository needs its whole history. The functions are those whose oldest line, by `git blame`, is the oldest, from
the files that were added first. Prints the median and the 95th percentile of wall and of processor time of a whole
process, and in how many functions the commits are the same, ours are more, and ours lack some. `--list` prints the
differences. git takes some seconds for each function.

`git log -L` follows lines, not declarations. If the lines of a function replaced those of another in one hunk, its range
grows by the other, and from then on it lists the commits of both. So its patches, which show the whole range before and
after each commit, are read for the function alone, from the line that begins it to the next closing brace in the first
column: a commit counts if this text differs, and the list ends where no such line is left before the commit, as at a
move within the file. If we say that the function had another name there, and git's range has it, the comparison goes on
with that name. A commit that only we list is checked in the same way, in the files before and after it; git loses some
because its range shrinks where lines of the function move into another.
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


def declaration(name):
    """A pattern of the line that begins a function or method, by its qualified name."""
    receiver, _, plain = name.rpartition(".")
    receiver = rf"\((?:\w+ )?\*?{receiver}(?:\[[^]]*\])?\) " if receiver else ""
    return re.compile(rf"func {receiver}{plain}[\[(]")


def cut(lines, name):
    """The lines of a function in a text of gofmt's form. None if the text does not have it."""
    begins = declaration(name)
    for at, line in enumerate(lines):
        if begins.match(line):
            if line.endswith("}"):
                return lines[at : at + 1]
            ends = (end for end in range(at, len(lines)) if lines[end].startswith("}"))
            return lines[at : next(ends, len(lines)) + 1]
    return None


def line_history(root, node):
    """What `git log -L` prints: for each commit, newest first, the file before it, and the range before and after it, as
    lists of lines."""
    span = f"{node['line']},{node['end_line']}:{node['file']}"
    text = git(root, "log", "--no-merges", "--format=%x00%H", "-L", span)
    for entry in text.split("\0")[1:]:
        commit, *patch = entry.split("\n")
        path = next((line[6:] for line in patch if line.startswith("--- a/")), None)
        body = [line for line in patch if line[:1] in (" ", "+", "-") and line[:4] not in ("--- ", "+++ ")]
        yield commit, path, [line[1:] for line in body if line[0] != "+"], [line[1:] for line in body if line[0] != "-"]


def changes_of_git(root, node, renames):
    """The commits that changed the function itself, by `git log -L`, how many more it lists, and whether the list ends
    because the range has no such function any more. `renames` are the names that the function had before the commits
    that gave it another."""
    name, found, others, ended = qualified(node), [], 0, False
    for commit, path, before, after in line_history(root, node):
        old, new = (cut(lines, name) for lines in (before, after))
        if ended or old == new:
            others += 1
            continue
        if old is None and new == cut(version(root, f"{commit}^:{path}"), name):
            # The function only moved in its file, and git follows the lines that stood there before.
            others, ended = others + 1, True
            continue
        found.append(commit)
        if old is None:
            name = renames.get(commit, name)
            ended = cut(before, name) is None
    return found, others, ended


def version(root, name):
    """The lines of a version of a file; none if there is no such file."""
    try:
        return git(root, "show", name).split("\n")
    except subprocess.CalledProcessError:
        return []


def qualified(node):
    return node["id"].split("::")[1].split("#")[0]


def is_change(root, change, name):
    """Whether the text of a function differs before and after a commit, by reading the file."""
    texts = []
    renamed = git(root, "diff-tree", "-r", "-M", "--no-commit-id", "--name-status", "--root", change["commit"])
    before = change["file"]
    for row in renamed.split("\n"):
        if row.startswith("R") and row.split("\t")[2] == change["file"]:
            before = row.split("\t")[1]
    for commit, path in ((change["commit"] + "^", before), (change["commit"], change["file"])):
        texts.append(cut(version(root, f"{commit}:{path}"), name))
    return texts[0] != texts[1]


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
    walls, used = [], []
    counts = collections.Counter()
    for node in chosen:
        output, wall, cpu = timed([*binary, "why", node["id"], root, *data, "--limit", "0", "--json"])
        walls.append(wall)
        used.append(cpu)
        changes = json.loads(output)["changes"]
        # The name that the function had after each commit.
        names, renames, name = {}, {}, qualified(node)
        for change in changes:
            names[change["commit"]] = name
            if change["from"]:
                name = renames[change["commit"]] = change["from"]["qualifiedName"]
        theirs, others, ended = changes_of_git(root, node, renames)
        ours = [change["commit"] for change in changes]
        # What lies behind the commit at which git's range lost the function.
        further = len(ours)
        if ended:
            further = max((ours.index(commit) + 1 for commit in theirs if commit in ours), default=0)
        lacking = [commit for commit in theirs if commit not in ours]
        only = [change for change in changes[:further] if change["commit"] not in theirs]
        wrong = [change["commit"] for change in only if not is_change(root, change, names[change["commit"]])]
        counts["same"] += not lacking and not only
        counts["more"] += not lacking and bool(only) and not wrong
        counts["faults"] += bool(lacking or wrong)
        counts["commits"] += len(ours)
        counts["theirs"] += len(theirs)
        counts["of others"] += others
        counts["lists with others"] += others > 0
        counts["further"] += further < len(ours)
        if args.list and (lacking or only):
            only = [change["commit"][:8] for change in only]
            print(f"{node['id']}: git alone {[c[:8] for c in lacking]}, we alone {only}, of these wrong {wrong}", flush=True)
    for name, times in (("wall", walls), ("processor", used)):
        print(f"{name}: median {statistics.median(times):.0f} ms, 95th {sorted(times)[len(times) * 95 // 100 - 1]:.0f} ms")
    print(f"{len(chosen)} functions, {counts['commits']} commits: the same as git's in {counts['same']}, "
          f"more that do change the function in {counts['more']}, others in {counts['faults']}")
    print(f"git lists {counts['theirs']} commits that change the function, and in {counts['lists with others']} "
          f"functions {counts['of others']} that do not; across a move that it does not follow we go in {counts['further']}")


main()
