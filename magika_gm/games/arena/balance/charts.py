"""Charts of a balance as SVG texts: shares with their intervals, lengths of games. They work in grey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from magika_gm.games.arena.balance.tables import Balance, Share

WIDTH, ROW, LEFT, RIGHT, TOP, FOOT = 640, 26, 190, 70, 40, 34
INK, BAR, LINE, FAIR = "#222222", "#8a8a8a", "#222222", "#bbbbbb"
FONT = "font-family='DejaVu Sans, Arial, sans-serif'"


def _text(x: float, y: float, text: str, anchor: str = "start", size: int = 12) -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'"
    return f"<text {place} {FONT} font-size='{size}' fill='{INK}'>{escape(text)}</text>"


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}' stroke-width='2'/>"


def _bar(x: float, y: float, wide: float, tall: float) -> str:
    return f"<rect x='{x:.1f}' y='{y:.1f}' width='{wide:.1f}' height='{tall:.1f}' fill='{BAR}'/>"


def _svg(height: int, parts: Sequence[str]) -> str:
    head = f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}' viewBox='0 0 {WIDTH} {height}'>"
    paper = f"<rect width='{WIDTH}' height='{height}' fill='white'/>"
    return "\n".join([head, paper, *parts, "</svg>", ""])


def shares(title: str, rows: Mapping[str, Share], fair: float = 0.5) -> str:
    """A bar a row from 0 to 100 %, with its 95 % interval; a line stands at the fair share."""
    span = WIDTH - LEFT - RIGHT
    height = TOP + ROW * len(rows) + FOOT
    bottom = TOP + ROW * len(rows)
    at = LEFT + span * fair
    parts = [
        _text(LEFT, 22, title, size=14),
        _line(at, TOP - 6, at, bottom + 4, FAIR),
    ]
    for n, (name, share) in enumerate(rows.items()):
        y = TOP + ROW * n
        low, high = (LEFT + span * v for v in share.interval)
        middle = y + ROW / 2 - 2
        parts += [
            _text(LEFT - 8, middle + 4, name, "end"),
            _bar(LEFT, y + 3, span * share.rate, ROW - 10),
            _line(low, middle, high, middle, LINE),
            _text(LEFT + span + 8, middle + 4, f"{share.rate:.1%}"),
        ]
    for percent in range(0, 101, 25):
        parts.append(_text(LEFT + span * percent / 100, bottom + 22, f"{percent} %", "middle", 11))
    return _svg(height, parts)


def lengths(title: str, turns: Sequence[int]) -> str:
    """How many games took how many mail turns."""
    counted = Counter(turns)
    most, longest = max(counted.values(), default=1), max(counted, default=1)
    height, span = 240, WIDTH - 80
    room = height - TOP - FOOT
    wide = span / max(longest, 1)
    parts = [_text(50, 22, title, size=14)]
    for turn in range(1, longest + 1):
        tall = room * counted[turn] / most
        x = 50 + wide * (turn - 1)
        parts.append(_bar(x, height - FOOT - tall, wide * 0.8, tall))
        if turn % 5 == 0 or turn == 1:
            parts.append(_text(x + wide * 0.4, height - FOOT + 18, str(turn), "middle", 11))
    return _svg(height, parts)


def charts(balance: Balance) -> dict[str, str]:
    """Charts by file name."""
    pairs = {f"{a} v {b}": share for (a, b), share in sorted(balance.pairs.items())}
    by_policy = {f"first player, {name}": share for name, share in sorted(balance.first_by_policy.items())}
    return {
        "armies.svg": shares("Games won against other armies", dict(sorted(balance.armies.items()))),
        "pairs.svg": shares("Games won by the first player, by armies (first v second)", pairs),
        "first.svg": shares("Games won by the first player", {"all": balance.first, **by_policy}),
        "length.svg": lengths("Mail turns a game", balance.lengths),
    }
