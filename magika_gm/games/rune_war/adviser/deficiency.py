"""How far a hand is from complete: D, exact by its definition, fast by tables (ADV-1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from magika_gm.games.rune_war.adviser.aims import (
    EVERY_AIM,
    Aim,
    AimKind,
    Pattern,
    allows_table,
    has_lucky,
    honor_pattern,
    suit_pattern,
)
from magika_gm.games.rune_war.adviser.groups import FAR, Honors, Suit, least, row_of_wholes, sum_of
from magika_gm.games.rune_war.runes import COPIES, ENDS, KINDS, SUITS, Meld

INFINITE = FAR
"""D where no complete hand is allowed."""
_ORPHANS = tuple(sorted(ENDS))


class Judge:
    """D of concealed runes beside given sets on the table, for one aim whose suit is settled.

    ``asked`` counts how often a deficiency was asked for, remembered answers included (for the benchmark).
    """

    asked = 0

    def __init__(self, melds: tuple[Meld, ...], aim: Aim, lucky: frozenset[int]) -> None:
        assert aim.settled == (aim,), "the suit of an aim is settled before its D is asked"
        self.sets = 4 - len(melds)
        self.aim = aim
        self.impossible = not allows_table(aim, melds)
        self._orphans = aim.kind is AimKind.ORPHANS
        if self.impossible or self._orphans:
            self.impossible = self.impossible or bool(melds)
            return
        limits = [COPIES] * KINDS
        for meld in melds:
            for kind in meld.kinds:
                limits[kind] -= 1
        self._suits = tuple(
            _suit(suit_pattern(aim, suit), tuple(limits[9 * i : 9 * i + 9])) for i, suit in enumerate(SUITS)
        )
        wanted: frozenset[int] | None = None
        if aim.kind is AimKind.LUCKY and not has_lucky(melds, lucky):
            wanted = frozenset(kind - 27 for kind in lucky)
        self._honors = _honors(honor_pattern(aim, lucky), tuple(limits[27:]), wanted)

    def __call__(self, hand: Sequence[int]) -> int:
        """D of a bag of 13 or 14 runes less three for each set on the table; ``INFINITE`` if no hand is allowed."""
        Judge.asked += 1
        if self.impossible:
            return INFINITE
        if self._orphans:
            return _to_orphans(hand)
        a, b, c, d = self._numbers(hand)
        return least(sum_of(a, b), sum_of(c, d), self.sets)

    def _numbers(self, hand: Sequence[int]) -> tuple[int, int, int, int]:
        skulls, swords, characters = self._suits
        return (
            skulls.number(tuple(hand[0:9])),
            swords.number(tuple(hand[9:18])),
            characters.number(tuple(hand[18:27])),
            self._honors.number(tuple(hand[27:34])),
        )

    def changed(self, hand: Sequence[int], kinds: Iterable[int], by: int) -> dict[int, int]:
        """D of the bag with ``by`` (1 or -1) copies more of each of ``kinds``, one kind at a time."""
        asked = list(kinds)
        Judge.asked += len(asked)
        if self.impossible:
            return dict.fromkeys(asked, INFINITE)
        if self._orphans:
            return {kind: _to_orphans(_with(hand, kind, by)) for kind in asked}
        found = self._around(hand, by)
        return {kind: found[kind] for kind in asked}

    def _around(self, hand: Sequence[int], by: int) -> tuple[int, ...]:
        """D of the bag with a copy more (or less) of every kind in turn; ``FAR`` where there is none to take away."""
        bags = (tuple(hand[0:9]), tuple(hand[9:18]), tuple(hand[18:27]), tuple(hand[27:34]))
        skulls, swords, characters = self._suits
        tables: tuple[Suit | Honors, ...] = (skulls, swords, characters, self._honors)
        a, b, c, d = (table.number(counts) for table, counts in zip(tables, bags, strict=True))
        ab, cd = sum_of(a, b), sum_of(c, d)
        rest = (sum_of(b, cd), sum_of(a, cd), sum_of(ab, d), sum_of(ab, c))
        found: tuple[int, ...] = ()
        for table, counts, others in zip(tables, bags, rest, strict=True):
            found += row_of_wholes(table.around(counts, by), others, self.sets)
        return found


def _with(hand: Sequence[int], kind: int, by: int) -> list[int]:
    bag = list(hand)
    bag[kind] += by
    return bag


def _to_orphans(hand: Sequence[int]) -> int:
    """D for Thirteen Orphans."""
    held = [hand[k] for k in _ORPHANS]
    return 14 - sum(1 for n in held if n) - (max(held) > 1)


@lru_cache(maxsize=4096)
def _suit(pattern: Pattern, limits: tuple[int, ...]) -> Suit:
    return Suit(pattern, limits)


@lru_cache(maxsize=4096)
def _honors(pattern: Pattern, limits: tuple[int, ...], lucky: frozenset[int] | None) -> Honors:
    return Honors(pattern, limits, lucky)


@lru_cache(maxsize=8192)
def judge(melds: tuple[Meld, ...], aim: Aim, lucky: frozenset[int]) -> Judge:
    """The judge of an aim beside these sets."""
    if aim.kind not in (AimKind.CHOWS, AimKind.LUCKY) and lucky:
        return judge(melds, aim, frozenset())
    return Judge(melds, aim, lucky)


def deficiency(hand: Sequence[int], melds: Sequence[Meld], aim: Aim, lucky: frozenset[int]) -> int:
    """D of concealed runes beside the sets on the table; an aim without a suit takes its best (ADV-2)."""
    table = tuple(melds)
    return min(judge(table, one, lucky)(hand) for one in aim.settled)


def every_deficiency(hand: Sequence[int], melds: Sequence[Meld], lucky: frozenset[int]) -> dict[str, int | None]:
    """D for each aim, HALF and FLUSH by suit; None for infinite (CASE-8)."""
    table = tuple(melds)
    found = {str(aim): judge(table, aim, lucky)(hand) for aim in EVERY_AIM}
    return {aim: None if d >= INFINITE else d for aim, d in found.items()}
