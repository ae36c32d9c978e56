"""Creatures, items, corpses and enchantments of a case (CASE)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.engine.dice import Dice
from magika_gm.games.arena.orders.words import as_wall
from magika_gm.games.arena.rules.board import aloft, board_of, ground
from magika_gm.games.arena.rules.equip import take_vehicles
from magika_gm.games.arena.rules.sequence import active_in
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
from magika_gm.games.arena.rules.terms import SIDES, TERRAIN_LETTERS, TERRAINS, Duration, Target
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.units import TURNING, unit

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


def _side(reader: CaseReader, place: str, value: object, default: str) -> str:
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
    side = _side(reader, f"{place}.side", row.get("side"), id_[0])
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
        side = _side(reader, f"{place}.side", row.get("side"), of[0])
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
        side = _side(reader, f"{place}.side", row.get("side"), "A")
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
            turns_of=_side(reader, f"{place}.in", row.get("in"), side),
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
    one, _, other = (as_wall(text) or "").partition("/")
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
