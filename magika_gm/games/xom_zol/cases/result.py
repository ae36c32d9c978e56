"""What came of a case, as the law page lays it out (CASE, Result)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.xom_zol.cases.reader import Case, SideLines
from magika_gm.games.xom_zol.events import (
    AssaultersChosen,
    CounterAssigned,
    Died,
    Event,
    LineSettled,
    Sabotaged,
    Struck,
    TurnBegan,
)
from magika_gm.games.xom_zol.figures import looks
from magika_gm.games.xom_zol.orders.forms import Concede, OfferDraw, Order, Part
from magika_gm.games.xom_zol.state import Piece, State, ref_key
from magika_gm.games.xom_zol.words import DEPENDS, SIDES, SLAYER, Keyword, Word

_PLAYER = "player"
_LISTED = frozenset(map(str, Keyword))


def result_of(case: Case, played: Sequence[Resolution]) -> dict[str, Any]:
    """The result mapping."""
    state: State = played[-1].state if played else case.state
    begun = [r for r in played if any(isinstance(t.event, TurnBegan) for t in r.told)]
    last = _events(begun[-1:])
    return {
        "turn": state.turn if begun else case.turn,
        "active": state.active if begun else case.active,
        "ended": state.ending is not None,
        "winner": state.winner,
        "ending": state.ending,
        "sides": {side: _side(case, state, side, played) for side in SIDES},
        "play": {ref: _piece(state, piece) for ref, piece in state.pieces.items()},
        "deaths": [event.ref for event in _events(played) if isinstance(event, Died)],
        "combat": _combat(last),
        "valid": {card.name: card.name not in state.barred for card in case.own_cards if card.is_mana},
    }


def _events(played: Iterable[Resolution]) -> list[Event]:
    return [told.event for resolution in played for told in resolution.told]


def _side(case: Case, state: State, side: str, played: Sequence[Resolution]) -> dict[str, Any]:
    own, lines = state.sides[side], case.lines[side]
    return {
        "life": own.life,
        "pool": own.pool,
        "hand": list(own.hand),
        "library": list(own.library),
        "discard": list(own.discard),
        "orders": _words(case, side, Part.ACT, lines, played),
        "react": _words(case, side, Part.REACT, lines, played),
    }


def _words(case: Case, side: str, part: Part, lines: SideLines, played: Sequence[Resolution]) -> list[str]:
    """One word a line, of the last game turn in which the part served."""
    for nth in range(len(played) - 1, -1, -1):
        active = (nth % 2 == 0) == (side == case.active)
        if active is not (part is Part.ACT):
            continue
        turn = nth // 2
        lists = lines.orders if part is Part.ACT else lines.react
        served = lists[turn] if turn < len(lists) else [] if part is Part.ACT else (lists or [[]])[-1]
        told = [
            event.word
            for event in _events(played[nth : nth + 1])
            if isinstance(event, LineSettled) and event.side == side and event.part == part
        ]
        return _matched(served, told, part)
    return []


def _matched(served: Sequence[Order], told: Sequence[Word], part: Part) -> list[str]:
    """Words by line; CONCEDE and OFFER DRAW are not kept in the standing set and have no word of their own."""
    words = iter(told)
    unkept = (Concede, OfferDraw) if part is Part.REACT else ()
    return [Word.NO.value if isinstance(o, unkept) else next(words, Word.NO).value for o in served]


def _piece(state: State, piece: Piece) -> dict[str, Any]:
    there = piece.creature
    now = looks(state, piece.ref)
    return {
        "card": piece.card.name,
        "at": state.sides[piece.side].place_of(piece.ref) if there else None,
        "exists": piece.exists,
        "committed": piece.committed,
        "assaulted": piece.assaulted,
        "lapsed": piece.lapsed,
        "damage": piece.damage if there else 0,
        "s": now.s if there else None,
        "d": now.d if there else None,
        "keywords": sorted(k for k in now.keywords if k in _LISTED or k.startswith((SLAYER, DEPENDS))),
        "on": piece.on or None,
    }


def _combat(events: Sequence[Event]) -> dict[str, Any] | None:
    assaulters: list[str] | None = None
    counters: dict[str, list[str]] = {}
    dealt: dict[str, dict[str, int]] = {}
    sabotaged: dict[str, str] = {}
    for event in events:
        match event:
            case AssaultersChosen(_, first, second, _):
                assaulters = sorted((*first, *second), key=ref_key)
                counters = {ref: [] for ref in assaulters}
            case CounterAssigned(ref, against):
                counters[against].append(ref)
            case Struck(ref, at, n):
                blows = dealt.setdefault(ref, {})
                key = _PLAYER if at in SIDES else at
                blows[key] = blows.get(key, 0) + n
            case Sabotaged(ref, function, _):
                sabotaged[ref] = function
            case _:
                pass
    if assaulters is None:
        return None
    return {
        "assaulters": assaulters,
        "counters": {ref: sorted(by, key=ref_key) for ref, by in counters.items()},
        "dealt": dealt,
        "sabotaged": sabotaged,
    }
