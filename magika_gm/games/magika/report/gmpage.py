"""The game master's report: everything about a turn, as blocks for page, mail and PDF."""

from __future__ import annotations

from functools import partial

from magika_gm.games.magika.report.arenamap import arena_picture
from magika_gm.games.magika.report.contents import disc_of, true_minus
from magika_gm.games.magika.report.ending import standing
from magika_gm.games.magika.report.overview import MageRow, Overview, PhaseRow
from magika_gm.games.magika.report.report import FinalPlace
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.report.triangle import RATIO
from magika_gm.games.magika.rules.tables import BLACK, TERRAIN_NAMES
from magika_gm.games.magika.rules.victory import ENDINGS
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.dates import date_words
from magika_gm.reports.kit.drawings import Field
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.imprint import Proof
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.lists import Ledger, LedgerRow
from magika_gm.reports.kit.plans import list_leaf
from magika_gm.reports.kit.printing import print_master
from magika_gm.reports.kit.prose import NoteBox, Prose
from magika_gm.reports.kit.scores import points_text
from magika_gm.reports.kit.tables import Cell, Table


def master_pdf(overview: Overview, paper: str = "letter") -> bytes:
    """The game master's report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    o = overview
    title = f"Magika game {o.office.game}, turn {o.turn}: the game master's report"
    made = master_parts(o)
    arena = Field(title="", maker=partial(arena_picture, o.world, o.office.game), ratio=RATIO, shrink=0.72)
    names = ("contestants", "score", "tasks", "messages", "turn", "hash")
    leaves = (
        list_leaf("The arena", (made["head"], made["look"], arena, made["lying"])),
        list_leaf("The turn", [made[name] for name in names]),
    )
    return print_master(title, f"game {o.office.game}, turn {o.turn}", leaves, paper)


def master_parts(o: Overview) -> dict[str, Block | None]:
    """The report's blocks by name."""
    due = f"Turn {o.turn + 1} is due {o.office.next_due}."
    what = f"The game is over: {ENDINGS[o.ending]}." if o.ending else due
    about = f"{o.office.title}, printed {date_words(o.office.date)}. Everything is in it: not for players."
    missing = f"No orders came for {', '.join(o.missing)}: default turns were played (GM-3)."
    look = [
        missing if o.missing else "Everybody's orders came.",
        *(f"No possible effect (CAST-5): {v}" for v in o.void),
    ]
    look += [f"Your word: {a}" for a in o.office.acts]
    lying = "; ".join(f"{', '.join(map(thing_name, things))} at {space}" for space, things in o.lying)
    return {
        "head": Head(
            name=f"Game {o.office.game}, turn {o.turn}", about=what, game=f"The game master's report. {about}"
        ),
        "look": NoteBox("To look at", (*look, *o.office.mail)),
        "lying": Prose("Lying, and spells on the land", (f"Lying: {lying or 'nothing'}.", *o.areas)),
        "contestants": Table(
            title="Contestants",
            heads=("", "", "", "at", "end.", "arc.", "skill", "apt.", "holds", "VP", "player"),
            rows=tuple(map(_contestant, o.mages)),
            right=frozenset({4, 5, 6, 7, 9}),
            small=True,
            cards=True,
        ),
        "score": _score(o),
        "tasks": Table(
            title="The Ebon Mage's tasks",
            heads=(),
            rows=tuple(("done" if t.done else "open", t.text, f"{t.reached} ({t.wanted})") for t in o.tasks),
        ),
        "turn": Ledger("The turn, phase by phase", (), tuple(row for phase in o.phases for row in _phase(phase))),
        "messages": Letters(
            "Messages",
            tuple(
                Letter(
                    disc_of(m.letter, BLACK if m.letter else None),
                    m.sender,
                    f"to {'all' if m.to == 'ALL' else m.to}",
                    m.text,
                )
                for m in o.messages
            ),
        ),
        "hash": Proof(o.seed_hash, o.office.chain),
    }


def _contestant(row: MageRow) -> tuple[str | Cell, ...]:
    m = row.mage
    team = "" if m.team == BLACK else f", {m.team}"
    status = "" if m.status.upper() == "OK" else f" {m.status.upper()}"
    under = ", ".join(f"{name} {left}" for name, left in m.spells)
    holds = "; ".join(
        part
        for part in (", ".join([*(s.code for s in m.scrolls), *m.items]), f"under {under}" if under else "")
        if part
    )
    player = "built-in policy"
    if row.player is not None:
        balance = row.player.balance.replace("-", "\u2212")
        came = "" if row.how == "mailed" else f"; orders {row.how or 'none yet'}"
        player = f"{row.player.name}; {balance}{came}"
    return (
        Cell(m.letter, bold=True),
        m.name,
        f"{m.alignment} {m.race}{team}{', barred' if m.barred else ''}{status}",
        f"{m.space} {TERRAIN_NAMES[m.terrain]}",
        f"{m.endurance}/{m.max_endurance}",
        f"{m.arcania}/{m.max_arcania}",
        str(m.skill),
        true_minus(f"{m.aptitude:+d}"),
        holds or "·",
        Cell(points_text(row.points), bold=True),
        player,
    )


def _score(o: Overview) -> Table:
    """Everybody's points, line by line, in order of their totals."""
    ordered = sorted(o.mages, key=lambda row: (-row.points, row.mage.letter))
    places = tuple(
        FinalPlace(rank, row.mage.letter, row.mage.name, row.points, row.lines) for rank, row in enumerate(ordered, 1)
    )
    from dataclasses import replace

    return replace(standing(places), title="Victory points" if o.ending else "Victory points, had it ended")


def _phase(phase: PhaseRow) -> list[LedgerRow]:
    orders = "; ".join(f"{letter} {order}" for letter, order in phase.orders)
    lines = tuple(true_minus(line.text) + (f"  [{line.rule}]" if line.rule else "") for line in phase.lines)
    number = phase.title.removeprefix("Phase ") if phase.orders else ""
    head = phase.title if not phase.orders else orders
    # a phase with many lines is broken over pages between rows of a dozen
    parts = [lines[at : at + 12] for at in range(0, max(1, len(lines)), 12)]
    return [LedgerRow(number, head, parts[0]), *(LedgerRow("", "", part) for part in parts[1:])]
