"""What may stand at the end of a line: conditions, and the events of FAST lines (ORD, FAST-5)."""

from __future__ import annotations

from magika_gm.games.temple_isle.orders.model import (
    AtSquare,
    AtUnit,
    Compare,
    Condition,
    Happens,
    Played,
    SquareIs,
    SquareState,
    Test,
    Trigger,
    UnitAt,
    UnitHp,
    UnitLives,
)
from magika_gm.games.temple_isle.orders.names import is_square, is_unit, number_of, read_name, square_of, unit_of
from magika_gm.games.temple_isle.orders.words import Fault, Tokens, is_word, nearest
from magika_gm.games.temple_isle.rules.catalogue import Catalogue

_COMPARES = tuple(str(c) for c in Compare)
_STATES = tuple(str(s) for s in SquareState)
_STOPS = ("ON", "IF", "UNLESS", "AND")


def condition_of(tokens: Tokens, cards: Catalogue) -> Condition | None:
    """``IF c [AND c …]`` or ``UNLESS c [AND c …]`` at the end of a line; None if there is none."""
    unless = tokens.takes("UNLESS")
    if not unless and not tokens.takes("IF"):
        return None
    tests = [_test(tokens, cards)]
    while tokens.takes("AND"):
        tests.append(_test(tokens, cards))
    return Condition(tuple(tests), unless)


def _test(tokens: Tokens, cards: Catalogue) -> Test:
    word = tokens.peek()
    if tokens.takes("PLAYED"):
        return Played(read_name(tokens.name(_STOPS), cards.cards, "card"))
    if is_square(word):
        square = square_of(tokens)
        state = tokens.take()
        if state.upper() not in _STATES:
            raise Fault(f"{word} can be EMPTY, FOE, OWN or HELD, not {state!r}", nearest(state, _STATES))
        return SquareIs(square, SquareState(state.upper()))
    if not is_unit(word):
        what = f"{word!r} begins no condition" if word else "a condition is wanted"
        raise Fault(f"{what}: write U8 DEAD, U3 HP < 3, U8 AT c2, c2 EMPTY, PLAYED Might …")
    number = unit_of(tokens)
    asked = tokens.take()
    if is_word(asked, "DEAD") or is_word(asked, "ALIVE"):
        return UnitLives(number, is_word(asked, "ALIVE"))
    if is_word(asked, "AT"):
        return UnitAt(number, tokens.listed(square_of))
    if is_word(asked, "HP"):
        compare = tokens.take()
        if compare not in _COMPARES:
            raise Fault(f"HP is compared with <, > or =, not with {compare!r}")
        return UnitHp(number, Compare(compare), number_of(tokens, f"HP {compare}"))
    raise Fault(f"{word} can be DEAD, ALIVE, HP or AT, not {asked!r}", nearest(asked, ("DEAD", "ALIVE", "HP", "AT")))


def trigger_of(tokens: Tokens, cards: Catalogue) -> Trigger:
    """The event of a FAST line, after WHEN (FAST-5)."""
    word = tokens.take()
    found = [h for h in Happens if is_word(word, h, cut=True)]
    if not found:
        events = [str(h) for h in Happens]
        raise Fault(f"{word!r} is no event; there are {', '.join(events)}", nearest(word, events))
    match found[0]:
        case Happens.CAST:
            names = () if tokens.takes("ANY") or _tail(tokens) else _cards(tokens, cards, "mantra")
            on = tokens.listed(_aimed) if tokens.takes("ON") else ()
            return Trigger(event=Happens.CAST, cards=names, on=on)
        case Happens.MUSTER:
            return Trigger(event=Happens.MUSTER, cards=() if _tail(tokens) else _cards(tokens, cards, "unit"))
        case Happens.ENTER:
            if tokens.takes("TEMPLE", cut=True):
                return Trigger(event=Happens.ENTER, temple=True)
            return Trigger(event=Happens.ENTER, squares=() if _tail(tokens) else tokens.listed(square_of))
        case Happens.ATTACK:
            units = tokens.listed(unit_of) if tokens.takes("ON") else ()
            by = tokens.listed(unit_of) if tokens.takes("BY") else ()
            return Trigger(event=Happens.ATTACK, on=tuple(AtUnit(n) for n in units), by=by)
        case event:
            return Trigger(event=event)


def _tail(tokens: Tokens) -> bool:
    """Whether no list follows: the end, or a word that begins something else."""
    return tokens.done or tokens.peek().upper() in ("ON", "IF", "UNLESS")


def _cards(tokens: Tokens, cards: Catalogue, kind: str) -> tuple[str, ...]:
    known = cards.mantras if kind == "mantra" else cards.units
    return tokens.listed(lambda t: read_name(t.name(_STOPS), known, kind))


def _aimed(tokens: Tokens) -> AtUnit | AtSquare:
    return AtUnit(unit_of(tokens)) if is_unit(tokens.peek()) else AtSquare(square_of(tokens))
