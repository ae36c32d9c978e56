"""Lasting effects on the caster's own side: protections, Spell Aid, Invisibility, reports of the mind."""

from __future__ import annotations

from magika_gm.games.magika.rules import clock
from magika_gm.games.magika.rules.casting import Casting, own_side
from magika_gm.games.magika.rules.events import EffectBegan
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage

REACHING = frozenset({"KnoSS", "IntRp"})
"""Spells whose bonus is reach, not duration; kept as an effect of its own name beside the spell's."""


def last(turn: Turn, casting: Casting, lengthens: bool = True) -> int:
    """Last moment of the effect; a bonus adds five phases or one turn (CAST-10)."""
    span = casting.spell.lasts(casting.major, casting.mage.team != BLACK)
    more = 0
    if casting.bonus and lengthens:
        more = 5 if span.unit == "p" else 1
    return clock.until(turn.world.turn, turn.phase, span, more)


def begin(mage: Mage, effect: str, until: int, caster: str) -> EffectBegan | None:
    """The event by which an effect begins; None if one in force lasts as long already (CAST-17)."""
    return EffectBegan(mage.letter, effect, until, caster) if until > mage.effects.get(effect, 0) else None


def enchant(turn: Turn, castings: list[Casting]) -> None:
    """SpAid, the protections, InvSp, KnoSS and IntRp: on the caster, or with X on his whole team."""
    for casting in castings:
        reaching = casting.code in REACHING
        until = last(turn, casting, lengthens=not reaching)
        effects = [casting.code]
        if reaching and casting.bonus:
            effects.append(casting.code + "+1")
        for mage in own_side(turn.world, casting):
            for effect in effects:
                event = begin(mage, effect, until, casting.mage.letter)
                if event:
                    turn.tell(event, mage.letter)
