"""The table as a turn file shows it, a state that hides what its seat does not know; and what attacks come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

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


# What attacks come to, all rolls weighed (COMB).


class Exchange(NamedTuple):
    """What some attacks of one unit on another come to: the chance that the attacker dies, the HP it loses, and how
    likely the other is left with each number of HP from 0."""

    fallen: float
    taken: float
    left: tuple[float, ...]


@lru_cache
def _odds(attack: int, defence: int) -> list[tuple[int, float]]:
    """By how much the attack's die is above the defence's, and how likely."""
    above = Counter(x - y for x in range(1, attack + 1) for y in range(min(1, defence), defence + 1))
    return [(more, times / above.total()) for more, times in above.items()]


@lru_cache(maxsize=50_000)
def exchange(
    sides: tuple[int, int], hp: tuple[int, int], guards: tuple[int, int], times: int, spared: bool
) -> Exchange:
    """So many attacks; of each pair the attacker's comes first. ``spared``: who attacks is not hurt (COMB)."""
    left = [0.0] * (hp[1] + 1)
    if times < 1 or sides[0] < 1 or hp[1] < 1:
        return Exchange(0.0, 0.0, certain(hp[1]))
    fallen = taken = 0.0
    for above, odds in _odds(*sides):
        mine = max(0, hp[0] - (max(0, -above - guards[0]) if not spared else 0))
        his = max(0, hp[1] - max(0, above - guards[1]))
        more = exchange(sides, (mine, his), guards, times - 1 if mine else 0, spared)
        fallen += odds * (more.fallen if mine else 1)
        taken += odds * (hp[0] - mine + more.taken)
        for h, chance in enumerate(more.left):
            left[h] += odds * chance
    return Exchange(fallen, taken, tuple(left))


class Hit(NamedTuple):
    """What :func:`exchange` asks of attacks, but for the HP of who is struck."""

    sides: tuple[int, int]
    hp: int
    guards: tuple[int, int]
    times: int
    spared: bool

    def on(self, left: tuple[float, ...]) -> Exchange:
        """What they come to where the other is left with each number of HP so likely."""
        fallen = taken = 0.0
        after = [0.0] * len(left)
        for hp, chance in enumerate(left):
            if chance:
                course = exchange(self.sides, (self.hp, hp), self.guards, self.times, self.spared)
                fallen += chance * course.fallen
                taken += chance * course.taken
                for h, part in enumerate(course.left):
                    after[h] += chance * part
        return Exchange(fallen, taken, tuple(after))


def certain(hp: int) -> tuple[float, ...]:
    """One with so many HP."""
    return (*[0.0] * hp, 1.0)
