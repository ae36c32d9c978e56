"""Scoring: a second, naive scorer as oracle; decompositions against an outside package; payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.agari import Agari
from mahjong.hand_calculating.divider import HandDivider

from magika_gm.games.rune_war.rules.hand import payments
from magika_gm.games.rune_war.rules.scoring import Limit, Win, are_orphans, completing, is_complete, score, shapes
from magika_gm.games.rune_war.rules.terms import (
    COPIES,
    ENDS,
    KINDS,
    WINDS,
    Form,
    Meld,
    bag,
    read_meld,
    read_runes,
    spread,
    suit_of,
)
from tests.examples import some_of
from tests.rune_war.randoms import begun

# -- a second scorer, from the table of the law, slow and plain -------------------------------------------------

SIMPLE_POINTS = {("triplet", False): 2, ("triplet", True): 4, ("foursome", False): 8, ("foursome", True): 16}


class Group:
    """A set of a reading: its runes, whether it counts as concealed."""

    def __init__(self, runes: Sequence[int], concealed: bool) -> None:
        self.runes = tuple(sorted(runes))
        self.concealed = concealed
        self.form = "sequence" if len(set(self.runes)) == 3 else ("triplet", "foursome")[len(self.runes) - 3]


def arrangements(runes: Sequence[int]) -> Iterator[tuple[list[tuple[int, ...]], tuple[int, ...]]]:
    """Every way to lay concealed runes as sets of three and a pair: each rune in turn finds its companions."""
    if len(runes) == 2:
        if runes[0] == runes[1]:
            yield [], (runes[0], runes[1])
        return
    first, rest = runes[0], list(runes[1:])
    if rest.count(first) >= 1 and len(runes) % 3 == 2:
        others = list(rest)
        others.remove(first)
        for sets in whole_sets(others):
            yield sets, (first, first)
    for trio in trios(first, rest):
        left = list(rest)
        for kind in trio[1:]:
            left.remove(kind)
        for sets, pair in arrangements(left):
            yield [trio, *sets], pair


def trios(first: int, rest: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    if rest.count(first) >= 2:
        yield (first, first, first)
    if first < 27 and first % 9 < 7 and first + 1 in rest and first + 2 in rest:
        yield (first, first + 1, first + 2)


def whole_sets(runes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    if not runes:
        yield []
        return
    for trio in trios(runes[0], runes[1:]):
        left = list(runes)
        for kind in trio:
            left.remove(kind)
        for sets in whole_sets(left):
            yield [trio, *sets]


def naive_score(win: Win) -> tuple[int, bool] | None:
    """The highest score, and whether a limit hand is among the readings that reach it."""
    runes = spread(win.hand)
    before = list(runes)
    before.remove(win.rune)
    best: list[tuple[int, bool]] = []
    if not win.melds and set(runes) == set(ENDS) and len(runes) == 14:
        best.append((500, True))
    for sets, pair in arrangements(runes):
        for place in range(-1, len(sets)):
            if win.claimed and win.rune not in (pair if place < 0 else sets[place]):
                continue
            if not win.claimed and place >= 0:
                continue
            groups = [Group(m.kinds, m.concealed) for m in win.melds]
            groups += [Group(s, not (win.claimed and i == place)) for i, s in enumerate(sets)]
            best.append(_naive(win, groups, pair[0], before))
    return max(best) if best else None


def _lucky(win: Win, kind: int) -> int:
    return (kind >= 31) + (kind == win.seat_wind) + (kind == win.prevailing)


def _naive(win: Win, groups: list[Group], pair: int, before: list[int]) -> tuple[int, bool]:
    kinds = [k for g in groups for k in g.runes] + [pair, pair]
    points = 20
    for g in groups:
        if g.form != "sequence":
            points += SIMPLE_POINTS[g.form, g.concealed] * (2 if g.runes[0] in ENDS else 1)
    points += 2 * _lucky(win, pair)
    none = points == 20
    if not none:
        points += 0 if win.claimed else 2
        points += 2 if naive_chances(before, win.melds) == 1 else 0
    if win.claimed and all(m.concealed for m in win.melds):
        points += 10
    triplets = [g for g in groups if g.form != "sequence"]
    hidden = [g for g in triplets if g.concealed]
    doubles = sum(_lucky(win, g.runes[0]) for g in triplets)
    if len(triplets) == 4:
        doubles += 2 if len(hidden) == 3 else 1 if len(hidden) < 3 else 0
    doubles += len(triplets) == 3 and len(hidden) == 3
    starts = {g.runes[0] for g in groups if g.form == "sequence"}
    doubles += any({b, b + 3, b + 6} <= starts for b in (0, 9, 18))
    doubles += none
    doubles += not any(k in ENDS for k in kinds)
    doubles += all(k in ENDS for k in kinds)
    doubles += bool(starts) and pair in ENDS and all(any(k in ENDS for k in g.runes) for g in groups)
    suits = {suit_of(k) for k in kinds}
    if len(suits - {""}) == 1:
        doubles += 1 if "" in suits else 4
    doubles += sum(1 for g in triplets if g.runes[0] >= 31) == 2 and pair >= 31
    doubles += win.supplement
    doubles += win.last
    winds = {g.runes[0] for g in triplets} & set(WINDS)
    limit = (
        suits == {""}
        or all(k in ENDS and k < 27 for k in kinds)
        or len(winds) == 4
        or (len(winds) == 3 and pair in WINDS)
        or {31, 32, 33} <= {g.runes[0] for g in triplets}
        or len(hidden) == 4
        or win.heavenly
        or (not win.melds and _gates(before) and win.rune < 27 and win.rune // 9 == before[0] // 9)
    )
    if limit or doubles >= 5:
        return 500, limit
    return min(500, points * 2**doubles), False


def _gates(before: list[int]) -> bool:
    base = before[0] // 9 * 9
    return before[0] < 27 and sorted(k - base for k in before) == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]


def naive_chances(before: Sequence[int], melds: Sequence[Meld]) -> int:
    table = [k for m in melds for k in m.kinds]
    found = 0
    for kind in range(KINDS):
        if list(before).count(kind) + table.count(kind) < COPIES:
            more = sorted([*before, kind])
            orphans = not melds and len(more) == 14 and set(more) == set(ENDS)
            found += orphans or next(arrangements(more), None) is not None
    return found


# -- winning hands -------------------------------------------------


@st.composite
def wins(draw: st.DrawFn) -> Win:
    """Complete hands of every sort, won in every way; crowded ones, so that they can be read in several."""
    random = Random(draw(st.integers(0, 2**32)))
    kinds = random.choice(
        (
            range(KINDS),
            range(9),
            range(27, 34),
            sorted(ENDS),
            [*range(9), *range(27, 34)],
            range(random.randint(0, 5), 9),
        )
    )
    kinds = list(kinds)
    left = [COPIES] * KINDS
    table: list[Meld] = []
    concealed: list[int] = []
    opened = random.choice((0, 0, 1, 2, 3, 4))
    tries = 0
    while len(table) + len(concealed) // 3 < 4:
        tries += 1
        if tries > 200:
            kinds = list(range(KINDS))
        kind = random.choice(kinds)
        form = random.choice((Form.SEQUENCE, Form.SEQUENCE, Form.TRIPLET, Form.FOURSOME))
        if form is Form.SEQUENCE and not (kind < 27 and kind % 9 < 7):
            continue
        meld = Meld(form, kind, form is Form.FOURSOME and random.random() < 0.5)
        if any(left[k] < meld.kinds.count(k) for k in meld.kinds):
            continue
        if len(table) < opened:
            table.append(meld)
        elif form is Form.FOURSOME:
            continue
        else:
            concealed += meld.kinds
        for k in meld.kinds:
            left[k] -= 1
    pairs = [k for k in range(KINDS) if left[k] >= 2]
    pair = random.choice([k for k in pairs if k in kinds] or pairs)
    concealed += [pair, pair]
    claimed = random.random() < 0.5
    return Win(
        hand=tuple(bag(concealed)),
        melds=tuple(table),
        rune=random.choice(concealed),
        claimed=claimed,
        seat_wind=random.choice(WINDS),
        prevailing=random.choice(WINDS),
        supplement=not claimed and random.random() < 0.2,
        last=random.random() < 0.2,
        heavenly=random.random() < 0.05,
    )


@given(wins())
@settings(max_examples=some_of(600), deadline=None)
def test_the_score_is_the_naive_scorers(win: Win) -> None:
    found = score(win)
    expected = naive_score(win)
    assert found is not None
    assert expected is not None
    assert (found.score, found.limit is not None) == expected


@given(wins())
@settings(max_examples=some_of(300), deadline=None)
def test_waiting_kinds_are_the_naive_ones(win: Win) -> None:
    waited = list(win.hand)
    waited[win.rune] -= 1
    assert len(completing(waited, win.melds)) == naive_chances(spread(waited), win.melds)


def _theirs(runes: Sequence[int]) -> set[tuple[tuple[int, ...], ...]]:
    return {
        tuple(sorted(tuple(block) for block in division))
        for division in HandDivider.divide_hand(bag(runes))
        if len(division) == 5
    }


@given(wins())
@settings(max_examples=some_of(400), deadline=None)
def test_decompositions_are_the_packages(win: Win) -> None:
    """The package reads concealed runes alone as we do; sets on the table are fixed in both."""
    sets = 4 - len(win.melds)
    ours = set()
    for shape in shapes(win.hand, sets):
        blocks = [(k, k, k) if form is Form.TRIPLET else (k, k + 1, k + 2) for form, k in shape.sets]
        ours.add(tuple(sorted([*blocks, (shape.pair, shape.pair)])))
    naive = {tuple(sorted([*s, p])) for s, p in arrangements(spread(win.hand))}
    assert ours == naive
    if sets == 4:
        assert ours == _theirs(spread(win.hand))


def test_ten_thousand_random_hands_are_complete_when_the_package_says_so() -> None:
    random = Random(7)
    complete = 0
    for i in range(10_000):
        kinds = random.sample(range(KINDS), 5) if i % 2 else list(range(9))
        held = bag(random.sample([k for k in kinds for _ in range(COPIES)], 14))
        theirs = Agari.is_agari(held) and bool(_theirs(spread(held)))
        assert is_complete(held, ()) is theirs
        complete += theirs
    assert complete > 200, "the sample should hold winning hands"


def test_four_alike_are_no_set() -> None:
    assert not is_complete(bag(_runes("1111K 234S 567S 789C 9S")), ())
    assert is_complete(bag(_runes("1111K 23K 345S 678S 99C")), ())


def test_orphans() -> None:
    held = bag(_runes("19K 19S 19C E S W N RD GD WD WD"))
    assert are_orphans(held)
    assert is_complete(held, ())
    assert len(completing(bag(_runes("19K 19S 19C E S W N RD GD WD")), ())) == 13
    assert len(completing(bag(_runes("1K 19S 19C E S W N RD GD WD WD")), ())) == 1
    assert not are_orphans(bag(_runes("19K 19S 19C E S W N RD GD WD 5K")))


def _runes(text: str) -> list[int]:
    kinds = read_runes(text)
    assert isinstance(kinds, list)
    return kinds


def test_a_hand_that_is_none_has_no_score() -> None:
    held = tuple(bag(_runes("1111K 234S 567S 789C 9S")))
    assert score(Win(hand=held, melds=(), rune=0, claimed=False, seat_wind=27, prevailing=27)) is None


def test_limits_are_named_in_the_laws_order() -> None:
    assert [limit.value for limit in Limit] == [
        "All Honors", "All Terminals", "Big Four Winds", "Little Four Winds", "Big Three Dragons",
        "Four Concealed Triplets", "Heavenly Hand", "Nine Gates", "Thirteen Orphans",
    ]  # fmt: skip


def test_of_equal_scores_the_limit_hand_then_doubles_then_points() -> None:
    held = tuple(bag(_runes("111222333K 99K 789K")))
    found = score(Win(hand=held, melds=(), rune=8, claimed=False, seat_wind=27, prevailing=27))
    assert found is not None
    assert (found.score, found.limit) == (500, None)
    # as sequences: No Points, one suit, terminal in each set; as triplets: three concealed and one suit
    assert found.doubled == 6


@pytest.mark.parametrize(
    ("round_number", "winner", "discarder", "expected"),
    [
        (1, "1", "", {"2": 120, "3": 120, "4": 120}),
        (1, "1", "3", {"3": 360}),
        (1, "2", "", {"1": 120, "3": 60, "4": 60}),
        (1, "2", "1", {"1": 240}),
        (1, "2", "4", {"4": 240}),
        (6, "2", "", {"1": 120, "3": 120, "4": 120}),
        (6, "4", "2", {"2": 240}),
        (8, "1", "", {"2": 60, "3": 60, "4": 120}),
    ],
)
def test_payments(round_number: int, winner: str, discarder: str, expected: dict[str, int]) -> None:
    world = begun(1)
    world.round = round_number
    assert dict(payments(world, winner, discarder, 60)) == expected


def test_texts_of_sets_read_back() -> None:
    for runes in permutations("345C 999S E".split(), 2):
        assert read_meld(" ".join(runes)) is None
    for text in ("345C", "E E E", "9999S", "9999S concealed", "RD RD RD RD concealed"):
        meld = read_meld(text)
        assert meld is not None
        assert str(meld) == text
