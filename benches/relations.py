#!/usr/bin/env python3
"""Asks the server for relations of random symbols and compares its lists with what Go's type checker says.

usage: relations.py BINARY DATA TREE=TRUTH.jsonl.gz... [--tasks N] [--seed N] [--show]

The truths are those of edges.py. Tasks in turn: direct callers, callers within two steps, implementers, users of a field. A task is asked by the name of its target in one call, and goes on behind the end that a
cut list names; each call counts. Exact: no end is missing and none is too much, but for places that the type checker could not type.
Tokens are those of o200k (pip: tiktoken; without it a quarter of the characters)."""
import collections
import gzip
import json
import os
import random
import re
import subprocess
import sys


def tokens(text):
    try:
        import tiktoken

        return len(tiktoken.get_encoding("o200k_base").encode(text, disallowed_special=()))
    except Exception:
        return len(text) // 4


class Server:
    def __init__(self, binary, tree, data):
        command = [binary, "mcp", tree, "--data-dir", data]
        self.run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.asked = 0

    def call(self, tool, arguments):
        self.asked += 1
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": self.asked, "method": "tools/call", "params": params}
        self.run.stdin.write(json.dumps(message) + "\n")
        self.run.stdin.flush()
        return json.loads(self.run.stdout.readline())["result"]["content"][0]["text"]

    def end(self):
        self.run.stdin.close()
        self.run.wait()


class Truth:
    def __init__(self, path):
        self.defs, self.edges, self.unres, self.excluded = {}, collections.defaultdict(list), set(), set()
        with gzip.open(path, "rt") as lines:
            for record in map(json.loads, lines):
                kind = record["t"]
                if kind == "def":
                    self.defs[record["id"]] = record
                elif kind == "edge":
                    self.edges[record["kind"], record["to"]].append(record)
                elif kind == "unres":
                    self.unres.add(record["from"])
                elif kind == "file" and record["excluded"]:
                    self.excluded.add(record["file"])

    def ends(self, kinds, target, keep=lambda edge: True):
        found = {edge["from"] for kind in kinds for edge in self.edges[kind, target] if keep(edge) and edge["from"] != target}
        return {end for end in found if end in self.defs}

    def static(self, target):
        return self.ends(["call"], target, lambda edge: edge.get("dispatch") == "static")


def is_code(record):
    return not record.get("test") and not record["file"].endswith("_test.go")


def name_of(truth, record):
    package = record["pkg"].rsplit("/", 1)[-1]
    names = [record["name"]]
    if record.get("recv"):
        names.insert(0, record["recv"])
    elif record.get("owner") in truth.defs:
        names.insert(0, truth.defs[record["owner"]]["name"])
    return ".".join([package, *names])


def tasks(truth, kind):
    """Targets of a kind of task with their ends, in order of their ids."""
    for target, record in sorted(truth.defs.items()):
        if not is_code(record):
            continue
        callable_ = record["kind"] in ("func", "method")
        arguments = {"name": name_of(truth, record)}
        if kind == "direct" and callable_:
            ends = truth.static(target)
            most = 25
            arguments["direct"] = True
        elif kind == "two steps" and callable_:
            first = truth.static(target)
            ends = first | {end for one in first for end in truth.static(one)} - {target}
            most = 40
            arguments.update(direct=True, depth=2)
            if len(first) == len(ends):
                continue
        elif kind == "implementers" and record["kind"] == "interface":
            # Interfaces that satisfy another one are neither asked for nor wrong.
            all_ = truth.ends(["implements"], target)
            ends = {end for end in all_ if truth.defs[end]["kind"] != "interface"}
            most = 40 if ends == all_ else 0
            arguments["relation"] = "implementers"
        elif kind == "users" and record["kind"] == "field":
            ends = truth.ends(["access"], target)
            most = 25
            arguments["relation"] = "users"
        else:
            continue
        if 4 <= len(ends) <= most:
            yield arguments, {(truth.defs[end]["file"], truth.defs[end]["line"]) for end in ends}, {(truth.defs[end]["file"], truth.defs[end]["line"]) for end in truth.unres if end in truth.defs}


ROW = re.compile(r"^  (\S+\.go): (.*)$")
END = re.compile(r"[^;:\s]+:(\d+)(?: (?:at|from) [\d, and more]+)?(?:; |$)")


def listed(text):
    found = set()
    for line in text.splitlines():
        row = ROW.match(line)
        if row:
            found |= {(row[1], int(end[1])) for end in END.finditer(row[2])}
    return found


def main():
    plain = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    option = lambda name, usual: int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else usual
    n, seed = option("--tasks", 12), option("--seed", 1)
    plain = [argument for argument in plain if not argument.isdigit()]
    binary, data, pairs = plain[0], plain[1], [pair.split("=", 1) for pair in plain[2:]]
    truths = [(tree, Truth(path)) for tree, path in pairs]
    kinds = ["direct", "two steps", "implementers", "users"]
    random.seed(seed)
    servers, exact, calls, spent = {}, 0, 0, 0
    for ix in range(n):
        kind = kinds[ix % len(kinds)]
        # Some trees have no such symbol.
        for tree, truth in truths[ix % len(truths) :] + truths:
            found = list(tasks(truth, kind))
            if found:
                break
        arguments, expected, unsure = random.choice(found)
        server = servers.setdefault(tree, None) or Server(binary, tree, os.path.join(data))
        servers[tree] = server
        asked, ours, used = 0, set(), 0
        while asked < 10:
            text = server.call("callers", arguments)
            asked, used, ours = asked + 1, used + tokens(text), ours | listed(text)
            rest = re.search(r'with after: "([^"]+)"', text)
            ids = re.findall(r"^  (\S+::\S+)$", text, re.M)
            if rest:
                arguments["after"] = rest[1]
            elif "means" in text and ids and asked == 1:
                arguments["name"] = ids[0]
            else:
                break
        # The type checker does not read files of other builds.
        ours = {end for end in ours if end[0] not in truth.excluded}
        missing, extra = expected - ours, ours - expected - unsure
        is_exact = not missing and not extra
        exact, calls, spent = exact + is_exact, calls + asked, spent + used
        print(f"{kind:<13} {os.path.basename(tree):<9} {arguments['name']:<50.50} {len(expected):>3} ends, {asked} calls, {used:>5} tokens" + ("" if is_exact else f"  missing {sorted(missing)[:4]} extra {sorted(extra)[:4]}"))
        if "--show" in sys.argv:
            print(text)
    print(f"exact {exact} of {n}; {calls / n:.2f} calls, {spent / n:.0f} tokens a task")
    for server in servers.values():
        server.end()


main()
