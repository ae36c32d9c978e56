"""Names players give to mages, colours, scrolls and things, and what they stand for (docs/orders.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from magika_gm.engine.words import Fault, nearest, number, unique, words_of
from magika_gm.games.magika.rules.spellbook import SPELLS, code_of, folded_codes
from magika_gm.games.magika.rules.tables import ARTIFACT_TITLES, ARTIFACTS, COLOURS, EBON, LETTERS

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


@dataclass(frozen=True, slots=True)
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
