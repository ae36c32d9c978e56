# ruff: noqa: D102 - the kit says what they are
"""The printed report: the table and hand; the turn step by step with its fights; orders. At the end a certificate.

The card list is printed here, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.seam.reports import Delivered
from magika_gm.engine.sheet.offered import line_field
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.orders.lines import write_order
from magika_gm.games.xom_zol.orders.offers import Choice
from magika_gm.games.xom_zol.orders.sheet import MESSAGES
from magika_gm.games.xom_zol.report import blocks, board
from magika_gm.games.xom_zol.report.faces import RATIO, Hand, face
from magika_gm.games.xom_zol.report.report import Report, threats
from magika_gm.games.xom_zol.rules.figures import counts_letters
from magika_gm.games.xom_zol.rules.sequence import ENDINGS, standing_note
from magika_gm.games.xom_zol.rules.state import Pace, State
from magika_gm.games.xom_zol.rules.terms import (
    FACTION_LETTERS,
    FACTION_NAMES,
    SIDES,
    CardType,
    Ending,
    Faction,
    other,
)
from magika_gm.games.xom_zol.sight import Memory
from magika_gm.reports.cut_cards import HIGH, cut_sheets
from magika_gm.reports.kit.base import Block, Style, minus
from magika_gm.reports.kit.drawings import Disc, Field
from magika_gm.reports.kit.head import Gauge, Gauges, Head
from magika_gm.reports.kit.lists import Cell, Ledger, Table, could_order
from magika_gm.reports.kit.pages import ORDERS, Called, DuelForms, Plotted
from magika_gm.reports.kit.press import (
    Document,
    Leaf,
    Strip,
    beside,
    full,
    level,
    list_leaf,
    one_below_the_other,
    print_document,
)
from magika_gm.reports.kit.prose import Lead, Prose
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import ROUND, Circles, Picture, middle

# The order page of the printed report, to fill in on screen (AcroForm) or by hand: ACT at left, REACT at right.


LINES = 9
"""To write on, in each part."""


def starts(report: Report, *, react: bool) -> tuple[str, ...]:
    """How lines may begin, for fields to drop down."""
    if not react:
        found = [_start(choice) for choice in report.choices if choice.legal and choice.verb != "COUNTER"]
        return tuple(dict.fromkeys([*found, "KEEP 2"]))
    standing = [write_order(order) for order in report.state.sides[report.seat].react]
    found = [_start(choice) for choice in report.choices if choice.verb == "COUNTER"]
    found += [f"AT CLASH {_start(choice)}" for choice in report.choices if choice.window]
    return tuple(dict.fromkeys([*standing, *found, "BLOCK DEFAULT FAIR", "BLOCK DEFAULT WALL"]))


def _start(choice: Choice) -> str:
    if choice.verb == "COUNTER":
        return f"COUNTER ANY WITH {choice.card}"
    if choice.verb == "ASSAULT":
        return "ASSAULT SAFE"
    if choice.verb == "FORM":
        return "FORM F " + " ".join(choice.parameters[0].candidates)
    words = f"{choice.verb} {choice.card if choice.verb == 'CAST' else choice.subject}"
    for parameter in choice.parameters:
        if parameter.word == "ON" and parameter.candidates:
            words += f" ON {parameter.candidates[0]}"
    return words


def choice_table(report: Report) -> Table:
    """What could be ordered, what it costs, and onto what."""
    rows = []
    for choice in report.choices:
        if not choice.legal:
            continue
        offered = []
        for p in choice.parameters:
            if p.candidates:
                offered.append(f"{p.word} {' '.join(p.candidates)}".strip())
            elif p.word in ("FORCE", "X"):
                offered.append(f"{p.word} n")
        what = f"{choice.verb} {choice.subject}".strip()
        rows.append((Cell(what, bold=True), choice.card, choice.cost, "; ".join(offered)))
    theirs = not report.state.acts_next(report.seat)
    said = f"The turn is side {other(report.seat)}'s: only REACT lines count." * theirs
    return could_order(rows, ("order", "card", "cost", "with"), else_=said)


class XomZol(Called):
    """Two sides, whose turns are the mail's."""

    game, turns = "Xom and Zol", "mail turn"
    accent = board.ACCENT
    seats = SIDES
    piece = ROUND

    def unnamed(self, seat: str) -> str:
        return f"Side {seat}"

    def disc(self, seat: str) -> Disc:
        return Disc(seat, board.SIDE_FILL[seat])

    def device(self, seat: str, width: float) -> Picture:
        return board.device(seat, width, self.style.map_sizes)

    def addressed(self, message: Delivered) -> str:
        return "to all" if message.to == "ALL" else f"to {self.called(other(message.sender))}"

    def plotted(self, memory: Memory) -> dict[str, Plotted]:
        """What all see."""
        return {"Life, turn by turn": [(turn, lives) for turn, *lives in memory.course]}


class Forms(XomZol, DuelForms[Report]):
    """One side's report."""

    folder, seat_word, counter = "xom_zol", "Side", "game turn"
    crest, stamp = 46.0, 32.0
    replays = " and compares (DICE)."
    fill_in = "Answer this mail with the sheet below, filled in; lines after ; are comments."
    messages = MESSAGES
    corners = (board.FIELD["G"], board.FIELD["E"], board.FIELD["N"], board.SIDE_FILL["A"]) * 3
    lists = (
        blocks.hand,
        blocks.table,
        blocks.fights,
        blocks.settled,
        blocks.react,
        blocks.piles,
        blocks.known,
        blocks.standing,
        blocks.decks,
        blocks.revealed,
        blocks.all_orders,
    )

    @property
    def state(self) -> State:
        """The game as the side knows it."""
        return self.report.state

    @property
    def signature(self) -> str:
        return f"side {self.seat}"

    seat_in_mails = signature

    @property
    def letter(self) -> str:
        return self.seat

    @property
    def coming(self) -> str:
        """Whose game turn comes, as its reader cares (SEE-3)."""
        state = self.state
        if self.over:
            return "the game is over"
        turn = state.turn + 1
        owner = state.turn_side(turn)
        if state.options.pace is Pace.DOUBLE:
            first = "you first" if owner == self.seat else f"side {owner} first"
            return f"game turns {turn} and {turn + 1} come, {first}"
        whose = "yours" if owner == self.seat else f"side {owner}'s"
        return f"game turn {turn} comes, {whose}"

    @property
    def opening(self) -> str:
        return f"{blocks.headline(self.report)}; {self.coming}."

    @property
    def counted(self) -> int:
        return self.state.turn

    @property
    def next(self) -> str:
        turn = self.state.turn + 1
        return f"game turns {turn} and {turn + 1}" if self.state.options.pace is Pace.DOUBLE else f"game turn {turn}"

    def receiver(self, message: Delivered) -> str:
        return self.addressed(message) if message.to == "ALL" else super().receiver(message)

    def gauges(self) -> Gauges:
        """Life of both, ready mana, hand, library, game turn."""
        state = self.state
        own, foe = state.sides[self.seat], state.sides[self.foe]
        start, last = max(1, state.options.life), state.options.max_turns
        turns = (f"of {last}", "", state.turn / last) if last else ("", "")
        letters, library = counts_letters(state, self.seat), len(own.library)
        due = state.ending is None and state.acts_next(self.seat)
        every = sum(len(p.card.mana) for p in state.of(self.seat))
        ready = counts_letters(state, self.foe)
        mana = f"foe {ready} ready" if due else f"of {every}; foe {ready}"
        creatures = {side: len(state.creatures(side)) for side in SIDES}
        # when his game turn begins all of it is ready again (FIELD-2)
        gauge = (
            ("mana in your turn", str(every), mana, "", 1.0, ready)
            if due
            else ("mana ready", str(letters), mana, "", letters / max(1, every), ready)
        )
        return Gauges(
            (
                Gauge("life", str(own.life), f"foe {foe.life}", "", own.life / start, foe.life),
                Gauge(*gauge),
                Gauge("creatures", str(creatures[self.seat]), f"foe {creatures[self.foe]}", foe=creatures[self.foe]),
                Gauge("hand", str(len(own.hand)), f"foe {len(foe.hand)}", foe=len(foe.hand)),
                Gauge("library", str(library), f"foe {len(foe.library)}", "", library / 100, len(foe.library)),
                Gauge("game turn", str(state.turn), *turns),
            )
        )

    def lead(self) -> Lead:
        """The strongest sentence, where things stand."""
        state = self.state
        if state.ending is not None:
            return self.outcome(*ENDINGS[Ending(state.ending)])
        standing = f"You have {state.sides[self.seat].life} life, your foe {state.sides[self.foe].life}."
        if not self.turn:
            first = "You have" if state.first == self.seat else f"Side {state.first} has"
            return Lead(f"The libraries are shuffled. {first} game turn 1.", standing)
        return Lead(blocks.strongest(self.events, self.actors), standing, threats(self.report))

    def ledger(self) -> Ledger:
        return blocks.ledger_of("The turn, step by step", self.report.story, self.seat)

    def order_page(self) -> Leaf:
        """ACT at left, REACT at right."""
        own = self.state.acts_next(self.seat)
        # heads of the two parts are lines of the sheet, hidden between those that are filled in
        head = self.order_head([*[(line_field(1), "ACT")] * own, (line_field(101), "REACT")])
        act = (
            Prose("ACT: your own game turn, in this order", ("CAST, USE, FORM, ASSAULT, IF …, AT CLASH …",)),
            self.order_lines(LINES, " (ORD)", "", 1, starts(self.report, react=False)),
        )
        react = (
            Prose("REACT: for the other side's turns, until you replace it", ("COUNTER, BLOCK, HOLD, AT CLASH …",)),
            self.order_lines(LINES, " (ORD)", "", 101, starts(self.report, react=True)),
        )
        messages = self.message_form(
            f"Message: {MESSAGES.lines} lines and {MESSAGES.characters} characters, to the other side", addressed=False
        )
        parts = (beside(6, act, react),) if own else map(full, react)
        strips = (full(head), *parts, full(choice_table(self.report)), full(messages))
        return Leaf(ORDERS, strips, self.order_foot, in_order=True)

    def turn_pages(self, paper: str) -> Leaf:
        """Head, figures, table, hand, fights; then what one ordered beside what happened, piles, letters."""
        report, style = self.report, self.style
        if self.over:
            hidden = (blocks.revealed(report), blocks.fights(report))
            return self.last_page(paper, hidden, (blocks.settled(report),), blocks.decks(report))
        strips: list[Strip] = [full(b) for b in (self.head(), self.figures(), self.lead(), self.notes())]
        strips += one_below_the_other([blocks.table(report, style), blocks.hand(report), blocks.fights(report)])
        left: list[Block] = [blocks.settled(report), blocks.react(report)]
        right: list[Block] = [self.ledger()]  # what has no room of the last column goes on first
        level(left, right, (blocks.piles(report), blocks.known(report)), 6, paper, style)
        strips.append(beside(6, left, right))
        return Leaf("The turn", (*strips, full(self.letters())))

    # The end.

    def last(self) -> Field:
        """The cards that struck last."""
        return blocks.struck(self.report)

    def poster(self) -> Field:
        return blocks.table(self.report, self.style)

    @property
    def winner(self) -> str:
        return self.state.winner if self.state.winner in SIDES else ""

    def held(self, seat: str) -> str:
        return minus(f"{self.state.sides[seat].life} life")

    def course(self) -> tuple[str, ...]:
        """What both had left."""
        note = f"{standing_note(self.state, self.seat)}; played by {self.player.name}"
        return note, f"{self.state.turn} game turns"


# The printed card list: by faction, then type, every card's face.


_WORDS = {"G": "good", "E": "evil", "N": "neutral"}


def card_list(cards: Sequence[Card], paper: str) -> bytes:
    """The list as PDF bytes; the same cards give the same bytes."""
    leaves = tuple(_leaf(f, those) for f in Faction if (those := [card for card in cards if card.faction is f]))
    document = Document(title=CARDS, author="magika-gm", subject="Card list", head=CARDS, leaves=leaves)
    return print_document(document, paper)


def card_sheets(cards: Sequence[Card], paper: str) -> bytes:
    """The same to be cut out."""
    return cut_sheets([face(card, HIGH / RATIO, Style(large=True)) for card in cards], paper, CARDS)


CARDS = "Xom and Zol: the cards"


def _leaf(faction: Faction, cards: Sequence[Card]) -> Leaf:
    name, letter = FACTION_NAMES[faction], FACTION_LETTERS[faction]
    about = f"{_WORDS[letter]}; code {faction.value}"
    head = Head(name=name, about=about, game=f"{len(cards)} cards", device=_device(faction, letter))
    shown = tuple(("", card) for kind in CardType for card in cards if card.type is kind)
    return list_leaf(name, (head, Hand("By type and cost", shown)))


def _device(faction: Faction, letter: str) -> Picture:
    """A seal with the faction's code."""
    dark = letter == "E"
    return Picture(
        50, 50, FACTION_NAMES[faction], "",
        (
            Circles(((25, 25),), 24, board.PIP[letter], INK, 0.9),
            Circles(((25, 25),), 20.5, "", board.WHITE if dark else INK, 0.6),
            middle(25, 19.8, faction.value, 15.0, True, board.WHITE if dark else INK),
        ),
    )  # fmt: skip
