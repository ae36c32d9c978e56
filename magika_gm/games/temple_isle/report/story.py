"""What was told, in sentences with their rules; of an event as its reader perceives it, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from magika_gm.games.temple_isle.rules import events as e
from magika_gm.games.temple_isle.rules.gameturn import STEPS
from magika_gm.games.temple_isle.rules.state import DRAW, Ending, Left, Stage
from magika_gm.games.temple_isle.rules.turn import CHAPTERS
from magika_gm.reports.kit.usual import Line, Teller

NAMES: Mapping[str, str] = {"SUN": "Sun", "MOON": "Moon", "": "nobody", DRAW: "nobody"}
"""Seats as sentences call them."""
_STAGES = {Stage.BUILD: "world building", Stage.FIELD: "fielding of armies", Stage.TURN: "the first game turn"}
_LEFT = {Left.DESTROYED: ("destroyed", "UNIT-3"), Left.RETURNED: ("returned to hand", "DECK-5"),
         Left.FLEETING: ("gone: it was fleeting", "UNIT-4")}  # fmt: skip
ENDINGS = {
    Ending.TEMPLES: ("all temples are in one hand", "END-1"),
    Ending.LIMIT: ("the last game turn was played", "END-2"),
    Ending.RESIGNED: ("a player resigned", "END-3"),
    Ending.AGREED: ("both offered a draw", "END-4"),
    Ending.FORFEIT: ("a player forfeited", "MAIL-8"),
}


class Paragraph(NamedTuple):
    """What happened in one step of a chapter."""

    chapter: int
    step: int
    title: str
    lines: tuple[Line, ...]


class Names(Teller[Paragraph]):
    """Units by number as sentences call them; owners tell whom harm befell."""

    paragraph = Paragraph

    def __init__(self, units: Iterable[tuple[int, str, str]] = ()) -> None:
        self.cards = {number: card for number, card, _ in units}
        self.owners = {number: owner for number, _, owner in units}

    def unit(self, number: int) -> str:
        """``U3 Knight``."""
        card = self.cards.get(number, "")
        return f"U{number} {card}" if card else f"U{number}"

    def units(self, numbers: Iterable[int]) -> str:
        """Several of them."""
        return ", ".join(self.unit(n) for n in numbers)

    def title(self, phase: int, step: int) -> str:
        """``Game turn: Actions``."""
        name = STEPS[step] if 0 < step < len(STEPS) else ""
        return f"{CHAPTERS[phase]}: {name}" if name else CHAPTERS[phase]

    def sentence(self, event: Any) -> Line | None:  # noqa: D102 - the kit says what it is
        match event:
            case e.FirstPlayerChosen(seat, die):
                by = f": the die shows {die}" if die else ""
                return Line(f"{NAMES[seat]} is first player{by}.", "BUILD-1")
            case e.WaterPlaced(number, seat, square, land):
                return Line(f"{NAMES[seat]} places water {number} on {square}, where {land} lay.", "BUILD-3")
            case e.TemplePlaced(number, seat, square, temple, land):
                return Line(f"{NAMES[seat]} places the {temple} (T{number}) on {square}, where {land} lay.", "BUILD-5")
            case e.Fielded(unit, card, seat, square):
                return Line(f"{NAMES[seat]} fields U{unit} {card} on {square}.", "VAR-1")
            case e.StageBegan(stage):
                return Line(f"Next comes {_STAGES[stage]}.", "MAIL-3")
            case e.SheetMissed(seat, missed):
                return Line(f"No sheet came from {NAMES[seat]}; missed in a row: {missed}.", "MAIL-8", seat)
            case e.MissesForgotten(seat):
                return Line(f"{NAMES[seat]} has missed no sheet any more.", "MAIL-8")
            case e.DrawOffered(seat, stands):
                return Line(f"{NAMES[seat]} {'offers' if stands else 'no longer offers'} a draw.", "END-4")
            case e.FastLinesLeft(_, lines):
                if not lines:
                    return Line("No FAST lines of yours stand any more.", "FAST-2")
                said = "FAST line now stands" if len(lines) == 1 else f"{len(lines)} FAST lines now stand"
                return Line(f"Your {said}.", "FAST-2")
            case e.LineRefused(_, line, text, code) | e.LineDropped(_, line, text, code):
                what = "was not carried out" if isinstance(event, e.LineRefused) else "was passed over"
                return Line(f"Line {line + 1}, {text}, {what}: {code.words}.", code.rule)
            case e.Resigned(seat):
                return Line(f"{NAMES[seat]} resigns.", "END-3")
            case e.Forfeited(seat, reason):
                return Line(f"{NAMES[seat]} forfeits{f' ({reason})' if reason else ''}.", "MAIL-8")
            case e.GameEnded(ending, winner):
                why, rule = ENDINGS[ending]
                said = "The game is drawn" if winner == DRAW else f"{NAMES[winner]} wins"
                return Line(f"{said}: {why}.", rule)
            case e.GameTurnBegan(turn, seat, steward):
                who = f"{NAMES[seat]} sent no sheet, the steward plays" if steward else f"{NAMES[seat]} plays"
                return Line(f"Game turn {turn}: {who}.", "MAIL-7" if steward else "SEQ-1")
            case e.CardDrawn(seat, card, by):
                through = " in the deal" if by == "deal" else f" by {by}" if by else ""
                return Line(f"{NAMES[seat]} draws {card or 'a card'}{through}.", "DECK-3" if by == "deal" else "DECK-2")
            case e.PileTurned(cards):
                return Line(f"The deck was empty: the {cards} cards of the discard pile are the deck.", "DECK-2")
            case e.NothingDrawn(seat, _):
                return Line(f"{NAMES[seat]} draws nothing: deck and pile are empty.", "DECK-2")
            case e.Discarded(seat, cards):
                return Line(f"{NAMES[seat]} discards {', '.join(cards)}.", "SEQ-2")
            case e.Recovered(seat, card, source):
                what = f"takes {card} back from the pile" if card else "finds no unit on the pile"
                return Line(f"{NAMES[seat]} {what}{_of(source)}.", "EFF-1")
            case e.Peeked(seat, hand, source):
                seen = f": {', '.join(hand) or 'no card'}" if hand is not None else ""
                return Line(f"{NAMES[seat]} sees the other hand{_of(source)}{seen}.", "EFF-1")
            case e.Mustered():
                extra = ", a landfall" if event.landfall else ""
                extra += ", on the default place" if event.by_default else ""
                said = f"{NAMES[event.seat]} musters U{event.unit} {event.card} on {event.square}{extra}."
                return Line(said, "MUST-4" if event.landfall else "MUST-3")
            case e.MusterGranted(seat, source):
                return Line(f"{NAMES[seat]} may muster one more unit{_of(source)}.", "MUST-1")
            case e.PointsChanged(unit, points, by):
                return Line(f"{self.unit(unit)} now has {points} action points ({by}).", "ACT-1")
            case e.Halted(units, source):
                return Line(f"{self.units(units)} halted{_of(source)}: no points left.", "LAW-6")
            case e.FastFired(seat, _, text):
                return Line(f"{NAMES[seat]}'s FAST line fires: {text}.", "FAST-3")
            case e.MantraDeclared():
                on = f" on {event.target}" if event.target else ""
                to = f" to {', '.join(event.to)}" if event.to else ""
                answer = f", answering {event.answers}" if event.answers else ""
                return Line(f"{NAMES[event.seat]} casts {event.card}{on}{to}{answer}.", "ENCH-4")
            case e.MantraStruck(_, card, by):
                return Line(f"{by} strikes {card}.", "ENCH-4")
            case e.MantraCancelled(_, _, card):
                return Line(f"{card} is cancelled.", "ENCH-4")
            case e.MantraFizzled(_, _, card, target):
                return Line(f"{card} fizzles: {target or 'its target'} is no target any more.", "ENCH-4")
            case e.MantraWorked(_, _, card, target):
                return Line(f"{card} takes effect{f' on {target}' if target else ''}.", "ENCH-4")
            case e.MantraLaid():
                where = f"on {event.place}" if event.place else "over the isle"
                until = f"until game turn {event.until}" if event.until else "for good"
                return Line(f"{event.card} lies {where} {until}.", "ENCH-8")
            case e.MantrasLeft(mantras, why):
                said = ", ".join(card + (f" on {place}" if place else "") for _, card, _, place in mantras)
                verb = "end" if len(mantras) > 1 else "ends"
                return Line(f"{said} {verb}." if why is e.Gone.EXPIRED else f"{said}: unravelled.", "ENCH-3")
            case e.Moved(unit, start, target, entered):
                verb = "goes from" if entered else "passes from"
                return Line(f"{self.unit(unit)} {verb} {start} to {target}.", "ACT-5" if entered else "ACT-7")
            case e.Teleported(unit, start, target, source):
                return Line(f"{self.unit(unit)} is moved from {start} to {target}{_of(source)}.", "ACT-13")
            case e.AttackLost(unit, target, code):
                return Line(f"{self.unit(unit)} attacks {self.unit(target)} in vain: {code.words}.", code.rule)
            case e.Fought():
                return _fight(event, self)
            case e.Healed(units, source):
                return Line(f"Healed{_of(source)}: {_amounts(self, units)} HP.", "EFF-1")
            case e.Harmed(units, source):
                owners = {self.owners.get(n, "") for n, _ in units}
                hurt = owners.pop() if len(owners) == 1 else ""
                return Line(f"Harmed{_of(source)}: {_amounts(self, units)} HP.", "EFF-4", hurt)
            case e.UnitsLeft(units, how, by, source):
                word, rule = _LEFT[how]
                through = f" by {self.unit(by)}" if by else _of(source)
                owners = {self.owners.get(n, "") for n in units}
                hurt = owners.pop() if len(owners) == 1 and how is Left.DESTROYED else ""
                return Line(f"{self.units(units)} {'are' if len(units) > 1 else 'is'} {word}{through}.", rule, hurt)
            case e.FullHpChanged(unit, full, hp):
                return Line(f"{self.unit(unit)} now has {hp} of {full} HP.", "UNIT-2")
            case e.ControlPassed(square, seat, before, by):
                through = f" by {by}" if by else ""
                return Line(f"{square} becomes {_holder(seat)}{through}; it was {_holder(before)}.", "CTRL-1", before)
        return _master(event, self)


def _of(source: e.Source | None) -> str:
    if source is None:
        return ""
    return f" by {source.card}" + (f" on {source.place}" if source.place else "")


def _amounts(names: Names, units: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{names.unit(n)} {amount}" for n, amount in units)


def _holder(seat: str) -> str:
    return f"{NAMES[seat]}'s" if seat else "neutral"


def _fight(event: e.Fought, names: Names) -> Line:
    a, b = event.sides
    dice = f"{event.attack} (of {a}) to {event.defence} (of {b})"
    if event.loser is None:
        came, hurt = "nobody is hurt", ""
    elif not event.lost:
        why = f" ({', '.join(event.spared)})" if event.spared else " (guard)" if event.guard else ""
        came, hurt = f"{names.unit(event.loser)} is spared{why}", ""
    else:
        guard = f", guard {event.guard}" if event.guard else ""
        came, hurt = f"{names.unit(event.loser)} loses {event.lost} HP{guard}", names.owners.get(event.loser, "")
    return Line(f"{names.unit(event.attacker)} attacks {names.unit(event.defender)}: {dice}; {came}.", "COMB-2", hurt)


def _master(event: Any, names: Names) -> Line | None:
    match event:
        case e.GmPlaced(unit, start, target, reason):
            text = f"puts {names.unit(unit)} from {start} on {target}"
        case e.GmAdjusted(unit, before, after, reason):
            text = f"sets {names.unit(unit)} from {before} to {after} HP"
        case e.GmHanded(card, source, target, reason):
            text = f"moves {card or 'a card'} from {NAMES.get(source, source)} to {NAMES.get(target, target)}"
        case e.GmTurned(square, before, after, reason):
            text = f"turns {square}: {_holder(after)}, it was {_holder(before)}"
        case e.GmChangedLine(_, line, before, after, reason):
            text = f"changes line {line + 1}: {before or 'nothing'} becomes {after or 'nothing'}"
        case _:
            return None
    return Line(f"The game master {text} ({reason}).")
