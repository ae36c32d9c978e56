"""The hand adviser: deficiency against its definition, against an outside package, and the choices made with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from magika_gm.games.rune_war.adviser.advice import (
    Mind,
    Wish,
    choose_claim,
    choose_discard,
    claim_melds,
    current_aim,
    live_runes,
)
from magika_gm.games.rune_war.adviser.aims import EVERY_AIM, QUICK, Aim, AimKind
from magika_gm.games.rune_war.adviser.deficiency import INFINITE, Judge, deficiency, every_deficiency, judge
from magika_gm.games.rune_war.runes import (
    COPIES,
    DRAGONS,
    EAST,
    ENDS,
    HONORS,
    KIND,
    KINDS,
    SOUTH,
    WINDS,
    Form,
    Meld,
    bag,
    lucky_kinds,
    read_meld,
    read_runes,
    suit_of,
)

LUCKY = lucky_kinds(SOUTH, EAST)
SETS: tuple[tuple[int, int, int], ...] = (
    *((k, k, k) for k in range(KINDS)),
    *((k, k + 1, k + 2) for k in range(27) if k % 9 < 7),
)


def hand(text: str) -> list[int]:
    kinds = read_runes(text)
    assert isinstance(kinds, list)
    return bag(kinds)


def melds(*texts: str) -> tuple[Meld, ...]:
    found = [read_meld(text) for text in texts]
    return tuple(meld for meld in found if meld is not None)


# -- the definition, word by word (ADV-1, ADV-2) -------------------------------------------------


def allows_set(aim: Aim, runes: Sequence[int]) -> bool:
    triplet = runes[0] == runes[1]
    simple = all(k < 27 and 0 < k % 9 < 8 for k in runes)
    match aim.kind:
        case AimKind.CHOWS:
            return not triplet
        case AimKind.PUNGS:
            return triplet
        case AimKind.SIMPLES:
            return simple
        case AimKind.ENDS:
            return runes[0] in ENDS if triplet else runes[0] % 9 in (0, 6)
        case AimKind.HALF:
            return suit_of(runes[0]) in ("", aim.suit)
        case AimKind.FLUSH:
            return suit_of(runes[0]) == aim.suit
        case AimKind.HONORS:
            return runes[0] in HONORS
        case _:
            return True


def allows_pair(aim: Aim, kind: int) -> bool:
    match aim.kind:
        case AimKind.CHOWS:
            return kind < 27 or (kind in WINDS and kind not in LUCKY)
        case AimKind.SIMPLES:
            return kind < 27 and 0 < kind % 9 < 8
        case AimKind.ENDS:
            return kind in ENDS
        case AimKind.HALF:
            return suit_of(kind) in ("", aim.suit)
        case AimKind.FLUSH:
            return suit_of(kind) == aim.suit
        case AimKind.HONORS:
            return kind in HONORS
        case _:
            return True


def by_definition(held: Sequence[int], table: Sequence[Meld], aim: Aim) -> int:
    """The smallest number of runes of an allowed T that are not held: sets chosen one by one, all of them tried."""
    if aim.kind is AimKind.ORPHANS:
        ends = sorted(ENDS)
        lacking = [14 - sum(min(held[k], 1 + (k == twice)) for k in ends) for twice in ends]
        return INFINITE if table else min(lacking)
    if not all(allows_set(aim, m.kinds[:3]) for m in table):
        return INFINITE
    room = [COPIES] * KINDS
    for meld in table:
        for kind in meld.kinds:
            room[kind] -= 1
    blessed = any(m.form is not Form.SEQUENCE and m.kind in LUCKY for m in table)
    sets = [one for one in SETS if allows_set(aim, one)]
    target = [0] * KINDS
    best = INFINITE

    def lay(kind: int) -> int:
        target[kind] += 1
        return int(target[kind] > held[kind])

    def search(at: int, left: int, lacking: int, lucky: bool) -> None:
        nonlocal best
        if lacking >= best:
            return
        if not left:
            if aim.kind is not AimKind.LUCKY or lucky:
                finish(lacking)
            return
        for i in range(at, len(sets)):
            one = sets[i]
            cost = sum(lay(kind) for kind in one)
            if all(target[kind] <= room[kind] for kind in one):
                search(i, left - 1, lacking + cost, lucky or (one[0] == one[1] and one[0] in LUCKY))
            for kind in one:
                target[kind] -= 1

    def finish(lacking: int) -> None:
        nonlocal best
        for kind in range(KINDS):
            if allows_pair(aim, kind) and target[kind] + 2 <= room[kind]:
                cost = lay(kind) + lay(kind)
                target[kind] -= 2
                best = min(best, lacking + cost)

    search(0, 4 - len(table), 0, blessed)
    return best


@st.composite
def positions(draw: st.DrawFn, sizes: tuple[int, ...] = (1, 2, 3)) -> tuple[list[int], tuple[Meld, ...]]:
    """Runes as they may be held beside one to three sets, crowded into few kinds so that limits matter."""
    random = Random(draw(st.integers(0, 2**32)))
    left = [COPIES] * KINDS
    table: list[Meld] = []
    while len(table) < draw(st.sampled_from(sizes)):
        runes = random.choice(SETS)
        form = Form.SEQUENCE if runes[0] != runes[1] else random.choice((Form.TRIPLET, Form.FOURSOME))
        meld = Meld(form, runes[0], form is Form.FOURSOME and random.random() < 0.5)
        if all(left[k] >= meld.kinds.count(k) for k in meld.kinds):
            table.append(meld)
            for kind in meld.kinds:
                left[kind] -= 1
    kinds = random.sample(range(KINDS), random.choice((6, 10, 34)))
    pool = [k for k in kinds for _ in range(left[k])]
    size = 13 - 3 * len(table) + random.randrange(2)
    while len(pool) < size:
        pool.append(next(k for k in range(KINDS) if pool.count(k) < left[k]))
    return bag(random.sample(pool, size)), tuple(table)


@given(positions(sizes=(2, 3)))
@settings(max_examples=60, deadline=None)
def test_every_aim_is_exact_beside_sets_on_the_table(position: tuple[list[int], tuple[Meld, ...]]) -> None:
    held, table = position
    for aim in EVERY_AIM:
        assert judge(table, aim, LUCKY)(held) == by_definition(held, table, aim), aim


@given(positions(sizes=(0, 1)), st.sampled_from(EVERY_AIM))
@settings(max_examples=25, deadline=None)
def test_aims_are_exact_with_few_sets_on_the_table(position: tuple[list[int], tuple[Meld, ...]], aim: Aim) -> None:
    held, table = position
    assert judge(table, aim, LUCKY)(held) == by_definition(held, table, aim)


# -- against the package -------------------------------------------------


def random_hands(seed: int, number: int) -> list[list[int]]:
    """Hands of 13 or 14 runes, half of them of one or two suits or few kinds, where limits and ties abound."""
    random = Random(seed)
    deck = [k for k in range(KINDS) for _ in range(COPIES)]
    found = []
    for i in range(number):
        kinds = set(range(KINDS))
        if i % 4 == 1:
            kinds = set(range(9 * (i % 3), 9 * (i % 3) + 9)) | set(HONORS)
        elif i % 4 == 3:
            kinds = set(random.sample(range(KINDS), 5))
        found.append(bag(random.sample([k for k in deck if k in kinds], 13 + i % 2)))
    return found


def test_quick_agrees_with_the_package_on_ten_thousand_hands() -> None:
    """A shanten number is D - 1. The package, too, lets no kind stand five times in a complete hand."""
    hands = random_hands(2026, 10_000)
    ours = [deficiency(held, (), QUICK, LUCKY) for held in hands]
    theirs = [Shanten.calculate_shanten_for_regular_hand(held) + 1 for held in hands]
    assert ours == theirs
    orphans = Aim(AimKind.ORPHANS)
    assert [deficiency(h, (), orphans, LUCKY) for h in hands] == [
        Shanten.calculate_shanten_for_kokushi_hand(h) + 1 for h in hands
    ]


@given(positions())
@settings(max_examples=300, deadline=None)
def test_beside_sets_we_differ_where_their_copies_are_lacking_and_nowhere_else(
    position: tuple[list[int], tuple[Meld, ...]],
) -> None:
    """The package knows the number of sets on the table, not their runes: it may hope for a fifth copy."""
    held, table = position
    theirs = Shanten.calculate_shanten_for_regular_hand(held) + 1
    blind = Judge((), QUICK, frozenset())
    blind.sets = 4 - len(table)
    assert blind(held) == theirs, "but for the copies on the table the definition is the same"
    assert deficiency(held, table, QUICK, LUCKY) >= theirs


def test_a_fifth_copy_is_hoped_for_by_the_package_alone() -> None:
    held = hand("123K 46S 22C 78C N")
    assert Shanten.calculate_shanten_for_regular_hand(held) + 1 == 2
    assert deficiency(held, melds("5555S"), QUICK, LUCKY) == 3


# -- asked in numbers -------------------------------------------------


@given(positions(sizes=(0, 1, 2)), st.sampled_from(EVERY_AIM))
@settings(max_examples=100, deadline=None)
def test_changes_asked_together_are_those_asked_one_by_one(
    position: tuple[list[int], tuple[Meld, ...]], aim: Aim
) -> None:
    held, table = position
    ask = judge(table, aim, LUCKY)
    fewer = [k for k in range(KINDS) if held[k]]
    more = [k for k in range(KINDS) if held[k] < COPIES]
    for kinds, by in ((fewer, -1), (more, 1)):
        got = ask.changed(held, kinds, by)
        for kind in kinds:
            changed = list(held)
            changed[kind] += by
            assert got[kind] == ask(changed)


def test_infinite_is_null_and_every_aim_is_there() -> None:
    found = every_deficiency(hand("123K 456K 7K"), melds("234S", "RD RD RD"), LUCKY)
    assert len(found) == 15
    assert found["CHOWS"] is None
    assert found["QUICK"] == 1


def test_chows_and_lucky_hang_on_the_seats_lucky_runes() -> None:
    held = hand("123K 456K 789K 123S N")
    chows = Aim(AimKind.CHOWS)
    assert deficiency(held, (), chows, lucky_kinds(SOUTH, EAST)) == 1
    assert deficiency(held, (), chows, lucky_kinds(KIND["N"], EAST)) == 2
    lucky = Aim(AimKind.LUCKY)
    assert deficiency(held, (), lucky, lucky_kinds(KIND["N"], EAST)) == 3
    assert deficiency(hand("123K 456K 789K N"), melds("RD RD RD"), lucky, LUCKY) == 1


# -- choices -------------------------------------------------


def mind(text: str, *table: str, seen: str = "") -> Mind:
    sets = melds(*table)
    open_runes = hand(seen)
    for meld in sets:
        for kind in meld.kinds:
            open_runes[kind] += 1
    return Mind(hand=tuple(hand(text)), melds=sets, lucky=LUCKY, seen=tuple(open_runes))


def naive_live(m: Mind, thrown: int, aim: Aim) -> int:
    left = list(m.hand)
    left[thrown] -= 1
    d = deficiency(left, m.melds, aim, LUCKY)
    found = 0
    for kind in range(KINDS):
        unseen = COPIES - m.hand[kind] - m.seen[kind]
        if unseen > 0 and deficiency([n + (k == kind) for k, n in enumerate(left)], m.melds, aim, LUCKY) < d:
            found += unseen
    return found


@given(positions(sizes=(0, 1, 2)), st.sampled_from([a for a in EVERY_AIM if a.kind is not AimKind.ORPHANS]))
@settings(max_examples=60, deadline=None)
def test_the_discard_is_the_best_by_a_b_and_d(position: tuple[list[int], tuple[Meld, ...]], aim: Aim) -> None:
    held, table = position
    seen = [0] * KINDS
    for meld in table:
        for kind in meld.kinds:
            seen[kind] += 1
    m = Mind(hand=tuple(held), melds=table, lucky=LUCKY, seen=tuple(seen))
    kinds = [k for k in range(KINDS) if held[k]]
    thrown = choose_discard(m, held, aim, kinds)
    order = "N W S E WD GD RD 1K 1S 1C 9K 9S 9C 2K 2S 2C 8K 8S 8C 3K 3S 3C 7K 7S 7C 4K 4S 4C 6K 6S 6C 5K 5S 5C".split()

    def merit(kind: int) -> tuple[int, int, int]:
        left = [n - (k == kind) for k, n in enumerate(held)]
        return deficiency(left, table, aim, LUCKY), -naive_live(m, kind, aim), [KIND[c] for c in order].index(kind)

    assert thrown.kind == min(kinds, key=merit)


def test_figures_of_the_laws_worked_hands() -> None:
    m = mind("123K 456K 3479S 22C 79C")
    after = {c: deficiency([n - (k == KIND[c]) for k, n in enumerate(m.hand)], (), QUICK, LUCKY) for c in ("9S", "2C")}
    assert after == {"9S": 2, "2C": 3}
    live = {c: naive_live(m, KIND[c], QUICK) for c in ("7S", "9S", "7C", "9C", "3S", "4S")}
    assert live == {"7S": 12, "9S": 12, "7C": 12, "9C": 12, "3S": 8, "4S": 8}
    half = mind("112334678K 5S 9C E E RD")
    aim = current_aim(half, [Wish(Aim(AimKind.HALF, "K"), 2)])
    assert str(aim) == "HALF K"
    assert deficiency(half.hand, (), aim, LUCKY) == 3 == deficiency(half.hand, (), QUICK, LUCKY)
    assert {c: naive_live(half, KIND[c], aim) for c in ("5S", "9C", "RD")} == {"5S": 26, "9C": 26, "RD": 23}


def test_live_runes_leave_out_what_lies_open() -> None:
    ask = judge((), QUICK, LUCKY)
    held = hand("123K 456K 789S 22C 78C")
    visible = list(held)
    assert live_runes(held, 1, visible, ask) == 8
    visible[KIND["9C"]] = 3
    assert live_runes(held, 1, visible, ask) == 5


@pytest.mark.parametrize(
    ("text", "aims", "expected"),
    [
        ("123456K 123456C N", "FLUSH !", "FLUSH K"),
        ("123456C 12345S N N", "HALF !", "HALF C"),
        ("123456C 12345S N N", "HALF", "QUICK"),
        ("123K 456S 789C 11K 99S", "FLUSH +1, PUNGS +1", "QUICK"),
        ("123K 456S 789C 11K 99S", "CONCEALED", "CONCEALED"),
        ("123K 456S 789C 11K 99S", "ORPHANS !", "ORPHANS"),
        ("123K 456S 789C 11K 99S", "", "QUICK"),
    ],
)
def test_the_current_aim(text: str, aims: str, expected: str) -> None:
    from magika_gm.games.rune_war.orders.model import AimOrder
    from magika_gm.games.rune_war.orders.reading import stored

    order = stored(f"AIM {aims}") if aims else AimOrder(())
    assert isinstance(order, AimOrder)
    assert str(current_aim(mind(text), order.wishes)) == expected


@given(positions(sizes=(0, 1, 2)), st.integers(0, 33))
@settings(max_examples=80, deadline=None)
def test_claims_lower_the_deficiency_or_are_not_made(position: tuple[list[int], tuple[Meld, ...]], kind: int) -> None:
    held, table = position
    if sum(held) % 3 != 1 or held[kind] == COPIES:
        return
    m = Mind(hand=tuple(held), melds=table, lucky=LUCKY, seen=tuple([0] * KINDS))
    wished: Callable[[Meld | None], int] = lambda meld: -1 if meld is None else meld.kind  # noqa: E731
    possible = claim_melds(held, kind, True)
    found = choose_claim(m, QUICK, kind, possible)
    before = deficiency(held, table, QUICK, LUCKY)
    results = {}
    for meld in possible:
        left = list(held)
        own = list(meld.kinds)
        own.remove(kind)
        for one in own:
            left[one] -= 1
        after = [
            deficiency([n - (k == t) for k, n in enumerate(left)], (*table, meld), QUICK, LUCKY)
            for t in range(KINDS)
            if left[t]
        ]
        results[meld] = min(after)
    best = min(results.values(), default=INFINITE)
    assert (found is not None) is (best < before)
    if found is not None:
        assert results[found] == best
        assert wished(found) >= 0
        if any(r == best and m.form is Form.TRIPLET for m, r in results.items()):
            assert found.form is Form.TRIPLET


def test_dragons_are_lucky_to_all() -> None:
    assert set(DRAGONS) <= LUCKY


def test_among_equal_chows_the_one_with_more_live_runes_then_the_highest() -> None:
    """3S is discarded: 123S and 345S leave the same D; which is worth more hangs on what lies open."""

    def chosen(seen: str) -> str:
        m = mind("12S 45S 456K 789K 11C N", seen=f"3S {seen}")
        possible = [meld for meld in claim_melds(m.hand, KIND["3S"], True) if meld.form is Form.SEQUENCE]
        found = choose_claim(m, QUICK, KIND["3S"], possible)
        return str(found)

    def live(meld: str, seen: str) -> int:
        """Best live runes left after the claim, counted by hand: 45S waits for 36S, 12S for 3S, the rest is whole."""
        open_runes = hand(f"3S {seen}")
        waits = {"123S": ("3S", "6S"), "345S": ("3S",)}[meld]
        held = hand("12S 45S 456K 789K 11C N")
        return sum(4 - open_runes[KIND[w]] - held[KIND[w]] for w in waits)

    assert chosen("") == "123S"
    assert live("123S", "") > live("345S", "")
    assert chosen("6666S") == "345S", "3S alone is left to both: the highest sequence"
    assert live("123S", "6666S") == live("345S", "6666S")
