"""The result of a case, key by key as the law lays it out (CASE, CASE-6 to 9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from magika_gm.engine.told import Told
from magika_gm.games.rune_war.adviser.deficiency import every_deficiency
from magika_gm.games.rune_war.isle import LANDS, TOWER
from magika_gm.games.rune_war.orders.model import CastOrder
from magika_gm.games.rune_war.rules.casting import is_crossed_off
from magika_gm.games.rune_war.rules.ending import circles, land_value, ranks
from magika_gm.games.rune_war.rules.events import (
    CombatEnded,
    Event,
    LandClaimed,
    LineRefused,
    OrderCast,
    Origin,
    SheetPlayed,
    SpellCast,
)
from magika_gm.games.rune_war.rules.state import Creature, Due, Won, World
from magika_gm.games.rune_war.runes import CODES, codes
from magika_gm.games.rune_war.tables import CLAN_ORDER, SEATS, code_order


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTurn:
    """What the result tells of the last turn played: its events, casts made before by line, lines not read."""

    told: Sequence[Told[Event]] = ()
    made: dict[str, dict[int, int]]
    unread: dict[str, tuple[int, ...]]


def result_of(world: World, turns: int, last: LastTurn) -> dict[str, Any]:
    """The result."""
    over = world.due is Due.NOTHING
    events = [told.event for told in last.told]
    order = ranks(world)
    return {
        "ended": over,
        "due": None if over else world.due.value,
        "round": world.round,
        "turns": turns,
        "hand": _hand(world),
        "won": None if world.won is None else _won(world.won),
        "seats": {seat: _seat(world, seat, order[seat], last, events) for seat in SEATS},
        "creatures": {code: _creature(world.creatures[code]) for code in sorted(world.creatures, key=code_order)},
        "gone": sorted(world.gone, key=code_order),
        "armies": _armies(world),
        "land": {place: world.land[place].value for place in LANDS},
        "casts": [_cast(event) for event in events if isinstance(event, SpellCast)],
        "combats": [
            {"at": e.place, "attacker": int(e.attacker), "won": e.won, "strikes": e.strikes}
            for e in events
            if isinstance(e, CombatEnded)
        ],
        "claims": [{"seat": int(e.seat), "at": e.place} for e in events if isinstance(e, LandClaimed)],
    }


def _hand(world: World) -> dict[str, Any]:
    hand = world.hand
    if hand is None:
        return {"next": None, "wall": 0, "plays": 0}
    return {"next": int(hand.next) if hand.next else None, "wall": len(hand.wall), "plays": hand.plays}


def _won(won: Won) -> dict[str, Any]:
    if not won.winner:
        nothing = dict.fromkeys(("winner", "from", "rune", "score", "points", "doubles", "limit"))
        return {"round": won.round, **nothing, "payments": {}, "magic": 0}
    return {
        "round": won.round,
        "winner": int(won.winner),
        "from": int(won.discarder) if won.discarder else None,
        "rune": CODES[won.rune],
        "score": won.score,
        "points": won.points,
        "doubles": won.doubled,
        "limit": None if won.limit is None else won.limit.value,
        "payments": dict(won.payments),
        "magic": won.magic,
    }


def _seat(world: World, seat: str, rank: int, last: LastTurn, events: Sequence[Event]) -> dict[str, Any]:
    player = world.players[seat]
    dim = [held - bright for held, bright in zip(player.held, player.bright, strict=True)]
    shown = any(player.held)
    refused, waiting = _lines(seat, last, events, magic=world.options.map)
    return {
        "wizard": player.wizard,
        "clan": player.clan.title,
        "wind": CODES[world.wind(seat)],
        "points": player.points,
        "rune_points": player.rune_points,
        "lcp": {clan.value: number for clan, number in player.lcp.items()},
        "hand": codes(player.held),
        "dim": codes(dim),
        "melds": [str(meld) for meld in player.melds],
        "discards": [CODES[discard.kind] for discard in player.discards],
        "silence": player.silence,
        "fog": player.fog,
        "random_discard": player.random_discard,
        "D": every_deficiency(player.held, player.melds, world.lucky(seat)) if shown else {},
        "land": land_value(world, seat),
        "territories": len(world.lands(seat)),
        "circles": circles(world, seat),
        "rank": rank,
        "refused": refused,
        "waiting": waiting,
    }


def _lines(seat: str, last: LastTurn, events: Sequence[Event], *, magic: bool) -> tuple[list[int], list[int]]:
    """Lines refused and CAST lines waiting in the last turn (CASE-9); in the plain mode no CAST line waits."""
    sheet = next((e for e in events if isinstance(e, SheetPlayed) and e.seat == seat), None)
    if sheet is None or sheet.origin is Origin.BOT:
        return [], []
    not_done = [e for e in events if isinstance(e, LineRefused) and e.seat == seat]
    refused: set[int] = set()
    if sheet.origin is Origin.SENT:
        refused = {*last.unread.get(seat, ()), *(e.line for e in not_done)}
    if sheet.due is Due.MAP:
        return sorted(refused), []
    made = dict(last.made.get(seat, {})) if sheet.origin is Origin.STANDING else {}
    for event in events:
        if isinstance(event, OrderCast) and event.seat == seat:
            made[event.line] = made.get(event.line, 0) + 1
    casts = [o for o in sheet.orders if isinstance(o, CastOrder)] if magic else []
    return sorted(refused), [o.line for o in casts if not is_crossed_off(o, made)]


def _creature(creature: Creature) -> dict[str, Any]:
    return {
        "kind": creature.kind,
        "seat": int(creature.seat),
        "at": creature.at,
        "melee": creature.melee,
        "ranged": creature.ranged,
        "defense": creature.defense,
        "loyalty": creature.loyalty,
        "maximum": creature.maximum,
        "enchantments": list(creature.enchantments),
    }


def _armies(world: World) -> dict[str, list[str]]:
    """Each clan's creatures by place, clans in table order, in the Tower ``T/M`` … (CASE-8)."""
    found: dict[str, list[str]] = {}
    for place in world.isle.at:
        for seat in sorted(SEATS, key=lambda seat: CLAN_ORDER[world.players[seat].clan.value]):
            army = [creature.code for creature in world.army(place, seat)]
            if army:
                clan = world.players[seat].clan.value
                found.setdefault(f"{TOWER}/{clan}" if place == TOWER else place, []).extend(army)
    return found


def _cast(event: SpellCast) -> dict[str, Any]:
    on: str | int | None = event.target or None
    if event.target in SEATS:
        on = int(event.target)
    return {
        "seat": int(event.seat),
        "play": event.play,
        "spell": event.spell,
        "on": on,
        "at": event.place or None,
        "resisted": list(event.resisted),
    }
