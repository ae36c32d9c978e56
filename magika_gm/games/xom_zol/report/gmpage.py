"""The game master's page of a turn, and the page of those who look on."""

from __future__ import annotations

from magika_gm.engine.dice import seed_hash
from magika_gm.engine.paging import Plot
from magika_gm.engine.seam.reports import OfficeFacts, TurnRecord
from magika_gm.games.xom_zol.orders.lines import write_order
from magika_gm.games.xom_zol.page import table_of
from magika_gm.games.xom_zol.report import blocks, board, ink
from magika_gm.games.xom_zol.report.blocks import FightBlock, fights_of
from magika_gm.games.xom_zol.report.story import names_in, story
from magika_gm.games.xom_zol.rules.sequence import ENDINGS
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import SIDES, WATCH, Ending, other
from magika_gm.games.xom_zol.sight import Memory, hears, perceive
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.drawings import Disc
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.imprint import Proof, date_words
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.printing import master_page
from magika_gm.reports.kit.prose import NoteBox, Prose
from magika_gm.reports.kit.tables import Cell, Table
from magika_gm.reports.page.still import still_page


def master(record: TurnRecord, facts: OfficeFacts, kind: str, paper: str) -> str | bytes:
    """Everything about a turn, as ``html``, ``txt`` or ``pdf``."""
    if kind == "html":
        return _master_html(record, facts)
    shown = _master_blocks(record, facts)
    turn = record.state.mail_turn
    return master_page("Xom and Zol", f"game {facts.game}, mail turn {turn}", shown, kind, paper)


def _whats_next(state: State, facts: OfficeFacts) -> str:
    if state.ending is not None:
        why, rule = ENDINGS[Ending(state.ending)]
        won = "drawn" if state.winner not in SIDES else f"won by side {state.winner}"
        return f"The game is over, {won}: {why} ({rule})."
    turn = state.turn + 1
    return (
        f"Mail turn {state.mail_turn + 1}, game turn {turn} of side {state.turn_side(turn)}, is due {facts.next_due}."
    )


def _master_html(record: TurnRecord, facts: OfficeFacts) -> str:
    """The same as a page in the player's page's look: the table to hold the mouse over, both lives as a plot."""
    head, look, _, standing, *rest = _master_blocks(record, facts)
    return still_page(
        title=f"Xom and Zol game {facts.game}, mail turn {record.state.mail_turn}: the game master's report",
        over="Xom and Zol",
        head=head,
        top=(look,),
        pictures=(table_of(record.state, ""),),
        beside=(standing, course(facts)),
        blocks=rest,
    )


def course(facts: OfficeFacts) -> Plot:
    """The life of both sides, mail turn by mail turn, which all see."""
    memory: Memory | None = facts.memories.get(SIDES[0])
    past = memory.course if memory is not None else ()
    series = {f"Side {s}": tuple((float(p[0]), float(p[n])) for p in past) for n, s in enumerate(SIDES, 1)}
    return Plot(title="Life, turn by turn", series=series)


def _master_blocks(record: TurnRecord, facts: OfficeFacts) -> tuple[Head, NoteBox, Block, Block, *tuple[Block, ...]]:
    state: State = record.state
    look = [f"Side {s}: no sheet came." for s in SIDES if record.how.get(s) == "default"]
    look += [f"Your word: {act}" for act in facts.acts]
    head = Head(
        name=f"Game {facts.game}, mail turn {state.mail_turn}",
        about=_whats_next(state, facts),
        game=f"The game master's report. {facts.title}, {date_words(facts.date)}. "
        "Everything is in it: not for players.",
    )
    names = names_in(state, record.told)
    return (
        head,
        NoteBox("To look at", (*look, *facts.mail)),
        board.table_of(state, SIDES[0], "The table"),
        blocks.standing_of(state),
        _players(record, facts),
        FightBlock("The fights", tuple(fights_of(record.told)), names, state),
        blocks.ledger_of("The turn, with everything hidden", story(record.told, None, names)),
        Prose("Cards", _cards(state)),
        _letters(record, ""),
        Proof(seed_hash(record.seed), facts.chain),
    )


def _players(record: TurnRecord, facts: OfficeFacts) -> Table:
    rows = []
    for side in SIDES:
        person = facts.people.get(side)
        who = f"{person.name}, {person.email}; {person.balance}" if person else "built-in policy"
        own = record.state.sides[side]
        given = record.orders.get(side)
        sheet = " / ".join(write_order(order) for order in given) if given is not None else "no sheet"
        react = " / ".join(write_order(order) for order in own.react)
        rows.append(
            (
                Cell(f"Side {side}", bold=True),
                who.replace("-", blocks.MINUS),
                blocks.counted(own.hand) or "no cards",
                (sheet or "no lines") + (f"; standing: {react}" if react else ""),
            )
        )
    return Table(title="Players", heads=("", "player", "hand", "sheet"), rows=tuple(rows), small=True)


def _cards(state: State) -> tuple[str, ...]:
    lines = []
    for side in SIDES:
        own = state.sides[side]
        top = ", ".join(own.library[:5])
        lines.append(f"Side {side}'s library ({len(own.library)}), next: {top or 'empty'}.")
        lines.append(f"Side {side}'s pile, oldest first: {blocks.counted(own.discard) or 'empty'}.")
    return tuple(lines)


def _letters(record: TurnRecord, seat: str) -> Letters:
    """Messages; for spectators those to ALL alone (SEE-4)."""
    return Letters(
        "Messages",
        tuple(
            Letter(
                Disc(m.sender, ink.SIDE_FILL[m.sender]),
                f"Side {m.sender}",
                "to all" if m.to == "ALL" else f"to side {other(m.sender)}",
                m.text,
            )
            for m in record.messages
            if not seat or hears(record.state, seat, m.sender, m.to)
        ),
    )


def spectator(record: TurnRecord, facts: OfficeFacts) -> str:
    """The page for those who look on: what SEE-2 makes public, messages to ALL, and nothing else (SEE-4)."""
    state: State = perceive(record.state, WATCH).state
    public = [told for told in record.told if told.seen_by(WATCH) is not None]
    names = names_in(state, public)
    title = f"Xom and Zol game {facts.game}, mail turn {state.mail_turn}"
    piles = tuple(f"Side {s}: {blocks.counted(state.sides[s].discard) or 'empty'}." for s in SIDES)
    return still_page(
        title=title,
        over="Xom and Zol",
        head=Head(name=f"Game {facts.game}", about=_whats_next(state, facts), game=title),
        pictures=(table_of(state, ""),),
        beside=(blocks.standing_of(state), course(facts)),
        blocks=(
            blocks.ledger_of("What happened", story(public, WATCH, names)),
            FightBlock("The fights", tuple(fights_of(public)), names, state),
            Prose("Discard piles", piles),
            _letters(record, WATCH),
            Proof(seed_hash(record.seed), facts.chain),
        ),
    )
