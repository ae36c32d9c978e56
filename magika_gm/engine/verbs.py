"""The game master's verbs as rows: an act is declared once, and the office's questions about it follow from its row.

A row says an act's class, how its words are read and refused, what it says in words, why it cannot be played, what it
does, and by which event one sees that it was played. A game makes a :class:`GameReferee` of its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, fields
from typing import Any, Generic, TypeVar

from magika_gm.engine.records import Copied, named_record, record
from magika_gm.engine.rules import apply
from magika_gm.engine.seam.rules import ActRefused, Parameter, Question
from magika_gm.engine.seam.rules import Verb as Offered
from magika_gm.engine.told import Happened, Told

# What a game master may do in every game between turns; each game adds its own acts.


EVERYBODY = "ALL"


@record
class OrderChange:
    """Another order (as a player would write it) in the place of line ``number`` of a seat's sheet."""

    seat: str
    number: int
    order: str
    reason: str


@record
class DropOut:
    """A seat leaves the game: by the game master's word, or for turns missed."""

    seat: str
    reason: str


@record
class Excused:
    """No sheet came from a seat, and that counts as no miss: its player is away, or got no report."""

    seat: str


@record
class Note:
    """A word to a seat's player, or to ``ALL``, printed in the turn's report; it changes nothing."""

    seat: str
    text: str


def notes_to(acts: Iterable[Any], seat: str) -> tuple[str, ...]:
    """What the game master has to say to a seat's player, in the order he said it."""
    return tuple(a.text for a in acts if isinstance(a, Note) and a.seat in (seat, EVERYBODY))


A = TypeVar("A")
S = TypeVar("S", bound=Copied)
O = TypeVar("O")  # noqa: E741 - an order


@named_record
class Against(Generic[S]):
    """What a word is read against: the state the last turn left, the acts made since, and what was read by name."""

    state: S
    acts: Sequence[Any]
    names: Mapping[str, str]
    given: Mapping[str, Any]


@record
class Slot(Parameter):
    """A parameter and how its word is read: the value, or :class:`ActRefused`; "" is read where it is left out.

    What is wrong with a word that is read ``first`` is told before what is wrong with those that stand before it.
    """

    read: Callable[[Against[Any], str], Any]
    first: bool = field(default=False, kw_only=True)


def among(allowed: Collection[str], fold: Callable[[str], str], refusal: str) -> Callable[[Against[Any], str], str]:
    """Reads one of some words, upper or lower case; ``refusal`` says ``{said}`` where it is none of them."""

    def read(_: Against[Any], said: str) -> str:
        if fold(said) in allowed:
            return fold(said)
        raise ActRefused(refusal.format(said=said))

    return read


def whole(said: str) -> int:
    """The whole number said; raises :class:`ActRefused` where it is none."""
    try:
        return int(said)
    except ValueError:
        raise ActRefused(f"{said} is no number; write 3, or +1 or -1 on what there is") from None


def figure(said: str, standing: int) -> int:
    """What a figure is set to: ``30``, or ``+3`` and ``-3`` on what it stands at. Raises :class:`ActRefused`."""
    return whole(said) + (standing if said.lstrip()[:1] in ("+", "-") else 0)


def line_number(help_text: str = "1 to the last line, or one more") -> Slot:
    """The number of a line of a sheet."""
    return Slot("LINE", help_text, lambda _, said: whole(said))


PUT_ORDER = "Put another order in the place of a line of a sheet; a number beyond the last adds a line."
"""What most games' verb ``order`` does."""


def order_line(read: Callable[[Against[Any], str], str], *, strikes: bool = False, first: bool = True) -> Slot:
    """The order that goes into a sheet; where nothing ``strikes`` a line out, it may be left out."""
    if not strikes:
        return Slot("ORDER", "as a player would write it", read, first=first)
    return Slot(
        "ORDER",
        "as a player would write it; none strikes the line out",
        lambda against, said: read(against, said) if said.strip() else "",
        optional=True,
        first=first,
    )


def seen(kind: type[Happened], *same: str, **otherwise: str) -> Callable[[Any, Any], bool]:
    """An act was played where an event of that kind has its values: in fields of the ``same`` names, or of others.

    ``target="square"``: in the event's ``target`` stands the act's ``square``.
    """
    pairs = (*((name, name) for name in same), *otherwise.items())

    def shown(act: Any, event: Any) -> bool:
        return isinstance(event, kind) and all(getattr(event, of) == getattr(act, name) for of, name in pairs)

    return shown


@record
class Verb(Offered, Generic[A]):
    """One kind of act. Without a ``name`` it is no verb of the command line: notes, excuses.

    The parameters stand in the order of the act's fields, of which the last is the reason. ``says`` is a text with the
    act's fields, or makes one. ``tells`` is the event the act comes to in a state it can be played in; acts that have
    none change no state. ``plays`` is for those that are more than that event told to all. ``shown`` says whether an
    event shows that the act was played; without it an act never comes to nothing. ``corrects`` is the field with the
    seat whose sheet the act writes in.
    """

    name: str = ""
    help: str = ""
    parameters: tuple[Slot, ...] = ()
    example: str = ""
    kind: type[A] = field(kw_only=True)
    says: str | Callable[[A], str] = field(kw_only=True)
    why_not: Callable[[Any, A], str] = lambda _state, _act: ""
    tells: Callable[[Any, A], Happened] | None = None
    plays: Callable[[Any, A], None] | None = None
    shown: Callable[[A, Any], bool] | None = None
    corrects: str = ""

    def made(self, words: Sequence[str], reason: str, state: Any, acts: Sequence[Any], names: Mapping[str, str]) -> A:
        """The act from the words of the command line; raises :class:`ActRefused`."""
        given: dict[str, Any] = {}
        against = Against(state=state, acts=acts, names=names, given=given)
        said = (*words, *[""] * (len(self.parameters) - len(words)))
        for slot, word in sorted(zip(self.parameters, said, strict=True), key=lambda pair: not pair[0].first):
            given[slot.name] = slot.read(against, word)
        named = (f.name for f in fields(self.kind))  # type: ignore[arg-type]
        return self.kind(**dict(zip(named, (*(given[slot.name] for slot in self.parameters), reason), strict=True)))

    def text(self, act: A) -> str:
        """The act in words."""
        if isinstance(self.says, str):
            return self.says.format(**{f.name: getattr(act, f.name) for f in fields(act)})  # type: ignore[arg-type]
        return self.says(act)


def dropping(seats: Collection[str], tells: Callable[[str], Happened], example: str) -> Verb[DropOut]:
    """The verb of a game in which a seat that leaves is an event and no more: ``tells`` makes it of the seat."""
    seat = Slot("SEAT", ", ".join(seats), among(seats, str.upper, "{said} is no seat"))
    return Verb(
        "drop",
        "Let a seat leave the game.",
        (seat,),
        example,
        kind=DropOut,
        says="{seat} leaves ({reason})",
        tells=lambda _state, act: tells(act.seat),
        shown=lambda act, event: event == tells(act.seat),
    )


_USUAL: tuple[Verb[Any], ...] = (
    Verb(kind=Note, says=lambda a: f"a note to {'all' if a.seat == EVERYBODY else a.seat} ({a.text})"),
    Verb(kind=Excused, says="{seat} missed no sheet"),
)
"""Rows of acts that every game has, where it has none of its own for them."""


class GameReferee(Generic[S]):
    """The game master's word on one game, made of its rows.

    ``apply`` changes a state by an event, if that takes more than the event. ``sound`` lists what is wrong with a
    state: an act must leave none. ``over`` says why no act like this can be made any more.
    """

    def __init__(
        self,
        *rows: Verb[Any],
        apply: Callable[[S, Any], None] = apply,
        sound: Callable[[S], Sequence[str]] | None = None,
        over: Callable[[S, Any], str] = lambda _state, _act: "",
    ) -> None:
        self.VERBS: tuple[Offered, ...] = tuple(row for row in rows if row.name)
        self._rows: dict[type, Verb[Any]] = {row.kind: row for row in (*_USUAL, *rows)}
        self._named = {row.name: row for row in rows if row.name}
        self._apply, self._sound, self._over = apply, sound, over

    def act(  # noqa: D102 - of the seam, as what follows
        self, verb: str, words: Sequence[str], reason: str, state: S, acts: Sequence[Any], names: Mapping[str, str]
    ) -> Any:
        made = self._named[verb].made(words, reason, state, acts, names)
        why_not = self.why_not_text(state, acts, made)
        if why_not:
            raise ActRefused(f"{why_not}; nothing was recorded")
        return made

    def text(self, act: Any) -> str:  # noqa: D102
        return self._rows[act.__class__].text(act)

    def why_not_text(self, state: S, acts: Sequence[Any], act: Any) -> str:  # noqa: D102
        return self.why_not(self.after(state, acts), act)

    def why_not(self, state: S, act: Any) -> str:
        """Why an act cannot be played in this very state; "" if it can."""
        row = self._rows[act.__class__]
        bad = self._over(state, act) or row.why_not(state, act)
        if bad or row.tells is None or self._sound is None:
            return bad
        coming = state.copy()
        self._apply(coming, row.tells(coming, act))
        return "; ".join(self._sound(coming))

    def after(self, state: S, acts: Sequence[Any]) -> S:
        """The state as the acts leave it, as far as they can be played; another one, ``state`` stays."""
        coming = state.copy()
        for act in acts:
            tells = self._rows[act.__class__].tells
            if tells is not None and not self.why_not(coming, act):
                self._apply(coming, tells(coming, act))
        return coming

    def play(self, turn: Any, state: S, acts: Iterable[Any]) -> None:
        """Play the acts at a turn's start, in the order they were made; what has become impossible comes to nothing."""
        for act in acts:
            row = self._rows[act.__class__]
            if (row.plays is None and row.tells is None) or self.why_not(state, act):
                continue
            if row.plays is not None:
                row.plays(turn, act)
            elif row.tells is not None:
                turn.tell(row.tells(state, act))

    def unplayed(self, acts: Sequence[Any], told: Sequence[Told[Any]]) -> list[Any]:  # noqa: D102
        return [act for act in acts if not self._played(act, told)]

    def _played(self, act: Any, told: Sequence[Told[Any]]) -> bool:
        shown = self._rows[act.__class__].shown
        return shown is None or any(shown(act, one.event) for one in told)

    def drop_out(self, seat: str, reason: str) -> Any:  # noqa: D102
        return DropOut(seat, reason)

    def seat_ordered(self, act: Any) -> str | None:  # noqa: D102
        corrects = self._rows[act.__class__].corrects
        return getattr(act, corrects) if corrects else None

    def questions(  # noqa: D102
        self,
        orders: Mapping[str, Sequence[Any]],  # noqa: ARG002 - a law decides everything, if its game says no other
        acts: Sequence[Any],  # noqa: ARG002
        told: Sequence[Told[Any]],  # noqa: ARG002
    ) -> tuple[Question, ...]:
        return ()

    def question_text(self, question: Question) -> str:  # noqa: D102
        return f"{question.seat}: {question.order}: {question.reason}"


@record
class Corrected(Generic[A]):
    """A line of a sheet as the game master changed it: its place from 0, what stood there, what stands there now."""

    act: A
    at: int
    before: str
    after: str


def corrected(
    orders: Mapping[str, Sequence[O]], changes: Iterable[tuple[A, str, int, O | None]], write: Callable[[O], str]
) -> tuple[dict[str, list[O]], list[Corrected[A]]]:
    """Sheets with lines replaced (act, seat, number from 1, order), and what became of each, as it is written.

    A number beyond the last adds a line; no order strikes one out, when all else is done, so that numbers hold.
    """
    sheets = {seat: list(lines) for seat, lines in orders.items()}
    done: list[Corrected[A]] = []
    struck: set[tuple[str, int]] = set()
    for act, seat, number, order in changes:
        lines = sheets.setdefault(seat, [])
        at = min(number - 1, len(lines))
        before = lines[at] if at < len(lines) else None
        if order is not None:
            lines[at : at + 1] = [order]
        elif before is not None:
            struck.add((seat, at))
        done.append(Corrected(act, at, *("" if one is None else write(one) for one in (before, order))))
    for seat, at in sorted(struck, reverse=True):
        del sheets[seat][at]
    return sheets, done
