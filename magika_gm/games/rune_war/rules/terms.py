"""The rune set: kinds, codes, classes, and sets of runes on the table (RUNE).

A *kind* is a number from 0 to 33 in rune order (RUNE-2): skulls 1-9, swords 1-9, characters 1-9, the winds E S W N, the
dragons red, green, white. A bag of runes is a list of 34 counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from magika_gm.engine.records import record

KINDS = 34
COPIES = 4
SUITS = "KSC"
"""Suit letters in rune order: skulls, swords, characters."""
CODES: tuple[str, ...] = (
    *(f"{number}{suit}" for suit in SUITS for number in range(1, 10)),
    *("E", "S", "W", "N"),
    *("RD", "GD", "WD"),
)
KIND: dict[str, int] = {code: kind for kind, code in enumerate(CODES)}
EAST, SOUTH, WEST, NORTH = range(27, 31)
RED, GREEN, WHITE = range(31, 34)
WINDS = (EAST, SOUTH, WEST, NORTH)
DRAGONS = (RED, GREEN, WHITE)
HONORS = (*WINDS, *DRAGONS)
TERMINALS = tuple(k for k in range(27) if k % 9 in (0, 8))
SIMPLES = tuple(k for k in range(27) if k % 9 not in (0, 8))
ENDS = frozenset((*TERMINALS, *HONORS))
"""Terminals and honors."""
WHOLE_SET: tuple[str, ...] = tuple(code for code in CODES for _ in range(COPIES))
"""The 136 runes in rune order, as codes."""

_RUN = re.compile(r"([1-9]+)([KSC])")


class Form(StrEnum):
    """What a set on the table is."""

    SEQUENCE = "sequence"
    TRIPLET = "triplet"
    FOURSOME = "foursome"


@record
class Meld:
    """A set on the table: ``kind`` is its rune, of a sequence the lowest. Only a foursome can be concealed."""

    form: Form
    kind: int
    concealed: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """Its runes, in rune order."""
        if self.form is Form.SEQUENCE:
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * (4 if self.form is Form.FOURSOME else 3)

    def __str__(self) -> str:
        """``345C``, ``E E E``, ``9999S concealed``."""
        return runes_text(self.kinds) + (" concealed" if self.concealed else "")


def suit_of(kind: int) -> str:
    """``K``, ``S``, ``C``; ``""`` for an honor."""
    return SUITS[kind // 9] if kind < 27 else ""


def number_of(kind: int) -> int:
    """1 to 9; 0 for an honor."""
    return kind % 9 + 1 if kind < 27 else 0


def runes_text(kinds: Sequence[int]) -> str:
    """Runes of one set or list, those of a suit that stand together in one word: ``123K E E RD``."""
    words: list[str] = []
    last = ""
    for kind in kinds:
        suit = suit_of(kind)
        if suit and suit == last:
            words[-1] = words[-1][:-1] + f"{number_of(kind)}{suit}"
        else:
            words.append(CODES[kind])
        last = suit
    return " ".join(words)


def read_runes(text: str) -> list[int] | str:
    """Kinds of a text like ``123K 456K 22C RD RD``, as written; or the first word that is no rune."""
    found: list[int] = []
    for word in text.upper().replace(",", " ").split():
        run = _RUN.fullmatch(word)
        if run:
            found += [KIND[number + run[2]] for number in run[1]]
        elif word in KIND:
            found.append(KIND[word])
        else:
            return word
    return found


def read_meld(text: str) -> Meld | None:
    """A set on the table as a case writes it (``E E E``, ``9999S concealed``); None if it is none."""
    words = text.split()
    concealed = bool(words) and words[-1].casefold() == "concealed"
    kinds = read_runes(" ".join(words[:-1] if concealed else words))
    return None if isinstance(kinds, str) else meld_of(kinds, concealed)


def meld_of(kinds: Sequence[int], concealed: bool) -> Meld | None:
    """The set these runes make; None if they make none."""
    kinds = sorted(kinds)
    if len(set(kinds)) == 1 and len(kinds) in (3, 4):
        form = Form.TRIPLET if len(kinds) == 3 else Form.FOURSOME
        return None if concealed and form is Form.TRIPLET else Meld(form, kinds[0], concealed)
    start = kinds[0] if kinds else 0
    if kinds == [start, start + 1, start + 2] and may_begin_sequence(start) and not concealed:
        return Meld(Form.SEQUENCE, start)
    return None


def may_begin_sequence(kind: int) -> bool:
    """Whether a sequence can begin with this kind."""
    return 0 <= kind < 27 and kind % 9 < 7


def bag(kinds: Iterable[int] = ()) -> list[int]:
    """34 counts."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def spread(counts: Sequence[int]) -> list[int]:
    """The runes of a bag, one by one in rune order."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def dim_of(held: Sequence[int], bright: Sequence[int]) -> list[int]:
    """The runes without magic of a bag, one by one in rune order, of how many there are and how many have it."""
    return spread([all_ - magic for all_, magic in zip(held, bright, strict=True)])


def codes(counts: Sequence[int]) -> list[str]:
    """The codes of a bag's runes in rune order."""
    return [CODES[kind] for kind in spread(counts)]


def lucky_kinds(seat_wind: int, prevailing: int) -> frozenset[int]:
    """The lucky runes of a seat (RUNE-3)."""
    return frozenset((*DRAGONS, seat_wind, prevailing))
