"""Who plays SUN and who MOON: nobody chooses anything (``engine.seam.enrolment.SignUp``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from magika_gm.engine.seam.setup import Candidate, Entrant, Invitation, Seated
from magika_gm.engine.seating import by_sign_up
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.terms import SEATS

if TYPE_CHECKING:
    from magika_gm.games.temple_isle.setup import Scenario

FIELDS: Mapping[str, str] = {}
BLOCKS: tuple[str, ...] = ()
AUTOMATIC: Mapping[str, str] = {}
PRIZE = ""
BLANK: tuple[str, ...] = ()


def take_field(choices: dict[str, Any], word: str, rest: str) -> str:  # noqa: ARG001 - there are no such lines
    """No line of a sign-up form is this game's own."""
    return f"Temple Isle asks for no {word}"


def take_block(choices: dict[str, Any], word: str, lines: Sequence[str]) -> list[str]:  # noqa: ARG001 - nor blocks
    """Nor is any block."""
    return [f"Temple Isle asks for no {word}"]


def choice_faults(choices: Mapping[str, Any]) -> list[str]:
    """What stands there and means nothing."""
    return [f"Temple Isle knows no choice {name!r}; take it away" for name in choices]


def choices_text(choices: Mapping[str, Any]) -> str:  # noqa: ARG001 - there is nothing to say
    """One line."""
    return "Sun or Moon"


def choices_told(choices: Mapping[str, Any]) -> list[str]:  # noqa: ARG001 - there is nothing to say
    """Lines of an acknowledgement."""
    return ["You will play Sun or Moon: who signed up first is Sun, and a die says who begins (BUILD-1)."]


def name_of(choices: Mapping[str, Any]) -> str:  # noqa: ARG001 - nobody has a name here
    """There are no characters."""
    return ""


def cast_faults(entrants: Sequence[Entrant]) -> list[str]:
    """Two play; nothing is chosen."""
    faults = [fault for entrant in entrants for fault in choice_faults(entrant.choices)]
    missing = [seat for seat in SEATS if seat not in {entrant.seat for entrant in entrants}]
    return [*faults, *(f"nobody plays {seat}" for seat in missing)]


def returned(choices: Mapping[str, Any], state: State, seat: str) -> tuple[dict[str, Any], list[str]]:  # noqa: ARG001
    """Nobody comes back: there are no characters."""
    return dict(choices), ["nobody returns in Temple Isle: leave RETURNING away"]


def invitation(seat: str, character: str, won: bool, out: bool) -> Invitation:  # noqa: ARG001 - the same for all
    """To the next game, as anybody."""
    return Invitation()


def assign(
    candidates: Sequence[Candidate],
    scenario: Scenario,
    chosen: Mapping[str, int | None],
    free: Sequence[tuple[int, str]],  # noqa: ARG001 - no seat is a prize
) -> list[Seated]:
    """Seats in the order of sign-ups, but for players the game master named; a player sits on one side only."""
    return by_sign_up(candidates, scenario.seats, chosen)


def untaken(choices: Mapping[str, Any], scenario: Scenario, state: State, seat: str) -> list[str]:  # noqa: ARG001
    """Nothing: there is nothing to choose."""
    return []
