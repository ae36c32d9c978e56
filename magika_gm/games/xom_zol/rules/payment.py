"""How a cost is paid: from the pool, ready lands and sigils, and life (MANA-5 to MANA-9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from magika_gm.engine.records import named_record
from magika_gm.games.xom_zol.rules.state import Payment, Piece, State, ref_key
from magika_gm.games.xom_zol.rules.terms import LETTERS

SORTS = "GEN"
_TIES = "NEG"
"""B parts of a cost take the sort with most letters in the pool, equal ones in this order (MANA-8)."""


@named_record
class Terms:
    """On what terms a cost is paid: life allowed, letters to keep ready, cards to commit by order (PAY), a card that
    cannot pay because it is committed for the very cost.
    """

    force: int = 0
    keep: int = 0
    pay: tuple[str, ...] = ()
    without: str = ""


PLAIN = Terms()


def may_force(state: State) -> bool:
    """Whether anybody may use force: not while a card with NOFORCE is in play (MANA-7)."""
    return not any(p.card.rules.noforce and p.exists for p in state.pieces.values())


def life_allowed(state: State, side: str, cost: str, force: int, limit: bool) -> int:
    """The most life that may stand for B's of a cost (MANA-6, MANA-7)."""
    if limit or not force or not may_force(state):
        return 0
    return max(0, min(force, cost.count("B"), state.sides[side].life - 1))


def sources(state: State, side: str, without: str = "") -> list[Piece]:
    """Ready lands and sigils with mana, lowest ref first (MANA-8)."""
    return [p for p in state.pieces.values() if p.side == side and not p.committed and p.card.mana and p.ref != without]


def pay_for(state: State, side: str, cost: str, terms: Terms, limit: bool = False) -> Payment | None:
    """The payment MANA-8 makes; None if the cost cannot be paid. ``limit``: the card has LIMIT."""
    if not cost and not terms.pay:
        return Payment()
    life = life_allowed(state, side, cost, terms.force, limit)
    if terms.pay:
        return _as_ordered(state, side, cost, terms, life)
    ready = sources(state, side, terms.without)
    pool = state.sides[side].pool
    manas = tuple(p.card.mana for p in ready)
    most = sum(map(len, manas)) - terms.keep  # what the set commits must leave the letters to be kept (MANA-9)
    for forced in range(life + 1):
        needed = cost[: len(cost) - forced] if forced else cost  # costs are in the order G E N B
        chosen = _best_set(manas, pool, needed, most)
        if chosen is not None:
            return _payment([ready[i] for i in chosen], pool, needed, forced)
    return None


def _payment(chosen: Sequence[Piece], pool: str, needed: str, forced: int) -> Payment:
    added = "".join(p.card.mana for p in chosen)
    refs = tuple(sorted((p.ref for p in chosen), key=ref_key))
    return Payment(refs, added, spent_of(pool + added, needed), forced)


def spent_of(pool: str, needed: str) -> str:
    """Letters a cost takes from a pool that suffices: its own sorts, then B's from B, then from the greatest sort."""
    left = {letter: pool.count(letter) for letter in LETTERS}
    spent: list[str] = []
    for letter in needed:
        taken = letter
        if letter == "B" and not left["B"]:
            taken = max(_TIES, key=lambda sort: left[sort])  # the first of equals
        left[taken] -= 1
        spent.append(taken)
    return "".join(spent)


def _enough(pool: str, added: str, needed: str) -> bool:
    total = pool + added
    return len(total) >= len(needed) and all(total.count(s) >= needed.count(s) for s in SORTS)


@lru_cache(maxsize=16384)  # the same lands pay the same costs again and again
def _best_set(sources: tuple[str, ...], pool: str, needed: str, most: int) -> tuple[int, ...] | None:
    """Which of some sources, given by their mana from the lowest ref up, pay a cost, ``most`` letters at the most.

    The set that leaves fewest letters, of fewest cards, spends fewest sorted letters on B's, of the lowest refs.
    """
    if _enough(pool, "", needed):
        return ()  # a set that commits nothing leaves the fewest letters, and always may (MANA-9)
    if not _enough(pool, "".join(sources), needed):
        return None
    groups: dict[str, list[int]] = {}
    for i, mana in enumerate(sources):
        groups.setdefault(mana, []).append(i)
    plain = len(needed) - sum(needed.count(s) for s in SORTS)
    for letters in range(max(1, len(needed) - len(pool)), most + 1):
        best: tuple[int, int, tuple[int, ...]] | None = None
        for chosen in _worth(tuple(groups.items()), letters):
            added = "".join(sources[i] for i in chosen)
            if _enough(pool, added, needed):
                on_plain = max(0, plain - (pool + added).count("B"))
                key = (len(chosen), on_plain, tuple(sorted(chosen)))
                if best is None or key < best:
                    best = key
        if best is not None:
            return best[2]
    return None


def _worth(groups: Sequence[tuple[str, Sequence[int]]], letters: int) -> Iterator[list[int]]:
    """Sets of sources that make exactly so many letters; of like ones, which differ by ref alone, the lowest."""
    if not groups:
        if letters == 0:
            yield []
        return
    (mana, like), rest = groups[0], groups[1:]
    size = len(mana)
    for n in range(min(len(like), letters // size) + 1):
        for others in _worth(rest, letters - n * size):
            yield [*like[:n], *others]


def _as_ordered(state: State, side: str, cost: str, terms: Terms, life: int) -> Payment | None:
    """``PAY A1 A4``: exactly those cards; what they and the pool do not cover is force (MANA-8)."""
    ready = sources(state, side, terms.without)
    by_ref = {p.ref: p for p in ready}
    refs = tuple(dict.fromkeys(terms.pay))
    if not all(ref in by_ref for ref in refs):
        return None
    chosen = [by_ref[ref] for ref in refs]
    added = "".join(p.card.mana for p in chosen)
    if sum(len(p.card.mana) for p in ready) - len(added) < terms.keep:
        return None
    pool = state.sides[side].pool
    forced = max(0, len(cost) - len(pool) - len(added))
    if forced > life:
        return None
    needed = cost[: len(cost) - forced]
    return _payment(chosen, pool, needed, forced) if _enough(pool, added, needed) else None
