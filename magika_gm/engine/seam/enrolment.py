"""How a player signs up, and what he may choose and bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from magika_gm.engine.seam.opaque import Scenario, Seat, State
from magika_gm.engine.seam.setup import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Somebody on the waiting list: his sign-up's number, player, and choices."""

    id: int
    player: int
    choices: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """What a candidate got: a seat with name and choices (None: he waits), and why not better."""

    candidate: Candidate | None
    """None: a seat that a policy plays."""
    entrant: Entrant | None
    rank: str = ""
    why: str = ""
    free: bool = False
    """Whether he plays it without a fee, as a winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """The game's own part of an invitation to the next game: lines of text, and of the form to fill in."""

    prize: tuple[str, ...] = ()
    """What a winner may look forward to."""
    form: tuple[str, ...] = ()
    """Lines between EMAIL and PASSWORD; ``{game}`` and ``{seat}`` are those that ended."""
    after: tuple[str, ...] = ()
    """Below the form."""


class NoGame(Exception):
    """No game can be filled from these sign-ups; the message says what is missing."""


class SignUp(Protocol):
    """The choices somebody makes when he signs up, and who gets what seat. Choices are plain data (JSON)."""

    FIELDS: Mapping[str, str]
    """Words of the sign-up form that are the game's own (upper case), with an example of what follows."""
    BLOCKS: tuple[str, ...]
    """Words that begin a block of lines ended by ``END <word>``: ``ARMY``, ``DECK``."""
    AUTOMATIC: Mapping[Seat, str]
    """Seats a policy plays where nobody does."""
    PRIZE: Seat
    """The seat that who won a game may play free in the next one; "" where there is none."""
    BLANK: tuple[str, ...]
    """The game's own lines of an empty sign-up form."""

    def take_field(self, choices: dict[str, Any], word: str, rest: str) -> str:
        """Put one line into the choices; what is wrong with it, or ""."""

    def take_block(self, choices: dict[str, Any], word: str, lines: Sequence[str]) -> list[str]:
        """Put a block into the choices; what is wrong with it, by line."""

    def choice_faults(self, choices: Mapping[str, Any]) -> list[str]:
        """What is wrong with the choices as a whole."""

    def choices_text(self, choices: Mapping[str, Any]) -> str:
        """The choices in words, on one line."""

    def choices_told(self, choices: Mapping[str, Any]) -> list[str]:
        """The choices in lines, as a sign-up's acknowledgement tells them."""

    def name_of(self, choices: Mapping[str, Any]) -> str:
        """The name of the character he would play, "" where there is none."""

    def cast_faults(self, entrants: Sequence[Entrant]) -> list[str]:
        """What is wrong with a whole game's entrants (numbers, races, sides), in words."""

    def returned(self, choices: Mapping[str, Any], state: State, seat: Seat) -> tuple[dict[str, Any], list[str]]:
        """The choices of somebody whose character of a game that is over (``state``, ``seat``) returns, and what is
        wrong with that."""

    def assign(
        self,
        candidates: Sequence[Candidate],
        scenario: Scenario,
        chosen: Mapping[Seat, int | None],
        free: Sequence[tuple[int, str]],
    ) -> list[Seated]:
        """Who gets which seat, earliest sign-up first; raises :class:`NoGame` if no game can be filled.

        ``chosen`` are players the game master named for seats (None: the policy), ``free`` those who may play the
        prize's seat free and the game each won, who won last first.
        """

    def untaken(self, choices: Mapping[str, Any], scenario: Scenario, state: State, seat: Seat) -> list[str]:
        """Which of the choices somebody signed up with count for nothing in a game that begins, and why: a clause each,
        for him in his first report and for the game master alike. ``state`` is that of turn 0, ``seat`` is his."""

    def invitation(self, seat: Seat, character: str, won: bool, out: bool) -> Invitation:
        """What the invitation to the next game says to somebody whose game is over."""


HONOURS = "honours"
"""Among the choices of who returns: marks of his deeds in earlier games (:class:`Chronicle`)."""
