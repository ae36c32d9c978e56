"""The report as text and as HTML mail, by Jinja2 templates; what players wrote is shown safely."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, select_autoescape

from magika_gm.games.magika.arena import NAME
from magika_gm.games.magika.tables import TERRAIN_NAMES, TERRAIN_SIGNS
from magika_gm.games.magika.victory import ENDINGS, Points
from magika_gm.games.magika.world import World
from magika_gm.reports.overview import Overview, Spectator
from magika_gm.reports.report import Report, summary_tree
from magika_gm.reports.story import thing_name
from magika_gm.reports.textmap import LEGEND, ages, ally_text, history_text, recon_text
from magika_gm.resources import shipped

_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def safe(text: str) -> str:
    """Text without control characters and direction overrides: each is shown as the replacement sign."""
    if text.replace("\n", "").replace("\t", "").isprintable() and not _BIDI.search(text):
        return text
    clean = _BIDI.sub("\ufffd", text)
    return "".join(c if c in "\n\t" or unicodedata.category(c)[0] != "C" else "\ufffd" for c in clean)


def signed(value: float) -> str:
    """A number with its sign."""
    return f"{value:+d}"


def points(value: float) -> str:
    """Victory points: whole or in quarters, without idle zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def account(lines: Sequence[Points]) -> str:
    """Every point in one line: ``position 20 [VP-1], endurance 6.75 [VP-2], …``."""
    return ", ".join(f"{p.label} {points(p.points)} [{p.rule}]" for p in lines)


def bar(own: float, low: float, high: float, width: int = 20) -> str:
    """``----|----`` a line from the lowest to the highest of all others with one's own place on it."""
    least, most = min(own, low), max(own, high)
    place = round((own - least) / (most - least) * (width - 1)) if most > least else width // 2
    return "-" * place + "#" + "-" * (width - 1 - place)


def _compiled() -> FileSystemBytecodeCache | None:
    """Compiled templates, kept in the user's temporary folder: compiling them is a sixth of a cold process-turn.

    Each is known by a checksum of its source, so a changed template is compiled anew.
    """
    try:
        return FileSystemBytecodeCache(pattern="magika-gm-%s.cache")
    except (OSError, RuntimeError):
        return None  # no such folder, or it is not ours: they are compiled each time


@cache
def environment(templates: Path | None = None) -> Environment:
    """Templates of the office first, then the shipped ones; HTML is escaped."""
    folders = [*([templates] if templates else []), shipped("templates")]
    env = Environment(
        loader=FileSystemLoader([str(f) for f in folders]),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_compiled(),
    )
    env.filters |= {"safe_text": safe, "signed": signed, "points": points, "item_name": thing_name}
    env.globals |= {
        "bar": bar,
        "account": account,
        "names": NAME,
        "terrain_names": TERRAIN_NAMES,
        "item_name": thing_name,
    }
    return env


def context(report: Report) -> dict[str, Any]:
    """What the templates see."""
    return {
        "r": report,
        "player": report.player,
        "mage": report.mage,
        "recon_map": recon_text(report),
        "ally_maps": {a.letter: ally_text(report, a) for a in report.recon.allies},
        "ages": ages(report.history, report.turn),
        "history_map": history_text(report.history, report.recon.space),
        "legend": LEGEND,
        "signs": TERRAIN_SIGNS,
        "tree": summary_tree(report.recon.spaces),
        "lying": [(NAME[s], v.things) for s, v in report.recon.spaces.items() if v.things],
        "total": sum(p.points for p in report.points),
        "title": f"Magika {report.player.game}: turn {report.turn}, {report.mage.name} ({report.mage.letter})",
    }


def master_letter(overview: Overview, form: str, templates: Path | None = None) -> str:
    """The game master's report of a turn as ``html`` or ``txt``."""
    heading = f"Magika game {overview.office.game}, turn {overview.turn}: the game master's report"
    arena = _arena(overview.world, overview.office.game) if form == "html" else ""
    template = environment(templates).get_template(f"magika/gm.{form}.j2")
    return safe(template.render(o=overview, heading=heading, endings=ENDINGS, arena=arena))


def spectator_letter(spectator: Spectator, templates: Path | None = None) -> str:
    """The page for somebody who looks on, as HTML."""
    heading = f"Magika game {spectator.game}, turn {spectator.turn}"
    arena = _arena(spectator.world, spectator.game) if spectator.world is not None else ""
    template = environment(templates).get_template("magika/spectator.html.j2")
    return safe(template.render(s=spectator, heading=heading, endings=ENDINGS, arena=arena))


def _arena(world: World, game: str) -> str:
    # maps as SVG are drawn for these two alone: every other report does without the module
    from magika_gm.reports.arenamap import arena_picture
    from magika_gm.reports.svg import write_svg

    return write_svg(arena_picture(world, game), "arena")


def text_letter(report: Report, templates: Path | None = None) -> str:
    """The report as plain text, at most 78 columns but for what others wrote."""
    return safe(environment(templates).get_template("magika/report.txt.j2").render(context(report)))


def html_letter(report: Report, templates: Path | None = None) -> str:
    """The report as an HTML mail: inlined styles, no scripts, nothing loaded from elsewhere."""
    return safe(environment(templates).get_template("magika/report.html.j2").render(context(report)))
