"""Adjudication cases of Magika: read, played, and compared with what must come of them (docs/file-formats.md).

A case is a small arena, orders and forced dice, a plain mapping as TOML gives it. :class:`CaseFaults` names everything
that is wrong with one, each with its place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Annotated, Any, NamedTuple

from magika_gm.engine.cases import SEED, CaseFaults, CaseFile, CaseOutcome, CaseReader
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import named_record, picked
from magika_gm.engine.toml import Among, Spelt, Whole
from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders.lines import read_order
from magika_gm.games.magika.orders.model import REST, Order
from magika_gm.games.magika.rules import state
from magika_gm.games.magika.rules.arena import INDEX, NAME, SPACES
from magika_gm.games.magika.rules.sequence import Resolved, play_turn
from magika_gm.games.magika.rules.spellbook import SPELL, code_of
from magika_gm.games.magika.rules.state import (
    Mage,
    Scroll,
    World,
    faults,
    new_mage,
    own_teleport,
    shifts_of,
    terrain_name,
)
from magika_gm.games.magika.rules.tables import (
    ALIGNMENTS,
    BLACK,
    COLOURS,
    EBON,
    LETTERS,
    RACES,
    TERRAIN_CODES,
    THING_ORDER,
)
from magika_gm.games.magika.rules.tasks import vp_total

NUMBERS = ("endurance", "arcania", "skill", "aptitude", "max_endurance", "max_arcania")
MAGE_KEYS = (*NUMBERS, "at", "race", "alignment", "team", "barred", "scrolls", "items", "effects")
RESULT_KEYS = (*MAGE_KEYS, "status", "moves", "vp")
DICE_NAMES = (
    "cast.success", "cast.gain", "cast.bonus", "resist", "confs.direction", "fumit.item", "stlit.item", "brnit.scroll",
    "scart.space", "chaos.terrain", "chaos.space", "chaos.drop", "search.find", "search.cost", "search.alignment",
    "search.scroll", "ebon.drop", "ebon.move", "tie",
)  # fmt: skip
WORD_DICE = (
    "confs.direction", "fumit.item", "stlit.item", "brnit.scroll", "scart.space", "chaos.space", "search.alignment",
    "search.scroll", "ebon.move",
)  # fmt: skip
"""Rolls that choose among things; all others are numbers."""
LASTING = (
    "SpAid", "ProAu", "ProSh", "ProIt", "ProKn", "ProEl", "CurSp", "Stutt", "Plyze", "Confs", "AntMa", "CkAidX",
    "RcAid", "InvSp", "KnoSS", "IntRp", "KnArt", "KnArtX", "SrchX", "BoEnd", "BoArc", "ProSp",
)  # fmt: skip
_SCROLL = re.compile(r"S\d+X?", re.IGNORECASE)
_POINTS = re.compile(r"\b\d+ (?:ENDURANCE|ARCANIA)\b", re.IGNORECASE)
_EFFECT = re.compile(r"(\w+)\s+(\d+)([pt])")


class Case(NamedTuple):
    """A case ready to be played."""

    title: str
    rules: tuple[str, ...]
    turns: int
    world: World
    orders: dict[str, list[list[Order]]]
    dice: dict[str, list[int | str]]
    expect: Fields
    spaces: tuple[int, ...]
    """Spaces the case names: their terrain is in the result."""


def _space(said: Any) -> int:
    index = INDEX.get(said.lower()) if isinstance(said, str) else None
    if index is None:
        raise ValueError(f"{said!r} is not a space (a1 to z26)")
    return index


def _letter(said: Any) -> str:
    if said not in tuple(LETTERS):
        raise ValueError("mages are called A to M")
    return str(said)


def _scroll(said: Any) -> Scroll:
    code = code_of(said.rstrip("*")) if isinstance(said, str) else None
    if code is None:
        raise ValueError(f"{said!r} is not a spell code", said, tuple(SPELL))
    return Scroll(code, until=state.FOR_GOOD if said.endswith("*") else 0)


Space = Annotated[int, Spelt(_space, NAME.__getitem__)]
Thing = Annotated[str, Among(tuple(THING_ORDER), "thing (crown, cloak:red)")]
Terrain = Annotated[str, Among(tuple(TERRAIN_CODES))]


@named_record
class _Mage:
    """``[mage.A]``."""

    name: str = ""
    note: Any = None
    at: Space | None = None
    race: Annotated[str, Among(tuple(RACES))] = "human"
    alignment: Annotated[str, Among(ALIGNMENTS)] = "good"
    team: Annotated[str, Among((BLACK, *COLOURS))] = BLACK
    endurance: int | None = None
    arcania: int | None = None
    skill: int | None = None
    aptitude: int | None = None
    max_endurance: int | None = None
    max_arcania: int | None = None
    barred: bool = False
    scrolls: tuple[Annotated[Scroll, Spelt(_scroll, str)], ...] | None = None
    items: tuple[Thing, ...] = ()
    effects: tuple[str, ...] = ()
    orders: Any = field(default_factory=list)


@named_record
class _File(CaseFile):
    """A case file; of ``arena`` what is not named is as its ``default``."""

    game: Any = "magika"
    turns: Annotated[int, Whole(1, 100)] = 1
    arena: Mapping[str, Terrain] = field(default_factory=dict)
    mage: Mapping[Annotated[str, Spelt(_letter, str)], _Mage] = field(default_factory=dict)
    lying: Mapping[Space, tuple[Thing, ...]] = field(default_factory=dict)


def read_case(data: Fields) -> Case:
    """A case from its mapping; raises :class:`CaseFaults` with everything that is wrong with it."""
    reader = CaseReader()
    known = tuple(one.name for one in fields(_File))
    # remarks of the author's own are welcome; a table nobody reads is a slip
    read = {k: v for k, v in data.items() if k in known or isinstance(v, dict)}
    if isinstance(read.get("rules"), str):
        read["rules"] = [read["rules"]]
    file = reader.record(_File, "", read)
    world = World()
    spaces = _arena(reader, world, file.arena)
    orders: dict[str, list[list[Order]]] = {}
    for letter, row in sorted(file.mage.items()):
        world.mages[letter] = _mage(reader, f"mage.{letter}", letter, row)
        orders[letter] = _orders(reader, f"mage.{letter}.orders", row.orders, file.turns)
    if not world.mages:
        reader.fault("mage", "a case needs at least one mage")
    world.lying = {space: sorted(on, key=THING_ORDER.__getitem__) for space, on in file.lying.items() if on}
    dice = _dice(reader, reader.table("dice", file.dice))
    _check_expect(reader, file.expect, world)
    if not reader.found:
        for reason in faults(world):
            reader.fault("mage", reason)
    reader.done()
    return Case(file.title, file.rules, file.turns, world, orders, dice, file.expect, spaces)


def _arena(reader: CaseReader, world: World, table: Mapping[str, str]) -> tuple[int, ...]:
    default = TERRAIN_CODES[table.get("default", "plains")]
    world.terrain = [TERRAIN_CODES["ocean"] if name[0] == "z" else default for name in NAME]
    named = []
    for key, terrain in table.items():
        space = None if key == "default" else reader.value(Space, f"arena.{key}", key)
        if space is not None:
            world.terrain[space] = TERRAIN_CODES[terrain]
            named.append(space)
    return tuple(named)


def _mage(reader: CaseReader, place: str, letter: str, row: _Mage) -> Mage:
    if row.at is None and not reader.told(f"{place}.at"):
        reader.fault(place, 'needs at = "m12", the space he stands on')
    mage = new_mage(letter, row.at or 0, row.race, row.alignment, row.name)
    given = {key: value for key in NUMBERS if (value := getattr(row, key)) is not None}
    for key, value in given.items():
        setattr(mage, key, value)
    for stat in ("endurance", "arcania"):
        top = f"max_{stat}"
        if stat not in given:
            setattr(mage, stat, min(getattr(mage, stat), getattr(mage, top)))
        elif top not in given:
            # a figure above the race's maximum raises the maximum with it
            setattr(mage, top, max(getattr(mage, stat), getattr(mage, top)))
    mage.barred = row.barred
    mage.scrolls = list(row.scrolls or ())
    if letter == EBON:
        _bind(mage, row.scrolls is not None)
    mage.cloaks += [thing[6:] for thing in row.items if thing.startswith("cloak:")]
    mage.artifacts += [thing for thing in row.items if not thing.startswith("cloak:")]
    mage.team = row.team
    if mage.team != BLACK and mage.team not in mage.cloaks:
        mage.cloaks.append(mage.team)
    mage.cloaks.sort(key=lambda c: THING_ORDER[f"cloak:{c}"])
    mage.artifacts.sort(key=THING_ORDER.__getitem__)
    for text in row.effects:
        _effect(reader, f"{place}.effects", mage, text)
    return mage


def _bind(mage: Mage, given: bool) -> None:
    """The Ebon Mage's own TelPt: the first one prolonged for good; he has it unless his scrolls are given without."""
    if not given:
        mage.scrolls.insert(0, own_teleport())
        return
    for i, scroll in enumerate(mage.scrolls):
        if scroll.code == "TelPt" and scroll.until >= state.FOR_GOOD:
            mage.scrolls[i] = own_teleport()
            return


def _effect(reader: CaseReader, place: str, mage: Mage, text: str) -> None:
    match = _EFFECT.fullmatch(text.strip())
    names = {e.casefold(): e for e in LASTING}
    if not match or match[1].casefold() not in names:
        reason = f'{text!r} is not an effect with what remains, like "ProSh 10p"'
        reader.fault(place, reason, text.partition(" ")[0], LASTING)
        return
    until = state.last_moment(1, 1, int(match[2]), match[3])
    name = names[match[1].casefold()]
    if name != "ProSp":
        mage.effects[name] = until
        return
    ordinary = [i for i, s in enumerate(mage.scrolls) if not s.until]
    if ordinary:
        mage.scrolls[ordinary[0]] = replace(mage.scrolls[ordinary[0]], until=until)
    else:
        reader.fault(place, "ProSp needs a scroll to be in force on; the first ordinary one is taken")


def _orders(reader: CaseReader, place: str, value: object, turns: int) -> list[list[Order]]:
    if not isinstance(value, list):
        reader.fault(place, "must be a list of orders, or a list of such lists for several turns")
        return []
    lists = value if value and isinstance(value[0], list) else [value]
    if len(lists) > turns:
        reader.fault(place, f"has orders for {len(lists)} turns, but only {turns} are played")
    found = []
    for number, texts in enumerate(lists, 1):
        here = f"{place}[{number}]" if len(lists) > 1 else place
        row = [_order(reader, here, i, text) for i, text in enumerate(reader.texts(here, texts), 1)]
        if len(row) > 5:
            reader.fault(here, f"has {len(row)} orders; a turn has five phases")
        found.append(row)
    return found


def _order(reader: CaseReader, place: str, number: int, text: str) -> Order:
    order = read_order(text)
    if isinstance(order, Fault):
        if _illegal_not_unreadable(text):
            return REST
        reader.fault(f"{place}[{number}]", str(order))
        return REST
    return order


def _illegal_not_unreadable(text: str) -> bool:
    """Whether an order is clear but can never be carried out: it plays as the Rest it becomes (SEQ-3, CAST-2, GIVE-3).

    A cast whose parameter is of the wrong kind, and points given to a novice.
    """
    words = text.split()
    verb = words[0].upper() if words else ""
    if verb == "CAST" and len(words) > 1:
        code = words[1]
        return code_of(code) is not None or code_of(code[:-1]) is not None or _SCROLL.fullmatch(code) is not None
    return verb == "GIVE" and _POINTS.search(text) is not None


def _dice(reader: CaseReader, table: Fields) -> dict[str, list[int | str]]:
    """Forced rolls. A forced scroll brings its alignment with it unless that is forced too."""
    forced: dict[str, list[int | str]] = {}
    for key, value in table.items():
        name, _, subject = key.partition("/")
        if name not in DICE_NAMES:
            reader.fault(f'dice."{key}"', f"no roll is called {name!r}", name, DICE_NAMES)
            continue
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(v, int | str) and not isinstance(v, bool) for v in values):
            reader.fault(f'dice."{key}"', "must be a number or text, or a list of them")
            continue
        if name not in WORD_DICE and not all(_rollable(name, v) for v in values):
            wanted = "1 to 10" if name == "chaos.terrain" else "a number"
            reader.fault(f'dice."{key}"', f"must be {wanted}, not {value!r}")
            continue
        forced[key] = values
    for key, values in list(forced.items()):
        name, _, subject = key.partition("/")
        if name == "search.scroll" and "search.alignment" not in forced:
            drawn = f"search.alignment/{subject}" if subject else "search.alignment"
            codes = [code_of(str(v)) for v in values]
            if drawn not in forced and all(codes):
                forced[drawn] = [SPELL[c].alignment for c in codes if c]
    return forced


def _rollable(name: str, value: int | str) -> bool:
    """Whether a number roll can be forced to that; terrain has ten numbers, and no search gives endurance."""
    return isinstance(value, int) and value >= 0 and (name != "chaos.terrain" or 1 <= value <= 10)


def _check_expect(reader: CaseReader, expect: Fields, world: World) -> None:
    for key, table in expect.items():
        place = f"expect.{key}"
        row = reader.table(place, table)
        if key == "game":
            reader.keys(place, row, ("ended", "ending", "globe"))
            if not isinstance(row.get("globe", ""), str):
                reader.texts(f"{place}.globe", row["globe"])
        elif key in ("lying", "terrain"):
            for name, value in row.items():
                reader.value(Space, f"{place}.{name}", name)
                if key == "lying":
                    reader.texts(f"{place}.{name}", value)
        elif key in world.mages:
            reader.keys(place, row, RESULT_KEYS)
            for name in ("scrolls", "items", "effects"):
                reader.texts(f"{place}.{name}", row.get(name, []))
        else:
            reader.fault(place, "expects something of a mage who is not in the case")


# Played, and compared.


def play(case: Case) -> list[Resolved]:
    """Play the case's turns; the last resolution holds its end."""
    world, played = case.world, []
    forced = Dice(SEED, 0, case.dice)
    for turn in range(1, case.turns + 1):
        dice = Dice(SEED, turn, case.dice)
        dice.carry_on(forced)
        orders = {letter: rows[turn - 1] for letter, rows in case.orders.items() if turn <= len(rows)}
        resolution = play_turn(world, orders, dice)
        played.append(resolution)
        world, forced = resolution.world, dice
        if world.ended:
            break
    return played


def run_case(data: Fields) -> CaseOutcome:
    """Play a case and compare; raises :class:`CaseFaults` if it cannot be played."""
    case = read_case(data)
    played = play(case)
    result = result_of(case, played[-1].world)
    return CaseOutcome(case.title, tuple(_failures(case, result)), result)


def result_of(case: Case, world: World) -> Data:
    """The result mapping of docs/file-formats.md."""
    # turn-counted changes with their last turn have run down by now (SEQ-7); the record keeps them for recon
    now = replace(world, shifts=shifts_of(a for a in world.areas if state.remaining(world.moment, a.until)))
    terrain = {
        NAME[s]: terrain_name(now.terrain_at(s))
        for s in range(SPACES)
        if s in case.spaces or now.terrain_at(s) != case.world.terrain[s]
    }
    return {
        **picked(world, "ended", "ending", "globe"),
        "mages": {letter: mage_result(world, mage) for letter, mage in world.mages.items()},
        "lying": {NAME[s]: list(things) for s, things in sorted(world.lying.items())},
        "terrain": terrain,
    }


def effects_left(world: World, mage: Mage) -> list[str]:
    """Effects still in force after the last phase played, with what remains: ``ProSh 7p``."""
    lasting = [(e, until) for e, until in mage.effects.items() if "+" not in e]
    lasting += [("ProSp", s.until) for s in mage.scrolls if 0 < s.until < state.FOR_GOOD]
    left = ((e, state.remaining(world.moment, until)) for e, until in lasting)
    return sorted(f"{effect} {rest}" for effect, rest in left if rest)


def mage_result(world: World, mage: Mage) -> Data:
    """One mage of the result: every key a case may have, and status, moves and vp."""
    return {
        "at": NAME[mage.space],
        "race": mage.race,
        "alignment": mage.alignment,
        **{key: getattr(mage, key) for key in NUMBERS},
        "team": mage.team,
        "barred": mage.barred,
        "scrolls": [str(s) for s in mage.scrolls],
        "items": mage.items(),
        "effects": effects_left(world, mage),
        "status": mage.status,
        "moves": mage.moves,
        "vp": vp_total(world, mage.letter),
    }


def _folded(value: object) -> object:
    """What is compared: names count without regard to case, as where a case gives them."""
    if isinstance(value, list):
        return [_folded(v) for v in value]
    return value.casefold() if isinstance(value, str) else value


def _in_order(things: list[str]) -> list[str]:
    """A set of names as a list to compare."""
    return sorted(things, key=str.casefold)


def _failures(case: Case, result: Data) -> list[str]:
    failed: list[str] = []

    def compare(place: str, wanted: object, got: object) -> None:
        if _folded(wanted) != _folded(got):
            failed.append(f"{place}: expected {wanted!r}, got {got!r}")

    for key, table in case.expect.items():
        if key == "game":
            for name, wanted in table.items():
                got = result[name]
                if name == "ending" and wanted in ("", "none", "null"):
                    wanted = None  # noqa: PLW2901 - TOML has no null
                if name == "globe":
                    wanted, got = "".join(sorted(wanted)), "".join(sorted(got))  # noqa: PLW2901
                compare(f"game.{name}", wanted, got)
        elif key == "lying":
            for name, wanted in table.items():
                compare(f"lying.{name}", _in_order(wanted), _in_order(result["lying"].get(name.lower(), [])))
        elif key == "terrain":
            for name, wanted in table.items():
                got = result["terrain"].get(name.lower(), terrain_name(case.world.terrain[INDEX[name.lower()]]))
                compare(f"terrain.{name}", wanted, got)
        else:
            mage = result["mages"][key]
            for name, wanted in table.items():
                got = mage[name]
                if name in ("items", "effects"):
                    wanted, got = _in_order(wanted), _in_order(got)  # noqa: PLW2901
                compare(f"{key}.{name}", wanted, got)
    return failed


__all__ = ["Case", "CaseFaults", "CaseOutcome", "play", "read_case", "run_case"]
