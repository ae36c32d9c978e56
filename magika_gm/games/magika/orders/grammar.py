"""Reading an order: tolerant of how it is written, strict about what it means (docs/orders.md).

``read_order(write_order(order)) == order`` for every order the grammar knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from magika_gm.engine.words import LONGEST_LINE, Fault, nearest, subsequence, words_of
from magika_gm.games.magika.orders import REST, Cast, Demand, Don, Drop, Give, Meditate, Move, Order, Search
from magika_gm.games.magika.orders.names import (
    NOBODY,
    Roster,
    near_codes,
    read_artifact,
    read_colour,
    read_mage,
    read_things,
    scroll_at,
)
from magika_gm.games.magika.orders.parameters import any_parameter, parameter_of, read_direction, write_parameter
from magika_gm.games.magika.rules.arena import DIRECTIONS
from magika_gm.games.magika.rules.spellbook import code_of
from magika_gm.games.magika.rules.tables import EBON

Scrolls = Mapping[int, str]
"""Number in the report's list → spell code."""
UNKNOWN: Scrolls = {}

VERBS = ("MOVE", "REST", "SEARCH", "MEDITATE", "CAST", "DROP", "GIVE", "DEMAND", "DON")
_ALSO = {"GO": "MOVE", "WALK": "MOVE", "WEAR": "DON"}
_BEFORE_SPELL = frozenset({"THE", "MY", "SPELL", "SCROLL", "MAJOR", "MINOR"})
_ALONE: dict[str, Order] = {"REST": REST, "SEARCH": Search(), "MEDITATE": Meditate()}


def read_order(text: str, roster: Roster | None = None, scrolls: Scrolls = UNKNOWN) -> Order | Fault:
    """The order a line of text stands for, or why it cannot be read, with the nearest right spelling.

    ``roster`` lets mages be called by name. ``scrolls``, if the list is known, lets the parameter of a cast by number
    be judged against the spell; otherwise it stays canonical text and only nonsense is refused. A comment after ``;``
    is left out; nothing at all is a Rest. Never raises.
    """
    text = text.partition(";")[0]
    if len(text) > LONGEST_LINE:
        return Fault(f"the line is too long for an order ({len(text)} characters)")
    words = words_of(text)
    if not words:
        return REST
    roster = NOBODY if roster is None else roster
    verb = _verb(words)
    if isinstance(verb, Fault):
        return verb
    rest = words[1:]
    if verb in _ALONE:
        if rest:
            return Fault(f"{verb} stands alone; {' '.join(rest)} is too much", (), rest[0])
        return _ALONE[verb]
    if verb == "CAST":
        return _cast(rest, roster, scrolls)
    return _READERS[verb](rest, roster)


def mage_of(text: str, roster: Roster | None = None) -> str | Fault:
    """A mage's letter from ``C``, ``mage c``, ``EBON`` or his character's name."""
    return read_mage(words_of(text), NOBODY if roster is None else roster)


def _verb(words: Sequence[str]) -> str | Fault:
    word = words[0]
    if word in VERBS:
        return word
    if word in _ALSO:
        return _ALSO[word]
    meant = [v for v in VERBS if v.startswith(word)] or [v for v in VERBS if len(word) > 1 and subsequence(word, v)]
    if len(meant) == 1:
        return meant[0]
    if "MOVE" in meant and len(words) > 1 and read_direction(words[1:]) is not None:
        return "MOVE"
    if meant:
        return Fault(f"{word} may be more than one order", tuple(meant), word)
    if read_direction(words) is not None:
        return Fault(f"{word} is not an order", (f"MOVE {' '.join(words)}",), word)
    spell = scroll_at(words, 0)
    if spell is not None:
        said = " ".join((spell[0] + ("X" if spell[1] else ""), *words[spell[2] :]))
        return Fault(f"{word} is not an order", (f"CAST {said}",), word)
    return Fault(f"{word} is not an order", nearest(word, (*VERBS, *_ALSO)), word)


def _move(words: list[str], _: Roster) -> Order | Fault:
    said = [w for w in words if w not in ("TO", "THE")]
    if not said:
        return Fault("say in which direction: MOVE NE", DIRECTIONS)
    got = read_direction(said)
    if got is None:
        return Fault(f"{said[0]} is not a direction", nearest(said[0], DIRECTIONS) or DIRECTIONS, said[0])
    way, used = got
    if way in ("N", "S"):
        return Fault(f"no space lies due {way}", (f"MOVE {way}E", f"MOVE {way}W"), way)
    if used < len(said):
        return Fault(f"one move a phase; {' '.join(said[used:])} is too much", (), said[used])
    return Move(way)


def _cast(words: list[str], roster: Roster, scrolls: Scrolls) -> Order | Fault:
    level = ""
    while words and words[0] in _BEFORE_SPELL and scroll_at(words, 0) is None:
        word = words[0]
        words = words[1:]
        if word in ("MAJOR", "MINOR"):
            level = word
        elif word == "SCROLL" and words and words[0][:1].isdecimal():
            words = ["S" + words[0], *words[1:]]
    if not words:
        return Fault("say which spell: CAST Heals")
    got = scroll_at(words, 0)
    if got is None:
        return Fault(f"{words[0]} is not a spell code or a scroll's number (S1, S2 …)", near_codes(words[0]), words[0])
    scroll, major, used = got
    rest = words[used:]
    if rest and rest[0] in ("X", "MAJOR", "MINOR") and not major:
        level = level or ("MINOR" if rest[0] == "MINOR" else "MAJOR")
        rest = rest[1:]
    if major and level == "MINOR":
        return Fault(f"MINOR or major? {words[0]} is major", (scroll,), words[0])
    major = major or level == "MAJOR"
    code = scroll if code_of(scroll) else scrolls.get(int(scroll[1:]))
    if code is None:
        parameter = any_parameter(scroll, major, rest, roster)
    else:
        read = parameter_of(code, major, rest, roster)
        parameter = read if isinstance(read, Fault) else write_parameter(code, major, read)
    return parameter if isinstance(parameter, Fault) else Cast(scroll, major, parameter)


def _drop(words: list[str], _: Roster) -> Order | Fault:
    things = read_things(words)
    if isinstance(things, Fault):
        return things
    if things.endurance or things.arcania:
        return Fault("points cannot be dropped; they can be given to EBON (GIVE-3)")
    return Drop(things.names)


def _give(words: list[str], roster: Roster) -> Order | Fault:
    if "TO" not in words:
        return Fault("say to whom: GIVE CROWN TO F")
    at = len(words) - 1 - words[::-1].index("TO")
    things = read_things(words[:at])
    if isinstance(things, Fault):
        return things
    to = read_mage(words[at + 1 :], roster)
    if isinstance(to, Fault):
        return to
    if (things.endurance or things.arcania) and to != EBON:
        return Fault("points of endurance and arcania can be given to the Ebon Mage only (GIVE-3)")
    return Give(things.names, to, things.endurance, things.arcania)


def _demand(words: list[str], roster: Roster) -> Order | Fault:
    if "FROM" not in words:
        return Fault("say from whom: DEMAND CROWN FROM F")
    at = words.index("FROM")
    artifact = read_artifact(words[:at])
    if isinstance(artifact, Fault):
        return artifact
    holder = read_mage(words[at + 1 :], roster)
    if isinstance(holder, Fault):
        return holder
    return Demand(artifact, holder)


def _don(words: list[str], _: Roster) -> Order | Fault:
    colour = read_colour(words)
    return colour if isinstance(colour, Fault) else Don(colour)


_READERS: dict[str, Callable[[list[str], Roster], Order | Fault]] = {
    "MOVE": _move,
    "DROP": _drop,
    "GIVE": _give,
    "DEMAND": _demand,
    "DON": _don,
}

__all__ = ["NOBODY", "UNKNOWN", "VERBS", "Fault", "Roster", "Scrolls", "mage_of", "read_order"]
