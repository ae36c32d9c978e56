"""The words of the law: seats (SET-1), the isle's twenty squares (ISLE), and what a card's text can say (EFF).

A square is a number from 0 to 19 in reading order (ISLE-3), so that sorting squares sorts them as the rules do.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum

from magika_gm.engine.records import record
from magika_gm.engine.words import nearest

SUN = "SUN"
MOON = "MOON"
SEATS = (SUN, MOON)
OTHER = {SUN: MOON, MOON: SUN}
"""The foe's seat."""
NEUTRAL = ""
WATER = "Water"

COLUMNS = "abcde"
ROWS = 4
WIDTH = len(COLUMNS)
SQUARES: tuple[str, ...] = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in COLUMNS)
"""Names in reading order (ISLE-3)."""
SQUARE: dict[str, int] = {name: number for number, name in enumerate(SQUARES)}
ALL_SQUARES = range(len(SQUARES))


class Direction(StrEnum):
    """The four directions (ISLE-2)."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


_SHIFTS = {Direction.NORTH: (0, -1), Direction.EAST: (1, 0), Direction.SOUTH: (0, 1), Direction.WEST: (-1, 0)}


def _shifted(square: int, direction: Direction, far: int) -> int:
    row, column = divmod(square, WIDTH)
    column += _SHIFTS[direction][0] * far
    row += _SHIFTS[direction][1] * far
    return row * WIDTH + column if 0 <= column < WIDTH and 0 <= row < ROWS else -1


STEP: dict[Direction, tuple[int, ...]] = {d: tuple(_shifted(s, d, 1) for s in ALL_SQUARES) for d in Direction}
"""By direction, the square one step from each; -1 beyond the edge."""
LEAP: dict[Direction, tuple[int, ...]] = {d: tuple(_shifted(s, d, 2) for s in ALL_SQUARES) for d in Direction}
"""By direction, the square two steps from each (ACT-9)."""
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(STEP[d][s] for d in Direction if STEP[d][s] >= 0) for s in ALL_SQUARES
)
DISTANCE: tuple[tuple[int, ...], ...] = tuple(
    tuple(abs(a % WIDTH - b % WIDTH) + abs(a // WIDTH - b // WIDTH) for b in ALL_SQUARES) for a in ALL_SQUARES
)
"""Difference of columns + difference of rows (ISLE-2)."""
EDGE: frozenset[int] = frozenset(s for s in ALL_SQUARES if s % WIDTH in (0, WIDTH - 1) or s // WIDTH in (0, ROWS - 1))
"""The 14 edge squares (ISLE-4)."""


def joined(squares: Collection[int]) -> bool:
    """Whether all these squares hang together by steps N, E, S, W (BUILD-4); none or one always do."""
    left = set(squares)
    if not left:
        return True
    reached = [left.pop()]
    while reached:
        for other in NEIGHBOURS[reached.pop()]:
            if other in left:
                left.remove(other)
                reached.append(other)
    return not left


# The effect vocabulary (EFF): what a card's text can say, and nothing else works on the game.
#
# An effect reads ``when who what``: ``always here-mine B+2``, ``enter foe harm 1``, ``gain I draw 1``. Reading checks
# it against what the words can mean together on that kind of card, so that a game master's own cards cannot say
# nonsense.


class When(StrEnum):
    """When an effect works (EFF-1)."""

    ALWAYS = "always"
    AFLOAT = "afloat"
    NOW = "now"
    START = "start"
    END = "end"
    ENTER = "enter"
    LEAVE = "leave"
    GAIN = "gain"
    KILL = "kill"


class Who(StrEnum):
    """Upon whom (EFF-1)."""

    IT = "it"
    MINE = "mine"
    FOE = "foe"
    ALL = "all"
    HERE = "here"
    HERE_MINE = "here-mine"
    HERE_FOE = "here-foe"
    NEAR_MINE = "near-mine"
    ME = "I"


class What(StrEnum):
    """What it does (EFF-1)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    RANGE = "range"
    GUARD = "guard"
    LEAP = "leap"
    HOLD = "hold"
    WARD = "ward"
    COVER = "cover"
    COST = "cost"
    CLOSED = "closed"
    LIMIT = "limit"
    SUM = "sum"
    COUNT = "count"
    MUTE = "mute"
    HEAL = "heal"
    HARM = "harm"
    SLAY = "slay"
    RETURN = "return"
    HALT = "halt"
    CLAIM = "claim"
    NEUTRAL = "neutral"
    BLINK = "blink"
    DRAW = "draw"
    RECOVER = "recover"
    MUSTER = "muster"
    PEEK = "peek"
    CANCEL = "cancel"
    UNRAVEL = "unravel"


class Host(StrEnum):
    """What bears an effect: a card of the isle, a unit, or a mantra by what it is cast on."""

    LAND = "land"
    UNIT = "unit"
    UNIT_MANTRA = "mantra on a unit"
    LAND_MANTRA = "mantra on a land"
    GLOBAL = "global mantra"
    UNRAVELLER = "mantra on a mantra in play"
    ANSWER = "mantra on the mantra being answered"


@record
class Effect:
    """One effect of a card; ``amount`` is signed where the text says + or -, 0 where it says none."""

    when: When
    who: Who
    what: What
    amount: int = 0

    def __str__(self) -> str:
        if self.when is When.AFLOAT:
            return f"{self.when} {self.deed}"
        return f"{self.when} {self.who} {self.deed}"

    @property
    def deed(self) -> str:
        """The ``what`` with its amount: ``B+2``, ``heal 2``, ``hold``."""
        if self.what in SIGNED:
            return f"{self.what}{self.amount:+d}"
        return f"{self.what} {self.amount}" if self.what in COUNTED else str(self.what)


SCORES = frozenset({What.A, What.B, What.C, What.D, What.RANGE})
SIGNED = SCORES | {What.LIMIT, What.SUM, What.COUNT, What.MUSTER}
"""Written with + or -."""
COUNTED = frozenset({What.GUARD, What.COST, What.HEAL, What.HARM, What.BLINK, What.DRAW})
"""Written with a plain number."""
HARMFUL = frozenset({
    What.HOLD, What.HARM, What.SLAY, What.RETURN, What.HALT, What.COST, What.MUTE, What.NEUTRAL, What.CLOSED,
})  # fmt: skip
"""What is bad for whom it befalls; so is less of what is written with a sign."""
STANDING = SCORES | {What.GUARD, What.LEAP, What.HOLD, What.WARD, What.COVER}
"""What works on units always."""
OF_PLAYER = frozenset({What.LIMIT, What.SUM, What.COUNT, What.MUTE})
"""What works on a player always."""
PLAYER_DEEDS = frozenset({What.DRAW, What.RECOVER, What.PEEK})
"""What a player does at a moment."""

_SIDES = frozenset({Who.MINE, Who.FOE, Who.ALL})
_PLACED = frozenset({Who.HERE, Who.HERE_MINE, Who.HERE_FOE, Who.NEAR_MINE})
_WHEN: dict[Host, frozenset[When]] = {
    Host.LAND: frozenset({When.ALWAYS, When.START, When.END, When.ENTER, When.LEAVE, When.GAIN}),
    Host.UNIT: frozenset({When.ALWAYS, When.AFLOAT, When.START, When.END, When.KILL}),
    Host.UNIT_MANTRA: frozenset({When.ALWAYS, When.NOW, When.START, When.END, When.KILL}),
    Host.LAND_MANTRA: frozenset({When.ALWAYS, When.NOW, When.START, When.END, When.ENTER, When.LEAVE, When.GAIN}),
    Host.GLOBAL: frozenset({When.ALWAYS, When.NOW, When.START, When.END}),
    Host.UNRAVELLER: frozenset({When.NOW}),
    Host.ANSWER: frozenset({When.NOW}),
}
_EFFECT = re.compile(r"(\S+)\s+(?:(\S+)\s+)?([A-Za-z]+)\s*([+-]\s*\d+|\d+)?")
_MOST = 99


class EffectFault(ValueError):
    """A text that is no effect; its words say why and what to write."""


def _word(kind: type[StrEnum], word: str, called: str) -> StrEnum:
    for known in kind:
        if known.casefold() == word.casefold():
            return known
    known_words = [str(k) for k in kind]
    near = nearest(word, known_words, 1, loose=True)
    cure = f"did you mean {near[0]}?" if near else f"there are {', '.join(known_words)}"
    raise EffectFault(f"{word!r} is no {called}; {cure}")


def read_effect(text: str, host: Host) -> Effect:
    """The effect ``text`` says on a card of kind ``host`` (EFF-1); raises :class:`EffectFault`."""
    found = _EFFECT.fullmatch(text.strip())
    if found is None:
        raise EffectFault(f"{text!r} is no effect; write it as 'when who what', like 'enter foe harm 1'")
    when = When(_word(When, found[1], "time of an effect"))
    if when is When.AFLOAT and found[2] is None:
        who = Who.IT
    elif found[2] is None:
        raise EffectFault(f"{text!r} does not say who; write it as 'when who what', like 'enter foe harm 1'")
    else:
        who = Who(_word(Who, found[2], "target of an effect"))
    what = What(_word(What, found[3], "effect"))
    effect = Effect(when, who, what, _amount(what, found[4]))
    fault = _nonsense(effect, host)
    if fault:
        raise EffectFault(f"{text!r}: {fault}")
    return effect


def _amount(what: What, written: str | None) -> int:
    number = int("".join(written.split())) if written else 0
    if what in SIGNED:
        if not written or written[0] not in "+-" or number == 0:
            raise EffectFault(f"{what} needs a number with + or -, like {what}+1")
    elif what in COUNTED:
        if not written or written[0] in "+-" or (number == 0 and what is not What.COST):
            raise EffectFault(f"{what} needs a plain number, like '{what} 1'")
    elif written:
        raise EffectFault(f"{what} takes no number")
    if abs(number) > _MOST:
        raise EffectFault(f"{number} is too much; {_MOST} is the most")
    if what in (What.C, What.MUSTER) and number < 0:
        raise EffectFault(f"{what} can only be raised")
    return number


def _nonsense(effect: Effect, host: Host) -> str:
    """Why these words cannot stand together on such a card; "" if they can (EFF-1)."""
    when, who, what = effect.when, effect.who, effect.what
    if when not in _WHEN[host]:
        return f"a {host} knows no {when}; it knows {', '.join(w for w in When if w in _WHEN[host])}"
    if (host is Host.UNRAVELLER) != (what is What.UNRAVEL) or (host is Host.ANSWER) != (what is What.CANCEL):
        return "a mantra on a mantra in play says 'now it unravel', an answer 'now it cancel', and no other does"
    if what in (What.UNRAVEL, What.CANCEL):
        return "" if who is Who.IT else f"{what} works on it"
    if what in (What.CLOSED, What.CLAIM, What.NEUTRAL):
        wanted = When.ALWAYS if what is What.CLOSED else When.NOW
        right = host is Host.LAND_MANTRA and who is Who.IT and when is wanted
        return "" if right else f"only a mantra on a land says '{wanted} it {what}'"
    if what is What.BLINK:
        right = host is Host.UNIT_MANTRA and who is Who.IT and when is When.NOW
        return "" if right else "only a mantra on a unit says 'now it blink'"
    if what is What.MUSTER:
        right = when is When.NOW and who is Who.ME
        return "" if right else "only a mantra says 'now I muster+1'"
    if what is What.COST:
        right = host in (Host.LAND, Host.LAND_MANTRA) and when is When.ALWAYS and who in _SIDES
        return "" if right else "only a land or a mantra on one says 'always', whose steps (mine, foe, all), and 'cost'"
    lasting = when in (When.ALWAYS, When.AFLOAT)
    if lasting != (what in STANDING | OF_PLAYER):
        return f"{what} {'is done at a moment, not always' if lasting else 'works always, not at a moment'}"
    if (who is Who.ME) != (what in OF_PLAYER | PLAYER_DEEDS):
        return f"{what} works on {'the player (I)' if who is not Who.ME else 'units, not on the player'}"
    if when in (When.ENTER, When.LEAVE) and who not in _SIDES:
        return f"{when} needs whose units: mine, foe or all"
    if host is Host.GLOBAL and who in _PLACED | {Who.IT}:
        return f"a global mantra lies nowhere, so it knows no {who}"
    if host in (Host.LAND, Host.LAND_MANTRA) and who is Who.IT:
        return "a land has effects on units here, not on it"
    if when is When.AFLOAT and who is not Who.IT:
        return "afloat works on the unit itself"
    return ""
