"""The grammar of order lines (ORD): text to orders and faults; nothing here raises for what a player may write."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from magika_gm.engine.words import Fault
from magika_gm.games.arena.orders.magic_lines import read_cast, read_use
from magika_gm.games.arena.orders.order import (
    ALL,
    RANDOM,
    Auto,
    BeginStanding,
    CalmStorm,
    Cast,
    ChangeTerrain,
    Destroy,
    Dismount,
    Draw,
    Drop,
    EndStanding,
    Equip,
    FlightEnd,
    Fly,
    Kill,
    Leg,
    MakeStorm,
    Mark,
    Mount,
    Move,
    Order,
    Resign,
    Retreat,
    Shoot,
    Stop,
    Use,
)
from magika_gm.games.arena.orders.words import (
    CREATURE_NAMES,
    ITEM_NAMES,
    Unreadable,
    Words,
    as_id,
    keyword,
    split_at,
    step_of,
    terrain_letter,
)
from magika_gm.games.arena.rules.terms import Phase

VERBS = (
    "TERRAIN", "STORM", "CALM", "DROP", "EQUIP", "MOUNT", "DISMOUNT", "CAST", "USE", "STOP", "MOVE", "FLY", "SHOOT",
    "DESTROY", "RETREAT", "KILL", "AUTO", "RESIGN", "DRAW", "STANDING", "END", "LATE", "M1", "M2", "CONCEDE", "OFFER",
)  # fmt: skip
STANDING_VERBS = (Cast, Use, Kill, Retreat, Auto, Draw)
_LATE_VERBS = ("DROP", "EQUIP", "MOUNT", "DISMOUNT")
MOST_CHARACTERS = 300


_DROPPED = dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad")
_DASHES_AND_MARKS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022\u00b7\u201c\u201d\u2019"
_SPACES = dict.fromkeys("-,.!?:()[]{}<>\"'`*_=\\|~#" + _DASHES_AND_MARKS, " ")
_FOLD = str.maketrans({**_DROPPED, **_SPACES})


def tokens_of(text: str) -> list[str]:
    """The words of a line, without its comment; punctuation parts words, but ``^`` and ``/`` belong to places."""
    said = text.partition(";")[0]
    if not said.isascii():
        said = unicodedata.normalize("NFKC", said)
    return said.translate(_FOLD).split()


def read_line(text: str) -> Order:
    """One order line; raises :class:`Unreadable` if it is none."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(f"a line has at most {MOST_CHARACTERS} characters", (), "too-long")
    tokens = tokens_of(text)
    if not tokens:
        raise Unreadable("the line is empty", (), "missing")
    verb = keyword(tokens[0], VERBS, "order")
    rest = Words(tokens[1:])
    if verb == "LATE":
        verb = keyword(rest.next("an order after LATE"), _LATE_VERBS, "order that may be LATE")
        return _equipping(verb, rest, late=True)
    if verb in ("M1", "M2"):
        phase = Phase(verb)
        verb = keyword(rest.next(f"CAST or USE after {verb}"), ("CAST", "USE"), "order of a magic phase")
        return read_cast(phase, rest.left) if verb == "CAST" else read_use(phase, rest.left)
    if verb in _LATE_VERBS:
        return _equipping(verb, rest, late=False)
    order = _READERS[verb](rest)
    rest.end()
    return order


def _equipping(verb: str, words: Words, *, late: bool) -> Order:
    order: Order
    first = words.reference(CREATURE_NAMES, "creature")
    if verb == "MOUNT":
        order = Mount(first, words.reference(CREATURE_NAMES, "creature to mount"), late)
    elif verb == "DISMOUNT":
        order = Dismount(first, late)
    else:
        item = words.reference(ITEM_NAMES, "item")
        order = Drop(first, item, late) if verb == "DROP" else Equip(first, item, late)
    words.end()
    return order


def _terrain(words: Words) -> Order:
    return ChangeTerrain(words.hex(), terrain_letter(words.next("a terrain")))


def _cast(words: Words) -> Order:
    order = read_cast(None, words.left)
    words.left = []
    return order


def _use(words: Words) -> Order:
    order = read_use(None, words.left)
    words.left = []
    return order


def _move(words: Words) -> Order:
    unit = words.reference(CREATURE_NAMES, "unit")
    paths = tuple(tuple(step_of(w) for w in part) for part in split_at(words.left, "ELSE"))
    words.left = []
    if not all(paths):
        raise Unreadable("MOVE needs a path: directions or hexes", (), "missing")
    return Move(unit, paths)


def _fly(words: Words) -> Order:
    unit = words.reference(CREATURE_NAMES, "unit")
    parts = split_at(words.left, "ELSE")
    words.left = []
    ends = [_flight_end(part) for part in parts]
    legs: list[Leg] = []
    for part, end in zip(parts, ends, strict=True):
        steps = tuple(step_of(w) for w in part if w.upper() not in tuple(FlightEnd))
        legs.append(Leg(steps, end or ends[-1] or FlightEnd.LAND))
    return Fly(unit, tuple(legs))


def _flight_end(part: Sequence[str]) -> FlightEnd | None:
    """How a path ends; a path without either ends as the last of the line does."""
    named = [w for w in part if w.upper() in tuple(FlightEnd)]
    if len(named) > 1 or (named and part[-1].upper() not in tuple(FlightEnd)):
        raise Unreadable("LAND or STAY stands once, at the end of a path", (), "extra")
    return FlightEnd(named[0].upper()) if named else None


def _shoot(words: Words) -> Order:
    creature = words.reference(CREATURE_NAMES, "creature")
    weapon = ""
    marks: list[Mark] = []
    for part in split_at(words.left, "ELSE"):
        aim, *weapons = split_at(part, "WITH")
        if weapons:
            item = Words(weapons[-1])
            named = item.reference(ITEM_NAMES, "item")
            item.end()
            if weapon not in ("", named) or len(weapons) > 1:
                raise Unreadable("a shot is made WITH one weapon", (), "extra")
            weapon = named
        mark = Words(aim)
        place = mark.place()
        vehicle = mark.reference(CREATURE_NAMES, "vehicle") if mark else ""
        mark.end()
        marks.append(Mark(place, vehicle))
    words.left = []
    return Shoot(creature, tuple(marks), weapon)


def _destroy(words: Words) -> Order:
    vehicle = words.reference(CREATURE_NAMES, "vehicle")
    if words.next("BY").upper() != "BY":
        raise Unreadable("DESTROY needs BY and the creatures that do it", (), "missing")
    by = [words.reference(CREATURE_NAMES, "creature")]
    while words:
        by.append(words.reference(CREATURE_NAMES, "creature"))
    return Destroy(vehicle, tuple(by))


def _retreat(words: Words) -> Order:
    everybody = bool(words) and words.left[0].upper() == ALL
    unit = words.next("a unit").upper() if everybody else words.reference(CREATURE_NAMES, "unit")
    places = [words.place()]
    while words:
        places.append(words.place())
    return Retreat(unit, tuple(places))


def _kill(words: Words) -> Order:
    ids: list[str] = []
    while words or not ids:
        word = words.next("whom to kill")
        id_ = RANDOM if word.upper() == RANDOM else as_id(word)
        if id_ is None or id_[0] not in "ABR":
            raise Unreadable(f"{word} is no creature's id", (), "unknown-name")
        ids.append(id_)
    return Kill(tuple(ids))


def _auto(words: Words) -> Order:
    return Auto(keyword(words.next("ON or OFF"), ("ON", "OFF"), "way to set AUTO") == "ON")


def _end(words: Words) -> Order:
    keyword(words.next("STANDING"), ("STANDING",), "thing to end")
    return EndStanding()


def _offer(words: Words) -> Order:
    keyword(words.next("DRAW"), ("DRAW",), "thing to offer")
    return Draw()


_READERS: dict[str, Callable[[Words], Order]] = {
    "TERRAIN": _terrain,
    "STORM": lambda w: MakeStorm(w.hex()),
    "CALM": lambda w: CalmStorm(w.hex()),
    "CAST": _cast,
    "USE": _use,
    "STOP": lambda w: Stop(w.reference(CREATURE_NAMES, "creature")),
    "MOVE": _move,
    "FLY": _fly,
    "SHOOT": _shoot,
    "DESTROY": _destroy,
    "RETREAT": _retreat,
    "KILL": _kill,
    "AUTO": _auto,
    "RESIGN": lambda _: Resign(),
    "CONCEDE": lambda _: Resign(),
    "DRAW": lambda _: Draw(),
    "OFFER": _offer,
    "STANDING": lambda _: BeginStanding(),
    "END": _end,
}


def read_order(text: str, names: Mapping[str, str] | None = None) -> Order | Fault:  # noqa: ARG001 - players have no names
    """One order line, or what is wrong with it; never raises."""
    try:
        return read_line(text)
    except Unreadable as bad:
        return Fault(bad.reason, bad.near, text.strip())


@dataclass(frozen=True, slots=True)
class Misread:
    """A line that could not be read: its number (from 1), its text, why."""

    line: int
    text: str
    fault: Fault


def read_lines(lines: Sequence[str]) -> tuple[tuple[Order, ...], tuple[Misread, ...]]:
    """A sheet's own lines: the orders in their order, and every line that is none.

    A STANDING block that is not ended ends with the sheet.
    """
    orders: list[Order] = []
    misread: list[Misread] = []
    inside = False
    for number, text in enumerate(lines, 1):
        if not tokens_of(text):
            continue
        order = read_order(text)
        if not isinstance(order, Fault):
            wrong = misplaced(order, inside=inside)
            order = Fault(wrong, (), text.strip()) if wrong else order
        if isinstance(order, Fault):
            misread.append(Misread(number, text, order))
            continue
        inside = isinstance(order, BeginStanding) or (inside and not isinstance(order, EndStanding))
        orders.append(order)
    return tuple(orders), tuple(misread)


def misplaced(order: Order, *, inside: bool) -> str:
    """Why an order cannot stand inside, or outside, a STANDING block; "" if it can (MAIL-4)."""
    if inside and not isinstance(order, (*STANDING_VERBS, EndStanding)):
        return "STANDING holds CAST, USE, KILL, RETREAT, AUTO and DRAW only"
    return "END STANDING without STANDING" if isinstance(order, EndStanding) and not inside else ""


def stored(text: str) -> Order:
    """An order from the record; raises ValueError if it is none."""
    try:
        return read_line(text)
    except Unreadable as bad:
        raise ValueError(f"{text}: {bad.reason}") from bad
