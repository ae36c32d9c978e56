"""The CAST line (ORD)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from magika_gm.games.rune_war.orders.model import CastOrder, CreatureRef, RefKind, Rival, RivalKind
from magika_gm.games.rune_war.orders.words import LineError, find, is_word, parts, split_list, whole_number
from magika_gm.games.rune_war.orders.writing import WIND_WORDS
from magika_gm.games.rune_war.rules.tables import (
    CLAN_BY_TITLE,
    CREATURES,
    NAMES,
    PLACES,
    SEATS,
    SPELLS,
    TOWER,
    WIZARD_SPELLINGS,
    Aimed,
    Verb,
    split_code,
)

MOST_TIMES = 99
_TIMES = re.compile(r"X(\d{1,3})")
_AGAIN = re.compile(r"\bAND WHEN? ")
_KEYWORDS = ("WHEN", "SAVE", "ALWAYS")


def _keyword(word: str) -> str:
    """ON, AT, WHEN, SAVE, ALWAYS, X, or "" for any other word."""
    if word in ("ON", "AT"):
        return word
    if word == "X" or _TIMES.fullmatch(word):
        return "X"
    return next((keyword for keyword in _KEYWORDS if is_word(word, keyword)), "")


def cast_line(text: str, line: int) -> CastOrder:
    """``CAST Heal ON MA1, ANY WHEN POINTS 200 ALWAYS``."""
    tokens = parts(_AGAIN.sub("AND ", text))
    at = next((i for i, word in enumerate(tokens) if _keyword(word)), len(tokens))
    name = find(" ".join(tokens[:at]), (*SPELLS, *CREATURES), "spell or creature")
    sections: dict[str, list[str]] = {}
    while at < len(tokens):
        word = _keyword(tokens[at])
        end = next((i for i in range(at + 1, len(tokens)) if _keyword(tokens[i])), len(tokens))
        if word in sections:
            raise LineError(f"{tokens[at]} stands twice")
        sections[word] = [tokens[at], *tokens[at + 1 : end]]
        at = end
    return _order(name, sections, line)


def _order(name: str, sections: dict[str, list[str]], line: int) -> CastOrder:
    creatures: tuple[CreatureRef, ...] = ()
    rivals: tuple[Rival, ...] = ()
    aimed = Aimed.SELF if name in CREATURES else SPELLS[name].target
    if "ON" in sections:
        if aimed is Aimed.SELF:
            raise LineError(f"{name} has no target")
        named = sections["ON"][1:]
        if aimed is Aimed.OPPONENT:
            rivals = tuple(_rival(" ".join(item)) for item in _items(named, "opponents"))
        else:
            creatures = read_creatures(named, wild=True)
    places: tuple[str, ...] = ()
    teleport = name in SPELLS and SPELLS[name].does is Verb.TELEPORT
    if "AT" in sections:
        if name not in CREATURES and not teleport:
            raise LineError(f"{name} has no place")
        places = read_places(sections["AT"][1:])
    elif teleport:
        raise LineError("Teleport needs AT and a place")
    play, points, ready = _when(sections.get("WHEN", ["WHEN"])[1:], "WHEN" in sections)
    for word in ("SAVE", "ALWAYS"):
        if len(sections.get(word, [word])) > 1:
            raise LineError(f"{sections[word][1]} after {word} is not understood")
    return CastOrder(
        spell=name,
        creatures=creatures,
        rivals=rivals,
        places=places,
        play=play,
        points=points,
        ready=ready,
        times=_times(sections),
        save="SAVE" in sections,
        line=line,
    )


def _items(tokens: Sequence[str], what: str) -> list[list[str]]:
    items = split_list(tokens)
    if not items:
        raise LineError(f"{what} are missing")
    return items


def _times(sections: dict[str, list[str]]) -> int:
    if "X" not in sections:
        return 0 if "ALWAYS" in sections else 1
    if "ALWAYS" in sections:
        raise LineError("either ALWAYS or a number of times")
    written = "".join(sections["X"])
    return whole_number(written[1:], 1, MOST_TIMES)


def _when(tokens: Sequence[str], given: bool) -> tuple[int, int, bool]:
    """All that AND joins must hold: of two conditions of a kind the one asking more."""
    play, points, ready = 0, 0, False
    if given and not tokens:
        raise LineError("WHEN needs PLAY, POINTS or READY")
    for item in split_list(tokens):
        word, rest = item[0], item[1:]
        if is_word(word, "READY") and not rest:
            ready = True
        elif is_word(word, "PLAY") and len(rest) == 1:
            play = max(play, whole_number(rest[0]))
        elif is_word(word, "POINTS") and len(rest) == 1:
            points = max(points, whole_number(rest[0]))
        else:
            raise LineError(f"{' '.join(item)} is not PLAY n, POINTS n or READY")
    return play, points, ready


def _rival(text: str) -> Rival:
    if text in SEATS:
        return Rival(RivalKind.SEAT, text)
    names = ("ANY", *WIND_WORDS.values(), *CLAN_BY_TITLE, *WIZARD_SPELLINGS)
    name = find(text, names, "opponent")
    if name == "ANY":
        return Rival(RivalKind.ANY)
    if name in CLAN_BY_TITLE:
        return Rival(RivalKind.CLAN, CLAN_BY_TITLE[name].value)
    if name in WIZARD_SPELLINGS:
        return Rival(RivalKind.WIZARD, WIZARD_SPELLINGS[name])
    return Rival(RivalKind.WIND, next(code for code, word in WIND_WORDS.items() if word == name))


def read_creatures(tokens: Sequence[str], wild: bool = False) -> tuple[CreatureRef, ...]:
    """Creatures by code, kind or NEW, with ``wild`` also ANY; commas may be missing between codes."""
    found: list[CreatureRef] = []
    for item in _items(tokens, "creatures"):
        if len(item) > 1 and all(_code(word) or word in ("NEW", "ANY") for word in item):
            found += [_creature(word, wild) for word in item]
        else:
            found.append(_creature(" ".join(item), wild))
    return tuple(found)


def _code(text: str) -> str:
    return text if split_code(text) is not None else ""


def _creature(text: str, wild: bool) -> CreatureRef:
    if _code(text):
        return CreatureRef(RefKind.CODE, text)
    if text == "NEW":
        return CreatureRef(RefKind.NEW)
    if text == "ANY" and wild:
        return CreatureRef(RefKind.ANY)
    return CreatureRef(RefKind.KIND, find(text, CREATURES, "creature"))


def read_places(tokens: Sequence[str]) -> tuple[str, ...]:
    """Places by code or name; commas may be missing between codes."""
    found: list[str] = []
    for item in _items(tokens, "places"):
        if len(item) > 1 and all(word in PLACES for word in item):
            found += item
        else:
            found.append(read_place(" ".join(item)))
    return tuple(found)


def read_place(text: str) -> str:
    """The code of a place."""
    if text in PLACES:
        return text
    name = find(text, NAMES.values(), "place")
    return next((code for code, known in NAMES.items() if known == name), TOWER)
