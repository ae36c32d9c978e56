"""What the referees of games have in common (``engine.seam.rules.Referee``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from magika_gm.engine.acts import DropOut, OrderChange
from magika_gm.engine.seam.rules import ActRefused, Question
from magika_gm.engine.told import Told

AnyAct = TypeVar("AnyAct")


def whole(said: str) -> int:
    """The whole number said; raises :class:`ActRefused` where it is none."""
    try:
        return int(said)
    except ValueError:
        raise ActRefused(f"{said} is no number; write 3, or +1 or -1 on what there is") from None


def figure(said: str, standing: int) -> int:
    """What a figure is set to: ``30``, or ``+3`` and ``-3`` on what it stands at. Raises :class:`ActRefused`."""
    return whole(said) + (standing if said.lstrip()[:1] in ("+", "-") else 0)


def unless(why_not: str, act: AnyAct) -> AnyAct:
    """The act; raises :class:`ActRefused` where there is a reason against it."""
    if why_not:
        raise ActRefused(f"{why_not}; nothing was recorded")
    return act


def drop_out(seat: str, reason: str) -> DropOut:
    """The act by which a seat leaves the game; what becomes of it then is the game's affair."""
    return DropOut(seat, reason)


def seat_dropped(act: Any) -> str | None:
    """The seat that leaves by this act, None for any other."""
    return act.seat if isinstance(act, DropOut) else None


def seat_ordered(act: Any) -> str | None:
    """The seat whose sheet this act writes in, None for any other."""
    return act.seat if isinstance(act, OrderChange) else None


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
