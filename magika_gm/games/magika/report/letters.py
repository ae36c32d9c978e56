"""The report as text and as HTML mail: blocks put in order by Jinja2 templates; what players wrote is shown safely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment

from magika_gm.games.magika.picture import points_plot, world_picture
from magika_gm.games.magika.report import blocks, ending, printed
from magika_gm.games.magika.report.building import Overview, Spectator
from magika_gm.games.magika.report.report import Report
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.games.magika.rules.tasks import ENDINGS, Points
from magika_gm.reports.kit.base import Passage
from magika_gm.reports.kit.drawings import Field
from magika_gm.reports.kit.head import Head, due_parts
from magika_gm.reports.kit.mail import FILLER, STYLE, html_parts, text_page, text_parts
from magika_gm.reports.page.still import STYLE as PAGE_STYLE
from magika_gm.reports.page.still import Shades, closing, head_html, opening, parts_html
from magika_gm.reports.page.writing import shipped
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


def passages(report: Report) -> dict[str, Passage | None]:
    """Everything a mail may show, by name; templates put it in order."""
    found: dict[str, Passage | None] = {
        "head": blocks.head(report),
        "gauges": blocks.gauges(report),
        "lead": blocks.lead(report),
        "notes": blocks.notes(report),
        "field": blocks.field(report),
        "ledger": blocks.ledger(report),
        "scrolls": blocks.scrolls(report),
        "holds": blocks.items(report),
        "active": blocks.active(report),
        "areas": blocks.areas(report),
        "letters": blocks.letters(report),
        "others": blocks.others(report),
        "bands": blocks.bands(report),
        "score": blocks.score(report),
        "score_line": blocks.score_line(report),
        "artifacts": blocks.artifacts(report),
        "arena": blocks.arena_alone(report),
        "tasks": blocks.tasks(report),
        "colophon": blocks.colophon(report),
        "costs": printed.cost_table(report),
        "sheet": printed.sheet(report),
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
        parts += blocks._where_things_stand(report)[:1]
        count = len([x for x in report.posts if x.sender != "you"])
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
    parts: dict[str, Any] = dict(text_parts(passages(report)))
    parts[ALLIES] = ["\n".join(ally.text()) for ally in _allies(report)]
    template = environment(templates).get_template("magika/report.txt.j2")
    return text_page([template.render(_context(report, title_of(report)) | {"b": parts})])


def html_letter(report: Report, templates: Path | None = None) -> str:
    """The report as an HTML mail: inlined styles, no scripts, nothing loaded from elsewhere."""
    made = passages(report)
    parts: dict[str, Any] = dict(html_parts(made))
    parts[ALLIES] = list(html_parts({a.title: a for a in _allies(report)}).values())
    parts["button"] = _mark(printed.sheet(report).button())
    template = environment(templates).get_template("magika/report.html.j2")
    context = _context(report, title_of(report)) | {"b": parts, "style": _mark(STYLE), "filler": _mark(FILLER)}
    return safe(template.render(context))


def _mark(text: str) -> Any:
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 - our own words


def _allies(report: Report) -> list[Field]:
    return [blocks.ally(report, seen) for seen in report.recon.allies]


def master_letter(overview: Overview, form: str, templates: Path | None = None) -> str:
    """The game master's report of a turn as ``html`` or ``txt``."""
    from magika_gm.games.magika.report.gmpage import master_parts

    heading = f"Magika game {overview.office.game}, turn {overview.turn}: the game master's report"
    made = master_parts(overview)
    template = environment(templates).get_template(f"magika/gm.{form}.j2")
    context: dict[str, Any] = {"o": overview, "heading": heading, "endings": ENDINGS}
    if form == "txt":
        context |= {"b": text_parts(made), "arena": "", "style": ""}
        return text_page([safe(template.render(context))])
    shades = Shades()
    names = {row.mage.letter: row.mage.name for row in overview.mages}
    parts = _still_parts(made, shades)
    parts["course"] = _mark(parts_html([points_plot(names, dict(overview.tracks))], shades))
    context |= {"b": parts, "arena": _mark(parts_html([world_picture(overview.world)], shades))}
    return safe(template.render(context | _page(heading, shades)))


def spectator_letter(spectator: Spectator, templates: Path | None = None) -> str:
    """The page for somebody who looks on, as HTML."""
    from magika_gm.games.magika.report import gmpage

    heading = f"Magika game {spectator.game}, turn {spectator.turn}"
    template = environment(templates).get_template("magika/spectator.html.j2")
    shades = Shades()
    parts = _still_parts(gmpage.spectator_parts(spectator), shades)
    world, maps = spectator.world, ""
    if world is not None:
        names = {letter: mage.name for letter, mage in world.mages.items()}
        parts["course"] = _mark(parts_html([points_plot(names, dict(spectator.tracks))], shades))
        maps = parts_html([world_picture(world)], shades)
    context = {
        "s": spectator,
        "heading": heading,
        "endings": ENDINGS,
        "arena": _mark(maps),
        "poster": _mark(gmpage.poster(world, spectator) if world is not None else ""),
        "b": parts,
        "stage": _mark("" if spectator.ending else gmpage.stage_html()),
        "shields": _mark(gmpage.shields_row(spectator, shades)),
        "turns": _mark(gmpage.turns_row(spectator)),
        "emblem": _mark(gmpage.emblem_html()),
        "countdown": _mark(gmpage.countdown(spectator)),
    }
    programs = (gmpage.COUNTDOWN,) if spectator.due_at else ()
    return safe(template.render(context | _page(heading, shades, programs)))


def _still_parts(made: Mapping[str, Passage | None], shades: Shades) -> dict[str, Any]:
    """Blocks by name in the player's page's look."""
    parts: dict[str, Any] = {}
    for name, block in made.items():
        html = head_html(block, "Magika") if isinstance(block, Head) else parts_html([block], shades)
        parts[name] = _mark(html if block is not None and not block.empty else "")
    return parts


def _page(heading: str, shades: Shades, programs: Sequence[str] = ()) -> dict[str, Any]:
    """What stands around the parts, when all of them are drawn; ``style`` is for an office's own templates."""
    return {
        "opening": _mark(opening(heading, shades, programs)),
        "closing": _mark(closing(programs)),
        "style": _mark(shipped(PAGE_STYLE) + shades.css()),
    }
