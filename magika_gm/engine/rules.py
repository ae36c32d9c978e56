"""What games' laws have in common: the turn being played, and what most of them answer alike when the office asks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import Copied, record
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Need, Place, Stage
from magika_gm.engine.told import Happened, Told

S = TypeVar("S", bound=Copied)


def apply(state: Copied, event: Happened) -> None:
    """Change a state by one event. The only function that does."""
    if event.looks:
        state.forget()
    event.apply(state)


@record
class TurnEnded(Happened):
    """A turn is over, and the game where there is an ``ending``: of states that have ``turn`` and ``ending``."""

    ending: str | None = None

    def apply(self, state: Any) -> None:
        """One turn more."""
        state.turn, state.ending = state.turn + 1, self.ending


class Telling(Generic[S]):
    """What the steps of a turn share: the working state, the dice, and what has been told so far.

    ``phase`` and ``step`` say where in the turn one is; a game's law says who perceives what.
    """

    __slots__ = ("dice", "seats", "state", "step", "told")

    def __init__(self, state: S, dice: Dice, seats: Collection[str] = ()) -> None:
        self.state = state
        self.dice = dice
        self.seats = seats
        self.step = 0
        self.told: list[Told[Any]] = []

    @property
    def phase(self) -> int:
        """The part of the turn one is in, as what is told is numbered: of most games the dice's."""
        return self.dice.phase

    def begin(self, phase: int) -> None:
        """What follows belongs to this phase; rolls are counted within it."""
        self.dice.phase = phase
        self.step = 0

    def tell(self, event: Any, /) -> None:
        """What everybody perceives; of games in which somebody does not, their own turns say who."""
        self.record(event, self.seats)

    def record(
        self, event: Happened, audience: Collection[str], blurred: Happened | None = None, dimly: Collection[str] = ()
    ) -> None:
        """Apply an event to the state and record who perceives it, and who ``blurred`` in its place.

        Seats may be given as a list; the record has tuples, as it comes back from the store.
        """
        apply(self.state, event)
        whole = tuple(audience) if isinstance(audience, list) else audience
        dim = tuple(dimly) if isinstance(dimly, list) else dimly
        self.told.append(
            Told(phase=self.phase, step=self.step, event=event, audience=whole, blurred=blurred, dimly=dim)
        )

    @property
    def resolution(self) -> Resolution:
        """What has come of it."""
        return Resolution(self.state, tuple(self.told), tuple(self.dice.rolls))


def places(points: Mapping[str, float], out: Collection[str] = ()) -> tuple[Place, ...]:
    """A standing by points, most first; who has as many shares a rank, who left (``out``) ranks below all others."""
    order = sorted(points, key=lambda seat: (seat in out, -points[seat]))
    better = {seat: [(one in out, -points[one]) < (seat in out, -points[seat]) for one in points] for seat in points}
    return tuple(Place(1 + sum(better[seat]), seat, points[seat], seat in out) for seat in order)


class GameRules:
    """The part ``rules`` of a game, as most laws have it: nobody leaves, everybody plays for himself, seats have no
    names, and what happens without a sheet is the resolution's own affair.

    A game adds how a turn is played (:meth:`play`, or the whole of :meth:`resolve`), and who stands how.
    """

    SEATS: tuple[str, ...]
    ENDINGS: Mapping[Any, str | tuple[str, str]] = {}
    """Why it may be over, in a sentence, or that and its rule; an ending that is not among them stands for itself."""
    HOSTS: Mapping[str, str] = {}
    """What each side is called whose player does not say."""
    EDITION = 0
    """The newest edition of its rules; 0: they never changed. A game is played to its end by the one it was begun with,
    which its scenario says (``edition`` among its options, :func:`magika_gm.engine.beginning.dated`)."""

    def resolve(
        self, state: Any, orders: Mapping[str, Sequence[Any]], dice: Dice, acts: Sequence[Any] = ()
    ) -> Resolution:
        """A turn. Pure: ``state`` is not touched; a game that is over is not played on."""
        if self.ending(state) is not None:
            raise ValueError("the game is over")
        turn = self.begin(state.copy(), dice)
        self.play(turn, orders, acts)
        return turn.resolution

    def begin(self, state: Any, dice: Dice) -> Telling[Any]:
        """The turn that :meth:`play` plays."""
        return Telling(state, dice, self.SEATS)

    def play(self, turn: Any, orders: Mapping[str, Sequence[Any]], acts: Sequence[Any], /) -> None:
        """Play it, from the game master's acts to its end."""
        raise NotImplementedError

    def standing(self, state: Any) -> tuple[Place, ...]:
        """The standing as it is; :func:`places` makes it of points."""
        raise NotImplementedError

    def needs(self, state: Any) -> Mapping[str, Need]:
        """Of everybody who plays, while the game goes on: those a turn waits for must send a sheet, all others may."""
        if self.ending(state) is not None:
            return dict.fromkeys(self.playing(state), Need.NONE)
        awaited = self.awaited(state)
        return {seat: Need.REQUIRED if seat in awaited else Need.MAY for seat in self.playing(state)}

    def awaited(self, state: Any) -> Collection[str]:
        """Those whose sheets the coming turn waits for: everybody."""
        return self.playing(state)

    def stage(self, state: Any) -> Stage:  # noqa: ARG002 - most games have one kind of turn
        """What kind of turn comes next: one as all are."""
        return Stage()

    def default_orders(self, state: Any, seat: str, last: Sequence[Any]) -> list[Any] | None:  # noqa: ARG002, D102 - of the seam, as what follows
        return None

    def turn_of(self, state: Any) -> int:  # noqa: D102
        return int(state.turn)

    def playing(self, state: Any) -> tuple[str, ...]:  # noqa: ARG002, D102
        return self.SEATS

    def ending(self, state: Any) -> str | None:  # noqa: D102
        return None if state.ending is None else str(state.ending)

    def ending_text(self, ending: str) -> str:  # noqa: D102
        said = self.ENDINGS.get(ending, ending)
        return said if isinstance(said, str) else "{} ({})".format(*said)

    def allies(self, state: Any, seat: str) -> tuple[str, ...]:  # noqa: ARG002, D102
        return ()

    def character(self, state: Any, seat: str) -> str:  # noqa: ARG002, D102
        return self.HOSTS.get(seat, "")
