"""Rune War's reports, as the office asks for them (``engine.seam.reports.Reports``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from magika_gm.engine.reporting import NOBODY, handed_over, seat_of, with_notes
from magika_gm.engine.seam.reports import OfficeFacts, ToldLine, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.rune_war.report.report import FORMAT, Report, build, differences, game_part, threats, turn_file
from magika_gm.games.rune_war.report.story import names_from, told_sentence
from magika_gm.games.rune_war.rules.deal import wall_text
from magika_gm.games.rune_war.rules.ending import land_value, ranks
from magika_gm.games.rune_war.rules.events import GameEnded, GmSeated, HandWon
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import LANDS
from magika_gm.games.rune_war.sight import NOTHING, perceive

SCHEMA = "magika_gm.games.rune_war.report:rune_war.schema.json"
_NOTABLE = (GmSeated, GameEnded)

__all__ = [
    "FORMAT",
    "SCHEMA",
    "build",
    "differences",
    "handed_over",
    "headline",
    "html",
    "last_words",
    "line",
    "master",
    "notable",
    "pdf",
    "replayed",
    "seat_of",
    "spectator",
    "text",
    "threats",
    "turn_file",
    "with_notes",
]  # fmt: skip


def headline(report: Report) -> str:
    """What follows the wizard's name in a mail's subject: ``East, a hand turn next``."""
    if report.over:
        return f"ends {_ORDINALS[report.view.me.rank]}"
    due = {Due.HAND: "a hand turn", Due.MAP: "a map turn"}.get(report.view.due, "the end")
    return f"stands {_ORDINALS[report.view.me.rank]}, {due} next"


_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth"}


def pdf(report: Report, paper: str, large: bool) -> bytes:
    """Printed."""
    from magika_gm.games.rune_war.report.printed import pdf as printed

    return printed(report, paper, large)


def html(report: Report, templates: Path | None) -> str:  # noqa: ARG001 - set by the kit alone
    """As a mail."""
    from magika_gm.games.rune_war.report.letters import html_letter

    return html_letter(report)


def text(report: Report, templates: Path | None) -> str:  # noqa: ARG001 - set by the kit alone
    """As plain text."""
    from magika_gm.games.rune_war.report.letters import text_letter

    return text_letter(report)


def replayed(state: World, record: TurnRecord, seat: str) -> Mapping[str, Any]:
    """The sections of a seat's turn file that follow from the turn alone; the wall's seal is among them (GM-2)."""
    return game_part(build(record, seat, perceive(state, seat), NOTHING, NOBODY, ""))


def last_words(state: World) -> list[str]:
    """Land at the end and every wall with what opens its seal, for a player who gets no final report (GM-2)."""
    order = ranks(state)
    lines = ["", "Land at the end:"]
    for seat in sorted(state.players, key=lambda s: (order[s], s)):
        player = state.players[seat]
        owned = ", ".join(p for p in LANDS if state.land[p] is player.clan) or "nothing"
        lines.append(f"  {player.wizard} of {player.clan.title}: {land_value(state, seat)} ({owned})")
    lines += ["", "The walls, front to back:"]
    for wall in state.walls:
        lines += [f"  Round {wall.round}: seal {wall.seal}, nonce {wall.nonce}", f"    {wall_text(wall.order)}"]
    return lines


def line(told: Told[Any], seat: str | None) -> ToldLine | None:
    """One thing told, in words."""
    event = told.event if seat is None else told.seen_by(seat)
    found = None if event is None else told_sentence(event, names_from((event,), {}, {}), seat)
    return None if found is None else ToldLine(found.text, found.rule, found.own)


def notable(told: Sequence[Told[Any]]) -> tuple[str, ...]:
    """What is worth a second look before it goes out: the end, seats given to policies, limit hands."""
    found = []
    for one in told:
        event = one.event
        if isinstance(event, _NOTABLE) or (isinstance(event, HandWon) and event.won.limit is not None):
            said = line(one, None)
            found += [said.text] if said is not None else []
    return tuple(found)


def master(
    record: TurnRecord,
    facts: OfficeFacts,
    kind: str,
    paper: str,
    templates: Path | None,  # noqa: ARG001 - set by the kit alone
) -> str | bytes:
    """The game master's own page."""
    from magika_gm.games.rune_war.report import gmpage

    return gmpage.master(record, facts, kind, paper)


def spectator(record: TurnRecord, facts: OfficeFacts, templates: Path | None) -> str:  # noqa: ARG001 - see master
    """The page for those who look on."""
    from magika_gm.games.rune_war.report import gmpage

    return gmpage.spectator(record, facts)
