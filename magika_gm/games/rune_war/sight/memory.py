"""What a seat remembers: where it last saw others' creatures (SEE-6), and who hears a message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.sight.view import View
from magika_gm.games.rune_war.tables import CLAN_BY_TITLE, SEATS, code_order


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A creature of somebody else as it was last seen."""

    turn: int
    code: str
    seat: str
    kind: str
    at: str
    loyalty: int


@dataclass(frozen=True, slots=True)
class Memory:
    """A seat's memory: last sightings of creatures it does not see now, and does not know to be gone."""

    turn: int
    sightings: tuple[Sighting, ...] = ()
    shown: tuple[Sighting, ...] = ()
    """Others' creatures seen at the end of ``turn``."""
    names: tuple[tuple[str, str], ...] = ()
    """Who plays in which seat: ``("1", "Orachi of Maitha")``."""
    course: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Turn by turn what the seats are ranked by first: land value, in the plain mode rune points (END-2, GAME-5)."""


NOTHING = Memory(-1)
"""What is remembered before turn 0."""


def remember(memory: Memory, turn: int, view: View) -> Memory:
    """The memory with a turn's view taken in."""
    before: Mapping[str, Sighting] = {s.code: s for s in (*memory.sightings, *memory.shown)}
    shown = tuple(
        Sighting(turn=turn, code=c.code, seat=c.seat, kind=c.kind, at=c.at, loyalty=c.loyalty)
        for c in view.creatures.values()
        if c.seat != view.seat
    )
    forgotten = {*view.gone, *view.creatures}
    kept = [s for code, s in before.items() if code not in forgotten]
    names = tuple((row.seat, f"{row.wizard} of {row.clan.title}") for row in view.seats.values())
    ranked = tuple(row.land if view.options.map else row.rune_points for row in view.seats.values())
    course = (*(point for point in memory.course if point[0] < turn), (turn, ranked))
    return Memory(turn, tuple(sorted(kept, key=lambda s: code_order(s.code))), shown, names, course)


def hears(world: World, sender: str, to: str) -> tuple[str, ...]:
    """Who gets a message: a seat, by number, clan, wizard or wind of the round, or ALL others."""
    word = to.strip().casefold()
    others = tuple(seat for seat in SEATS if seat != sender)
    if word == "all":
        return others
    winds = dict(zip(("east", "south", "west", "north"), world.in_turn(), strict=True))
    clans = {title.casefold(): world.of_clan(clan).seat for title, clan in CLAN_BY_TITLE.items()}
    wizards = {p.wizard.casefold(): p.seat for p in world.players.values()}
    named = {**{seat: seat for seat in SEATS}, **winds, **clans, **wizards}.get(word)
    return (named,) if named is not None else ()
