"""The game master's page of a turn, and the page of those who look on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from magika_gm.engine.dice import seed_hash
from magika_gm.engine.paging import Picture, Plot
from magika_gm.engine.seam.reports import OfficeFacts, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.page import isle
from magika_gm.games.rune_war.report import blocks, tableau
from magika_gm.games.rune_war.report.board import CLAN_FILL
from magika_gm.games.rune_war.report.report import names_of
from magika_gm.games.rune_war.report.story import MINUS, Names, hand_log, names_from, story
from magika_gm.games.rune_war.rules.sequence import ENDINGS
from magika_gm.games.rune_war.rules.state import Due, World
from magika_gm.games.rune_war.rules.tables import SEATS
from magika_gm.games.rune_war.rules.terms import CODES, runes_text, spread
from magika_gm.games.rune_war.sight import Memory, View, perceive, spectate
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.drawings import Disc, Field
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.imprint import Proof, date_words
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.printing import master_page
from magika_gm.reports.kit.prose import NoteBox
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table
from magika_gm.reports.page.still import still_page
from magika_gm.reports.svg import write_svg


def master(record: TurnRecord, facts: OfficeFacts, kind: str, paper: str) -> str | bytes:
    """Everything about a turn, as ``html``, ``txt`` or ``pdf``."""
    turn = record.state.turn
    if kind == "html":
        return _master_html(record, facts)
    head, (look, *rest) = _master_blocks(record, facts)
    view = _everything(record.state)
    drawn = [blocks.isle_of(view, "The isle")] if view.options.map else []
    return master_page("Rune War", f"game {facts.game}, turn {turn}", [head, look, *drawn, *rest], kind, paper)


def _whats_next(state: World, facts: OfficeFacts) -> str:
    if state.ending is not None:
        return f"The game is over: {ENDINGS[state.ending]}."
    return f"Turn {state.turn + 1}, {blocks.DUE_WORDS[state.due]}, is due {facts.next_due}."


def _all_names(record: TurnRecord) -> Names:
    state: World = record.state
    kinds = {c.code: c.kind for c in state.creatures.values()}
    return names_from((t.event for t in record.told), {s: p.wizard for s, p in state.players.items()}, kinds)


def _everything(state: World) -> View:
    """The isle with every creature, as nobody but the game master sees it."""
    views = [perceive(state, seat) for seat in SEATS]
    creatures = {code: view.creatures[code] for view in views for code in view.creatures}
    armies = {place: tuple(army) for place, army in sorted(state.armies.items())}
    return replace(spectate(state), creatures=creatures, armies=armies)


def _master_html(record: TurnRecord, facts: OfficeFacts) -> str:
    """The same as a page in the player's page's look: the isle with everybody, the standings as a plot."""
    state: World = record.state
    view = _everything(state)
    head, (look, info, *rest) = _master_blocks(record, facts)
    return still_page(
        title=f"Rune War game {facts.game}, turn {state.turn}: the game master's report",
        over="Rune War",
        head=head,
        top=(look,),
        pictures=_pictures(state, view, record.told),
        beside=(course(view, facts), *([] if view.options.map else [info])),
        # the table is drawn beside the isle
        blocks=([info] if view.options.map else []) + [block for block in rest if not isinstance(block, Field)],
    )


WIDE = 460.0
"""Points across the table beside the isle: as wide as it is shown, so that its words are read."""


def _pictures(state: World, view: View, told: Iterable[Told[Any]]) -> list[Picture | str]:
    """The isle, and the table while a hand is played."""
    found: list[Picture | str] = [isle(view, told)] if view.options.map else []
    if state.hand is not None and state.due is not Due.NOTHING:
        found.append(write_svg(tableau.table_picture(view, WIDE, WIDE * tableau.ratio(view), Style()), "table"))
    return found


def course(view: View, facts: OfficeFacts) -> Plot:
    """What the wizards are ranked by first, turn by turn: all of them see it (SEE-7)."""
    memory: Memory | None = facts.memories.get(SEATS[0])
    past = memory.course if memory is not None else ()
    return Plot(
        title="Land, turn by turn" if view.options.map else "Rune points, turn by turn",
        series={
            row.wizard: tuple((float(turn), float(ranked[n])) for turn, ranked in past)
            for n, row in enumerate(view.seats.values())
        },
    )


def _master_blocks(record: TurnRecord, facts: OfficeFacts) -> tuple[Head, list[Block]]:
    state: World = record.state
    view, names = _everything(state), _all_names(record)
    look = [f"{names.seat(s)}: no sheet came." for s in SEATS if record.how.get(s) == "default"]
    look += [f"Your word: {act}" for act in facts.acts]
    head = Head(
        name=f"Game {facts.game}, turn {state.turn}",
        about=_whats_next(state, facts),
        game=f"The game master's report. {facts.title}, {date_words(facts.date)}. "
        "Everything is in it: not for players.",
    )
    plays = hand_log(record.told, None, names)
    found: list[Block] = [blocks.info(view), _players(record, facts, names), _hands(state, names)]
    found += [blocks.table_of(view, "The table")] if state.hand is not None else []
    found += [blocks.creatures(view)] if state.options.map else []
    told = story(record.told, None, names)
    found += [blocks.ledger_of(told, "", plays=not plays, title="The turn, with everything hidden", whole=True)]
    found += [blocks.log_of(plays, view, ""), _letters(record, names)]
    return head, [NoteBox("To look at", (*look, *facts.mail)), *found, Proof(seed_hash(record.seed), facts.chain)]


def _players(record: TurnRecord, facts: OfficeFacts, names: Names) -> Table:
    rows = []
    for seat in SEATS:
        person = facts.people.get(seat)
        who = f"{person.name}, {person.email}; {person.balance}" if person else "built-in policy"
        given = record.orders.get(seat)
        sheet = " / ".join(write_order(order) for order in given) if given is not None else "no sheet"
        policy = record.state.players[seat].policy
        who += f"; played by the {policy} policy" if policy else ""
        rows.append((Cell(names.seat(seat), bold=True), who.replace("-", MINUS), sheet or "no lines"))
    return Table(title="Players", heads=("", "player", "sheet"), rows=tuple(rows), small=True)


def _hands(state: World, names: Names) -> Table:
    if state.hand is None:
        return Table(title="", heads=(), rows=())
    rows = []
    for seat, player in state.players.items():
        dim = [held - bright for held, bright in zip(player.held, player.bright, strict=True)]
        rows.append(
            (Cell(names.seat(seat), bold=True), runes_text(spread(player.held)), runes_text(spread(dim)) or "·")
        )
    wall = " ".join(CODES[kind] for kind in state.hand.wall)
    rows.append((Cell("the wall", bold=True), wall or "empty", ""))
    return Table(title="Concealed runes", heads=("", "runes", "dim"), rows=tuple(rows), small=True)


def _letters(record: TurnRecord, names: Names) -> Letters:
    state: World = record.state
    return Letters(
        "Messages",
        tuple(
            Letter(
                Disc(names.seat(m.sender)[:1], CLAN_FILL[state.players[m.sender].clan]),
                names.seat(m.sender) + (" (anonymous)" if m.anonymous else ""),
                f"to {names.seat(m.to) if m.to in SEATS else m.to}",
                m.text,
            )
            for m in record.messages
        ),
    )


def spectator(record: TurnRecord, facts: OfficeFacts) -> str:
    """The page for those who look on: what is public for all, and nothing else (SEE-8)."""
    state: World = record.state
    view = spectate(state)
    public = [told for told in record.told if all(seat in told.audience for seat in SEATS)]
    names = names_of(view, None, tuple(public))
    title = f"Rune War game {facts.game}, turn {state.turn}"
    plays = hand_log(public, None, names)
    seal = (f"Seal of this hand's wall: {view.seal}",) if view.seal else ()
    wide, near = ([blocks.info(view)], []) if view.options.map else ([], [blocks.info(view)])
    return still_page(
        title=title,
        over="Rune War",
        head=Head(name=f"Game {facts.game}", about=_whats_next(state, facts), game=title),
        pictures=_pictures(state, view, public),
        beside=(course(view, facts), *near),
        blocks=(
            *wide,
            blocks.ledger_of(story(public, None, names), "", plays=not plays, title="What happened", whole=True),
            *([blocks.creatures(view)] if view.options.map else []),
            blocks.log_of(plays, view, ""),
            Proof(seed_hash(record.seed), facts.chain, seal),
        ),
    )
