"""All ways of reading concealed runes as sets and a pair (HAND-9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from magika_gm.games.rune_war.runes import COPIES, ENDS, KINDS, Form, Meld, may_begin_sequence

Piece = tuple[Form, int]
"""A concealed set: sequence or triplet, and its lowest rune."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to read concealed runes: sets in rune order, triplets before sequences of a rune, and the pair."""

    sets: tuple[Piece, ...]
    pair: int


def shapes(hand: Sequence[int], sets: int) -> list[Shape]:
    """Every way to read a bag as ``sets`` sets and a pair, each once."""
    if sum(hand) != 3 * sets + 2:
        return []
    found = []
    left = list(hand)
    for pair in range(KINDS):
        if left[pair] >= 2:
            left[pair] -= 2
            found += [Shape(tuple(split), pair) for split in _splits(left, 0)]
            left[pair] += 2
    return found


def _splits(left: list[int], at: int) -> Iterator[list[Piece]]:
    while at < KINDS and not left[at]:
        at += 1
    if at == KINDS:
        yield []
        return
    if left[at] >= 3:
        left[at] -= 3
        for rest in _splits(left, at):
            yield [(Form.TRIPLET, at), *rest]
        left[at] += 3
    if may_begin_sequence(at) and left[at + 1] and left[at + 2]:
        for kind in (at, at + 1, at + 2):
            left[kind] -= 1
        for rest in _splits(left, at):
            yield [(Form.SEQUENCE, at), *rest]
        for kind in (at, at + 1, at + 2):
            left[kind] += 1


def are_orphans(hand: Sequence[int]) -> bool:
    """Whether these are Thirteen Orphans (SCORE-5)."""
    return sum(hand) == 14 and all(hand[kind] for kind in ENDS) and sum(hand[kind] for kind in ENDS) == 14


def is_complete(hand: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Whether 14 runes less three for each set on the table are a complete hand (HAND-9)."""
    sets = 4 - len(melds)
    if sum(hand) != 3 * sets + 2:
        return False
    return _can_split(hand, sets) or (sets == 4 and are_orphans(hand))


def _can_split(hand: Sequence[int], sets: int) -> bool:
    groups = [sum(hand[i : i + 9]) for i in (0, 9, 18)] + list(hand[27:])
    if sum(1 for n in groups if n % 3 == 2) != 1 or any(n % 3 == 1 for n in groups):
        return False
    return bool(shapes(hand, sets))


def completing(hand: Sequence[int], melds: Sequence[Meld]) -> list[int]:
    """The kinds one rune of which completes these 13 runes less three a set, in rune order.

    Kinds of which the hand holds four, sets on the table included, do not count (SCORE-3).
    """
    held = list(hand)
    for meld in melds:
        for kind in meld.kinds:
            held[kind] += 1
    found = []
    more = list(hand)
    for kind in range(KINDS):
        if held[kind] < COPIES:
            more[kind] += 1
            if is_complete(more, melds):
                found.append(kind)
            more[kind] -= 1
    return found
