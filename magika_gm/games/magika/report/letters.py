"""The report as text and as HTML mail, by Jinja2 templates; what players wrote is shown safely."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment

from magika_gm.games.magika.report.overview import Overview, Spectator
from magika_gm.games.magika.report.report import Report, summary_tree
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.report.textmap import LEGEND, SIGNS, ages, ally_text, history_text, recon_text
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.games.magika.rules.victory import Points
from magika_gm.games.magika.rules.world import World
from magika_gm.reports.templating import environment as sandbox
from magika_gm.reports.templating import folders_of, safe


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


@cache
def environment(templates: Path | None = None) -> Environment:
    """Templates of the office first, then the shipped ones, with Magika's own words at hand."""
    env = sandbox(folders_of(templates)).overlay()
    env.filters = env.filters | {"points": points, "item_name": thing_name}
    env.globals = env.globals | {
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
        "signs": SIGNS,
        "tree": summary_tree(report.recon.spaces),
        "lying": [(NAME[s], v.things) for s, v in report.recon.spaces.items() if v.things],
        "total": sum(p.points for p in report.points),
        "title": f"Magika {report.player.game}: turn {report.turn}, {report.mage.name} ({report.mage.letter})",
    }


ENDINGS = {
    "goal": "the Goal Square was reached",
    "globe": "the Globe of Life was formed",
    "convergence": "the alignment artifacts met",
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
    from magika_gm.games.magika.report.arenamap import arena_picture
    from magika_gm.reports.svg import write_svg

    return write_svg(arena_picture(world, game), "arena")


def text_letter(report: Report, templates: Path | None = None) -> str:
    """The report as plain text, at most 78 columns but for what others wrote."""
    return safe(environment(templates).get_template("magika/report.txt.j2").render(context(report)))


def html_letter(report: Report, templates: Path | None = None) -> str:
    """The report as an HTML mail: inlined styles, no scripts, nothing loaded from elsewhere."""
    return safe(environment(templates).get_template("magika/report.html.j2").render(context(report)))
