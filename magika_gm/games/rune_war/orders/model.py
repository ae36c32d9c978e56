"""The orders of a sheet, as values (ORD).

Orders compare by what they say; ``line`` is the number of the line they stand on and is no part of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Any

from magika_gm.engine.records import named_record, record
from magika_gm.games.rune_war.adviser import Wish
from magika_gm.games.rune_war.rules.tables import Clan
from magika_gm.games.rune_war.rules.terms import DRAGONS, HONORS, KINDS, SIMPLES, TERMINALS, WINDS

DEFAULT_SLACK = 2
NO_LIMIT = None


class Group(StrEnum):
    """Groups of runes (ORD-2)."""

    SKULLS = "SKULLS"
    SWORDS = "SWORDS"
    CHARACTERS = "CHARACTERS"
    WINDS = "WINDS"
    DRAGONS = "DRAGONS"
    HONORS = "HONORS"
    TERMINALS = "TERMINALS"
    SIMPLES = "SIMPLES"
    LUCKY = "LUCKY"
    ALL = "ALL"


_MEMBERS: dict[Group, tuple[int, ...]] = {
    Group.SKULLS: tuple(range(9)),
    Group.SWORDS: tuple(range(9, 18)),
    Group.CHARACTERS: tuple(range(18, 27)),
    Group.WINDS: WINDS,
    Group.DRAGONS: DRAGONS,
    Group.HONORS: HONORS,
    Group.TERMINALS: TERMINALS,
    Group.SIMPLES: SIMPLES,
    Group.ALL: tuple(range(KINDS)),
}


@record
class Runes:
    """Runes as a line names them: one kind (``first`` alone), a range of a suit, or a group."""

    first: int = -1
    last: int = -1
    group: Group | None = None

    @property
    def single(self) -> bool:
        """Whether it is one code, which counts as often as written."""
        return self.group is None and self.last < 0

    def kinds(self, lucky: frozenset[int]) -> tuple[int, ...]:
        """The kinds meant, in rune order; ``lucky`` are those of the seat this round."""
        if self.group is Group.LUCKY:
            return tuple(sorted(lucky))
        if self.group is not None:
            return _MEMBERS[self.group]
        return (self.first,) if self.last < 0 else tuple(range(self.first, self.last + 1))


class RefKind(StrEnum):
    """How a sheet names a creature."""

    CODE = "code"
    KIND = "kind"
    NEW = "new"
    ANY = "any"


@record
class CreatureRef:
    """A creature as a line names it: by code, by kind, NEW, or ANY (ORD-2, ORD-5)."""

    kind: RefKind
    name: str = ""


class RivalKind(StrEnum):
    """How a sheet names an opponent."""

    SEAT = "seat"
    CLAN = "clan"
    WIZARD = "wizard"
    WIND = "wind"
    ANY = "any"


@record
class Rival:
    """An opponent as a line names him: seat, clan (its letter), wizard, wind of this round (its rune), or ANY."""

    kind: RivalKind
    name: str = ""


class Test(StrEnum):
    """Conditions of map lines."""

    __test__ = False  # no test case, whatever its name

    EMPTY = "EMPTY"
    NOT_EMPTY = "NOT EMPTY"
    MINE = "MINE"
    OF = "OF"


@record
class Condition:
    """``IF EMPTY``, ``IF OF MARZ``."""

    test: Test
    clan: Clan | None = None


def from_line() -> Any:
    """The field that says which line of a sheet an order is from: the same order on another line is equal to it."""
    return field(default=0, compare=False)


@record
class AimOrder:
    """``AIM HALF K +2, QUICK``."""

    wishes: tuple[Wish, ...]
    line: int = from_line()


@record
class KeepOrder:
    """``KEEP 66K, RD``."""

    runes: tuple[Runes, ...]
    line: int = from_line()


@record
class DiscardOrder:
    """``DISCARD N, 19C``."""

    runes: tuple[Runes, ...]
    line: int = from_line()


@record
class PungOrder:
    """``PUNG DRAGONS, E NOT 9K``; ``PUNG NONE`` is all after NOT."""

    always: tuple[Runes, ...]
    never: tuple[Runes, ...] = ()
    line: int = from_line()


@record
class KongOrder:
    """``KONG 6K``, ``KONG NOT RD``, ``KONG NONE``."""

    always: tuple[Runes, ...]
    never: tuple[Runes, ...] = ()
    line: int = from_line()


@record
class ChowWish:
    """A rune to be chowed, and the sequence AS names by its lowest rune (-1: the highest that can be made)."""

    runes: Runes
    start: int = -1


@record
class ChowOrder:
    """``CHOW 4S AS 345S, 2-8C``."""

    always: tuple[ChowWish, ...]
    never: tuple[Runes, ...] = ()
    line: int = from_line()


@record
class GameOrder:
    """``GAME DRAWN MIN 40``; ``GAME NO``."""

    drawn: bool = False
    least: int = 0
    no: bool = False
    line: int = from_line()


@named_record
class CastOrder:
    """``CAST Heal ON MA1, ANY WHEN POINTS 200 ALWAYS SAVE``.

    ``spell`` is a spell or the creature summoned; ``times`` 0 stands for ALWAYS; ``play`` and ``points`` are 0 where no
    WHEN names them. Of ``creatures`` and ``rivals`` one at most is filled; empty is ``ON ANY``.
    """

    spell: str
    creatures: tuple[CreatureRef, ...] = ()
    rivals: tuple[Rival, ...] = ()
    places: tuple[str, ...] = ()
    play: int = 0
    points: int = 0
    ready: bool = False
    times: int = 1
    save: bool = False
    line: int = from_line()


@named_record
class MoveOrder:
    """``MOVE MA1, MA2 TO M4 THEN Z3 IF EMPTY ELSE TO M8``."""

    creatures: tuple[CreatureRef, ...]
    way: tuple[str, ...]
    condition: Condition | None = None
    otherwise: tuple[str, ...] = ()
    line: int = from_line()


@named_record
class GateOrder:
    """``GATE MA1, MA3 TO M7 IF MINE ELSE TO T``; ``otherwise`` is ``""`` without ELSE."""

    creatures: tuple[CreatureRef, ...]
    place: str
    condition: Condition | None = None
    otherwise: str = ""
    line: int = from_line()


@record
class LineupOrder:
    """``LINEUP Z3: MA2, MA1``."""

    place: str
    creatures: tuple[CreatureRef, ...]
    line: int = from_line()


@record
class DismissOrder:
    """``DISMISS MA3``."""

    creatures: tuple[CreatureRef, ...]
    line: int = from_line()


@record
class ClaimOrder:
    """``CLAIM Z3, Z5 IF OF MARZ``."""

    places: tuple[str, ...]
    condition: Condition | None = None
    line: int = from_line()


HandOrder = AimOrder | KeepOrder | DiscardOrder | PungOrder | ChowOrder | KongOrder | GameOrder | CastOrder
MapOrder = MoveOrder | GateOrder | LineupOrder | DismissOrder | ClaimOrder
Order = HandOrder | MapOrder
Sheets = Mapping[str, Sequence[Order]]
"""Orders by seat."""


def single_kinds(runes: tuple[Runes, ...], lucky: frozenset[int]) -> Iterator[int]:
    """All kinds of a list, one after the other as written."""
    for item in runes:
        yield from item.kinds(lucky)
