"""The worked turn of the rule book: a case, played by the engine."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from magika_gm.engine.told import Told
from magika_gm.games.arena.cases import play, read_case
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.report.names import Names
from magika_gm.games.arena.report.story import Paragraph, story
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.resources import shipped


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """The case, its pieces and orders in lines, what both are told, the states before and after."""

    title: str
    data: dict[str, Any]
    pieces: tuple[str, ...]
    orders: tuple[str, ...]
    story: tuple[Paragraph, ...]
    start: State
    end: State
    told: tuple[Told[Any], ...]


@cache
def example() -> Example:
    """Play it."""
    text = (shipped("templates") / "arena" / "rules" / "example.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    case = read_case(data)
    resolution = play(case)[-1]
    start: State = case.state
    public = tuple(told for told in resolution.told if all(side in told.audience for side in SIDES))
    return Example(
        title=data["title"],
        data=data,
        pieces=tuple(_pieces(start)),
        orders=(
            *data["orders"]["A"],
            *(f"; B, standing: {write_order(line)}" for line in start.standing["B"]),
        ),
        story=story(public, None, Names(resolution.state)),
        start=start,
        end=resolution.state,
        told=public,
    )


def _pieces(state: State) -> list[str]:
    found = []
    for creature in state.by_id():
        rides = f" on {creature.on}" if creature.on else ""
        bears = f", bearing {', '.join(Names(state).item(i) for i in creature.items)}" if creature.items else ""
        where = state.board.place_names[creature.place]
        found.append(f"{creature.id} {creature.kind.name}{rides} at {where}{bears}")
    found.append(f"pools: A {state.pools['A']}, B {state.pools['B']}")
    return found
