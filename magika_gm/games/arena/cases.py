"""Adjudication cases of Arena: played, and compared with what must come of them (CASE)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.cases import CaseOutcome, CaseReader, Comparison
from magika_gm.engine.dice import Dice
from magika_gm.engine.lines.rows import read_alone
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.rules import Resolution
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
from magika_gm.games.arena.rules.tables import ITEMS, KINDS, SPELLS, Magic
from magika_gm.games.arena.rules.terms import (
    COURT,
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

# Expectations of a case: any part of the result object, and nothing that is none (FORM-3).


TOP = (
    "turn", "winner", "ending", "creatures", "items", "corpses", "enchantments", "terrain", "control", "storms",
    "walls", "pools", "combats", "retreats", "magic", "rolls",
)  # fmt: skip
THINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "creatures": (
        r"[AB][1-9]\d*",
        ("kind", "side", "dead", "at", "on", "air", "power", "move", "idle", "items", "uses", "casting"),
    ),
    "items": (r"I[AB][1-9]\d*", ("kind", "by", "at", "uses", "disenchanted", "gone")),
    "corpses": (r"C[1-9]\d*", ("kind", "at", "of", "side", "gone")),
    "enchantments": (r"N[1-9]\d*", ("spell", "on", "side", "gone")),
}
LISTS: dict[str, tuple[str, ...]] = {
    "combats": ("turn", "at", "A", "B", "winner", "dead", "regenerated"),
    "retreats": ("turn", "unit", "from", "to"),
    "magic": ("turn", "phase", "side", "name", "by", "on", "outcome"),
    "rolls": ("turn", "roll", "victim"),
}


def check_expectation(reader: CaseReader, expect: Mapping[str, Any]) -> None:
    """Every key must be one the result can have."""
    reader.keys("expect", expect, TOP)
    for name, (pattern, keys) in THINGS.items():
        for id_, row in reader.table(f"expect.{name}", expect.get(name, {})).items():
            if not re.fullmatch(pattern, id_):
                reader.fault(f"expect.{name}.{id_}", f"{id_!r} is no id of this sort")
            elif isinstance(row, Mapping):
                reader.keys(f"expect.{name}.{id_}", row, keys)
    for name in ("terrain", "control", "storms"):
        for hex_ in reader.table(f"expect.{name}", expect.get(name, {})):
            if hex_ not in board_of().index:
                reader.fault(f"expect.{name}.{hex_}", f"{hex_!r} is no hex")
    reader.keys("expect.pools", reader.table("expect.pools", expect.get("pools", {})), ("A", "B"))
    for name, keys in LISTS.items():
        rows = expect.get(name, [])
        if not isinstance(rows, list):
            reader.fault(f"expect.{name}", "must be a list")
            continue
        for n, row in enumerate(rows):
            reader.keys(f"expect.{name}.{n}", reader.table(f"expect.{name}.{n}", row), keys)


# Creatures, items, corpses and enchantments of a case (CASE).


CREATURE_KEYS = (
    "kind", "at", "on", "side", "air", "power", "move", "power_lost", "power_gained", "move_lost", "uses", "casting",
)  # fmt: skip
_IDS = {"creature": r"[AB][1-9]\d*", "item": r"I[AB][1-9]\d*", "corpse": r"C[1-9]\d*", "enchantment": r"N[1-9]\d*"}
_MOST = 999


def _rows(reader: CaseReader, table: object, what: str, keys: tuple[str, ...]) -> dict[str, Mapping[str, Any]]:
    """The tables of one sort by id, strict about ids and keys, in order of ids."""
    rows: dict[str, Mapping[str, Any]] = {}
    for id_, value in reader.table(what, table).items():
        if not re.fullmatch(_IDS[what], id_):
            reader.fault(f"{what}.{id_}", f"{id_!r} is no id of this sort")
            continue
        rows[id_] = reader.table(f"{what}.{id_}", value)
        reader.keys(f"{what}.{id_}", rows[id_], keys)
    return dict(sorted(rows.items(), key=lambda r: id_key(r[0])))


def _side_of(reader: CaseReader, place: str, value: object, default: str) -> str:
    if value is None:
        return default
    return reader.among(place, value, SIDES)


def _place(reader: CaseReader, place: str, value: object) -> int:
    found = board_of().places.get(value) if isinstance(value, str) else None
    if found is None:
        reader.fault(place, f"{value!r} is no place (a1, a1^ … i5^)")
        return 0
    return found


def _hex(reader: CaseReader, place: str, value: object) -> int:
    return ground(_place(reader, place, value))


def read_creatures(reader: CaseReader, state: State, table: object) -> None:
    """``[creature.A1]``: first each by itself, then who rides whom."""
    rows = _rows(reader, table, "creature", CREATURE_KEYS)
    for id_, row in rows.items():
        state.creatures[id_] = _creature(reader, f"creature.{id_}", id_, row)
        state.made[id_[0]] = max(state.made[id_[0]], int(id_[1:]))
    for id_, row in rows.items():
        if "on" in row:
            _mount(reader, state, id_, row["on"])
    for creature in state.creatures.values():
        if not creature.on:
            for member in unit(state, creature):
                member.place = creature.place
    for id_, row in rows.items():
        creature = state.creatures[id_]
        high = 1 if aloft(creature.place) else 0
        creature.air = reader.number(f"creature.{id_}.air", row.get("air", high), 0, _MOST, 0)
    _take_vehicles(state)


def _creature(reader: CaseReader, place: str, id_: str, row: Mapping[str, Any]) -> Creature:
    kind = KINDS[reader.among(f"{place}.kind", row.get("kind"), tuple(KINDS))]
    if ("at" in row) == ("on" in row):
        reader.fault(place, "needs at or on, and not both")
    side = _side_of(reader, f"{place}.side", row.get("side"), id_[0])
    at = _place(reader, f"{place}.at", row["at"]) if "at" in row else NOWHERE
    creature = new_creature(id_, kind, side, at)

    def number(key: str, default: int) -> int:
        return reader.number(f"{place}.{key}", row.get(key, default), 0, _MOST, default)

    creature.printed_power = number("power", kind.power)
    creature.printed_move = number("move", kind.move)
    creature.power_lost = number("power_lost", 0)
    creature.power_gained = number("power_gained", 0)
    creature.move_lost = number("move_lost", 0)
    if "uses" in row or kind.uses is not None:
        creature.uses = number("uses", kind.uses or 0)
    return creature


def _mount(reader: CaseReader, state: State, id_: str, on: object) -> None:
    mount = state.creatures.get(on) if isinstance(on, str) else None
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


def read_items(reader: CaseReader, state: State, table: object) -> None:
    """``[item.IA1]``."""
    for id_, row in _rows(reader, table, "item", ("kind", "by", "at", "uses", "disenchanted")).items():
        place = f"item.{id_}"
        kind = ITEMS[reader.among(f"{place}.kind", row.get("kind"), tuple(ITEMS))]
        item = Item(id=id_, key=id_key(id_), kind=kind, uses=kind.uses)
        if "uses" in row:
            item.uses = reader.number(f"{place}.uses", row["uses"], 0, _MOST, 1)
        if "disenchanted" in row:
            item.disenchanted = reader.flag(f"{place}.disenchanted", row["disenchanted"])
        if ("at" in row) == ("by" in row):
            reader.fault(place, "needs by or at, and not both")
        elif "at" in row:
            item.place = _hex(reader, f"{place}.at", row["at"])
        elif row["by"] not in state.creatures:
            reader.fault(f"{place}.by", f"there is no creature {row['by']!r}")
        else:
            item.by = row["by"]
            state.creatures[item.by].items += (id_,)
        state.items[id_] = item


def read_corpses(reader: CaseReader, state: State, table: object) -> None:
    """``[corpse.C1]``; who it was is among the dead."""
    for id_, row in _rows(reader, table, "corpse", ("kind", "at", "of", "side")).items():
        place = f"corpse.{id_}"
        kind = KINDS[reader.among(f"{place}.kind", row.get("kind"), tuple(KINDS))]
        of = reader.text(f"{place}.of", row.get("of"))
        if not re.fullmatch(_IDS["creature"], of) or of in state.creatures:
            reader.fault(f"{place}.of", f"{of!r} is no id of a dead creature")
            continue
        side = _side_of(reader, f"{place}.side", row.get("side"), of[0])
        hex_ = _hex(reader, f"{place}.at", row.get("at")) >> 1
        state.corpses[id_] = Corpse(id=id_, key=id_key(id_), kind=kind, hex=hex_, of=of, side=side)
        dead = new_creature(of, kind, side, hex_ * 2)
        dead.dead = True
        state.creatures[of] = dead
        state.made["C"] = max(state.made["C"], id_key(id_))
        state.made[of[0]] = max(state.made[of[0]], int(of[1:]))


def read_enchantments(reader: CaseReader, state: State, table: object) -> None:
    """``[enchantment.N1]``: on a creature, an item, a hex or a wall; a changed side follows."""
    lasting = [n for n, s in SPELLS.items() if s.magic.duration in (Duration.UNTIL_DISPELLED, Duration.REPEATING)]
    for id_, row in _rows(reader, table, "enchantment", ("spell", "on", "side", "in")).items():
        place = f"enchantment.{id_}"
        magic = SPELLS[reader.among(f"{place}.spell", row.get("spell"), lasting)].magic
        side = _side_of(reader, f"{place}.side", row.get("side"), "A")
        aim = _enchanted(reader, state, f"{place}.on", magic, row.get("on"))
        if aim is None:
            continue
        state.enchantments[id_] = Enchantment(
            id=id_,
            key=id_key(id_),
            name=magic.name,
            side=side,
            aim=aim,
            since=0,
            turns_of=_side_of(reader, f"{place}.in", row.get("in"), side),
            gives=magic.gives,
        )
        state.made["N"] = max(state.made["N"], id_key(id_))
        if magic.name in TURNING:
            state.creatures[aim.id].side = side
    _take_vehicles(state)


def _enchanted(reader: CaseReader, state: State, place: str, magic: Magic, on: object) -> Aim | None:
    """What an enchantment of a case is on; a Phantasm spell is on its Phantasm."""
    text = reader.text(place, on)
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


def read_castings(reader: CaseReader, state: State, table: object, first: int) -> None:
    """``casting = { spell, on, to }``: paid, due in M2 of its player's first own turn."""
    for id_, row in sorted(reader.table("creature", table).items(), key=lambda r: id_key(r[0])):
        if "casting" not in row:
            continue
        place = f"creature.{id_}.casting"
        words = reader.table(place, row["casting"])
        reader.keys(place, words, ("spell", "on", "to"))
        spell = SPELLS[reader.among(f"{place}.spell", words.get("spell"), tuple(SPELLS))]
        aim = _thing(reader, state, f"{place}.on", spell.magic, reader.text(f"{place}.on", words.get("on")))
        to, terrain = _to(reader, f"{place}.to", spell.magic, words.get("to"))
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


KEYS = (
    "title", "game", "rules", "turn", "turns", "last_turn", "mastery", "board", "control", "storms", "creature", "item",
    "corpse", "enchantment", "pool", "cards", "orders", "standing", "dice", "expect",
)  # fmt: skip
ROLLS = ("fight.loss", "fight.poison")
MOST_TURNS = 200
START = "start"
Sheet = list[Order] | None


@named_record
class Case:
    """A case ready to be played. ``orders`` holds each side's sheets by turn played; None: no sheet."""

    title: str
    rules: tuple[str, ...]
    turns: int
    state: State
    orders: dict[str, list[Sheet]]
    dice: dict[str, list[int | str]]
    expect: Mapping[str, Any]


def read_case(data: Mapping[str, Any]) -> Case:
    """A case from its mapping; raises ``CaseFaults`` with everything that is wrong with it."""
    reader = CaseReader()
    reader.keys("", data, KEYS)
    if data.get("game", "arena") != "arena":
        reader.fault("game", f"must be arena, not {data['game']!r}")
    first = reader.number("turn", data.get("turn", 1), 1, MOST_TURNS, 1)
    turns = reader.number("turns", data.get("turns", 1), 1, MOST_TURNS, 1)
    state = _state(reader, data, first)
    case = Case(
        title=reader.text("title", data.get("title", "")),
        rules=tuple(reader.texts("rules", data.get("rules", []))),
        turns=turns,
        state=state,
        orders=_orders(reader, data, turns),
        dice=reader.dice("dice", data.get("dice", {}), ROLLS),
        expect=reader.table("expect", data.get("expect", {})),
    )
    check_expectation(reader, case.expect)
    reader.done()
    return case


def _state(reader: CaseReader, data: Mapping[str, Any], first: int) -> State:
    board, kings = board_of(), standard_kings()
    state = State(
        board=board,
        kings=kings,
        terrain=_terrain(reader, reader.table("board", data.get("board", {})), kings),
        control=[""] * len(board.names),
        turn=first - 1,
        mail_turn=first - 1,
        last_turn=max(first, reader.number("last_turn", data.get("last_turn", 36), 1, 2 * MOST_TURNS, 36)),
        mastery=reader.number("mastery", data.get("mastery", 0), 0, len(board.names), 0),
    )
    state.now.active = active_in(first)
    for key, n in reader.table("storms", data.get("storms", {})).items():
        hex_ = read_hex(reader, f"storms.{key}", key)
        state.storms[hex_] = first - 1 + reader.number(f"storms.{key}", n, 1, MOST_TURNS, 1)
    read_creatures(reader, state, data.get("creature", {}))
    read_items(reader, state, data.get("item", {}))
    read_corpses(reader, state, data.get("corpse", {}))
    read_enchantments(reader, state, data.get("enchantment", {}))
    if not reader.found:
        read_castings(reader, state, data.get("creature", {}), first)
    _means(reader, state, data)
    if not reader.found:
        _control(reader, state, reader.table("control", data.get("control", {})))
    return state


def read_hex(reader: CaseReader, place: str, value: object) -> int:
    """A hex by its name, else hex 0 and a fault."""
    hex_ = board_of().index.get(value) if isinstance(value, str) else None
    if hex_ is None:
        reader.fault(place, f"{value!r} is no hex (a1 to i5)")
        return 0
    return hex_


def _terrain(reader: CaseReader, table: Mapping[str, Any], kings: Mapping[str, int]) -> list[str]:
    default = table.get("default", "grass")
    if default == START:
        terrain = terrain_of(START_ROWS, board_of())
    else:
        terrain = [_letter(reader, "board.default", default)] * len(board_of().names)
    for key, value in table.items():
        if key != "default":
            terrain[read_hex(reader, f"board.{key}", key)] = _letter(reader, f"board.{key}", value)
    return courtly(terrain, kings)


def _letter(reader: CaseReader, place: str, value: object) -> str:
    word = reader.among(place, value, (*TERRAIN_LETTERS, *TERRAIN_NAMES))
    return TERRAIN_LETTERS.get(word, word if word in TERRAIN_NAMES else COURT)


def _side(reader: CaseReader, place: str, value: object) -> str:
    if value in ("", *SIDES):
        return str(value)
    reader.fault(place, f"must be A, B or the empty text, not {value!r}")
    return ""


def _control(reader: CaseReader, state: State, table: Mapping[str, Any]) -> None:
    """The default, CTRL-3, then the hexes named (FORM-1)."""
    default = table.get("default", START)
    if default == START:
        state.control = start_control(state.board, state.kings)
    else:
        state.control = [_side(reader, "control.default", default)] * len(state.board.names)
    Turn(state, Dice(b"", 0), silent=True).settle_control()
    for key, value in table.items():
        if key != "default":
            state.control[read_hex(reader, f"control.{key}", key)] = _side(reader, f"control.{key}", value)


def _means(reader: CaseReader, state: State, data: Mapping[str, Any]) -> None:
    """Pools, cards, standing orders."""
    pools = reader.table("pool", data.get("pool", {}))
    cards = reader.table("cards", data.get("cards", {}))
    standing = reader.table("standing", data.get("standing", {}))
    for name, table in (("pool", pools), ("cards", cards), ("standing", standing)):
        reader.keys(name, table, SIDES)
    for side in SIDES:
        state.pools[side] = reader.number(f"pool.{side}", pools.get(side, 30), 0, 9999, 30)
        named = reader.texts(f"cards.{side}", cards.get(side, list(SPELLS)))
        state.cards[side] = tuple(reader.among(f"cards.{side}", name, tuple(SPELLS)) for name in named)
        lines = reader.texts(f"standing.{side}", standing.get(side, []))
        orders = _sheet(reader, f"standing.{side}", ["STANDING", *_bare(lines), "END STANDING"])
        state.standing[side] = divide(orders)[1] or ()  # type: ignore[assignment]


def _bare(lines: Sequence[str]) -> list[str]:
    """Standing lines without the words of a block around them."""
    return [line for line in lines if line.split(";")[0].strip().upper() not in ("STANDING", "END STANDING")]


def _orders(reader: CaseReader, data: Mapping[str, Any], turns: int) -> dict[str, list[Sheet]]:
    table = reader.table("orders", data.get("orders", {}))
    reader.keys("orders", table, SIDES)
    return {side: _sheets(reader, f"orders.{side}", value, turns) for side, value in table.items() if side in SIDES}


def _sheets(reader: CaseReader, place: str, value: object, turns: int) -> list[Sheet]:
    """A sheet for the first turn, or a list of sheets; an empty one is none."""
    if not isinstance(value, list):
        reader.fault(place, "must be a list of lines, or a list of such lists")
        return []
    sheets = value if value and isinstance(value[0], list) else [value]
    if len(sheets) > turns and any(sheets[turns:]):
        # sheets beyond the turns played are allowed: one case often exists for several lengths
        sheets = sheets[:turns]
    return [
        _sheet(reader, f"{place}[{n}]", reader.texts(f"{place}[{n}]", sheet)) if sheet else None
        for n, sheet in enumerate(sheets, 1)
    ]


def _sheet(reader: CaseReader, place: str, lines: Sequence[str]) -> list[Order]:
    orders, misread = read_lines(lines)
    for wrong in misread:
        reader.fault(f"{place}.{wrong.line}", f"{wrong.text!r}: {wrong.fault}")
    return list(orders)


# The result object of a case (CASE).


SET_KEYS = ("items", "walls", "dead", "regenerated")
"""Lists that are compared as sets (FORM-3)."""
GONE = {"gone": True}


def result_of(case: Case, played: Sequence[Resolution]) -> dict[str, Any]:
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
        "storms": {names[h]: until - state.turn for h, until in sorted(state.storms.items()) if until > state.turn},
        "walls": [state.board.wall_name(w) for w in sorted(walls(state))],
        "pools": dict(state.pools),
        "combats": record.combats,
        "retreats": record.retreats,
        "magic": list(record.magic.values()),
        "rolls": record.rolls,
    }


def creature_result(state: State, creature: Creature) -> dict[str, Any]:
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


def item_result(state: State, item: Item) -> dict[str, Any]:
    """An item."""
    if item.gone:
        return dict(GONE)
    return {
        "kind": item.kind.name,
        "by": item.by or None,
        "at": None if item.by else state.board.place_names[item.place],
        "uses": item.uses,
        "disenchanted": item.disenchanted,
    }


def corpse_result(state: State, corpse: Corpse) -> dict[str, Any]:
    """A corpse."""
    if corpse.gone:
        return dict(GONE)
    return {"kind": corpse.kind.name, "at": state.board.names[corpse.hex], "of": corpse.of, "side": corpse.side}


def _enchantments(state: State) -> dict[str, Any]:
    found: dict[str, Any] = {id_: dict(GONE) for id_ in state.past_enchantments}
    found |= {id_: enchantment_result(state, e) for id_, e in state.enchantments.items()}
    return dict(sorted(found.items(), key=lambda r: int(r[0][1:])))


def enchantment_result(state: State, enchantment: Enchantment) -> dict[str, Any]:
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
        self.combats: list[dict[str, Any]] = []
        self.retreats: list[dict[str, Any]] = []
        self.magic: dict[int, dict[str, Any]] = {}
        self.rolls: list[dict[str, Any]] = []
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

    def _combat(self, event: Fought) -> dict[str, Any]:
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

    def _declared(self, event: EffectDeclared) -> dict[str, Any]:
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


def run_case(data: Mapping[str, Any]) -> CaseOutcome:
    """Play a case and compare; raises :class:`CaseFaults` if it cannot be played."""
    case = read_case(data)
    result = result_of(case, play(case))
    return CaseOutcome(case.title, tuple(COMPARISON.failures(case.expect, result)), result)
