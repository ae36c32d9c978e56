"""The game master's page of a turn, and the page of those who look on."""

from __future__ import annotations

from magika_gm.engine.dice import seed_hash
from magika_gm.engine.paging import Plot
from magika_gm.engine.seam.reports import OfficeFacts, TurnRecord
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.page import board_of
from magika_gm.games.arena.report import blocks as c
from magika_gm.games.arena.report import blocks as lists
from magika_gm.games.arena.report.story import Names, story
from magika_gm.games.arena.rules.sequence import RULES, hexes, worth
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER, SIDES
from magika_gm.games.arena.sight import Memory, perceive
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
    head, blocks = _master_blocks(record, facts)
    return master_page("Arena", f"game {facts.game}, turn {record.state.mail_turn}", [head, *blocks], kind, paper)


def _master_html(record: TurnRecord, facts: OfficeFacts) -> str:
    """The same as a page in the player's page's look: the board to hold the mouse over, the standings as plots."""
    head, (look, _, standing, *blocks) = _master_blocks(record, facts)
    state: State = record.state
    return still_page(
        title=f"Arena game {facts.game}, turn {state.mail_turn}: the game master's report",
        over="Arena",
        head=head,
        top=(look,),
        pictures=(board_of(state, record.told, ""),),
        beside=(standing, *courses(facts)),
        blocks=blocks,
    )


def courses(facts: OfficeFacts) -> tuple[Plot, ...]:
    """Hexes and worth of both sides, turn by turn: what WIN-4 counts, which both players see."""
    memory: Memory | None = facts.memories.get(SIDES[0])
    past = memory.standings if memory is not None else ()
    return (
        Plot(
            title="Hexes held, turn by turn",
            series={side: tuple((float(s.turn), float(s.hexes[n])) for s in past) for n, side in enumerate(SIDES)},
        ),
        Plot(
            title="Worth of the armies, turn by turn",
            series={side: tuple((float(s.turn), float(s.worth[n])) for s in past) for n, side in enumerate(SIDES)},
        ),
    )


def _whats_next(record: TurnRecord, facts: OfficeFacts) -> str:
    state: State = record.state
    if state.ending is not None:
        won = f"won by {state.winner}" if state.winner in SIDES else "drawn"
        return f"The game is over: {won}; {RULES.ending_text(state.ending)}."
    return f"Turn {state.mail_turn + 1} is due {facts.next_due}."


def _master_blocks(record: TurnRecord, facts: OfficeFacts) -> tuple[Head, list[Block]]:
    state: State = record.state
    look = [f"{side}: no sheet came." for side in SIDES if record.how.get(side) == "default"]
    look += [f"Your word: {act}" for act in facts.acts]
    head = Head(
        name=f"Game {facts.game}, turn {state.mail_turn}",
        about=_whats_next(record, facts),
        game=f"The game master's report. {facts.title}, {date_words(facts.date)}. "
        "Everything is in it: not for players.",
    )
    return head, [
        NoteBox("To look at", (*look, *facts.mail)),
        c.field_of(state, tuple(record.told), "The board", full=True),
        standing_of(state),
        _players(record, facts),
        *(lists.units_of(state, side, f"{side}'s creatures") for side in SIDES),
        lists.things_of(state),
        c.ledger_of(story(record.told, None, Names(state)), "", "The turn, with everything hidden"),
        _letters(record),
        Proof(seed_hash(record.seed), facts.chain),
    ]


def standing_of(state: State) -> Table:
    """What WIN-4 counts, in its order."""
    held, cost = hexes(state), worth(state)
    rows = tuple(
        (Cell(side, bold=True), c.army(state, side), str(held[n]), str(cost[n]), str(state.pools[side]))
        for n, side in enumerate(SIDES)
    )
    heads = ("", "army", "hexes", "worth", "pool")
    return Table(title="As the game would be counted (WIN-4)", heads=heads, rows=rows, right=frozenset({2, 3, 4}))


def _players(record: TurnRecord, facts: OfficeFacts) -> Table:
    rows = []
    state: State = record.state
    for side in SIDES:
        person = facts.people.get(side)
        who = f"{person.name}, {person.email}; {person.balance}" if person else "built-in policy"
        given = record.orders.get(side)
        sheet = " / ".join(write_order(order) for order in given) if given is not None else "no sheet"
        standing = " / ".join(write_order(line) for line in state.standing[side])
        said = (sheet or "no lines") + (f"; standing: {standing}" if standing else "")
        cards = ", ".join(state.cards[side]) or "no cards"
        rows.append((Cell(side, bold=True), who.replace("-", c.MINUS), cards, said))
    return Table(title="Players", heads=("", "player", "cards", "sheet"), rows=tuple(rows), small=True)


def _letters(record: TurnRecord) -> Letters:
    return Letters(
        "Messages",
        tuple(
            Letter(Disc(m.sender, c.FILL[m.sender]), f"player {m.sender}", f"to {OTHER[m.sender]}", m.text)
            for m in record.messages
        ),
    )


def spectator(record: TurnRecord, facts: OfficeFacts) -> str:
    """The page for those who look on: what both players know, and nothing else (INFO-2)."""
    state = perceive(record.state, SIDES[0]).state
    public = [told for told in record.told if all(side in told.audience for side in SIDES)]
    title = f"Arena game {facts.game}, turn {state.mail_turn}"
    begun = tuple(f"{side} has cast: {', '.join(record.state.revealed[side])}." for side in SIDES
                  if record.state.revealed[side])  # fmt: skip
    return still_page(
        title=title,
        over="Arena",
        head=Head(name=f"Game {facts.game}", about=_whats_next(record, facts), game=title),
        pictures=(board_of(state, public, ""),),
        beside=(standing_of(state), *courses(facts)),
        blocks=(
            c.ledger_of(story(public, None, Names(state)), "", "What happened"),
            *(lists.units_of(state, side, f"{side}'s creatures") for side in SIDES),
            lists.things_of(state),
            Prose("Magic seen" if begun else "", begun),
            Proof(seed_hash(record.seed), facts.chain),
        ),
    )
