"""Damage (FIGHT): alignment and SLAYER first, then E1 for the swift, then E2 for the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from magika_gm.games.xom_zol.events import Aligned, Changed, Doomed, LifeChanged, Sabotaged, Struck, Why
from magika_gm.games.xom_zol.figures import Looks, fits, look
from magika_gm.games.xom_zol.orders.forms import Named, Ranked, Ref, Sabotage
from magika_gm.games.xom_zol.rules.aims import best, own_pieces
from magika_gm.games.xom_zol.rules.alignment import NONE, alignment_change, slays
from magika_gm.games.xom_zol.rules.triggers import settle, triggers_of
from magika_gm.games.xom_zol.rules.turn import Turn, Waiting
from magika_gm.games.xom_zol.state import Combat, Piece
from magika_gm.games.xom_zol.words import SIDES, CardType, Keyword, Moment

E1, E2 = 345, 346
"""Step numbers of the two sub-steps."""
Blow = tuple[Piece, str, int]
"""Who deals combat damage, to a ref or a side, and how much."""


def fight(turn: Turn, ranks: Iterable[str]) -> None:
    """Step E for those assaulters and who counters them."""
    combat = turn.state.combat
    assert combat is not None
    refs = [ref for ref in ranks if ref in turn.state.pieces]
    fighters = [*refs, *(c for ref in refs for c in combat.counters[ref])]
    turn.at(3, E1)
    _fix_changes(turn, combat, refs)
    struck: set[str] = set()
    for step in (E1, E2):
        turn.at(3, step)
        pieces, now = turn.state.pieces, look(turn.state)
        striking = [
            pieces[ref]
            for ref in fighters
            if ref in pieces and ref not in struck and (step == E2 or Keyword.SWIFT in now[ref].keywords)
        ]
        struck.update(p.ref for p in striking)
        waiting = [] if turn.state.fog else _sub_step(turn, combat, striking, now)
        settle(turn, waiting)


def _fix_changes(turn: Turn, combat: Combat, refs: Sequence[str]) -> None:
    """FIGHT-1: alignment changes and SLAYER's, for all fights with a counter-assaulter still in play (ALN-5)."""
    state = turn.state
    now = look(state)
    told: list[Changed | Aligned] = []
    for ref in refs:
        assaulter = state.pieces[ref]
        counters = [state.pieces[c] for c in combat.counters[ref] if c in state.pieces]
        if not counters:
            continue
        places = state.sides[counters[0].side].columns
        at = {c: (j, i) for i, column in enumerate(places) for j, c in enumerate(column)}
        highest = min(counters, key=lambda p: (-p.card.align, at.get(p.ref, (2, 0))))
        pairs = [(assaulter, highest, [c.card for c in counters])]
        pairs += [(c, assaulter, [assaulter.card]) for c in counters]
        for own, foe, foes in pairs:
            bonus = slays(now[own.ref].keywords, foes)
            if bonus:
                told.append(Changed(own.ref, bonus, 0, own.ref))
            change = alignment_change(own.card, foe.card)
            if change != NONE:
                told.append(Aligned(own.ref, foe.ref, *change))
    for event in told:
        turn.tell(event)


def _sub_step(turn: Turn, combat: Combat, striking: Sequence[Piece], now: Mapping[str, Looks]) -> list[Waiting]:
    """E1 or E2: all damage at once, by the figures at its beginning (FIGHT-3). Gives the HIT triggers."""
    countering = combat.countering()
    blows: list[Blow] = []
    passing: list[Piece] = []
    for piece in striking:
        s = now[piece.ref].s
        if piece.ref in countering:
            if countering[piece.ref] in turn.state.pieces:
                blows.append((piece, countering[piece.ref], s))
        elif combat.counters[piece.ref]:
            living = [turn.state.pieces[c] for c in combat.counters[piece.ref] if c in turn.state.pieces]
            blows += _among(turn, piece, living, now)
        else:
            passing.append(piece)
    for piece in sorted(passing, key=turn.state.order):
        s = now[piece.ref].s
        if not (s >= 1 and _sabotages(turn, piece)) or Keyword.RAIDER in now[piece.ref].keywords:
            blows.append((piece, turn.react.side, s))
    return _land(turn, [blow for blow in blows if blow[2] > 0], now)


def _among(turn: Turn, assaulter: Piece, living: list[Piece], now: Mapping[str, Looks]) -> list[Blow]:
    """FIGHT-2: S goes to the living counter-assaulters by need, the rest to the player (OVERRUN) or to the last."""
    mine = now[assaulter.ref]
    overruns = Keyword.OVERRUN in mine.keywords
    venom = Keyword.VENOM in mine.keywords

    def need(piece: Piece) -> int:
        return 1 if venom else max(1, now[piece.ref].d - piece.damage)

    def key(piece: Piece) -> tuple[int, int, tuple[int, bool]]:
        by = (need(piece), -now[piece.ref].s)
        return (by[::-1] if turn.act.strikes_strongest else by) + (turn.state.order(piece),)

    left = mine.s
    blows: list[Blow] = []
    in_order = sorted(living, key=key)
    for piece in in_order:
        n = min(left, need(piece))
        left -= n
        if piece is in_order[-1] and not overruns:
            n, left = n + left, 0
        blows.append((assaulter, piece.ref, n))
    if overruns:
        blows.append((assaulter, turn.react.side, left))
    return blows


def _land(turn: Turn, blows: Sequence[Blow], now: Mapping[str, Looks]) -> list[Waiting]:
    """Deal the blows; VENOM, LEECH and HIT follow from them."""
    for dealer, at, n in blows:
        turn.tell(Struck(dealer.ref, at, n))
    waiting: list[Waiting] = []
    for dealer, at, n in blows:
        keywords = now[dealer.ref].keywords
        if at in SIDES:
            waiting += triggers_of(dealer, Moment.HIT)
        elif Keyword.VENOM in keywords:
            turn.tell(Doomed(at, dealer.ref))
        if Keyword.LEECH in keywords:
            turn.tell(LifeChanged(dealer.side, n, dealer.ref, Why.LEECH))
    return waiting


def _sabotages(turn: Turn, piece: Piece) -> bool:
    """Destroy a function by the first SABOTAGE line with this creature that has a legal aim (ASLT-10)."""
    state, plan = turn.state, turn.act
    functions = [p for p in state.of(turn.react.side) if p.card.type is CardType.FUNCTION]
    for line in plan.lines:
        if not isinstance(line, Sabotage) or (line.by and piece not in own_pieces(state, plan.side, line.by)):
            continue
        found = _function(turn, line, functions)
        if found is not None:
            turn.tell(Sabotaged(piece.ref, found.ref, found.card.name))
            return True
    return False


def _function(turn: Turn, line: Sabotage, functions: list[Piece]) -> Piece | None:
    for item in line.aim:
        match item:
            case Ref(ref):
                found = next((p for p in functions if p.ref == ref), None)
            case Named(name):
                those = [p for p in functions if p.card.name == name]
                found = those[0] if len(those) == 1 else None
            case Ranked(rank, terms, whose) if whose != "MY":
                found = best(turn.state, rank, (p for p in functions if fits(turn.state, p, terms)))
            case _:
                found = None
        if found is not None:
            return found
    return None
