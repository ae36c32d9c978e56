"""Orders as a player would write them; reading them back gives equal orders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from magika_gm.games.xom_zol.cards.model import Filter, Sort
from magika_gm.games.xom_zol.orders.forms import (
    Aim,
    Assault,
    Block,
    BlockBy,
    Cast,
    Compared,
    Concede,
    Condition,
    Conditions,
    Counter,
    CounterFrom,
    Discard,
    Done,
    Form,
    Have,
    Held,
    Hold,
    Host,
    InHand,
    Item,
    Keep,
    Named,
    NoReact,
    OfferDraw,
    Opens,
    Order,
    Pick,
    Place,
    Player,
    Ranked,
    Ref,
    Sabotage,
    Strike,
    TaxForce,
    Unknown,
    Unread,
    Upkeep,
    Use,
)
from magika_gm.games.xom_zol.rules.terms import Window

UNREAD = "UNREAD"
"""Before a line in the record that could not be read."""


def write_order(order: Order) -> str:
    """One order as a line."""
    match order:
        case Cast() | Use():
            return _spoken(order.at, order.when, _cast_or_use(order))
        case Form(fronts, rears, when):
            return _spoken(None, when, f"FORM F {_places(fronts)}" + (f" R {_places(rears)}" if rears else ""))
        case Assault():
            return _spoken(None, order.when, _assault(order))
        case Counter():
            return _spoken(None, order.when, _counter(order))
        case Block(aim, by, when):
            return _spoken(None, when, f"BLOCK {aim_text(aim)} WITH {picks_text(by) or 'ANY'}")
        case Keep(letters):
            return f"KEEP {letters}"
        case Upkeep(what, how):
            return f"UPKEEP {pick_text(what)} {how.value}"
        case Sabotage(aim, by):
            return f"SABOTAGE {aim_text(aim)} WITH {picks_text(by) or 'ANY'}"
        case Strike():
            return "STRIKE STRONGEST"
        case TaxForce(life):
            return f"TAX FORCE {life}"
        case Discard(cards):
            return "DISCARD " + ", ".join(held_text(c.card) + (" TO BOTTOM" if c.bottom else "") for c in cards)
        case Concede():
            return "CONCEDE"
        case OfferDraw():
            return "OFFER DRAW"
        case Hold(what):
            return f"HOLD {picks_text(what)}"
        case BlockBy(how):
            return f"BLOCK DEFAULT {how.value}"
        case CounterFrom(size):
            return f"COUNTER DEFAULT {'NONE' if size is None else size}"
        case NoReact():
            return "REACT NONE"
        case Opens(part):
            return part.value
        case Unread(text):
            return f"{UNREAD} {text}"
        case _:
            assert_never(order)


def _spoken(at: Window | None, when: Conditions, text: str) -> str:
    """``AT window IF … order``."""
    if when:
        text = f"IF {' AND '.join(map(condition_text, when))} {text}"
    return f"AT {at.value} {text}" if at else text


def _cast_or_use(order: Cast | Use) -> str:
    words = ["CAST", held_text(order.card)] if isinstance(order, Cast) else ["USE", pick_text(order.what)]
    if order.aim:
        words += ["ON", aim_text(order.aim)]
    if isinstance(order, Cast) and order.behind:
        words += ["BEHIND", pick_text(order.behind)]
    if isinstance(order, Use) and order.times != 1:
        words += ["X", str(order.times)]
    if order.force:
        words += ["FORCE", str(order.force)]
    if order.pay:
        words += ["PAY", picks_text(order.pay)]
    return " ".join(words)


def _assault(order: Assault) -> str:
    match order.host:
        case Host.ALL:
            return "ASSAULT ALL" + (f" BUT {picks_text(order.picks)}" if order.picks else "")
        case Host.SAFE:
            return "ASSAULT SAFE"
        case Host.FILTER:
            return f"ASSAULT {words_of_filter(order.filter)}"
        case Host.LIST:
            return f"ASSAULT {picks_text(order.picks)}"


def _counter(order: Counter) -> str:
    trigger = f'"{order.name}"' if order.name else words_of_filter(order.filter) or "ANY"
    words = ["COUNTER", trigger] + (["ON MINE"] if order.mine else []) + ["WITH", held_text(order.card)]
    return " ".join(words + ([f"FORCE {order.force}"] if order.force else []))


def words_of_filter(terms: Filter) -> str:
    """A filter in the capitals of a sheet; factions by their names."""
    return " ".join(str(t) if t.sort is Sort.FACTION else str(t).upper() for t in terms)


def held_text(card: Held) -> str:
    """A card to cast."""
    return f"H{card.number}" if isinstance(card, InHand) else card.name


def pick_text(pick: Pick) -> str:
    """An own card in play."""
    match pick:
        case Ref(ref):
            return ref
        case Place(place):
            return place
        case Named(name):
            return name


def picks_text(picks: Iterable[Pick]) -> str:
    """Several cards one after another; commas where there are names."""
    texts = list(map(pick_text, picks))
    return (", " if any(" " in text for text in texts) else " ").join(texts)


def _places(picks: Iterable[Pick | None]) -> str:
    texts = ["-" if pick is None else pick_text(pick) for pick in picks]
    return (", " if any(" " in text for text in texts) else " ").join(texts)


def item_text(item: Item) -> str:
    """One item of an aim."""
    match item:
        case Player(own):
            return "ME" if own else "PLAYER"
        case Ranked(rank, terms, whose):
            return " ".join(filter(None, (whose, words_of_filter(terms), rank.value)))
        case Unknown(text):
            return text
        case _:
            return pick_text(item)


def aim_text(aim: Aim) -> str:
    """A whole aim."""
    return " OR ".join(map(item_text, aim))


def condition_text(condition: Condition) -> str:
    """One condition."""
    match condition:
        case Done(done):
            return "DONE" if done else "NOT DONE"
        case Compared(whose, count, compare, number):
            return f"{whose} {count.value} {compare} {number}"
        case Have(what, they):
            said = words_of_filter(what) if isinstance(what, tuple) else pick_text(what)
            return f"{'THEY ' if they else ''}HAVE {said}"
