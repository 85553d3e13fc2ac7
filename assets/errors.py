#!/usr/bin/env python3
"""assets/errors.py SRC: makes assets/std.errors, what errors of Go's standard library and of the systems it runs on say.

SRC is the folder `src` of a Go distribution. A text is one that stands alone as the argument of `errors.New` or of a type
whose name ends in "Error", that is in a method `Error`, or in syscall's tables of error numbers. One word is no message.
"""

import ast
import os
import pathlib
import re
import sys

LITERAL = r'("(?:[^"\\\n]|\\.)*")'
SAID = re.compile(r'(?:errors\.New|[eE]rror)[({]\s*' + LITERAL + r'\s*[)}]')
METHOD = re.compile(r'\) Error\(\) string +\{(?:([^\n]+)\}|\n(.*?)\n\})', re.S)
NUMBERED = re.compile(r'^\t\w+:\s+' + LITERAL + r',$', re.M)

src = pathlib.Path(sys.argv[1])
texts = set()
for folder, below, files in os.walk(src):
    below[:] = [name for name in below if name not in ("cmd", "testdata", "vendor")]
    for name in files:
        if name.endswith(".go") and not name.endswith("_test.go"):
            text = pathlib.Path(folder, name).read_text(errors="replace")
            is_table = folder.endswith("syscall") and "errors_" in name
            found = SAID.findall(text) + (NUMBERED.findall(text) if is_table else [])
            for bodies in METHOD.findall(text):
                found += re.findall(LITERAL, "".join(bodies))
            texts.update(ast.literal_eval(literal).strip() for literal in found)
is_message = re.compile(r"\w[^\n%]*[^\w\n%][^\n%]*\w[^\n%]*").fullmatch
texts = sorted(filter(is_message, texts))
release = (src / "../VERSION").read_text().split("\n")[0]
out = pathlib.Path(__file__).with_name("std.errors")
out.write_text("\n".join([release, *texts]) + "\n")
print(f"{release}: {len(texts)} texts")
