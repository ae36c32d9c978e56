"""A turn file read by a policy: just what it needs (BOT)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from magika_gm.games.rune_war.isle import PLACE_ORDER, TOWER
from magika_gm.games.rune_war.tables import CREATURES, MOST_IN_PLACE, PARALYZE, Ability, code_order


@dataclass(frozen=True, slots=True, kw_only=True)
class Beast:
    """A creature as the turn file shows it."""

    code: str
    seat: str
    kind: str
    at: str
    melee: int
    ranged: int
    defense: int
    loyalty: int
    maximum: int
    move: int
    enchantments: tuple[str, ...]

    def has(self, ability: Ability) -> bool:
        """Whether it has a special ability."""
        return CREATURES[self.kind].has(ability)

    @property
    def paralysed(self) -> bool:
        """Whether it cannot move."""
        return PARALYZE in self.enchantments


@dataclass(frozen=True, slots=True, kw_only=True)
class Land:
    """A territory as the turn file shows it."""

    code: str
    owner: str
    neighbours: tuple[str, ...]
    melee: int = 0
    ranged: int = 0
    defense: int = 0
    loyalty: int = 0
    value: int = 0


class Board:
    """The isle as a policy sees it; ``owner`` changes as it plans its claims."""

    def __init__(self, turn_file: Mapping[str, Any]) -> None:
        self.seat: str = turn_file["seat"]
        self.clan: str = turn_file["seats"][self.seat]["clan"]
        self.lcp: dict[str, int] = dict(turn_file["seats"][self.seat]["lcp"])
        self.clan_of: dict[str, str] = {seat: row["clan"] for seat, row in turn_file["seats"].items()}
        self.lands = {place: _land(place, row) for place, row in turn_file["territories"].items()}
        self.owner = {place: land.owner for place, land in self.lands.items()}
        self.beasts = {code: _beast(code, row) for code, row in turn_file["creatures"].items()}
        self.at: dict[str, list[Beast]] = {
            place: [self.beasts[code] for code in row["armies"]] for place, row in turn_file["territories"].items()
        }
        self.arriving: dict[str, int] = {}
        """Own creatures that the orders written so far send to a place."""

    def own(self, place: str) -> list[Beast]:
        """Own creatures in a place, in army order."""
        return [beast for beast in self.at[place] if beast.seat == self.seat]

    def others(self, place: str) -> list[Beast]:
        """Others' visible creatures in a place."""
        return [beast for beast in self.at[place] if beast.seat != self.seat]

    def guards(self, place: str) -> list[Beast]:
        """Visible creatures of a territory's owner in it (CLAIM-1): who attacks there guards nothing."""
        return [beast for beast in self.at[place] if self.clan_of[beast.seat] == self.owner[place]]

    def armies(self) -> list[tuple[str, list[Beast]]]:
        """Own armies by place, in table order."""
        return [(place, mine) for place in self.lands if (mine := self.own(place))]

    def is_enemy(self, place: str) -> bool:
        """Somebody else's land."""
        return self.owner[place] not in ("", self.clan)

    def is_own(self, place: str) -> bool:
        """Own land."""
        return self.owner[place] == self.clan

    def near_enemy(self, place: str) -> bool:
        """Whether a place borders on enemy land."""
        return any(self.is_enemy(other) for other in self.lands[place].neighbours)

    def space(self, place: str) -> int:
        """How many more own creatures may come to a place, those on their way counted."""
        return MOST_IN_PLACE - len(self.own(place)) - self.arriving.get(place, 0)

    def send(self, army: list[Beast], place: str) -> None:
        """Note that an army goes somewhere."""
        self.arriving[place] = self.arriving.get(place, 0) + len(army)


def _land(place: str, row: Mapping[str, Any]) -> Land:
    figures = {} if place == TOWER else {k: row[k] for k in ("melee", "ranged", "defense", "loyalty", "value")}
    return Land(code=place, owner=row.get("owner", ""), neighbours=tuple(row["neighbours"]), **figures)


def _beast(code: str, row: Mapping[str, Any]) -> Beast:
    figures = {k: row[k] for k in ("seat", "kind", "at", "melee", "ranged", "defense", "loyalty", "maximum", "move")}
    return Beast(code=code, enchantments=tuple(row["enchantments"]), **figures)


def front_order(beast: Beast) -> tuple[bool, int, int, tuple[int, int]]:
    """First Strike before all, then the strongest melee, then higher loyalty, then code (BOT-6)."""
    return not beast.has(Ability.FIRST_STRIKE), -beast.melee, -beast.loyalty, code_order(beast.code)


def table_order(place: str) -> int:
    """Place of a territory in table order."""
    return PLACE_ORDER[place]
