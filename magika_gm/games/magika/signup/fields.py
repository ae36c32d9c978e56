"""Magika's lines of the sign-up form: characters, the Ebon Mage, a returning mage's scrolls (GM-1, GM-5).

The choices are plain data: ``first`` and ``second`` are [name, race, alignment], ``anything`` says that any other
character will do (called ``name``), ``role`` is novice, ebon or either, ``scrolls`` are codes brought back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.words import nearest
from magika_gm.games.magika.rules.spellbook import code_of
from magika_gm.games.magika.rules.tables import ALIGNMENTS, COLOURS, EBON, LETTERS, RACES
from magika_gm.games.magika.signup.seating import Choice

LONGEST_NAME = 40
NOVICES = 12
LEAST_OF_ALIGNMENT = 3
FIELDS: Mapping[str, str] = {
    "FIRST": "Aletheia, elf, good",
    "SECOND": "Bram, dwarf, good",
    "ANYTHING": "Carol",
    "EBON": "also",
    "SCROLLS": "TelPt, Heals",
    "PRIMARY": "Aletheia, elf, good",
    "CHARACTER": "Aletheia, elf, good",
    "SECONDARY": "Bram, dwarf, good",
}
ALSO = {"PRIMARY": "FIRST", "CHARACTER": "FIRST", "SECONDARY": "SECOND"}
BLOCKS: tuple[str, ...] = ()
_YES = ("", "YES", "Y", "X", "TRUE")
_NO = ("NO", "N", "NONE", "FALSE")
_RESERVED = {*LETTERS, "EBON", "ALL", "BLACK", *(colour.upper() for colour in COLOURS)}
"""Words that orders and messages use for somebody else."""


def take_field(choices: dict[str, Any], word: str, rest: str) -> str:
    """Put one line into the choices; what is wrong with it, or ""."""
    name, said = ALSO.get(word, word), rest.upper()
    if name in ("FIRST", "SECOND"):
        choice = read_choice(rest)
        if isinstance(choice, str):
            return choice
        choices[name.lower()] = list(choice)
    elif name == "ANYTHING":
        choices["anything"] = said not in _NO
        if said not in (*_YES, *_NO):
            choices["name"] = rest
    elif name == "EBON":
        choices["role"] = {"ONLY": "ebon", "NO": "novice", "NOVICE": "novice"}.get(said, "either")
    else:
        return _take_scrolls(choices, rest)
    return ""


def take_block(choices: dict[str, Any], word: str, lines: Sequence[str]) -> list[str]:  # noqa: ARG001 - there is none
    """Magika's form has no blocks."""
    return [f"{word} is not known"]


def _take_scrolls(choices: dict[str, Any], rest: str) -> str:
    codes = [(word, code_of(word)) for word in re.split(r"[\s,]+", rest) if word]
    bad = [word for word, code in codes if code is None]
    if bad:
        return f"{bad[0]} is no spell's code"
    if len(codes) > 2:
        return f"{len(codes)} scrolls; two old ones at most may be brought (GM-5)"
    choices["scrolls"] = [code for _, code in codes if code]
    return ""


def read_choice(text: str) -> Choice | str:
    """``Aletheia, elf, good``, race and alignment in any order; or what is wrong."""
    parts = [p.strip() for p in text.split(",")] if "," in text else text.rsplit(None, 2)
    if len(parts) != 3 or not all(parts):
        return f"{text}: write name, race, alignment, like Aletheia, elf, good"
    name, *words = parts
    found = {}
    for word in words:
        known = [*RACES, *ALIGNMENTS]
        near = nearest(word, known, 1)
        if not near:
            return f"{word} is no race ({', '.join(RACES)}) and no alignment ({', '.join(ALIGNMENTS)})"
        found["race" if near[0] in RACES else "alignment"] = near[0]
    if len(found) != 2:
        return f"{text}: a race and an alignment are needed"
    return Choice(name, found["race"], found["alignment"])


def choice_of(choices: Mapping[str, Any], which: str) -> Choice | None:
    """The first or second choice."""
    said = choices.get(which)
    return Choice(*said) if said else None


def choice_faults(choices: Mapping[str, Any]) -> list[str]:
    """What is wrong with the choices as a whole."""
    faults: list[str] = []
    returning, role = choices.get("returning"), choices.get("role", "novice")
    for which in ("first", "second"):
        choice = choice_of(choices, which)
        if choice is None:
            continue
        faults += [f"{which} choice: {fault}" for fault in name_faults(choice.name)]
        # only who would be the Ebon Mage and nobody else is free of a race's bounds
        if role != "ebon" and choice.alignment not in RACES[choice.race].alignments:
            allowed = " or ".join(RACES[choice.race].alignments)
            article = "an" if choice.race[0] in "aeiou" else "a"
            faults.append(f"{which} choice: {article} {choice.race} cannot be {choice.alignment}; {allowed} (MAGE)")
    if choices.get("name"):
        faults += name_faults(choices["name"])
    if not returning:
        if not choices.get("first") and not (choices.get("anything") and choices.get("name")):
            faults.append("no first choice: write FIRST name, race, alignment; or ANYTHING and a name for your mage")
        if choices.get("scrolls"):
            faults.append("only a returning character brings scrolls; write RETURNING game mage (GM-5)")
    elif choices.get("first"):
        faults.append("a returning character is the first choice; leave FIRST out")
    return faults


def name_faults(name: str) -> list[str]:
    """Why a character cannot be called that."""
    if not 1 <= len(name) <= LONGEST_NAME:
        return [f"a name has 1 to {LONGEST_NAME} characters"]
    if not name.isprintable() or not any(c.isalpha() for c in name) or set("<>") & set(name):
        return [f"{name!r} is no name"]
    if name.upper() in _RESERVED:
        return [f"{name} cannot be a mage's name: orders use the word"]
    return []


def choices_text(choices: Mapping[str, Any]) -> str:
    """The choices in words, on one line."""
    parts = [", ".join(c) for w in ("first", "second") if (c := choice_of(choices, w))]
    if choices.get("anything"):
        parts.append("anything" if choices.get("first") else f"anything as {choices.get('name', '')}")
    notes = [f"brings {' '.join(choices['scrolls'])}"] if choices.get("scrolls") else []
    role = choices.get("role", "novice")
    notes += ["the Ebon Mage only" if role == "ebon" else "or the Ebon Mage"] if role != "novice" else []
    return " / ".join(parts) + (f" ({'; '.join(notes)})" if notes else "")


def choices_told(choices: Mapping[str, Any]) -> list[str]:
    """The choices in lines, as a sign-up's acknowledgement tells them."""
    lines = []
    first, second, back = choice_of(choices, "first"), choice_of(choices, "second"), choices.get("returning")
    if first:
        lines.append(f"First choice:   {', '.join(first)}")
    if back:
        lines.append(f"He returns from game {back[0]}, where he was mage {back[1]} (GM-5).")
        lines.append(f"Scrolls:        {', '.join(choices.get('scrolls', ())) or 'two drawn at random'}")
    if second:
        lines.append(f"Second choice:  {', '.join(second)}")
    if choices.get("anything"):
        lines.append(f"Otherwise anything, as {name_of(choices)}.")
    elif second is None:
        lines.append("You gave one choice alone; a second, or ANYTHING, gets you into a game sooner.")
    role = choices.get("role", "novice")
    if role != "novice":
        lines.append("You would play the Ebon Mage" + (" or a novice." if role == "either" else "."))
    return lines


def name_of(choices: Mapping[str, Any]) -> str:
    """The name of the mage he would play."""
    first = choice_of(choices, "first")
    return first.name if first else str(choices.get("name", ""))


def cast_faults(entrants: Sequence[Entrant]) -> list[str]:
    """What GM-1 and MAGE find wrong with a game's mages; ``entrants`` with a race each, the Ebon Mage's apart."""
    novices = [e for e in entrants if e.seat != EBON]
    faults = []
    if len(novices) != NOVICES:
        faults.append(f"{len(novices)} players; a game has {NOVICES} (GM-1)")
    for number, e in enumerate(novices, 1):
        race, alignment = str(e.choices.get("race", "")), str(e.choices.get("alignment", ""))
        wrong = [
            f"player.{number}.{key}: {f'{said!r} is no {key}' if said else 'Field required'}; write one of "
            f"{', '.join(known)}"
            for key, said, known in (("race", race, RACES), ("alignment", alignment, ALIGNMENTS))
            if said not in known
        ]
        faults += wrong
        if not wrong and alignment not in RACES[race].alignments:
            allowed = " or ".join(RACES[race].alignments)
            faults.append(f"player.{number}: a {race} cannot be {alignment}; {allowed} (MAGE)")
        faults += [f"player.{number}: {fault}" for fault in name_faults(e.name)]
    races, sides = ([str(e.choices.get(key)) for e in novices] for key in ("race", "alignment"))
    faults += [f"no {race}; at least one of each race is needed (GM-1)" for race in RACES if race not in races]
    for alignment in ALIGNMENTS:
        those = sides.count(alignment)
        if those < LEAST_OF_ALIGNMENT:
            faults.append(f"{those} {alignment} characters; at least {LEAST_OF_ALIGNMENT} of each alignment (GM-1)")
    names = [e.name.casefold() for e in novices]
    for name in sorted({n for n in names if names.count(n) > 1}):
        faults.append(f"the character name {name!r} is taken twice; mages are called by name in orders")
    return faults
