"""The printed report: the table and hand; the turn step by step with its fights; orders. At the end a certificate.

The card list is printed here, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from magika_gm.engine.sheet.offered import fixed_fields, line_field, message_fields
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.orders.lines import write_order
from magika_gm.games.xom_zol.orders.offers import Choice
from magika_gm.games.xom_zol.orders.sheet import MESSAGES
from magika_gm.games.xom_zol.report import blocks, ink
from magika_gm.games.xom_zol.report.blocks import whose_turn
from magika_gm.games.xom_zol.report.faces import Hand
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.games.xom_zol.rules.terms import DRAW, FACTION_LETTERS, FACTION_NAMES, SIDES, CardType, Faction, other
from magika_gm.reports.kit.base import Block, Spot, draw_title, small_size, step, title_height
from magika_gm.reports.kit.final import Certificate, Rostrum
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.imprint import Proof, date_words, due_parts
from magika_gm.reports.kit.plans import list_leaf, shorter
from magika_gm.reports.kit.press import print_document
from magika_gm.reports.kit.printing import print_report
from magika_gm.reports.kit.strips import Document, Leaf, Strip, beside, full, one_below_the_other
from magika_gm.reports.kit.style import GREY, Style
from magika_gm.reports.kit.tables import Cell, Table
from magika_gm.reports.pdf_stream import SANS
from magika_gm.reports.picture import Circles, Picture
from magika_gm.reports.setting import wrap

# The order page of the printed report, to fill in on screen (AcroForm) or by hand: ACT at left, REACT at right.


LINES, LEAST_LINES, LONGEST_ORDER, LONGEST_NAME = 9, 6, 200, 60
ROOM, LINE_HIGH, WIDE = 146.0, 31.0, 520.0
"""Height the table of choices has beside nine lines; a line's height; a table's width, at the least."""
ORDERS = "Orders"


@dataclass(frozen=True)
class Rubric(Block):
    """The title of a column of lines, and what stands there."""

    title: str
    said: str

    def _lines(self, width: float, style: Style) -> tuple[str, ...]:
        return wrap(self.said, SANS, small_size(style), width)

    def least(self, width: float, style: Style) -> float:
        """Title and a few words."""
        return title_height(self.title, style) + len(self._lines(width, style)) * step(small_size(style))

    def draw(self, on: Spot) -> None:
        """Draw it."""
        top = on.top - draw_title(on, self.title)
        size = small_size(on.style)
        on.pen.lines(on.x, top, self._lines(on.width, on.style), size, step(size), SANS, GREY)

    def html(self) -> str:
        """Nothing: mails have a sheet."""
        return ""

    def text(self) -> list[str]:
        """Nothing: mails have a sheet."""
        return []


def order_page(report: Report, style: Style) -> Leaf:
    """The order page."""
    p, seat, turn = report.player, report.seat, str(report.turn + 1)
    state = report.state
    own = state.acts_next(seat)
    due = ", ".join(part for part in due_parts(p.next_due) if part)
    fixed = [*fixed_fields(p.game, report.turn + 1, seat)]
    # heads of the two parts are lines of the sheet, hidden between those that are filled in
    fixed += [(line_field(1), "ACT")] * own + [(line_field(101), "REACT")]
    head = OrderHead(
        title=ORDERS,
        who=f"Side {seat}; {whose_turn(state, seat)}",
        cells=(FormCell("Game", p.game), FormCell("Turn", turn), FormCell("Side", seat), FormCell("Due", due)),
        fixed=tuple(fixed),
        aside="or leave it empty and answer our mail from your address: that stands for it.",
        device=ink.device(seat, style.length(32.0), style.map_sizes),
    )
    act: list[Block] = [Rubric("ACT: your own game turn, in this order", "CAST, USE, FORM, ASSAULT, IF …, AT CLASH …")]
    table = choice_table(report)
    lines = _how_many(table, style)
    act.append(_lines(2, lines, starts(report, react=False)))
    react: list[Block] = [Rubric("REACT: in the other side's, until replaced", "COUNTER, BLOCK, HOLD, AT CLASH CAST …")]
    react.append(_lines(102, lines, starts(report, react=True)))
    strips = [full(head), beside(6, act, react) if own else full(react[0])]
    strips += [] if own else [full(react[1])]
    most = MESSAGES.characters + MESSAGES.lines - 1  # line ends count as characters in a field, not in a message
    messages = MessageForm(
        f"Message: {MESSAGES.lines} lines and {MESSAGES.characters} characters; to the other side, or ALL",
        (MessageFields(*message_fields(1), LONGEST_NAME, most),),
        "",
    )
    strips += [full(table), full(messages)]
    sent = f"mail to {p.office_email}" if p.office_email else "mail back"
    foot = f"Fill in on screen, save, {sent}; or by hand. A later sheet replaces this one."
    return Leaf(ORDERS, tuple(strips), foot, in_order=True)


def _how_many(table: Table, style: Style) -> int:
    """Lines to write on: fewer where there is much to choose from, so that all stands on one page."""
    over = 0.0 if style.large else max(0.0, table.least(WIDE, style) - ROOM)
    return max(LEAST_LINES, LINES - ceil(over / LINE_HIGH))


def _lines(first: int, lines: int, drop: tuple[str, ...]) -> OrderLines:
    return OrderLines(
        tuple(
            OrderLine(line_field(first + n), str(n + 1), f"Line {n + 1} (ORD)", LONGEST_ORDER, drop)
            for n in range(lines)
        )
    )


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
        offered = []
        for p in choice.parameters:
            if p.candidates:
                offered.append(f"{p.word} {' '.join(p.candidates)}".strip())
            elif p.word in ("FORCE", "X"):
                offered.append(f"{p.word} n")
        what = f"{choice.verb} {choice.subject}".strip()
        note = "" if choice.legal else f"not as things stand: {choice.why}"
        rows.append(
            (Cell(what, bold=True), choice.card, choice.cost, "; ".join(offered), Cell(note, grey=True)),
        )
    heads = ("order", "card", "cost", "with", "")
    return Table(title="What you could order", heads=heads, rows=tuple(rows), small=True)


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    p = report.player
    leaves = [*_certificate(report, style), turn_pages(report, paper, style)]
    if report.form:
        leaves.append(order_page(report, style))
    return print_report(
        blocks.title_of(report),
        f"Side {report.seat}  ·  Xom and Zol, game {p.game}, mail turn {report.turn}",
        blocks.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def turn_pages(report: Report, paper: str, style: Style) -> Leaf:
    """Head, figures, the table, the hand, the fights; then what one ordered beside what happened, piles, letters."""
    strips: list[Strip] = [
        full(b) for b in (blocks.head(report, style), blocks.gauges(report), blocks.lead(report), blocks.notes(report))
    ]
    strips += one_below_the_other([blocks.table(report, style), blocks.hand(report), blocks.fights(report)])
    left: list[Block] = [blocks.settled(report), blocks.react(report), blocks.standing(report)]
    right: list[Block] = [blocks.ledger(report)]  # what has no room of the last column goes on first
    for block in (blocks.piles(report), blocks.known(report)):
        shorter(left, right, 6, paper, style).append(block)
    strips.append(beside(6, left, right))
    after: list[Block] = [
        blocks.letters(report),
        blocks.decks(report),
        blocks.revealed(report),
        blocks.all_orders(report),
        blocks.proof(report),
    ]
    return Leaf("The turn", (*strips, *map(full, after)))


def _certificate(report: Report, style: Style) -> list[Leaf]:
    state, seat = report.state, report.seat
    if state.ending is None:
        return []
    drawn = state.winner not in SIDES
    order = (seat, other(seat)) if drawn or state.winner == seat else (other(seat), seat)
    ranks = ("1.", "1.") if drawn else ("1.", "2.")
    points = {s: 1.0 if drawn else 3.0 if s == state.winner else 0.0 for s in SIDES}
    rostrum = tuple(
        Rostrum(rank, f"Side {s}", f"{state.sides[s].life} life", ink.device(s, 52.0, style.map_sizes))
        for rank, s in zip(ranks, order, strict=True)
    )
    rank = "a draw" if state.winner == DRAW else "the winner" if state.winner == seat else "second of two"
    certificate = Certificate(
        contest=f"Xom and Zol, game {report.player.game}",
        name=f"Side {seat}",
        rank=rank,
        lead=blocks.lead(report).sentence,
        points=points[seat],
        unit="point" if points[seat] == 1.0 else "points",
        lines=(f"{blocks.final_note(report, seat)}; played by {report.player.name}", f"{state.turn} game turns"),
        signed=report.player.office or "the game master",
        signed_as="the game master",
        date=date_words(report.player.date),
        rostrum=rostrum,
        device=ink.device(seat, 110.0, style.map_sizes),
        corners=(ink.FIELD["G"], ink.FIELD["E"], ink.FIELD["N"], ink.SIDE_FILL["A"]) * 3,
    )
    return [list_leaf("The certificate", (certificate,))]


# The printed card list: by faction, then type, every card's face.


_WORDS = {"G": "good", "E": "evil", "N": "neutral"}
_PLURALS = {CardType.SIGIL: "Sigils", CardType.LAND: "Lands"}


def card_list(cards: Sequence[Card], paper: str) -> bytes:
    """The list as PDF bytes; the same cards give the same bytes."""
    leaves = tuple(_leaf(faction, those) for faction in Faction if (those := _of(cards, faction)))
    return print_document(
        Document(
            title="Xom and Zol: the cards",
            author="magika-gm",
            subject="Card list",
            head="Xom and Zol: the cards",
            leaves=leaves,
        ),
        paper,
    )


def _of(cards: Sequence[Card], faction: Faction) -> list[Card]:
    return [card for card in cards if card.faction is faction]


def _leaf(faction: Faction, cards: Sequence[Card]) -> Leaf:
    name, letter = FACTION_NAMES[faction], FACTION_LETTERS[faction]
    shown: list[Block] = [
        Head(
            name=name,
            about=f"{_WORDS[letter]}; code {faction.value}",
            game=f"{len(cards)} cards",
            device=_device(faction, letter),
        ),
    ]
    for kind in CardType:
        those = tuple(("", card) for card in cards if card.type is kind)
        shown.append(Hand(_PLURALS.get(kind, f"{kind.value.capitalize()}s"), those))
    return list_leaf(name, shown)


def _device(faction: Faction, letter: str) -> Picture:
    """A seal with the faction's code."""
    dark = letter == "E"
    return Picture(
        50, 50, FACTION_NAMES[faction], "",
        (
            Circles(((25, 25),), 24, ink.PIP[letter], ink.INK, 0.9),
            Circles(((25, 25),), 20.5, "", ink.WHITE if dark else ink.INK, 0.6),
            ink.middle(25, 19.8, faction.value, 15.0, True, ink.WHITE if dark else ink.INK),
        ),
    )  # fmt: skip
