"""One order line into an order (ORD). Reading knows the cards and nothing of the state of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from magika_gm.games.temple_isle.orders.model import (
    ALL_TIMES,
    AnyUnit,
    AtSeat,
    AtSquare,
    Attack,
    AtUnit,
    Cast,
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
    Place,
    Resign,
    Step,
    Stop,
    TargetWord,
    TempleList,
    Toward,
    UnitLine,
    WaterList,
    Word,
)
from magika_gm.games.temple_isle.orders.names import (
    direction_of,
    is_square,
    is_unit,
    number_of,
    read_name,
    square_of,
    unit_of,
)
from magika_gm.games.temple_isle.orders.tails import condition_of, trigger_of
from magika_gm.games.temple_isle.orders.words import UNIT_NUMBER, VERBS, Fault, Tokens, is_word, nearest, tokens_of
from magika_gm.games.temple_isle.rules.board import SEATS
from magika_gm.games.temple_isle.rules.catalogue import LAND_AIMS, TEMPLE_OF, Aim, Catalogue, MantraCard
from magika_gm.games.temple_isle.rules.standard_cards import standard

_STOPS = ("ON", "TO", "AT", "WHEN", "IF", "UNLESS", "AND", "BY")
"""Words that end a card's name."""


def read_line(line: str, catalogue: Catalogue | None = None) -> Order:
    """The order a line says; raises :class:`Fault` if it cannot be read. ``catalogue``: the game's cards."""
    if catalogue is None or catalogue is standard():
        return _read_by_the_law(line)
    return _read(line, catalogue)


@lru_cache(maxsize=4096)
def _read_by_the_law(line: str) -> Order:
    """Standing lines are read again every mail turn, by the same cards in nearly all games."""
    return _read(line, standard())


def _read(line: str, cards: Catalogue) -> Order:
    tokens = Tokens(tokens_of(line))
    first = tokens.take()
    found = UNIT_NUMBER.fullmatch(first)
    if found:
        return _unit_line(tokens, int(found[1]), cards)
    verbs = [v for v in VERBS if is_word(first, v, cut=True)]
    if not verbs:
        raise Fault(f"{first!r} begins no order", nearest(first, [*VERBS, "MESSAGE"]))
    order = _READERS[verbs[0]](tokens, cards)
    tokens.end()
    return order


def _water(tokens: Tokens, _: Catalogue) -> WaterList:
    return WaterList(tokens.listed(square_of))


def _temple(tokens: Tokens, cards: Catalogue) -> TempleList:
    written = tokens.name(_STOPS)
    name = ""
    if written.upper() != "ANY":
        short = {t.short: t.name for t in cards.temples.values()}
        lowered = written.casefold()
        bare = written[len(TEMPLE_OF) :] if lowered.startswith(TEMPLE_OF.casefold()) else written
        name = short[read_name(bare, short, "temple")]
    tokens.need("AT")
    return TempleList(name, tokens.listed(square_of))


def _muster(tokens: Tokens, cards: Catalogue) -> Muster:
    card = read_name(tokens.name(_STOPS), cards.units, "unit")
    places = tokens.listed(square_of) if tokens.takes("AT") else ()
    return Muster(card, places, condition_of(tokens, cards))


def _field(tokens: Tokens, cards: Catalogue) -> Field:
    card = read_name(tokens.name(_STOPS), cards.units, "unit")
    tokens.need("AT")
    return Field(card, tokens.listed(square_of))


def _discard(tokens: Tokens, cards: Catalogue) -> Discard:
    return Discard(tokens.listed(lambda t: read_name(t.name(_STOPS), cards.cards, "card")))


def _resign(_: Tokens, __: Catalogue) -> Resign:
    return Resign()


def _offer(tokens: Tokens, _: Catalogue) -> OfferDraw:
    if not tokens.takes("DRAW", cut=True):
        raise Fault("write OFFER DRAW", ("OFFER DRAW",))
    return OfferDraw()


def _draw(_: Tokens, __: Catalogue) -> OfferDraw:
    return OfferDraw()


def _cast(tokens: Tokens, cards: Catalogue) -> Cast:
    card = _mantra(tokens, cards)
    if card.aim is Aim.ANSWERED:
        raise Fault(f"{card.name} only answers another mantra: write FAST {card.name} WHEN CAST … (CARDS-3)")
    targets, to = _spell(tokens, cards, card, fast=False)
    return Cast(card.name, targets, to, condition_of(tokens, cards))


def _fast(tokens: Tokens, cards: Catalogue) -> Fast | FastNone:
    if is_word(tokens.peek(), "NONE") and len(tokens.words) == tokens.at + 1:
        tokens.take()
        return FastNone()
    card = _mantra(tokens, cards)
    if not card.fast:
        raise Fault(f"{card.name} is not Fast; only Fast mantras are cast by FAST lines (FAST-2)")
    targets, to = _spell(tokens, cards, card, fast=True)
    tokens.need("WHEN")
    trigger = trigger_of(tokens, cards)
    if card.aim is Aim.ANSWERED and trigger.event is not Happens.CAST:
        raise Fault(f"{card.name} answers a mantra: its event is CAST, not {trigger.event} (FAST-2)")
    return Fast(card.name, trigger, targets, to, condition_of(tokens, cards))


def _mantra(tokens: Tokens, cards: Catalogue) -> MantraCard:
    return cards.mantras[read_name(tokens.name(_STOPS), cards.mantras, "mantra")]


def _spell(
    tokens: Tokens, cards: Catalogue, card: MantraCard, *, fast: bool
) -> tuple[tuple[TargetWord, ...], tuple[int, ...]]:
    """``ON targets`` and ``TO squares``, as the mantra wants them (ORD)."""
    targets: tuple[TargetWord, ...] = ()
    bare = card.aim in (Aim.NONE, Aim.ANSWERED)
    if tokens.takes("ON"):
        if bare:
            raise Fault(f"{card.name} is cast on nothing: leave ON away")
        targets = tokens.listed(lambda t: _target(t, cards, card, fast=fast))
    elif not bare:
        raise Fault(f"{card.name} needs a target: write ON and what it is cast on")
    to: tuple[int, ...] = ()
    if tokens.takes("TO"):
        if not card.blink:
            raise Fault(f"{card.name} moves nobody: leave TO away")
        to = tokens.listed(square_of)
    elif card.blink:
        raise Fault(f"{card.name} needs squares: write TO and where the unit is to go")
    return targets, to


def _target(tokens: Tokens, cards: Catalogue, card: MantraCard, *, fast: bool) -> TargetWord:
    if card.aim is Aim.MANTRA:
        name = read_name(tokens.name(_STOPS), cards.mantras, "mantra")
        tokens.need("AT")
        return MantraAt(name, _place(tokens))
    word = tokens.peek()
    if card.aim in LAND_AIMS:
        if is_square(word):
            return AtSquare(square_of(tokens))
        raise Fault(f"{card.name} is cast on a card of the isle: {word!r} is no square", nearest(word, ()))
    if is_unit(word):
        return AtUnit(unit_of(tokens))
    if is_square(word):
        return AtSquare(square_of(tokens))
    if tokens.takes("ANY"):
        return AnyUnit()
    if is_word(word, "IT") or is_word(word, "FOE"):
        if not fast:
            raise Fault(f"{word.upper()} stands in FAST lines only (FAST-5)")
        tokens.take()
        return ItWord() if is_word(word, "IT") else FoeWord()
    if direction_of(word) is not None:
        raise Fault(f"{word!r}: a direction is a target of attacks only")
    raise Fault(f"{word!r} is no target" if word else "a target is wanted: U3, c2 or ANY")


def _place(tokens: Tokens) -> Place:
    word = tokens.peek()
    if is_unit(word):
        return AtUnit(unit_of(tokens))
    if word.upper() in SEATS:
        return AtSeat(tokens.take().upper())
    if is_square(word):
        return AtSquare(square_of(tokens))
    raise Fault(f"{word!r} is nowhere a mantra lies: write U3, c2, SUN or MOON")


# --- unit lines ---


def _unit_line(tokens: Tokens, number: int, cards: Catalogue) -> UnitLine:
    words: list[Word] = []
    while not tokens.done and tokens.peek().upper() not in ("IF", "UNLESS"):
        words.append(_word(tokens))
    if not words:
        raise Fault(f"U{number} is told nothing to do")
    condition = condition_of(tokens, cards)
    tokens.end()
    return UnitLine(number, tuple(words), condition)


def _word(tokens: Tokens) -> Word:
    word = tokens.take()
    direction = direction_of(word)
    if direction is not None:
        return Step(direction)
    if is_word(word, "STOP", cut=True):
        return Stop()
    if is_word(word, "LEAP", cut=True):
        to = direction_of(tokens.take())
        if to is None:
            raise Fault("LEAP needs a direction: N, E, S or W")
        return LeapStep(to)
    if is_word(word, "ATTACK", cut=True):
        return _attack(tokens)
    raise Fault(f"{word!r} is nothing a unit does", nearest(word, ("STOP", "LEAP", "ATTACK", "N", "E", "S", "W")))


def _attack(tokens: Tokens) -> Attack:
    targets = tokens.listed(_attacked)
    times, keep, above = 1, 0, 0
    seen: set[str] = set()
    while tokens.peek().upper() in ("TIMES", "ALL", "KEEP", "WHILE"):
        word = tokens.take().upper()
        kind = "TIMES" if word == "ALL" else word
        if kind in seen:
            raise Fault(f"{word} stands twice after one ATTACK")
        seen.add(kind)
        if word == "ALL":
            times = ALL_TIMES
        elif word == "TIMES":
            times = number_of(tokens, "TIMES", 1)
        elif word == "KEEP":
            keep = number_of(tokens, "KEEP")
        else:
            tokens.need("HP")
            tokens.need(">")
            above = number_of(tokens, "WHILE HP >")
    return Attack(targets, times, keep, above)


def _attacked(tokens: Tokens) -> AtUnit | AtSquare | Toward | AnyUnit:
    word = tokens.peek()
    if is_unit(word):
        return AtUnit(unit_of(tokens))
    if is_square(word):
        return AtSquare(square_of(tokens))
    direction = direction_of(word)
    if direction is not None:
        tokens.take()
        return Toward(direction)
    if tokens.takes("ANY"):
        return AnyUnit()
    raise Fault(f"{word!r} is nothing to attack: write U9, c2, E or ANY" if word else "ATTACK needs a target")


_READERS: dict[str, Callable[[Tokens, Catalogue], Order]] = {
    "WATER": _water,
    "TEMPLE": _temple,
    "CAST": _cast,
    "MUSTER": _muster,
    "DISCARD": _discard,
    "FAST": _fast,
    "RESIGN": _resign,
    "CONCEDE": _resign,
    "OFFER": _offer,
    "DRAW": _draw,
    "FIELD": _field,
}


def all_read(lines: Sequence[str], catalogue: Catalogue | None = None) -> list[Order]:
    """Lines known to be good, read; raises :class:`Fault` at the first that is not."""
    return [read_line(line, catalogue) for line in lines]
