#!/usr/bin/env python3
"""Lays out a module cache for a tree from sources on this machine, as the go command would have filled it. Nothing is fetched.

    benches/dependencies/lay.py TREE CACHE --git 'CLONES/{owner}/{name}'     from clones, at the versions that go.mod names
    benches/dependencies/lay.py TREE CACHE --debian FOLDER --copy OUT        from Debian's golang-*-dev packages

A module is laid out only if it has the hash that go.sum states, unless a copy of the tree is asked for: OUT then gets checksums of
what was laid out. So a clone without the version that go.mod names may give its newest one, and Debian, which has one version of a
module (`apt-get download NAME`, `dpkg -x NAME.deb FOLDER`), the one that it has. A module without a source is left out. Needs
Python 3.9 and git.
"""

import argparse
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PSEUDO = re.compile(r"\d{14}-([0-9a-f]{12})(\+incompatible)?$")
# Where modules lie whose paths name no owner.
HOSTS = {
    "golang.org/x/": "golang/",
    "google.golang.org/grpc": "grpc/grpc-go",
    "google.golang.org/protobuf": "protocolbuffers/protobuf-go",
    "google.golang.org/genproto": "googleapis/go-genproto",
    "go.opentelemetry.io/otel": "open-telemetry/opentelemetry-go",
    "go.opentelemetry.io/contrib": "open-telemetry/opentelemetry-go-contrib",
    "go.step.sm/": "smallstep/",
    "go.uber.org/": "uber-go/",
    "gopkg.in/yaml.": "go-yaml/yaml/",
    "helm.sh/": "helm/",
    "k8s.io/": "kubernetes/",
    "sigs.k8s.io/": "kubernetes-sigs/",
    "cel.dev/expr": "google/cel-spec",
}


def requirements(text):
    """The (module, version) pairs of a go.mod, replacements by other modules applied."""
    found, replaced = {}, {}
    block = None
    for line in text.splitlines():
        words = line.split("//")[0].split()
        if not words:
            continue
        if words[-1] == "(":
            block = words[0]
            continue
        if words == [")"]:
            block = None
            continue
        verb, rest = (block, words) if block else (words[0], words[1:])
        if verb == "require" and len(rest) == 2:
            found[rest[0]] = rest[1]
        elif verb == "replace" and "=>" in rest and len(rest) - rest.index("=>") == 3:
            replaced[rest[0]] = (rest[-2], rest[-1])
    return sorted(replaced.get(path, (path, version)) for path, version in found.items())


def escaped(text):
    return re.sub("[A-Z]", lambda letter: "!" + letter.group().lower(), text)


def h1(files):
    """The hash of a module's archive, as golang.org/x/mod/sumdb/dirhash has it."""
    lines = (f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return "h1:" + base64.b64encode(hashlib.sha256("".join(lines).encode()).digest()).decode()


def in_archive(paths):
    """The paths that belong to a module's archive: none of nested modules, none that are vendored."""
    nested = {os.path.dirname(path) for path in paths if os.path.basename(path) == "go.mod" and "/" in path}
    for path in paths:
        folders = [str(folder) for folder in Path(path).parents][:-1]
        if not nested.intersection(folders) and "vendor" not in Path(path).parts[:-1]:
            yield path


def git(clone, *args):
    return subprocess.run(["git", "-C", clone, *args], check=True, capture_output=True).stdout


def newest(clone, prefix):
    """The highest released version among a clone's tags, else its last commit."""
    tags = git(clone, "tag", "--list", f"{prefix}v*", "--sort=-v:refname").decode().split()
    released = [tag for tag in tags if re.fullmatch(re.escape(prefix) + r"v\d+\.\d+\.\d+", tag)]
    if released:
        return f"refs/tags/{released[0]}"
    heads = git(clone, "for-each-ref", "--sort=-committerdate", "--format=%(objectname)", "--count=1").decode().split()
    return heads[0] if heads else "HEAD"


def archive(clone, commit, below):
    """The files of the module in a folder of a commit, by path; empty if there is none."""
    try:
        listed = git(clone, "ls-tree", "-r", "-z", commit, *([f"{below}/"] if below else []))
    except subprocess.CalledProcessError:
        return {}
    entries = [entry.split("\t", 1) for entry in listed.decode().split("\0") if entry]
    cut = len(below) + 1 if below else 0
    blobs = {path[cut:]: head.split()[2] for head, path in entries if head.startswith("100")}
    if below and "go.mod" not in blobs:
        return {}
    if below and "LICENSE" not in blobs:
        blobs["LICENSE"] = f"{commit}:LICENSE"
    files = {}
    for name in in_archive(list(blobs)):
        try:
            files[name] = git(clone, "cat-file", "blob", blobs[name])
        except subprocess.CalledProcessError:
            pass  # A clone may lack large files.
    return files


def from_clone(pattern, module, version, is_any):
    """The files of a version of a module, by path, from a clone; None if there is none."""
    for host, owner in HOSTS.items():
        if module.startswith(host):
            parts = (owner + module[len(host):]).split("/")
            break
    else:
        parts = module.split("/")[1:]
    clone = pattern.format(owner=parts[0], name=parts[1]) if len(parts) > 1 else ""
    if not os.path.isdir(clone):
        return None
    folder = "/".join(parts[2:])
    plain = re.sub(r"(^|/)v\d+$", "", folder)
    prefix = f"{plain}/" if plain else ""
    pseudo = PSEUDO.search(version)
    commits = [pseudo.group(1) if pseudo else f"refs/tags/{prefix}{version.replace('+incompatible', '')}"]
    if is_any:
        commits.append(newest(clone, prefix))
    # A major version may have a folder of its own.
    found = (archive(clone, commit, below) for commit in commits for below in dict.fromkeys([plain, folder]))
    return next((files for files in found if files), None)


def from_debian(folder, module):
    """The files of a module from an unpacked package; None if there is none."""
    root = Path(folder, "usr/share/gocode/src", module)
    if not root.is_dir() and re.search(r"/v\d+$", module):
        root = root.parent
    if not root.is_dir():
        return None
    names = [str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    return {name: (root / name).read_bytes() for name in in_archive(names)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree")
    parser.add_argument("cache")
    parser.add_argument("--git", metavar="PATTERN")
    parser.add_argument("--debian", metavar="FOLDER")
    parser.add_argument("--copy", metavar="OUT")
    args = parser.parse_args()
    sums = dict(
        (tuple(line.split()[:2]), line.split()[2])
        for line in Path(args.tree, "go.sum").read_text().splitlines()
        if line.strip()
    )
    laid, wrong, absent = [], [], []
    for module, version in requirements(Path(args.tree, "go.mod").read_text()):
        files = from_clone(args.git, module, version, bool(args.copy)) if args.git else None
        if files is None and args.debian:
            files = from_debian(args.debian, module)
        if not files:
            absent.append(f"{module} {version}")
            continue
        hash_of = h1({f"{module}@{version}/{name}": text for name, text in files.items()})
        if sums.get((module, version)) != hash_of:
            wrong.append(f"{module} {version}")
            if not args.copy:
                continue
        sums[module, version] = hash_of
        mod = files.get("go.mod", f"module {module}\n".encode())
        sums[module, version + "/go.mod"] = h1({"go.mod": mod})
        for name, text in files.items():
            path = Path(args.cache, f"{escaped(module)}@{escaped(version)}", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        kept = Path(args.cache, "cache/download", escaped(module), "@v")
        kept.mkdir(parents=True, exist_ok=True)
        Path(kept, f"{escaped(version)}.ziphash").write_text(hash_of)
        Path(kept, f"{escaped(version)}.mod").write_bytes(mod)
        Path(kept, f"{escaped(version)}.info").write_text('{"Version":"%s"}' % version)
        laid.append(module)
    if args.copy:
        shutil.copytree(args.tree, args.copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        lines = sorted(f"{module} {version} {sum_of}\n" for (module, version), sum_of in sums.items())
        Path(args.copy, "go.sum").write_text("".join(lines))
    print(f"{len(laid)} modules laid out", file=sys.stderr)
    for what, modules in [("with another hash than go.sum states", wrong), ("without a source", absent)]:
        if modules:
            print(f"{len(modules)} {what}: {', '.join(modules)}", file=sys.stderr)


if __name__ == "__main__":
    main()
