"""The hand adviser: what it aims at, throws away and claims."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magika_gm.games.rune_war.adviser import (
    EVERY_AIM,
    INFINITE,
    QUICK,
    Aim,
    AimKind,
    Mind,
    Wish,
    choose_claim,
    choose_discard,
    claim_melds,
    current_aim,
    deficiency,
    judge,
    live_runes,
)
from magika_gm.games.rune_war.rules.terms import COPIES, DRAGONS, KIND, KINDS, Form, Meld
from tests.examples import some_of
from tests.rune_war.hands import LUCKY, hand, melds, positions


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
@settings(max_examples=some_of(60), deadline=None)
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
    from magika_gm.games.rune_war.orders.lines import stored
    from magika_gm.games.rune_war.orders.model import AimOrder

    order = stored(f"AIM {aims}") if aims else AimOrder(())
    assert isinstance(order, AimOrder)
    assert str(current_aim(mind(text), order.wishes)) == expected


@given(positions(sizes=(0, 1, 2)), st.integers(0, 33))
@settings(max_examples=some_of(80), deadline=None)
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
