"""The report as text and as HTML mail: blocks put in order by Jinja2 templates; what players wrote is shown safely."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment

from magika_gm.games.magika.report import contents as c
from magika_gm.games.magika.report import ending, maps, order_page
from magika_gm.games.magika.report.overview import Overview, Spectator
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.games.magika.rules.victory import ENDINGS, Points
from magika_gm.games.magika.rules.world import World
from magika_gm.reports.kit.base import Passage
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.drawings import Field
from magika_gm.reports.kit.mail import FILLER, STYLE, html_parts, text_page, text_parts
from magika_gm.reports.templating import environment as sandbox
from magika_gm.reports.templating import folders_of, safe


def points(value: float) -> str:
    """Victory points: whole or in quarters, without idle zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def account(lines: Sequence[Points]) -> str:
    """Every point in one line: ``position 20 [VP-1], endurance 6.75 [VP-2], …``."""
    return ", ".join(f"{p.label} {points(p.points)} [{p.rule}]" for p in lines)


@cache
def environment(templates: Path | None = None) -> Environment:
    """Templates of the office first, then the shipped ones, with Magika's own words at hand."""
    env = sandbox(folders_of(templates)).overlay()
    env.filters = env.filters | {"points": points, "item_name": thing_name}
    env.globals = env.globals | {
        "account": account,
        "names": NAME,
        "terrain_names": TERRAIN_NAMES,
        "item_name": thing_name,
    }
    return env


def blocks(report: Report) -> dict[str, Passage | None]:
    """Everything a mail may show, by name; templates put it in order."""
    found: dict[str, Passage | None] = {
        "head": c.head(report),
        "gauges": c.gauges(report),
        "lead": c.lead(report),
        "notes": c.notes(report),
        "field": maps.field(report),
        "ledger": c.ledger(report),
        "scrolls": c.scrolls(report),
        "holds": c.items(report),
        "active": c.active(report),
        "areas": c.areas(report),
        "letters": c.letters(report),
        "others": c.others(report),
        "bands": c.bands(report),
        "score": c.score(report),
        "score_line": c.score_line(report),
        "artifacts": c.artifacts(report),
        "arena": maps.arena_alone(report),
        "tasks": c.tasks(report),
        "colophon": c.colophon(report),
        "costs": order_page.cost_table(report),
        "sheet": order_page.sheet(report),
    }
    if report.ending and report.revealed is not None and report.world is not None:
        names = {f.letter: f.name for f in report.final}
        found |= {
            "certificate": ending.certificate(report),
            "standing": ending.standing(report.final, report.mage.letter),
            "poster": ending.poster(report.world, report.player.game, None),
            "ranks": ending.ranks(names, dict(report.tracks), report.mage.letter),
            "hidden": ending.hidden(report.revealed),
            "lying": ending.lying(report.revealed),
            "proof": ending.proof(report),
        }
    return found


ALLIES = "allies"


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject: ``At b1, 95 endurance. C and D stand beside you. Orders by …``."""
    m = report.mage
    parts = [f"At {m.space}, {m.endurance} endurance, {m.arcania} arcania."]
    if report.ending:
        parts = [ending.lead_of_end(report)]
    else:
        parts += c._where_things_stand(report)[:1]
        count = len([x for x in report.messages if x.sender != "you"])
        parts += [f"{count} message{'s' if count != 1 else ''}."] if count else []
        parts.append(f"Orders by {due_parts(report.player.next_due)[0]}.")
    return " ".join(parts)


def _context(report: Report, title: str) -> dict[str, Any]:
    return {
        "r": report,
        "player": report.player,
        "mage": report.mage,
        "title": title,
        "preheader": preheader(report),
    }


def title_of(report: Report) -> str:
    """The title of every form."""
    return f"Magika {report.player.game}: turn {report.turn}, {report.mage.name} ({report.mage.letter})"


def text_letter(report: Report, templates: Path | None = None) -> str:
    """The report as plain text, at most 72 columns but for what others wrote in one word."""
    parts: dict[str, Any] = dict(text_parts(blocks(report)))
    parts[ALLIES] = ["\n".join(ally.text()) for ally in _allies(report)]
    template = environment(templates).get_template("magika/report.txt.j2")
    return text_page([template.render(_context(report, title_of(report)) | {"b": parts})])


def html_letter(report: Report, templates: Path | None = None) -> str:
    """The report as an HTML mail: inlined styles, no scripts, nothing loaded from elsewhere."""
    made = blocks(report)
    parts: dict[str, Any] = dict(html_parts(made))
    parts[ALLIES] = list(html_parts({a.title: a for a in _allies(report)}).values())
    parts["button"] = _mark(order_page.sheet(report).button())
    template = environment(templates).get_template("magika/report.html.j2")
    context = _context(report, title_of(report)) | {"b": parts, "style": _mark(STYLE), "filler": _mark(FILLER)}
    return safe(template.render(context))


def _mark(text: str) -> Any:
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 - our own words


def _allies(report: Report) -> list[Field]:
    return [maps.ally(report, seen) for seen in report.recon.allies]


def master_letter(overview: Overview, form: str, templates: Path | None = None) -> str:
    """The game master's report of a turn as ``html`` or ``txt``."""
    from magika_gm.games.magika.report.gmpage import master_parts

    heading = f"Magika game {overview.office.game}, turn {overview.turn}: the game master's report"
    made = master_parts(overview)
    template = environment(templates).get_template(f"magika/gm.{form}.j2")
    parts: dict[str, Any] = dict(html_parts(made) if form == "html" else text_parts(made))
    arena = _mark(_arena(overview.world, overview.office.game)) if form == "html" else ""
    context = {"o": overview, "heading": heading, "endings": ENDINGS, "arena": arena, "b": parts, "style": _mark(STYLE)}
    text = safe(template.render(context))
    return text if form == "html" else text_page([text])


def spectator_letter(spectator: Spectator, templates: Path | None = None) -> str:
    """The page for somebody who looks on, as HTML."""
    from magika_gm.games.magika.report.spectators import countdown, emblem_html, shields_row, spectator_parts, turns_row

    heading = f"Magika game {spectator.game}, turn {spectator.turn}"
    template = environment(templates).get_template("magika/spectator.html.j2")
    parts = dict(html_parts(spectator_parts(spectator)))
    arena = _mark(_arena(spectator.world, spectator.game, spectator)) if spectator.world is not None else ""
    context = {
        "s": spectator,
        "heading": heading,
        "endings": ENDINGS,
        "arena": arena,
        "b": parts,
        "style": _mark(STYLE),
        "shields": _mark(shields_row(spectator)),
        "turns": _mark(turns_row(spectator)),
        "emblem": _mark(emblem_html()),
        "countdown": _mark(countdown(spectator)),
    }
    return safe(template.render(context))


def _arena(world: World, game: str, spectator: Spectator | None = None) -> str:
    # maps as SVG are drawn for these two alone: every other report does without the module
    from magika_gm.games.magika.report.arenamap import arena_picture
    from magika_gm.reports.svg import write_svg

    tracks = spectator.tracks if spectator is not None else None
    return write_svg(arena_picture(world, game, 760.0, 700.0, tracks=tracks or None), "arena")
