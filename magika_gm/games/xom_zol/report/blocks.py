"""The blocks of a report: what each form puts in its own order (SEE-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from magika_gm.engine.told import Told
from magika_gm.engine.words import befell
from magika_gm.games.xom_zol.cards.text import change_text
from magika_gm.games.xom_zol.orders.lines import write_order
from magika_gm.games.xom_zol.report import board, faces
from magika_gm.games.xom_zol.report import board as ink
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.games.xom_zol.report.story import Names, Paragraph, names_in, number_of
from magika_gm.games.xom_zol.rules import events as e
from magika_gm.games.xom_zol.rules.figures import looks
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.terms import DRAW, SIDES, other
from magika_gm.reports.kit.base import (
    LABEL,
    LETTER,
    SMALL,
    Listed,
    Spot,
    Style,
    draw_title,
    folded,
    heading_html,
    heading_text,
    title_height,
)
from magika_gm.reports.kit.drawings import Field
from magika_gm.reports.kit.lists import Cell, Cells, Ledger, LedgerRow, Table, harms, numbered, sheet_lines
from magika_gm.reports.kit.prose import Prose, dozens, said
from magika_gm.reports.pdf_stream import BOLD, cut, text_width
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import Item, Lines, Picture, Polygon, box, in_a_row, middle, mixed, write

# The fights of an assault, blow by blow: who met whom, alignment and keywords, damage, deaths (ASLT, ALN, FIGHT).
#
# Everything is read from what was told, which both sides perceive (SEE-2).


FIGHT_STEP = 345
"""From here on changes belong to fights (FIGHT-1)."""
ROW, PASSING = 40.0, 24.0
"""Heights: of one against one, and of an assaulter nobody counters."""


@dataclass(slots=True)
class Fighter:
    """One in a fight: what changed in it and why, what it dealt and to whom, and whether it fell."""

    ref: str
    changes: list[str] = field(default_factory=list)
    dealt: list[tuple[str, int]] = field(default_factory=list)
    died: bool = False
    leech: int = 0


@dataclass(slots=True)
class Fight:
    """An assaulter, those who countered it, and what it did to the player or a function."""

    side: str
    rank: int
    assaulter: Fighter
    counters: list[Fighter] = field(default_factory=list)
    sabotaged: str = ""

    @property
    def fighters(self) -> list[Fighter]:
        """All of it."""
        return [self.assaulter, *self.counters]

    @property
    def to_player(self) -> int:
        """Damage to the player."""
        return sum(n for at, n in self.assaulter.dealt if at in SIDES)


def fights_of(told: Iterable[Told[Any]]) -> list[Fight]:
    """The fights of a mail turn in the order of the assaulters."""
    found: list[Fight] = []
    now: dict[str, Fighter] = {}
    at: dict[str, Fight] = {}
    for one in told:
        match one.event:
            case e.AssaultersChosen(side, first, second, _):
                now, at = {}, {}
                for rank, refs in ((1, first), (2, second)):
                    for ref in refs:
                        now[ref] = Fighter(ref)
                        at[ref] = Fight(side, rank, now[ref])
                        found.append(at[ref])
            case e.CounterAssigned(ref, against) if against in at:
                now[ref] = Fighter(ref)
                at[against].counters.append(now[ref])
            case e.AssaultEnded():
                now, at = {}, {}
            case event:
                _take(event, one.step, now, at)
    return found


def _take(event: Any, step: int, now: dict[str, Fighter], at: dict[str, Fight]) -> None:
    match event:
        case e.Aligned(ref, against, s, d) if ref in now:
            now[ref].changes.append(f"{change_text(s, d)} against {against} (ALN)")
        case e.Changed(ref, s, d, by) if ref in now:
            why = "SLAYER" if by == ref and step >= FIGHT_STEP else by
            now[ref].changes.append(f"{change_text(s, d)} by {why}")
        case e.Granted(ref, keyword, by) if ref in now:
            now[ref].changes.append(f"{keyword} by {by}")
        case e.Struck(ref, where, n) if ref in now:
            now[ref].dealt.append((where, n))
        case e.LifeChanged(_, change, by, e.Why.LEECH) if by in now:
            now[by].leech += change
        case e.Sabotaged(ref, function, card) if ref in at:
            at[ref].sabotaged = f"{function} {card}"
        case e.Died(ref, _, _) if ref in now:
            now[ref].died = True
        case _:
            pass


def figures(ref: str, names: Names, state: State) -> str:
    """``G3 3/4``: as they stand after the turn with what lies on the creature, printed for one that left."""
    card = names.card(ref)
    if card is None:
        return ""
    if ref in state.pieces:
        now = looks(state, ref)
        return f"{card.alignment} {now.s}/{now.d}"
    return f"{card.alignment} {card.s}/{card.d}"


def fighter_text(one: Fighter, names: Names, state: State) -> str:
    """``A7 Banner Knight G4 2/3, +2/0 against B4 (ALN)``."""
    return ", ".join([f"{names(one.ref)} {figures(one.ref, names, state)}".strip(), *one.changes])


def outcome(fight: Fight, names: Names) -> str:
    """What came of it, in a sentence."""
    a = fight.assaulter
    said = []
    if fight.sabotaged:
        said.append(f"destroys {fight.sabotaged} (ASLT-10)")
    if fight.to_player:
        over = " (OVERRUN)" if fight.counters else ""
        said.append(f"deals {fight.to_player} to {names.whom(other(fight.side))}{over}")
    said += [f"deals {n} to {at}" for at, n in a.dealt if at not in SIDES]
    text = f"{a.ref} {', '.join(said) or 'deals nothing'}"
    for c in fight.counters:
        dealt = sum(n for _, n in c.dealt)
        text += f"; {c.ref} deals {dealt or 'nothing'}" + (f" to {a.ref}" if dealt else "")
    leech = sum(one.leech for one in fight.fighters)
    text += f"; {leech} life by LEECH" if leech else ""
    fallen = [one.ref for one in fight.fighters if one.died]
    if fallen:
        return f"{text}. {' and '.join(fallen)} {'die' if len(fallen) > 1 else 'dies'}."
    return f"{text}. {'All live.' if fight.counters else ''}".rstrip()


def fight_title(fight: Fight, names: Names, state: State) -> str:
    """Who fought whom."""
    against = " and ".join(fighter_text(c, names, state) for c in fight.counters)
    rank = "" if fight.rank == 1 else " (second rank)"
    return f"{fighter_text(fight.assaulter, names, state)}{rank}: " + (
        f"countered by {against}" if against else "not countered"
    )


@dataclass(frozen=True)
class FightBlock(Listed):
    """Every fight drawn: the assaulter at left, its counters at right, blows as arrows with their damage."""

    entries = "fights"
    fights: tuple[Fight, ...] = field(metadata={"drawn": True})
    names: Names = field(metadata={"drawn": True})
    state: State = field(metadata={"drawn": True}, compare=False)

    def _row(self, fight: Fight, style: Style) -> float:
        return (style.length(ROW) * len(fight.counters) or style.length(PASSING)) + 6

    def least(self, width: float, style: Style) -> float:  # noqa: ARG002 - rows are as high in any width
        """A row each."""
        return title_height(self.title, style) + sum(self._row(f, style) for f in self.fights)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        y = on.top - draw_title(on, self.title)
        for one in self.fights:
            high = self._row(one, on.style)
            picture = fight_picture(one, self.names, self.state, on.width, high - 6, on.style)
            on.pen.picture(picture, on.x, y - picture.height)
            y -= high

    def html(self) -> str:
        """A paragraph each."""
        from magika_gm.reports.kit.base import esc

        said = "".join(
            f'<p style="margin:0 0 8px"><b>{esc(fight_title(f, self.names, self.state))}.</b><br>'
            f"{esc(outcome(f, self.names))}</p>"
            for f in self.fights
        )
        return heading_html(self.title) + said

    def text(self) -> list[str]:
        """Two lines each, hung."""
        lines = heading_text(self.title)
        for one in self.fights:
            lines += folded(f"{fight_title(one, self.names, self.state)}.", rest="  ")
            lines += folded(outcome(one, self.names), "  ", "  ")
        return lines

    def plain(self) -> dict[str, object]:
        """In words."""
        said = [
            {"fight": fight_title(f, self.names, self.state), "outcome": outcome(f, self.names)} for f in self.fights
        ]
        return {"block": "Fights", "title": self.title, "fights": said}


def fight_picture(fight: Fight, names: Names, state: State, width: float, height: float, style: Style) -> Picture:
    """One fight."""
    items: list[Item] = []
    wide = width * 0.36
    tall = (style.length(ROW) if fight.counters else height) - 4
    items += _fighter(fight.assaulter, names, state, (0, (height - tall) / 2, wide, tall), style)
    count = max(1, len(fight.counters))
    each = height / count
    left, right = wide + 4, width - wide - 4
    for number, counter in enumerate(fight.counters):
        middle = height - each * (number + 0.5)
        items += _fighter(counter, names, state, (width - wide, middle - tall / 2, wide, tall), style)
        there = sum(n for at, n in fight.assaulter.dealt if at == counter.ref)
        back = sum(n for _, n in counter.dealt)
        items += _arrow(left, right, middle + style.length(5), there, style)
        items += _arrow(right, left, middle - style.length(7), back, style)
    if not fight.counters:
        items += _passing(fight, names, left, right, width, height, style)
    said = f"{fight_title(fight, names, state)}. {outcome(fight, names)}"
    return Picture(width, height, "A fight", said, tuple(items))


def _passing(
    fight: Fight, names: Names, left: float, right: float, width: float, height: float, style: Style
) -> list[Item]:
    """Not countered: through to the player, or to a function."""
    size = style.map_size(SMALL)
    middle = height / 2
    items = _arrow(left, right, middle, fight.to_player, style)
    words = [f"destroys {fight.sabotaged}"] if fight.sabotaged else []
    words += [f"{fight.to_player} to {names.whom(other(fight.side))}"] if fight.to_player else []
    items.append(
        write(right + 8, middle - size * 0.35, cut(", ".join(words) or "nothing", size, width - right - 8), size, True)
    )
    return items


def _fighter(
    one: Fighter, names: Names, state: State, place: tuple[float, float, float, float], style: Style
) -> list[Item]:
    x, y, wide, high = place
    card = names.card(one.ref)
    size, label, big = style.map_size(SMALL), style.map_size(LABEL), style.map_size(LETTER)
    fill = ink.FIELD[card.letter] if card else ink.WHITE
    items: list[Item] = [Polygon(box(x, y, wide, high), fill, INK, 0.7)]
    if one.died:  # behind his figures, which are to be read
        items.append(Lines((((x, y), (x + wide, y + high)),), mixed(fill, "#b01818", 0.4), 1.4))
    name = names(one.ref)
    said = figures(one.ref, names, state)
    room = wide - text_width(said, big, BOLD) - 12
    items.append(write(x + 4, y + high - size - 2, cut(name, size, room, BOLD), size, True))
    items.append(write(x + wide - text_width(said, big, BOLD) - 4, y + high - big - 1, said, big, True))
    words = list(one.changes) or ([", ".join(sorted(k.lower() for k in card.keywords if k != "LIMIT"))] if card else [])
    low = y + high - size - 4 - label
    for line in words[:2]:
        if low < y + 1:
            break
        items.append(write(x + 4, low, cut(line, label, wide - (34 if one.died else 8)), label))
        low -= label * 1.2
    if one.died:
        mark = "dies"
        items.append(write(x + wide - text_width(mark, size, BOLD) - 4, y + 3, mark, size, True, "#b01818"))
    return items


def _arrow(start: float, end: float, y: float, n: int, style: Style) -> list[Item]:
    """An arrow with the damage on it; dotted where none was dealt."""
    way = 1 if end > start else -1
    tip = end - way * 2
    head = ((tip, y), (tip - way * 7, y + 3), (tip - way * 7, y - 3))
    size = style.map_size(LETTER)
    halfway = (start + end) / 2
    if not n:
        return [Lines((((start, y), (tip, y)),), ink.EDGE, 0.6, 2.0)]
    return [
        Lines((((start, y), (tip - way * 6, y)),), INK, 1.2),
        Polygon(head, INK, INK, 0.3),
        Polygon(box(halfway - size, y - size * 0.6, size * 2, size * 1.2), ink.WHITE),
        middle(halfway, y - size * 0.35, str(n), size, True),
    ]


def headline(report: Report) -> str:
    """What follows the side's name in a subject."""
    own, foe = (report.state.sides[s] for s in (report.seat, other(report.seat)))
    if report.state.ending is not None:
        winner = report.state.winner
        return "drawn" if winner == DRAW else "won" if winner == report.seat else "lost"
    return f"{own.life} life to {foe.life}"


def strongest(events: Iterable[Any], who: Mapping[str, str]) -> str:
    """What the turn did to both: life and cards lost, then what was cast."""
    life = dict.fromkeys(SIDES, 0)
    lost: dict[str, list[str]] = {side: [] for side in SIDES}
    stopped: dict[str, list[str]] = {side: [] for side in SIDES}
    cast: dict[str, list[str]] = {side: [] for side in SIDES}
    for event in events:
        match event:
            case e.Struck(at=side, n=n) if side in SIDES:
                life[side] += n
            case e.LifeChanged(side=side, change=change):
                life[side] -= change
            case e.PenaltiesTaken(side=side):
                life[side] += event.pool + event.lapsed + event.unmet
            case e.Died() | e.Destroyed():
                lost[event.ref[0]].append(event.card)
            case e.CastCancelled(side=side, card=card, by=by):
                stopped[side].append(f"{card} to {by}")
            case e.CardCast(side=side, card=card):
                cast[side].append(card)
    missed = [event.side for event in events if isinstance(event, e.SheetMissed)]
    if missed:
        return f"No sheet came from {' and '.join(who[side] for side in missed)}: the default turn was played."
    gone = {side: [*([f"{life[side]} life"] if life[side] > 0 else []), *lost[side], *stopped[side]] for side in SIDES}
    said = befell(who, ("lost", gone)) or befell(who, ("cast", cast))
    assault = any(isinstance(event, e.AssaultDeclared) for event in events)
    return said or ("Nobody was hurt in the assault." if assault else "Nothing was cast, and nobody was hurt.")


def table(report: Report, style: Style | None = None) -> board.TableField:
    """Both fields by rank, land and function rows."""
    return board.table_of(report.state, report.seat, "The table", style)


def hand(report: Report) -> faces.Hand:
    """The hand with every card's full text, the next draw last (MAIL-5)."""
    own = report.state.sides[report.seat].hand
    cards = [(f"H{i}", card) for i, card in enumerate(report.hand, 1)]
    title = "Your hand"
    if len(cards) > len(own):
        title = f"Your hand; H{len(cards)} is your next draw"
    return faces.Hand(title, tuple(cards))


def fights(report: Report) -> FightBlock:
    """The assault, blow by blow."""
    names = names_in(report.state, report.told, report.seat)
    return FightBlock("The fight, blow by blow (ALN, FIGHT)", tuple(fights_of(report.told)), names, report.state)


def struck(report: Report) -> Field:
    """Faces of the cards that struck a player in the last fight; of the strongest where none did."""
    pieces = report.state.pieces
    refs = [f.assaulter.ref for f in fights_of(report.told) if f.to_player and f.assaulter.ref in pieces]
    cards = [pieces[ref].card for ref in refs] or [p.card for side in SIDES for p in report.state.creatures(side)]
    cards = sorted(cards, key=lambda card: (-card.s, card.name))[:STRUCK]

    def row(width: float, height: float, style: Style) -> Picture:
        wide = min(width / STRUCK - 8, height / faces.RATIO)
        return in_a_row([faces.face(card, wide, style) for card in cards], "What struck last")

    return Field(title="", maker=row, ratio=faces.RATIO / STRUCK)


STRUCK = 4
"""So many cards stand in a row."""


def ledger_of(title: str, paragraphs: tuple[Paragraph, ...], seat: str = "") -> Ledger:
    """Steps of a turn as a ledger."""
    rows: list[LedgerRow] = []
    for paragraph in paragraphs:
        heading = f"{number_of(paragraph.step)} {paragraph.title}".strip()
        for part in dozens(paragraph.lines):
            struck = bool(seat) and any(line.harmed == seat for line in part)
            rows.append(LedgerRow("", heading, tuple(map(said, part)), (), struck, harms(part, seat)))
            heading = ""
    return Ledger(title, (), tuple(rows))


def settled(report: Report) -> Table:
    """Own orders as carried out or refused, each with reason and rule (SEE-3)."""
    lines = [(f"{line.part} {line.number}", line.text) for line in report.settled]
    told = ((f"{line.part} {line.number}", line) for line in report.settled if line.reason not in ("", "a setting"))
    return sheet_lines(report.how, lines, {name: f"{line.reason} ({line.rule})" for name, line in told})


def react(report: Report) -> Table:
    """The standing set in force (MAIL-3)."""
    lines = tuple(write_order(order) for order in report.state.sides[report.seat].react)
    if not lines and report.state.ending is None:
        lines = ("none: creatures counter FAIR, casts of cost 5 or more are answered (POL-4, POL-5)",)
    return numbered("Your standing orders (REACT)", lines)


def piles(report: Report) -> Prose:
    """Discard piles, and what is remembered of the other side's hand."""
    state, foe = report.state, other(report.seat)
    lines = []
    for side in (report.seat, foe):
        whose = "Yours" if side == report.seat else f"Side {side}'s"
        lines.append(f"{whose}, oldest first: {counted(state.sides[side].discard) or 'empty'}.")
    for turn, cards in report.memory.hands[-2:]:
        lines.append(f"Side {foe}'s hand as you saw it in game turn {turn}: {counted(cards) or 'no card'}.")
    return Prose("Discard piles", tuple(lines))


def counted(cards: tuple[str, ...] | list[str]) -> str:
    """``Smite 2, Xom Knight``, in the order of first appearance."""
    return ", ".join(f"{name} {n}" if n > 1 else name for name, n in Counter(cards).items())


def standing(report: Report) -> Table:
    """Life, creatures, cards left, for both (END-5)."""
    return standing_of(report.state, report.called, report.seat)


def standing_of(state: State, called: Callable[[str], str], seat: str = "") -> Table:
    """The standing."""
    order = sorted(SIDES, key=lambda s: (s != state.winner, -state.sides[s].life, s))
    rows: list[Cells] = []
    for side in order:
        own = state.sides[side]
        cards = len(own.library) + len(own.hand)
        rows.append((Cell(called(side), bold=True), str(own.life), str(len(state.creatures(side))), str(cards)))
    tinted = frozenset(n for n, s in enumerate(order) if s == seat)
    return Table(
        "Standing (END-5)",
        ("", "life", "creatures", "cards left"),
        tuple(rows),
        right=frozenset({1, 2, 3}),
        own=tinted,
    )


def known(report: Report) -> Prose:
    """Cards of the other side seen so far, most copies at once (an aid, and no more than the reader saw)."""
    if report.state.ending is not None or not report.memory.cards:
        return Prose("", ())
    cards = ", ".join(f"{name} {n}" if n > 1 else name for name, n in report.memory.cards)
    return Prose(f"Side {other(report.seat)}'s cards you have seen", (f"{cards}.",))


def decks(report: Report) -> Table:
    """Both decks, once the game is over (SEE-3)."""
    rows = []
    for side in SIDES if report.over else ():
        own = report.state.sides[side]
        listed = ", ".join(f"{n} {name}" for name, n in own.deck)
        rows.append((Cell(report.called(side), bold=True), f"{listed}. Started with {' and '.join(own.start)}."))
    return Table("Both decks", ("", "cards"), tuple(rows), small=True)


def revealed(report: Report) -> Table:
    """What both held at the end, and their last sheets and standing orders."""
    found = report.revealed
    rows = tuple(
        (Cell(report.called(s), bold=True), counted(found.hands[s]) or "no cards", "; ".join(found.orders[s]) or "·",
         "; ".join(found.react[s]) or "·")
        for s in SIDES if found is not None
    )  # fmt: skip
    return Table("What was hidden", ("", "hand", "last sheet", "standing orders"), rows, small=True)


def all_orders(report: Report) -> Table:
    """All orders of both sides, turn by turn, from the record (SEE-3)."""
    turns = (report.record or {}).get("turns", ())
    rows = []
    for played in turns:
        given = played.get("orders", {})
        for side in SIDES:
            lines = given.get(side)
            if lines:
                said = "; ".join(lines.values() if isinstance(lines, dict) else lines)
                rows.append((Cell(f"{played.get('turn', '')} {side}", bold=True), said))
    return Table("All orders, mail turn by mail turn", ("", "sheet"), tuple(rows), small=True)
