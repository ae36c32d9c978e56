"""The drawings of a Magika report as blocks: what the mage sees, the arena as he knows it, allies, the land ahead."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

from magika_gm.games.magika.report import hexmap, historymap, textmap, vignette
from magika_gm.games.magika.report import map_signs as signs
from magika_gm.games.magika.report.bricks import ally_bricks, history_bricks, recon_bricks
from magika_gm.games.magika.report.contents import artifacts, score
from magika_gm.games.magika.report.lead import listed
from magika_gm.games.magika.report.report import Report, summary_tree
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.report.triangle import RATIO, Frame, radius_for, ratio
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.tables import TERRAIN_NAMES
from magika_gm.games.magika.sight.recon import AllySeen
from magika_gm.reports.kit.drawings import Field, FieldMail, Legend, Vignette
from magika_gm.reports.kit.style import Style

WIDTH = 528.0
"""Of a Letter page between its margins."""
PAGE_1_MAP = 345.0
"""The recon map is no higher: page 1 has more to say."""


def field(report: Report) -> Field:
    """The recon map with the way of the turn."""
    caption = "Dark line: your way this turn, the phase in each disc. " if report.route else ""
    return Field(
        title="What you see",
        maker=partial(hexmap.recon_picture, report),
        ratio=hexmap.recon_ratio(report),
        shrink=0.73,
        caption=f"{caption}Thin lines: rings 1 to 3 around you. A dashed rim: cloak not known.{_signs(report)}",
        mail=partial(_recon_mail, report),
        tallest=PAGE_1_MAP,
        tallest_large=430.0,
    )


def _signs(report: Report) -> str:
    """What tells a carried artifact from a lying one, if any is in view."""
    shown = {where.lies for where in report.artifacts if where.space in report.recon.spaces}
    said = {False: "light on dark: carried", None: "a dashed rim: lying or carried"}
    found = [words for lies, words in said.items() if lies in shown]
    return f" Artifacts {', '.join(found)}." if found else ""


def _recon_mail(report: Report) -> FieldMail:
    land = tuple(
        (signs.FILL[TERRAIN_NAMES[code]], f"{TERRAIN_NAMES[code]} {spaces}" + (f" ({taken} occupied)" if taken else ""))
        for code, spaces, taken in summary_tree(report.recon.spaces)
    )
    return FieldMail(
        hexmap.describe_recon(report),
        recon_bricks(report),
        (*textmap.recon_text(report).split("\n"), "", *textmap.KEY),
        tuple(hexmap.who_is_where(report)),
        land,
        "In view",
    )


def arena_said(report: Report) -> str:
    """What the signs on the arena are, of those drawn there."""
    said = []
    if any(one.space != other.space for one, other in pairwise(report.past)):
        said.append("Violet line: where you stood after each turn, every fifth numbered.")
    if any(not known.placed and known.space for known in report.known):
        said.append("A number beside a grey disc: the turn he was last seen.")
    if any(turn != report.turn for _, turn in report.history.values()):
        said.append("t5 in a contour: what you have not seen since turn 5.")
    return " ".join(said)


def _arena_mail(report: Report) -> FieldMail:
    return FieldMail("", history_bricks(report), tuple(textmap.history_text(report).split("\n")))


def untitled(block: Field) -> Field:
    """The field without a title, for print."""
    return replace(block, title="")


def legend(report: Report, style: Style) -> Legend:
    """The land in view and what else is drawn."""
    return Legend("Land in view: to leave it, a rest, a find", hexmap.legend_items(report, style.length(12.0)))


def arena(report: Report) -> Field:
    """The arena as known, with the track of all turns; artifacts and score in its free corners."""
    return Field(
        title="The arena as you know it",
        maker=partial(historymap.history_picture, report, frame=historymap.ALL),
        ratio=RATIO,
        shrink=0.74,
        caption=arena_said(report),
        mail=partial(_arena_mail, report),
        corners=(artifacts(report), score(report)),
        corner_width=150.0,
        corner_slope=1 / (2 * RATIO),
    )


def arena_parts(report: Report) -> list[Field]:
    """The arena for large print: each part that was seen, as large as the page lets it be."""
    wide, close = (_parts(report, historymap.frames_of(report, large=True, ring=ring)) for ring in (1, 0))
    return [replace(one, closer=other) for one, other in zip(wide, close, strict=True)]


def _parts(report: Report, frames: list[Frame]) -> list[Field]:
    tallest = 540.0 if len(frames) == 1 else 420.0
    return [
        Field(
            title="",
            maker=partial(historymap.history_picture, report, frame=frame),
            ratio=ratio(frame),
            shrink=_may_shrink(frame, tallest),
            caption=arena_said(report) if number == len(frames) - 1 else "",
            tallest_large=tallest,
        )
        for number, frame in enumerate(frames)
    ]


LARGE_HEX = 14.5
"""The radius from which on names and what stands below them keep apart in large print."""


def _may_shrink(frame: Frame, tallest: float) -> float:
    """How far a part of the arena may shrink: to hexes of that radius, else hardly at all."""
    wanted = min(WIDTH * ratio(frame), tallest)
    return min(0.94, max(0.5, LARGE_HEX / radius_for(frame, WIDTH, wanted)))


def ally(report: Report, seen: AllySeen) -> Field:
    """A teammate's map and what he holds (RECON-8)."""
    there = [
        f"{NAME[s]}{' occupied' if v.occupied else ''}{''.join(' ' + thing_name(t) for t in v.things)}"
        for s, v in seen.spaces.items()
        if v.occupied or v.things
    ]
    wide, tall = hexmap.view_size(seen.spaces, seen.space)
    holds = listed([*seen.scrolls, *map(thing_name, seen.items)]) or "nothing"
    said = f"Holds {holds}. In sight there: {', '.join(there) or 'nobody, and nothing lying'}."
    return Field(
        title=f"Ally {seen.letter} at {NAME[seen.space]}",
        maker=partial(hexmap.ally_picture, report, seen.spaces, seen.space, seen.letter),
        ratio=tall / wide,
        shrink=0.7,
        caption=said,
        mail=lambda: FieldMail(
            "", ally_bricks(report, seen), tuple(textmap.ally_text(report, seen).split("\n")), (said,)
        ),
        tallest=270.0,
        tallest_large=330.0,
        tighter=0.8,
    )


def strip(report: Report) -> Vignette:
    """The land ahead."""
    return Vignette(partial(vignette.vignette_picture, report), 44.0, "The land ahead.")


def arena_alone(report: Report) -> Field:
    """The arena without the blocks of its corners: mails show those by themselves."""
    return replace(arena(report), corners=(None, None))
