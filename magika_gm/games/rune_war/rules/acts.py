"""The game master's word: figures and places set right, seats given to a policy, notes (GM-1).

An act is made between turns and takes place at the start of the next one. The same acts, orders and dice give the same
turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from magika_gm.engine.acts import EVERYBODY, DropOut, Excused, Note, OrderChange
from magika_gm.engine.plain import Codec
from magika_gm.engine.words import Fault
from magika_gm.games.rune_war.isle import LANDS, PLACES
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.orders.reading import read_line, stored
from magika_gm.games.rune_war.rules.effects import leave
from magika_gm.games.rune_war.rules.events import (
    Farewell,
    GmAdjusted,
    GmOrdered,
    GmOwned,
    GmPlaced,
    GmSeated,
)
from magika_gm.games.rune_war.rules.plan import numbered
from magika_gm.games.rune_war.rules.seeing import seers, sees_kind_at
from magika_gm.games.rune_war.rules.state import Creature, World
from magika_gm.games.rune_war.rules.table import Table
from magika_gm.games.rune_war.tables import SEATS, Ability, Clan

FIGURES = ("points", "rune_points", *(f"lcp {clan.value}" for clan in Clan))
LOYALTY = "loyalty"
POLICIES = ("", "careful", "bold")
MOST = 99999
DROPPED = "careful"
"""The policy that goes on with a seat dropped out (GM-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """A figure is set: of a seat one of ``FIGURES``, of a creature its ``loyalty``."""

    subject: str
    figure: str
    value: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A creature stands elsewhere."""

    code: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """A creature leaves the game."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Owning:
    """A territory belongs to a clan."""

    place: str
    clan: Clan
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """A policy plays a seat from now on; "" a player again (GM-1)."""

    seat: str
    policy: str
    reason: str


GameAct = Adjustment | Placing | Removal | Owning | Seating
"""Acts of this game alone."""
Act = GameAct | OrderChange | DropOut | Excused | Note
ACTS: Codec[Act] = Codec(Act, tag="")
"""``["Placing", "MA1", "M2", "…"]``."""


def why_not(world: World, act: Act) -> str:
    """Why an act cannot be done in this world; "" if it can."""
    match act:
        case Adjustment(subject=subject, figure=figure, value=value):
            return _bad_figure(world, subject, figure, value)
        case Placing(code=code, place=place):
            return _bad_place(world, code, place)
        case Removal(code=code):
            return "" if code in world.creatures else f"there is no creature {code}"
        case Owning(place=place, clan=clan):
            return _bad_owner(world, place, clan)
        case Seating(seat=seat, policy=policy):
            if seat not in SEATS:
                return f"there is no seat {seat}"
            return "" if policy in POLICIES else f"there is no policy {policy}"
        case OrderChange(seat=seat, number=number, order=order):
            return _bad_order(seat, number, order)
        case DropOut(seat=seat) | Excused(seat=seat):
            return "" if seat in SEATS else f"there is no seat {seat}"
        case Note(seat=seat):
            return "" if seat in (*SEATS, EVERYBODY) else f"there is no seat {seat}"
        case _:
            assert_never(act)


def _bad_order(seat: str, number: int, text: str) -> str:
    if seat not in SEATS:
        return f"there is no seat {seat}"
    if number < 1:
        return "lines are numbered from 1"
    read = read_line(text)
    return str(read) if isinstance(read, Fault) else ""


def _bad_figure(world: World, subject: str, figure: str, value: int) -> str:
    creature = world.creatures.get(subject)
    if creature is not None:
        if figure != LOYALTY:
            return f"of a creature only {LOYALTY} can be set"
        return "" if 1 <= value <= creature.maximum else f"{subject} has 1 to {creature.maximum} loyalty"
    if subject not in SEATS:
        return f"there is no seat or creature {subject}"
    if figure not in FIGURES or figure == f"lcp {world.players[subject].clan.value}":
        return f"{figure} is no figure of seat {subject}"
    least = -MOST if figure == "rune_points" else 0
    return "" if least <= value <= MOST else f"{figure} must be from {least} to {MOST}"


def _bad_place(world: World, code: str, place: str) -> str:
    creature = world.creatures.get(code)
    if creature is None:
        return f"there is no creature {code}"
    if place not in PLACES or not world.is_own_ground(place, creature.seat):
        return f"{place} is neither land of {code}'s owner nor the Tower"
    if creature.at == place:
        return f"{code} stands there already"
    return "" if world.room(place, creature.seat) else f"there is no room at {place}"


def _bad_owner(world: World, place: str, clan: Clan) -> str:
    if place not in LANDS:
        return f"{place} is no territory"
    if world.land[place] is clan:
        return f"{place} belongs to {clan.title} already"
    return f"creatures stand at {place}" if world.armies.get(place) else ""


def carry_out(table: Table, act: Act) -> None:
    """Do an act that :func:`why_not` has nothing against; one that has become impossible is passed over."""
    world = table.world
    if why_not(world, act):
        return
    match act:
        case Adjustment(subject=subject, figure=figure, value=value, reason=reason):
            before = _figure(world, subject, figure)
            told = seers(world, world.creatures[subject]) if subject in world.creatures else SEATS
            event = GmAdjusted(subject=subject, figure=figure, before=before, after=value, reason=reason)
            table.tell(event, told)
        case Placing(code=code, place=place, reason=reason):
            creature = world.creatures[code]
            told = tuple(s for s in seers(world, creature) if _sees_there(world, s, creature, place))
            table.tell(GmPlaced(code=code, origin=creature.at, place=place, reason=reason), told)
        case Removal(code=code):
            creature = world.creatures[code]
            leave(table, creature, Farewell.MASTER, seers(world, creature))
        case Owning(place=place, clan=clan, reason=reason):
            table.tell(GmOwned(place=place, before=world.land[place], clan=clan, reason=reason))
        case Seating(seat=seat, policy=policy, reason=reason):
            table.tell(GmSeated(seat, policy, reason))
        case DropOut(seat=seat, reason=reason):
            table.tell(GmSeated(seat, DROPPED, reason))
        case OrderChange(seat=seat, number=number, order=order, reason=reason):
            table.tell(GmOrdered(seat, number, order, reason), (seat,))
        case Excused() | Note():
            pass  # neither changes anything: reports print notes, and GM-1 says what is played without a sheet
        case _:
            assert_never(act)


def act_text(act: Act) -> str:
    """An act in words, for the game master."""
    match act:
        case Adjustment(subject=subject, figure=figure, value=value, reason=reason):
            return f"{subject}: {figure} set to {value}: {reason}"
        case Placing(code=code, place=place, reason=reason):
            return f"{code} put to {place}: {reason}"
        case Removal(code=code, reason=reason):
            return f"{code} taken out of the game: {reason}"
        case Owning(place=place, clan=clan, reason=reason):
            return f"{place} given to {clan.title}: {reason}"
        case Seating(seat=seat, policy=policy, reason=reason):
            return f"seat {seat} is played by {f'the {policy} policy' if policy else 'its player'}: {reason}"
        case OrderChange(seat=seat, number=number, order=order, reason=reason):
            return f"seat {seat}, line {number}: {order}: {reason}"
        case DropOut(seat=seat, reason=reason):
            return f"seat {seat} drops out, the careful policy plays on: {reason}"
        case Excused(seat=seat):
            return f"seat {seat} is excused for sending no sheet"
        case Note(seat=seat, text=text):
            return f"note to {seat}: {text}"
        case _:
            assert_never(act)


def _sees_there(world: World, seat: str, creature: Creature, place: str) -> bool:
    return sees_kind_at(world, seat, creature.seat, creature.has(Ability.INVISIBLE), place)


def _figure(world: World, subject: str, figure: str) -> int:
    if subject in world.creatures:
        return world.creatures[subject].loyalty
    player = world.players[subject]
    word, _, clan = figure.partition(" ")
    if word == "lcp":
        return player.lcp[Clan(clan)]
    return player.points if word == "points" else player.rune_points


def amended(orders: Mapping[str, Sequence[Order]], acts: Sequence[Act]) -> dict[str, tuple[Order, ...]]:
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
