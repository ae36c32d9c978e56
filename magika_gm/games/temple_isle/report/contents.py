"""The blocks of a report: what each form puts in its own order."""

from __future__ import annotations

from magika_gm.games.temple_isle.report import board
from magika_gm.games.temple_isle.report.clashes import Fights, Stacks, fights_of, stacks_of
from magika_gm.games.temple_isle.report.report import Report, names_of
from magika_gm.games.temple_isle.report.story import ENDINGS, NAMES, Line, Paragraph, sentence
from magika_gm.games.temple_isle.report.threats import threats
from magika_gm.games.temple_isle.rules.board import OTHER, SEATS, SQUARE
from magika_gm.games.temple_isle.rules.events import (
    ControlPassed,
    Event,
    Fielded,
    Fought,
    MantraDeclared,
    Moved,
    Mustered,
    TemplePlaced,
    UnitsLeft,
)
from magika_gm.games.temple_isle.rules.state import DRAW, Ending, Left, Stage
from magika_gm.games.temple_isle.sight.view import View
from magika_gm.reports.kit.dates import due_parts
from magika_gm.reports.kit.discs import Disc
from magika_gm.reports.kit.form import Sheet
from magika_gm.reports.kit.head import Due, Gauge, Gauges, Head
from magika_gm.reports.kit.imprint import Colophon, dice_revealed, office_imprint
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.lists import Ledger, LedgerRow
from magika_gm.reports.kit.prose import Lead, NoteBox, Prose
from magika_gm.reports.kit.scores import BandRow, Bands
from magika_gm.reports.kit.style import Style
from magika_gm.reports.kit.tables import Cell, Table

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
    return Lead(_strongest(report), standing, threats(report))


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


def fights(report: Report) -> Fights:
    """Every fight with its dice."""
    return Fights("Fights (COMB-2)", fights_of([one.event for one in report.told], names_of(report.view)))


def stacks(report: Report) -> Stacks:
    """Mantras answered, as stacks."""
    return Stacks("Mantras answered: the last declared works first (FAST-4)", stacks_of([t.event for t in report.told]))


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
