"""Hands and sets for the tests of the adviser: written out, or at random with limits that matter."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from magika_gm.games.rune_war.rules.terms import (
    COPIES,
    EAST,
    KINDS,
    SOUTH,
    Form,
    Meld,
    bag,
    lucky_kinds,
    read_meld,
    read_runes,
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
