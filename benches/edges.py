#!/usr/bin/env python3
"""Holds an exported graph against what Go's own type checker says of the same tree.

    codegraph-tui export TREE > ours.jsonl
    benches/edges.py TRUTH OURS                 precision, recall and calibration
    benches/edges.py TRUTH OURS --min-conf 0.5  of the edges that say at least that much
    benches/edges.py TRUTH OURS --lines         every line apart, of an export made with --lines
    benches/edges.py TRUTH OURS --worst N       the first N of what is missing and of what is wrong, for each kind
    benches/edges.py --origins TRUTH=OURS ...   right and wrong edges by kind and origin over several trees, as rows
                                                for the table in src/golang/confidence.rs; fails when what the edges
                                                say is more than 0.01 off
    benches/edges.py --summary TRUTH=OURS ...   means and worst tree of all that is measured: the table in benches/README.md

TRUTH and OURS are JSON lines, gzipped or not. Rows of a truth, told apart by their "t":

    file   file, excluded (null, or why the checker left the file out)
    def    id ("file:line:col" of the name), kind, name, file, line, col, owner of fields and interface methods,
           opt (a name that need not be found, such as `_`)
    edge   kind (call, use, access, implements, embeds, import, dispatch), from, to, opt, and for calls dispatch
           (static, interface, funcvalue); lines, if the truth has them
    cha    key, method, targets: the concrete methods behind a method of an interface
    disp   from, key: who calls it
    unres  from, calls, sels: names that the checker itself could not type there (a package was missing)
    incomplete  id: a type of which a part is missing

Counted are unique pairs of declarations for each kind, at their highest confidence. Set aside are edges with an end
that the truth does not know, and where the truth itself is unsure. Needs Python 3.9 and nothing else.
"""

import argparse
import gzip
import json
import sys
from collections import defaultdict

TYPES = {"struct", "interface", "type", "alias"}
KINDS = ["calls", "uses", "accesses", "implements", "extends", "imports"]


def rows(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def family(kind):
    """Kinds that may stand for one another when a declaration is looked up."""
    return "type" if kind in TYPES else "method" if kind == "imethod" else kind


class Truth:
    def __init__(self, path):
        self.files, self.defs, self.unsure = {}, {}, set()
        self.pairs = defaultdict(set)  # kind -> pairs that must be found
        self.spare = defaultdict(set)  # kind -> pairs that may be found
        self.targets = defaultdict(set)  # interface method, by key -> concrete methods
        self.behind = defaultdict(set)  # interface method, by definition -> concrete methods
        self.reached = defaultdict(set)  # caller -> keys
        self.untyped = defaultdict(set)  # definition -> names
        for row in rows(path):
            kind = row["t"]
            if kind == "file":
                self.files[row["file"]] = row["excluded"]
            elif kind == "def":
                self.defs[row["id"]] = row
            elif kind == "edge":
                name = row["kind"] + ("." + row["dispatch"] if row["kind"] == "call" else "")
                (self.spare if row.get("opt") else self.pairs)[name].add((row["from"], row["to"]))
            elif kind == "cha":
                self.targets[row["key"]].update(row["targets"])
                self.behind[row.get("method")].update(row["targets"])
            elif kind == "disp":
                self.reached[row["from"]].add(row["key"])
            elif kind == "unres":
                self.untyped[row["from"]] |= set(row.get("calls", ())) | set(row.get("sels", ()))
            elif kind == "incomplete":
                self.unsure.add(row["id"])
        for name, pairs in self.spare.items():
            pairs -= self.pairs[name]
        self.taken = defaultdict(set)
        for pairs in (self.pairs, self.spare):
            for user, used in pairs["use"]:
                self.taken[user].add(used)
        self.at = defaultdict(list)
        for definition in self.defs.values():
            self.at[definition["file"], definition["line"], definition["name"]].append(definition)

    def any_of(self, *names):
        return set().union(*(self.pairs[name] for name in names)), set().union(*(self.spare[name] for name in names))

    def dispatches(self, caller, method):
        return any((caller, method) in pairs["dispatch"] for pairs in (self.pairs, self.spare)) or any(
            method in self.targets[key] for key in self.reached[caller]
        )

    def takes(self, user, method):
        """Whether an interface's method is taken as a value that the method is behind; None where the truth does not tell
        what is behind it, for nothing calls it."""
        name = self.defs[method]["name"] if method in self.defs else None
        named = [taken for taken in self.taken[user] if self.defs.get(taken, {}).get("name") == name]
        if any(method in self.behind[taken] for taken in named if taken in self.behind):
            return True
        return False if all(taken in self.behind for taken in named) else None


class Ours:
    """Our graph in the truth's words."""

    def __init__(self, path, truth, least):
        nodes, self.place, self.found, self.wrong_nodes = {}, {}, {}, []
        self.edges = []
        for row in rows(path):
            if row["t"] == "node":
                nodes[row["id"]] = row
            elif row.get("confidence", 1) >= least:
                self.edges.append(row)
        for ident, node in nodes.items():
            self.place[ident] = self.locate(ident, node, truth)

    def locate(self, ident, node, truth):
        """("file", path), ("dir", path), ("def", id), None for what the truth leaves out, ("wrong", id) for no such."""
        if node["kind"] == "file":
            return "file", node["file"]
        if node["kind"] == "package":
            return "dir", node["id"].split("::")[0] or "."
        if truth.files.get(node["file"], "unknown") is not None:
            return None
        here = truth.at.get((node["file"], node["line"], node["name"]), [])
        fits = [d for d in here if family(d["kind"]) == family(node["kind"])] or (here if len(here) == 1 else [])
        if not fits:
            self.wrong_nodes.append(ident)
            return "wrong", ident
        best = max(fits, key=lambda d: (d["col"] == node.get("col"), d["kind"] == node["kind"]))
        self.found.setdefault(best["id"], ident)
        return "def", best["id"]

    def pairs(self, kind, truth):
        """(from, to) -> (confidence, origin)."""
        best = {}
        for edge in self.edges:
            if edge["kind"] != kind:
                continue
            a, b = self.place.get(edge["from"]), self.place.get(edge["to"])
            if not a or not b or (kind == "imports") != (a[0] == "file") or (kind == "imports") != (b[0] == "dir"):
                continue
            start = a[1]
            if kind == "imports":
                if truth.files.get(start, "unknown") is not None:
                    continue
            elif a[0] == "def" and kind in ("calls", "uses", "accesses"):
                # The truth counts what stands inside a struct or interface to the type.
                definition = truth.defs[start]
                start = definition.get("owner") or start if definition["kind"] in ("field", "imethod") else start
            value = (edge.get("confidence", 1), edge.get("origin", "-"))
            best[start, b[1]] = max(value, best.get((start, b[1]), value))
        return best


def described(ident, truth):
    return f"{ident} {truth.defs[ident]['name']}" if ident in truth.defs else ident


def judge(kind, truth, ours, worst=0):
    """Verdicts [(right, confidence, origin)] and recalls {name: (hit, need)} of one kind of edge."""
    got = ours.pairs(kind, truth)
    names = {"calls": ("call.static", "call.interface"), "uses": ("use",), "accesses": ("access",)}
    names.update(implements=("implements",), extends=("embeds",), imports=("import",))
    need, spare = truth.any_of(*names[kind])
    if kind == "imports":
        need = {(a[len("file:") :], b[len("pkg:") :].split("[")[0]) for a, b in need}
    values = set().union(*truth.any_of("call.funcvalue"))
    verdicts = []
    for (a, b), value in got.items():
        right = (a, b) in need
        if kind == "calls":
            right = right or (a, b) in values or (a, b) in spare or truth.dispatches(a, b)
        elif kind == "uses" and value[1] == "dispatch":
            right = right or truth.takes(a, b)
            if right is None:
                continue
        elif not right and ((a, b) in spare or (a == b and kind in ("uses", "accesses"))):
            continue
        known = a in truth.defs and b in truth.defs
        if not right and known and kind != "imports":
            if truth.defs[b]["name"] in truth.untyped[a] or kind == "implements" and {a, b} & truth.unsure:
                continue
            if kind in ("implements", "extends") and not {truth.defs[a]["kind"], truth.defs[b]["kind"]} <= TYPES:
                continue
        verdicts.append((right, *value))
        if not right and worst > 0:
            worst -= 1
            print(f"  wrong {kind} {described(a, truth)} -> {described(b, truth)} {value}")
    for a, b in sorted(need - set(got))[:worst]:
        print(f"  missing {kind} {described(a, truth)} -> {described(b, truth)}")
    if kind != "calls":
        return verdicts, {kind: (len(need & set(got)), len(need))}
    callees = defaultdict(set)
    for a, b in got:
        callees[a].add(b)
    static, iface, dispatch = (truth.pairs[name] for name in ("call.static", "call.interface", "dispatch"))
    reached = sum((a, b) in got or bool(callees[a] & truth.behind[b]) for a, b in iface)
    return verdicts, {
        "static calls": (len(static & set(got)), len(static)),
        "interface calls": (reached, len(iface)),
        "dispatch": (len(dispatch & set(got)), len(dispatch)),
    }


def by_line(truth_path, our_path, least, worst):
    """Precision and recall of what stands on each line, and the first of what is missing and of what is wrong."""
    truth, need, spare = Truth(truth_path), defaultdict(set), defaultdict(set)
    kinds = {"call": "calls", "use": "uses", "access": "accesses", "dispatch": "calls"}
    for row in rows(truth_path):
        if row["t"] == "edge" and row["kind"] in kinds:
            optional = row.get("opt") or row["kind"] == "dispatch" or row.get("dispatch") == "funcvalue"
            for line in row["lines"]:
                (spare if optional else need)[kinds[row["kind"]]].add((row["from"], row["to"], line))
    ours, got = Ours(our_path, truth, least), defaultdict(set)
    for edge in ours.edges:
        a, b = ours.place.get(edge["from"]), ours.place.get(edge["to"])
        if edge["kind"] in kinds.values() and a and b and a[0] == b[0] == "def":
            definition = truth.defs[a[1]]
            start = definition.get("owner") or a[1] if definition["kind"] in ("field", "imethod") else a[1]
            got[edge["kind"]] |= {(start, b[1], line) for line in edge["lines"]}
    for kind in sorted(got):
        unknown = {e for e in got[kind] if truth.defs[e[1]]["name"] in truth.untyped[e[0]]}
        known = got[kind] - (unknown - need[kind])
        wrong = {e for e in known - need[kind] - spare[kind] if e[0] != e[1]}
        missing = need[kind] - got[kind]
        right = len(need[kind]) - len(missing)
        print(f"{kind:10} precision {percent(len(known) - len(wrong), len(known))}  recall {percent(right, len(need[kind]))}")
        for name, edges in (("missing", missing), ("wrong", wrong)):
            for start, end, line in sorted(edges)[:worst]:
                print(f"  {name} {described(start, truth)} -> {described(end, truth)}, line {line}")


def calibration_error(verdicts):
    """Expected calibration error over ten buckets of confidence."""
    buckets = defaultdict(list)
    for right, confidence, _ in verdicts:
        buckets[min(int(confidence * 10), 9)].append((right, confidence))
    gap = sum(abs(sum(r for r, _ in rows) - sum(c for _, c in rows)) for rows in buckets.values())
    return gap / len(verdicts) if verdicts else 0


def percent(part, whole):
    return f"{100 * part / whole:6.2f}" if whole else "     -"


def report(truth, ours, worst):
    need = {d["id"] for d in truth.defs.values() if not d.get("opt")}
    hit = len(need & set(ours.found))
    print(f"{'':16} precision  recall     ECE")
    print(f"{'definitions':16}    {percent(hit, hit + len(ours.wrong_nodes))}  {percent(hit, len(need))}")
    for ident in sorted(ours.wrong_nodes)[:worst]:
        print(f"  wrong {ident}")
    for ident in sorted(need - set(ours.found))[:worst]:
        print(f"  missing {described(ident, truth)}")
    every = []
    for kind in KINDS:
        verdicts, recalls = judge(kind, truth, ours, worst)
        every += verdicts
        right = sum(v[0] for v in verdicts)
        whole = recalls.get(kind)
        shown = percent(*whole) if whole else "      "
        print(f"{kind:16}    {percent(right, len(verdicts))}  {shown}  {calibration_error(verdicts):.4f}")
        for name, (found, wanted) in recalls.items():
            if name != kind:
                print(f"  {name:14}            {percent(found, wanted)}")
    print(f"{'all edges':16}                    {calibration_error(every):.4f}")


def origins(arguments):
    """Right and wrong edges by kind and origin over all trees, as rows of the table in src/golang/confidence.rs.

    Of one kind and origin, the edges that say most are bound for certain; those that say less are doubtful.
    Answers whether what the edges say now is what these counts give.
    """
    groups, worst = defaultdict(lambda: [0, 0]), defaultdict(lambda: 1.0)
    for argument in arguments:
        truth_path, _, our_path = argument.partition("=")
        truth = Truth(truth_path)
        ours = Ours(our_path, truth, 0)
        for kind in KINDS:
            here = defaultdict(lambda: [0, 0])
            for right, said, origin in judge(kind, truth, ours)[0]:
                here[kind, origin, said][not right] += 1
            for key, (right, wrong) in here.items():
                groups[key][0] += right
                groups[key][1] += wrong
                worst[key] = min(worst[key], right / (right + wrong))
    most = defaultdict(float)
    for kind, origin, said in groups:
        most[kind, origin] = max(said, most[kind, origin])
    rows, doubtful = [], [0, 0, 0, 1]
    for (kind, origin, said), (right, wrong) in sorted(groups.items()):
        if said == most[kind, origin]:
            name = f"({kind.capitalize()}, {origin.capitalize()}, {right}, {wrong}),"
            rows.append((name, right, wrong, said, worst[kind, origin, said]))
        else:
            doubtful = [doubtful[0] + right, doubtful[1] + wrong, said, min(doubtful[3], worst[kind, origin, said])]
    rows.append((f"DOUBTFUL = ({doubtful[0]}, {doubtful[1]})", *doubtful))
    calibrated = True
    print(f"{'row':40}    said  measured  worst tree")
    for name, right, wrong, said, least in rows:
        # Laplace's rule of succession, as the table is read.
        measured = (right + 1) / (right + wrong + 2)
        calibrated = calibrated and abs(said - measured) <= 0.01
        print(f"{name:40}  {said:.4f}    {measured:.4f}      {least:.4f}")
    return calibrated


def figures(truth, ours):
    """Shares by what is measured; `ours` holds the edges that say at least even odds."""
    need = {d["id"] for d in truth.defs.values() if not d.get("opt")}
    hit = len(need & set(ours.found))
    shares = {"definitions: precision": hit / (hit + len(ours.wrong_nodes)), "definitions: recall": hit / len(need)}
    every, errors = [], []
    for kind in KINDS:
        verdicts, recalls = judge(kind, truth, ours)
        every += verdicts
        errors.append(calibration_error(verdicts))
        if verdicts:
            shares[f"{kind}: precision"] = sum(v[0] for v in verdicts) / len(verdicts)
        for name, (found, wanted) in recalls.items():
            if wanted:
                shares[f"{name}: recall"] = found / wanted
    shares["calibration error, all edges"] = calibration_error(every)
    shares["calibration error, worst kind"] = max(errors)
    return shares


def summary(arguments):
    """A table of means over the trees and of the worst tree, for benches/README.md."""
    columns = {}
    for argument in arguments:
        truth_path, _, our_path = argument.partition("=")
        truth = Truth(truth_path)
        name = truth_path.rpartition("/")[2].partition(".")[0]
        columns[name] = figures(truth, Ours(our_path, truth, 0.5))
    print("| measured | mean of trees | worst tree |")
    print("| --- | ---: | --- |")
    for row in next(iter(columns.values())):
        values = {name: shares[row] for name, shares in columns.items() if row in shares}
        is_error = "error" in row
        worst = (max if is_error else min)(values, key=values.get)
        shown = (lambda v: f"{v:.4f}") if is_error else (lambda v: f"{100 * v:.2f} %")
        mean = sum(values.values()) / len(values)
        whose = "" if shown(values[worst]) == shown(mean) else f" ({worst})"
        print(f"| {row} | {shown(mean)} | {shown(values[worst])}{whose} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--min-conf", type=float, default=0, metavar="X")
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--worst", type=int, default=0, metavar="N")
    parser.add_argument("--origins", action="store_true")
    parser.add_argument("--summary", action="store_true")
    options = parser.parse_args()
    if options.origins:
        sys.exit(0 if origins(options.files) else "what the edges say is more than 0.01 off the counts: renew the table")
    if options.summary:
        return summary(options.files)
    if len(options.files) != 2:
        parser.error("a truth and an export are needed")
    if options.lines:
        return by_line(*options.files, options.min_conf, options.worst)
    truth = Truth(options.files[0])
    report(truth, Ours(options.files[1], truth, options.min_conf), options.worst)


if __name__ == "__main__":
    main()
