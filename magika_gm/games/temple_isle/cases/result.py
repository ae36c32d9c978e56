"""The result of a case, as CASE-5 lays it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.told import Told
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, SEATS, SQUARES
from magika_gm.games.temple_isle.rules.events import (
    Event,
    Fought,
    MantraCancelled,
    MantraDeclared,
    MantraFizzled,
    MantraWorked,
    Peeked,
    TemplePlaced,
    WaterPlaced,
)
from magika_gm.games.temple_isle.rules.figures import count_of, figures, hand_limit, level_sum, scores_text
from magika_gm.games.temple_isle.rules.state import State, Unit

GAME_KEYS = ("ended", "winner", "ending", "turn", "discard", "deck", "casts", "fights", "placements")
UNIT_KEYS = (
    "card",
    "owner",
    "at",
    "hp",
    "full",
    "scores",
    "range",
    "points",
    "mantras",
    "organizing",
    "held",
    "left_play",
)
SEAT_KEYS = ("hand", "count", "sum", "limit", "fast", "refused", "missed", "peek")


def result_of(
    state: State, told: Sequence[Sequence[Told[Event]]], refused: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """The result mapping: ``told`` holds what each mail turn told, ``refused`` the lines as written by seat."""
    events = [t.event for turn in told for t in turn]
    mantras: dict[str, list[str]] = {SQUARES[s]: [str(m) for m in on] for s, on in sorted(state.land_mantras.items())}
    if state.global_mantras:
        mantras["all"] = [str(m) for m in state.global_mantras]
    return {
        "ended": state.ended,
        "winner": state.winner or None,
        "ending": str(state.ending) if state.ending is not None else None,
        "turn": state.turn,
        "isle": {SQUARES[s]: state.isle[s] for s in ALL_SQUARES},
        "control": {SQUARES[s]: state.control[s] for s in ALL_SQUARES},
        "mantras": mantras,
        "unit": {unit.name: _unit(state, unit) for _, unit in sorted(state.units.items())},
        "seat": {seat: _seat(state, seat, events, refused[seat]) for seat in SEATS},
        "discard": list(state.discard),
        "deck": sum(state.deck.values()),
        "casts": _casts(told),
        "fights": [_fight(e) for e in events if isinstance(e, Fought)],
        "placements": _placements(events),
    }


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    here = unit.in_play
    figure = figures(state, unit) if here else None
    return {
        "card": unit.card,
        "owner": unit.owner,
        "at": SQUARES[unit.at] if here else None,
        "hp": unit.hp,
        "full": unit.full,
        "scores": scores_text(state, unit) if here else None,
        "range": figure.range if figure is not None else 0,
        "points": unit.points,
        "mantras": [str(m) for m in unit.mantras],
        "organizing": here and (state.organizing(unit) or unit.mustered > state.turn),  # of a turn never begun (LAW-1)
        "held": figure is not None and figure.hold,
        "left_play": str(unit.left) if unit.left is not None else None,
    }


def _seat(state: State, seat: str, events: Sequence[Event], refused: Sequence[str]) -> dict[str, Any]:
    peeks = [e.hand for e in events if isinstance(e, Peeked) and e.seat == seat and e.hand is not None]
    return {
        "hand": list(state.hands[seat]),
        "count": count_of(state, seat),
        "sum": level_sum(state, seat),
        "limit": hand_limit(state, seat),
        "fast": [line.card for line in state.fast[seat]],
        "refused": list(refused),
        "missed": state.missed[seat],
        "peek": list(peeks[-1]) if peeks else None,
    }


def _casts(told: Sequence[Sequence[Told[Event]]]) -> list[list[str]]:
    rows: list[list[str]] = []
    for turn in told:
        by_number: dict[int, list[str]] = {}
        for event in (t.event for t in turn):
            match event:
                case MantraDeclared(number=number, seat=seat, card=card, target=target):
                    by_number[number] = [seat, card, target, ""]
                    rows.append(by_number[number])
                case MantraCancelled(number, _, _):
                    by_number[number][3] = "cancelled"
                case MantraFizzled(number, _, _, _):
                    by_number[number][3] = "fizzled"
                case MantraWorked(number, _, _, _):
                    by_number[number][3] = "effect"
                case _:
                    pass
    return rows


def _fight(event: Fought) -> list[Any]:
    loser = f"U{event.loser}" if event.loser is not None else None
    return [f"U{event.attacker}", f"U{event.defender}", event.attack, event.defence, loser, event.lost]


def _placements(events: Sequence[Event]) -> dict[str, str]:
    found = {}
    for event in events:
        if isinstance(event, WaterPlaced):
            found[f"W{event.number}"] = event.square
        elif isinstance(event, TemplePlaced):
            found[f"T{event.number}"] = event.square
    return found
