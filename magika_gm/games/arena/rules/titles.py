"""What the steps of a player turn are called, and where they stand in a mail turn (SEQ, MAIL-2)."""

from __future__ import annotations

from magika_gm.games.arena.rules.terms import Step

STEPS: dict[Step, str] = {
    Step.BEGIN: "Beginning",
    Step.TERRAIN: "Terrain change",
    Step.EQUIP: "Equip and mount",
    Step.MAGIC_1: "Magic before movement (M1)",
    Step.MOVE: "Movement",
    Step.MAGIC_2: "Magic before combat (M2)",
    Step.COMBAT: "Combat",
    Step.RETREAT: "Retreat",
    Step.LATE_EQUIP: "Equip and mount again",
    Step.END: "Winning",
}
"""By step of SEQ."""
STEPS_A_TURN = len(STEPS)
CHAPTERS: tuple[str, ...] = (
    *STEPS.values(),
    *(f"Second player turn: {title[:1].lower()}{title[1:]}" for title in STEPS.values()),
)
"""Titles of a mail turn's chapters by number: the steps of its first player turn, then those of its second."""


def chapter(part: int, step: int) -> int:
    """The chapter's number of a step; ``part`` is the player turn's number in its mail turn (0: before the first)."""
    return (max(part, 1) - 1) * STEPS_A_TURN + step
