"""What works always (EFF-3): scores of units, prices of steps, count, level sum, hand limit.

Nothing here is kept between changes: figures are worked out anew from the cards in play, and ``State.cache`` only
spares doing so twice for the same position. The player a card speaks for is its controller, owner or caster (ENCH-7).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from magika_gm.games.temple_isle.rules.state import State, Unit
from magika_gm.games.temple_isle.rules.tables import Catalogue
from magika_gm.games.temple_isle.rules.terms import (
    ALL_SQUARES,
    DISTANCE,
    NEUTRAL,
    OF_PLAYER,
    STANDING,
    Effect,
    What,
    When,
    Who,
)


class Figures(NamedTuple):
    """A unit as it is now. ``full`` is its full HP (UNIT-2); ``range`` is 0 for a unit that is not ranged."""

    a: int
    b: int
    full: int
    d: int
    range: int
    guard: int
    leap: bool
    hold: bool
    ward: bool
    cover: bool


class Aura(NamedTuple):
    """An effect at work on units, with the player it speaks for and the square it works from (-1: none)."""

    effect: Effect
    speaker: str
    square: int


def _standing(catalogue: Catalogue, name: str) -> tuple[Effect, ...]:
    """The always-effects on units of an isle card or a mantra."""
    card = catalogue.isle.get(name) or catalogue.mantras[name]
    return tuple(e for e in card.effects if e.when is When.ALWAYS and e.what in STANDING)


def concerns(effect: Effect, speaker: str, square: int, unit: Unit) -> bool:
    """Whether ``unit`` is among whom an effect means, ``it`` aside (EFF-1, who)."""
    match effect.who:
        case Who.MINE:
            return unit.owner == speaker
        case Who.FOE:
            return unit.owner != speaker
        case Who.ALL:
            return True
        case Who.HERE:
            return unit.at == square
        case Who.HERE_MINE:
            return unit.at == square and unit.owner == speaker
        case Who.HERE_FOE:
            return unit.at == square and unit.owner != speaker
        case Who.NEAR_MINE:
            return unit.owner == speaker and unit.at >= 0 and DISTANCE[square][unit.at] <= 1
        case _:
            return False


def auras(state: State) -> list[Aura]:
    """Always-effects on units in force, but for those a unit or a mantra on it has on that unit alone."""
    found: list[Aura] | None = state.cache.get("auras")
    if found is None:
        found = state.cache["auras"] = list(_auras(state))
    return found


def _auras(state: State) -> Iterator[Aura]:
    catalogue = state.catalogue
    for square in ALL_SQUARES:
        speaker = state.control[square]
        if speaker == NEUTRAL:
            continue  # CTRL-2
        for effect in _standing(catalogue, state.isle[square]):
            yield Aura(effect, speaker, square)
        for mantra in state.mantras_on(square):
            for effect in _standing(catalogue, mantra.card):
                yield Aura(effect, speaker, square)
    for unit in state.units_in_play():
        for effect in state.card_of(unit).effects:
            if effect.when is When.ALWAYS and effect.what in STANDING and effect.who is not Who.IT:
                yield Aura(effect, unit.owner, unit.at)
        for mantra in unit.mantras:
            for effect in _standing(catalogue, mantra.card):
                if effect.who is not Who.IT:
                    yield Aura(effect, mantra.caster, unit.at)
    for mantra in state.global_mantras:
        for effect in _standing(catalogue, mantra.card):
            yield Aura(effect, mantra.caster, -1)


def figures(state: State, unit: Unit) -> Figures:
    """The unit's scores and keywords of this moment (UNIT-1, EFF-1)."""
    found: Figures | None = state.cache.get(unit.number)
    if found is None:
        found = state.cache[unit.number] = _figures(state, unit)
    return found


def _figures(state: State, unit: Unit) -> Figures:
    card = state.card_of(unit)
    more = dict.fromkeys(STANDING, 0)
    for effect in card.effects:
        if effect.who is not Who.IT or effect.what not in STANDING:
            continue
        if effect.when is When.ALWAYS or (effect.when is When.AFLOAT and unit.at >= 0 and state.is_water(unit.at)):
            more[effect.what] += effect.amount or 1
    for mantra in unit.mantras:
        for effect in _standing(state.catalogue, mantra.card):
            if effect.who is Who.IT:
                more[effect.what] += effect.amount or 1
    for aura in auras(state):
        if concerns(aura.effect, aura.speaker, aura.square, unit):
            more[aura.effect.what] += aura.effect.amount or 1
    return Figures(
        a=max(0, card.a + more[What.A]),
        b=max(0, card.b + more[What.B]),
        full=card.c + more[What.C],
        d=max(1, card.d + more[What.D]),
        range=max(1, card.ranged + more[What.RANGE]) if card.ranged else 0,
        guard=card.guard + more[What.GUARD],
        leap=card.leap or more[What.LEAP] > 0,
        hold=more[What.HOLD] > 0,
        ward=more[What.WARD] > 0,
        cover=more[What.COVER] > 0,
    )


def scores_text(state: State, unit: Unit) -> str:
    """``A/B/C/D`` of now, C being full HP."""
    f = figures(state, unit)
    return f"{f.a}/{f.b}/{f.full}/{f.d}"


# --- cards of the isle ---


def card_effects(state: State, square: int) -> Iterator[tuple[Effect, str]]:
    """Effects of the card of a square and of the mantras on it, by age, with the name of what bears each (EFF-2).

    A neutral card has none, and neither have mantras on it (CTRL-2).
    """
    if state.control[square] == NEUTRAL:
        return
    for effect in state.land(square).effects:
        yield effect, state.isle[square]
    for mantra in state.mantras_on(square):
        for effect in state.mantra_card(mantra).effects:
            yield effect, mantra.card


def closed(state: State, square: int) -> bool:
    """Whether no unit may come onto the card: for both players, also while it is neutral (Barrier)."""
    return any(e.what is What.CLOSED for m in state.mantras_on(square) for e in state.mantra_card(m).effects)


def step_cost(state: State, seat: str, square: int) -> int:
    """What a step onto the card costs the player's units (ACT-2): 1, or what ``cost`` says; of several the dearest."""
    speaker = state.control[square]
    if speaker == NEUTRAL:
        return 1
    costs = [
        e.amount
        for e, _ in card_effects(state, square)
        if e.what is What.COST and (e.who is Who.ALL or (e.who is Who.MINE) == (seat == speaker))
    ]
    return max(costs, default=1)


def room(state: State, seat: str, square: int, but: int = 0) -> bool:
    """Whether one more unit of the player may reside on the card; unit number ``but`` is not counted (ISLE-6)."""
    own = sum(1 for u in state.units_at(square) if u.owner == seat and u.number != but)
    return not state.options.stack or own < state.options.stack


def foe_on(state: State, seat: str, square: int) -> bool:
    """Whether a unit of the player's foe resides on the card."""
    return any(u.owner != seat for u in state.units_at(square))


def own_on(state: State, seat: str, square: int) -> bool:
    """Whether a unit of the player resides on the card."""
    return any(u.owner == seat for u in state.units_at(square))


# --- players ---


def _for_players(state: State) -> dict[tuple[str, What], int]:
    """What works always on players: (seat, what) = sum of amounts, 1 each where the text has no number."""
    found: dict[tuple[str, What], int] | None = state.cache.get("players")
    if found is not None:
        return found
    found = state.cache["players"] = {}

    def add(effect: Effect, speaker: str) -> None:
        if effect.when is When.ALWAYS and effect.what in OF_PLAYER:
            key = (speaker, effect.what)
            found[key] = found.get(key, 0) + (effect.amount or 1)

    for square in ALL_SQUARES:
        for effect, _ in card_effects(state, square):
            add(effect, state.control[square])
    for unit in state.units_in_play():
        for effect in state.card_of(unit).effects:
            add(effect, unit.owner)
        for mantra in unit.mantras:
            for effect in state.mantra_card(mantra).effects:
                add(effect, mantra.caster)
    for mantra in state.global_mantras:
        for effect in state.mantra_card(mantra).effects:
            add(effect, mantra.caster)
    return found


def count_of(state: State, seat: str) -> int:
    """How many units a player's mantras may draw upon (ENCH-2)."""
    units = sum(2 if state.card_of(u).devout else 1 for u in state.units_of(seat))
    return units + _for_players(state).get((seat, What.COUNT), 0)


def level_sum(state: State, seat: str) -> int:
    """The levels of all units in play, as MUST-2 adds them up for a player."""
    levels = sum(state.card_of(u).level for u in state.units_in_play())
    return levels + _for_players(state).get((seat, What.SUM), 0)


def hand_limit(state: State, seat: str) -> int:
    """How many cards a player keeps in step 6 (SEQ-3), not below 0."""
    return max(0, state.options.hand_limit + _for_players(state).get((seat, What.LIMIT), 0))


def muted(state: State, seat: str) -> bool:
    """Whether a player may cast Fast mantras only."""
    return (seat, What.MUTE) in _for_players(state)


def holds_all_temples(state: State, seat: str) -> bool:
    """Whether a player controls every temple on the isle, and there is one (END-1, VAR-2)."""
    temples = state.temple_squares()
    return bool(temples) and all(state.control[s] == seat for s in temples)
