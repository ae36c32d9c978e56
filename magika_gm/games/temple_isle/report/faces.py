"""Play cards as they are printed, to cut out: name, level, scores or effect (INFO-2, 4). Also the rule book's."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from magika_gm.engine.toml import load_toml
from magika_gm.engine.words import filled, sentences
from magika_gm.games.temple_isle.rules.tables import PACKAGE, LandCard, MantraCard, UnitCard
from magika_gm.games.temple_isle.rules.terms import Effect, Who
from magika_gm.reports.kit.base import LABEL, NUMBER, SMALL, TEXT, Style
from magika_gm.reports.pdf_stream import SANS, fitting
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import Circles, Item, Lines, Picture, Polygon, Texts, box, middle, write
from magika_gm.reports.typeface import wrap

WIDTH, HEIGHT = 98.0, 128.0
GREY, PALE = "#666666", "#8a8494"
UNIT_BAND, MANTRA_BAND, FAST_BAND, LAND_BAND, TEMPLE_BAND = "#e9e2cf", "#e6def2", "#cdbfe6", "#f4efdf", "#fbe3a4"
_EDGE = 4.0
_BAND = 21.0
Design = UnitCard | MantraCard | LandCard


_WORDS = load_toml(PACKAGE, "words.toml")


@lru_cache(maxsize=512)
def law_words(card: Design) -> str:
    """Keywords and effects as the law writes them, and as one types them."""
    return "; ".join(dict.fromkeys([*(card.keywords if isinstance(card, UnitCard) else ()), *map(str, card.effects)]))


@lru_cache(maxsize=512)
def in_words(card: Design) -> str:
    """The same in sentences (EFF-1, UNIT-3)."""
    words = [word.split() for word in (card.keywords if isinstance(card, UnitCard) else ())]
    said = [
        filled(_WORDS["keyword"][word], n=n) for word, n in ((w[0], w[-1]) for w in words) if word in _WORDS["keyword"]
    ]
    return sentences([*said, *map(_effect, card.effects)])


def _effect(effect: Effect) -> str:
    who = _WORDS["who"][effect.who]
    said = filled(_WORDS["what"][effect.what], effect.who is Who.IT, who=who, n=effect.amount)
    return filled(_WORDS["when"][effect.when], said=said)


def both_words(card: Design) -> str:
    """What a card says in sentences, the law's words behind them; "" where it says nothing."""
    return f"{in_words(card)} ({law})" if (law := law_words(card)) else ""


class Type(NamedTuple):
    """The sizes of type on a card, before it is enlarged with the document."""

    name: float
    value: float
    text: float
    label: float


def type_of(style: Style) -> Type:
    """The document's sizes: large print enlarges a whole card, no letter on it is then under the floor."""
    return Type(*(style.size(size) / style.length(1.0) for size in (TEXT, NUMBER, SMALL, LABEL)))


@lru_cache(maxsize=128)
def card_picture(card: Design, style: Style | None = None) -> Picture:
    """One card; the dashed line around it is where one cuts."""
    kind = type_of(style or Style())
    items: list[Item] = [Lines(((*box(0.5, 0.5, WIDTH - 1, HEIGHT - 1), (0.5, 0.5)),), PALE, 0.5, 3.0)]
    items.append(Polygon(box(_EDGE, _EDGE, WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE), "#ffffff", INK, 0.8))
    top = HEIGHT - _EDGE
    items.append(Polygon(box(_EDGE, top - _BAND, WIDTH - 2 * _EDGE, _BAND), _band(card), INK, 0.8))
    items.append(_name(card.name, top, kind))
    if not isinstance(card, LandCard):
        items += _level(card.level, top, kind)
    y = top - _BAND
    if isinstance(card, UnitCard):
        items += _scores(card, y, kind)
        y -= 30
        items += _lines((in_words(card) or "No further text.", law_words(card)), y, INK, kind)
        items += _waves() if card.water else []
    elif isinstance(card, MantraCard):
        items += _lines((_aim(card), in_words(card), law_words(card)), y, INK, kind)
        items.append(_foot(_lasts(card), kind))
    else:
        items += _lines((in_words(card) or "No effect.", law_words(card)), y, INK, kind)
    return Picture(WIDTH, HEIGHT, card.name, described(card), tuple(items))


def _band(card: Design) -> str:
    if isinstance(card, UnitCard):
        return UNIT_BAND
    if isinstance(card, LandCard):
        return TEMPLE_BAND if card.temple else LAND_BAND
    return FAST_BAND if card.fast else MANTRA_BAND


def _name(name: str, top: float, kind: Type) -> Texts:
    room = WIDTH - 2 * _EDGE - 28
    name, size = fitting(name, (kind.name, kind.text, kind.label), room, True)
    return write(_EDGE + 5, top - _BAND / 2 - size * 0.35, name, size, True)


def _level(level: int, top: float, kind: Type) -> list[Item]:
    x, y = WIDTH - _EDGE - 11, top - _BAND / 2
    return [Circles(((x, y),), 8.0, INK), middle(x, y - kind.name * 0.35, str(level), kind.name, True, "#ffffff")]


def _scores(card: UnitCard, y: float, kind: Type) -> list[Item]:
    each = (WIDTH - 2 * _EDGE) / 4
    items: list[Item] = []
    for number, (letter, value) in enumerate(zip("ABCD", (card.a, card.b, card.c, card.d), strict=True)):
        x = _EDGE + each * (number + 0.5)
        items.append(middle(x, y - 8.5, letter, kind.label, False, GREY))
        items.append(middle(x, y - 23.5, str(value), kind.value, True))
        if number:
            items.append(Lines((((_EDGE + each * number, y), (_EDGE + each * number, y - 28)),), PALE, 0.4))
    items.append(Lines((((_EDGE, y - 28), (WIDTH - _EDGE, y - 28)),), INK, 0.5))
    return items


def _lines(texts: tuple[str, ...], y: float, ink: str, kind: Type) -> list[Item]:
    places = []
    at = y - 11
    for text in texts:
        for line in wrap(text, SANS, kind.text, WIDTH - 2 * _EDGE - 9) if text else ():
            places.append((_EDGE + 5, round(at, 2), line))
            at -= 9.5
        at -= 3
    return [Texts(tuple(places), kind.text, False, ink, True)] if places else []


def _waves() -> list[Item]:
    paths = []
    for y in (_EDGE + 6, _EDGE + 11):
        paths.append(
            tuple((_EDGE + 4 + (WIDTH - 2 * _EDGE - 8) * n / 12, y + (1.3 if n % 2 else -1.3)) for n in range(13))
        )
    return [Lines(tuple(paths), "#5b83ad", 0.7)]


def _foot(text: str, kind: Type) -> Texts:
    return middle(WIDTH / 2, _EDGE + 5, text, kind.label, True, GREY)


def _aim(card: MantraCard) -> str:
    return "" if card.aim == "none" else f"on {' '.join([str(card.aim), *map(str, card.needs)])}"


def _lasts(card: MantraCard) -> str:
    return f"{'FAST, ' if card.fast else ''}{card.lasts}"


def described(card: Design) -> str:
    """A card in words."""
    said = both_words(card)
    if isinstance(card, UnitCard):
        return "; ".join(filter(None, [f"unit, level {card.level}, {card.scores}", said])) + "."
    if isinstance(card, MantraCard):
        return "; ".join(filter(None, [f"mantra, level {card.level}, {_lasts(card)}", _aim(card), said])) + "."
    return f"{'temple' if card.temple else 'land'}; {said or 'no effect'}."
