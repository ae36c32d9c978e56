"""Reading an order: tolerant of how it is written, strict about what it means (docs/orders.md).

``read_order(write_order(order)) == order`` for every order the grammar knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from magika_gm.engine.records import record
from magika_gm.engine.words import LONGEST_LINE, Fault, nearest, number, subsequence, unique, words_of
from magika_gm.games.magika.orders.model import (
    REST,
    Cast,
    Demand,
    Don,
    Drop,
    Give,
    Meditate,
    Move,
    Order,
    Parameter,
    Search,
)
from magika_gm.games.magika.rules.arena import DIRECTIONS
from magika_gm.games.magika.rules.spellbook import SPELL, SPELLS, code_of, folded_codes
from magika_gm.games.magika.rules.tables import ARTIFACT_TITLES, ARTIFACTS, COLOURS, EBON, LETTERS, TERRAIN_CODES

# --- names ---

Roster = Mapping[str, str]
"""Letter → character's name."""
NOBODY: Roster = {}

_SPELL_NAMES: dict[tuple[str, ...], str] = {tuple(words_of(s.name)): s.code for s in SPELLS}
_LONGEST_NAME = max(map(len, _SPELL_NAMES))
SPELL_SPELLINGS: dict[str, str] = {**folded_codes(), **{" ".join(n): code for n, code in _SPELL_NAMES.items()}}
"""Codes, aliases and full names of spells with the code each stands for, to look for near ones."""
_ARTIFACTS = {a.upper(): a for a in ARTIFACTS} | {"SCEPTRE": "scepter"}
_TITLE = {a: ARTIFACT_TITLES[a].upper().split()[-1] for a in ARTIFACTS}
_COLOURS = {c.upper(): c for c in COLOURS}
_CLOAK = ("CLOAK", "CLOAKS")
_FILLING = frozenset({"AND", "THE", "A", "AN", "MY", "ALSO"})
_SCROLL_NUMBER = re.compile(r"S0*(\d{1,2})(X?)")
_POINTS = {"ENDURANCE": "endurance", "ARCANIA": "arcania"}
MOST_POINTS = 999
THING_SPELLINGS: dict[str, str] = {
    **{a: a for a in _ARTIFACTS},
    **{c: f"{c} CLOAK" for c in _COLOURS},
    "CLOAK": "RED CLOAK",
    **SPELL_SPELLINGS,
}


@record
class Things:
    """What a DROP or GIVE names: things as case files write them, and points (GIVE-3)."""

    names: tuple[str, ...]
    endurance: int = 0
    arcania: int = 0


def read_mage(words: Sequence[str], roster: Roster = NOBODY) -> str | Fault:
    """The letter a mage is meant by: letter, EBON, or his name in the roster (or its first words, if only his)."""
    said = [w for w in words if w != "THE"]
    if said[:1] == ["MAGE"] and len(said) > 1:
        said = said[1:]
    if not said:
        return Fault("name a mage: a letter, EBON, or a character's name")
    if said in (["EBON"], ["EBON", "MAGE"]):
        return EBON
    letter = said[0] if len(said[0]) == 1 and said[0] in LETTERS else ""
    if letter and (len(said) == 1 or said[1:] == ["MAGE"]):
        return letter
    names = {key: [w for w in words_of(name) if w != "THE"] for key, name in roster.items()}
    if letter and len(said) > 1 and _names(said[1:], {letter: names.get(letter, [])}):
        return letter
    meant = _names(said, names)
    if len(meant) == 1:
        return meant[0]
    text = " ".join(said)
    if meant:
        return Fault(f"{text} may be {_or([f'{k} ({roster[k]})' for k in meant])}: give the letter", tuple(meant), text)
    offers = {" ".join(full): roster[key] for key, full in names.items() if full}
    offers |= {full[0]: roster[key] for key, full in names.items() if full and full[0] not in offers}
    offers["EBON"] = "EBON"
    return Fault(f"{text} is no mage's letter (A to L, or EBON) or name", nearest(text, offers), text)


def _names(said: Sequence[str], names: Mapping[str, list[str]]) -> list[str]:
    """Letters whose whole name is ``said``, or else those whose name begins with or holds those words."""
    whole = [key for key, full in names.items() if full == said]
    if whole:
        return whole
    begun = [key for key, full in names.items() if full[: len(said)] == said]
    if begun or len(said) > 1 or len(said[0]) < 3:
        return begun
    return [key for key, full in names.items() if said[0] in full]


def _or(texts: Sequence[str]) -> str:
    return " or ".join((", ".join(texts[:-1]), texts[-1])) if len(texts) > 1 else "".join(texts)


def read_colour(words: Sequence[str]) -> str | Fault:
    """A cloak colour (or ``black``): ``RED``, ``RED CLOAK``, ``CLOAK: RED``, ``the red team``."""
    said = [w for w in words if w not in (*_CLOAK, "TEAM", "THE", "MY", "COLOUR", "COLOR", "OF", "MAGES", "A")]
    if len(said) != 1:
        return Fault("name one cloak colour: " + ", ".join(_COLOURS), (), " ".join(said))
    word = unique(said[0], (*_COLOURS, "BLACK"))
    if word is None:
        return Fault(f"{said[0]} is not a cloak colour", nearest(said[0], tuple(_COLOURS)) or tuple(_COLOURS), said[0])
    return word.lower()


def read_artifact(words: Sequence[str]) -> str | Fault:
    """An artifact, by its one word or its full title."""
    said = [w for w in words if w not in _FILLING]
    if not said:
        return Fault("name an artifact: CROWN")
    got = _artifact(said, 0)
    if isinstance(got, Fault):
        return got
    if got is None:
        return Fault(f"{said[0]} is not an artifact", nearest(said[0], tuple(_ARTIFACTS)), said[0])
    name, used = got
    if used < len(said):
        return Fault(f"one artifact only; {' '.join(said[used:])} is too much", (), said[used])
    return name


def _artifact(words: Sequence[str], at: int) -> tuple[str, int] | Fault | None:
    """The artifact named at ``at`` and where the words go on; a wrong title is a fault, no artifact None."""
    word = unique(words[at], _ARTIFACTS)
    if word is None:
        return None
    name = _ARTIFACTS[word]
    if words[at + 1 : at + 2] != ["OF"]:
        return name, at + 1
    title = words[at + 2] if at + 2 < len(words) else ""
    if title != _TITLE[name]:
        return Fault(f"there is no {word} OF {title}".rstrip(), (f"{name.upper()} OF {_TITLE[name]}",), title)
    return name, at + 3


def scroll_at(words: Sequence[str], at: int) -> tuple[str, bool, int] | None:
    """The scroll named at ``at``: code or ``S<number>``, whether an X follows it, and where the words go on."""
    word = words[at]
    if word == "S" and at + 1 < len(words):
        word, at = "S" + words[at + 1], at + 1
    numbered = _SCROLL_NUMBER.fullmatch(word)
    if numbered and int(numbered[1]):
        return f"S{int(numbered[1])}", bool(numbered[2]), at + 1
    code = code_of(word)
    if code:
        return code, False, at + 1
    code = code_of(word[:-1]) if word.endswith("X") else None
    if code:
        return code, True, at + 1
    for length in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
        code = _SPELL_NAMES.get(tuple(words[at : at + length]))
        if code:
            return code, False, at + length
    return None


def read_scroll(words: Sequence[str]) -> str | Fault:
    """One's own scroll, by number in the report's list or by code: ``S3``, ``SCROLL 3``, ``TelPt``."""
    said = [w for w in words if w not in (*_FILLING, "SCROLL")]
    if not said:
        return Fault("name one of your scrolls: S3 or its code")
    if len(said) == 1 and number(said[0], 99) > 0:
        return f"S{number(said[0], 99)}"
    got = scroll_at(said, 0)
    if got is None:
        return Fault(f"{said[0]} is not a scroll's number (S1, S2 …) or code", near_codes(said[0]), said[0])
    scroll, major, used = got
    if major:
        return Fault(f"{said[0]}: a scroll has no level until it is read", (scroll,), said[0])
    if used < len(said):
        return Fault(f"one scroll only; {' '.join(said[used:])} is too much", (), said[used])
    return scroll


def near_codes(word: str) -> tuple[str, ...]:
    """Spell codes a slip away from ``word``; a slip in the letter before the X of a major spelling counts too."""
    near = nearest(word, SPELL_SPELLINGS)
    if near or not word.upper().endswith("X"):
        return near
    return tuple(f"{code}X" for code in nearest(word[:-1], SPELL_SPELLINGS))


def read_things(words: Sequence[str]) -> Things | Fault:
    """The things of a DROP or GIVE, with or without commas: each at most once, save codes and cloaks."""
    names: list[str] = []
    points = {"endurance": 0, "arcania": 0}
    at = 0
    while at < len(words):
        word = words[at]
        if word in _FILLING:
            at += 1
            continue
        got = _thing(words, at)
        if isinstance(got, Fault):
            return got
        name, amount, at = got
        if amount:
            if points[name]:
                return Fault(f"{name.upper()} is given twice: say how much in all", (), word)
            points[name] = amount
        elif name in names and code_of(name) is None and not name.startswith("cloak:"):
            return Fault(f"{' '.join(words[at - 1 : at])} is named twice", (), word)
        else:
            names.append(name)
    if not names and not any(points.values()):
        return Fault("name at least one thing: a scroll, an artifact or a cloak")
    return Things(tuple(names), points["endurance"], points["arcania"])


def _thing(words: Sequence[str], at: int) -> tuple[str, int, int] | Fault:
    """The thing at ``at``: its name, points if it is points, and where the words go on."""
    word = words[at]
    if word in ("SCROLL", "SCROLLS") and at + 1 < len(words):
        if number(words[at + 1], 99) > 0:
            return f"S{number(words[at + 1], 99)}", 0, at + 2
        return _thing(words, at + 1)
    scroll = scroll_at(words, at)
    if scroll is not None:
        if scroll[1]:
            return Fault(f"{word}: a scroll has no level until it is read", (scroll[0],), word)
        return scroll[0], 0, scroll[2]
    artifact = _artifact(words, at)
    if isinstance(artifact, Fault):
        return artifact
    if artifact is not None:
        return artifact[0], 0, artifact[1]
    cloak = _cloak(words, at)
    if cloak is not None:
        return cloak
    return _points(words, at) or Fault(
        f"{word} is not a scroll, an artifact or a cloak", nearest(word, THING_SPELLINGS), word
    )


def _cloak(words: Sequence[str], at: int) -> tuple[str, int, int] | Fault | None:
    """``RED CLOAK``, ``CLOAK RED``, ``CLOAK OF RED`` or, since nothing else has a colour, ``RED`` alone."""
    first = at
    if words[at] in _CLOAK:
        at += 2 if words[at + 1 : at + 2] == ["OF"] else 1
    colour = unique(words[at], (*_COLOURS, "BLACK")) if at < len(words) else None
    if colour == "BLACK":
        return Fault("there is no black cloak: Black is to wear none", (), "BLACK")
    if colour is None:
        return Fault("say which cloak: RED CLOAK", (), words[first]) if words[first] in _CLOAK else None
    at += 1
    if at < len(words) and first == at - 1 and words[at] in _CLOAK:
        at += 1
    return f"cloak:{_COLOURS[colour]}", 0, at


def _points(words: Sequence[str], at: int) -> tuple[str, int, int] | Fault | None:
    """``30 ARCANIA``, ``30 POINTS OF ARCANIA``, ``ARCANIA 30``."""
    stat = unique(words[at], _POINTS)
    if stat is not None:
        amount = number(words[at + 1], MOST_POINTS) if at + 1 < len(words) else -1
        after = at + 2
    elif words[at].lstrip("+").isdecimal():
        after = at + 1
        while after < len(words) and words[after] in ("POINT", "POINTS", "OF"):
            after += 1
        stat = unique(words[after], _POINTS) if after < len(words) else None
        if stat is None:
            return Fault(
                f"{words[at]} of what? Points are ENDURANCE or ARCANIA, a scroll is S{words[at][:2]}", (), words[at]
            )
        amount = number(words[at], MOST_POINTS)
        after += 1
    else:
        return None
    if amount < 1:
        return Fault(f"give 1 to {MOST_POINTS} points: 30 {stat}", (), words[at])
    return _POINTS[stat], amount, after


# --- parameters: the text after a code, read against what the spell needs, and its canonical form ---


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
def read_parameter(code: str, major: bool, text: str) -> Parameter | Fault:
    """The parameter of spell ``code`` at that level, from canonical or player's text (CAST-1, CAST-2)."""
    return parameter_of(code, major, words_of(text))


def parameter_of(code: str, major: bool, words: Sequence[str], roster: Roster = NOBODY) -> Parameter | Fault:
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


def any_parameter(scroll: str, major: bool, words: Sequence[str], roster: Roster = NOBODY) -> str | Fault:
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
    return _KINDS[kind](said)


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


def _of_artifact(said: list[str]) -> Parameter | Fault:
    name = read_artifact(said)
    return name if isinstance(name, Fault) else Parameter(name)


def _own_scroll(said: list[str]) -> Parameter | Fault:
    scroll = read_scroll(said)
    return scroll if isinstance(scroll, Fault) else Parameter(scroll)


_KINDS: dict[str, Callable[[list[str]], Parameter | Fault]] = {
    "colour": _colour,
    "terrain": _terrain,
    "shift": _shift,
    "artifact": _of_artifact,
    "scroll": _own_scroll,
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


# --- lines ---

Scrolls = Mapping[int, str]
"""Number in the report's list → spell code."""
UNKNOWN: Scrolls = {}

VERBS = ("MOVE", "REST", "SEARCH", "MEDITATE", "CAST", "DROP", "GIVE", "DEMAND", "DON")
_ALSO = {"GO": "MOVE", "WALK": "MOVE", "WEAR": "DON"}
_BEFORE_SPELL = frozenset({"THE", "MY", "SPELL", "SCROLL", "MAJOR", "MINOR"})
_ALONE: dict[str, Order] = {"REST": REST, "SEARCH": Search(), "MEDITATE": Meditate()}


def read_order(text: str, roster: Roster | None = None, scrolls: Scrolls = UNKNOWN) -> Order | Fault:
    """The order a line of text stands for, or why it cannot be read, with the nearest right spelling.

    ``roster`` lets mages be called by name. ``scrolls``, if the list is known, lets the parameter of a cast by number
    be judged against the spell; otherwise it stays canonical text and only nonsense is refused. A comment after ``;``
    is left out; nothing at all is a Rest. Never raises.
    """
    text = text.partition(";")[0]
    if len(text) > LONGEST_LINE:
        return Fault(f"the line is too long for an order ({len(text)} characters)")
    words = words_of(text)
    if not words:
        return REST
    roster = NOBODY if roster is None else roster
    verb = _verb(words)
    if isinstance(verb, Fault):
        return verb
    rest = words[1:]
    if verb in _ALONE:
        if rest:
            return Fault(f"{verb} stands alone; {' '.join(rest)} is too much", (), rest[0])
        return _ALONE[verb]
    if verb == "CAST":
        return _cast(rest, roster, scrolls)
    return _READERS[verb](rest, roster)


def mage_of(text: str, roster: Roster | None = None) -> str | Fault:
    """A mage's letter from ``C``, ``mage c``, ``EBON`` or his character's name."""
    return read_mage(words_of(text), NOBODY if roster is None else roster)


def _verb(words: Sequence[str]) -> str | Fault:
    word = words[0]
    if word in VERBS:
        return word
    if word in _ALSO:
        return _ALSO[word]
    meant = [v for v in VERBS if v.startswith(word)] or [v for v in VERBS if len(word) > 1 and subsequence(word, v)]
    if len(meant) == 1:
        return meant[0]
    if "MOVE" in meant and len(words) > 1 and read_direction(words[1:]) is not None:
        return "MOVE"
    if meant:
        return Fault(f"{word} may be more than one order", tuple(meant), word)
    if read_direction(words) is not None:
        return Fault(f"{word} is not an order", (f"MOVE {' '.join(words)}",), word)
    spell = scroll_at(words, 0)
    if spell is not None:
        said = " ".join((spell[0] + ("X" if spell[1] else ""), *words[spell[2] :]))
        return Fault(f"{word} is not an order", (f"CAST {said}",), word)
    return Fault(f"{word} is not an order", nearest(word, (*VERBS, *_ALSO)), word)


def _move(words: list[str], _: Roster) -> Order | Fault:
    said = [w for w in words if w not in ("TO", "THE")]
    if not said:
        return Fault("say in which direction: MOVE NE", DIRECTIONS)
    got = read_direction(said)
    if got is None:
        return Fault(f"{said[0]} is not a direction", nearest(said[0], DIRECTIONS) or DIRECTIONS, said[0])
    way, used = got
    if way in ("N", "S"):
        return Fault(f"no space lies due {way}", (f"MOVE {way}E", f"MOVE {way}W"), way)
    if used < len(said):
        return Fault(f"one move a phase; {' '.join(said[used:])} is too much", (), said[used])
    return Move(way)


def _cast(words: list[str], roster: Roster, scrolls: Scrolls) -> Order | Fault:
    level = ""
    while words and words[0] in _BEFORE_SPELL and scroll_at(words, 0) is None:
        word = words[0]
        words = words[1:]
        if word in ("MAJOR", "MINOR"):
            level = word
        elif word == "SCROLL" and words and words[0][:1].isdecimal():
            words = ["S" + words[0], *words[1:]]
    if not words:
        return Fault("say which spell: CAST Heals")
    got = scroll_at(words, 0)
    if got is None:
        return Fault(f"{words[0]} is not a spell code or a scroll's number (S1, S2 …)", near_codes(words[0]), words[0])
    scroll, major, used = got
    rest = words[used:]
    if rest and rest[0] in ("X", "MAJOR", "MINOR") and not major:
        level = level or ("MINOR" if rest[0] == "MINOR" else "MAJOR")
        rest = rest[1:]
    if major and level == "MINOR":
        return Fault(f"MINOR or major? {words[0]} is major", (scroll,), words[0])
    major = major or level == "MAJOR"
    code = scroll if code_of(scroll) else scrolls.get(int(scroll[1:]))
    if code is None:
        parameter = any_parameter(scroll, major, rest, roster)
    else:
        read = parameter_of(code, major, rest, roster)
        parameter = read if isinstance(read, Fault) else write_parameter(code, major, read)
    return parameter if isinstance(parameter, Fault) else Cast(scroll, major, parameter)


def _drop(words: list[str], _: Roster) -> Order | Fault:
    things = read_things(words)
    if isinstance(things, Fault):
        return things
    if things.endurance or things.arcania:
        return Fault("points cannot be dropped; they can be given to EBON (GIVE-3)")
    return Drop(things.names)


def _give(words: list[str], roster: Roster) -> Order | Fault:
    if "TO" not in words:
        return Fault("say to whom: GIVE CROWN TO F")
    at = len(words) - 1 - words[::-1].index("TO")
    things = read_things(words[:at])
    if isinstance(things, Fault):
        return things
    to = read_mage(words[at + 1 :], roster)
    if isinstance(to, Fault):
        return to
    if (things.endurance or things.arcania) and to != EBON:
        return Fault("points of endurance and arcania can be given to the Ebon Mage only (GIVE-3)")
    return Give(things.names, to, things.endurance, things.arcania)


def _demand(words: list[str], roster: Roster) -> Order | Fault:
    if "FROM" not in words:
        return Fault("say from whom: DEMAND CROWN FROM F")
    at = words.index("FROM")
    artifact = read_artifact(words[:at])
    if isinstance(artifact, Fault):
        return artifact
    holder = read_mage(words[at + 1 :], roster)
    if isinstance(holder, Fault):
        return holder
    return Demand(artifact, holder)


def _don(words: list[str], _: Roster) -> Order | Fault:
    colour = read_colour(words)
    return colour if isinstance(colour, Fault) else Don(colour)


_READERS: dict[str, Callable[[list[str], Roster], Order | Fault]] = {
    "MOVE": _move,
    "DROP": _drop,
    "GIVE": _give,
    "DEMAND": _demand,
    "DON": _don,
}
