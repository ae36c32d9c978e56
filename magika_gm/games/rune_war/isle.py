"""The isle: territories, who borders on whom, the shortest ways (ISLE)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from magika_gm.engine.datafiles import load_toml
from magika_gm.games.rune_war.tables import CLAN_BY_TITLE, DATA, Clan

TOWER = "T"
PLACES: tuple[str, ...] = (*(f"{clan.value}{number}" for clan in Clan for number in range(1, 9)), TOWER)
"""Codes of the territories in table order."""
PLACE_ORDER: dict[str, int] = {code: i for i, code in enumerate(PLACES)}
LANDS: tuple[str, ...] = PLACES[:-1]
"""All but the Tower."""
_AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Territory:
    """A territory: its combat figures are whole again for every combat (FIGHT-1). The Tower has none, nor an owner."""

    code: str
    name: str
    hex: tuple[int, int]
    clan: Clan | None = None
    """Who owns it at the start."""
    kind: str = ""
    melee: int = 0
    ranged: int = 0
    defense: int = 0
    loyalty: int = 0
    value: int = 0
    circle: bool = False


@dataclass(frozen=True)
class Isle:
    """The map of a game: 33 territories in table order and the ridges between those that touch."""

    territories: tuple[Territory, ...]
    ridges: tuple[tuple[str, str], ...]

    @cached_property
    def at(self) -> Mapping[str, Territory]:
        """Territories by code, in table order."""
        return {t.code: t for t in self.territories}

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """Who borders on whom, in table order: hexes that touch but for ridges (ISLE-4)."""
        place = {t.hex: t.code for t in self.territories}
        parted = {frozenset(pair) for pair in self.ridges}
        found: dict[str, tuple[str, ...]] = {}
        for t in self.territories:
            touching = [place.get((t.hex[0] + q, t.hex[1] + r)) for q, r in _AROUND]
            codes = [c for c in touching if c is not None and frozenset((t.code, c)) not in parted]
            found[t.code] = tuple(sorted(codes, key=PLACE_ORDER.__getitem__))
        return found

    @cached_property
    def start(self) -> Mapping[str, Clan]:
        """Owners at the start."""
        return {t.code: t.clan for t in self.territories if t.clan is not None}

    def steps(self, goals: Iterable[str], through: Iterable[str] = PLACES) -> dict[str, int]:
        """Steps to the nearest of ``goals`` from every place that reaches one; only ``through`` is walked upon."""
        allowed = set(through)
        far = dict.fromkeys(goals, 0)
        border = list(far)
        while border:
            reached: list[str] = []
            for place in border:
                for other in self.neighbours[place]:
                    if other in allowed and other not in far:
                        far[other] = far[place] + 1
                        reached.append(other)
            border = reached
        return far


def isle_of(territories: Sequence[Mapping[str, Any]], ridges: Sequence[str]) -> Isle:
    """The isle of a data file's rows; they are taken to be right."""
    return Isle(
        tuple(_territory(row) for row in territories),
        tuple((one, other) for one, _, other in (ridge.partition("-") for ridge in ridges)),
    )


def _territory(row: Mapping[str, Any]) -> Territory:
    melee, ranged, defense, loyalty = row.get("figures", (0, 0, 0, 0))
    q, r = row["hex"]
    return Territory(
        code=row["code"],
        name=row["name"],
        hex=(q, r),
        clan=CLAN_BY_TITLE[row["clan"]] if "clan" in row else None,
        kind=row.get("kind", ""),
        melee=melee,
        ranged=ranged,
        defense=defense,
        loyalty=loyalty,
        value=row.get("value", 0),
        circle=row.get("circle", False),
    )


def law_isle() -> Isle:
    """The isle of the law page."""
    table = load_toml(DATA, "isle.toml")
    return isle_of(table["territories"], table["ridges"])


LAW_ISLE = law_isle()
NAMES: dict[str, str] = {t.code: t.name for t in LAW_ISLE.territories}
"""The places' names: no scenario gives them others."""
