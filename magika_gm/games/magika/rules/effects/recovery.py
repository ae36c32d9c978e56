"""Spells on the caster himself: boosts, healing, prolonging a scroll."""

from __future__ import annotations

from magika_gm.games.magika.rules.casting import Casting
from magika_gm.games.magika.rules.effects.wards import begin, last
from magika_gm.games.magika.rules.events import Boosted, Healed, ScrollProlonged
from magika_gm.games.magika.rules.holdings import find_scroll
from magika_gm.games.magika.rules.tables import half_up
from magika_gm.games.magika.rules.turn import Turn

BOOST, HIGH_BOOST = 10, 15


def boost(turn: Turn, castings: list[Casting]) -> None:
    """BoEnd and BoArc: rest or meditation doubled for three turns; X also raises the maximum, once a game."""
    for casting in castings:
        mage = casting.mage
        stat = "endurance" if casting.code == "BoEnd" else "arcania"
        event = begin(mage, casting.code, last(turn, casting, lengthens=not casting.major), mage.letter)
        if event:
            turn.tell(event, mage.letter)
        if casting.major and stat not in mage.boosted:
            turn.tell(Boosted(mage.letter, stat, HIGH_BOOST if casting.bonus else BOOST), mage.letter)


def heal(turn: Turn, castings: list[Casting]) -> None:
    """Heals: half of maximum endurance, three quarters with the bonus, X all of it; never above the maximum."""
    for casting in castings:
        mage = casting.mage
        room = mage.max_endurance - mage.endurance
        if casting.major:
            amount = room
        elif casting.bonus:
            amount = half_up(3 * mage.max_endurance, 4)
        else:
            amount = half_up(mage.max_endurance, 2)
        turn.tell(Healed(mage.letter, min(amount, room)), mage.letter)


def prolong(turn: Turn, castings: list[Casting]) -> None:
    """ProSp: that scroll survives reading while this lasts; the longer of two castings counts (CAST-17)."""
    for casting in castings:
        mage = casting.mage
        number = casting.parameter.value
        place = find_scroll(mage, f"S{number}") if number else find_scroll(mage, casting.parameter.text)
        until = last(turn, casting)
        if place >= 0 and until > mage.scrolls[place].until:
            turn.tell(ScrollProlonged(mage.letter, mage.scrolls[place].code, place, until), mage.letter)
