"""Spell parameters: the text after a code, read against what the spell needs, and its canonical form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from magika_gm.engine.words import Fault, nearest, number, unique, words_of
from magika_gm.engine.words import Fault as BadParameter
from magika_gm.games.magika.orders.names import (
    NOBODY,
    Roster,
    read_artifact,
    read_colour,
    read_mage,
    read_scroll,
)
from magika_gm.games.magika.rules.arena import DIRECTIONS
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import COLOURS, LETTERS, TERRAIN_CODES

__all__ = ["BadParameter", "Parameter", "any_parameter", "parameter_of", "read_parameter", "write_parameter"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a cast aims at: ``text`` is a letter, colour, direction, artifact or scroll; ``value`` a number.

    ``value`` is the terrain code, the shift of ElArr (-3 … 3) or the distance of a teleport.
    """

    text: str
    value: int = 0


_TERRAIN = {name.upper(): TERRAIN_CODES[name] for name in TERRAIN_CODES if 4 <= TERRAIN_CODES[name] <= 9}
_TERRAIN_NAME = {code: name for name, code in _TERRAIN.items()}
_TERRAIN_ALSO = {"GLACIER": "GLACIAL", "GLACIERS": "GLACIAL", "MTN": "MOUNTAIN", "HILL": "HILLS"}
_COMPASS = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
_WAYS = {*DIRECTIONS, "N", "S"}
_TOWARDS = frozenset({"ON", "AT", "TO", "AGAINST", "THE"})

_WANTED = {
    "mage": "a mage's letter",
    "colour": "a cloak colour",
    "terrain": "a terrain (FOREST, HILLS, SWAMP, DESERT, MOUNTAIN, GLACIAL or T4 to T9)",
    "shift": "a change from -3 to +3 (+2)",
    "direction": "a direction (NE)",
    "artifact": "an artifact (CROWN)",
    "scroll": "one of your scrolls (S3 or its code)",
}


@lru_cache(maxsize=4096)
def read_parameter(code: str, major: bool, text: str) -> Parameter | BadParameter:
    """The parameter of spell ``code`` at that level, from canonical or player's text (CAST-1, CAST-2)."""
    return parameter_of(code, major, words_of(text))


def parameter_of(code: str, major: bool, words: Sequence[str], roster: Roster = NOBODY) -> Parameter | BadParameter:
    """The same from words, with characters' names for mages."""
    kind = SPELL[code].parameter_at(major)
    label = code + ("X" if major else "")
    said = list(words)
    while said and said[0] in _TOWARDS:
        said.pop(0)
    if not kind:
        if said:
            return Fault(f"{label} takes nothing after it; {' '.join(said)} is too much", (), said[0])
        return Parameter("")
    if not said:
        return Fault(f"{label} needs {_WANTED[kind]} after it")
    got = _read(kind, major, said, roster)
    if not isinstance(got, Fault):
        return got
    return _explained(code, major, kind, said, roster, got)


def any_parameter(scroll: str, major: bool, words: Sequence[str], roster: Roster = NOBODY) -> str | BadParameter:
    """Canonical text of whatever words after a scroll's number may mean, when nobody knows what spell it is.

    What no spell could be cast on at that level is a fault. A letter, colour or direction is never taken for a
    character's name.
    """
    said = list(words)
    while said and said[0] in _TOWARDS:
        said.pop(0)
    if not said:
        return ""
    found = _any(major, said)
    if found:
        return found
    text = " ".join(said)
    mage = read_mage(said, roster)
    if not isinstance(mage, Fault):
        return _text("mage", Parameter(mage))
    found = _any(not major, said)
    if found:
        spelling = f"CAST {scroll}{'' if major else 'X'} {found}"
        return Fault(f"no {'major' if major else 'minor'} spell can be cast on {text}", (spelling,), text)
    return Fault(f"no spell can be cast on {text}", mage.near or nearest(said[0], _ANYTHING), text)


def _any(major: bool, said: list[str]) -> str:
    for kind in ("mage", "colour", "direction", "shift", "terrain", "artifact", "scroll"):
        got = _read(kind, major, said, NOBODY)
        if not isinstance(got, Fault):
            return _text(kind, got)
    return ""


def _explained(code: str, major: bool, kind: str, said: list[str], roster: Roster, fault: Fault) -> Fault:
    """The fault in terms of the spell; where the other level would take these words, that is offered."""
    label = code + ("X" if major else "")
    other = SPELL[code].parameter_at(not major)
    if other and other != kind:
        got = _read(other, not major, said, roster)
        if not isinstance(got, Fault):
            spelling = f"CAST {code}{'' if major else 'X'} {_text(other, got)}"
            return Fault(f"{label} needs {_WANTED[kind]}, not {' '.join(said)}", (spelling,), said[0])
    return Fault(f"{label}: {fault.reason}", fault.near, fault.word)


def _read(kind: str, major: bool, said: list[str], roster: Roster) -> Parameter | Fault:
    if kind == "mage":
        if len(said) == 1 and said[0].lower() in COLOURS:
            return Fault(f"{said[0]} is a colour", (), said[0])  # even if a mage is called so: he has a letter
        mage = read_mage(said, roster)
        return mage if isinstance(mage, Fault) else Parameter(mage)
    if kind == "direction":
        return _direction(major, said)
    return _READERS[kind](said)


def read_direction(words: Sequence[str]) -> tuple[str, int] | None:
    """A direction of eight (``NE``, ``north-east``, ``N E``) and how many words it took, or None."""
    short = [_COMPASS.get(w, w) for w in words[:2]]
    if len(short) == 2 and short[0] in ("N", "S") and short[1] in ("E", "W"):
        return short[0] + short[1], 2
    if not short:
        return None
    for way, full in _LONG_WAYS.items():
        if words[0] == full:
            return way, 1
    return (short[0], 1) if short[0] in _WAYS else None


_LONG_WAYS = {"NE": "NORTHEAST", "NW": "NORTHWEST", "SE": "SOUTHEAST", "SW": "SOUTHWEST"}


def _direction(major: bool, said: list[str]) -> Parameter | Fault:
    if len(said) > 1 and said[0].isdecimal():
        said = [*said[1:], said[0]]
    got = read_direction(said)
    if got is None:
        return Fault(f"{said[0]} is not a direction", nearest(said[0], DIRECTIONS) or DIRECTIONS, said[0])
    way, used = got
    rest = [w.lstrip("-") for w in said[used:] if w not in ("BY", "SPACES", "SPACE", "RINGS")]
    if way in ("N", "S"):
        if not major:
            return Fault("N and S go over two rows and are for TelPtX", DIRECTIONS, way)
        if rest not in ([], ["2"]):
            return Fault(f"{way} always goes over exactly two rows; write {way} alone", (), " ".join(rest))
        return Parameter(way, 1)
    if not rest:
        return Parameter(way, 1)
    steps = number(rest[0], 99)
    if len(rest) > 1 or steps < 0:
        return Fault(f"after {way} comes a distance from 1 to 3 and nothing else", (), " ".join(rest))
    if steps == 1 or (major and 1 <= steps <= 3):
        return Parameter(way, steps)
    if major:
        return Fault("it reaches 1 to 3 spaces", (), rest[0])
    near = (f"CAST TelPtX {way} {steps}",) if 1 <= steps <= 3 else ()
    return Fault("it reaches one space only; TelPtX reaches up to 3", near, rest[0])


def _colour(said: list[str]) -> Parameter | Fault:
    colour = read_colour(said)
    if isinstance(colour, Fault):
        return colour
    if colour == "black":
        return Fault("Black is no colour and cannot be aimed at (CAST-11)", (), "BLACK")
    return Parameter(colour)


def _terrain(said: list[str]) -> Parameter | Fault:
    if said[0] in ("TERRAIN", "T") and len(said) == 2:
        said = ["T" + said[1].removeprefix("T")]
    if len(said) > 1:
        return Fault(f"one terrain only; {' '.join(said[1:])} is too much", (), said[1])
    word = said[0]
    name = _TERRAIN_ALSO.get(word) or unique(word, _TERRAIN)
    if name is not None:
        return Parameter(_TERRAIN_NAME[_TERRAIN[name]], _TERRAIN[name])
    code = number(word.removeprefix("T"), 10)
    if 4 <= code <= 9:
        return Parameter(_TERRAIN_NAME[code], code)
    near = nearest(word, tuple(_TERRAIN))
    return Fault(f"{word} is not among terrains 4 to 9 (FOREST HILLS SWAMP DESERT MOUNTAIN GLACIAL)", near, word)


def _shift(said: list[str]) -> Parameter | Fault:
    word = "".join(said).replace("PLUS", "+").replace("MINUS", "-")
    sign = -1 if word.startswith("-") else 1
    digits = word[1:] if word[:1] in ("+", "-") else word
    if digits in ("1", "2", "3"):
        return Parameter(f"{sign * int(digits):+d}", sign * int(digits))
    return Fault(f"the change is from -3 to +3 and not 0, not {' '.join(said)}", (), said[0])


def _artifact(said: list[str]) -> Parameter | Fault:
    name = read_artifact(said)
    return name if isinstance(name, Fault) else Parameter(name)


def _scroll(said: list[str]) -> Parameter | Fault:
    scroll = read_scroll(said)
    return scroll if isinstance(scroll, Fault) else Parameter(scroll)


_READERS: dict[str, Callable[[list[str]], Parameter | Fault]] = {
    "colour": _colour,
    "terrain": _terrain,
    "shift": _shift,
    "artifact": _artifact,
    "scroll": _scroll,
}
_ANYTHING = (*(c.upper() for c in COLOURS), *_TERRAIN, *DIRECTIONS, *LETTERS)


def write_parameter(code: str, major: bool, parameter: Parameter) -> str:
    """Canonical text of a parameter: ``RED``, ``C``, ``EBON``, ``FOREST``, ``+2``, ``NE 3``, ``CROWN``, ``S3``."""
    return _text(SPELL[code].parameter_at(major), parameter)


def _text(kind: str, parameter: Parameter) -> str:
    match kind:
        case "":
            return ""
        case "mage":
            return "EBON" if parameter.text == "M" else parameter.text
        case "direction":
            far = parameter.value > 1
            return f"{parameter.text} {parameter.value}" if far else parameter.text
        case "scroll" | "shift":
            return parameter.text
        case _:
            return parameter.text.upper()
