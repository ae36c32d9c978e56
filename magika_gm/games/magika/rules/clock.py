"""Game time as one number, so that "until when" is a comparison (SEQ-8).

``tick(turn, phase)`` is ``turn * 6 + phase``; phases are 1 … 5 and 6 is the end of the turn, where turn-counted
effects run out, after recon is taken (SEQ-7).
"""

from __future__ import annotations

from magika_gm.games.magika.rules.spellbook import Span

FOR_GOOD = 1 << 30
END_OF_TURN = 6


def tick(turn: int, phase: int) -> int:
    """The moment of a phase, or of the end of a turn for phase 6."""
    return turn * 6 + phase


def last_moment(turn: int, phase: int, length: int, unit: str) -> int:
    """Last moment at which an effect begun in that phase is in force."""
    if unit == "p":
        ahead = phase - 1 + length - 1
        return tick(turn + ahead // 5, ahead % 5 + 1)
    if unit == "t":
        return tick(turn + length - 1, END_OF_TURN)
    return FOR_GOOD


def until(turn: int, phase: int, span: Span, more: int = 0) -> int:
    """Last moment of a spell cast now; ``more`` phases or turns are the bonus (CAST-10)."""
    return last_moment(turn, phase, span.length + more, span.unit)


def remaining(moment: int, until: int) -> str:
    """What remains after ``moment`` of an effect in force until then: ``7p``, ``2t``, ``for good``, or "" for nothing.

    ``moment`` is a phase that has been played, or the end of a turn.
    """
    if until >= FOR_GOOD:
        return "for good"
    turn, phase = divmod(moment - 1, 6)
    phase += 1
    last_turn, last_phase = divmod(until - 1, 6)
    last_phase += 1
    if last_phase == END_OF_TURN:
        left = last_turn - turn + (1 if phase < END_OF_TURN else 0)
        return f"{left}t" if left > 0 else ""
    left = (last_turn - turn) * 5 + last_phase - min(phase, 5)
    return f"{left}p" if left > 0 else ""
