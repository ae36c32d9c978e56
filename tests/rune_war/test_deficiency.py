"""How far a hand is from an aim (ADV-1, ADV-2): against the definition tried out, and against an outside package."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from magika_gm.games.rune_war.adviser import (
    EVERY_AIM,
    INFINITE,
    QUICK,
    Aim,
    AimKind,
    Judge,
    deficiency,
    every_deficiency,
    judge,
)
from magika_gm.games.rune_war.rules.terms import (
    COPIES,
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
    suit_of,
)
from tests.examples import some_of
from tests.rune_war.hands import LUCKY, SETS, hand, melds, positions

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


@given(positions(sizes=(2, 3)))
@settings(max_examples=some_of(60), deadline=None)
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
@settings(max_examples=some_of(300), deadline=None)
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
@settings(max_examples=some_of(100), deadline=None)
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
