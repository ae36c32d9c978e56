"""What a policy sees: a turn file read, just what it needs, and combats foreseen at their averages (BOT)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from magika_gm.engine.plain import Fields
from magika_gm.engine.records import named_record, record
from magika_gm.games.rune_war.rules.movement import HELLBLAST_DAMAGE, MOST_STRIKES, hit_chance
from magika_gm.games.rune_war.rules.tables import (
    CREATURES,
    FORCE_SHIELD,
    MOST_IN_PLACE,
    PARALYZE,
    PLACE_ORDER,
    TOWER,
    Ability,
    code_order,
)


@named_record
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
        return ability in CREATURES[self.kind].abilities

    @property
    def paralysed(self) -> bool:
        """Whether it cannot move."""
        return PARALYZE in self.enchantments


@named_record
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

    def __init__(self, turn_file: Fields) -> None:
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


def _land(place: str, row: Fields) -> Land:
    figures = {} if place == TOWER else {k: row[k] for k in ("melee", "ranged", "defense", "loyalty", "value")}
    return Land(code=place, owner=row.get("owner", ""), neighbours=tuple(row["neighbours"]), **figures)


def _beast(code: str, row: Fields) -> Beast:
    figures = {k: row[k] for k in ("seat", "kind", "at", "melee", "ranged", "defense", "loyalty", "maximum", "move")}
    return Beast(code=code, enchantments=tuple(row["enchantments"]), **figures)


def front_order(beast: Beast) -> tuple[bool, int, int, tuple[int, int]]:
    """First Strike before all, then the strongest melee, then higher loyalty, then code (BOT-6)."""
    return not beast.has(Ability.FIRST_STRIKE), -beast.melee, -beast.loyalty, code_order(beast.code)


def table_order(place: str) -> int:
    """Place of a territory in table order."""
    return PLACE_ORDER[place]


# A combat foreseen without dice: everything at its average, in hundredths of loyalty (BOT-1).


_WHOLE = 100


@record
class Forecast:
    """Whether the attackers win inside 120 strikes, and what share of their loyalty is left."""

    won: bool
    rest: Fraction


@dataclass(slots=True)
class _Fighter:
    beast: Beast
    loyalty: int


class _Foreseen:
    def __init__(self, attackers: Sequence[Beast], defenders: Sequence[Beast], land: Land) -> None:
        self.sides = {
            True: [_Fighter(b, b.loyalty * _WHOLE) for b in attackers],
            False: [_Fighter(b, b.loyalty * _WHOLE) for b in defenders],
        }
        self.land = land
        self.wall = land.loyalty * _WHOLE

    def bury(self) -> None:
        for side, fighters in self.sides.items():
            self.sides[side] = [f for f in fighters if f.loyalty > 0]

    def hellblast(self) -> None:
        for side in (False, True):
            blasts = sum(1 for f in self.sides[side] if f.beast.has(Ability.HELLBLAST))
            for enemy in self.sides[not side]:
                enemy.loyalty -= blasts * HELLBLAST_DAMAGE * _WHOLE
        self.bury()

    def ranged(self, territory_alone: bool) -> None:
        shots = [(self.land.ranged, True)]
        if not territory_alone:
            shots += [(f.beast.ranged, True) for f in self.sides[False]]
            shots += [(f.beast.ranged, False) for f in self.sides[True]]
        hits: list[tuple[_Fighter, int]] = []
        for ranged, side in shots:
            target = next((f for f in self.sides[side] if not f.beast.has(Ability.IGNORE_MISSILES)), None)
            if ranged >= 1 and target is not None:
                hits.append((target, max(0, ranged - (FORCE_SHIELD in target.beast.enchantments))))
        for target, damage in hits:
            target.loyalty -= damage * _WHOLE
        self.bury()

    def strike(self, attacking: bool) -> None:
        party, enemies = self.sides[attacking], self.sides[not attacking]
        melee = party[0].beast.melee + len(party) - 1 if party else self.land.melee
        if not enemies:
            self.wall -= _damage(melee, self.land.defense)
            return
        struck = enemies if party and party[0].beast.has(Ability.SWARM) else enemies[:1]
        blows = [(enemy, _damage(melee, _defense(enemy, enemies))) for enemy in struck]
        for enemy, damage in blows:
            enemy.loyalty -= damage
            if party and damage and enemy.beast.has(Ability.FIRE_SHIELD):
                party[0].loyalty -= _WHOLE
        self.bury()


def _damage(melee: int, defense: int) -> int:
    return (melee - defense) * _WHOLE if melee > defense else hit_chance(melee, defense)


def _defense(fighter: _Fighter, party: Sequence[_Fighter]) -> int:
    if not fighter.beast.has(Ability.MERGE):
        return fighter.beast.defense
    return fighter.beast.defense + sum(1 for f in party if f.beast.kind == fighter.beast.kind) - 1


def forecast(attackers: Sequence[Beast], defenders: Sequence[Beast], land: Land) -> Forecast:
    """The combat for a territory as a policy foresees it; armies in army order."""
    start = sum(b.loyalty for b in attackers) * _WHOLE
    fight = _Foreseen(attackers, defenders, land)
    attacking = first = attackers[0].has(Ability.FIRST_STRIKE)
    fight.hellblast()
    fight.ranged(first)
    strikes = 0
    while fight.wall > 0 and fight.sides[True] and strikes < MOST_STRIKES:
        fight.strike(attacking)
        attacking = not attacking
        strikes += 1
    left = sum(f.loyalty for f in fight.sides[True])
    return Forecast(fight.wall <= 0, Fraction(left, start))
