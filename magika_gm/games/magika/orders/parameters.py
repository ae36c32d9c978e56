"""Spell parameters: the text after a code, read against what the spell needs, and its canonical form."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from magika_gm.games.magika.arena import DIRECTIONS
from magika_gm.games.magika.spellbook import CODES, SPELL, code_of
from magika_gm.games.magika.tables import ARTIFACTS, COLOURS, LETTERS, TERRAIN_CODES


class Parameter(NamedTuple):
    """What a cast aims at: ``text`` is a letter, colour, direction, artifact or scroll; ``value`` a number.

    ``value`` is the terrain code, the shift of ElArr (-3 … 3) or the distance of a teleport.
    """

    text: str
    value: int = 0


class BadParameter(NamedTuple):
    """Why a parameter cannot be read: ``near`` lists spellings to offer the player."""

    reason: str
    near: tuple[str, ...] = ()


_TERRAIN = {name.upper(): TERRAIN_CODES[name] for name in TERRAIN_CODES if 4 <= TERRAIN_CODES[name] <= 9}
_TERRAIN_NAME = {code: name for name, code in _TERRAIN.items()}


@lru_cache(maxsize=4096)
def read_parameter(code: str, major: bool, text: str) -> Parameter | BadParameter:
    """The parameter of spell ``code`` at that level, from canonical or player's text (CAST-1, CAST-2)."""
    spell = SPELL[code]
    kind = spell.parameter_at(major)
    label = code + ("X" if major else "")
    words = text.upper().replace(",", " ").split()
    if words and words[0] in ("ON", "AT", "TO", "AGAINST"):
        words = words[1:]
    if not kind:
        if words:
            return BadParameter(f"{label} takes nothing after it")
        return Parameter("")
    if not words:
        return BadParameter(f"{label} needs {_WANTED[kind]} after it")
    if kind in ("mage", "colour") and len(words) == 2 and words[1] in ("TEAM", "MAGE", "CLOAK"):
        words = words[:1]
    if kind == "mage" and len(words) == 2 and words[0] in ("MAGE", "EBON"):
        words = words[1:] if words[0] == "MAGE" else words[:1]
    if kind == "direction":
        return _direction(label, major, words)
    if kind == "shift":
        words = ["".join(words).replace("−", "-")]
    if len(words) > 1:
        return BadParameter(f"{label} takes only {_WANTED[kind]} after it; {' '.join(words[1:])!r} is too much")
    return _READERS[kind](label, words[0])


_WANTED = {
    "mage": "a mage's letter",
    "colour": "a cloak colour",
    "terrain": "a terrain (FOREST, HILLS, SWAMP, DESERT, MOUNTAIN, GLACIAL or T4 to T9)",
    "shift": "a change from -3 to +3 (+2)",
    "direction": "a direction (NE)",
    "artifact": "an artifact (CROWN)",
    "scroll": "one of your scrolls (S3 or its code)",
}


def _direction(label: str, major: bool, words: list[str]) -> Parameter | BadParameter:
    way = words[0]
    if way in ("N", "S"):
        if not major:
            return BadParameter(f"{label} reaches an adjoining space only; N and S are for TelPtX", DIRECTIONS)
        if len(words) > 2 or (len(words) == 2 and words[1] not in ("2", "1")):
            return BadParameter(f"{label} {way} always goes over exactly two rows; write {label} {way}")
        return Parameter(way, 1)
    if way not in DIRECTIONS:
        return BadParameter(f"{way} is not a direction", DIRECTIONS)
    if len(words) == 1:
        return Parameter(way, 1)
    if len(words) > 2 or not words[1].isdecimal():
        return BadParameter(f"after {label} {way} comes a distance from 1 to 3 and nothing else")
    steps = int(words[1])
    if steps == 1 or (major and 1 <= steps <= 3):
        return Parameter(way, steps)
    return BadParameter(f"{label} reaches {'1 to 3 spaces' if major else 'one space only; TelPtX reaches up to 3'}")


def _mage(label: str, word: str) -> Parameter | BadParameter:
    if word == "EBON":
        return Parameter("M")
    if len(word) == 1 and word in LETTERS:
        return Parameter(word)
    return BadParameter(f"{label} needs a mage's letter (A to L, or EBON), not {word}")


def _colour(label: str, word: str) -> Parameter | BadParameter:
    if word == "BLACK":
        return BadParameter(f"{label} cannot be cast on Black: Black is no colour (CAST-11)", COLOURS)
    if word.lower() in COLOURS:
        return Parameter(word.lower())
    return BadParameter(f"{label} needs a cloak colour, not {word}", COLOURS)


def _terrain(label: str, word: str) -> Parameter | BadParameter:
    if word in _TERRAIN:
        return Parameter(_TERRAIN_NAME[_TERRAIN[word]], _TERRAIN[word])
    digits = word[1:] if word.startswith("T") else word
    if digits.isdecimal() and 4 <= int(digits) <= 9:
        return Parameter(_TERRAIN_NAME[int(digits)], int(digits))
    return BadParameter(f"{label} can be cast on terrain 4 to 9 only, not {word}", tuple(_TERRAIN))


def _shift(label: str, word: str) -> Parameter | BadParameter:
    sign = -1 if word.startswith("-") else 1
    digits = word.lstrip("+-")
    if digits in ("1", "2", "3") and len(word) - len(digits) <= 1:
        return Parameter(f"{sign * int(digits):+d}", sign * int(digits))
    return BadParameter(f"{label} needs a change of ±1 to ±3, not {word}")


def _artifact(label: str, word: str) -> Parameter | BadParameter:
    if word.lower() in ARTIFACTS:
        return Parameter(word.lower())
    return BadParameter(f"{label} needs an artifact, not {word}", tuple(a.upper() for a in ARTIFACTS))


def _scroll(label: str, word: str) -> Parameter | BadParameter:
    if word[0] == "S" and word[1:].isdecimal() and 1 <= int(word[1:]) <= 99:
        return Parameter(f"S{int(word[1:])}")
    code = code_of(word)
    if code:
        return Parameter(code)
    return BadParameter(f"{label} needs one of your scrolls (S3 or its code), not {word}", CODES)


_READERS = {
    "mage": _mage,
    "colour": _colour,
    "terrain": _terrain,
    "shift": _shift,
    "artifact": _artifact,
    "scroll": _scroll,
}


def write_parameter(code: str, major: bool, parameter: Parameter) -> str:
    """Canonical text of a parameter: ``RED``, ``C``, ``EBON``, ``FOREST``, ``+2``, ``NE 3``, ``CROWN``, ``S3``."""
    kind = SPELL[code].parameter_at(major)
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
