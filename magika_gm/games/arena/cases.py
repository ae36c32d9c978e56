"""Adjudication cases of Arena: played, and compared with what must come of them (CASE)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal, TypeVar

from magika_gm.engine.cases import CaseFile, CaseReader, Comparison, Each, GameCases, Rows
from magika_gm.engine.dice import Dice
from magika_gm.engine.lines.rows import read_alone
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.toml import Among, Key, Spelt, Whole
from magika_gm.games.arena.armies import START_ROWS, courtly, standard_kings, start_control, terrain_of
from magika_gm.games.arena.orders.lines import WALL, read_lines
from magika_gm.games.arena.orders.model import Order, divide
from magika_gm.games.arena.rules.events import (
    Died,
    EffectDeclared,
    EffectSettled,
    Fought,
    NoWayOut,
    PlayerTurnBegan,
    Retreated,
)
from magika_gm.games.arena.rules.movement import take_vehicles
from magika_gm.games.arena.rules.sequence import active_in, play_mail_turn
from magika_gm.games.arena.rules.state import (
    EDITION,
    NOWHERE,
    Aim,
    Casting,
    Corpse,
    Creature,
    Enchantment,
    Item,
    State,
    id_key,
    new_creature,
)
from magika_gm.games.arena.rules.tables import ITEMS, KINDS, SPELLS, ItemKind, Kind, Magic
from magika_gm.games.arena.rules.terms import (
    SIDES,
    TERRAIN_LETTERS,
    TERRAIN_NAMES,
    TERRAINS,
    Duration,
    Fate,
    Outcome,
    Step,
    Target,
    aloft,
    board_of,
    ground,
)
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import TURNING, idle, move, power, unit, walls
from magika_gm.games.arena.sight import item_row, storms_left

T = TypeVar("T")

# A case file (CASE, FORM-1).


MOST_TURNS = 200
START = "start"
Number = Annotated[int, Whole(0, 999)]
Side = Annotated[str, Among(SIDES)]
Hex = Annotated[int, Among(board_of().index, "hex (a1 to i5)")]
Place = Annotated[int, Among(board_of().places, "place (a1, a1^ … i5^)")]
HexOrDefault = Annotated[str, Among(("default", *board_of().index))]
Terrain = Annotated[str, Among({**TERRAIN_LETTERS, **{letter: letter for letter in TERRAIN_NAMES}, START: START})]
Spell = Annotated[str, Among(tuple(SPELLS))]
Lasting = Annotated[
    str,
    Among([n for n, s in SPELLS.items() if s.magic.duration in (Duration.UNTIL_DISPELLED, Duration.REPEATING)]),
]
Lines = tuple[str, ...]
_IDS = {"creature": r"[AB][1-9]\d*", "item": r"I[AB][1-9]\d*", "corpse": r"C[1-9]\d*", "enchantment": r"N[1-9]\d*"}


def _id(what: str) -> Spelt:
    def read(said: Any) -> str:
        if not re.fullmatch(_IDS[what], said):
            raise ValueError(f"{said!r} is no id of this sort")
        return str(said)

    return Spelt(read, str)


@named_record
class _Casting:
    """``casting = { spell, on, to }``."""

    spell: Spell
    on: str
    to: Any = None


@named_record
class _Creature:
    """``[creature.A1]``."""

    kind: Annotated[Kind, Among(KINDS)]
    at: Place | None = None
    on: str | None = None
    side: Side | None = None
    air: Number | None = None
    power: Number | None = None
    move: Number | None = None
    power_lost: Number = 0
    power_gained: Number = 0
    move_lost: Number = 0
    uses: Number | None = None
    casting: _Casting | None = None


@named_record
class _Item:
    """``[item.IA1]``."""

    kind: Annotated[ItemKind, Among(ITEMS)]
    by: str | None = None
    at: Place | None = None
    uses: Number | None = None
    disenchanted: bool = False


@named_record
class _Corpse:
    """``[corpse.C1]``; who it was is among the dead."""

    kind: Annotated[Kind, Among(KINDS)]
    at: Place
    of: Annotated[str, _id("creature")]
    side: Side | None = None


@named_record
class _Enchantment:
    """``[enchantment.N1]``: on a creature, an item, a hex or a wall."""

    spell: Lasting
    on: str
    side: Side = "A"
    turns_of: Annotated[Side | None, Key("in")] = None


@named_record
class _File(CaseFile):
    """A case file."""

    game: Literal["arena"] = "arena"
    turn: Annotated[int, Whole(1, MOST_TURNS)] = 1
    turns: Annotated[int, Whole(1, MOST_TURNS)] = 1
    last_turn: Annotated[int, Whole(0, 2 * MOST_TURNS)] = 36
    mastery: Annotated[int, Whole(0, len(board_of().names))] = 0
    edition: Annotated[int, Whole(1, EDITION)] = EDITION
    board: Mapping[HexOrDefault, Terrain] = field(default_factory=dict)
    control: Mapping[HexOrDefault, Annotated[str, Among(("", *SIDES, START))]] = field(default_factory=dict)
    storms: Mapping[Hex, Annotated[int, Whole(1, MOST_TURNS)]] = field(default_factory=dict)
    creature: Mapping[Annotated[str, _id("creature")], _Creature] = field(default_factory=dict)
    item: Mapping[Annotated[str, _id("item")], _Item] = field(default_factory=dict)
    corpse: Mapping[Annotated[str, _id("corpse")], _Corpse] = field(default_factory=dict)
    enchantment: Mapping[Annotated[str, _id("enchantment")], _Enchantment] = field(default_factory=dict)
    pool: Mapping[Side, Annotated[int, Whole(0, 9999)]] = field(default_factory=dict)
    cards: Mapping[Side, tuple[Spell, ...]] = field(default_factory=dict)
    orders: Mapping[Side, Any] = field(default_factory=dict)
    standing: Mapping[Side, Lines] = field(default_factory=dict)


_EXPECT: Fields = {
    **dict.fromkeys(("turn", "winner", "ending", "walls")),
    "creatures": Each(
        ("kind", "side", "dead", "at", "on", "air", "power", "move", "idle", "items", "uses", "casting"),
        _IDS["creature"],
        "id of this sort",
    ),
    "items": Each(("kind", "by", "at", "uses", "disenchanted", "gone"), _IDS["item"], "id of this sort"),
    "corpses": Each(("kind", "at", "of", "side", "gone"), _IDS["corpse"], "id of this sort"),
    "enchantments": Each(("spell", "on", "side", "gone"), _IDS["enchantment"], "id of this sort"),
    **dict.fromkeys(("terrain", "control", "storms"), tuple(board_of().index)),
    "pools": SIDES,
    "combats": Rows(("turn", "at", "A", "B", "winner", "dead", "regenerated")),
    "retreats": Rows(("turn", "unit", "from", "to")),
    "magic": Rows(("turn", "phase", "side", "name", "by", "on", "outcome")),
    "rolls": Rows(("turn", "roll", "victim")),
}


# Creatures, items, corpses and enchantments of a case (CASE).


def _in_order(rows: Mapping[str, T]) -> list[tuple[str, T]]:
    return sorted(rows.items(), key=lambda row: id_key(row[0]))


def read_creatures(reader: CaseReader, state: State, given: Mapping[str, _Creature]) -> None:
    """First each by itself, then who rides whom."""
    rows = _in_order(given)
    for id_, row in rows:
        state.creatures[id_] = _creature(reader, id_, row)
        state.made[id_[0]] = max(state.made[id_[0]], int(id_[1:]))
    for id_, row in rows:
        if row.on is not None:
            _mount(reader, state, id_, row.on)
    for creature in state.creatures.values():
        if not creature.on:
            for member in unit(state, creature):
                member.place = creature.place
    for id_, row in rows:
        creature = state.creatures[id_]
        creature.air = int(aloft(creature.place)) if row.air is None else row.air
    _take_vehicles(state)


def _creature(reader: CaseReader, id_: str, row: _Creature) -> Creature:
    kind = row.kind
    if (row.at is None) == (row.on is None):
        reader.fault(f"creature.{id_}", "needs at or on, and not both")
    creature = new_creature(id_, kind, row.side or id_[0], NOWHERE if row.at is None else row.at)
    creature.printed_power = kind.power if row.power is None else row.power
    creature.printed_move = kind.move if row.move is None else row.move
    creature.power_lost, creature.power_gained = row.power_lost, row.power_gained
    creature.move_lost = row.move_lost
    if row.uses is not None or kind.uses is not None:
        creature.uses = (kind.uses or 0) if row.uses is None else row.uses
    return creature


def _mount(reader: CaseReader, state: State, id_: str, on: str) -> None:
    mount = state.creatures.get(on)
    rider = state.creatures[id_]
    if mount is None:
        reader.fault(f"creature.{id_}.on", f"there is no creature {on!r}")
        return
    if any(c.id == mount.id for c in unit(state, rider)):
        reader.fault(f"creature.{id_}.on", "creatures ride in a circle")
        return
    rider.on = mount.id
    mount.riders += (id_,)


def _take_vehicles(state: State) -> None:
    """VEH-1: vehicles ridden are on their riders' side."""
    turn = Turn(state, Dice(b"", 0), silent=True)
    for creature in list(state.creatures.values()):
        if not creature.on:
            take_vehicles(turn, creature)


def read_items(reader: CaseReader, state: State, given: Mapping[str, _Item]) -> None:
    """Items borne or lying."""
    for id_, row in _in_order(given):
        item = Item(id=id_, key=id_key(id_), kind=row.kind, uses=row.kind.uses if row.uses is None else row.uses)
        item.disenchanted = row.disenchanted
        if (row.at is None) == (row.by is None):
            reader.fault(f"item.{id_}", "needs by or at, and not both")
        elif row.at is not None:
            item.place = ground(row.at)
        elif row.by not in state.creatures:
            reader.fault(f"item.{id_}.by", f"there is no creature {row.by!r}")
        else:
            item.by = row.by
            state.creatures[item.by].items += (id_,)
        state.items[id_] = item


def read_corpses(reader: CaseReader, state: State, given: Mapping[str, _Corpse]) -> None:
    """Corpses, and who they were."""
    for id_, row in _in_order(given):
        if row.of in state.creatures:
            reader.fault(f"corpse.{id_}.of", f"{row.of!r} is no id of a dead creature")
            continue
        side, hex_ = row.side or row.of[0], ground(row.at) >> 1
        state.corpses[id_] = Corpse(id=id_, key=id_key(id_), kind=row.kind, hex=hex_, of=row.of, side=side)
        dead = new_creature(row.of, row.kind, side, hex_ * 2)
        dead.dead = True
        state.creatures[row.of] = dead
        state.made["C"] = max(state.made["C"], id_key(id_))
        state.made[row.of[0]] = max(state.made[row.of[0]], int(row.of[1:]))


def read_enchantments(reader: CaseReader, state: State, given: Mapping[str, _Enchantment]) -> None:
    """Enchantments in force; a changed side follows."""
    for id_, row in _in_order(given):
        magic = SPELLS[row.spell].magic
        aim = _enchanted(reader, state, f"enchantment.{id_}.on", magic, row.on)
        if aim is None:
            continue
        state.enchantments[id_] = Enchantment(
            id=id_,
            key=id_key(id_),
            name=magic.name,
            side=row.side,
            aim=aim,
            since=0,
            turns_of=row.turns_of or row.side,
            gives=magic.gives,
        )
        state.made["N"] = max(state.made["N"], id_key(id_))
        if magic.name in TURNING:
            state.creatures[aim.id].side = row.side
    _take_vehicles(state)


def _place(reader: CaseReader, place: str, value: object) -> int:
    return board_of().places.get(reader.named(place, value, board_of().places, "place (a1, a1^ … i5^)"), 0)


def _hex(reader: CaseReader, place: str, value: object) -> int:
    return ground(_place(reader, place, value))


def _enchanted(reader: CaseReader, state: State, place: str, magic: Magic, text: str) -> Aim | None:
    """What an enchantment of a case is on; a Phantasm spell is on its Phantasm."""
    if magic.target is Target.CREATURE or magic.does == "phantasm":
        if text in state.creatures and not state.creatures[text].dead:
            return Aim(Target.CREATURE, text)
        reader.fault(place, f"there is no creature {text!r}")
        return None
    return _thing(reader, state, place, magic, text)


def _thing(reader: CaseReader, state: State, place: str, magic: Magic, text: str) -> Aim | None:
    target = magic.target
    if target is Target.WALL:
        return _wall(reader, place, text)
    if target in (Target.HEX, Target.AREA, Target.AREA_CREATURES):
        return Aim(target, place=_hex(reader, place, text))
    if target is Target.PLACE:
        return Aim(target, place=_place(reader, place, text))
    known = {
        Target.CREATURE: state.creatures.keys(),
        Target.ITEM: state.items.keys(),
        Target.CORPSE: state.corpses.keys(),
        Target.ENCHANTMENT: state.enchantments.keys(),
    }
    if text in known.get(target, ()):
        return Aim(target, text)
    reader.fault(place, f"there is no {target} {text!r}")
    return None


def _wall(reader: CaseReader, place: str, text: str) -> Aim | None:
    board = board_of()
    one, _, other = str(read_alone(WALL, text)).partition("/")
    first, second = board.index.get(one), board.index.get(other)
    if first is None or second is None or second not in board.near[first]:
        reader.fault(place, f"{text!r} is no wall between adjacent hexes (d4/d5)")
        return None
    return Aim(Target.WALL, place=first * 2, other=second * 2)


def read_castings(reader: CaseReader, state: State, given: Mapping[str, _Creature], first: int) -> None:
    """Spells that were paid, due in M2 of their player's first own turn."""
    for id_, row in _in_order(given):
        if row.casting is None:
            continue
        place = f"creature.{id_}.casting"
        spell = SPELLS[row.casting.spell]
        aim = _thing(reader, state, f"{place}.on", spell.magic, row.casting.on)
        to, terrain = _to(reader, f"{place}.to", spell.magic, row.casting.to)
        creature = state.creatures[id_]
        if aim is None:
            continue
        state.declared += 1
        creature.casting = Casting(
            number=state.declared,
            spell=spell.name,
            aim=aim,
            cost=spell.cost,
            side=creature.side,
            begun=0,
            due=first if active_in(first) == creature.side else first + 1,
            to=to,
            terrain=terrain,
        )


def _to(reader: CaseReader, place: str, magic: Magic, to: object) -> tuple[int, str]:
    if magic.does == "teleport":
        return _hex(reader, place, to), ""
    if magic.does == "shape_land":
        word = reader.among(place, to, (*TERRAINS.values(), *TERRAINS))
        return NOWHERE, TERRAIN_LETTERS.get(word, word)
    if to is not None:
        reader.fault(place, f"{magic.name} has no to")
    return NOWHERE, ""


# Reading adjudication cases: strictly, every fault with its place (CASE, FORM-1).


ROLLS = ("fight.loss", "fight.poison")
Sheet = list[Order] | None


@named_record
class Case:
    """A case ready to be played. ``orders`` holds each side's sheets by turn played; None: no sheet."""

    title: str
    turns: int
    state: State
    orders: dict[str, list[Sheet]]
    dice: dict[str, list[int | str]]
    expect: Fields


def _state(reader: CaseReader, file: _File) -> State:
    board, kings, first = board_of(), standard_kings(), file.turn
    state = State(
        board=board,
        kings=kings,
        terrain=_terrain(reader, file.board, kings),
        control=[""] * len(board.names),
        turn=first - 1,
        mail_turn=first - 1,
        last_turn=max(first, file.last_turn) if file.last_turn else 0,
        mastery=file.mastery,
        edition=file.edition,
    )
    state.now.active = active_in(first)
    state.storms.update({hex_: first - 1 + n for hex_, n in file.storms.items()})
    read_creatures(reader, state, file.creature)
    read_items(reader, state, file.item)
    read_corpses(reader, state, file.corpse)
    read_enchantments(reader, state, file.enchantment)
    if not reader.found:
        read_castings(reader, state, file.creature, first)
    _means(reader, state, file)
    if not reader.found:
        _control(reader, state, file.control)
    return state


def _named(reader: CaseReader, place: str, given: Mapping[str, str]) -> dict[int, str]:
    """What stands there by hex, but for the default; ``start`` is a default alone."""
    for name, value in given.items():
        if value == START and name != "default":
            reader.fault(f"{place}.{name}", f"{START!r} is a default alone")
    return {board_of().index[name]: value for name, value in given.items() if name != "default" and value != START}


def _terrain(reader: CaseReader, given: Mapping[str, str], kings: Mapping[str, int]) -> list[str]:
    board, default = board_of(), given.get("default", "G")
    terrain = terrain_of(START_ROWS, board) if default == START else [default] * len(board.names)
    for hex_, letter in _named(reader, "board", given).items():
        terrain[hex_] = letter
    return courtly(terrain, kings)


def _control(reader: CaseReader, state: State, given: Mapping[str, str]) -> None:
    """The default, CTRL-3, then the hexes named (FORM-1)."""
    default = given.get("default", START)
    if default == START:
        state.control = start_control(state.board, state.kings)
    else:
        state.control = [default] * len(state.board.names)
    Turn(state, Dice(b"", 0), silent=True).settle_control()
    for hex_, side in _named(reader, "control", given).items():
        state.control[hex_] = side


def _means(reader: CaseReader, state: State, file: _File) -> None:
    """Pools, cards, standing orders."""
    for side in SIDES:
        state.pools[side] = file.pool.get(side, 30)
        state.cards[side] = file.cards.get(side, tuple(SPELLS))
        lines = _bare(file.standing.get(side, ()))
        orders = _sheet(reader, f"standing.{side}", ["STANDING", *lines, "END STANDING"])
        state.standing[side] = divide(orders)[1] or ()  # type: ignore[assignment]


def _bare(lines: Sequence[str]) -> list[str]:
    """Standing lines without the words of a block around them."""
    return [line for line in lines if line.split(";")[0].strip().upper() not in ("STANDING", "END STANDING")]


def _sheets(reader: CaseReader, place: str, value: object, turns: int) -> list[Sheet]:
    """A sheet for the first turn, or a list of sheets; an empty one is none.

    Sheets beyond the turns played are allowed: one case often exists for several lengths.
    """
    return [_sheet(reader, where, lines) if lines else None for where, lines in reader.sheets(place, value)[:turns]]


def _sheet(reader: CaseReader, place: str, lines: Sequence[str]) -> list[Order]:
    orders, misread = read_lines(lines)
    for wrong in misread:
        reader.fault(f"{place}.{wrong.line}", f"{wrong.text!r}: {wrong.fault}")
    return list(orders)


# The result object of a case (CASE).


SET_KEYS = ("items", "walls", "dead", "regenerated")
"""Lists that are compared as sets (FORM-3)."""
GONE = {"gone": True}


def result_of(case: Case, played: Sequence[Resolution]) -> Data:
    """The result object after the last player turn played."""
    state: State = played[-1].state
    names = state.board.names
    record = Record(state, case.state)
    for resolution in played:
        record.read(resolution)
    return {
        "turn": state.turn,
        "winner": state.winner or None,
        "ending": str(state.ending) if state.ending else None,
        "creatures": {i: creature_result(state, c) for i, c in sorted(state.creatures.items(), key=lambda r: r[1].key)},
        "items": {i: item_result(state, x) for i, x in sorted(state.items.items(), key=lambda r: r[1].key)},
        "corpses": {i: corpse_result(state, x) for i, x in sorted(state.corpses.items(), key=lambda r: r[1].key)},
        "enchantments": _enchantments(state),
        "terrain": {names[h]: TERRAIN_NAMES[t] for h, t in enumerate(state.terrain)},
        "control": {names[h]: side for h, side in enumerate(state.control)},
        "storms": storms_left(state),
        "walls": [state.board.wall_name(w) for w in sorted(walls(state))],
        "pools": dict(state.pools),
        "combats": record.combats,
        "retreats": record.retreats,
        "magic": list(record.magic.values()),
        "rolls": record.rolls,
    }


def creature_result(state: State, creature: Creature) -> Data:
    """A creature; of the dead, what they were."""
    if creature.dead:
        return {"kind": creature.kind.name, "side": creature.side, "dead": True}
    return {
        "kind": creature.kind.name,
        "side": creature.side,
        "dead": False,
        "at": state.board.place_names[creature.place],
        "on": creature.on or None,
        "air": creature.air,
        "power": power(state, creature),
        "move": move(state, creature),
        "idle": idle(state, creature),
        "items": list(creature.items),
        "uses": creature.uses,
        "casting": creature.casting.spell if creature.casting else None,
    }


def item_result(state: State, item: Item) -> Data:
    """An item."""
    if item.gone:
        return dict(GONE)
    return {key: value for key, value in item_row(state, item).items() if key != "id"}


def corpse_result(state: State, corpse: Corpse) -> Data:
    """A corpse."""
    if corpse.gone:
        return dict(GONE)
    return {"kind": corpse.kind.name, "at": state.board.names[corpse.hex], "of": corpse.of, "side": corpse.side}


def _enchantments(state: State) -> Data:
    found: Data = {id_: dict(GONE) for id_ in state.past_enchantments}
    found |= {id_: enchantment_result(state, e) for id_, e in state.enchantments.items()}
    return dict(sorted(found.items(), key=lambda r: int(r[0][1:])))


def enchantment_result(state: State, enchantment: Enchantment) -> Data:
    """An enchantment in force."""
    return {"spell": enchantment.name, "on": aim_text(state, enchantment.aim), "side": enchantment.side}


def aim_text(state: State, aim: Aim) -> str | None:
    """A target as orders name it; None for oneself."""
    if aim.kind is Target.SELF:
        return None
    if aim.kind is Target.WALL:
        return state.board.wall_name((aim.place >> 1, aim.other >> 1))
    return aim.id or state.board.place_names[aim.place]


class Record:
    """The lists of the result: what was told of combats, retreats, magic and rolls."""

    def __init__(self, state: State, start: State) -> None:
        self.state = state
        self.turn = start.turn
        self.combats: list[Data] = []
        self.retreats: list[Data] = []
        self.magic: dict[int, Data] = {}
        self.rolls: list[Data] = []
        self.under_way = {c.casting.number: f"{c.casting.spell}/{c.id}" for c in start.living() if c.casting}
        """Spells begun before the case, which have no entry of their own."""

    def read(self, resolution: Resolution) -> None:
        """Take in one turn's record."""
        for told in resolution.told:
            match told.event:
                case PlayerTurnBegan(turn, _):
                    self.turn = turn
                case Fought():
                    self.combats.append(self._combat(told.event))
                case Died() if told.step == Step.COMBAT and told.event.rule != "VEH-5":
                    self._death(told.event)
                case Retreated(unit, start, to):
                    self._retreat(unit, start, to)
                case NoWayOut(unit, place):
                    self._retreat(unit, place, None)
                case EffectDeclared():
                    self.magic[told.event.number] = self._declared(told.event)
                case EffectSettled(number=number, outcome=outcome) if number in self.magic:
                    self.magic[number]["outcome"] = str(outcome)
        for roll in resolution.rolls:
            self.rolls.append({"turn": self.turn, "roll": f"{roll.name}/{roll.subject}", "victim": roll.value})

    def _combat(self, event: Fought) -> Data:
        return {
            "turn": self.turn,
            "at": self.state.board.place_names[event.place],
            "A": event.total_a,
            "B": event.total_b,
            "winner": event.winner or None,
            "dead": [],
            "regenerated": [loss.victim for loss in event.losses if loss.fate is Fate.REGENERATES],
        }

    def _death(self, event: Died) -> None:
        place = self.state.board.place_names[event.place]
        for combat in self.combats:
            if combat["turn"] == self.turn and combat["at"] == place:
                combat["dead"].append(event.creature)

    def _retreat(self, unit: str, start: int, to: int | None) -> None:
        names = self.state.board.place_names
        self.retreats.append(
            {"turn": self.turn, "unit": unit, "from": names[start], "to": None if to is None else names[to]}
        )

    def _declared(self, event: EffectDeclared) -> Data:
        return {
            "turn": event.turn,
            "phase": str(event.phase),
            "side": event.side,
            "name": event.name,
            "by": event.user,
            "on": self._on(event.aim),
            "outcome": str(Outcome.PENDING),
        }

    def _on(self, aim: Aim) -> str | None:
        if aim.kind is not Target.EFFECT:
            return aim_text(self.state, aim)
        answered = self.magic.get(aim.effect)
        return f"{answered['name']}/{answered['by']}" if answered else self.under_way.get(aim.effect)


SEED = b"0"
"""The seed of rolls a case does not force: 0 (decision 21)."""
COMPARISON = Comparison(nulls=("null",), as_set=lambda path: path[-1] in SET_KEYS)
"""FORM-3."""


def play(case: Case) -> list[Resolution]:
    """Play the case's player turns, fewer if the game ends; the last resolution holds its end."""
    state, played = case.state, []
    forced = Dice(SEED, 0, case.dice)
    for n in range(case.turns):
        dice = Dice(SEED, state.mail_turn + 1, case.dice)
        dice.carry_on(forced)
        orders = {side: sheets[n] for side, sheets in case.orders.items() if n < len(sheets) and sheets[n] is not None}
        resolution = play_mail_turn(state, {side: sheet for side, sheet in orders.items() if sheet is not None}, dice)
        played.append(resolution)
        state, forced = resolution.state, dice
        if state.ending is not None:
            break
    return played


class Cases(GameCases):
    """Arena's cases (``engine.seam.trials.Cases``)."""

    file, comparison = _File, COMPARISON

    def case(self, reader: CaseReader, case: _File) -> Case:
        """With the state before its first player turn."""
        return Case(
            title=case.title,
            turns=case.turns,
            state=_state(reader, case),
            orders={side: _sheets(reader, f"orders.{side}", value, case.turns) for side, value in case.orders.items()},
            dice=reader.dice("dice", case.dice, ROLLS),
            expect=reader.expected("expect", case.expect, _EXPECT),
        )

    def result(self, case: Case) -> Data:
        """After the last player turn played."""
        return result_of(case, play(case))


CASES = Cases()
read_case, run_case = CASES.read, CASES.run_case
