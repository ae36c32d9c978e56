"""The frame of a turn: its beginning and phases, orders that could not be, how the game ends (SEQ, ART, END)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.engine.records import quick
from magika_gm.games.magika.rules.refusals import Refusal


@quick
@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began: counters are reset and what ran out with the last turn is cleared (SEQ-7, SEQ-8)."""

    turn: int


@quick
@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began (6: the end of the turn)."""

    phase: int


@quick
@dataclass(frozen=True, slots=True)
class OrderRefused:
    """An order could not be carried out (SEQ-3): ``instead`` is ``rest``, or ``nothing`` (SEQ-4)."""

    mage: str
    order: str
    rule: str
    reason: Refusal
    instead: str = "rest"


@quick
@dataclass(frozen=True, slots=True)
class EbonCompelled:
    """The Ebon Mage had not moved and must (EBON-2)."""

    mage: str
    order: str
    direction: str


@quick
@dataclass(frozen=True, slots=True)
class GlobeFormed:
    """The Globe of Life formed; ``moved`` go to the Goal Square (ART-6)."""

    mages: str
    moved: str


@quick
@dataclass(frozen=True, slots=True)
class Converged:
    """The alignment artifacts met in one space at a turn's end (ART-7)."""

    space: int
    moved: str


@quick
@dataclass(frozen=True, slots=True)
class GoalReached:
    """A mage stands on the Goal Square (END-1)."""

    mage: str


@quick
@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: ``goal``, ``globe`` or ``convergence``."""

    ending: str


@quick
@dataclass(frozen=True, slots=True)
class DroppedOut:
    """A contestant left the game; his things lie where he stood (GM-3). ``stranded`` may uncloak (CLK-6)."""

    mage: str
    stranded: str
