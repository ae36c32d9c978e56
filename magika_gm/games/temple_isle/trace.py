"""Why a turn came out as it did (``engine.trace``): lines with the checks they went through, and each FAST line an
event met with why it slept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from magika_gm.engine.trace import Check, GameTrace, Watched
from magika_gm.games.temple_isle.orders.lines import CONDITION, write_order
from magika_gm.games.temple_isle.orders.model import Cast, Condition, Fast, Field, Muster, Order, UnitLine
from magika_gm.games.temple_isle.rules.casting import Ready, answer, check_cast, matches
from magika_gm.games.temple_isle.rules.figures import count_of, figures, level_sum, muted
from magika_gm.games.temple_isle.rules.gameturn import STEPS
from magika_gm.games.temple_isle.rules.movement import check_muster, places
from magika_gm.games.temple_isle.rules.refusals import Refusal
from magika_gm.games.temple_isle.rules.sequence import play
from magika_gm.games.temple_isle.rules.targets import holds, target_text
from magika_gm.games.temple_isle.rules.terms import OTHER, SEATS, SQUARES
from magika_gm.games.temple_isle.rules.turn import Occurrence, Turn

OWN_ROLLS: Mapping[str, str] = {
    "draw.card": "the card you drew, each copy in the deck with equal odds",
    "deal.recruit": "your recruit, each copy of a level-1 unit with equal odds",
}


class _Watched(Watched, Turn):
    """A turn that notes its lines as they come up, and why FAST lines sleep."""

    STEPS = dict(enumerate(STEPS))
    SEATS = SEATS

    def owner(self, subject: str) -> tuple[str, ...]:
        """A unit's; both for the world's."""
        number = int(subject[1:]) if subject[:1] == "U" and subject[1:].isdecimal() else 0
        return (self.state.units[number].owner,) if number in self.state.units else SEATS

    def comes_up(self, seat: str, line: int, order: Order) -> None:
        """A line, and the checks it is about to go through."""
        self.note("order", (seat,), f"line {line + 1}: {write_order(order)}")
        self.note_checks((seat,), _checks(self, seat, order))

    def looks(self, occurrence: Occurrence) -> None:
        """The other player's FAST lines as they are read: which fires, and why those before it sleep."""
        self.rolls_so_far()
        seat = OTHER[occurrence.maker]
        self.note_checks((seat,), _wakes(self, seat, occurrence))


def _wakes(turn: Turn, seat: str, met: Occurrence) -> Iterator[Check]:
    for line in turn.state.fast[seat]:
        why = _asleep(turn, seat, line, met)
        if why is None:
            yield f"{write_order(line)}: fires at {_event_text(met)}", "FAST-3", True
            return
        if why[0]:
            yield f"{write_order(line)}: sleeps, {why[0]}", why[1], False


def _event_text(met: Occurrence) -> str:
    parts = [str(met.event)]
    parts += [met.card] if met.card else []
    parts += [f"on U{met.unit}"] if met.unit else [f"on {SQUARES[met.square]}"] if met.square >= 0 else []
    parts += [f"by U{met.attacker}"] if met.attacker else []
    return " ".join(parts)


def _asleep(turn: Turn, seat: str, line: Fast, met: Occurrence) -> tuple[str, str] | None:
    """Why a FAST line does not fire at an event, with its rule; ("", "") if it waits for another; None if it fires."""
    if not matches(turn.state, line.trigger, met):
        same = line.trigger.event is met.event
        return (f"it waits for another {met.event} than {_event_text(met)}", "FAST-5") if same else ("", "")
    if not holds(turn.state, seat, line.condition, turn.played[seat]):
        return "its condition does not hold", "FAST-3"
    ready = check_cast(turn.state, seat, line, met)
    return (ready.words, ready.rule) if isinstance(ready, Refusal) else None


def _checks(turn: Turn, seat: str, order: Order) -> Iterator[Check]:
    match order:
        case Cast():
            yield from _condition(turn, seat, order.condition)
            yield from _cast(turn, seat, order)
        case Muster():
            left = turn.musters
            yield f"musters left in this game turn: {left}", "MUST-1", left > 0
            yield from _condition(turn, seat, order.condition)
            yield from _muster(turn, seat, order)
        case UnitLine():
            yield from _unit(turn, seat, order)
        case Field():
            card = turn.state.catalogue.units[order.card]
            yield f"level {card.level} of at most {turn.state.options.army_levels} in all", "VAR-1", True
        case _:
            return


def _condition(turn: Turn, seat: str, condition: Condition | None) -> Iterator[Check]:
    if condition is not None:
        true = holds(turn.state, seat, condition, turn.played[seat])
        yield f"{CONDITION.write(condition)}: {'to be done' if true else 'not to be done'}", "ORD", true


def _cast(turn: Turn, seat: str, order: Cast) -> Iterator[Check]:
    state = turn.state
    card = state.catalogue.mantras[order.card]
    held = order.card in state.hands[seat]
    yield f"{card.name} is {'in hand' if held else 'not in hand'}", "ENCH-4", held
    count = count_of(state, seat)
    yield f"count {count} against level {card.level}", "ENCH-2", count >= card.level
    if muted(state, seat):
        yield f"silenced: {card.name} is {'Fast' if card.fast else 'not Fast'}", "EFF-1", card.fast
    if held and count >= card.level:
        ready = check_cast(state, seat, order)
        if isinstance(ready, Ready):
            yield f"aimed at {target_text(ready.target) or 'nothing'}", "ENCH-5", True
        else:
            yield ready.words, ready.rule, False


def _muster(turn: Turn, seat: str, order: Muster) -> Iterator[Check]:
    state = turn.state
    held = order.card in state.hands[seat]
    yield f"{order.card} is {'in hand' if held else 'not in hand'}", "MUST-1", held
    levels, needed = level_sum(state, seat), state.catalogue.units[order.card].level - 1
    yield f"levels in play {levels}, needed {needed}", "MUST-2", levels >= needed
    legal = places(state, seat)
    rule = "MUST-3" if state.lands_of(seat) else "MUST-4"
    yield f"places: {', '.join(SQUARES[s] for s in legal) or 'none'}", rule, bool(legal)
    square = check_muster(state, seat, order.card, order.places)
    if not isinstance(square, Refusal):
        how = "first legal of the line" if square in order.places else "default place"
        yield f"{SQUARES[square]}: {how}", "MUST-6", True


def _unit(turn: Turn, seat: str, order: UnitLine) -> Iterator[Check]:
    state, unit = turn.state, turn.state.units[order.number]
    if not unit.in_play:
        yield f"{unit.name} has left play", "LAW-8", False
        return
    yield from _condition(turn, seat, order.condition)
    able = not state.organizing(unit) and not figures(state, unit).hold
    why = "organizing" if state.organizing(unit) else "held" if not able else "may act"
    yield f"{unit.name} {unit.card} on {SQUARES[unit.at]} is {why}" if not able else f"{unit.name} {why}", "ACT-2", able
    yield f"action points left: {unit.points or 0}", "ACT-1", bool(unit.points)


TRACE = GameTrace(lambda state, dice: _Watched(state, dice, answer), play, OWN_ROLLS)
