#!/usr/bin/env python3
"""Measures the release program on one tree, adds a row to benches/track.tsv, and draws all rows as benches/track.svg.

    benches/track.py TREE [--runs N] [--binary target/release/codegraph-tui] [--commit NAME] [--dry]
    benches/track.py --draw

A row has the day, the commit that the program was built from (that of this repository, `+` behind it if something is not
committed, unless `--commit` names another), the tree, and medians of N runs (5): the size of the program, processor time and
peak memory of an index from nothing, and the processor time of a refresh that finds nothing, of a question with its pack,
and of the impact of the symbol that most depend on, each a process of its own. Wall times would measure who else is on
the machine. `--dry` prints the row and keeps nothing. Rows of one tree and
one machine compare; the floor, the processor time of a fixed sum of hashes, shows how quick the machine was. Needs Python
3.9 and nothing else.
"""

import argparse
import csv
import datetime
import hashlib
import html
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROWS, PICTURE = HERE / "track.tsv", HERE / "track.svg"
KEYS = ["day", "commit", "tree"]
# Name, unit, title.
MEASURES = [
    ("floor", "s", "the machine: a fixed sum of hashes"),
    ("binary", "MB", "size of the program"),
    ("index", "s", "index from nothing, processor time"),
    ("memory", "MB", "the same, peak memory"),
    ("refresh", "s", "nothing changed, processor time"),
    ("question", "s", "a question with its pack, processor time"),
    ("impact", "s", "impact of the most used symbol, processor time"),
]
QUESTION = "where is an error of a closed connection handled"


def timed(command):
    """Processor seconds and peak MB of one run."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def floor():
    start, data = time.process_time(), b"x" * (1 << 20)
    for _ in range(100):
        hashlib.blake2b(data).digest()
    return time.process_time() - start


def measure(binary, tree, runs):
    samples = {name: [] for name, _, _ in MEASURES}
    with tempfile.TemporaryDirectory() as room:
        ours = lambda data, *args: [binary, *args, "--data-dir", f"{room}/{data}"]
        for run in range(runs):
            seconds, memory = timed(ours(run, "index", tree))
            samples["index"].append(seconds)
            samples["memory"].append(memory)
            samples["refresh"].append(timed(ours(run, "index", tree))[0])
            samples["floor"].append(floor())
        listed = subprocess.run(
            ours(0, "rank", tree, "--by", "fan-in", "--limit", "1", "--json"), check=True, capture_output=True, text=True
        )
        most_used = json.loads(listed.stdout)["rankings"][0]["symbolId"]
        for _ in range(runs):
            samples["question"].append(timed(ours(0, "query", QUESTION, tree))[0])
            samples["impact"].append(timed(ours(0, "impact", most_used, tree))[0])
    samples["binary"].append(os.path.getsize(binary) / 1e6)
    return {name: statistics.median(values) for name, values in samples.items()}


def rows():
    if not ROWS.exists():
        return []
    with ROWS.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def commit():
    git = lambda *args: subprocess.run(["git", "-C", HERE, *args], check=True, capture_output=True, text=True).stdout
    return git("rev-parse", "--short=10", "HEAD").strip() + ("+" if git("status", "--porcelain", "-uno").strip() else "")


def draw(table):
    """Small charts side by side, one for each measure, with a line for each tree; zero is always in sight."""
    width, height, across, colours = 330, 150, 2, ["#2a6fb0", "#b0562a", "#3c8a4a", "#7a4fa0", "#8a7a2a"]
    trees = sorted({row["tree"] for row in table})
    down = -(-len(MEASURES) // across)
    size = f'width="{width * across + 20}" height="{height * down + 40}"'
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">']
    out.append('<rect width="100%" height="100%" fill="#fff"/>')
    for ix, tree in enumerate(trees):
        out.append(f'<text x="{20 + 150 * ix}" y="20" fill="{colours[ix % len(colours)]}">{html.escape(tree)}</text>')
    for place, (name, unit, title) in enumerate(MEASURES):
        left, top = 20 + place % across * width, 40 + place // across * height
        most = max((float(row[name]) for row in table if row[name]), default=0) or 1
        out.append(f'<text x="{left}" y="{top + 12}" fill="#222">{title}</text>')
        out.append(f'<path d="M{left} {top + 120}h{width - 60}" stroke="#bbb"/>')
        for ix, tree in enumerate(trees):
            values = [float(row[name]) for row in table if row["tree"] == tree and row[name]]
            if not values:
                continue
            step = (width - 70) / max(len(values) - 1, 1)
            at = [(left + step * n, top + 120 - 95 * value / most) for n, value in enumerate(values)]
            colour = colours[ix % len(colours)]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
            out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
            out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{colour}"/>' for x, y in at]
            x, y = at[-1]
            label = f"{values[-1]:.3g} {unit}"
            out.append(f'<text x="{min(x + 5, left + width - 60):.1f}" y="{y - 5:.1f}" fill="{colour}">{label}</text>')
    PICTURE.write_text("\n".join(out) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--binary", default=str(HERE.parent / "target/release/codegraph-tui"))
    parser.add_argument("--commit", help="the commit that the program was built from")
    parser.add_argument("--dry", action="store_true")
    parser.add_argument("--draw", action="store_true", help="draw the rows that there are")
    args = parser.parse_args()
    table = rows()
    if not args.draw:
        if args.tree is None:
            parser.error("name a tree, or --draw")
        measured = measure(args.binary, args.tree, args.runs)
        row = {"day": datetime.date.today().isoformat(), "commit": args.commit or commit(), "tree": pathlib.Path(args.tree).resolve().name}
        row |= {name: f"{value:.4g}" for name, value in measured.items()}
        print("\t".join(row.values()))
        if args.dry:
            return
        table.append(row)
        with ROWS.open("w", newline="") as file:
            writer = csv.DictWriter(file, KEYS + [name for name, _, _ in MEASURES], delimiter="\t", lineterminator="\n")
            writer.writeheader()
            writer.writerows(table)
    draw(table)


if __name__ == "__main__":
    main()
