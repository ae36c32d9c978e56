"""What a winning hand is worth: its runes read as sets and a pair in every way, the highest counts (HAND-9, SCORE)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from magika_gm.engine.records import named_record, record
from magika_gm.games.rune_war.rules.terms import (
    COPIES,
    DRAGONS,
    ENDS,
    HONORS,
    KINDS,
    SIMPLES,
    TERMINALS,
    WINDS,
    Form,
    Meld,
    may_begin_sequence,
    suit_of,
)

# All ways of reading concealed runes as sets and a pair (HAND-9).


Piece = tuple[Form, int]
"""A concealed set: sequence or triplet, and its lowest rune."""


@record
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


MOST = 500
"""The limit (SCORE-1)."""
_LIMIT_DOUBLES = 5
_BASE = 20


class Limit(StrEnum):
    """Limit hands, in the order in which they are named when several apply (SCORE-5, CASE-6)."""

    ALL_HONORS = "All Honors"
    ALL_TERMINALS = "All Terminals"
    BIG_FOUR_WINDS = "Big Four Winds"
    LITTLE_FOUR_WINDS = "Little Four Winds"
    BIG_THREE_DRAGONS = "Big Three Dragons"
    FOUR_CONCEALED_TRIPLETS = "Four Concealed Triplets"
    HEAVENLY_HAND = "Heavenly Hand"
    NINE_GATES = "Nine Gates"
    THIRTEEN_ORPHANS = "Thirteen Orphans"


class Double(StrEnum):
    """What doubles a score, in the order of SCORE-3's table."""

    LUCKY_SET = "lucky set"
    FOUR_TRIPLETS = "four triplets or foursomes"
    THREE_CONCEALED = "three concealed triplets and a sequence"
    THREE_SEQUENCES = "123, 456, 789 of one suit"
    NO_POINTS = "No Points"
    ALL_SIMPLES = "all simples"
    ALL_ENDS = "all terminals and honors"
    END_IN_EACH = "terminal or honor in each set"
    ONE_SUIT_WITH_HONORS = "one suit with honors"
    ONE_SUIT = "one suit only"
    LITTLE_THREE_DRAGONS = "little three dragons"
    SUPPLEMENT = "won on a supplement"
    LAST_RUNE = "won on the last rune of the wall"


@named_record
class Win:
    """A complete hand as it was won: ``hand`` are the concealed runes with the winning one, ``rune`` is that one."""

    hand: tuple[int, ...]
    melds: tuple[Meld, ...]
    rune: int
    claimed: bool
    seat_wind: int
    prevailing: int
    supplement: bool = False
    last: bool = False
    heavenly: bool = False


@named_record
class Score:
    """A scored reading: ``sets`` and ``pair`` are what it was read as (no sets and pair -1: Thirteen Orphans)."""

    score: int
    points: int
    doubles: tuple[tuple[Double, int], ...]
    limit: Limit | None
    sets: tuple[Meld, ...]
    pair: int

    @property
    def doubled(self) -> int:
        """How many doubles apply."""
        return sum(number for _, number in self.doubles)


def score(win: Win) -> Score | None:
    """The highest of all readings; of equals that with a limit hand, then more doubles, then more points (CASE-6).

    None if the hand is not complete.
    """
    waited = list(win.hand)
    waited[win.rune] -= 1
    one_chance = len(completing(waited, win.melds)) == 1
    extra = Limit.NINE_GATES if _nine_gates(waited, win) else None
    scored = [
        _scored(win, sets, shape.pair, one_chance, extra)
        for shape in shapes(win.hand, 4 - len(win.melds))
        for sets in _placings(win, shape)
    ]
    if not win.melds and are_orphans(win.hand):
        limit = Limit.HEAVENLY_HAND if win.heavenly else Limit.THIRTEEN_ORPHANS
        scored.append(Score(score=MOST, points=_BASE, doubles=(), limit=limit, sets=(), pair=-1))
    if not scored:
        return None
    return max(scored, key=lambda s: (s.score, s.limit is not None, s.doubled, s.points))


def _placings(win: Win, shape: Shape) -> list[tuple[Meld, ...]]:
    """The sets of a reading, once for every place in which a claimed rune may be counted (HAND-12).

    A concealed set of the hand is written as a concealed :class:`Meld`, whatever its form.
    """
    concealed = tuple(Meld(form, kind, True) for form, kind in shape.sets)
    if not win.claimed:
        return [(*win.melds, *concealed)]
    found = []
    if shape.pair == win.rune:
        found.append((*win.melds, *concealed))
    for i, piece in enumerate(concealed):
        if win.rune in piece.kinds and piece not in concealed[:i]:
            melded = Meld(piece.form, piece.kind)
            found.append((*win.melds, *concealed[:i], melded, *concealed[i + 1 :]))
    return found


def _scored(win: Win, sets: tuple[Meld, ...], pair: int, one_chance: bool, nine_gates: Limit | None) -> Score:
    points = _BASE + sum(set_points(one) for one in sets) + pair_points(pair, win.seat_wind, win.prevailing)
    bare = points == _BASE
    if not bare:
        points += 2 * one_chance + 2 * (not win.claimed)
    if win.claimed and all(meld.concealed for meld in win.melds):
        points += 10
    doubles = tuple(_doubles(win, sets, pair, bare))
    limit = _limit(win, sets, pair, nine_gates)
    number = sum(n for _, n in doubles)
    whole = MOST if limit or number >= _LIMIT_DOUBLES else min(MOST, points * 2**number)
    return Score(score=whole, points=points, doubles=doubles, limit=limit, sets=sets, pair=pair)


def set_points(one: Meld) -> int:
    """The points of a set (SCORE-1)."""
    if one.form is Form.SEQUENCE:
        return 0
    base = 2 if one.form is Form.TRIPLET else 8
    return base * (2 if one.kind in ENDS else 1) * (2 if one.concealed else 1)


def itemised(points: int, sets: Sequence[Meld], pair: int, *, claimed: bool) -> list[tuple[int, str]]:
    """What the points of a hand that was read so are made of (SCORE-1, SCORE-2), each with what it is for."""
    found = [(_BASE, "")] + [(worth, str(one).removesuffix(" concealed")) for one in sets if (worth := set_points(one))]
    rest = points - sum(worth for worth, _ in found)
    for worth, what in ((10, "claimed, all else concealed"), (2, "drawn")):
        if rest >= worth and claimed is (worth > 2):
            found.append((worth, what))
            rest -= worth
    if rest:
        found.append(
            (
                rest,
                "one chance" if pair not in HONORS else "pair" if pair in DRAGONS and rest == 2 else "pair, one chance",
            )
        )
    return found


def pair_points(pair: int, seat_wind: int, prevailing: int) -> int:
    """The points of the pair (SCORE-1, RUNE-3)."""
    if pair == seat_wind == prevailing:
        return 4
    return 2 if pair in (*DRAGONS, seat_wind, prevailing) else 0


def _doubles(win: Win, sets: tuple[Meld, ...], pair: int, bare: bool) -> list[tuple[Double, int]]:
    triplets = [one for one in sets if one.form is not Form.SEQUENCE]
    sequences = [one.kind for one in sets if one.form is Form.SEQUENCE]
    hidden = sum(1 for one in triplets if one.concealed)
    kinds = {kind for one in sets for kind in one.kinds} | {pair}
    suits = {suit_of(kind) for kind in kinds} - {""}
    honors = kinds & set(HONORS)
    lucky = 0
    for one in triplets:
        if one.kind == win.seat_wind == win.prevailing:
            lucky += 2
        elif one.kind in (*DRAGONS, win.seat_wind, win.prevailing):
            lucky += 1
    dragons = sum(1 for one in triplets if one.kind in DRAGONS)
    ends_everywhere = pair in ENDS and all(set(one.kinds) & ENDS for one in sets)
    table = (
        (Double.LUCKY_SET, lucky),
        (Double.FOUR_TRIPLETS, (1, 1, 1, 2, 0)[hidden] if len(triplets) == 4 else 0),
        (Double.THREE_CONCEALED, len(triplets) == 3 == hidden),
        (Double.THREE_SEQUENCES, any({base, base + 3, base + 6} <= set(sequences) for base in (0, 9, 18))),
        (Double.NO_POINTS, bare),
        (Double.ALL_SIMPLES, kinds <= set(SIMPLES)),
        (Double.ALL_ENDS, kinds <= ENDS),
        (Double.END_IN_EACH, bool(sequences) and ends_everywhere),
        (Double.ONE_SUIT_WITH_HONORS, len(suits) == 1 and bool(honors)),
        (Double.ONE_SUIT, 4 if len(suits) == 1 and not honors else 0),
        (Double.LITTLE_THREE_DRAGONS, dragons == 2 and pair in DRAGONS),
        (Double.SUPPLEMENT, win.supplement),
        (Double.LAST_RUNE, win.last),
    )
    return [(double, int(number)) for double, number in table if number]


def _limit(win: Win, sets: tuple[Meld, ...], pair: int, nine_gates: Limit | None) -> Limit | None:
    kinds = {kind for one in sets for kind in one.kinds} | {pair}
    triplets = {one.kind for one in sets if one.form is not Form.SEQUENCE}
    hidden = sum(1 for one in sets if one.form is not Form.SEQUENCE and one.concealed)
    winds = len(triplets & set(WINDS))
    tests = (
        (Limit.ALL_HONORS, kinds <= set(HONORS)),
        (Limit.ALL_TERMINALS, kinds <= set(TERMINALS)),
        (Limit.BIG_FOUR_WINDS, winds == 4),
        (Limit.LITTLE_FOUR_WINDS, winds == 3 and pair in WINDS),
        (Limit.BIG_THREE_DRAGONS, set(DRAGONS) <= triplets),
        (Limit.FOUR_CONCEALED_TRIPLETS, hidden == 4),
        (Limit.HEAVENLY_HAND, win.heavenly),
        (Limit.NINE_GATES, nine_gates is not None),
    )
    return next((limit for limit, found in tests if found), None)


def _nine_gates(waited: Sequence[int], win: Win) -> bool:
    """Whether the runes before the winning one were 1112345678999 of one suit, and it is of that suit (SCORE-5)."""
    gates = [3, 1, 1, 1, 1, 1, 1, 1, 3]
    base = win.rune // 9 * 9
    return not win.melds and win.rune < 27 and list(waited[base : base + 9]) == gates and sum(waited) == 13
