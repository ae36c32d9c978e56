"""Creatures, items and spells of the law, as typed rows read from ``data`` (DATA)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from magika_gm.engine.plain import Fields
from magika_gm.engine.records import named_record, record
from magika_gm.engine.toml import load_toml
from magika_gm.games.arena.rules.terms import AttackType, Duration, MagicType, Meant, Phase, Target, Time

DATA = "magika_gm.games.arena.data"
PHANTASM = "Phantasm"
REGENERATION = "Regeneration"
QUICK_GROWTH = "Quick Growth"
GOOD, EVIL, UNDEAD, ANIMAL, MACHINE, HANDS = "good", "evil", "undead", "animal", "machine", "hands"
MOST_LEVEL = 3
NO_LEVELS: Mapping[MagicType, int] = MappingProxyType({})


@record
class Attack:
    """Power and its type."""

    power: int
    type: AttackType


@record
class Ranged:
    """A ranged attack: its own Power, type and poison, and the least and greatest distance (RNG-1)."""

    power: int
    type: AttackType
    poison: int = 0
    least: int = 1
    most: int = 1


@record
class Flight:
    """Flight speed and duration (FLY-1)."""

    speed: int
    duration: int


@named_record
class Gives:
    """What an item, an enchantment or a passing effect lends whom it is on (the words of data/spells.toml)."""

    power: int = 0
    move: int = 0
    speed: int = 0
    poison: int = 0
    held: bool = False
    rooted: bool = False
    mute: bool = False
    disarmed: bool = False
    powerless: bool = False
    regenerates: bool = False
    unseen: bool = False
    any_terrain: bool = False
    warded: bool = False
    masked: bool = False
    ranged: Ranged | None = None
    flight: Flight | None = None
    levels: Mapping[MagicType, int] = field(default_factory=lambda: NO_LEVELS)


NOTHING = Gives()


@named_record
class Kind:
    """A kind of creature (CRE-1)."""

    name: str
    size: int
    power: int
    type: AttackType
    move: int
    terrain: str
    flight: Flight | None
    ranged: Ranged | None
    poison: int
    spells: Mapping[MagicType, int]
    attributes: frozenset[str]
    ability: str
    uses: int | None
    cost: int
    summoned: bool
    """Made by a spell alone: cannot be bought, leaves no corpse (LAW-19)."""
    source: bool
    hands: bool
    animal: bool
    machine: bool
    undead: bool
    good: bool
    evil: bool
    vehicle: bool


@named_record
class Magic:
    """What can be declared: a spell, the use of an item, or an ability (MAG-2)."""

    name: str
    type: MagicType
    level: int
    time: Time
    turns: int
    """Own turns a LONG spell takes."""
    target: Target
    range: int
    duration: Duration
    does: str
    gives: Gives = NOTHING
    attack: Attack | None = None
    makes: str = ""
    """The named effect it lays: its own name, but the Wand of Slowing's is Slow (MAG-13)."""
    only: str = ""
    most_power: int = 0
    phase: Phase | None = None
    """The only magic phase it is declared in; None: both."""
    text: str = ""
    says: str = ""
    """The same as a sentence, for who reads a report."""
    meant: Meant = Meant.ANY

    @property
    def tech(self) -> bool:
        """Tech is no magic: nothing that stops magic stops it (MAG-3)."""
        return self.type is MagicType.TECH

    @property
    def group(self) -> int:
        """Where longer spells stand in MAG-10's order: 0 half-turn, N for N turns."""
        return self.turns


@named_record
class Spell:
    """A spell card: what it does and what it costs (MAG-1)."""

    magic: Magic
    cost: int
    force: int
    source: bool

    @property
    def name(self) -> str:
        """Its name."""
        return self.magic.name


@named_record
class ItemKind:
    """A kind of item (ITEM-1): who may use it, what it lends or does."""

    name: str
    who: frozenset[str]
    sizes: tuple[int, int]
    type: MagicType
    level: int
    uses: int | None
    value: int
    cost: int
    gives: Gives
    use: Magic | None
    """What declaring its use does; None: continuous."""
    source: bool
    text: str
    says: str
    """The same as a sentence, for who reads a report."""

    @property
    def tech(self) -> bool:
        """Tech is no magic (MAG-3)."""
        return self.type is MagicType.TECH


@named_record
class ReadyArmy:
    """A ready-made army: creatures in id order, items, cards, and the pool its points leave (SET)."""

    name: str
    creatures: tuple[tuple[int, str], ...]
    items: tuple[tuple[int, str], ...]
    spells: tuple[str, ...]
    pool: int


def _attack(text: str) -> Attack:
    return Attack(int(text[:-1]), AttackType(text[-1]))


def _ranged(text: str, poison: int = 0, span: tuple[int, int] = (1, 1)) -> Ranged:
    attack = _attack(text)
    return Ranged(attack.power, attack.type, poison, span[0], span[1])


def _gives(row: Fields) -> Gives:
    words = dict(row)
    if "ranged" in words:
        words["ranged"] = _ranged(words["ranged"])
    if "flight" in words:
        words["flight"] = Flight(*words["flight"])
    if "levels" in words:
        words["levels"] = {MagicType(t): n for t, n in words["levels"].items()}
    return Gives(**words)


def _kind(row: Fields) -> Kind:
    attack = _attack(row["power"])
    ranged = None
    if "ranged" in row:
        least, most = row.get("range", (1, 1))
        ranged = _ranged(row["ranged"], row.get("ranged_poison", 0), (least, most))
    attributes = frozenset(row.get("attributes", ()))
    return Kind(
        name=row["name"],
        size=row["size"],
        power=attack.power,
        type=attack.type,
        move=row["move"],
        terrain=row["terrain"],
        flight=Flight(*row["flight"]) if "flight" in row else None,
        ranged=ranged,
        poison=row.get("poison", 0),
        spells={MagicType(t): n for t, n in row.get("spells", {}).items()},
        attributes=attributes,
        ability=row.get("ability", ""),
        uses=row.get("uses"),
        cost=row["cost"],
        summoned=row.get("summoned", False),
        source=row.get("source", False),
        hands=HANDS in attributes,
        animal=ANIMAL in attributes,
        machine=MACHINE in attributes,
        undead=UNDEAD in attributes,
        good=GOOD in attributes,
        evil=EVIL in attributes,
        vehicle="vehicle" in attributes,
    )


def _magic(row: Fields, time: Time, turns: int = 0) -> Magic:
    return Magic(
        name=row["name"],
        type=MagicType(row["type"]),
        level=row.get("level", 0),
        time=time,
        turns=turns,
        target=Target(row["target"]),
        range=row.get("range", 0),
        duration=Duration(row["duration"]),
        does=row["does"],
        gives=_gives(row.get("gives", {})),
        attack=_attack(row["attack"]) if "attack" in row else None,
        makes=row.get("makes", row["name"]),
        only=row.get("only", ""),
        most_power=row.get("most_power", 0),
        phase=Phase(row["phase"]) if "phase" in row else None,
        text=row["text"],
        says=row["says"],
        meant=Meant(row.get("meant", Meant.ANY)),
    )


def _spell(row: Fields) -> Spell:
    time = row["time"]
    magic = _magic(row, Time.LONG, int(time)) if time.isdigit() else _magic(row, Time(time))
    return Spell(magic=magic, cost=row["cost"], force=row.get("force", 0), source=row.get("source", False))


def _item(row: Fields) -> ItemKind:
    least, most = row.get("sizes", (1, 4))
    continuous = row["casting"] == "continuous"
    return ItemKind(
        name=row["name"],
        who=frozenset(row.get("who", ())),
        sizes=(least, most),
        type=MagicType(row["type"]),
        level=row.get("level", 0),
        uses=row.get("uses"),
        value=row["value"],
        cost=row["cost"],
        gives=_gives(row["gives"]) if continuous else NOTHING,
        use=None if continuous else _magic(row, Time.INSTANT),
        source=row.get("source", False),
        text=row["text"],
        says=row["says"],
    )


def counted(text: str) -> tuple[int, str]:
    """``2 Orc`` as (2, "Orc"), ``Orc`` as (1, "Orc")."""
    first, _, rest = text.partition(" ")
    return (int(first), rest) if first.isdigit() else (1, text)


def _army(row: Fields) -> ReadyArmy:
    return ReadyArmy(
        name=row["name"],
        creatures=tuple(counted(c) for c in row["creatures"]),
        items=tuple(counted(i) for i in row["items"]),
        spells=tuple(row["spells"]),
        pool=row["pool"],
    )


KINDS: Mapping[str, Kind] = {row["name"]: _kind(row) for row in load_toml(DATA, "creatures.toml")["creature"]}
ITEMS: Mapping[str, ItemKind] = {row["name"]: _item(row) for row in load_toml(DATA, "items.toml")["item"]}
SPELLS: Mapping[str, Spell] = {row["name"]: _spell(row) for row in load_toml(DATA, "spells.toml")["spell"]}
ARMIES: Mapping[str, ReadyArmy] = {row["name"]: _army(row) for row in load_toml(DATA, "armies.toml")["army"]}
BUYABLE: tuple[str, ...] = tuple(name for name, kind in KINDS.items() if not kind.summoned)
"""Names of the 61 creatures an army may be made of."""
GROWTH = Magic(
    name=QUICK_GROWTH,
    type=MagicType.CREATURE,
    level=1,
    time=Time.INSTANT,
    turns=0,
    target=Target.SELF,
    range=0,
    duration=Duration.PHASE,
    does="bestow",
    gives=SPELLS[QUICK_GROWTH].magic.gives,
    makes=QUICK_GROWTH,
    text="Power +2",
    says="its Power is 2 more",
)
"""The ability (ABIL-2)."""
ABILITIES: Mapping[str, Magic] = {QUICK_GROWTH: GROWTH}
"""Abilities that are declared; Regeneration is continuous."""
ABILITY_TYPE = {REGENERATION: MagicType.CREATURE, QUICK_GROWTH: MagicType.CREATURE}
AUTO_VALUES = {"Grenade": 6, QUICK_GROWTH: 4, "Potion of Giant Strength": 3}
"""What AUTO may use, and how dear it is (MAIL-8)."""
