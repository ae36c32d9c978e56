"""Orders as a player would write them (ORD); reading them back gives equal orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from magika_gm.games.temple_isle.orders.model import (
    ALL_TIMES,
    AnyUnit,
    AtSeat,
    AtSquare,
    Attack,
    AtUnit,
    Cast,
    Condition,
    Discard,
    Fast,
    FastNone,
    Field,
    FoeWord,
    Happens,
    ItWord,
    LeapStep,
    MantraAt,
    Muster,
    OfferDraw,
    Order,
    Played,
    Resign,
    SquareIs,
    Step,
    Stop,
    TargetWord,
    TempleList,
    Test,
    Toward,
    Trigger,
    UnitAt,
    UnitHp,
    UnitLine,
    UnitLives,
    WaterList,
    Word,
)
from magika_gm.games.temple_isle.rules.board import SQUARES
from magika_gm.games.temple_isle.rules.catalogue import TEMPLE_OF


def _list(texts: Iterable[str]) -> str:
    return ", ".join(texts)


def _squares(squares: Iterable[int]) -> str:
    return _list(SQUARES[s] for s in squares)


def target_word(word: TargetWord | AtSeat) -> str:
    """``U9``, ``c2``, ``E``, ``ANY``, ``IT``, ``FOE``, ``Might AT U3``."""
    match word:
        case AtUnit(number):
            return f"U{number}"
        case AtSquare(square):
            return SQUARES[square]
        case AtSeat(seat):
            return seat
        case Toward(direction):
            return str(direction)
        case AnyUnit():
            return "ANY"
        case ItWord():
            return "IT"
        case FoeWord():
            return "FOE"
        case MantraAt(card, place):
            return f"{card} AT {target_word(place)}"
        case _:
            assert_never(word)


def _test(test: Test) -> str:
    match test:
        case UnitLives(number, alive):
            return f"U{number} {'ALIVE' if alive else 'DEAD'}"
        case UnitHp(number, compare, value):
            return f"U{number} HP {compare} {value}"
        case UnitAt(number, squares):
            return f"U{number} AT {_squares(squares)}"
        case SquareIs(square, state):
            return f"{SQUARES[square]} {state}"
        case Played(card):
            return f"PLAYED {card}"
        case _:
            assert_never(test)


def condition_text(condition: Condition | None) -> str:
    """`` IF …`` or `` UNLESS …``, "" for none."""
    if condition is None:
        return ""
    return f" {'UNLESS' if condition.unless else 'IF'} " + " AND ".join(_test(t) for t in condition.tests)


def unit_word(word: Word) -> str:
    """One word of a unit line."""
    match word:
        case Step(direction):
            return str(direction)
        case LeapStep(direction):
            return f"LEAP {direction}"
        case Stop():
            return "STOP"
        case Attack(targets, times, keep, above):
            text = "ATTACK " + _list(target_word(t) for t in targets)
            text += " ALL" if times == ALL_TIMES else f" TIMES {times}" if times > 1 else ""
            return text + (f" KEEP {keep}" if keep else "") + (f" WHILE HP > {above}" if above else "")
        case _:
            assert_never(word)


def trigger_text(trigger: Trigger) -> str:
    """The event of a FAST line: ``CAST Doom ON U3``."""
    text = str(trigger.event)
    match trigger.event:
        case Happens.CAST:
            text += " " + (_list(trigger.cards) or "ANY")
        case Happens.MUSTER if trigger.cards:
            text += " " + _list(trigger.cards)
        case Happens.ENTER if trigger.temple or trigger.squares:
            text += " " + ("TEMPLE" if trigger.temple else _squares(trigger.squares))
    if trigger.on:
        text += " ON " + _list(target_word(p) for p in trigger.on)
    return text + (" BY " + _list(f"U{n}" for n in trigger.by) if trigger.by else "")


def _spell(card: str, targets: Sequence[TargetWord], to: Sequence[int]) -> str:
    text = card
    if targets:
        text += " ON " + _list(target_word(t) for t in targets)
    return text + (f" TO {_squares(to)}" if to else "")


def write_order(order: Order) -> str:
    """The order in its usual form, cards named in full."""
    match order:
        case UnitLine(number, words, condition):
            return f"U{number} " + " ".join(unit_word(w) for w in words) + condition_text(condition)
        case Cast(card, targets, to, condition):
            return f"CAST {_spell(card, targets, to)}{condition_text(condition)}"
        case Muster(card, places, condition):
            return f"MUSTER {card}" + (f" AT {_squares(places)}" if places else "") + condition_text(condition)
        case Fast(card, trigger, targets, to, condition):
            return f"FAST {_spell(card, targets, to)} WHEN {trigger_text(trigger)}{condition_text(condition)}"
        case FastNone():
            return "FAST NONE"
        case Discard(cards):
            return "DISCARD " + _list(cards)
        case WaterList(squares):
            return "WATER " + _squares(squares)
        case TempleList(temple, squares):
            return f"TEMPLE {temple.removeprefix(TEMPLE_OF) or 'ANY'} AT {_squares(squares)}"
        case Field(card, squares):
            return f"FIELD {card} AT {_squares(squares)}"
        case Resign():
            return "RESIGN"
        case OfferDraw():
            return "OFFER DRAW"
        case _:
            assert_never(order)
