"""RcAid and KnArt: lasting knowledge for the caster alone, at both levels."""

from __future__ import annotations

from magika_gm.games.magika.rules.casting import Casting
from magika_gm.games.magika.rules.effects.wards import begin, last
from magika_gm.games.magika.rules.turn import Turn


def know(turn: Turn, castings: list[Casting]) -> None:
    """The caster knows more for a while; KnArtX goes by its own name, for it tells of all twelve artifacts."""
    for casting in castings:
        effect = "KnArtX" if casting.code == "KnArt" and casting.major else casting.code
        event = begin(casting.mage, effect, last(turn, casting), casting.mage.letter)
        if event:
            turn.tell(event, casting.mage.letter)
