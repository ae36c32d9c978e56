"""Sentences of the isle: creatures, moves, combat, claims, the game master's word (MAG, MOVE, FIGHT, CLAIM)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.games.rune_war.report.wording import ENDINGS, MINUS, Line, Names
from magika_gm.games.rune_war.rules import events as e

_CAUSES: Mapping[e.Cause, tuple[str, str]] = {
    e.Cause.SPELL: ("by", "MAG-10"),
    e.Cause.REGENERATION: ("regenerates", "SEQ-5"),
    e.Cause.DEVOTION: ("heals by devotion", "SEQ-5"),
    e.Cause.WIZARD: ("is healed by its wizard", "WIZ"),
}
_FAREWELLS: Mapping[e.Farewell, tuple[str, str]] = {
    e.Farewell.LOYALTY: ("has no loyalty left and leaves the game", "CREA-3"),
    e.Farewell.DISMISSED: ("is dismissed", "MOVE-8"),
    e.Farewell.NO_WAY_BACK: ("finds no way back and leaves the game", "FIGHT-12"),
    e.Farewell.MASTER: ("is taken out of the game by the game master", "GM-1"),
}
_WAYS: Mapping[e.Way, tuple[str, str]] = {
    e.Way.STEP: ("goes", "MOVE-2"),
    e.Way.GATE: ("is gated", "MOVE-6"),
    e.Way.TELEPORT: ("is teleported", "MAG-14"),
    e.Way.RETURN: ("returns", "FIGHT-12"),
}


def isle_sentence(event: Any, names: Names) -> Line | None:
    """An event of the isle in words; None where another sentence tells it, or it is none of the isle."""
    for tell in (_creatures, _places, _combat, _master):
        line = tell(event, names)
        if line is not None:
            return line
    return None


def signed(number: int) -> str:
    """``+2``, with a true minus."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


def _creatures(event: Any, names: Names) -> Line | None:
    match event:
        case e.Summoned(code=code, place=place):
            return Line(f"{names.creature(code)} appears at {names.place(place)}.", "MAG-7")
        case e.LoyaltyChanged(code, amount, cause, source):
            word, rule = _CAUSES[cause]
            by = f" by {source}" if source else ""
            said = f"{names.creature(code)} {word} {signed(amount)}" if not by else (
                f"{names.creature(code)}: {signed(amount)} loyalty{by}"
            )  # fmt: skip
            return Line(f"{said}.", rule)
        case e.Enchanted(code, enchantment, _):
            return Line(f"{names.creature(code)} now bears {enchantment}.", "MAG-10")
        case e.Dispelled(code, enchantments, loyalty):
            return Line(f"{names.creature(code)} loses {', '.join(enchantments)}; loyalty {loyalty}.", "MAG-10")
        case e.ParalysisEnded(code):
            return Line(f"{names.creature(code)} is no longer paralysed.", "SEQ-5")
        case e.Left(code=code, why=why, place=place):
            word, rule = _FAREWELLS[why]
            return Line(f"{names.creature(code)} {word} ({place}).", rule)
    return None


def _places(event: Any, names: Names) -> Line | None:
    match event:
        case e.Moved(code=code, way=way, origin=origin, place=place):
            word, rule = _WAYS[way]
            return Line(f"{names.creature(code)} {word} from {names.place(origin)} to {names.place(place)}.", rule)
        case e.Glimpsed(code=code, place=place, arrived=arrived):
            how = f"comes out of nowhere to {names.place(place)}" if arrived else f"vanishes from {names.place(place)}"
            return Line(f"{names.creature(code)} {how}.", "SEE-5")
        case e.LinedUp(_, place, codes):
            return Line(f"At {names.place(place)} stand, the leader first: {names.creatures(codes)}.", "MOVE-7")
        case e.LandClaimed(seat, place, clan, cost):
            said = f"{names.seat(seat)} claims {names.place(place)} from {clan.title} for {cost} claim points."
            return Line(said, "CLAIM-1")
        case e.LandTaken(seat, place, clan):
            return Line(f"{names.seat(seat)} conquers {names.place(place)} from {clan.title}.", "FIGHT-11")
        case e.GameEnded(ending):
            return Line(f"The game is over: {ENDINGS[ending]}.", "END-1")
    return None


def _combat(event: Any, names: Names) -> Line | None:
    match event:
        case e.CombatBegan():
            guard = names.creatures(event.defenders)
            first = "; the attackers strike first" if event.first_strike else ""
            against = f" against {guard} and the land" if guard else " against the land alone"
            said = f"{names.seat(event.attacker)} attacks with {names.creatures(event.attackers)}{against}{first}."
            return Line(said, "FIGHT-4" if event.first_strike else "FIGHT-1")
        case e.Blasted(source, code, damage):
            return Line(f"{names.creature(source)}'s Hellblast: {names.creature(code)} {MINUS}{damage}.", "FIGHT-2")
        case e.Shot(shooter, target, damage):
            return Line(f"{names.fighter(shooter)} shoots {names.creature(target)}: {MINUS}{damage}.", "FIGHT-3")
        case e.Struck():
            return _struck(event, names)
        case e.Scorched(code, bearer):
            return Line(f"{names.creature(bearer)}'s Fire Shield: {names.creature(code)} {MINUS}1.", "CREA")
        case e.CombatEnded(strikes=strikes, won=won, broken_off=broken_off):
            how = "broken off" if broken_off else "the attackers win" if won else "the defenders win"
            return Line(f"After {strikes} strike{'s' if strikes != 1 else ''}: {how}.", "FIGHT-11")
    return None


def _struck(event: e.Struck, names: Names) -> Line:
    mighty = ""
    if event.mighty:
        mighty = f", Mighty Blow {event.mighty}" + ("!" if event.mighty <= 25 else "")
    roll = f", {event.roll} of {event.chance} %" if event.chance else ""
    hit = f"{MINUS}{event.damage}, {max(0, event.left)} left" if event.damage else "no harm"
    sides = f"{names.fighter(event.striker)} {event.melee} v {event.defense} {names.fighter(event.target)}"
    return Line(f"{sides}{mighty}{roll}: {hit}.", "FIGHT-9" if event.mighty else "FIGHT-6")


def _master(event: Any, names: Names) -> Line | None:
    match event:
        case e.GmAdjusted(subject=subject, figure=figure, before=before, after=after, reason=reason):
            who = names.seat(subject) if len(subject) == 1 else names.creature(subject)
            text = f"sets {figure} of {who} from {before} to {after}"
        case e.GmPlaced(code=code, origin=origin, place=place, reason=reason):
            text = f"puts {names.creature(code)} from {origin} to {place}"
        case e.GmOwned(place=place, before=before, clan=clan, reason=reason):
            text = f"gives {names.place(place)}, {before.title}'s so far, to {clan.title}"
        case e.GmSeated(seat, policy, reason):
            text = f"lets {f'the {policy} policy' if policy else 'its player'} play the seat of {names.seat(seat)}"
        case e.GmOrdered(_, line, order, reason):
            text = f"changes line {line}: {order}"
        case _:
            return None
    return Line(f"The game master {text} ({reason}).", "GM-1")
