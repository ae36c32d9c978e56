"""The figures of a run as one table in docs/scale.md, and what turns cost by games, seats and turns as pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from magika_gm.reports.plots import columns, svg

ROOT = Path(__file__).parents[2]
SCALE, IMAGES = ROOT / "docs" / "scale.md", ROOT / "docs" / "img"
RELEASED = Path(__file__).parent / "released.json"
"""The figures of the last release, by their names; none before the first."""
BEGIN, END = "<!-- make bench writes this -->", "<!-- as far as here -->"
CURVES: dict[str, tuple[str, dict[int, list[float]]]] = {
    "games": ("tenths of a run of many games, one process", {}),
    "seats": ("seats of a game", {}),
    "turns": ("turns of a game of Magika", {}),
}
"""What a turn costs in bare pages, by what, as it was measured in this run."""
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def note(curve: str, at: int, pages: float) -> None:
    """A turn's cost in bare pages, to be drawn."""
    CURVES[curve][1].setdefault(at, []).append(pages)


def merged(text: str, figures: Sequence[tuple[str, str, str]], released: Mapping[str, str]) -> str:
    """``text`` with these figures in its table, beside those that were not measured again."""
    head, _, rest = text.partition(BEGIN)
    old, _, tail = rest.partition(END)
    rows = {name: (figure, most) for name, figure, most, _ in ROW.findall(old)[1:]}
    rows |= {name: (figure, f"at most {most}") for name, figure, most in figures}
    lines = ["| figure | measured | bound | last release |", "|---|--:|--:|--:|"]
    lines += [f"| {name} | {figure} | {most} | {released.get(name, 'none')} |" for name, (figure, most) in rows.items()]
    return "\n".join([f"{head}{BEGIN}\n", *lines, "", f"{END}{tail}"])


def write(figures: Sequence[tuple[str, str, str]], release: bool = False) -> list[Path]:
    """Write the table, and the pictures whose curves were measured; with ``release`` also as a release's."""
    if release:
        RELEASED.write_text(json.dumps({name: figure for name, figure, _ in figures}, indent=1) + "\n", "utf-8")
    released = json.loads(RELEASED.read_text("utf-8")) if RELEASED.is_file() else {}
    SCALE.write_text(merged(SCALE.read_text("utf-8"), figures, released), "utf-8")
    written = [SCALE]
    for name, (axis, points) in CURVES.items():
        if points:
            means = {at: round(sum(found) / len(found)) for at, found in sorted(points.items())}
            title = f"What a turn costs, by {name}"
            written.append(IMAGES / f"scale-{name}.svg")
            drawing = columns(title, "processor time, in bare ReportLab pages of the same run", means, axis)
            written[-1].write_text(svg(drawing, title), "utf-8")
    return written
