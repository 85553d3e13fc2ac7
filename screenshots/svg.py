#!/usr/bin/env python3
"""Turns a terminal's screen, as `tmux capture-pane -p -e -N` prints it, into an SVG picture.

    tmux capture-pane -p -e -N | screenshots/svg.py COLUMNS ROWS TITLE [dark|light] > picture.svg

Several screens, each ended by a form feed and headed by a line with its seconds, become a picture that moves. A row that
several of them have is in it once. Who asked the browser for less motion sees the first one.

Needs Python 3.9 and nothing else.
"""

import re
import sys
import unicodedata
from html import escape

CELL_W, CELL_H, SIZE, PAD, BAR = 8.4, 18, 14, 12, 28
GROUNDS = {"dark": ("#161a21", "#d8dee9", "#22262e"), "light": ("#ffffff", "#202428", "#e6e9ee")}
BASIC = ["#1d1f21", "#cc6666", "#8abf6a", "#d9b35c", "#6a9fd8", "#b58fd0", "#6cc0b8", "#c5c8c6",
         "#707880", "#ff8f88", "#8fd694", "#ffd27f", "#7fb9ff", "#d7a8ff", "#7fe0d4", "#ffffff"]


def palette(n):
    if n < 16:
        return BASIC[n]
    if n >= 232:
        return "#" + f"{8 + 10 * (n - 232):02x}" * 3
    n -= 16
    steps = [0, 95, 135, 175, 215, 255]
    return f"#{steps[n // 36]:02x}{steps[n // 6 % 6]:02x}{steps[n % 6]:02x}"


class Style:
    def __init__(self):
        self.fg = self.bg = None
        self.on = set()

    def key(self):
        return (self.fg, self.bg, frozenset(self.on))

    def apply(self, codes):
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in (1, 2, 3, 4, 7, 9):
                self.on.add(code)
            elif code in (22, 23, 24, 27, 29):
                self.on -= {1, 2} if code == 22 else {code - 20}
            elif code in (38, 48) and codes:
                if codes[0] == 2:
                    colour, codes = "#%02x%02x%02x" % tuple(codes[1:4]), codes[4:]
                else:
                    colour, codes = palette(codes[1]), codes[2:]
                if code == 38:
                    self.fg = colour
                else:
                    self.bg = colour
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.fg = palette(code - 30 if code < 90 else code - 82)
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.bg = palette(code - 40 if code < 100 else code - 92)
            elif code == 39:
                self.fg = None
            elif code == 49:
                self.bg = None


def cells_of(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def runs(text):
    """Rows of (column, text, style)."""
    style, rows = Style(), []
    for line in text.split("\n"):
        row, column = [], 0
        for piece in re.split(r"(\x1b\[[0-9;]*m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x0f)", line):
            if piece.startswith("\x1b["):
                style.apply(piece[2:-1])
            elif piece and not piece.startswith(("\x1b", "\x0f")):
                row.append((column, piece, style.key()))
                column += cells_of(piece)
        rows.append(row)
    return rows


def drawn(row, top, ground, ink):
    """The SVG of one row of a screen."""
    out = []
    for column, text, (fg, bg, on) in row:
        fg, bg = fg or ink, bg or ground
        if 7 in on:
            fg, bg = bg, fg
        x, wide = PAD + column * CELL_W, cells_of(text) * CELL_W
        if bg != ground:
            out.append(f'<rect x="{x:.1f}" y="{top}" width="{wide + .3:.1f}" height="{CELL_H}" fill="{bg}"/>')
        if text.strip():
            look = "".join([' font-weight="bold"' if 1 in on else "", ' font-style="italic"' if 3 in on else "",
                            ' text-decoration="underline"' if 4 in on else "", ' opacity=".6"' if 2 in on else ""])
            out.append(f'<text x="{x:.1f}" y="{top + 13.5:g}" fill="{fg}"{look} textLength="{wide:.1f}" '
                       f'lengthAdjust="spacingAndGlyphs" xml:space="preserve">{escape(text)}</text>')
    return "\n".join(out)


def screens(text):
    """Pairs of seconds and screen."""
    if "\f" not in text:
        return [(1, text)]
    frames = [frame.lstrip("\n").split("\n", 1) for frame in text.split("\f")[:-1]]
    return [(float(seconds), screen) for seconds, screen in frames]


def motion(shown, seconds):
    """The style of what is on the screen in some of the frames: their numbers, and the seconds of all."""
    name, total, at, steps = "f" + "_".join(map(str, shown)), sum(seconds), 0, []
    for frame, length in enumerate(seconds):
        steps.append(f"{100 * at / total:.2f}%{{visibility:{'visible' if frame in shown else 'hidden'}}}")
        at += length
    still = "visible" if 0 in shown else "hidden"
    return name, (f"@keyframes {name}{{{''.join(steps)}}}.{name}{{visibility:{still};"
                  f"animation:{name} {total:g}s step-end infinite}}")


def main():
    columns, height, title = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    ground, ink, frame = GROUNDS[sys.argv[4] if len(sys.argv) > 4 else "dark"]
    width, total = columns * CELL_W + 2 * PAD, height * CELL_H + 2 * PAD + BAR
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {total:g}" width="{width:g}" height="{total:g}">',
           "<style>text{font-family:'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace;"
           f"font-size:{SIZE}px;white-space:pre;font-variant-ligatures:none}}</style>",
           f'<rect width="100%" height="100%" rx="8" fill="{ground}"/>',
           f'<path d="M0 8a8 8 0 0 1 8-8h{width - 16:g}a8 8 0 0 1 8 8v{BAR - 8}H0z" fill="{frame}"/>',
           f'<text x="{width / 2:g}" y="19" fill="{ink}" text-anchor="middle" opacity=".7">{escape(title)}</text>']
    frames = screens(sys.stdin.read())
    rows = {}
    for number, (_, screen) in enumerate(frames):
        for y, row in enumerate(runs(screen)[:height]):
            rows.setdefault((y, drawn(row, PAD + BAR + y * CELL_H, ground, ink)), []).append(number)
    groups = {}
    for (_, picture), shown in rows.items():
        groups.setdefault(tuple(shown), []).append(picture)
    styles = []
    for shown, pictures in groups.items():
        if len(shown) == len(frames):
            out += pictures
            continue
        name, style = motion(shown, [seconds for seconds, _ in frames])
        styles.append(style)
        out += [f'<g class="{name}">', *pictures, "</g>"]
    if styles:
        styles.append("@media (prefers-reduced-motion:reduce){g{animation:none!important}}")
        out.insert(1, f"<style>{''.join(styles)}</style>")
    print("\n".join(out + ["</svg>"]))


main()
