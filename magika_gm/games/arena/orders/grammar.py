"""The grammar of order lines (ORD): text to orders and faults; nothing here raises for what a player may write."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from magika_gm.engine.system import LineFault, Reading, SheetLine
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


def tokens_of(text: str) -> list[str]:
    """The words of a line, without its comment; commas part words too."""
    return text.partition(";")[0].replace(",", " ").split()


def read_line(text: str) -> Order:
    """One order line; raises :class:`Unreadable` if it is none."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(f"a line has at most {MOST_CHARACTERS} characters", (), "too-long")
    tokens = tokens_of(text)
    if not tokens:
        raise Unreadable("the line is empty", (), "missing")
    verb = keyword(tokens[0].rstrip(":"), VERBS, "order")
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
    aims, *weapons = split_at(words.left, "WITH")
    words.left = []
    weapon = ""
    if weapons:
        item = Words(weapons[0])
        weapon = item.reference(ITEM_NAMES, "item")
        item.end()
    marks: list[Mark] = []
    for part in split_at(aims, "ELSE"):
        mark = Words(part)
        place = mark.place()
        vehicle = mark.reference(CREATURE_NAMES, "vehicle") if mark else ""
        mark.end()
        marks.append(Mark(place, vehicle))
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


def read_sheet(lines: Sequence[SheetLine]) -> Reading:
    """A sheet's own lines: the orders in their order, and a fault for every line that is none."""
    orders: list[Order] = []
    faults: list[LineFault] = []
    inside = False
    for line in lines:
        if not tokens_of(line.text):
            continue
        try:
            order = read_line(line.text)
            if inside and not isinstance(order, (*STANDING_VERBS, EndStanding)):
                raise Unreadable("STANDING holds CAST, USE, KILL, RETREAT, AUTO and DRAW", (), "not-standing")
            if isinstance(order, EndStanding) and not inside:
                raise Unreadable("END STANDING without STANDING", (), "not-standing")
        except Unreadable as bad:
            faults.append(LineFault(line.number, line.text, bad.reason, bad.near, bad.code))
            continue
        inside = isinstance(order, BeginStanding) or (inside and not isinstance(order, EndStanding))
        orders.append(order)
    if inside:
        orders.append(EndStanding())
    return Reading(tuple(orders), tuple(faults))


def reads(line: str) -> bool:
    """Whether a bare line looks like one of this game's orders: its verb is written out and it can be read."""
    tokens = tokens_of(line)
    if not tokens or tokens[0].upper().rstrip(":") not in VERBS:
        return False
    try:
        read_line(line)
    except Unreadable:
        return False
    return True


def stored(text: str) -> Order:
    """An order from the record; raises ValueError if it is none."""
    try:
        return read_line(text)
    except Unreadable as bad:
        raise ValueError(f"{text}: {bad.reason}") from bad
