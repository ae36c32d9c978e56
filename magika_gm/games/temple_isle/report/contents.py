"""The blocks of a report: what each form puts in its own order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.report import board
from magika_gm.games.temple_isle.report.cards import card_picture
from magika_gm.games.temple_isle.report.clashes import Fights, Stacks, fights_of, stacks_of
from magika_gm.games.temple_isle.report.report import Report, names_of
from magika_gm.games.temple_isle.report.story import ENDINGS, NAMES, Line, Paragraph, sentence
from magika_gm.games.temple_isle.rules.board import OTHER, SEATS, SQUARE, SQUARES, WATER
from magika_gm.games.temple_isle.rules.catalogue import MantraCard, UnitCard
from magika_gm.games.temple_isle.rules.events import (
    ControlPassed,
    Event,
    FastFired,
    Fielded,
    Fought,
    MantraDeclared,
    Moved,
    Mustered,
    TemplePlaced,
    UnitsLeft,
)
from magika_gm.games.temple_isle.rules.refusals import Refusal, told_why
from magika_gm.games.temple_isle.rules.state import DRAW, Ending, Left, Stage
from magika_gm.games.temple_isle.sight.view import MantraSeen, SquareSeen, UnitSeen, View
from magika_gm.reports.kit.base import esc, heading_html, heading_text
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.discs import Disc
from magika_gm.reports.kit.drawings import Field, Legend, LegendItem
from magika_gm.reports.kit.form import Sheet
from magika_gm.reports.kit.head import Due, Gauge, Gauges, Head
from magika_gm.reports.kit.imprint import Colophon, dice_revealed, office_imprint
from magika_gm.reports.kit.letters import Card, Cards, Letter, Letters
from magika_gm.reports.kit.lists import Held, Holdings, Ledger, LedgerRow
from magika_gm.reports.kit.prose import Lead, NoteBox, Prose
from magika_gm.reports.kit.scores import BandRow, Bands
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table
from magika_gm.reports.picture import Circles, Picture, Polygon

MINUS = "\u2212"
FILL = {"SUN": board.SUN_FILL, "MOON": "#8d86b8"}
_LINES_A_ROW = 12
"""A step with more lines is broken over pages between rows of a dozen."""


def whose_turn(view: View, seat: str) -> str:
    """What the coming mail turn is, as its reader cares."""
    if view.ending is not None:
        return "the game is over"
    if view.stage is Stage.BUILD:
        return "next: both build the world"
    if view.stage is Stage.FIELD:
        return "next: both field their armies"
    owners = {owner: "yours" if owner == seat else f"{NAMES[owner]}'s" for _, owner in view.due}
    said = [f"game turn {turn}, {owners[owner]}" for turn, owner in view.due]
    return "next: " + " and ".join(said)


def title_of(report: Report) -> str:
    """The title of every form."""
    return f"Temple Isle {report.player.game}: mail turn {report.turn}, {NAMES[report.seat]}"


def head(report: Report, style: Style | None = None) -> Head:
    """Seat, game, due date."""
    p, view = report.player, report.view
    day, hour = due_parts(p.next_due)
    due = None
    if view.ending is None and p.next_due:
        hour = ", ".join(part for part in (hour, f"turn {report.turn + 1}") if part)
        due = Due("Orders due", day, hour, f"to {p.office_email}" if p.office_email else "")
    title = f" “{p.title}”" if p.title and p.title != p.game else ""
    after = f"after mail turn {report.turn}" if report.turn else "before mail turn 1"
    return Head(
        name=NAMES[report.seat],
        about=f"against {NAMES[OTHER[report.seat]]}; {whose_turn(view, report.seat)}",
        game=f"Temple Isle, game {p.game}{title}, {after}",
        due=due,
        badge="",
        device=board.device(report.seat, (style or Style()).length(40.0)),
        letter="",
    )


def gauges(report: Report) -> Gauges:
    """One's own figures of END-5, hand, deck."""
    view = report.view
    own, foe = view.standings[report.seat], view.standings[OTHER[report.seat]]
    temples = sum(square.card in view.catalogue.temples for square in view.isle)
    return Gauges(
        (
            Gauge("temples", str(own.temples), f"of {temples}; foe {foe.temples}", "", own.temples / max(1, temples)),
            Gauge("lands", str(own.lands), f"foe {foe.lands}"),
            Gauge("levels", str(own.levels), f"foe {foe.levels}"),
            Gauge("hit points", str(own.hp), f"foe {foe.hp}"),
            Gauge("hand", str(len(view.hand)), f"limit {view.hand_limit}; foe {view.hands[OTHER[report.seat]]}"),
            Gauge("deck", str(view.deck), f"pile {len(view.discard)}"),
        )
    )


def lead(report: Report) -> Lead:
    """The strongest sentence, where things stand."""
    view, seat = report.view, report.seat
    if view.ending is not None:
        return Lead(_outcome(report), "")
    own, foe = view.standings[seat], view.standings[OTHER[seat]]
    standing = "You are level with your foe." if own == foe else (
        "By the standings you lead (END-5)." if own > foe else "By the standings your foe leads (END-5)."
    )  # fmt: skip
    return Lead(_strongest(report), standing)


def _outcome(report: Report) -> str:
    view = report.view
    why, rule = ENDINGS[Ending(view.ending or "")]
    said = "The game is drawn" if view.winner == DRAW else "You win" if view.winner == report.seat else "Your foe wins"
    return f"{said}: {why} ({rule})."


def _weight(report: Report, event: Event) -> int:
    """How much an event says of a turn: 0 is the most; 9 nothing."""
    view = report.view
    match event:
        case ControlPassed(square, _, _, _) if view.isle[SQUARE[square]].card in view.catalogue.temples:
            return 0
        case UnitsLeft(_, Left.DESTROYED, _, _):
            return 1
        case Mustered():
            return 2
        case ControlPassed():
            return 3
        case Fought():
            return 4
        case TemplePlaced() | Fielded():
            return 5
        case MantraDeclared():
            return 6
        case Moved():
            return 7
    return 9


def _strongest(report: Report) -> str:
    if not report.turn:
        return "The isle is drawn. Say where water and temples shall lie (BUILD-6)."
    names = names_of(report.view)
    weighed = [(_weight(report, one.event), n) for n, one in enumerate(report.told)]
    best, number = min(weighed, default=(9, 0))
    event = report.told[number].event if best < 9 else None
    if isinstance(event, ControlPassed):
        card = report.view.isle[SQUARE[event.square]].card
        held = f"it was {NAMES[event.before]}'s" if event.before else "it was nobody's"
        whose = f"{NAMES[event.seat]}'s" if event.seat else "neutral"
        return f"{card} on {event.square} becomes {whose}; {held}."
    line = sentence(event, names) if event is not None else None
    return line.text if line is not None else "Nothing happened that both of you saw."


def welcome(report: Report) -> Prose:
    """What to do first, in the first report alone."""
    if report.turn or report.view.ending is not None:
        return Prose("", ())
    building = report.view.stage is Stage.BUILD
    world = (
        "The isle is laid; five waters and four temples come next. Rank squares for those you place: WATER c1, b1 and "
        "TEMPLE ANY AT c2, d2. What you do not say is taken from the standard list (BUILD-7).",
    )
    rest = (
        "In your game turn muster one unit: first of level 1 on the edge, bigger ones as the levels in play grow.",
        "Who controls all four temples at the end of his own game turn has won.",
        "Every sheet is answered at once with what was understood. Write to your foe in it: MESSAGE … END MESSAGE.",
    )
    return Prose("Your first turn", (*(world if building else ()), *rest))


def notes(report: Report) -> NoteBox:
    """What office and game master have to say."""
    return NoteBox("From the game master", report.notes)


@dataclass(frozen=True)
class Isle(Field):
    """The board: in mails a table of five columns, in texts two lines a row."""

    cells: tuple[tuple[str, str, str, str], ...] = ()
    """Colour, name, holder, units; in reading order."""
    rows: tuple[str, ...] = ()

    def html(self) -> str:
        """A table every mail program draws."""
        body = []
        for row in range(len(self.cells) // 5):
            tds = [
                f'<td style="width:20%;background:{fill};color:#1c1726;border:1px solid #8a8494;padding:3px 4px;'
                f'vertical-align:top;height:52px;overflow-wrap:anywhere">'
                f"<b>{esc(name)}</b>{f' ({esc(held)})' if held else ''}"
                f"{f'<br>{esc(units)}' if units else ''}</td>"
                for fill, name, held, units in self.cells[row * 5 : row * 5 + 5]
            ]
            label = f'<td style="padding:0 4px;font-weight:bold">{row + 1}</td>'
            body.append(f"<tr>{label}{''.join(tds)}</tr>")
        letters = "".join(f'<th style="text-align:center">{c}</th>' for c in "abcde")
        table = (
            '<table cellspacing=0 cellpadding=0 style="width:100%;table-layout:auto;font:11px/1.3 Helvetica,Arial,'
            f'sans-serif"><tr><th></th>{letters}</tr>{"".join(body)}</table>'
        )
        return heading_html(self.title) + table

    def text(self) -> list[str]:
        """Rows of text."""
        key = "S Sun's, M Moon's, + temple, ~ water; sU3:4 is Sun's unit 3 with 4 HP"
        return [*heading_text(self.title), *self.rows, key]


def isle(report: Report, title: str = "The isle", *, full: bool = False) -> Isle:
    """The board."""
    return board_of(report.view, title, full=full)


def board_of(view: View, title: str, *, full: bool = False) -> Isle:
    """The board of a view."""
    cells = []
    for number, square in enumerate(view.isle):
        fill = board.SEA if square.card == WATER else board.LAND
        fill = board.TEMPLE if square.card in view.catalogue.temples else fill
        units = "; ".join(
            f"U{u.number} {u.card} {u.hp}/{u.now.full}{'' if u.owner == 'SUN' else ' (Moon)'}"
            for u in view.units
            if u.square == number
        )
        cells.append((fill, square.card, NAMES[square.control] if square.control else "", units))
    return Isle(
        title=title,
        maker=partial(board.isle_picture, view, full=full),
        ratio=board.RATIO,
        shrink=0.8,
        caption=""
        if not full
        else "Counters: Sun's light, Moon's dark, number, card, HP of full HP; * a mantra lies on it.",
        cells=tuple(cells),
        rows=board.text_rows(view),
    )


def legend(style: Style) -> Legend:
    """What is drawn."""
    size = style.length(9.0)
    box = ((0.5, 0.5), (size, 0.5), (size, size - 0.5), (0.5, size - 0.5))

    def chip(fill: str, width: float = 0.5) -> Picture:
        return Picture(size, size, "", "", (Polygon(box, fill, board.INK, width),))

    slip = Picture(size, size, "", "", (Circles(((size / 2, size / 2),), size / 4, "#7a1f5c", board.INK, 0.4),))
    return Legend(
        "What is drawn",
        (
            LegendItem(board.device("SUN", size), "Sun's card"),
            LegendItem(board.device("MOON", size), "Moon's card"),
            LegendItem(chip("#ffffff", 1.1), "Sun's unit", "number, HP"),
            LegendItem(chip(board.MOON_FILL), "Moon's unit", "number, HP"),
            LegendItem(chip(board.TEMPLE, 1.4), "temple"),
            LegendItem(chip(board.SEA), "water"),
            LegendItem(slip, "a mantra lies there"),
        ),
    )


def ledger(report: Report) -> Ledger:
    """The turn, step by step; harm done to the reader is marked."""
    rows = [row for paragraph in report.story for row in _rows(paragraph, report.seat)]
    return Ledger("The turn, step by step", (), tuple(rows))


def said(line: Line) -> str:
    """A sentence with its rule."""
    return f"{line.text}  [{line.rule}]" if line.rule else line.text


def _rows(paragraph: Paragraph, seat: str) -> list[LedgerRow]:
    number = str(paragraph.step) if paragraph.step else ""
    rows: list[LedgerRow] = []
    for at in range(0, len(paragraph.lines), _LINES_A_ROW):
        part = tuple(said(line) for line in paragraph.lines[at : at + _LINES_A_ROW])
        rows.append(LedgerRow("" if at else number, "" if at else paragraph.title, part))
    harmed = any(line.harmed == seat for line in paragraph.lines)
    return [row._replace(struck=harmed and not row.number) for row in rows]


def hand(report: Report) -> Holdings:
    """The cards held, what each asks for, and what it lacks to be played now."""
    rows = []
    for held in report.view.hand:
        card = report.view.catalogue.cards.get(held.card)
        why = told_why(held.why_not) if held.why_not else "can be played"
        rows.append(Held("", "", held.card, card_text(card), why))
    return Holdings(f"Your hand: {means(report)}", tuple(rows), "level, A/B/C/D")


def card_text(card: UnitCard | MantraCard | None) -> str:
    """A card's figures, in short."""
    match card:
        case UnitCard():
            return f"{card.level}   {card.scores}"
        case MantraCard():
            return f"{card.level}  {'Fast ' if card.fast else ''}{card.lasts}"
    return ""


def effects_text(card: UnitCard | MantraCard) -> str:
    """Keywords and effects as the law writes them."""
    words = list(card.keywords) if isinstance(card, UnitCard) else []
    return "; ".join([*words, *(str(effect) for effect in card.effects if str(effect) not in words)])


def hand_table(report: Report) -> Table:
    """What the cards held say."""
    rows = []
    for name in dict.fromkeys(held.card for held in report.view.hand):
        card = report.view.catalogue.cards[name]
        aim = f"on {card.aim}" if isinstance(card, MantraCard) and card.aim != "none" else ""
        rows.append((Cell(name, bold=True), aim, effects_text(card) or "·"))
    return Table(title="What your cards say (EFF-1)", heads=("card", "", "effect"), rows=tuple(rows), small=True)


def units(report: Report) -> Table:
    """Every unit in play; own rows tinted."""
    return units_of(report.view, report.seat)


def units_of(view: View, seat: str = "") -> Table:
    """Every unit in play."""
    rows = []
    for unit in view.units:
        now = unit.now
        rows.append(
            (
                Cell(f"U{unit.number}", bold=True),
                unit.card,
                NAMES[unit.owner],
                SQUARES[unit.square],
                f"{unit.hp}/{now.full}",
                str(now.a), str(now.b), str(now.d),
                _marks(unit),
            )
        )  # fmt: skip
    own = frozenset(n for n, unit in enumerate(view.units) if unit.owner == seat)
    heads = ("", "unit", "of", "at", "HP", "A", "B", "D", "")
    return Table(title="Units in play", heads=heads, rows=tuple(rows), right=frozenset({4, 5, 6, 7}), own=own)


def _marks(unit: UnitSeen) -> str:
    now = unit.now
    words = [f"range {now.range}"] if now.range > 1 else []
    words += [f"guard {now.guard}"] if now.guard else []
    words += [word for word, has in (("leap", now.leap), ("held", now.hold), ("ward", now.ward), ("cover", now.cover))
              if has]  # fmt: skip
    words += ["organizing"] if unit.organizing else []
    return ", ".join([*words, *(mantra_text(m) for m in unit.mantras)]) or "·"


def mantra_text(mantra: MantraSeen) -> str:
    """``Might (Sun, to turn 7)``."""
    return f"{mantra.card} ({NAMES[mantra.caster]}{f', to turn {mantra.until}' if mantra.until else ''})"


def lands(report: Report, *, every: bool = True) -> Table:
    """Cards of the isle that do something, or (not ``every``) those alone on which something lies."""
    return lands_of(report.view, every=every)


def lands_of(view: View, *, every: bool = True) -> Table:
    """Cards of the isle that do something, or (not ``every``) those alone on which something lies."""
    rows = []
    for number, square in enumerate(view.isle):
        if square.card == WATER:
            continue
        effects = _effects(view, square)
        if not square.mantras and not square.closed and not (every and effects):
            continue
        more = "; ".join(mantra_text(m) for m in square.mantras)
        cost = "closed" if square.closed else " / ".join(map(str, square.cost))
        rows.append((Cell(SQUARES[number], bold=True), square.card, NAMES[square.control] if square.control else "·",
                     cost, "; ".join(part for part in (effects, more) if part)))  # fmt: skip
    heads = ("", "card", "held by", "step", "effect for its holder; mantras")
    title = "Lands that do something" if every else "Lands on which something lies"
    return Table(title=title, heads=heads, rows=tuple(rows), small=True)


def _effects(view: View, square: SquareSeen) -> str:
    return "; ".join(str(effect) for effect in view.catalogue.isle[square.card].effects)


def standing(report: Report) -> Table:
    """END-5, line by line: temples first, then lands, levels, hit points."""
    return standing_of(report.view, report.seat)


def standing_of(view: View, seat: str = "") -> Table:
    """END-5: what decides in its order."""
    order = sorted(SEATS, key=lambda s: view.standings[s], reverse=True)
    rows: list[tuple[str | Cell, ...]] = []
    for one in order:
        found = view.standings[one]
        rows.append(
            (Cell(NAMES[one], bold=True), str(found.temples), str(found.lands), str(found.levels), str(found.hp))
        )
    own = frozenset(n for n, s in enumerate(order) if s == seat)
    return Table(title="Standings, in the order they decide (END-5)", heads=("", "temples", "lands", "levels", "HP"),
                 rows=tuple(rows), right=frozenset({1, 2, 3, 4}), own=own)  # fmt: skip


def bands(report: Report) -> Bands:
    """Oneself beside the foe."""
    own, foe = report.view.standings[report.seat], report.view.standings[OTHER[report.seat]]
    rows = tuple(
        BandRow(name, a, b, b)
        for name, a, b in (("Lands", own.lands, foe.lands), ("Levels", own.levels, foe.levels), ("HP", own.hp, foe.hp))
    )
    most = max(10, *(max(r.own, r.high) for r in rows))
    return Bands("You and your foe", rows if report.view.units else (), 0, most, "Tick: you. Band: your foe.")


def fast(report: Report) -> Table:
    """What fired, and the FAST lines that stand: which wait for their event, and why the others sleep (FAST-2)."""
    from magika_gm.games.temple_isle.orders.write import write_order

    fired = [one.event for one in report.told if isinstance(one.event, FastFired) and one.event.seat == report.seat]
    rows: list[tuple[str | Cell, ...]] = [("", Cell(e.text, bold=True), "fired; used up (FAST-3)") for e in fired]
    rows += [(str(n), write_order(line), asleep(report, line)) for n, line in enumerate(report.view.fast, 1)]
    return Table(title="Your FAST lines", heads=("", "line", ""), rows=tuple(rows))


def asleep(report: Report, line: Fast) -> str:
    """Whether a standing line could fire as things are, by what its player knows himself."""
    view = report.view
    if line.card not in {held.card for held in view.hand}:
        return "sleeps: the card is not in your hand (FAST-2)"
    if view.count < view.catalogue.mantras[line.card].level:
        return f"sleeps: {told_why(Refusal.COUNT)}"
    return "waits for its event"


def fights(report: Report) -> Fights:
    """Every fight with its dice."""
    return Fights("Fights (COMB-2)", fights_of([one.event for one in report.told], names_of(report.view)))


def stacks(report: Report) -> Stacks:
    """Mantras answered, as stacks."""
    return Stacks("Mantras answered: the last declared works first (FAST-4)", stacks_of([t.event for t in report.told]))


def hand_cards(report: Report) -> Cards:
    """One's hand as printed cards, to cut out; below each what it lacks to be played now."""
    cards = []
    for held in report.view.hand:
        design = report.view.catalogue.cards.get(held.card)
        if design is not None:
            note = told_why(held.why_not) if held.why_not else "can be played"
            cards.append(Card(card_picture(design), note))
    return Cards(f"Your hand: {means(report)}", tuple(cards))


def means(report: Report) -> str:
    """What cards are played by: count, levels in play, hand limit."""
    view = report.view
    return f"count {view.count} (ENCH-2), levels in play {view.level_sum} (MUST-2), limit {view.hand_limit} (SEQ-3)"


def piles(report: Report) -> Prose:
    """Piles, and what is known of the other hand."""
    view, foe = report.view, OTHER[report.seat]
    lines = [f"Discard pile, newest last: {', '.join(view.discard) or 'empty'}."]
    known = f", among them {', '.join(view.known)}" if view.known else ""
    lines.append(f"{NAMES[foe]} holds {view.hands[foe]} cards{known}.")
    if report.memory.peek is not None:
        seen = ", ".join(report.memory.peek) or "no card"
        lines.append(f"The other hand as seen in mail turn {report.memory.peeked}: {seen}.")
    over = [mantra_text(m) for m in view.global_mantras]
    lines += [f"Over the isle: {'; '.join(over)}."] if over else []
    lines += [f"{NAMES[s]} offers a draw (END-4)." for s in SEATS if view.offered[s]]
    if view.temples:
        placed = "; ".join(f"T{n} {t}" for n, t in enumerate(view.temples, 1))
        lines.append(f"Temples to be placed (BUILD-2): {placed}.")
    return Prose("Cards", tuple(lines))


def played(report: Report) -> Prose:
    """The reader's own lines, as the turn was played with them."""
    title = f"Your sheet ({report.how})" if report.how else "Your sheet"
    return Prose(title if report.orders else "", report.orders, numbered=True)


def letters(report: Report) -> Letters:
    """Messages."""
    return Letters(
        "Messages",
        tuple(
            Letter(
                Disc(NAMES[m.sender][:1], FILL[m.sender]),
                "you" if m.sender == report.seat else NAMES[m.sender],
                "to you" if m.sender != report.seat else f"to {NAMES[OTHER[report.seat]]}",
                m.text,
            )
            for m in report.messages
        ),
    )


def colophon(report: Report) -> Colophon:
    """What an office must print."""
    return office_imprint(report.player, report.seed_hash)


def sheet(report: Report) -> Sheet:
    """The sheet of mails, with its button."""
    p = report.player
    subject = f"Temple Isle game {p.game}, turn {report.turn + 1}, {report.seat}"
    lead_in = "Answer this mail with the sheet below: take the ; away from what you want, and fill it in."
    return Sheet(f"Orders for mail turn {report.turn + 1}", lead_in, report.form, p.office_email, subject)


def proof(report: Report) -> Prose:
    """What the dice were made of."""
    return dice_revealed(report.seed, report.seed_hash, " and compares (SEQ-4).")


def revealed(report: Report) -> Table:
    """What both held at the end."""
    if report.revealed is None:
        return Table(title="", heads=(), rows=())
    found = report.revealed
    rows = tuple(
        (Cell(NAMES[s], bold=True), ", ".join(found.hands[s]) or "no cards", "; ".join(found.fast[s]) or "·")
        for s in SEATS
    )
    return Table(title="What was hidden", heads=("", "hand", "FAST lines"), rows=rows)
