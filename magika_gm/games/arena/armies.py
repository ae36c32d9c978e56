"""Building armies: a list read and checked, with every fault and its place, and the pool it leaves (SET-1, SET-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Annotated, Any

from magika_gm.engine.beginning import NO_END, Bound
from magika_gm.engine.lines.words import Unread, Vocabulary
from magika_gm.engine.plain import Fields
from magika_gm.engine.records import named_record, record
from magika_gm.engine.toml import Whole, load_toml
from magika_gm.games.arena.orders.lines import NAMED, words_of
from magika_gm.games.arena.rules.tables import ARMIES, BUYABLE, DATA, ITEMS, KINDS, SPELLS, ReadyArmy
from magika_gm.games.arena.rules.terms import COURT, Board, board_of

# What creatures and items cost when an army is built: the law's table, and others by name (SET-1).


LAW = "law"
BUILDING = "even"
"""The table by which armies of one's own are built where no scenario says otherwise."""


@named_record
class Costs:
    """A cost table: every creature that can be bought, and every item."""

    name: str
    creatures: Mapping[str, int]
    items: Mapping[str, int]


@cache
def cost_table(name: str = LAW) -> Costs:
    """A cost table by name; raises KeyError for one there is not.

    ``law`` is the law page's own. Others stand in data/costs.toml and name only what differs.
    """
    creatures = {kind: KINDS[kind].cost for kind in BUYABLE}
    items = {item: kind.cost for item, kind in ITEMS.items()}
    if name != LAW:
        table = load_toml(DATA, "costs.toml")[name]
        creatures |= table.get("creatures", {})
        items |= table.get("items", {})
    return Costs(name=name, creatures=creatures, items=items)


def cost_tables() -> tuple[str, ...]:
    """Names of all cost tables."""
    return (LAW, *load_toml(DATA, "costs.toml"))


MOST_COUNT = 99
MOST_LINES = 200


@named_record
class Limits:
    """What an army may be made of (SET-1)."""

    points: Annotated[int, Whole(0, 9999)] = 180
    creatures: Annotated[int, Whole(0, 9999)] = 20
    of_a_kind: Annotated[int, Whole(0, 9999)] = 4
    flying: Annotated[int, Whole(0, 9999)] = 60
    spells: Annotated[int, Whole(0, 9999)] = 8


BY_LETTER = Limits(creatures=NO_END, of_a_kind=NO_END, flying=NO_END, spells=NO_END)
"""What an army is held to where points alone count (scenario "letter")."""


@record
class Entry:
    """A line of an army list: how many of what; ``line`` is where it stands, from 1 (0: nowhere)."""

    count: int
    name: str
    line: int = 0


@named_record
class ArmyList:
    """An army as its player lists it; ``name`` is a ready-made one's, "" for one of his own."""

    name: str = ""
    creatures: tuple[Entry, ...] = ()
    items: tuple[Entry, ...] = ()
    spells: tuple[Entry, ...] = ()
    pool: int | None = None
    """A ready-made army's pool, where it is less than its points would leave."""

    @property
    def cards(self) -> tuple[str, ...]:
        """Its spell cards."""
        return tuple(entry.name for entry in self.spells)

    def to_plain(self) -> Any:
        """As JSON can hold it: a name, or the three lists."""
        if self.name:
            return self.name
        return {
            "creatures": [[e.count, e.name] for e in self.creatures],
            "items": [[e.count, e.name] for e in self.items],
            "spells": [e.name for e in self.spells for _ in range(e.count)],
        }


@record
class ArmyFault:
    """What is wrong with an army: the line of the list (0: the whole), the rule, the reason and the cure."""

    line: int
    rule: str
    reason: str

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.reason} ({self.rule})"


@named_record
class ArmyCheck:
    """What an army list comes to: points by sort, the pool they leave, its faults, and remarks that are none."""

    army: ArmyList
    creatures: int
    items: int
    flying: int
    pool: int
    faults: tuple[ArmyFault, ...]
    remarks: tuple[str, ...] = field(default=())

    @property
    def spent(self) -> int:
        """All points spent."""
        return self.creatures + self.items


def ready(army: ReadyArmy) -> ArmyList:
    """A ready-made army as a list."""
    return ArmyList(
        name=army.name,
        creatures=tuple(Entry(n, name) for n, name in army.creatures),
        items=tuple(Entry(n, name) for n, name in army.items),
        spells=tuple(Entry(1, name) for name in army.spells),
        pool=army.pool,
    )


def army_of(plain: Any, armies: Mapping[str, ReadyArmy] = ARMIES) -> ArmyList | None:
    """The army of a sign-up's choice, as plain data; None if it is none."""
    if isinstance(plain, str):
        if "\n" in plain.strip():
            army, faults = read_army(plain.splitlines(), armies)
            return None if faults else army
        found = armies.get(plain.strip().upper())
        return ready(found) if found else None
    if not isinstance(plain, Mapping):
        return None
    try:
        return ArmyList(
            creatures=tuple(Entry(int(n), _known(name, KINDS)) for n, name in plain.get("creatures", ())),
            items=tuple(Entry(int(n), _known(name, ITEMS)) for n, name in plain.get("items", ())),
            spells=tuple(Entry(1, _known(name, SPELLS)) for name in plain.get("spells", ())),
        )
    except (TypeError, ValueError, KeyError):
        return None


def _known(name: str, table: Mapping[str, object]) -> str:
    if name not in table:
        raise KeyError(name)
    return name


def read_army(lines: Sequence[str], armies: Mapping[str, ReadyArmy] = ARMIES) -> tuple[ArmyList, tuple[ArmyFault, ...]]:
    """An army from the lines of a file or of an ``ARMY … END ARMY`` block, and the lines that are none.

    A line is ``2 Orc``, ``ITEM Grenade`` (``ITEM 2 Grenade``), ``SPELL Bless``, or ``ARMY LEGION`` alone.
    """
    creatures: list[Entry] = []
    items: list[Entry] = []
    spells: list[Entry] = []
    faults: list[ArmyFault] = []
    for number, text in enumerate(lines[:MOST_LINES], 1):
        tokens = words_of(text)
        try:
            if len(tokens) == 2 and tokens[0].upper() == "ARMY":
                return ready(armies[_named(tokens[1:], armies, "army").upper()]), tuple(faults)
            _entry(tokens, number, creatures, items, spells)
        except Unread as unread:
            bad = unread.fault()
            near = f"; did you mean {' or '.join(bad.near)}?" if bad.near else ""
            faults.append(ArmyFault(number, "SET-2", f"{bad.reason}{near}"))
    if len(lines) > MOST_LINES:
        faults.append(ArmyFault(MOST_LINES + 1, "SET-2", f"a list has at most {MOST_LINES} lines"))
    army = ArmyList(creatures=tuple(creatures), items=tuple(items), spells=tuple(spells))
    return army, tuple(faults)


def _entry(tokens: list[str], line: int, creatures: list[Entry], items: list[Entry], spells: list[Entry]) -> None:
    upper = [t.upper() for t in tokens]
    if not tokens or upper in (["ARMY"], ["END", "ARMY"]):
        return
    sort = ""
    if upper[0] in ("ITEM", "ITEMS", "SPELL", "SPELLS"):
        sort, tokens = upper[0][:4], tokens[1:]
    count, names = _count(tokens)
    if sort == "SPEL":
        spells.append(Entry(count, _named(names, SPELLS, "spell"), line))
    elif sort == "ITEM":
        items.append(Entry(count, _named(names, ITEMS, "item"), line))
    else:
        creatures.append(Entry(count, _named(names, BUYABLE, "creature"), line))


def _named(said: Sequence[str], names: Iterable[str], kind: str) -> str:
    return str(NAMED.one(" ".join(said), Vocabulary(tuple(names)), kind))


def _count(tokens: list[str]) -> tuple[int, list[str]]:
    """``2 Orc``, ``2x Orc``, ``2 x Orc`` or ``Orc``."""
    first = tokens[0].casefold().rstrip("x") if tokens else ""
    if not (first.isascii() and first.isdigit()):
        return 1, tokens
    if not 1 <= int(first[:4]) <= MOST_COUNT:
        raise Unread(f"{{said}} is no number of things from 1 to {MOST_COUNT}", tokens[0])
    rest = tokens[1:]
    return int(first), rest[1:] if rest and rest[0].casefold() == "x" else rest


def check_army(army: ArmyList, limits: Limits, costs: Costs | None = None) -> ArmyCheck:
    """Hold an army to SET-1: points, numbers, flight, cards; with every fault and its place."""
    table = costs or cost_table()
    creatures = sum(e.count * table.creatures[e.name] for e in army.creatures)
    items = sum(e.count * table.items[e.name] for e in army.items)
    spent = creatures + items
    counted: Counter[str] = Counter()
    for sort, entries in ((KINDS, army.creatures), (ITEMS, army.items), (SPELLS, army.spells)):
        for entry in entries:
            counted += Counter({k: entry.count * v for k, v in weights(entry.name, sort, table).items()})
    whole = (bound.fault(counted[bound.code]) for bound in bounds(limits))
    faults = [ArmyFault(0, "SET-1", said) for said in whole if said]
    faults += [*_of_a_kind(army, limits), *_cards(army)]
    faults.sort(key=lambda f: (f.line == 0, f.line))
    return ArmyCheck(
        army=army,
        creatures=creatures,
        items=items,
        flying=counted["flying"],
        pool=max(limits.points - spent, 0) if army.pool is None else max(min(army.pool, limits.points - spent), 0),
        faults=tuple(faults),
        remarks=tuple(_remarks(army)),
    )


def bounds(limits: Limits) -> tuple[Bound, ...]:
    """What a whole army is held to (SET-1), by what its entries weigh (:func:`weights`)."""
    return (
        Bound("points", "it costs {n} of {most} points: take {over} off", limits.points),
        Bound("flying", "flying things cost {n}, at most {most} may go on them", limits.flying),
        Bound("creatures", "{n} creatures, at most {most} are allowed", limits.creatures),
        Bound("on foot", "there must be a creature that is no vehicle", least=1),
        Bound("spells", "{n} spell cards, at most {most} are allowed", limits.spells),
    )


def weights(name: str, sort: Fields, costs: Costs) -> dict[str, int]:
    """What a creature, an item or a card counts to an army's bounds."""
    if sort is SPELLS:
        return {"spells": 1}
    cost = (costs.creatures if sort is KINDS else costs.items)[name]
    flies = KINDS[name].flight if sort is KINDS else ITEMS[name].gives.flight
    found = {"points": cost, "flying": cost if flies else 0}
    return found | {"creatures": 1, "on foot": int(not KINDS[name].vehicle)} if sort is KINDS else found


def kind_bound(limits: Limits) -> Bound:
    """How many creatures of a kind there may be."""
    return Bound("of_a_kind", "{n} of {name}, at most {most} of a kind are allowed", limits.of_a_kind)


ONE_EACH = Bound("card", "{name} stands twice: all cards are different", 1)


def _of_a_kind(army: ArmyList, limits: Limits) -> list[ArmyFault]:
    faults: list[ArmyFault] = []
    counted: Counter[str] = Counter()
    for entry in army.creatures:
        before = counted[entry.name]
        counted[entry.name] += entry.count
        if before <= limits.of_a_kind < counted[entry.name]:
            said = kind_bound(limits).fault(counted[entry.name], entry.name)
            faults.append(ArmyFault(entry.line, "SET-1", said))
    return faults


def _cards(army: ArmyList) -> list[ArmyFault]:
    faults: list[ArmyFault] = []
    counted: Counter[str] = Counter()
    for entry in army.spells:
        counted[entry.name] += entry.count
        if said := ONE_EACH.fault(counted[entry.name], entry.name):
            faults.append(ArmyFault(entry.line, "SET-1", said))
    return faults


def _remarks(army: ArmyList) -> list[str]:
    """What is allowed but hardly meant: cards nobody can cast, items nobody can bear."""
    kinds = [KINDS[e.name] for e in army.creatures]
    remarks: list[str] = []
    for entry in army.spells:
        magic = SPELLS[entry.name].magic
        lent = [i.gives.levels.get(magic.type, 0) for i in (ITEMS[e.name] for e in army.items)]
        best = max((k.spells.get(magic.type, 0) for k in kinds), default=0) + max(lent, default=0)
        if best < magic.level:
            remarks.append(f"nobody in the army can cast {entry.name} ({magic.type} {magic.level})")
    for entry in army.items:
        item = ITEMS[entry.name]
        least, most = item.sizes
        if not any(item.who <= k.attributes and least <= k.size <= most for k in kinds):
            remarks.append(f"nobody in the army can bear {entry.name}")
    return remarks


def army_text(check: ArmyCheck, limits: Limits) -> str:
    """The check in words, for ``army check`` and for the answer to a sign-up."""
    flying = f" of {limits.flying}" if limits.flying < limits.points else ""
    lines = [
        f"creatures {check.creatures}, items {check.items}: {check.spent} of {limits.points} points"
        f" ({check.flying}{flying} on flying things); magic pool {check.pool}",
        *(f"error: {fault}" for fault in check.faults),
        *(f"remark: {remark}" for remark in check.remarks),
    ]
    return "\n".join(lines)


# The standard board at the start: terrain, king hexes, control (BOARD-4, BOARD-6, CTRL-1).


START_ROWS = (
    "RFGWG",
    "FGGWSG",
    "GFRGGFG",
    "GGFSRGWG",
    "GKGFLFGKG",
    "GWGRSFGG",
    "GFGGRFG",
    "GSWGGF",
    "GWGFR",
)
"""BOARD-6."""
START_KINGS = {"A": "e2", "B": "e8"}
"""BOARD-4."""


def terrain_of(rows: Sequence[str], board: Board) -> list[str]:
    """Terrain letters of all hexes, from rows of letters."""
    terrain = [letter for row in rows for letter in row]
    assert len(terrain) == len(board.names)
    return terrain


def start_control(board: Board, kings: Mapping[str, int]) -> list[str]:
    """CTRL-1: each player controls his king hex and its neighbours; A's where they overlap."""
    control = [""] * len(board.names)
    for side in ("B", "A"):
        for hex_ in board.area[kings[side]]:
            control[hex_] = side
    return control


def standard_kings() -> dict[str, int]:
    """The king hexes of the standard board, as numbers."""
    index = board_of().index
    return {side: index[name] for side, name in START_KINGS.items()}


def courtly(terrain: list[str], kings: Mapping[str, int]) -> list[str]:
    """The same terrain with court on the king hexes (BOARD-5)."""
    for hex_ in kings.values():
        terrain[hex_] = COURT
    return terrain
