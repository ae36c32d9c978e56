"""The game master's page of a turn, and the page of those who look on."""

from __future__ import annotations

from typing import Any

from magika_gm.engine.dice import seed_hash
from magika_gm.engine.paging import Plot
from magika_gm.engine.seam.reports import OfficeFacts, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.page import isle_of
from magika_gm.games.temple_isle.report import blocks, board
from magika_gm.games.temple_isle.report.report import names_of
from magika_gm.games.temple_isle.report.story import NAMES, Paragraph, story
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS
from magika_gm.games.temple_isle.sight import Memory, View, perceive
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.drawings import Disc
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.imprint import Proof, date_words
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.lists import Ledger, LedgerRow
from magika_gm.reports.kit.printing import master_page
from magika_gm.reports.kit.prose import NoteBox, Prose
from magika_gm.reports.kit.tables import Cell, Table
from magika_gm.reports.page.still import still_page


def master(record: TurnRecord, facts: OfficeFacts, kind: str, paper: str) -> str | bytes:
    """Everything about a turn, as ``html``, ``txt`` or ``pdf``."""
    if kind == "html":
        return _master_html(record, facts)
    shown = _master_blocks(record, facts)
    return master_page("Temple Isle", f"game {facts.game}, mail turn {record.state.mail}", shown, kind, paper)


def _whats_next(record: TurnRecord, facts: OfficeFacts) -> str:
    state = record.state
    if state.ending is not None:
        won = "drawn" if state.winner not in SEATS else f"won by {NAMES[state.winner]}"
        return f"The game is over: {won} ({state.ending})."
    return f"Mail turn {state.mail + 1} is due {facts.next_due}."


def _master_html(record: TurnRecord, facts: OfficeFacts) -> str:
    """The same as a page in the player's page's look: the isle to hold the mouse over, the standings as plots."""
    head, look, _, standing, *rest = _master_blocks(record, facts)
    return still_page(
        title=f"Temple Isle game {facts.game}, mail turn {record.state.mail}: the game master's report",
        over="Temple Isle",
        head=head,
        top=(look,),
        pictures=(isle_of(perceive(record.state, SEATS[0]), record.told, ""),),
        beside=(standing, *courses(facts)),
        blocks=rest,
    )


def courses(facts: OfficeFacts) -> tuple[Plot, ...]:
    """Temples and lands of both, mail turn by mail turn: what END-5 asks for first, which both players see."""
    memory: Memory | None = facts.memories.get(SEATS[0])
    past = memory.course if memory is not None else ()
    temples = {NAMES[s]: tuple((float(turn), float(t[n])) for turn, t, _ in past) for n, s in enumerate(SEATS)}
    lands = {NAMES[s]: tuple((float(turn), float(held[n])) for turn, _, held in past) for n, s in enumerate(SEATS)}
    return Plot(title="Temples, turn by turn", series=temples), Plot(title="Lands, turn by turn", series=lands)


def _master_blocks(record: TurnRecord, facts: OfficeFacts) -> tuple[Head, NoteBox, Block, Block, *tuple[Block, ...]]:
    state = record.state
    view = perceive(state, SEATS[0])
    look = [f"{NAMES[s]}: no sheet came." for s in SEATS if record.how.get(s) == "default"]
    look += [f"Your word: {act}" for act in facts.acts]
    head = Head(
        name=f"Game {facts.game}, mail turn {state.mail}",
        about=_whats_next(record, facts),
        game=f"The game master's report. {facts.title}, {date_words(facts.date)}. "
        "Everything is in it: not for players.",
    )
    return (
        head,
        NoteBox("To look at", (*look, *facts.mail)),
        board.board_of(view, "The isle", full=True),
        blocks.standing_of(view),
        _players(record, facts),
        board.units_of(view),
        board.lands_of(view),
        Prose("Cards", _cards(state)),
        _ledger("The turn, with everything hidden", story(record.told, None, names_of(view))),
        _letters(record),
        Proof(seed_hash(record.seed), facts.chain),
    )


def _players(record: TurnRecord, facts: OfficeFacts) -> Table:
    rows = []
    for seat in SEATS:
        person = facts.people.get(seat)
        who = f"{person.name}, {person.email}; {person.balance}" if person else "built-in policy"
        hand = ", ".join(record.state.hands[seat]) or "no cards"
        given = record.orders.get(seat)
        sheet = " / ".join(write_order(order) for order in given) if given is not None else "no sheet"
        fast = " / ".join(write_order(line) for line in record.state.fast[seat])
        rows.append((Cell(NAMES[seat], bold=True), who.replace("-", "\u2212"), hand, f"{sheet or 'no lines'}"
                     + (f"; FAST standing: {fast}" if fast else "")))  # fmt: skip
    return Table(title="Players", heads=("", "player", "hand", "sheet"), rows=tuple(rows), small=True)


def _cards(state: Any) -> tuple[str, ...]:
    deck = ", ".join(f"{name} {copies}" if copies > 1 else name for name, copies in state.deck.items())
    return (f"Deck ({sum(state.deck.values())}): {deck or 'empty'}.", f"Pile: {', '.join(state.discard) or 'empty'}.")


def _ledger(title: str, paragraphs: tuple[Paragraph, ...]) -> Ledger:
    rows = []
    for paragraph in paragraphs:
        for at in range(0, len(paragraph.lines), 12):
            lines = tuple(blocks.said(line) for line in paragraph.lines[at : at + 12])
            number = str(paragraph.step) if paragraph.step and not at else ""
            rows.append(LedgerRow(number, "" if at else paragraph.title, lines))
    return Ledger(title, (), tuple(rows))


def _letters(record: TurnRecord) -> Letters:
    return Letters(
        "Messages",
        tuple(
            Letter(
                Disc(NAMES[m.sender][:1], blocks.FILL[m.sender]),
                NAMES[m.sender],
                f"to {NAMES[OTHER[m.sender]]}",
                m.text,
            )
            for m in record.messages
        ),
    )


def _in_public(told: Told[Any]) -> Told[Any] | None:
    """Something told as both players perceive it: as it was, or blurred as it is for one of them (INFO-1)."""
    if all(seat in told.audience for seat in SEATS):
        return told
    if told.blurred is not None and all(seat in told.audience or seat in told.dimly for seat in SEATS):
        return Told(phase=told.phase, step=told.step, event=told.blurred, audience=SEATS)
    return None


def _hidden(record: TurnRecord) -> Table:
    """What the end lays open: hands, FAST lines, the last sheets (INFO-4)."""
    state = record.state
    rows = []
    for seat in SEATS:
        given = record.orders.get(seat)
        sheet = " / ".join(write_order(order) for order in given) if given is not None else "no sheet"
        fast = " / ".join(write_order(line) for line in state.fast[seat])
        hand = ", ".join(state.hands[seat]) or "no cards"
        rows.append((Cell(NAMES[seat], bold=True), hand, fast or "·", sheet or "·"))
    return Table(title="What was hidden", heads=("", "hand", "FAST lines", "last sheet"), rows=tuple(rows), small=True)


def spectator(record: TurnRecord, facts: OfficeFacts) -> str:
    """The page for those who look on: what both players know (INFO-1); everything once the game is over (INFO-4)."""
    state = record.state
    view: View = perceive(state, SEATS[0])
    over = state.ended
    public = record.told if over else [seen for told in record.told if (seen := _in_public(told)) is not None]
    title = f"Temple Isle game {facts.game}, mail turn {record.state.mail}"
    return still_page(
        title=title,
        over="Temple Isle",
        head=Head(name=f"Game {facts.game}", about=_whats_next(record, facts), game=title),
        pictures=(isle_of(view, public, ""),),
        beside=(blocks.standing_of(view), *courses(facts)),
        blocks=(
            _ledger("What happened", story(public, None, names_of(view))),
            board.units_of(view),
            board.lands_of(view),
            _hidden(record) if over else None,
            Prose("Cards" if over else "", _cards(state) if over else ()),
            Proof(seed_hash(record.seed), facts.chain, (f"Seed: {record.seed.hex()}",) * over),
        ),
    )
