"""An event as a turn's record keeps it: with who perceives it, and in which form (design: fog is decided when told)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any, ClassVar, Generic, TypeVar

from magika_gm.engine.records import named_record, record

Event = TypeVar("Event", covariant=True)  # noqa: PLC0105 - read-only: a Told[Woke] is a Told of any event


class Happened:
    """An event: it knows what it does to a state, and carries all that this needs.

    Folded over the state at a turn's start, a turn's events give the state at its end.
    """

    __slots__ = ()

    looks: ClassVar[bool] = True
    """Whether what is worked out of a state may be otherwise after it."""

    def apply(self, state: Any) -> None:
        """Change a state by it: not at all, where it only tells something."""


def events_of(module: Mapping[str, Any]) -> Any:
    """The union of a module's events, in their order; what others derive from is none."""
    found = [one for one in module.values() if isinstance(one, type) and issubclass(one, Happened)]
    own = (one for one in found if one.__module__ == module["__name__"] and not one.__subclasses__())
    return reduce(or_, own)


@named_record
class Told(Generic[Event]):
    """An event told in a turn.

    ``phase`` and ``step`` say when (numbers of the game's event sequence). ``audience`` are the seats that perceive it
    as it was, ``dimly`` those that perceive ``blurred`` in its place; the game master perceives everything.
    """

    phase: int
    step: int
    event: Event
    audience: Collection[str] = ()
    blurred: Event | None = None
    dimly: Collection[str] = ()

    def seen_by(self, seat: str) -> Event | None:
        """The form in which a seat perceives it; None if it does not."""
        if seat in self.audience:
            return self.event
        return self.blurred if seat in self.dimly else None


# What is about to win, lose or end a game, as data: every game tells it, every form sets it right under the lead.


@record
class Threat:
    """An end that is near, as far as the reader of a report may know.

    ``seats`` are those it would win for or who bring it about, () for an end that comes by itself; ``text`` is a
    sentence without its full stop; ``rule`` the rule by which the game would end; ``lacking`` how much is missing, in
    the unit the text names (None: nothing that can be counted).
    """

    seats: tuple[str, ...]
    text: str
    rule: str
    lacking: int | None = None

    @property
    def line(self) -> str:
        """``4 more hexes and B wins by mastery (WIN-4).``"""
        return f"{self.text} ({self.rule})."


def threats_plain(threats: Iterable[Threat]) -> list[dict[str, Any]]:
    """As turn files hold them (``threats``)."""
    return [{"seats": list(one.seats), "text": one.text, "rule": one.rule, "lacking": one.lacking} for one in threats]


def more(count: int, noun: str, plural: str = "") -> str:
    """``1 more hex``, ``4 more hexes``."""
    return f"{count} more {noun if count == 1 else plural or noun + 's'}"
