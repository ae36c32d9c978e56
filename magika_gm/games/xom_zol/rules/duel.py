"""DUEL and SAFE: how the fight of two alone would end (POL-9, POL-10)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.xom_zol.figures import look
from magika_gm.games.xom_zol.rules.alignment import alignment_change, slays
from magika_gm.games.xom_zol.rules.availability import available, can_meet, eligible, may_assault
from magika_gm.games.xom_zol.state import Piece, State
from magika_gm.games.xom_zol.words import Keyword, other


@dataclass(slots=True, kw_only=True)
class _Fighter:
    s: int
    d: int
    damage: int
    swift: bool
    venom: bool
    dead: bool = False

    def check(self) -> None:
        self.dead = self.dead or (self.damage >= 1 and self.damage >= self.d)


def _fighter(state: State, own: Piece, foe: Piece) -> _Fighter:
    now = look(state)[own.ref]
    s = now.s + slays(now.keywords, [foe.card])
    change_s, change_d = alignment_change(own.card, foe.card)
    d = now.d
    if s + change_s >= 0 and d + change_d >= 0:
        s, d = s + change_s, d + change_d
    return _Fighter(
        s=s, d=d, damage=own.damage, swift=Keyword.SWIFT in now.keywords, venom=Keyword.VENOM in now.keywords
    )


def duel(state: State, assaulter: Piece, counter: Piece) -> tuple[bool, bool]:
    """Whether the assaulter and the counter would die, fighting alone, by FIGHT and ALN, no spells (POL-9)."""
    one, two = _fighter(state, assaulter, counter), _fighter(state, counter, assaulter)
    for swift in (True, False):
        blows = [(a, b) for a, b in ((one, two), (two, one)) if a.swift is swift and not a.dead and not b.dead]
        if not state.fog:
            for a, b in blows:
                b.damage += a.s
            for a, b in blows:
                b.dead = b.dead or (a.venom and a.s > 0)
        one.check()
        two.check()
    return one.dead, two.dead


def grade(state: State, assaulter: Piece, counter: Piece) -> int:
    """POL-4: 4 the assaulter alone dies; 3 neither; 2 both, the counter costing no more; 1 anything else."""
    its, mine = duel(state, assaulter, counter)
    if its and not mine:
        return 4
    if not its and not mine:
        return 3
    return 2 if its and counter.card.size <= assaulter.card.size else 1


def safe(state: State, side: str) -> list[Piece]:
    """POL-10: eligible creatures of S at least 1 that no available creature could meet and kill."""
    foes = available(state, other(side))
    chosen = [
        p
        for p in state.creatures(side)
        if look(state)[p.ref].s >= 1
        and may_assault(state, p)
        and not any(can_meet(state, foe, p) and duel(state, p, foe)[0] for foe in foes)
    ]
    return eligible(state, side, chosen)
