"""The game master's verbs in Rune War, as the office asks for them (``engine.seam.rules.Referee``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine import refereeing
from magika_gm.engine.acts import DropOut, OrderChange
from magika_gm.engine.seam.rules import ActRefused, Parameter, Verb
from magika_gm.engine.told import Told
from magika_gm.engine.words import Fault, did_you_mean, nearest
from magika_gm.games.rune_war.isle import PLACES
from magika_gm.games.rune_war.orders.reading import read_line
from magika_gm.games.rune_war.orders.writing import write_order
from magika_gm.games.rune_war.rules.acts import (
    FIGURES,
    LOYALTY,
    POLICIES,
    Act,
    Adjustment,
    Owning,
    Placing,
    Removal,
    Seating,
    act_text,
    why_not,
)
from magika_gm.games.rune_war.rules.events import (
    Farewell,
    GmAdjusted,
    GmOrdered,
    GmOwned,
    GmPlaced,
    GmSeated,
    Left,
)
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.tables import CLAN_BY_TITLE, SEATS, Clan

drop_out = refereeing.drop_out
seat_dropped = refereeing.seat_dropped
seat_ordered = refereeing.seat_ordered
questions = refereeing.no_questions
question_text = refereeing.question_text
text = act_text

_SEAT = Parameter(name="SEAT", help="1 to 4, a wizard or a clan")
_CREATURE = Parameter(name="CREATURE", help="MA1, MZ2 …")
VERBS = (
    Verb(
        name="order",
        help="Put another order in the place of a line of a sheet, or one more after the last.",
        parameters=(
            _SEAT,
            Parameter(name="LINE", help="a line's number, from 1"),
            Parameter(name="ORDER", help="as a player would write it"),
        ),
        example='order 12 1 3 "CAST Heal ON MA1" --reason "misread by us"',
    ),
    Verb(
        name="place",
        help="Put a creature on other land of its owner, or into the Tower.",
        parameters=(_CREATURE, Parameter(name="PLACE", help="M1 to I8, T")),
        example='place 12 MA1 M4 --reason "see the ruling of turn 4"',
    ),
    Verb(
        name="remove",
        help="Take a creature out of the game.",
        parameters=(_CREATURE,),
        example='remove 12 MA1 --reason "it was summoned without its runes"',
    ),
    Verb(
        name="adjust",
        help="Set a seat's spell points or claim points (lcp-M, lcp-Z …), or a creature's loyalty; +10 and -10 change "
        "them.",
        parameters=(
            Parameter(name="SUBJECT", help="a seat, or a creature's code"),
            Parameter(name="FIGURE", help="points, lcp-M, lcp-Z, lcp-K, lcp-I, loyalty"),
            Parameter(name="VALUE", help="400, or +10, -10"),
        ),
        example='adjust 12 1 points +40 --reason "four magic runes were not counted"',
    ),
    Verb(
        name="own",
        help="Give a territory to a clan; no creatures may stand there.",
        parameters=(Parameter(name="PLACE", help="M1 to I8"), Parameter(name="CLAN", help="a clan")),
        example='own 12 Z3 Maitha --reason "the claim was legal"',
    ),
    Verb(
        name="policy",
        help="A built-in policy plays a seat from now on, or its player again (GM-1).",
        parameters=(_SEAT, Parameter(name="POLICY", help="careful, bold, or player")),
        example='policy 12 3 careful --reason "at his own wish"',
    ),
    Verb(
        name="drop",
        help="A player loses his seat; the careful policy goes on with it (GM-1).",
        parameters=(_SEAT,),
        example='drop 12 3 --reason "at his own wish"',
    ),
)


@dataclass(frozen=True, slots=True)
class _Table:
    """What an act is read against."""

    world: World
    acts: Sequence[Act]
    reason: str

    def seat(self, said: str) -> str:
        names = {seat: seat for seat in SEATS}
        for seat, player in self.world.players.items():
            names |= {player.wizard.casefold(): seat, player.clan.title.casefold(): seat}
        found = names.get(said.casefold())
        if found is None:
            raise ActRefused(f"{said} is no seat; there are 1 to 4, their wizards and clans")
        return found

    def creature(self, said: str) -> str:
        code = said.upper()
        if code not in self.world.creatures:
            there = ", ".join(self.world.creatures) or "none"
            raise ActRefused(f"there is no creature {said}; there are {there}")
        return code

    def place(self, said: str) -> str:
        if said.upper() not in PLACES:
            raise ActRefused(f"{said} is no place; write M1 to I8, or T")
        return said.upper()

    def clan(self, said: str) -> Clan:
        names = {title.casefold(): clan for title, clan in CLAN_BY_TITLE.items()} | {c.value.lower(): c for c in Clan}
        found = names.get(said.casefold())
        if found is None:
            hint = did_you_mean(nearest(said, tuple(CLAN_BY_TITLE)))
            raise ActRefused(f"{said} is no clan{'; ' + hint if hint else ''}")
        return found


def _order(d: _Table, seat: str, line: str, order: str) -> Act:
    read = read_line(order)
    if isinstance(read, Fault):
        raise ActRefused(f"{order}: {read}")
    return OrderChange(d.seat(seat), refereeing.whole(line), write_order(read), d.reason)


def _place(d: _Table, creature: str, place: str) -> Act:
    return Placing(code=d.creature(creature), place=d.place(place), reason=d.reason)


def _remove(d: _Table, creature: str) -> Act:
    return Removal(code=d.creature(creature), reason=d.reason)


def _adjust(d: _Table, subject: str, figure: str, value: str) -> Act:
    on = subject.upper() if subject.upper() in d.world.creatures else d.seat(subject)
    name = figure.lower()
    if name.startswith("lcp-"):
        name = f"lcp {d.clan(figure[4:]).value}"
    if name not in (*FIGURES, LOYALTY) or name == "rune_points":  # what one wins another pays (PAY-1)
        raise ActRefused(
            f"{figure} is no figure that can be set; there are points, lcp-M, lcp-Z, lcp-K, lcp-I, loyalty"
        )
    number = refereeing.figure(value, _so_far(d, on, name))
    return Adjustment(subject=on, figure=name, value=number, reason=d.reason)


def _so_far(d: _Table, on: str, figure: str) -> int:
    """The figure as it stands, after what is recorded for it already."""
    for act in reversed(d.acts):
        if isinstance(act, Adjustment) and (act.subject, act.figure) == (on, figure):
            return act.value
    if on in d.world.creatures:
        return d.world.creatures[on].loyalty
    player = d.world.players[on]
    return player.lcp.get(Clan(figure[4:]), 0) if figure.startswith("lcp ") else player.points


def _own(d: _Table, place: str, clan: str) -> Act:
    return Owning(place=d.place(place), clan=d.clan(clan), reason=d.reason)


def _policy(d: _Table, seat: str, policy: str) -> Act:
    name = "" if policy.lower() == "player" else policy.lower()
    if name not in POLICIES:
        raise ActRefused(f"there is no policy {policy}; there are careful, bold, and player")
    return Seating(seat=d.seat(seat), policy=name, reason=d.reason)


def _drop(d: _Table, seat: str) -> Act:
    return DropOut(d.seat(seat), d.reason)


_READERS: dict[str, Callable[..., Act]] = {
    "order": _order, "place": _place, "remove": _remove, "adjust": _adjust, "own": _own, "policy": _policy,
    "drop": _drop,
}  # fmt: skip


def act(
    verb: str,
    words: Sequence[str],
    reason: str,
    state: World,
    acts: Sequence[Act],
    names: Mapping[str, str],  # noqa: ARG001 - wizards and clans are in the state
) -> Act:
    """An act from the words of the command line; raises :class:`ActRefused` where it cannot be."""
    made = _READERS[verb](_Table(state, acts, reason), *words)
    return refereeing.unless(why_not_text(state, acts, made), made)


def why_not_text(state: World, acts: Sequence[Act], act: Act) -> str:
    """Why an act cannot be made after those recorded; "" if it can."""
    if isinstance(act, DropOut) and any(isinstance(a, DropOut) and a.seat == act.seat for a in acts):
        return f"seat {act.seat} drops out already"
    return why_not(state, act)


def unplayed(acts: Sequence[Act], told: Sequence[Told[Any]]) -> list[Act]:
    """Acts that came to nothing: what they were about had changed before they were played."""
    done = [one.event for one in told]
    return [act for act in acts if not _played(act, done)]


def _played(act: Act, done: Sequence[Any]) -> bool:
    match act:
        case Adjustment(subject=subject, figure=figure, value=value):
            wanted = (subject, figure, value)
            return any(isinstance(e, GmAdjusted) and (e.subject, e.figure, e.after) == wanted for e in done)
        case Placing(code=code, place=place):
            return any(isinstance(e, GmPlaced) and (e.code, e.place) == (code, place) for e in done)
        case Removal(code=code):
            return any(isinstance(e, Left) and (e.code, e.why) == (code, Farewell.MASTER) for e in done)
        case Owning(place=place, clan=clan):
            return any(isinstance(e, GmOwned) and (e.place, e.clan) == (place, clan) for e in done)
        case Seating(seat=seat, policy=policy):
            return any(isinstance(e, GmSeated) and (e.seat, e.policy) == (seat, policy) for e in done)
        case DropOut(seat=seat):
            return any(isinstance(e, GmSeated) and e.seat == seat for e in done)
        case OrderChange(seat=seat, number=number):
            return any(isinstance(e, GmOrdered) and (e.seat, e.line) == (seat, number) for e in done)
    return True
