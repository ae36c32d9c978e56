"""The game master's word: figures and places set right, seats given to a policy, notes (GM-1).

An act is made between turns and takes place at the start of the next one. The same acts, orders and dice give the same
turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from magika_gm.engine.plain import Codec
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.rules import ActRefused
from magika_gm.engine.verbs import (
    EVERYBODY,
    Against,
    DropOut,
    Excused,
    GameReferee,
    Note,
    OrderChange,
    Slot,
    Verb,
    among,
    figure,
    line_number,
    order_line,
    seen,
)
from magika_gm.engine.words import Fault, did_you_mean, nearest
from magika_gm.games.rune_war.orders.lines import read_line, stored, write_order
from magika_gm.games.rune_war.orders.model import Order, Sheets
from magika_gm.games.rune_war.rules import events as e
from magika_gm.games.rune_war.rules.deciding import numbered
from magika_gm.games.rune_war.rules.magic import leave
from magika_gm.games.rune_war.rules.state import World, seers, sees_kind_at
from magika_gm.games.rune_war.rules.tables import CLAN_BY_TITLE, LANDS, PLACES, SEATS, Ability, Clan
from magika_gm.games.rune_war.rules.turn import Table

FIGURES = ("points", "rune_points", *(f"lcp {clan.value}" for clan in Clan))
LOYALTY = "loyalty"
POLICIES = ("", "careful", "bold")
MOST = 99999
DROPPED = "careful"
"""The policy that goes on with a seat dropped out (GM-1)."""


@named_record
class Adjustment:
    """A figure is set: of a seat one of ``FIGURES``, of a creature its ``loyalty``."""

    subject: str
    figure: str
    value: int
    reason: str


@named_record
class Placing:
    """A creature stands elsewhere."""

    code: str
    place: str
    reason: str


@named_record
class Removal:
    """A creature leaves the game."""

    code: str
    reason: str


@named_record
class Owning:
    """A territory belongs to a clan."""

    place: str
    clan: Clan
    reason: str


@named_record
class Seating:
    """A policy plays a seat from now on; "" a player again (GM-1)."""

    seat: str
    policy: str
    reason: str


Act = Adjustment | Placing | Removal | Owning | Seating | OrderChange | DropOut | Excused | Note
ACTS: Codec[Act] = Codec(Act, tag="")
"""``["Placing", "MA1", "M2", "…"]``."""


def _seat(against: Against[World], said: str) -> str:
    names = {seat: seat for seat in SEATS}
    for seat, player in against.state.players.items():
        names |= {player.wizard.casefold(): seat, player.clan.title.casefold(): seat}
    found = names.get(said.casefold())
    if found is None:
        raise ActRefused(f"{said} is no seat; there are 1 to 4, their wizards and clans")
    return found


def _creature(against: Against[World], said: str) -> str:
    code = said.upper()
    if code not in against.state.creatures:
        there = ", ".join(against.state.creatures) or "none"
        raise ActRefused(f"there is no creature {said}; there are {there}")
    return code


def _clan(_: Against[World], said: str) -> Clan:
    names = {title.casefold(): clan for title, clan in CLAN_BY_TITLE.items()} | {c.value.lower(): c for c in Clan}
    found = names.get(said.casefold())
    if found is None:
        hint = did_you_mean(nearest(said, tuple(CLAN_BY_TITLE)))
        raise ActRefused(f"{said} is no clan{'; ' + hint if hint else ''}")
    return found


def _order(_: Against[World], said: str) -> str:
    read = read_line(said)
    if isinstance(read, Fault):
        raise ActRefused(f"{said}: {read}")
    return write_order(read)


def _subject(against: Against[World], said: str) -> str:
    return said.upper() if said.upper() in against.state.creatures else _seat(against, said)


def _named_figure(against: Against[World], said: str) -> str:
    name = said.lower()
    if name.startswith("lcp-"):
        name = f"lcp {_clan(against, said[4:]).value}"
    if name not in (*FIGURES, LOYALTY) or name == "rune_points":  # what one wins another pays (PAY-1)
        raise ActRefused(f"{said} is no figure that can be set; there are points, lcp-M, lcp-Z, lcp-K, lcp-I, loyalty")
    return name


def _value(against: Against[World], said: str) -> int:
    on, name = against.given["SUBJECT"], against.given["FIGURE"]
    return figure(said, _so_far(against, on, name))


def _so_far(against: Against[World], on: str, name: str) -> int:
    """The figure as it stands, after what is recorded for it already."""
    for act in reversed(against.acts):
        if isinstance(act, Adjustment) and (act.subject, act.figure) == (on, name):
            return act.value
    if on in against.state.creatures:
        return against.state.creatures[on].loyalty
    player = against.state.players[on]
    return player.lcp.get(Clan(name[4:]), 0) if name.startswith("lcp ") else player.points


def _policy(_: Against[World], said: str) -> str:
    name = "" if said.lower() == "player" else said.lower()
    if name not in POLICIES:
        raise ActRefused(f"there is no policy {said}; there are careful, bold, and player")
    return name


_SEAT = Slot(name="SEAT", help="1 to 4, a wizard or a clan", read=_seat)
_CREATURE = Slot(name="CREATURE", help="MA1, MZ2 …", read=_creature)
_read_place = among(PLACES, str.upper, "{said} is no place; write M1 to I8, or T")


def _bad_seat(seat: str, *others: str) -> str:
    return "" if seat in (*SEATS, *others) else f"there is no seat {seat}"


def _bad_line(_: World, act: OrderChange) -> str:
    if act.seat not in SEATS:
        return _bad_seat(act.seat)
    if act.number < 1:
        return "lines are numbered from 1"
    read = read_line(act.order)
    return str(read) if isinstance(read, Fault) else ""


def _bad_figure(world: World, act: Adjustment) -> str:
    creature = world.creatures.get(act.subject)
    if creature is not None:
        if act.figure != LOYALTY:
            return f"of a creature only {LOYALTY} can be set"
        return "" if 1 <= act.value <= creature.maximum else f"{act.subject} has 1 to {creature.maximum} loyalty"
    if act.subject not in SEATS:
        return f"there is no seat or creature {act.subject}"
    if act.figure not in FIGURES or act.figure == f"lcp {world.players[act.subject].clan.value}":
        return f"{act.figure} is no figure of seat {act.subject}"
    least = -MOST if act.figure == "rune_points" else 0
    return "" if least <= act.value <= MOST else f"{act.figure} must be from {least} to {MOST}"


def _bad_place(world: World, act: Placing) -> str:
    code, place, creature = act.code, act.place, world.creatures.get(act.code)
    if creature is None:
        return f"there is no creature {code}"
    if place not in PLACES or not world.is_own_ground(place, creature.seat):
        return f"{place} is neither land of {code}'s owner nor the Tower"
    if creature.at == place:
        return f"{code} stands there already"
    return "" if world.room(place, creature.seat) else f"there is no room at {place}"


def _bad_owner(world: World, act: Owning) -> str:
    if act.place not in LANDS:
        return f"{act.place} is no territory"
    if world.land[act.place] is act.clan:
        return f"{act.place} belongs to {act.clan.title} already"
    return f"creatures stand at {act.place}" if world.armies.get(act.place) else ""


def _adjust(table: Table, act: Adjustment) -> None:
    world = table.state
    before = _figure(world, act.subject, act.figure)
    told = seers(world, world.creatures[act.subject]) if act.subject in world.creatures else SEATS
    event = e.GmAdjusted(subject=act.subject, figure=act.figure, before=before, after=act.value, reason=act.reason)
    table.tell(event, told)


def _figure(world: World, subject: str, figure: str) -> int:
    if subject in world.creatures:
        return world.creatures[subject].loyalty
    player = world.players[subject]
    word, _, clan = figure.partition(" ")
    if word == "lcp":
        return player.lcp[Clan(clan)]
    return player.points if word == "points" else player.rune_points


def _place(table: Table, act: Placing) -> None:
    world, creature = table.state, table.state.creatures[act.code]
    unseen = creature.has(Ability.INVISIBLE)
    told = tuple(s for s in seers(world, creature) if sees_kind_at(world, s, creature.seat, unseen, act.place))
    table.tell(e.GmPlaced(code=act.code, origin=creature.at, place=act.place, reason=act.reason), told)


def _remove(table: Table, act: Removal) -> None:
    creature = table.state.creatures[act.code]
    leave(table, creature, e.Farewell.MASTER, seers(table.state, creature))


def _change_line(table: Table, act: OrderChange) -> None:
    table.tell(e.GmOrdered(act.seat, act.number, act.order, act.reason), (act.seat,))


class _Referee(GameReferee[World]):
    def why_not_text(self, state: World, acts: Sequence[Act], act: Act) -> str:
        if isinstance(act, DropOut) and any(isinstance(a, DropOut) and a.seat == act.seat for a in acts):
            return f"seat {act.seat} drops out already"
        return self.why_not(state, act)


REFEREE = _Referee(
    Verb(
        kind=OrderChange,
        name="order",
        help="Put another order in the place of a line of a sheet, or one more after the last.",
        parameters=(
            _SEAT,
            line_number("a line's number, from 1"),
            order_line(_order),
        ),
        example='order 12 1 3 "CAST Heal ON MA1" --reason "misread by us"',
        says="seat {seat}, line {number}: {order}: {reason}",
        why_not=_bad_line,
        plays=_change_line,
        corrects="seat",
        shown=seen(e.GmOrdered, "seat", line="number"),
    ),
    Verb(
        kind=Placing,
        name="place",
        help="Put a creature on other land of its owner, or into the Tower.",
        parameters=(_CREATURE, Slot(name="PLACE", help="M1 to I8, T", read=_read_place)),
        example='place 12 MA1 M4 --reason "see the ruling of turn 4"',
        says="{code} put to {place}: {reason}",
        why_not=_bad_place,
        plays=_place,
        shown=seen(e.GmPlaced, "code", "place"),
    ),
    Verb(
        kind=Removal,
        name="remove",
        help="Take a creature out of the game.",
        parameters=(_CREATURE,),
        example='remove 12 MA1 --reason "it was summoned without its runes"',
        says="{code} taken out of the game: {reason}",
        why_not=lambda world, a: "" if a.code in world.creatures else f"there is no creature {a.code}",
        plays=_remove,
        shown=lambda a, of: isinstance(of, e.Left) and (of.code, of.why) == (a.code, e.Farewell.MASTER),
    ),
    Verb(
        kind=Adjustment,
        name="adjust",
        help="Set a seat's spell points or claim points (lcp-M, lcp-Z …), or a creature's loyalty; +10 and -10 change "
        "them.",
        parameters=(
            Slot(name="SUBJECT", help="a seat, or a creature's code", read=_subject),
            Slot(name="FIGURE", help="points, lcp-M, lcp-Z, lcp-K, lcp-I, loyalty", read=_named_figure),
            Slot(name="VALUE", help="400, or +10, -10", read=_value),
        ),
        example='adjust 12 1 points +40 --reason "four magic runes were not counted"',
        says="{subject}: {figure} set to {value}: {reason}",
        why_not=_bad_figure,
        plays=_adjust,
        shown=seen(e.GmAdjusted, "subject", "figure", after="value"),
    ),
    Verb(
        kind=Owning,
        name="own",
        help="Give a territory to a clan; no creatures may stand there.",
        parameters=(
            Slot(name="PLACE", help="M1 to I8", read=_read_place),
            Slot(name="CLAN", help="a clan", read=_clan),
        ),
        example='own 12 Z3 Maitha --reason "the claim was legal"',
        says="{place} given to {clan.title}: {reason}",
        why_not=_bad_owner,
        tells=lambda world, a: e.GmOwned(place=a.place, before=world.land[a.place], clan=a.clan, reason=a.reason),
        shown=seen(e.GmOwned, "place", "clan"),
    ),
    Verb(
        kind=Seating,
        name="policy",
        help="A built-in policy plays a seat from now on, or its player again (GM-1).",
        parameters=(_SEAT, Slot(name="POLICY", help="careful, bold, or player", read=_policy, first=True)),
        example='policy 12 3 careful --reason "at his own wish"',
        says=lambda a: (
            f"seat {a.seat} is played by {f'the {a.policy} policy' if a.policy else 'its player'}: {a.reason}"
        ),
        why_not=lambda _, a: _bad_seat(a.seat) or ("" if a.policy in POLICIES else f"there is no policy {a.policy}"),
        tells=lambda _, a: e.GmSeated(a.seat, a.policy, a.reason),
        shown=seen(e.GmSeated, "seat", "policy"),
    ),
    Verb(
        kind=DropOut,
        name="drop",
        help="A player loses his seat; the careful policy goes on with it (GM-1).",
        parameters=(_SEAT,),
        example='drop 12 3 --reason "at his own wish"',
        says="seat {seat} drops out, the careful policy plays on: {reason}",
        why_not=lambda _, a: _bad_seat(a.seat),
        tells=lambda _, a: e.GmSeated(a.seat, DROPPED, a.reason),
        shown=seen(e.GmSeated, "seat"),
    ),
    Verb(kind=Excused, says="seat {seat} is excused for sending no sheet", why_not=lambda _, a: _bad_seat(a.seat)),
    Verb(kind=Note, says="note to {seat}: {text}", why_not=lambda _, a: _bad_seat(a.seat, EVERYBODY)),
)


def amended(orders: Sheets, acts: Sequence[Act]) -> dict[str, tuple[Order, ...]]:
    """Sheets as the game master corrected them: a line replaced, or one added after the last."""
    changed = {seat: list(numbered(sent)) for seat, sent in orders.items()}
    for act in acts:
        if isinstance(act, OrderChange):
            mine = changed.setdefault(act.seat, [])
            order = replace(stored(act.order), line=act.number)
            at = next((i for i, other in enumerate(mine) if other.line == act.number), None)
            if at is None:
                mine.append(order)
            else:
                mine[at] = order
    return {seat: tuple(mine) for seat, mine in changed.items()}
