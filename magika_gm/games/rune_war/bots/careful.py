"""The careful policy (BOT-2, BOT-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from magika_gm.engine.plain import Fields
from magika_gm.games.rune_war.bots.scene import Beast, Board, forecast, front_order, table_order
from magika_gm.games.rune_war.rules.tables import (
    CREATURE_ORDER,
    CREATURES,
    SPELLS,
    TOWER,
    Aimed,
    SpellKind,
    code_order,
    steps_to,
)

HEAL = "Heal"
SHY_OF = "Blind Ambition"
_LEAST_WOUND = 2
_LEAST_REST = Fraction(1, 2)


def hand(turn_file: Fields) -> list[str]:
    """``AIM QUICK``, heal, summon, enchant (BOT-2)."""
    return ["AIM QUICK", *heals(turn_file), *summons(turn_file), *enchantments(turn_file, 200)]


def _known(turn_file: Fields) -> list[str]:
    return [row["name"] for row in turn_file["spells"]]


def heals(turn_file: Fields) -> list[str]:
    """A Heal for each own creature that lacks 2 or more, in code order."""
    if HEAL not in _known(turn_file):
        return []
    hurt = [
        code
        for code, row in turn_file["creatures"].items()
        if row["seat"] == turn_file["seat"] and row["maximum"] - row["loyalty"] >= _LEAST_WOUND
    ]
    return [f"CAST {HEAL} ON {code} WHEN POINTS 200" for code in sorted(hurt, key=code_order)]


def dearest_first(names: Iterable[str]) -> list[str]:
    """Creatures by cost, the dearest first, equals in table order."""
    return sorted(names, key=lambda name: (-CREATURES[name].cost, CREATURE_ORDER[name]))


def summons(turn_file: Fields) -> list[str]:
    """Every creature the wizard can summon, dearest first."""
    return [f"CAST {name}" for name in dearest_first(n for n in _known(turn_file) if n in CREATURES)]


def enchantments(turn_file: Fields, points: int) -> list[str]:
    """Every enchantment on a friendly creature he knows but Blind Ambition, in table order."""
    known = set(_known(turn_file))
    return [
        f"CAST {spell.name} ON ANY WHEN POINTS {points}"
        for spell in SPELLS.values()
        if spell.name in known
        and spell.kind is SpellKind.ENCHANTMENT
        and spell.target in (Aimed.FRIENDLY, Aimed.SHOOTER)
        and spell.name != SHY_OF
    ]


def isle(turn_file: Fields) -> list[str]:
    """Claims, attacks that keep half the strength, marches to the border (BOT-3)."""
    board = Board(turn_file)
    return [*claims(board), *campaign(board, _way)]


def claims(board: Board) -> list[str]:
    """As long as a claim is possible, the dearest territory with no visible guard, a line each (BOT-3.1)."""
    found = []
    while (place := _best_claim(board)) is not None:
        owner = board.owner[place]
        board.lcp[owner] -= board.lands[place].value
        board.owner[place] = board.clan
        found.append(f"CLAIM {place}")
    return found


def _best_claim(board: Board) -> str | None:
    def possible(place: str) -> bool:
        owner = board.owner[place]
        return (
            board.is_enemy(place)
            and board.lcp[owner] >= board.lands[place].value
            and any(board.is_own(other) for other in board.lands[place].neighbours)
            and not board.guards(place)
        )

    places = [place for place in board.lands if possible(place)]
    return min(places, key=lambda place: (-board.lands[place].value, table_order(place)), default=None)


Way = tuple[str, ...]
"""Where an army goes, step by step; () for nowhere."""


def campaign(board: Board, way_of: Callable[[Board, str, list[Beast]], Way]) -> list[str]:
    """The lines of all armies; one of which not all can move stays."""
    found = []
    for place, army in board.armies():
        ready = sorted(army, key=front_order)
        way = () if any(beast.paralysed for beast in army) else way_of(board, place, ready)
        found += _go(board, place, army, ready, way)
    return found


def _way(board: Board, place: str, army: list[Beast]) -> Way:
    """To the neighbouring territory that is beaten with half the loyalty left; else to the border."""
    near = {other: (other,) for other in board.lands[place].neighbours}
    return attack(board, army, near, _LEAST_REST) or march(board, place, army)


def attack(board: Board, army: list[Beast], ways: Mapping[str, Way], least: Fraction | int = 0) -> Way:
    """The way to the territory of highest value whose attack is foreseen won with so much loyalty left at least."""
    won = []
    for other, way in ways.items():
        if board.is_enemy(other) and board.space(other) >= len(army):
            seen = forecast(army, board.others(other), board.lands[other])
            if seen.won and seen.rest >= least:
                won.append((-board.lands[other].value, -seen.rest, table_order(other), way))
    return min(won)[-1] if won else ()


def march(board: Board, place: str, army: list[Beast]) -> Way:
    """A step on a shortest way to the nearest own territory with an enemy neighbour and room (BOT-3.3)."""
    if place != TOWER and (not board.is_own(place) or board.near_enemy(place)):
        return ()
    goals = [
        other
        for other in board.lands
        if other != place and board.is_own(other) and board.near_enemy(other) and board.space(other) >= len(army)
    ]
    return step_towards(board, place, army, goals, own_ground_only=False)


def step_towards(board: Board, place: str, army: list[Beast], goals: list[str], *, own_ground_only: bool) -> Way:
    """The first step of a shortest way over own land and the Tower to the nearest of the goals, in table order.

    With ``own_ground_only`` the goals themselves are not entered.
    """
    ground = {other for other in board.lands if other == TOWER or board.is_own(other)} | set(goals)
    far = steps_to(goals, ground, {other: land.neighbours for other, land in board.lands.items()})
    steps = [
        other
        for other in board.lands[place].neighbours
        if other in far
        and far[other] == far.get(place, 0) - 1
        and board.space(other) >= len(army)
        and not (own_ground_only and board.is_enemy(other))
    ]
    return (min(steps, key=table_order),) if steps else ()


def _go(board: Board, place: str, army: list[Beast], ready: list[Beast], way: Way) -> list[str]:
    """The lines of an army: arranged, and sent on its way in that order (BOT-6)."""
    found = []
    codes = ", ".join(beast.code for beast in ready)
    if way:
        board.send(ready, way[-1])
        found.append(f"MOVE {codes} TO {' THEN '.join(way)}")
    elif [b.code for b in army] != [b.code for b in ready]:
        found.append(f"LINEUP {place}: {codes}")
    return found
