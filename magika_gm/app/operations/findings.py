"""What an examination of an office finds: findings, and the checks they come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from magika_gm.app.office.office import Office

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
_MANY = 5
"""Findings of one kind that are told one by one."""


class Code(StrEnum):
    """What a finding means for the rest of the examination."""

    OTHER = ""
    OLD_SCHEMA = "old schema"
    """The database is older than this program: its record is not read before it is upgraded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong: where, what, and the cure. ``needed``: the game master must see to it; else it is a hint."""

    place: str
    what: str
    cure: str
    needed: bool = True
    fixed: bool = False
    code: Code = Code.OTHER


@dataclass(slots=True)
class Examined:
    """A check that was made: what it looked at, and what it found."""

    check: str
    looked_at: str = ""
    findings: list[Finding] = field(default_factory=list)

    @property
    def healthy(self) -> bool:
        """Whether nothing here needs the game master."""
        return not any(f.needed and not f.fixed for f in self.findings)

    def add(
        self, place: str, what: str, cure: str, needed: bool = True, fixed: bool = False, code: Code = Code.OTHER
    ) -> None:
        """Note a finding."""
        self.findings.append(Finding(place=place, what=what, cure=cure, needed=needed, fixed=fixed, code=code))


@dataclass(frozen=True, slots=True)
class Visit:
    """What the doctor was asked: the office, the time, how deep to look, and whether to mend."""

    office: Office
    now: datetime
    deep: bool = False
    fix: bool = False


def tell_some(found: Examined, rows: list[Finding]) -> None:
    """Note a few findings of a kind one by one, and the others as a number."""
    found.findings += rows[:_MANY]
    if len(rows) > _MANY:
        rest = rows[_MANY:]
        open_ = any(row.needed and not row.fixed for row in rest)
        needed, fixed = any(row.needed for row in rest), not open_ and any(row.fixed for row in rest)
        found.add("", f"and {len(rest)} more like these", "", needed, fixed)


def several(number: int, noun: str) -> str:
    """``1 turn``, ``2 turns``, ``3 entries``."""
    plural = f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"
