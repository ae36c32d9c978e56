# ruff: noqa: ARG002, E501 - a block need not use all it is told; markup stays in one piece
"""The blocks of a report: what each form puts in its own order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from magika_gm.engine.words import befell, several
from magika_gm.games.temple_isle.orders.lines import write_order
from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.report import board
from magika_gm.games.temple_isle.report.board import mantra_text
from magika_gm.games.temple_isle.report.faces import both_words, card_picture
from magika_gm.games.temple_isle.report.report import Report, names_of
from magika_gm.games.temple_isle.report.story import NAMES, Names
from magika_gm.games.temple_isle.rules.events import (
    ControlPassed,
    Event,
    FastFired,
    Fielded,
    Fought,
    LineDropped,
    LineRefused,
    MantraCancelled,
    MantraDeclared,
    MantraFizzled,
    MantraWorked,
    Moved,
    Mustered,
    TemplePlaced,
    UnitsLeft,
)
from magika_gm.games.temple_isle.rules.refusals import Refusal
from magika_gm.games.temple_isle.rules.sheets import WATERS, placers, temples_of
from magika_gm.games.temple_isle.rules.state import Left, Stage
from magika_gm.games.temple_isle.rules.tables import Aim, MantraCard, UnitCard
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS, SQUARE
from magika_gm.games.temple_isle.sight import CardHeld, View
from magika_gm.reports.kit.base import (
    GREY,
    INK,
    SMALL,
    TEXT,
    Block,
    Listed,
    Spot,
    Style,
    draw_title,
    esc,
    folded,
    heading_html,
    heading_text,
    title_height,
)
from magika_gm.reports.kit.letters import Card, Cards
from magika_gm.reports.kit.lists import Cell, Cells, Held, Holdings, Table, sheet_lines
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.pdf_stream import BOLD, SANS
from magika_gm.reports.typeface import fitted, shown

# Fights with their dice, and mantras with what answered them as the stack they were: two blocks of the report.


_LIGHT, _DARK = "#ffffff", "#3b3558"


class Fight(NamedTuple):
    """One attack that came to dice: units and owners, each die with its sides (0: not rolled), and what came of it."""

    attacker: str
    attacker_of: str
    attack: int
    a: int
    defender: str
    defender_of: str
    defence: int
    b: int
    outcome: str


def fights_of(events: Sequence[Any], names: Names) -> tuple[Fight, ...]:
    """The fights among what was told."""
    found = []
    for e in events:
        if not isinstance(e, Fought):
            continue
        if e.loser is None:
            outcome = "nobody is hurt"
        elif e.lost:
            outcome = f"U{e.loser} loses {e.lost}" + (f", guard {e.guard}" if e.guard else "")
        else:
            outcome = f"U{e.loser} is spared" + (f" ({', '.join(e.spared)})" if e.spared else " (guard)")
        found.append(
            Fight(names.unit(e.attacker), names.owners.get(e.attacker, ""), e.attack, e.sides[0],
                  names.unit(e.defender), names.owners.get(e.defender, ""), e.defence, e.sides[1], outcome)
        )  # fmt: skip
    return tuple(found)


@dataclass(frozen=True)
class Fights(Listed):
    """K6's dice: each fight on a line, attacker at left, both dice drawn with their sides below, defender, outcome."""

    entries = "fights"
    fights: tuple[Fight, ...]

    def _row(self, style: Style) -> float:
        return style.length(22.0)

    def least(self, width: float, style: Style) -> float:
        """A row each."""
        return title_height(self.title, style) + len(self.fights) * self._row(style)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen = on.style, on.pen
        y = on.top - draw_title(on, self.title)
        size, small, side = style.size(TEXT), style.size(SMALL), style.length(16.0)
        each = self._row(style)
        half = min(on.width * 0.27, style.length(104.0))
        for fight in self.fights:
            base = y - each / 2 - size * 0.35
            pen.right(on.x + half - 6, base, fitted(shown(fight.attacker), size, half - 8, BOLD), size, BOLD)
            x = on.x + half
            for value, sides, owner in (
                (fight.attack, fight.a, fight.attacker_of),
                (fight.defence, fight.b, fight.defender_of),
            ):
                dark = owner == "MOON"
                pen.box(x, y - each / 2 - side / 2, side, side, _DARK if dark else _LIGHT, INK)
                pen.middle(x + side / 2, base, str(value) if value else "-", size, BOLD, "#ffffff" if dark else INK)
                pen.text(x + side + 2, base, f"of {sides}", small, SANS, GREY)
                x += side + style.length(24.0)
            pen.text(x, base, fitted(shown(fight.defender), size, half - 8, BOLD), size, BOLD)
            left = x + half
            pen.text(left, base, fitted(fight.outcome, small, on.right - left), small, SANS, GREY)
            y -= each

    def html(self) -> str:
        """A table; both dice as boxes."""

        def die(value: int, sides: int, owner: str) -> str:
            ground = f"background:{_DARK};color:#fff" if owner == "MOON" else f"background:{_LIGHT};color:#1c1726"
            return (
                f'<span style="display:inline-block;min-width:20px;text-align:center;border:1px solid #1c1726;'
                f'border-radius:3px;font-weight:bold;{ground}">{value or "–"}</span> <span style="opacity:.75">of {sides}</span>'
            )

        rows = "".join(
            f'<tr><td style="padding:3px 8px 3px 0">{esc(f.attacker)}</td><td style="padding:3px 8px 3px 0">{die(f.attack, f.a, f.attacker_of)}</td>'
            f'<td style="padding:3px 8px 3px 0">{die(f.defence, f.b, f.defender_of)}</td><td style="padding:3px 8px 3px 0">{esc(f.defender)}</td>'
            f"<td>{esc(f.outcome)}</td></tr>"
            for f in self.fights
        )
        return f'{heading_html(self.title)}<table cellspacing=0 cellpadding=0 style="font-size:15px">{rows}</table>'

    def text(self) -> list[str]:
        """Nothing: the story has every die in its sentences."""
        return []


class Slip(NamedTuple):
    """A mantra of a stack: who cast it, what was cast, what became of it."""

    seat: str
    text: str
    outcome: str


Stack = tuple[Slip, ...]
"""First declared first."""


def _last_first(stack: Stack) -> Iterator[tuple[int, Slip]]:
    return reversed(list(enumerate(stack)))


def stacks_of(events: Sequence[Any]) -> tuple[Stack, ...]:
    """Mantras that were answered, each with its answers, in the order they were declared (FAST-4)."""
    found: list[Stack] = []
    declared: list[MantraDeclared] = []
    outcome: dict[int, str] = {}
    for e in events:
        match e:
            case MantraDeclared():
                declared.append(e)
                continue
            case MantraCancelled(number=number):
                outcome[number] = "cancelled"
            case MantraFizzled(number=number):
                outcome[number] = "fizzles"
            case MantraWorked(number=number):
                outcome[number] = "takes effect"
            case _:
                continue
        if all(d.number in outcome for d in declared):
            if declared[1:]:
                found.append(tuple(Slip(d.seat, _cast(d), outcome[d.number]) for d in declared))
            declared, outcome = [], {}
    return tuple(found)


def _cast(d: MantraDeclared) -> str:
    return d.card + (f" on {d.target}" if d.target else "") + (f" to {', '.join(d.to)}" if d.to else "")


@dataclass(frozen=True)
class Stacks(Block):
    """Stacks as they lay: the first mantra at the bottom, each answer on top; read from the top down."""

    title: str
    stacks: tuple[Stack, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing was answered."""
        return not self.stacks

    def _slip(self, style: Style) -> float:
        return style.length(19.0)

    def least(self, width: float, style: Style) -> float:
        """A slip each."""
        high = sum(len(stack) * self._slip(style) + 8 for stack in self.stacks)
        return title_height(self.title, style) + high

    def draw(self, on: Spot) -> None:
        """Draw it."""
        style, pen, size, small = on.style, on.pen, on.style.size(TEXT), on.style.size(SMALL)
        y, high = on.top - draw_title(on, self.title), self._slip(on.style)
        for stack in self.stacks:
            for place, slip in _last_first(stack):
                left = on.x + place * style.length(12.0)
                wide = on.width - (len(stack) - 1) * style.length(12.0)
                dark = slip.seat == "MOON"
                ink = "#ffffff" if dark else INK
                pen.box(left, y - high, wide, high, _DARK if dark else _LIGHT, INK)
                base = y - high / 2 - size * 0.35
                pen.text(left + 5, base, f"{place + 1}", size, BOLD, ink)
                said = fitted(shown(f"{NAMES[slip.seat]}: {slip.text}"), size, wide - style.length(80.0))
                pen.text(left + 5 + style.length(12.0), base, said, size, SANS, ink)
                pen.right(left + wide - 5, base, slip.outcome, small, BOLD, ink)
                y -= high
            y -= 8

    def html(self) -> str:
        """Slips one on the other."""
        said = []
        for stack in self.stacks:
            for place, slip in _last_first(stack):
                ground = (
                    f"background:{_DARK};color:#fff" if slip.seat == "MOON" else f"background:{_LIGHT};color:#1c1726"
                )
                said.append(
                    f'<div style="margin:0 0 0 {place * 16}px;border:1px solid #1c1726;padding:3px 8px;{ground}">'
                    f"<b>{place + 1}</b> {esc(NAMES[slip.seat])}: {esc(slip.text)} <b>– {slip.outcome}</b></div>"
                )
            said.append('<div style="height:8px"></div>')
        return heading_html(self.title) + "".join(said)

    def text(self) -> list[str]:
        """The last declared on top."""
        lines = heading_text(self.title)
        for stack in self.stacks:
            for place, slip in _last_first(stack):
                said = f"{place + 1} {NAMES[slip.seat]}: {slip.text} - {slip.outcome}"
                lines += folded(said, "  " + "  " * place, "    " + "  " * place)
        return lines


# What a report tells besides what all do.


FILL = {"SUN": board.SUN_FILL, "MOON": "#8d86b8"}


def lead(report: Report, events: Sequence[Event], who: Mapping[str, str]) -> str:
    """What the turn did to its reader, and how many of his lines were not carried out."""
    if not report.turn:
        return f"The isle is drawn. {_to_place(report)}" if report.view.stage is Stage.BUILD else "The isle is drawn."
    refused = sum(isinstance(event, LineRefused) and event.seat == report.seat for event in events)
    said = strongest(events, report.view, who)
    if refused:
        said += (
            f" {refused if refused > 1 else 'One'} of your lines {'were' if refused > 1 else 'was'} not carried out."
        )
    return said


def strongest(events: Sequence[Event], view: View, who: Mapping[str, str]) -> str:
    """What the turn did to both: temples that passed, units lost, then what else was done."""
    names, isle = names_of(view), view.isle
    lost, took, placed = ({seat: list[str]() for seat in SEATS} for _ in range(3))
    done = {verb: {seat: list[str]() for seat in SEATS} for verb in _VERBS}
    for event in events:
        match event:
            case ControlPassed() if (card := isle[SQUARE[event.square]].card) in view.catalogue.temples:
                yours = who.get(event.before) == "you"
                for seat in (event.before,) if yours else filter(None, (event.seat,)):
                    (lost if yours else took)[seat].append(f"the {card}")
            case TemplePlaced():
                placed[event.seat].append(f"the {event.temple}")
            case UnitsLeft(units, Left.DESTROYED):
                for unit in units:
                    done["lost"][names.owners[unit]].append(names.cards[unit])
            case Mustered():
                land = isle[SQUARE[event.square]].card
                done["mustered"][event.seat].append(f"{event.card} on the {land}")
            case Fielded():
                done["fielded"][event.seat].append(event.card)
            case Fought() if event.loser and event.lost:
                done["wounded"][OTHER[names.owners[event.loser]]].append(names.cards[event.loser])
            case MantraDeclared():
                done["cast"][event.seat].append(event.card)
            case Moved():
                done["moved"][names.owners[event.unit]].append(names.cards[event.unit])
    deeds = ((verb, {seat: several(both[seat]) for seat in SEATS}) for verb, both in done.items())
    said = befell(who, ("lost", lost), ("took", took), ("placed", placed), *deeds, most=len(view.catalogue.temples))
    return said or "Nothing happened that both of you saw."


_VERBS = ("lost", "mustered", "wounded", "fielded", "cast", "moved")


def _to_place(report: Report) -> str:
    """Who is first player, and what is the reader's to place (BUILD-3, BUILD-5)."""
    view, seat = report.view, report.seat
    waters = [f"W{n}" for n, placer in enumerate(placers(view.first, WATERS), 1) if placer == seat]
    placed = temples_of(view.first, view.temples).items()
    temples = [f"T{n} {temple}" for n, (temple, placer) in enumerate(placed, 1) if placer == seat]
    *most, last = (*waters, *temples)
    first = "You are first player" if view.first == seat else f"{NAMES[view.first]} is first player"
    return f"{first}: you place {', '.join(most)} and {last}."


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


def standing(report: Report) -> Table:
    """END-5, line by line: temples first, then lands, levels, hit points."""
    return standing_of(report.view, report.called, report.seat)


def standing_of(view: View, called: Callable[[str], str], seat: str = "") -> Table:
    """END-5: what decides in its order."""
    order = sorted(SEATS, key=lambda s: view.standings[s], reverse=True)
    rows: list[Cells] = []
    for one in order:
        found = view.standings[one]
        rows.append(
            (Cell(called(one), bold=True), str(found.temples), str(found.lands), str(found.levels), str(found.hp))
        )
    own = frozenset(n for n, s in enumerate(order) if s == seat)
    return Table("Standings, in the order they decide (END-5)", ("", "temples", "lands", "levels", "HP"),
                 tuple(rows), right=frozenset({1, 2, 3, 4}), own=own)  # fmt: skip


def fights(report: Report) -> Fights:
    """Every fight with its dice."""
    return Fights("Fights (COMB-2)", fights_of([one.event for one in report.told], names_of(report.view)))


def stacks(report: Report) -> Stacks:
    """Mantras answered, as stacks."""
    return Stacks("Mantras answered: the last declared works first (FAST-4)", stacks_of([t.event for t in report.told]))


def played(report: Report) -> Table:
    """The reader's own lines, as the turn was played with them."""
    why = {e.line + 1: e.code.told for one in report.told if isinstance(e := one.event, LineRefused | LineDropped)}
    return sheet_lines(report.how, enumerate(report.orders, 1), why)


def revealed(report: Report) -> Table:
    """What both held at the end."""
    found = report.revealed
    rows = tuple(
        (
            Cell(report.player.banners.get(s, NAMES[s]), bold=True),
            ", ".join(found.hands[s]) or "no cards",
            "; ".join(found.fast[s]) or "·",
        )
        for s in SEATS
        if found is not None
    )
    return Table("What was hidden", ("", "hand", "FAST lines"), rows)


# What one holds in a report: the hand and what its cards say, piles, FAST lines that stand.


def hand(report: Report) -> Holdings:
    """The cards held, what each asks for, and what it lacks to be played now."""
    rows = []
    for held in report.view.hand:
        card = report.view.catalogue.cards.get(held.card)
        why = playable(report, held)
        rows.append(Held("", "", held.card, card_text(card), why))
    return Holdings(f"Your hand: {means(report)}", tuple(rows), "level, A/B/C/D")


def playable(report: Report, held: CardHeld) -> str:
    """Whether a card of the hand can be played in one's game turn as things stand, or what it lacks."""
    if held.why_not is not None:
        return held.why_not.told
    card = report.view.catalogue.mantras.get(held.card)
    if card is not None and card.aim is Aim.ANSWERED:
        return "only as an answer: FAST (CARDS-3)"
    if any(choice.verb == "CAST" and choice.subject == held.card and not choice.legal for choice in report.choices):
        return "nothing it is meant for is there"
    return "can be played"


def card_text(card: UnitCard | MantraCard | None) -> str:
    """A card's figures, in short."""
    match card:
        case UnitCard():
            return f"{card.level}   {card.scores}"
        case MantraCard():
            return f"{card.level}  {'Fast ' if card.fast else ''}{card.lasts}"
    return ""


def hand_table(report: Report) -> Table:
    """What the cards held say."""
    rows = []
    for name in dict.fromkeys(held.card for held in report.view.hand):
        card = report.view.catalogue.cards[name]
        aim = f"on {card.aim}" if isinstance(card, MantraCard) and card.aim != "none" else ""
        rows.append((Cell(name, bold=True), aim, both_words(card) or "·"))
    return Table("What your cards say (EFF-1)", ("card", "", "effect"), tuple(rows), small=True)


def fast(report: Report) -> Table:
    """What fired, and the FAST lines that stand: which wait for their event, and why the others sleep (FAST-2)."""
    fired = [one.event for one in report.told if isinstance(one.event, FastFired) and one.event.seat == report.seat]
    rows: list[Cells] = [("", Cell(e.text, bold=True), "fired; used up (FAST-3)") for e in fired]
    rows += [(str(n), write_order(line), asleep(report, line)) for n, line in enumerate(report.view.fast, 1)]
    return Table("Your FAST lines", ("", "line", ""), tuple(rows))


def asleep(report: Report, line: Fast) -> str:
    """Whether a standing line could fire as things are, by what its player knows himself."""
    view = report.view
    if line.card not in {held.card for held in view.hand}:
        return "sleeps: the card is not in your hand (FAST-2)"
    if view.count < view.catalogue.mantras[line.card].level:
        return f"sleeps: {Refusal.COUNT.told}"
    return "waits for its event"


def hand_cards(report: Report, style: Style) -> Cards:
    """One's hand as printed cards, to cut out; below each what it lacks to be played now."""
    cards = []
    for held in report.view.hand:
        design = report.view.catalogue.cards.get(held.card)
        if design is not None:
            cards.append(Card(card_picture(design, style), playable(report, held)))
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
