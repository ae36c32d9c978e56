"""Adjudication cases of Magika: read, played, and compared with what must come of them (docs/file-formats.md).

A case is a small arena, orders and forced dice, a plain mapping as TOML gives it. :class:`CaseFaults` names everything
that is wrong with one, each with its place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from magika_gm.engine.cases import SEED, CaseFaults, CaseOutcome, CaseReader
from magika_gm.engine.dice import Dice
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
from magika_gm.games.magika.rules.victory import vp_total

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
    expect: Mapping[str, Any]
    spaces: tuple[int, ...]
    """Spaces the case names: their terrain is in the result."""


class _Reader(CaseReader):
    """Reads what Magika's cases are made of."""

    def space(self, place: str, value: object) -> int:
        """A space by its name."""
        index = INDEX.get(str(value).lower())
        if index is None:
            self.fault(place, f"{value!r} is not a space (a1 to z26)")
            return 0
        return index

    def among(self, place: str, value: object, known: Sequence[str]) -> str:
        """One of ``known``, which are lower case."""
        text = str(value).lower()
        if text not in known:
            self.fault(place, f"{value!r} is not one of {', '.join(known)}", text, known)
            return known[0]
        return text


def read_case(data: Mapping[str, Any]) -> Case:
    """A case from its mapping; raises :class:`CaseFaults` with everything that is wrong with it."""
    reader = _Reader()
    known = ("title", "game", "rules", "turns", "arena", "mage", "lying", "dice", "expect")
    # remarks of the author's own are welcome; a table nobody reads is a slip
    reader.keys("", {k: v for k, v in data.items() if k in known or isinstance(v, dict)}, known)
    turns = data.get("turns", 1)
    if not isinstance(turns, int) or not 1 <= turns <= 100:
        reader.fault("turns", f"must be a number of turns from 1 to 100, not {turns!r}")
        turns = 1
    world = World()
    spaces = _arena(reader, world, reader.table("arena", data.get("arena", {})))
    orders: dict[str, list[list[Order]]] = {}
    for letter, table in sorted(reader.table("mage", data.get("mage", {})).items()):
        if letter not in LETTERS or len(letter) != 1:
            reader.fault(f"mage.{letter}", "mages are called A to M")
            continue
        place = f"mage.{letter}"
        row = reader.table(place, table)
        world.mages[letter] = _mage(reader, place, letter, row)
        orders[letter] = _orders(reader, f"{place}.orders", row.get("orders", []), turns)
    if not world.mages:
        reader.fault("mage", "a case needs at least one mage")
    for name, things in reader.table("lying", data.get("lying", {})).items():
        space = reader.space(f"lying.{name}", name)
        world.lying[space] = sorted(_things(reader, f"lying.{name}", things), key=THING_ORDER.__getitem__)
    dice = _dice(reader, reader.table("dice", data.get("dice", {})))
    expect = reader.table("expect", data.get("expect", {}))
    _check_expect(reader, expect, world)
    named = data.get("rules", [])
    rules = tuple(_texts(reader, "rules", [named] if isinstance(named, str) else named))
    world.lying = {s: things for s, things in world.lying.items() if things}
    if not reader.found:
        for reason in faults(world):
            reader.fault("mage", reason)
    if reader.found:
        raise CaseFaults(reader.found)
    return Case(str(data.get("title", "")), rules, turns, world, orders, dice, expect, spaces)


def _arena(reader: _Reader, world: World, table: Mapping[str, Any]) -> tuple[int, ...]:
    names = tuple(TERRAIN_CODES)
    default = TERRAIN_CODES[reader.among("arena.default", table.get("default", "plains"), names)]
    world.terrain = [TERRAIN_CODES["ocean"] if name[0] == "z" else default for name in NAME]
    named = []
    for key, value in table.items():
        if key != "default":
            space = reader.space(f"arena.{key}", key)
            world.terrain[space] = TERRAIN_CODES[reader.among(f"arena.{key}", value, names)]
            named.append(space)
    return tuple(named)


def _mage(reader: _Reader, place: str, letter: str, row: Mapping[str, Any]) -> Mage:
    reader.keys(place, row, (*MAGE_KEYS, "orders", "name", "note"))
    if "at" not in row:
        reader.fault(place, 'needs at = "m12", the space he stands on')
    space = reader.space(f"{place}.at", row.get("at", "y13"))
    race = reader.among(f"{place}.race", row.get("race", "human"), tuple(RACES))
    alignment = reader.among(f"{place}.alignment", row.get("alignment", "good"), ALIGNMENTS)
    mage = new_mage(letter, space, race, alignment, str(row.get("name", "")))
    for key in NUMBERS:
        if key in row:
            value = row[key]
            if not isinstance(value, int) or isinstance(value, bool):
                reader.fault(f"{place}.{key}", f"must be a whole number, not {value!r}")
            else:
                setattr(mage, key, value)
    for stat in ("endurance", "arcania"):
        top = f"max_{stat}"
        if stat not in row:
            setattr(mage, stat, min(getattr(mage, stat), getattr(mage, top)))
        elif top not in row:
            # a figure above the race's maximum raises the maximum with it
            setattr(mage, top, max(getattr(mage, stat), getattr(mage, top)))
    barred = row.get("barred", False)
    if not isinstance(barred, bool):
        reader.fault(f"{place}.barred", f"must be true or false, not {barred!r}")
    mage.barred = bool(barred)
    mage.scrolls = _scrolls(reader, f"{place}.scrolls", row.get("scrolls", []))
    if letter == EBON:
        _bind(mage, "scrolls" in row)
    for thing in _things(reader, f"{place}.items", row.get("items", [])):
        if thing.startswith("cloak:"):
            mage.cloaks.append(thing[6:])
        else:
            mage.artifacts.append(thing)
    mage.team = reader.among(f"{place}.team", row.get("team", BLACK), (BLACK, *COLOURS))
    if mage.team != BLACK and mage.team not in mage.cloaks:
        mage.cloaks.append(mage.team)
    mage.cloaks.sort(key=lambda c: THING_ORDER[f"cloak:{c}"])
    mage.artifacts.sort(key=THING_ORDER.__getitem__)
    for text in _texts(reader, f"{place}.effects", row.get("effects", [])):
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


def _texts(reader: _Reader, place: str, value: object) -> list[str]:
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return list(value)
    reader.fault(place, f"must be a list of texts, not {value!r}")
    return []


def _scrolls(reader: _Reader, place: str, value: object) -> list[Scroll]:
    found = []
    for text in _texts(reader, place, value):
        code = code_of(text.rstrip("*"))
        if code is None:
            reader.fault(place, f"{text!r} is not a spell code", text, tuple(SPELL))
        else:
            found.append(Scroll(code, until=state.FOR_GOOD if text.endswith("*") else 0))
    return found


def _things(reader: _Reader, place: str, value: object) -> list[str]:
    found = []
    for text in _texts(reader, place, value):
        thing = text.lower()
        if thing in THING_ORDER:
            found.append(thing)
        else:
            reader.fault(place, f"{text!r} is not a thing (crown, cloak:red)", thing, tuple(THING_ORDER))
    return found


def _effect(reader: _Reader, place: str, mage: Mage, text: str) -> None:
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


def _orders(reader: _Reader, place: str, value: object, turns: int) -> list[list[Order]]:
    if not isinstance(value, list):
        reader.fault(place, "must be a list of orders, or a list of such lists for several turns")
        return []
    lists = value if value and isinstance(value[0], list) else [value]
    if len(lists) > turns:
        reader.fault(place, f"has orders for {len(lists)} turns, but only {turns} are played")
    found = []
    for number, texts in enumerate(lists, 1):
        here = f"{place}[{number}]" if len(lists) > 1 else place
        row = [_order(reader, here, i, text) for i, text in enumerate(_texts(reader, here, texts), 1)]
        if len(row) > 5:
            reader.fault(here, f"has {len(row)} orders; a turn has five phases")
        found.append(row)
    return found


def _order(reader: _Reader, place: str, number: int, text: str) -> Order:
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


def _dice(reader: _Reader, table: Mapping[str, Any]) -> dict[str, list[int | str]]:
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


def _check_expect(reader: _Reader, expect: Mapping[str, Any], world: World) -> None:
    for key, table in expect.items():
        place = f"expect.{key}"
        row = reader.table(place, table)
        if key == "game":
            reader.keys(place, row, ("ended", "ending", "globe"))
            if not isinstance(row.get("globe", ""), str):
                _texts(reader, f"{place}.globe", row["globe"])
        elif key in ("lying", "terrain"):
            for name, value in row.items():
                reader.space(f"{place}.{name}", name)
                if key == "lying":
                    _texts(reader, f"{place}.{name}", value)
        elif key in world.mages:
            reader.keys(place, row, RESULT_KEYS)
            for name in ("scrolls", "items", "effects"):
                _texts(reader, f"{place}.{name}", row.get(name, []))
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


def run_case(data: Mapping[str, Any]) -> CaseOutcome:
    """Play a case and compare; raises :class:`CaseFaults` if it cannot be played."""
    case = read_case(data)
    played = play(case)
    result = result_of(case, played[-1].world)
    return CaseOutcome(case.title, tuple(_failures(case, result)), result)


def result_of(case: Case, world: World) -> dict[str, Any]:
    """The result mapping of docs/file-formats.md."""
    # turn-counted changes with their last turn have run down by now (SEQ-7); the record keeps them for recon
    now = replace(world, shifts=shifts_of(a for a in world.areas if state.remaining(world.moment, a.until)))
    terrain = {
        NAME[s]: terrain_name(now.terrain_at(s))
        for s in range(SPACES)
        if s in case.spaces or now.terrain_at(s) != case.world.terrain[s]
    }
    return {
        "ended": world.ended,
        "ending": world.ending,
        "globe": world.globe,
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


def mage_result(world: World, mage: Mage) -> dict[str, Any]:
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


def _failures(case: Case, result: dict[str, Any]) -> list[str]:
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
