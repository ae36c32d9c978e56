"""Adjudication cases played, and compared with what must come of them (docs/file-formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from magika_gm.engine.cases import SEED, CaseFaults, CaseOutcome
from magika_gm.engine.dice import Dice
from magika_gm.games.magika.cases.casefile import NUMBERS, Case, read_case
from magika_gm.games.magika.rules import clock
from magika_gm.games.magika.rules.arena import INDEX, NAME, SPACES
from magika_gm.games.magika.rules.resolution import Resolution
from magika_gm.games.magika.rules.sequence import resolve
from magika_gm.games.magika.rules.victory import vp_total
from magika_gm.games.magika.rules.world import Mage, World, shifts_of, terrain_name


def play(case: Case) -> list[Resolution]:
    """Play the case's turns; the last resolution holds its end."""
    world, played = case.world, []
    forced = Dice(SEED, 0, case.dice)
    for turn in range(1, case.turns + 1):
        dice = Dice(SEED, turn, case.dice)
        dice.carry_on(forced)
        orders = {letter: rows[turn - 1] for letter, rows in case.orders.items() if turn <= len(rows)}
        resolution = resolve(world, orders, dice)
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
    now = replace(world, shifts=shifts_of(a for a in world.areas if clock.remaining(world.moment, a.until)))
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
    lasting += [("ProSp", s.until) for s in mage.scrolls if 0 < s.until < clock.FOR_GOOD]
    left = ((e, clock.remaining(world.moment, until)) for e, until in lasting)
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
