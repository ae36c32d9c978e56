"""What a card of the Ebon Mage's deck of tasks says (EBON-6), as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

KINDS = ("bring about", "prevent", "keep to")
MAGE_FIELDS = (
    "race", "alignment", "endurance", "arcania", "skill", "aptitude", "standing", "team", "status", "row", "scrolls",
    "artifacts", "cloaks", "dropped",
)  # fmt: skip
SUBJECTS: dict[str, tuple[str, ...]] = {
    "novices": MAGE_FIELDS,
    "ebon": MAGE_FIELDS,
    "artifacts": ("name", "kind", "holder", "holder_alignment"),
    "teams": ("colour", "wearers"),
    "game": ("turn", "ending", "formers"),
}
"""What can be counted in the world as it stands, with the fields a task may ask about."""
SPELL_FIELDS = ("spell_alignment", "other_than")
"""Fields beside an event's own that a task may ask about where the event has a spell's ``code``."""


@dataclass(frozen=True, slots=True)
class Condition:
    """``field`` is one of ``values``, or between ``least`` and ``most``."""

    field: str
    values: tuple[Any, ...] = ()
    least: float | None = None
    most: float | None = None

    def holds(self, value: Any) -> bool:
        """Whether a value meets it."""
        if self.values:
            return value in self.values or ("novice" in self.values and _is_novice(value))
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def _is_novice(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 1 and "A" <= value <= "L"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One card of the deck. ``counts`` are event names, or one of :data:`SUBJECTS`."""

    name: str
    kind: str
    text: str
    counts: tuple[str, ...]
    where: tuple[Condition, ...] = ()
    total: str = ""
    """The field whose values are added up."""
    different: str = ""
    """The field whose different values are counted."""
    at_least: float | None = None
    at_most: float | None = None
    apart: str = ""

    @property
    def of_events(self) -> bool:
        """Whether it counts events of the record, rather than what stands at the end."""
        return self.counts[0] not in SUBJECTS


Tally = int | tuple[str, ...]
"""What a task over events has come to: a count or sum, or the different values seen."""
