"""Magika's lines of the sign-up form: characters, the Ebon Mage, a returning mage's scrolls (GM-1, GM-5).

The choices are plain data: ``first`` and ``second`` are [name, race, alignment], ``anything`` says that any other
character will do (called ``name``), ``role`` is novice, ebon or either, ``scrolls`` are codes brought back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from magika_gm.games.magika.rules.spellbook import code_of
from magika_gm.games.magika.rules.tables import ALIGNMENTS, COLOURS, LETTERS, RACES
from magika_gm.games.magika.signup.seating import Choice

LONGEST_NAME = 40
FIELDS: Mapping[str, str] = {
    "FIRST": "Aletheia, elf, good",
    "SECOND": "Bram, dwarf, good",
    "ANYTHING": "Carol",
    "EBON": "also",
    "SCROLLS": "TelPt, Heals",
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
        near = get_close_matches(word.casefold(), known, n=1, cutoff=0.75)
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
    if not name.isprintable() or not any(c.isalpha() for c in name):
        return [f"{name!r} is no name"]
    if name.upper() in _RESERVED:
        return [f"{name} cannot be a mage's name: orders use the word"]
    return []


def choices_text(choices: Mapping[str, Any]) -> str:
    """The choices in words, on one line."""
    wishes = [f"{c.name} ({c.alignment} {c.race})" for w in ("first", "second") if (c := choice_of(choices, w))]
    if choices.get("anything"):
        wishes.append("anything" + (f" ({choices['name']})" if choices.get("name") else ""))
    role = choices.get("role", "novice")
    if role != "novice":
        wishes.append("the Ebon Mage only" if role == "ebon" else "the Ebon Mage too")
    return "; ".join(wishes)
