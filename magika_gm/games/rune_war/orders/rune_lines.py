"""Lines about runes: AIM, KEEP, DISCARD, PUNG, CHOW, KONG, GAME (ORD)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from magika_gm.games.rune_war.adviser import Wish
from magika_gm.games.rune_war.deficiency import SUITED, Aim, AimKind
from magika_gm.games.rune_war.orders.model import (
    DEFAULT_SLACK,
    AimOrder,
    ChowOrder,
    ChowWish,
    DiscardOrder,
    GameOrder,
    Group,
    KeepOrder,
    KongOrder,
    PungOrder,
    Runes,
)
from magika_gm.games.rune_war.orders.words import LineError, find, is_word, unglued, whole_number
from magika_gm.games.rune_war.rules.terms import CODES, KIND, SUITS, may_begin_sequence

MOST_SLACK = 99
_RUN = re.compile(r"([1-9]+)([KSC])")
_RANGE = re.compile(r"([1-9])-([1-9])([KSC])")
_SIGNS = re.compile(r"([+!])")
_DASH = re.compile(r"\s*-\s*")
_APART = re.compile(r"(?<=\d) +(?=[1-9 ]*[KSC](?![A-Z]))")
"""Spaces inside runes: ``66 K``, ``14 7K``; a number alone is no rune (ORD-1, RUNE-2)."""
_DRAGON_APART = re.compile(r"\b([RGW]) +(?=D\b)")
"""Spaces inside dragons: ``R D``; there is no rune D."""
_SUIT_WORDS = {Group.SKULLS.value: "K", Group.SWORDS.value: "S", Group.CHARACTERS.value: "C"}
_RUNE_WORDS = (*(group.value for group in Group), *CODES)


def _tokens(text: str) -> list[str]:
    return _DRAGON_APART.sub(r"\1", _APART.sub("", _DASH.sub("-", text))).replace(",", " ").split()


def aim_line(text: str, line: int) -> AimOrder:
    """``AIM HALF K +2, PUNGS, FLUSH S !``."""
    wishes: list[Wish] = []
    tokens = _SIGNS.sub(r" \1 ", text.replace(",", " ")).split()
    at = 0
    while at < len(tokens):
        kind = AimKind(find(tokens[at], [k.value for k in AimKind], "aim"))
        at += 1
        suit = ""
        if kind in SUITED and at < len(tokens):
            suit = _suit(tokens[at])
            at += bool(suit)
        slack: int | None = DEFAULT_SLACK
        if at < len(tokens) and tokens[at] == "!":
            slack, at = None, at + 1
        elif at < len(tokens) and tokens[at] == "+":
            number = tokens[at + 1] if at + 1 < len(tokens) else ""
            slack, at = whole_number(number, 0, MOST_SLACK), at + 2
        wishes.append(Wish(Aim(kind, suit), slack))
    if not wishes:
        raise LineError("AIM needs an aim")
    return AimOrder(tuple(wishes), line)


def _suit(word: str) -> str:
    if word in SUITS and len(word) == 1:
        return word
    return next((letter for name, letter in _SUIT_WORDS.items() if is_word(word, name)), "")


def read_runes(tokens: Sequence[str]) -> tuple[Runes, ...]:
    """Codes, runs, ranges and groups; raises :class:`LineError` at the first that is none, or if there are none."""
    found: list[Runes] = []
    for word in tokens:
        found += _item(word)
    if not found:
        raise LineError("runes are missing")
    return tuple(found)


def _item(word: str) -> list[Runes]:
    if word in KIND:
        return [Runes(KIND[word])]
    run = _RUN.fullmatch(word)
    if run:
        return [Runes(KIND[number + run[2]]) for number in run[1]]
    span = _RANGE.fullmatch(word)
    if span:
        if span[1] > span[2]:
            raise LineError(f"{word} runs backward", [f"{span[2]}-{span[1]}{span[3]}"])
        return [Runes(KIND[span[1] + span[3]], KIND[span[2] + span[3]])]
    return [Runes(group=Group(find(word, [g.value for g in Group], "rune or group of runes")))]


def keep_line(text: str, line: int) -> KeepOrder:
    """``KEEP 66K, RD``."""
    return KeepOrder(read_runes(_tokens(text)), line)


def discard_line(text: str, line: int) -> DiscardOrder:
    """``DISCARD N, 19C``."""
    return DiscardOrder(read_runes(_tokens(text)), line)


def _split_not(tokens: list[str]) -> tuple[list[str], list[str]]:
    """What stands before and after NOT; NONE is NOT ALL."""
    if len(tokens) == 1 and is_word(tokens[0], "NONE"):
        return [], [Group.ALL.value]
    if "NOT" not in tokens:
        return tokens, []
    at = tokens.index("NOT")
    after = [word for word in tokens[at:] if word != "NOT"]
    if not after:
        raise LineError("runes are missing after NOT")
    return tokens[:at], after


def _both(text: str) -> tuple[tuple[Runes, ...], tuple[Runes, ...]]:
    before, after = _split_not(_tokens(text))
    if not before and not after:
        raise LineError("runes are missing")
    return read_runes(before) if before else (), read_runes(after) if after else ()


def pung_line(text: str, line: int) -> PungOrder:
    """``PUNG DRAGONS, E NOT 9K``."""
    return PungOrder(*_both(text), line)


def kong_line(text: str, line: int) -> KongOrder:
    """``KONG NOT RD``."""
    return KongOrder(*_both(text), line)


def chow_line(text: str, line: int) -> ChowOrder:
    """``CHOW 4S AS 345S, 2-8C NOT 5C``."""
    before, after = _split_not(_tokens(text))
    if not before and not after:
        raise LineError("runes are missing")
    wishes: list[ChowWish] = []
    at = 0
    while at < len(before):
        items = _item(before[at])
        start = -1
        if at + 1 < len(before) and before[at + 1] == "AS":
            named = _three(before[at + 2 :])
            start = _sequence(named, items)
            at += 1 + len(named)
        wishes += [ChowWish(item, start) for item in items]
        at += 1
    return ChowOrder(tuple(wishes), read_runes(after) if after else (), line)


def _three(words: Sequence[str]) -> list[str]:
    """As many of the words as it takes to name three runes: ``345S``, ``3S 4S 5S``."""
    taken: list[str] = []
    for word in words:
        if sum(len(one) - 1 for one in taken) >= 3 or (taken and _RUN.fullmatch(word) is None):
            break
        taken.append(word)
    return taken


def _sequence(named: Sequence[str], items: list[Runes]) -> int:
    """The start of the sequence AS names, which must hold the one rune before it."""
    runs = [_RUN.fullmatch(word) for word in named]
    kinds = sorted(KIND[number + run[2]] for run in runs if run for number in run[1])
    start = kinds[0] if kinds and all(runs) else -1
    if kinds != [start, start + 1, start + 2] or not may_begin_sequence(start):
        raise LineError(f"{' '.join(named) or 'nothing'} is no sequence, as 345S is")
    if len(items) != 1 or not items[0].single or items[0].first not in kinds:
        raise LineError(f"AS {' '.join(named)} must stand after one rune of that sequence")
    return start


def game_line(text: str, line: int) -> GameOrder:
    """``GAME MIN 40``, ``GAME DRAWN``, ``GAME NO``."""
    tokens = unglued(text).split()
    if tokens == ["NO"]:
        return GameOrder(no=True, line=line)
    drawn, least, at = False, 0, 0
    while at < len(tokens):
        if is_word(tokens[at], "DRAWN"):
            drawn, at = True, at + 1
        elif is_word(tokens[at], "MIN") or is_word(tokens[at], "MINIMUM"):
            least, at = whole_number(tokens[at + 1] if at + 1 < len(tokens) else ""), at + 2
        else:
            raise LineError(f"{tokens[at]} is not NO, DRAWN or MIN")
    if not drawn and not least:
        raise LineError("GAME needs NO, DRAWN or MIN and a score")
    return GameOrder(drawn, least, False, line)
