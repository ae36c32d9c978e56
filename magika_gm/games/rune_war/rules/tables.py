"""The tables of the law, typed, read from the data files: creatures, spells, wizards, isle (CREA, MAG, WIZ, ISLE)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from types import MappingProxyType

from magika_gm.engine.plain import Fields
from magika_gm.engine.records import named_record
from magika_gm.engine.toml import load_toml
from magika_gm.games.rune_war.rules.terms import KIND

DATA = "magika_gm.games.rune_war.data"
SEATS = ("1", "2", "3", "4")
"""The seats, each to the left of the one after it (GAME-3)."""
MOST_CREATURES = 5
MOST_IN_PLACE = 3
DISCARD_POINTS = MELD_POINTS = 10
WIN_POINTS = 20


class Clan(StrEnum):
    """The clans by their letter, in table order."""

    MAITHA = "M"
    MARZ = "Z"
    KARTHA = "K"
    IZ = "I"

    @property
    def title(self) -> str:  # type: ignore[override]  # a clan's title is a word, not str.title
        """The clan's name."""
        return self.name.capitalize()

    @property
    def prefix(self) -> str:
        """The letters of its creatures' codes (CREA-1)."""
        return {"M": "MA", "Z": "MZ", "K": "KA", "I": "IZ"}[self.value]


CLAN_BY_TITLE: dict[str, Clan] = {clan.title: clan for clan in Clan}
CLAN_BY_PREFIX: dict[str, Clan] = {clan.prefix: clan for clan in Clan}
CLAN_ORDER: dict[str, int] = {clan.value: i for i, clan in enumerate(Clan)}


class Ability(StrEnum):
    """Special abilities of creatures [5.4]; magic resistance is a number of its own."""

    DEVOTION = "Devotion"
    FIRE_SHIELD = "Fire Shield"
    FIRST_STRIKE = "First Strike"
    GATE = "Gate"
    HELLBLAST = "Hellblast"
    IGNORE_MISSILES = "Ignore Missiles"
    INVISIBLE = "Invisible"
    MERGE = "Merge"
    MIGHTY_BLOW = "Mighty Blow"
    REGENERATION = "Regeneration"
    SEE_INVISIBLE = "See Invisible"
    SWARM = "Swarm"


class Figure(StrEnum):
    """The four figures of a creature or territory."""

    MELEE = "melee"
    RANGED = "ranged"
    DEFENSE = "defense"
    LOYALTY = "loyalty"


@named_record
class CreatureKind:
    """A kind of creature (CREA); ``resistance`` is its chance in percent to ignore a spell."""

    name: str
    group: str
    melee: int
    ranged: int
    defense: int
    loyalty: int
    move: int
    cost: int
    runes: tuple[int, ...]
    unique: bool
    abilities: frozenset[Ability]
    resistance: int
    grants: str
    about: tuple[str, ...]
    """Two lines of what it is like."""

    def has(self, ability: Ability) -> bool:
        """Whether it has a special ability."""
        return ability in self.abilities


class SpellKind(StrEnum):
    """The law's letters I, E, R."""

    INSTANT = "instant"
    ENCHANTMENT = "enchantment"
    RUNE = "rune"


class Aimed(StrEnum):
    """Who may be aimed at (MAG-8)."""

    ANY = "any"
    ENEMY = "enemy"
    FRIENDLY = "friendly"
    SHOOTER = "shooter"
    """Friendly, with ranged 1 or more."""
    PARTY = "party"
    OPPONENT = "opponent"
    SELF = "self"


class Verb(StrEnum):
    """What carries a spell out."""

    DISPEL = "dispel"
    LOYALTY = "loyalty"
    HEAL = "heal"
    ENCHANT = "enchant"
    FOUNTAIN = "fountain"
    TELEPORT = "teleport"
    DRAW = "draw"
    RANDOM_DISCARD = "random discard"
    SCRY = "scry"
    SILENCE = "silence"
    FOG = "fog"


@named_record
class Spell:
    """A spell that is no summons (MAG); ``changes`` are the figures it changes, ``suit`` what a Draw spell draws."""

    name: str
    realm: str
    kind: SpellKind
    target: Aimed
    cost: int
    runes: tuple[int, ...]
    does: Verb
    changes: Mapping[Figure, int]
    suit: str
    effect: str
    """What it does, where its changes do not tell."""
    says: str
    """The same in a sentence."""

    @property
    def told(self) -> str:
        """What it does, in short: the figures it changes, where its data say no more."""
        return self.effect or ", ".join(f"{n:+} {figure.value}" for figure, n in self.changes.items())


@named_record
class Wizard:
    """A wizard (WIZ): whom he plays for, what he summons and casts, what he starts with (SET-4)."""

    name: str
    clans: tuple[Clan, ...]
    summons: tuple[str, ...]
    spells: tuple[str, ...]
    spell_points: int
    sees_invisible: bool
    telepathic: bool
    heals: int
    any_clan_against: str
    about: tuple[str, ...]
    """Two lines of what he is like."""


def _creatures() -> dict[str, CreatureKind]:
    return {
        row["name"]: CreatureKind(
            name=row["name"],
            group=row["group"],
            **dict(zip(("melee", "ranged", "defense", "loyalty"), row["figures"], strict=True)),
            move=row["move"],
            cost=row["cost"],
            runes=tuple(KIND[code] for code in row["runes"]),
            unique=row.get("unique", False),
            abilities=frozenset(Ability(a) for a in row.get("abilities", ())),
            resistance=row.get("resistance", 0),
            grants=row.get("grants", ""),
            about=tuple(row["about"]),
        )
        for row in load_toml(DATA, "creatures.toml")["creature"]
    }


def _spells() -> dict[str, Spell]:
    return {
        row["name"]: Spell(
            name=row["name"],
            realm=row["realm"],
            kind=SpellKind(row["kind"]),
            target=Aimed(row["target"]),
            cost=row["cost"],
            runes=tuple(KIND[code] for code in row["runes"]),
            does=Verb(row["does"]),
            changes=MappingProxyType({Figure(k): v for k, v in row.get("changes", {}).items()}),
            suit=row.get("suit", ""),
            effect=row.get("effect", ""),
            says=row["says"],
        )
        for row in load_toml(DATA, "spells.toml")["spell"]
    }


CREATURES: dict[str, CreatureKind] = _creatures()
"""Creatures by name, in table order."""
SPELLS: dict[str, Spell] = _spells()
"""Spells by name, in table order."""
CREATURE_ORDER: dict[str, int] = {name: i for i, name in enumerate(CREATURES)}
FOUNTAIN = "Mystical Fountain"
FOUNTAINS: dict[str, Figure] = {
    f"{FOUNTAIN} {figure.value}": figure for figure in (Figure.MELEE, Figure.LOYALTY, Figure.RANGED)
}
"""The three shapes of the Fountain as an enchantment, in the order in which they are listed (CASE-4)."""
PARALYZE = "Paralyze"
FORCE_SHIELD = "Force Shield"


def enchantment_changes(enchantment: str) -> Mapping[Figure, int]:
    """What an enchantment in force changes, by its name as a creature bears it."""
    fountain = FOUNTAINS.get(enchantment)
    return {fountain: 1} if fountain else SPELLS[enchantment].changes


def enchantment_target(enchantment: str) -> Aimed:
    """Whom an enchantment in force is cast on, by its name as a creature bears it."""
    return SPELLS[FOUNTAIN if enchantment in FOUNTAINS else enchantment].target


ENCHANTMENTS: tuple[str, ...] = tuple(
    name
    for spell in SPELLS.values()
    if spell.kind is SpellKind.ENCHANTMENT
    for name in (FOUNTAINS if spell.name == FOUNTAIN else (spell.name,))
)
"""Every enchantment a creature can bear, in table order."""


def _expanded(entries: list[str], word: str, of: Fields, key: str) -> tuple[str, ...]:
    """Names, ``word:x`` standing for all whose ``key`` is x; in table order."""
    names = set()
    for entry in entries:
        prefix, colon, rest = entry.partition(":")
        names |= {n for n, row in of.items() if getattr(row, key) == rest} if colon and prefix == word else {entry}
    return tuple(name for name in of if name in names)


WIZARDS: dict[str, Wizard] = {
    row["name"]: Wizard(
        name=row["name"],
        clans=tuple(CLAN_BY_TITLE[title] for title in row["clans"]),
        summons=_expanded(row["summons"], "group", CREATURES, "group"),
        spells=_expanded(row["spells"], "realm", SPELLS, "realm"),
        spell_points=row["spell_points"],
        sees_invisible=row.get("sees_invisible", False),
        telepathic=row.get("telepathic", False),
        heals=row.get("heals", 0),
        any_clan_against=row.get("any_clan_against", ""),
        about=tuple(row["about"]),
    )
    for row in load_toml(DATA, "wizards.toml")["wizard"]
}
"""Wizards by name, in table order."""
WIZARD_SPELLINGS: dict[str, str] = {
    spelling: row["name"]
    for row in load_toml(DATA, "wizards.toml")["wizard"]
    for spelling in (row["name"], row.get("also_read"))
    if spelling
}
"""Every spelling of a wizard's name that is read, and the name (WIZ-1)."""


def split_code(code: str) -> tuple[Clan, int] | None:
    """Clan and number of a creature's code (CREA-1); None if it is none."""
    clan = CLAN_BY_PREFIX.get(code[:2])
    digits = code[2:]
    if clan is None or not digits.isdecimal() or not digits.isascii() or digits.startswith("0") or len(digits) > 6:
        return None
    return clan, int(digits)


@cache
def code_order(code: str) -> tuple[int, int]:
    """Sort key of creature codes: MA MZ KA IZ, inside a clan by number."""
    split = split_code(code)
    assert split is not None, code
    return CLAN_ORDER[split[0].value], split[1]


# The isle: territories, who borders on whom, the shortest ways (ISLE).


TOWER = "T"
PLACES: tuple[str, ...] = (*(f"{clan.value}{number}" for clan in Clan for number in range(1, 9)), TOWER)
"""Codes of the territories in table order."""
PLACE_ORDER: dict[str, int] = {code: i for i, code in enumerate(PLACES)}
LANDS: tuple[str, ...] = PLACES[:-1]
"""All but the Tower."""
AROUND = {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)}
"""Steps to the hexes around one."""


@named_record
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


def steps_to(goals: Iterable[str], through: Collection[str], neighbours: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Steps to the nearest of ``goals`` from every place that reaches one; only ``through`` is walked upon."""
    far = dict.fromkeys(goals, 0)
    border = list(far)
    while border:
        reached: list[str] = []
        for place in border:
            for other in neighbours[place]:
                if other in through and other not in far:
                    far[other] = far[place] + 1
                    reached.append(other)
        border = reached
    return far


@dataclass(frozen=True)
class Isle:
    """The map of a game: 33 territories in table order and the ridges between those that touch."""

    territories: tuple[Territory, ...]
    ridges: tuple[tuple[str, str], ...]

    def __hash__(self) -> int:
        return hash(self.ridges)

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
            touching = [place.get((t.hex[0] + q, t.hex[1] + r)) for q, r in AROUND.values()]
            codes = [c for c in touching if c is not None and frozenset((t.code, c)) not in parted]
            found[t.code] = tuple(sorted(codes, key=PLACE_ORDER.__getitem__))
        return found

    @cached_property
    def start(self) -> Mapping[str, Clan]:
        """Owners at the start."""
        return {t.code: t.clan for t in self.territories if t.clan is not None}

    def steps(self, goals: Iterable[str], through: Iterable[str] = PLACES) -> dict[str, int]:
        """Steps to the nearest of ``goals`` from every place that reaches one; only ``through`` is walked upon."""
        return steps_to(goals, set(through), self.neighbours)


def isle_of(territories: Sequence[Fields], ridges: Sequence[str]) -> Isle:
    """The isle of a data file's rows; they are taken to be right."""
    return Isle(
        tuple(_territory(row) for row in territories),
        tuple((one, other) for one, _, other in (ridge.partition("-") for ridge in ridges)),
    )


def _territory(row: Fields) -> Territory:
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
