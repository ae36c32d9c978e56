# ruff: noqa: D102 - the kit says what they are
"""A report's forms: the turn; the isle with everything on it; orders. At the end a certificate."""

from __future__ import annotations

from magika_gm.engine.seam.reports import Delivered
from magika_gm.engine.words import filled
from magika_gm.games.temple_isle.orders.lines import LINES
from magika_gm.games.temple_isle.orders.model import Cast, Discard, Fast, Muster, UnitLine
from magika_gm.games.temple_isle.orders.sheet import MESSAGES
from magika_gm.games.temple_isle.report import blocks, board
from magika_gm.games.temple_isle.report.report import Report, offered, threats
from magika_gm.games.temple_isle.report.story import ENDINGS, NAMES
from magika_gm.games.temple_isle.rules.gameturn import Standing
from magika_gm.games.temple_isle.rules.state import DRAW, Ending, Stage
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS
from magika_gm.games.temple_isle.sight import Memory
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.drawings import Disc
from magika_gm.reports.kit.head import Gauge, Gauges
from magika_gm.reports.kit.lists import Cell, Table, could_order
from magika_gm.reports.kit.pages import Called, DuelForms, Plotted
from magika_gm.reports.kit.press import Leaf, beside, field_and_told, full, level
from magika_gm.reports.kit.prose import Lead
from magika_gm.reports.picture import SEA, SQUARE

ROOM, BUILDING = 18, 8
"""Lines of the order page; before the first game turn, and in the other player's, there is less to order."""
_RULES = LINES.help(UnitLine, Cast, Muster, Fast, Discard)
TURN, HAND = "The turn", "Your hand"
STANDINGS = {"temples": "temples", "lands": "lands", "levels": "levels in play", "hp": "hit points"}


class TempleIsle(Called):
    """Sun and Moon, whose turns are the mail's."""

    game, turns = "Temple Isle", "mail turn"
    accent = board.ACCENT
    seats = SEATS
    piece = SQUARE

    def unnamed(self, seat: str) -> str:
        return NAMES[seat]

    def disc(self, seat: str) -> Disc:
        return Disc(NAMES[seat][:1], blocks.FILL[seat])

    device = staticmethod(board.device)

    def addressed(self, message: Delivered) -> str:
        return f"to {self.called(OTHER[message.sender])}"

    def plotted(self, memory: Memory) -> dict[str, Plotted]:
        """What END-5 asks for first, which both players see."""
        return {
            "Temples, turn by turn": [(turn, temples) for turn, temples, _ in memory.course],
            "Lands, turn by turn": [(turn, lands) for turn, _, lands in memory.course],
        }


class Forms(TempleIsle, DuelForms[Report]):
    """One seat's report."""

    folder, counter = "temple_isle", "game turn"
    replays = " and compares (SEQ-4)."
    messages = MESSAGES
    corners = (board.SUN_FILL, board.MOON_FILL, SEA, board.TEMPLE) * 3
    lists = (
        blocks.welcome,
        board.isle,
        blocks.fights,
        blocks.stacks,
        blocks.played,
        blocks.hand,
        blocks.hand_table,
        blocks.fast,
        board.units,
        board.lands,
        blocks.standing,
        blocks.piles,
        blocks.revealed,
    )

    @property
    def coming(self) -> str:
        """What the coming mail turn is, as its reader cares."""
        view = self.report.view
        if view.ending is not None:
            return "the game is over"
        if view.stage is Stage.BUILD:
            return "next: both build the world"
        if view.stage is Stage.FIELD:
            return "next: both field their armies"
        owners = {owner: "yours" if owner == self.seat else f"{NAMES[owner]}'s" for _, owner in view.due}
        return "next: " + " and ".join(f"game turn {turn}, {owners[owner]}" for turn, owner in view.due)

    @property
    def counted(self) -> int:
        return self.report.view.turn

    @property
    def next(self) -> str:
        view = self.report.view
        turns = [str(turn) for turn, _ in view.due]
        stages = {Stage.BUILD: "the world", Stage.FIELD: "the armies"}
        return stages.get(view.stage, f"game turn{'s' if len(turns) > 1 else ''} {' and '.join(turns)}")

    @property
    def opening(self) -> str:
        return f"{self.coming.capitalize()}."

    def gauges(self) -> Gauges:
        """One's own figures of END-5, hand, deck."""
        view = self.report.view
        own, foe = view.standings[self.seat], view.standings[self.foe]
        temples = sum(square.card in view.catalogue.temples for square in view.isle)
        full = own.temples / temples if temples else None
        of = f"of {temples}; " if temples else ""
        hand = f"limit {view.hand_limit}; foe {view.hands[self.foe]}"
        return Gauges(
            (
                Gauge("temples", str(own.temples), f"{of}foe {foe.temples}", "", full, foe.temples),
                Gauge("lands", str(own.lands), f"foe {foe.lands}", foe=foe.lands),
                Gauge("levels", str(own.levels), f"foe {foe.levels}", foe=foe.levels),
                Gauge("hit points", str(own.hp), f"foe {foe.hp}", foe=foe.hp),
                Gauge("hand", str(len(view.hand)), hand, foe=view.hands[self.foe]),
                Gauge("deck", str(view.deck), f"pile {len(view.discard)}"),
            )
        )

    def lead(self) -> Lead:
        """The strongest sentence, where things stand."""
        view = self.report.view
        if view.ending is not None:
            return self.outcome(*ENDINGS[Ending(view.ending)])
        own, foe = view.standings[self.seat], view.standings[self.foe]
        standing = "You are level with your foe."
        for what, ours, theirs in zip(Standing._fields, own, foe, strict=True):
            if ours != theirs:
                who, least, most = ("You lead", theirs, ours) if ours > theirs else ("Your foe leads", ours, theirs)
                standing = f"{who} by the standings: {STANDINGS[what]} {most} to {least}."
                break
        near = tuple(one for one in threats(self.report) if one.rule != "END-4" or not self.offered)
        return Lead(blocks.lead(self.report, self.events, self.actors), standing, near)

    @property
    def offered(self) -> tuple[str, ...]:
        return offered(self.report)

    def order_page(self) -> Leaf:
        own = any(owner == self.seat for _, owner in self.report.view.due)
        title = f"Messages: {MESSAGES.lines} lines and {MESSAGES.characters} characters each, to the other player"
        return self.usual_order_page(
            self.order_lines(
                ROOM if own else BUILDING,
                ", carried out in this order (ORD-3)",
                _RULES,
            ),
            (choice_table(self.report),),
            self.message_form(title, MESSAGES.most, addressed=False),
        )

    def turn_pages(self, paper: str) -> Leaf:
        """Head, figures, the isle over the whole width; what happened beside what is drawn; the hand as cards to cut
        out; tables of the rest."""
        report, style = self.report, self.style
        if self.over:
            return self.last_page(paper, (blocks.revealed(report),), (blocks.played(report), blocks.fights(report)))
        left: list[Block] = [blocks.welcome(report), self.ledger()]
        right: list[Block] = [board.legend(self.report.view, style)]
        level(left, right, (blocks.piles(report), self.letters(), blocks.played(report)), 6, paper, style)
        below = (blocks.fast(report), board.units(report), board.lands(report, every=False))
        first, isle = self.first_page(TURN, (), ()), board.isle(report, "", full=True)
        strips = (
            *first.strips,
            *field_and_told(isle, left, right, large=style.large),
            full(blocks.hand_cards(report, style), HAND),
            *map(full, below),
            beside(7, (blocks.fights(report),), (blocks.stacks(report),)),
        )
        return Leaf(TURN, strips, first.foot)

    # The end.

    @property
    def winner(self) -> str:
        return "" if self.report.view.winner == DRAW else self.report.view.winner

    def held(self, seat: str) -> str:
        own = self.report.view.standings[seat]
        return filled("{own.temples} temple(s), {own.lands} land(s)", own=own)

    def course(self) -> tuple[str, ...]:
        """What one had on them."""
        own = self.report.view.standings[self.seat]
        return (
            filled("{own.levels} level(s), {own.hp} hit point(s); played by {name}", own=own, name=self.player.name),
        )


def choice_table(report: Report) -> Table:
    """What could be ordered, and onto what."""
    rows = []
    for choice in report.choices:
        if not choice.legal:
            continue
        what = choice.verb if choice.points else f"{choice.verb} {choice.subject}".strip()
        offered = "; ".join(
            f"{p.word} {', '.join(p.candidates) or 'nothing'}".strip()
            for p in choice.parameters
            if p.word or not choice.points
        )
        costs = f"{choice.subject}, {choice.points} points" if choice.points else f"level {choice.level}" * bool(
            choice.level
        )  # fmt: skip
        rows.append((Cell(what, bold=True), costs, Cell(offered, grey=True)))
    theirs = all(owner != report.seat for _, owner in report.view.due)
    return could_order(rows, else_=f"The turn is {NAMES[OTHER[report.seat]]}'s: only FAST lines count." * theirs)
