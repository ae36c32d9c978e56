"""The table as a turn file shows it: a state in which what the seat does not know is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.plain import taken
from magika_gm.games.temple_isle.orders.lines import stored
from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.rules.state import (
    HIDDEN,
    NOWHERE,
    Answers,
    Armies,
    Left,
    Mantra,
    Options,
    Pace,
    Stage,
    State,
    Unit,
    meant,
)
from magika_gm.games.temple_isle.rules.tables import Catalogue, read_rows, standard
from magika_gm.games.temple_isle.rules.terms import SEATS, SQUARE, SQUARES
from magika_gm.games.temple_isle.sight import designs


def catalogue_of(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> Catalogue:
    """The cards a turn file shows, upon the shipped ones; where it shows no others, the shipped ones themselves."""
    named = {row["name"] for kind in rows.values() for row in kind}
    if rows == designs(standard(), named):
        return standard()
    bare = {
        kind: [{k: v for k, v in row.items() if k != "number"} for row in of_kind] for kind, of_kind in rows.items()
    }
    faults: list[tuple[str, str]] = []
    catalogue = read_rows(bare, standard(), faults)
    if faults:
        raise ValueError(f"the turn file shows cards that cannot be: {faults}")
    return catalogue


def state_of(file: Mapping[str, Any]) -> State:
    """The state as its seat knows it, made from a turn file alone."""
    seat, foe = str(file["seat"]), str(file["foe"])
    catalogue = catalogue_of(file["cards"])
    shown = {"edition": 1, **file["options"]}
    enums = {"pace": Pace, "armies": Armies, "answers": Answers}
    said: dict[str, Any] = {name: enums[name](value) if name in enums else value for name, value in shown.items()}
    isle = file["isle"]
    state = State(
        catalogue=catalogue,
        options=meant(Options(**said), said),
        first=str(file["first"]),
        stage=Stage(file["next"]["stage"]),
        mail=file["mail_turn"],
        turn=file["game_turn"],
        next_unit=file["next_unit"],
        isle=[isle[name]["card"] for name in SQUARES],
        control=[isle[name]["control"] or "" for name in SQUARES],
        temples=tuple(file["temples_to_place"]),
        discard=list(file["discard"]),
        missed=dict(file["missed"]),
        offered=dict(file["draw_offered"]),
    )
    state.hands[seat] = catalogue.sorted(held["card"] for held in file["hand"])
    state.shown[seat] = list(file["own_hand_known"])
    known = list(file["foe_hand_known"])
    state.shown[foe] = known
    state.hands[foe] = [*known, *[HIDDEN] * (file["hands"][foe] - len(known))]
    state.deck = {HIDDEN: file["deck"]} if file["deck"] else {}
    state.fast[seat] = [line for text in file["fast"] if isinstance(line := stored(text, catalogue), Fast)]
    for row in file["units"]:
        state.units[row["number"]] = _unit(row)
    for row in file["units_gone"]:
        gone = taken(Unit, row, at=NOWHERE, hp=0, full=0, mustered=0)
        gone.left = Left(row["how"])
        state.units[row["number"]] = gone
    state.units = dict(sorted(state.units.items()))
    state.global_mantras = _mantras(file["global_mantras"])
    state.land_mantras = {SQUARE[s]: _mantras(isle[s]["mantras"]) for s in SQUARES if isle[s]["mantras"]}
    assert set(state.hands) == set(SEATS)
    return state


def _unit(row: Mapping[str, Any]) -> Unit:
    return taken(Unit, row, at=SQUARE[row["square"]], mantras=_mantras(row["mantras"]))


def _mantras(rows: Sequence[Mapping[str, Any]]) -> list[Mantra]:
    return [Mantra(m["card"], m["caster"], m["until"] or 0, m["age"]) for m in rows]
