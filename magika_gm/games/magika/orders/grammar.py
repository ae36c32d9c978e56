"""Order lines as players write them: tolerant of case, spacing and abbreviations, strict about meaning.

Reading never raises: what cannot be read is a :class:`Fault` with the reason and the nearest spellings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import NamedTuple

from magika_gm.games.magika.orders import (
    REST,
    Cast,
    Demand,
    Don,
    Drop,
    Give,
    Meditate,
    Move,
    Order,
    Search,
)
from magika_gm.games.magika.orders.parameters import BadParameter, read_parameter, write_parameter
from magika_gm.games.magika.spellbook import CODES, folded_codes
from magika_gm.games.magika.tables import ARTIFACTS, BLACK, COLOURS, LETTERS

Roster = Mapping[str, str]
"""Letter of a mage → his character's name; names may be used instead of letters."""


class Fault(NamedTuple):
    """Why a line cannot be read, and what was perhaps meant."""

    reason: str
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The reason with the spellings offered."""
        return f"{self.reason}; did you mean {' or '.join(self.near)}?" if self.near else self.reason


VERBS: dict[str, str] = {}
"""Every accepted spelling of an order word; unambiguous beginnings are read as well."""
for _verb, _others in {
    "MOVE": ("MV", "GO", "WALK"),
    "REST": ("RST",),
    "SEARCH": ("SRCH",),
    "MEDITATE": ("MEDIT",),
    "CAST": ("CST", "SPELL"),
    "DROP": ("DRP",),
    "GIVE": ("GV",),
    "DEMAND": ("DMD",),
    "DON": ("WEAR",),
}.items():
    VERBS[_verb] = _verb
    for _other in _others:
        VERBS[_other] = _verb
_FULL = ("MOVE", "REST", "SEARCH", "MEDITATE", "CAST", "DROP", "GIVE", "DEMAND", "DON")

_DIRECTION_NAMES = {
    "NORTHEAST": "NE", "NORTHWEST": "NW", "SOUTHEAST": "SE", "SOUTHWEST": "SW", "EAST": "E", "WEST": "W",
    "NORTH": "N", "SOUTH": "S",
}  # fmt: skip
_MOVES = ("NE", "NW", "E", "W", "SE", "SW")
_NUMBERED = re.compile(r"S(\d{1,2})(X?)", re.IGNORECASE)
_LONGEST = 400


def verb_of(word: str) -> str | Fault:
    """The order a word stands for: exact, a known short form, or an unambiguous beginning."""
    if word in VERBS:
        return VERBS[word]
    starts = sorted({VERBS[v] for v in VERBS if v.startswith(word)})
    if len(starts) == 1:
        return starts[0]
    if starts:
        return Fault(f"{word} could be {' or '.join(starts)}; write it out")
    near = tuple(dict.fromkeys(VERBS[m] for m in get_close_matches(word, VERBS, n=2, cutoff=0.6)))
    return Fault(f"{word} is not an order", near)


def read_order(text: str, roster: Roster | None = None) -> Order | Fault:
    """One order, without its phase number. ``roster`` lets mages be called by name."""
    if len(text) > _LONGEST:
        return Fault(f"an order has at most {_LONGEST} characters")
    words = text.replace("\u2212", "-").split()
    if not words:
        return REST
    verb = verb_of(words[0].upper().strip(".:,"))
    if isinstance(verb, Fault):
        return verb
    rest = " ".join(words[1:]).strip(" .")
    match verb:
        case "MOVE":
            return _move(rest)
        case "CAST":
            return _cast(rest, roster)
        case "DROP":
            return _drop(rest)
        case "GIVE":
            return _give(rest, roster)
        case "DEMAND":
            return _demand(rest, roster)
        case "DON":
            return _don(rest)
    if rest:
        return Fault(f"{verb} stands alone; {rest!r} is too much")
    if verb == "SEARCH":
        return Search()
    return Meditate() if verb == "MEDITATE" else REST


def _move(rest: str) -> Order | Fault:
    words = rest.upper().replace("-", "").split()
    if words and words[0] == "TO":
        words = words[1:]
    if not words:
        return Fault("MOVE needs a direction", _MOVES)
    way = _DIRECTION_NAMES.get("".join(words), "".join(words))
    if way in _MOVES:
        return Move(way)
    near = {"N": ("NE", "NW"), "S": ("SE", "SW")}.get(way, _MOVES)
    return Fault(f"{rest} is not one of the six directions", near)


def mage_of(text: str, roster: Roster | None = None) -> str | Fault:
    """A mage's letter from ``C``, ``EBON``, or his character's name."""
    word = " ".join(text.upper().split()).strip(".")
    word = word.removeprefix("THE ").removeprefix("MAGE ") if word != "MAGE" else word
    if len(word) == 1 and word in LETTERS:
        return word
    if word in ("EBON", "EBON MAGE"):
        return "M"
    names = {name.casefold(): letter for letter, name in (roster or {}).items()}
    if text.strip().casefold() in names:
        return names[text.strip().casefold()]
    near = (
        [f"{roster[names[n]]} ({names[n]})" for n in get_close_matches(text.casefold(), names, n=2)] if roster else []
    )
    return Fault(f"{text or 'nothing'} is not a mage (a letter A to L, EBON or a character's name)", tuple(near))


def thing_of(text: str) -> str | Fault:
    """A thing from ``S2``, ``TelPt``, ``CROWN``, ``the Crown of Good``, ``RED CLOAK`` or ``cloak:red``."""
    words = [w for w in re.split(r"[\s:]+", text.upper()) if w and w not in ("THE", "A", "AN", "MY", "SCROLL")]
    if not words:
        return Fault("a thing is missing between two commas")
    if "CLOAK" in words and len(words) == 2:
        colour = next(w for w in words if w != "CLOAK") if words != ["CLOAK", "CLOAK"] else ""
        if colour.lower() in COLOURS:
            return f"cloak:{colour.lower()}"
        return Fault(f"there is no {colour.lower()} cloak", _near(colour, [c.upper() for c in COLOURS]))
    if words[0].lower() in ARTIFACTS and (len(words) == 1 or words[1] == "OF"):
        return words[0].lower()
    word = "".join(words)
    numbered = _NUMBERED.fullmatch(word)
    if numbered and not numbered[2] and int(numbered[1]):
        return f"S{int(numbered[1])}"
    codes = folded_codes()
    if word.casefold() in codes:
        return codes[word.casefold()]
    if word.lower() in COLOURS:
        return Fault(f"{word} is a colour; a thing would be", (f"{word} CLOAK",))
    known = [*(a.upper() for a in ARTIFACTS), *CODES]
    return Fault(f"{text.strip()} is not a thing", _near(word, known))


def _near(word: str, known: list[str]) -> tuple[str, ...]:
    folded = {k.casefold(): k for k in known}
    return tuple(folded[m] for m in get_close_matches(word.casefold(), folded, n=2, cutoff=0.6))


def _things(text: str) -> list[str] | Fault:
    things = []
    for part in re.split(r",|\bAND\b|&", text, flags=re.IGNORECASE):
        thing = thing_of(part)
        if isinstance(thing, Fault):
            return thing
        things.append(thing)
    return things


def _drop(rest: str) -> Order | Fault:
    if not rest:
        return Fault("DROP needs the things to drop")
    things = _things(rest)
    if isinstance(things, Fault):
        return things
    return Drop(tuple(things))


_POINTS = re.compile(r"(\d{1,4})\s*(?:POINTS?\s+(?:OF\s+)?)?(ENDURANCE|END|ARCANIA|ARC)", re.IGNORECASE)


def _give(rest: str, roster: Roster | None) -> Order | Fault:
    split = re.split(r"\s+TO\s+", rest, flags=re.IGNORECASE)
    if len(split) != 2:
        return Fault("GIVE needs things and a mage: GIVE CROWN TO F")
    to = mage_of(split[1], roster)
    if isinstance(to, Fault):
        return to
    things: list[str] = []
    points = {"E": 0, "A": 0}
    for part in re.split(r",|\bAND\b|&", split[0], flags=re.IGNORECASE):
        amount = _POINTS.fullmatch(part.strip())
        if amount:
            points[amount[2][0].upper()] += int(amount[1])
            continue
        thing = thing_of(part)
        if isinstance(thing, Fault):
            return thing
        things.append(thing)
    if any(points.values()) and to != "M":
        return Fault("points of endurance or arcania can be given to the Ebon Mage only (GIVE-3)")
    if not things and not any(points.values()):
        return Fault("nothing to give is named")
    return Give(tuple(things), to, points["E"], points["A"])


def _demand(rest: str, roster: Roster | None) -> Order | Fault:
    split = re.split(r"\s+(?:FROM|OF)\s+(?!GOOD|NEUTRALITY|EVIL|HUMAN|ELVEN|DWARV|GOBLIN|HALFLING|STR|SER|MAG|OBE)",
                     rest, flags=re.IGNORECASE)  # fmt: skip
    if len(split) != 2:
        return Fault("DEMAND needs an artifact and its holder: DEMAND CROWN FROM F")
    thing = thing_of(split[0])
    if isinstance(thing, Fault):
        return thing
    if thing not in ARTIFACTS:
        return Fault("only artifacts can be demanded (DEM-1)")
    holder = mage_of(split[1], roster)
    return holder if isinstance(holder, Fault) else Demand(thing, holder)


def _don(rest: str) -> Order | Fault:
    words = [w for w in rest.upper().split() if w not in ("THE", "CLOAK", "A", "MY")]
    if len(words) == 1 and words[0].lower() in (*COLOURS, BLACK):
        return Don(words[0].lower())
    if not words:
        return Fault("DON needs a colour", tuple(c.upper() for c in COLOURS))
    colours = [c.upper() for c in (*COLOURS, BLACK)]
    return Fault(f"{' '.join(words)} is not a cloak colour", _near(words[0], colours))


def _cast(rest: str, roster: Roster | None) -> Order | Fault:
    words = rest.replace(",", " ").split()
    if words and words[0].upper() == "SCROLL":
        words = words[1:]
    if not words:
        return Fault("CAST needs a spell code or scroll number: CAST Heals")
    if len(words) > 1 and words[1].upper() == "X" and not _major(words[0]):
        words = [words[0] + "X", *words[2:]]
    parameter = " ".join(words[1:])
    numbered = _NUMBERED.fullmatch(words[0])
    if numbered:
        if not int(numbered[1]):
            return Fault("scrolls are numbered from S1")
        return Cast(f"S{int(numbered[1])}", bool(numbered[2]), _raw(parameter))
    found = _spell(words[0])
    if isinstance(found, Fault):
        return found
    code, major = found
    read = read_parameter(code, major, parameter)
    if isinstance(read, BadParameter):
        named = mage_of(re.sub(r"^(ON|AT)\s+", "", parameter, flags=re.IGNORECASE), roster) if roster else None
        if isinstance(named, str):
            read = read_parameter(code, major, named)
    if isinstance(read, BadParameter):
        return Fault(read.reason, read.near if len(read.near) < 8 else _near(parameter, list(read.near)))
    return Cast(code, major, write_parameter(code, major, read))


def _raw(parameter: str) -> str:
    """The parameter of a scroll named by number, tidied: which kind it is, only the scroll tells."""
    words = parameter.upper().split()
    if words and words[0] in ("ON", "AT", "TO", "AGAINST"):
        words = words[1:]
    return " ".join(words)


def _major(word: str) -> bool:
    return word[-1:] in "Xx" and word.casefold() not in folded_codes()


def _spell(word: str) -> tuple[str, bool] | Fault:
    codes = folded_codes()
    folded = word.casefold()
    if folded in codes:  # SrchX is a code of its own; its major is SrchXX
        return codes[folded], False
    if folded.endswith("x") and folded[:-1] in codes:
        return codes[folded[:-1]], True
    stem = folded.removesuffix("x")
    near = [codes[m] for m in get_close_matches(stem, codes, n=2, cutoff=0.6)]
    return Fault(f"{word} is not a spell code", tuple(dict.fromkeys(near)))
