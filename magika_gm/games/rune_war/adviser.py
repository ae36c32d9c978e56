"""What the adviser advises: the aim, the discard, which claims to make (ADV-3, 4, 6, 7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from magika_gm.engine.records import named_record, record
from magika_gm.games.rune_war.deficiency import INFINITE, QUICK, Aim, AimKind, Judge, judge
from magika_gm.games.rune_war.rules.terms import (
    COPIES,
    EAST,
    GREEN,
    KINDS,
    NORTH,
    RED,
    SOUTH,
    WEST,
    WHITE,
    Form,
    Meld,
    may_begin_sequence,
)

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
