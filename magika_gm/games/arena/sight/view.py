"""What a player perceives: everything on the board, and of the enemy's cards those begun; never his orders (INFO)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.arena.rules.ending import hexes, worth
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import OTHER


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A player's view at a turn's end; ``state`` is the game as he knows it (:func:`known`)."""

    seat: str
    state: State
    hexes: tuple[int, int]
    """Controlled by A and B."""
    worth: tuple[int, int]
    """Cost of the surviving creatures of A and B (WIN-4)."""

    @property
    def pools(self) -> dict[str, int]:
        """Both magic pools."""
        return self.state.pools


def known(state: State, seat: str) -> State:
    """The state as a player knows it: of the enemy no card that was not begun, and no standing order (INFO-3)."""
    seen = state.copy()
    enemy = OTHER[seat]
    seen.cards[enemy] = tuple(sorted(state.revealed[enemy]))
    seen.standing[enemy] = ()
    return seen


def perceive(state: State, seat: str) -> View:
    """What a player perceives at a turn's end."""
    return View(seat=seat, state=known(state, seat), hexes=hexes(state), worth=worth(state))


def hears(seat: str, sender: str) -> bool:
    """Whether a player gets a message: there is one opponent (ORD)."""
    return seat != sender
