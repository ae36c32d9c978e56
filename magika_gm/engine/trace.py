"""Why a turn came out as it did (``engine.seam.trials.Trace``): a turn played again while somebody looks over its
shoulder.

Nothing of it is stored: the same state, orders, acts and dice give the same turn. Links come in the order things came
about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.rules import Telling
from magika_gm.engine.seam.trials import Link
from magika_gm.engine.told import Told

Check = tuple[str, str, bool]
"""What was looked at, by which rule, and whether it was so."""


class Watched:
    """What is put before a game's turn (``class _Watched(Watched, Turn)``), to note each link as it comes about; it
    changes nothing of what happens.

    A game says what its steps are called, whom a roll is about, and what is noted besides rolls and what was told.
    """

    STEPS: ClassVar[Mapping[int, str]] = {}
    SEATS: ClassVar[Collection[str]] = ()
    dice: Dice
    step: int
    told: list[Told[Any]]

    def __init__(self, *args: Any) -> None:
        self.links: list[Link] = []
        self._rolls = 0
        super().__init__(*args)

    @property
    def title(self) -> str:
        """What the step under way is called."""
        return self.STEPS.get(self.step, "")

    def owner(self, subject: str) -> Iterable[str]:  # noqa: ARG002 - if it is about anybody
        """Whom a roll is about that is made for something else than a seat."""
        return ()

    def whose(self, roll: Roll) -> Iterable[str]:
        """Whom a roll is about."""
        return (roll.subject,) if roll.subject in self.SEATS else self.owner(roll.subject)

    def in_words(self, roll: Roll) -> str:
        """A roll, as it is shown."""
        return f"{roll.name} for {roll.subject}: {roll.value}"

    def about(self, told: Told[Any]) -> Iterable[str]:
        """Whom something told is about."""
        return (seat for seat in self.SEATS if seat in told.audience or seat in told.dimly)

    def note(self, kind: str, seats: Iterable[str], text: str = "", rule: str = "", **more: Any) -> None:
        """One more link, after the rolls made since the last one."""
        self.rolls_so_far()
        self.links.append(
            Link(phase=self.dice.phase, step=self.title, kind=kind, seats=tuple(seats), text=text, rule=rule, **more)
        )

    def note_checks(self, seats: Iterable[str], checks: Iterable[Check]) -> None:
        """What a line was looked at for."""
        for text, rule, ok in checks:
            self.note("check", seats, text, rule, ok=ok)

    def rolls_so_far(self) -> None:
        """Note the rolls made since the last link."""
        while self._rolls < len(self.dice.rolls):
            roll = self.dice.rolls[self._rolls]
            self._rolls += 1
            self.links.append(
                Link(
                    phase=roll.phase, step=self.title, kind="roll", seats=tuple(self.whose(roll)),
                    text=self.in_words(roll), rule=roll.rule, roll=roll,
                )
            )  # fmt: skip

    def upcoming(self, event: Any) -> None:  # noqa: ARG002 - games look at it
        """Something is about to happen."""
        self.rolls_so_far()

    def heard(self, told: Told[Any]) -> None:
        """Something has happened, and was told."""
        self.note("told", self.about(told), told=told)

    def record(self, event: Any, *args: Any) -> None:
        """As ever, and noted."""
        self.upcoming(event)
        super().record(event, *args)  # type: ignore[misc]  # the turn's, which stands behind this class
        self.heard(self.told[-1])

    @property
    def chain(self) -> list[Link]:
        """Every link, once the turn is over."""
        self.rolls_so_far()
        return self.links


@cache
def _watching(kind: Any) -> Any:
    return type("Watched", (Watched, kind), {})


def _watched(turn: Telling[Any], seats: Collection[str]) -> Any:
    """A turn just begun, of whatever class of its law's own, as one that is watched."""
    own: Any = type(turn)
    kind = _watching(own)
    found = kind.__new__(kind)
    held = (name for one in own.__mro__ for name in getattr(one, "__slots__", ()))
    for name in (*held, *getattr(turn, "__dict__", ())):
        if hasattr(turn, name):
            setattr(found, name, getattr(turn, name))
    found.links, found.SEATS, found._rolls = [], seats, 0
    for told in turn.told:
        found.heard(told)
    return found


class GameTrace:
    """The part ``trace`` of a game (``engine.seam.trials.Trace``): its turn, ``watched``, is played once more.

    ``play`` is the law's; where the lines of sheets are not noted as they come up, ``write`` notes them beforehand.
    """

    @classmethod
    def of(cls, rules: Any, write: Callable[[Any], str]) -> GameTrace:
        """Of a law as it is (``engine.rules.GameRules``): the turn that its ``begin`` makes, watched."""
        return cls(lambda state, dice: _watched(rules.begin(state, dice), rules.SEATS), rules.play, write=write)

    def __init__(
        self,
        watched: Callable[[Any, Dice], Any],
        play: Callable[[Any, Any, Any], None],
        own_rolls: Mapping[str, str] = MappingProxyType({}),
        write: Callable[[Any], str] | None = None,
    ) -> None:
        self._watched, self._play, self._write = watched, play, write
        self.OWN_ROLLS = own_rolls

    def chain(  # noqa: D102 - of the seam
        self, state: Any, orders: Mapping[str, Sequence[Any]], dice: Dice, acts: Sequence[Any] = ()
    ) -> list[Link]:
        turn = self._watched(state.copy(), dice)
        if self._write is not None:
            for seat, order in ((seat, order) for seat, lines in sorted(orders.items()) for order in lines):
                turn.note("order", (seat,), self._write(order))
        self._play(turn, orders, acts)
        found: list[Link] = turn.chain
        return found
