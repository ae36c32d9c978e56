"""Step 7, Drop: scrolls disintegrate, the rest lies in the space (DROP)."""

from __future__ import annotations

from magika_gm.games.magika.orders import Drop
from magika_gm.games.magika.rules.events import Dropped
from magika_gm.games.magika.rules.holdings import find_all
from magika_gm.games.magika.rules.refusals import Refusal
from magika_gm.games.magika.rules.turn import Turn


def drop(turn: Turn) -> None:
    """All at once: nobody's drop stands in another's way."""
    for mage, order in turn.able(Drop, "Plyze"):
        assert isinstance(order, Drop)
        things = find_all(mage, order.things)
        if isinstance(things, Refusal):
            turn.refuse(mage, order, "DROP-1", things)
            continue
        for thing in things:
            turn.tell(Dropped(mage.letter, thing, mage.space), mage.letter)
