"""What cannot be in a state (archive.faults): none of it is in any state the engine reaches."""

from __future__ import annotations

from collections import Counter

from magika_gm.games.temple_isle.rules.figures import figures
from magika_gm.games.temple_isle.rules.state import FOR_GOOD, HIDDEN, Mantra, State, mantras_in_play
from magika_gm.games.temple_isle.rules.tables import LAND_AIMS, UNIT_AIMS, Aim, Lasts
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, NEUTRAL, SEATS, SQUARES


def faults(state: State) -> list[str]:
    """What is wrong with a state between mail turns, in words."""
    found = _isle(state) + _units(state) + _mantras(state) + _cards(state)
    if state.stack:
        found.append("a mantra is still being cast")
    if (state.ending is None) != (state.winner == ""):
        found.append("a game that is over has a winner, or is drawn, and no other has")
    return found


def _isle(state: State) -> list[str]:
    found = []
    for square in ALL_SQUARES:
        card = state.isle[square]
        if card not in state.catalogue.isle:
            found.append(f"{SQUARES[square]}: there is no card {card!r}")
        elif state.is_water(square) and state.control[square] != NEUTRAL:
            found.append(f"{SQUARES[square]}: water is never controlled (ISLE-5)")
        if state.control[square] not in (*SEATS, NEUTRAL):
            found.append(f"{SQUARES[square]}: there is no player {state.control[square]!r}")
    temples = Counter(c for c in (*state.isle, *state.temples) if c in state.catalogue.temples)
    found += [f"{name} stands {n} times" for name, n in temples.items() if n > state.catalogue.temples[name].copies]
    return found


def _units(state: State) -> list[str]:
    found = []
    for number, unit in state.units.items():
        if not 0 < number < state.next_unit:
            found.append(f"U{number}: the next unit would be U{state.next_unit} (UNIT-2)")
        if not unit.in_play:
            if unit.mantras or unit.points is not None or unit.hp or unit.full:
                found.append(f"U{number} has left play and keeps something")
            continue
        if unit.at not in ALL_SQUARES:
            found.append(f"U{number} stands nowhere")
            continue
        if unit.full != figures(state, unit).full or not 1 <= unit.hp <= unit.full:
            found.append(f"U{number} has {unit.hp} of {unit.full} HP (UNIT-2)")
        if state.is_water(unit.at) and not state.card_of(unit).water:
            found.append(f"U{number} stands on water (WATER-1)")
    for square in ALL_SQUARES:
        here = Counter(u.owner for u in state.units_at(square))
        if len(here) > 1:
            found.append(f"{SQUARES[square]}: units of both players on one card (ISLE-6)")
        if 0 < state.options.stack < max(here.values(), default=0):
            found.append(f"{SQUARES[square]}: more than {state.options.stack} units (ISLE-6)")
    return found


def _mantras(state: State) -> list[str]:
    found = []
    seen: set[tuple[str, str]] = set()
    serials: set[int] = set()
    for mantra, unit, square in mantras_in_play(state):
        card = state.catalogue.mantras.get(mantra.card)
        place = unit.name if unit is not None else SQUARES[square] if square >= 0 else f"global, {mantra.caster}"
        if card is None:
            found.append(f"{place}: there is no mantra {mantra.card!r}")
            continue
        aims = UNIT_AIMS if unit is not None else LAND_AIMS if square >= 0 else {Aim.NONE}
        if card.aim not in aims or card.lasts is Lasts.NOW:
            found.append(f"{place}: {card.name} cannot lie there (ENCH-1)")
        if (place, card.name) in seen:
            found.append(f"{place}: {card.name} twice (ENCH-6)")
        if (card.lasts is Lasts.PERSISTENT) != (mantra.until == FOR_GOOD) or _overdue(state, mantra):
            found.append(f"{place}: {card.name} should have left play (ENCH-3)")
        if mantra.serial in serials or not 0 < mantra.serial <= state.serial:
            found.append(f"{place}: {card.name} has no age of its own")
        if square >= 0 and state.is_water(square):
            found.append(f"{place}: {card.name} on water (WATER-2)")
        seen.add((place, card.name))
        serials.add(mantra.serial)
    return found


def _overdue(state: State, mantra: Mantra) -> bool:
    """A mantra that should have left in a step 9 that was played; a game won in step 7 had none (END-1)."""
    over = state.turn - (1 if state.playing else 0)
    return mantra.until != FOR_GOOD and mantra.until <= over


def _cards(state: State) -> list[str]:
    found = []
    known = {*state.catalogue.cards, HIDDEN}
    for name, count in state.deck.items():
        if name not in known or count < 1:
            found.append(f"the deck holds {count} of {name!r}")
    for seat in SEATS:
        hand = Counter(state.hands[seat])
        if state.hands[seat] != state.catalogue.sorted(state.hands[seat]):
            found.append(f"{seat}: the hand is not in catalogue order")
        if Counter(state.shown[seat]) - hand:
            found.append(f"{seat}: the other player knows cards that are not in the hand")
        found += [f"{seat}: there is no card {name!r}" for name in hand if name not in known]
    found += [f"the pile: there is no card {name!r}" for name in set(state.discard) if name not in known]
    return found
