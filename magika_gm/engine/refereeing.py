"""What the referees of games have in common (``engine.system.Referee``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.acts import DropOut
from magika_gm.engine.system import Question
from magika_gm.engine.told import Told


def drop_out(seat: str, reason: str) -> DropOut:
    """The act by which a seat leaves the game; what becomes of it then is the game's affair."""
    return DropOut(seat, reason)


def seat_dropped(act: Any) -> str | None:
    """The seat that leaves by this act, None for any other."""
    return act.seat if isinstance(act, DropOut) else None


def no_questions(
    orders: Mapping[str, Sequence[Any]],  # noqa: ARG001 - the law decides everything
    acts: Sequence[Any],  # noqa: ARG001
    told: Sequence[Told[Any]],  # noqa: ARG001
) -> tuple[Question, ...]:
    """None: for a game whose law leaves nothing to the game master's judgement."""
    return ()


def question_text(question: Question) -> str:
    """A question in words."""
    return f"{question.seat}: {question.order}: {question.reason}"
