"""What the adviser advises: how far a hand is from complete, the aim, the discard, which claims to
make (ADV).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from magika_gm.engine.records import named_record, record
from magika_gm.games.rune_war.rules.terms import (
    COPIES,
    EAST,
    ENDS,
    GREEN,
    KINDS,
    NORTH,
    RED,
    SIMPLES,
    SOUTH,
    SUITS,
    WEST,
    WHITE,
    Form,
    Meld,
    may_begin_sequence,
    suit_of,
)

# How far a hand is from complete, by the adviser's aims: D, exact by its definition, fast by tables (ADV-1, 2).


class AimKind(StrEnum):
    """The words of the AIM line."""

    QUICK = "QUICK"
    CONCEALED = "CONCEALED"
    CHOWS = "CHOWS"
    PUNGS = "PUNGS"
    LUCKY = "LUCKY"
    SIMPLES = "SIMPLES"
    ENDS = "ENDS"
    HALF = "HALF"
    FLUSH = "FLUSH"
    HONORS = "HONORS"
    ORPHANS = "ORPHANS"


SUITED = (AimKind.HALF, AimKind.FLUSH)
"""Aims that name a suit, or leave it to the hand."""


@record
class Aim:
    """An aim; ``suit`` (K, S, C) only with HALF and FLUSH, and there ``""`` means the suit with the smallest D."""

    kind: AimKind
    suit: str = ""

    def __str__(self) -> str:
        """``HALF K``."""
        return f"{self.kind.value} {self.suit}" if self.suit else self.kind.value

    @property
    def settled(self) -> tuple[Aim, ...]:
        """The aims with their suit named that this one may stand for, in the order of ties (ADV-2)."""
        if self.kind in SUITED and not self.suit:
            return tuple(Aim(self.kind, suit) for suit in SUITS)
        return (self,)


QUICK = Aim(AimKind.QUICK)
EVERY_AIM: tuple[Aim, ...] = tuple(one for kind in AimKind for one in Aim(kind).settled)
"""Every aim with its suit, in the order of ADV-2."""


@record
class Pattern:
    """What a group of runes (a suit, or the honors) may hold: where sequences begin, triplets and pairs stand."""

    sequences: tuple[int, ...]
    triplets: tuple[int, ...]
    pairs: tuple[int, ...]


_NINE = tuple(range(9))
_ALL = Pattern(tuple(range(7)), _NINE, _NINE)
_NOTHING = Pattern((), (), ())
_SEQUENCES = Pattern(tuple(range(7)), (), _NINE)
_TRIPLETS = Pattern((), _NINE, _NINE)
_SIMPLE = Pattern(tuple(range(1, 6)), tuple(range(1, 8)), tuple(range(1, 8)))
_OUTER = Pattern((0, 6), (0, 8), (0, 8))
_SEVEN = tuple(range(7))
_HONORS = Pattern((), _SEVEN, _SEVEN)


def suit_pattern(aim: Aim, suit: str) -> Pattern:
    """What the aim allows in a suit."""
    match aim.kind:
        case AimKind.CHOWS:
            return _SEQUENCES
        case AimKind.PUNGS:
            return _TRIPLETS
        case AimKind.SIMPLES:
            return _SIMPLE
        case AimKind.ENDS:
            return _OUTER
        case AimKind.HALF | AimKind.FLUSH:
            return _ALL if aim.suit == suit else _NOTHING
        case AimKind.HONORS:
            return _NOTHING
        case _:
            return _ALL


def honor_pattern(aim: Aim, lucky: Iterable[int]) -> Pattern:
    """What the aim allows among the honors (0 to 6: E S W N RD GD WD)."""
    match aim.kind:
        case AimKind.CHOWS:
            unlucky = tuple(h for h in range(4) if h + 27 not in set(lucky))
            return Pattern((), (), unlucky)
        case AimKind.SIMPLES | AimKind.FLUSH:
            return _NOTHING
        case _:
            return _HONORS


def allows_table(aim: Aim, melds: Sequence[Meld]) -> bool:
    """Whether every set on the table is one the aim allows (ADV-2); if not the aim's D is infinite."""
    return all(_allows(aim, meld) for meld in melds)


def _allows(aim: Aim, meld: Meld) -> bool:
    match aim.kind:
        case AimKind.CHOWS:
            return meld.form is Form.SEQUENCE
        case AimKind.PUNGS:
            return meld.form is not Form.SEQUENCE
        case AimKind.SIMPLES:
            return set(meld.kinds) <= set(SIMPLES)
        case AimKind.ENDS:
            return meld.kind % 9 in (0, 6) if meld.form is Form.SEQUENCE else meld.kind in ENDS
        case AimKind.HALF:
            return suit_of(meld.kind) in (aim.suit, "")
        case AimKind.FLUSH:
            return suit_of(meld.kind) == aim.suit
        case AimKind.HONORS:
            return suit_of(meld.kind) == ""
        case AimKind.ORPHANS:
            return False
        case _:
            return True


def has_lucky(melds: Sequence[Meld], lucky: Iterable[int]) -> bool:
    """Whether a lucky triplet or foursome lies on the table."""
    kinds = set(lucky)
    return any(m.form is not Form.SEQUENCE and m.kind in kinds for m in melds)


# What a suit, or the honors, lacks to hold so many sets and a pair: the tables deficiency is put together from.
#
# A *vector* has ten entries: entry ``5 * p + s`` is the smallest number of runes that ``s`` sets and ``p`` pairs of
# the group lack, of all ways the pattern allows that hold no kind more often than its limit; ``FAR`` where there is
# none. A suit is cut in two: runes 1-4 leave sequences open, runes 5-9 close them; both halves are remembered once
# computed. Vectors are known by number, so that sums of groups are remembered too.


FAR = 99
SETS = 5
"""0 to 4 sets."""
Vector = tuple[int, ...]
NOTHING: Vector = (0, FAR, FAR, FAR, FAR, FAR, FAR, FAR, FAR, FAR)
_CUT = 4
_OPEN = tuple((a, b) for a, b in product(range(5), repeat=2) if a + b <= 4)
"""Sequences begun on the last rune but one and on the last, still open."""

_vectors: list[Vector] = []
_numbers: dict[Vector, int] = {}


def number_of(vector: Vector) -> int:
    """The number under which a vector is known."""
    number = _numbers.get(vector)
    if number is None:
        number = _numbers[vector] = len(_vectors)
        _vectors.append(vector)
    return number


_sums: dict[tuple[int, int], int] = {}


def sum_of(one: int, other: int) -> int:
    """The vector number of two groups together."""
    key = (one, other) if one <= other else (other, one)
    number = _sums.get(key)
    if number is None:
        number = _sums[key] = number_of(_added(_vectors[key[0]], _vectors[key[1]]))
    return number


def _added(one: Vector, other: Vector) -> Vector:
    best = [FAR] * 10
    for i, j, at in _PAIRINGS[0, 0]:
        both = one[i] + other[j]
        if both < best[at]:
            best[at] = both
    return tuple(best)


_wholes: dict[tuple[int, int, int], int] = {}


def least(one: int, other: int, sets: int) -> int:
    """What ``sets`` sets and a pair of both together lack."""
    key = (one, other, sets)
    cost = _wholes.get(key)
    if cost is None:
        a, b = _vectors[one], _vectors[other]
        cost = FAR
        for s in range(sets + 1):
            cost = min(cost, a[s] + b[5 + sets - s], a[5 + s] + b[sets - s])
        _wholes[key] = cost
    return cost


_rows: list[tuple[int, ...]] = []
_row_numbers: dict[tuple[int, ...], int] = {}
_NONE = -1
"""In place of a vector's number where a bag cannot be changed so."""


def _row_of(numbers: tuple[int, ...]) -> int:
    """The number under which a row of vector numbers is known."""
    row = _row_numbers.get(numbers)
    if row is None:
        row = _row_numbers[numbers] = len(_rows)
        _rows.append(numbers)
    return row


_whole_rows: dict[tuple[int, int, int], tuple[int, ...]] = {}
_MOST_ROWS = 200_000
"""So many answers are remembered; thousands of games in one process would fill the memory."""


def row_of_wholes(row: int, other: int, sets: int) -> tuple[int, ...]:
    """What ``sets`` sets and a pair lack of each vector of a row together with another one."""
    key = (row, other, sets)
    found = _whole_rows.get(key)
    if found is None:
        if len(_whole_rows) >= _MOST_ROWS:
            _whole_rows.clear()
        found = tuple(FAR if one == _NONE else least(one, other, sets) for one in _rows[row])
        _whole_rows[key] = found
    return found


Counts = tuple[int, ...]


class _Table(ABC):
    """Vector numbers by the counts of a group, each computed once."""

    def __init__(self) -> None:
        self._known: dict[Counts, int] = {}
        self._rows: dict[tuple[Counts, int], int] = {}

    def number(self, counts: Counts) -> int:
        """The vector number of so many of each rune."""
        number = self._known.get(counts)
        if number is None:
            number = self._known[counts] = number_of(self._computed(counts))
        return number

    def around(self, counts: Counts, by: int) -> int:
        """The row of the vector numbers with ``by`` copies more of each rune in turn."""
        row = self._rows.get((counts, by))
        if row is None:
            row = self._rows[counts, by] = _row_of(
                tuple(
                    self.number((*counts[:at], held + by, *counts[at + 1 :])) if 0 <= held + by <= COPIES else _NONE
                    for at, held in enumerate(counts)
                )
            )
        return row

    @abstractmethod
    def _computed(self, counts: Counts) -> Vector:
        """The vector of so many of each rune."""


_Opening = tuple[int, int]
_Openings = Mapping[_Opening, Vector]


def _pairings(opened: int) -> tuple[tuple[int, int, int], ...]:
    """Entries of two halves that go together, and the entry they make; ``opened`` sets at least are in the lower."""
    return tuple(
        (5 * p + s, 5 * q + t, 5 * (p + q) + s + t)
        for p, q in ((0, 0), (0, 1), (1, 0))
        for s in range(opened, SETS)
        for t in range(SETS - s)
    )


_PAIRINGS: dict[_Opening, tuple[tuple[int, int, int], ...]] = {o: _pairings(sum(o)) for o in _OPEN}
_START: _Openings = {(0, 0): NOTHING}


class Suit(_Table):
    """The vectors of one suit under a pattern and limits."""

    def __init__(self, pattern: Pattern, limits: tuple[int, ...]) -> None:
        super().__init__()
        self._sequences = frozenset(pattern.sequences)
        self._triplets = frozenset(pattern.triplets)
        self._pairs = frozenset(pattern.pairs)
        self._limits = limits
        self._nothing = not (pattern.sequences or pattern.triplets or pattern.pairs)
        self._lower: dict[Counts, _Openings] = {(): _START}
        self._upper: dict[Counts, _Openings] = {(): _START}
        self._laid: dict[tuple[int, int], tuple[tuple[int, int, int, int], ...]] = {}

    def _computed(self, counts: Counts) -> Vector:
        return NOTHING if self._nothing else self._joined(counts[:_CUT], counts[_CUT:])

    def _joined(self, low: Counts, high: Counts) -> Vector:
        upper = self._upper_half(high)
        best = [FAR] * 10
        for opening, one in self._lower_half(low).items():
            other = upper.get(opening)
            if other is None:
                continue
            for i, j, at in _PAIRINGS[opening]:
                cost = one[i] + other[j]
                if cost < best[at]:
                    best[at] = cost
        return tuple(best)

    def _choices(self, at: int, opened: int) -> tuple[tuple[int, int, int, int], ...]:
        """What may be laid on a rune besides the sequences open there: sequences begun, triplets, pairs, runes used."""
        found = self._laid.get((at, opened))
        if found is None:
            found = self._laid[at, opened] = tuple(
                (begun, triplet, pair, opened + begun + 3 * triplet + 2 * pair)
                for begun in range(5 if at in self._sequences else 1)
                for triplet in range(2 if at in self._triplets else 1)
                for pair in range(2 if at in self._pairs else 1)
                if opened + begun + 3 * triplet + 2 * pair <= self._limits[at]
            )
        return found

    def _lower_half(self, counts: Counts) -> _Openings:
        """What runes 1 to ``len(counts)`` lack, by the sequences they leave open; built rune upon rune."""
        known = self._lower.get(counts)
        if known is not None:
            return known
        at, held = len(counts) - 1, counts[-1]
        after: dict[_Opening, list[int]] = {}
        for (older, newer), vector in self._lower_half(counts[:-1]).items():
            for begun, triplet, pair, used in self._choices(at, older + newer):
                best = after.get((newer, begun))
                if best is None:
                    best = after[newer, begun] = [FAR] * 10
                _lay(best, vector, begun + triplet, pair, max(0, used - held))
        found = self._lower[counts] = {o: tuple(best) for o, best in after.items() if sum(o) < SETS}
        return found

    def _upper_half(self, counts: Counts) -> _Openings:
        """What the last ``len(counts)`` runes lack, by the sequences open before them; built from the end."""
        known = self._upper.get(counts)
        if known is not None:
            return known
        at, held = 9 - len(counts), counts[0]
        after = self._upper_half(counts[1:])
        states: dict[_Opening, Vector] = {}
        for older, newer in _OPEN:
            best = [FAR] * 10
            for begun, triplet, pair, used in self._choices(at, older + newer):
                then = after.get((newer, begun))
                if then is not None:
                    _lay(best, then, begun + triplet, pair, max(0, used - held))
            if min(best) < FAR:
                states[older, newer] = tuple(best)
        self._upper[counts] = states
        return states


_SHIFTS = tuple(
    tuple(
        tuple((5 * p + s, 5 * (p + pair) + s + sets) for p in range(2 - pair) for s in range(SETS - sets))
        for sets in range(SETS + 1)
    )
    for pair in (0, 1)
)
"""Entries before and after so many sets and pairs more."""


def _lay(best: list[int], vector: Sequence[int], sets: int, pair: int, cost: int) -> None:
    """Take ``vector`` with so many sets, pairs and missing runes more into ``best``."""
    for i, at in _SHIFTS[pair][sets]:
        lacking = vector[i] + cost
        if lacking < best[at]:
            best[at] = lacking


class Honors(_Table):
    """The vectors of the honors; with ``lucky`` (0 to 6) at least one of the triplets is of those."""

    def __init__(self, pattern: Pattern, limits: tuple[int, ...], lucky: frozenset[int] | None = None) -> None:
        super().__init__()
        self._pattern = pattern
        self._limits = limits
        self._lucky = lucky

    def _computed(self, counts: Counts) -> Vector:
        lucky = self._lucky if self._lucky is not None else frozenset()
        plain, blessed = list(NOTHING), [FAR] * 10
        for at, held in enumerate(counts):
            plain_before, blessed_before = plain, blessed
            plain, blessed = list(plain_before), list(blessed_before)
            if at in self._pattern.triplets and self._limits[at] >= 3:
                cost = max(0, 3 - held)
                _lay(blessed if at in lucky else plain, plain_before, 1, 0, cost)
                _lay(blessed, blessed_before, 1, 0, cost)
            if at in self._pattern.pairs and self._limits[at] >= 2:
                cost = max(0, 2 - held)
                _lay(plain, plain_before, 0, 1, cost)
                _lay(blessed, blessed_before, 0, 1, cost)
        return tuple(plain if self._lucky is None else blessed)


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


DISCARD_ORDER: tuple[int, ...] = (
    *(NORTH, WEST, SOUTH, EAST),
    *(WHITE, GREEN, RED),
    *(9 * suit + number - 1 for number in (1, 9, 2, 8, 3, 7, 4, 6, 5) for suit in range(3)),
)
"""The last word among equal discards (ADV-4 d)."""
_RANK = {kind: i for i, kind in enumerate(DISCARD_ORDER)}


@record
class Wish:
    """An aim of the AIM line and its slack; None: no limit (``!``)."""

    aim: Aim
    slack: int | None


@named_record
class Mind:
    """What a seat may know when it decides: its runes, its sets, its lucky runes, and what lies open.

    ``seen`` counts every rune of a set on the table (its own too) and every discard it has seen in the pile.
    """

    hand: tuple[int, ...]
    melds: tuple[Meld, ...]
    lucky: frozenset[int]
    seen: tuple[int, ...]

    def judge(self, aim: Aim, melds: tuple[Meld, ...] | None = None) -> Judge:
        """The judge of an aim beside its sets, or others."""
        return judge(self.melds if melds is None else melds, aim, self.lucky)


def current_aim(mind: Mind, wishes: Sequence[Wish]) -> Aim:
    """The first aim of the list not too far from complete, its suit settled; else QUICK (ADV-3)."""
    quick: int | None = None
    for wish in wishes:
        if wish.aim == QUICK:
            return QUICK
        best, least = QUICK, INFINITE
        for aim in wish.aim.settled:
            d = mind.judge(aim)(mind.hand)
            if d < least:
                best, least = aim, d
        if least >= INFINITE:
            continue
        if wish.slack is None:
            return best
        if quick is None:
            quick = mind.judge(QUICK)(mind.hand)
        if least <= quick + wish.slack:
            return best
    return QUICK


def live_runes(hand: Sequence[int], d: int, visible: Sequence[int], ask: Judge) -> int:
    """How many runes not seen would lower the D of 13 runes less three a set, ``d`` as it is (ADV-4 b)."""
    unseen = [kind for kind in range(KINDS) if visible[kind] < COPIES]
    lower = ask.changed(hand, unseen, 1)
    return sum(COPIES - visible[kind] for kind in unseen if lower[kind] < d)


class Thrown(NamedTuple):
    """A discard the adviser chose: its D afterwards, its live runes (-1: not asked), the clause that decided."""

    kind: int
    d: int
    live: int
    clause: str


def choose_discard(mind: Mind, magic: Sequence[int], aim: Aim, kinds: Collection[int]) -> Thrown:
    """The discard among ``kinds``, all of them held (ADV-4 a to d)."""
    ask = mind.judge(aim)
    after = ask.changed(mind.hand, kinds, -1)
    least = min(after.values())
    best = [kind for kind in kinds if after[kind] == least]
    if len(best) == 1:
        return Thrown(best[0], least, -1, "ADV-4a")
    visible = [a + b for a, b in zip(mind.hand, mind.seen, strict=True)]
    live = {kind: live_runes(_without(mind.hand, kind), least, visible, ask) for kind in best}
    most = max(live.values())
    best = [kind for kind in best if live[kind] == most]
    clause = "ADV-4b"
    if len(best) > 1:
        bright = [kind for kind in best if magic[kind]]
        if bright and len(bright) < len(best):
            best, clause = bright, "ADV-4c"
        if len(best) > 1:
            best, clause = [min(best, key=_RANK.__getitem__)], "ADV-4d"
    return Thrown(best[0], least, most, clause)


def _without(hand: Sequence[int], *kinds: int) -> list[int]:
    left = list(hand)
    for kind in kinds:
        left[kind] -= 1
    return left


def _held(hand: Sequence[int]) -> list[int]:
    return [kind for kind in range(KINDS) if hand[kind]]


def best_after(hand: Sequence[int], ask: Judge) -> int:
    """The smallest D that a discard of these runes leaves; any rune may be thrown (ADV-6)."""
    return min(ask.changed(hand, _held(hand), -1).values())


def sequences_with(hand: Sequence[int], kind: int) -> list[int]:
    """Where sequences begin that this rune makes with two of the hand, the highest first (HAND-6)."""
    found = []
    for start in (kind, kind - 1, kind - 2):
        if may_begin_sequence(start) and start <= kind <= start + 2 and start // 9 == kind // 9:
            others = [k for k in (start, start + 1, start + 2) if k != kind]
            if all(hand[k] for k in others):
                found.append(start)
    return found


def claim_melds(hand: Sequence[int], kind: int, may_chow: bool) -> list[Meld]:
    """The Pung, then the Chows, highest first, that a discard of ``kind`` could make (HAND-6)."""
    found = [Meld(Form.TRIPLET, kind)] if hand[kind] >= 2 else []
    if may_chow:
        found += [Meld(Form.SEQUENCE, start) for start in sequences_with(hand, kind)]
    return found


def after_claim(hand: Sequence[int], meld: Meld, kind: int) -> list[int]:
    """The concealed runes left when the discard ``kind`` is melded."""
    others = list(meld.kinds)
    others.remove(kind)
    return _without(hand, *others)


def choose_claim(mind: Mind, aim: Aim, kind: int, melds: Sequence[Meld]) -> Meld | None:
    """The Pung or Chow of ``melds`` to make of a discard; None if none brings the hand nearer (ADV-6).

    The discard itself is among the runes ``mind`` has seen in the pile.
    """
    if aim.kind is AimKind.CONCEALED:
        return None
    before = mind.judge(aim)(mind.hand)
    nearer: list[tuple[int, Meld]] = []
    for meld in melds:
        ask = mind.judge(aim, (*mind.melds, meld))
        d = best_after(after_claim(mind.hand, meld, kind), ask)
        if d < before:
            nearer.append((d, meld))
    if not nearer:
        return None
    least = min(d for d, _ in nearer)
    best = [meld for d, meld in nearer if d == least]
    if len(best) == 1 or best[0].form is Form.TRIPLET:
        return best[0]
    return max(best, key=lambda meld: (_claim_live(mind, aim, kind, meld, least), meld.kind))


def _claim_live(mind: Mind, aim: Aim, kind: int, meld: Meld, least: int) -> int:
    ask = mind.judge(aim, (*mind.melds, meld))
    hand = after_claim(mind.hand, meld, kind)
    visible = [a + b for a, b in zip(hand, mind.seen, strict=True)]
    for one in meld.kinds:
        visible[one] += 1
    visible[kind] -= 1  # the discard lies in the set now, and no longer in the pile
    after = ask.changed(hand, _held(hand), -1)
    return max(live_runes(_without(hand, kind), least, visible, ask) for kind, d in after.items() if d == least)


def advises_kong_of_discard(mind: Mind, aim: Aim, kind: int) -> bool:
    """Whether to Kong a discard (ADV-7); three of it are held."""
    if aim.kind is AimKind.CONCEALED:
        return False
    after = mind.judge(aim, (*mind.melds, Meld(Form.FOURSOME, kind)))
    return after(_without(mind.hand, kind, kind, kind)) <= mind.judge(aim)(mind.hand)


def advises_deal_kong(mind: Mind, aim: Aim, kind: int) -> bool:
    """Whether to declare four of the deal (ADV-7)."""
    after = mind.judge(aim, (*mind.melds, Meld(Form.FOURSOME, kind, True)))
    return after(_without(mind.hand, kind, kind, kind, kind)) <= mind.judge(aim)(mind.hand)


def advises_drawn_kong(mind: Mind, aim: Aim, kind: int, concealed: bool) -> bool:
    """Whether to Kong the rune drawn, rather than discard (ADV-7)."""
    if concealed:
        melds = (*mind.melds, Meld(Form.FOURSOME, kind, True))
        left = _without(mind.hand, kind, kind, kind, kind)
    else:
        melds = tuple(Meld(Form.FOURSOME, kind) if m == Meld(Form.TRIPLET, kind) else m for m in mind.melds)
        left = _without(mind.hand, kind)
    return mind.judge(aim, melds)(left) <= best_after(mind.hand, mind.judge(aim))
