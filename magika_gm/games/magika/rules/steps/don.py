"""Step 3, Don: one after the other by SEQ-5; each sees the teams as they then are (CLK)."""

from __future__ import annotations

from magika_gm.games.magika.orders import Don
from magika_gm.games.magika.rules.enchantments import may_join
from magika_gm.games.magika.rules.events import CloakRefused, CloakStripped, Joined, Uncloaked
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.turn import Turn, letters
from magika_gm.games.magika.rules.world import Mage

STRIPPED_LOSS = 50


def don(turn: Turn) -> None:
    """Put cloaks on: accepted (CLK-2), refused on a first cloak (CLK-3) or on another one (CLK-4)."""
    orders = {}
    donners = []
    for mage, order in turn.able(Don, "Plyze"):
        assert isinstance(order, Don)
        refusal = may_not_don(mage, order.colour)
        if refusal:
            turn.refuse(mage, order, *refusal)  # who puts nothing on takes no turn, and rolls for none (SEQ-5)
            continue
        orders[mage.letter] = order
        donners.append(mage)
    for mage in turn.by_precedence(donners, magical=True) if donners else ():
        _don(turn, mage, orders[mage.letter])


def may_not_don(mage: Mage, colour: str) -> tuple[str, Refusal] | None:
    """Rule and reason why the order is illegal, whatever the others put on (SEQ-3)."""
    if colour == BLACK:
        left_alone = mage.team != BLACK and mage.may_uncloak
        return None if left_alone else ("CLK-6", Refusal(Why.NOT_LEFT_ALONE))
    if mage.is_ebon:
        return "CLK-7", Refusal(Why.EBON_WEARS_NONE)
    if colour == mage.team:
        return "CLK-2", Refusal(Why.WORN_ALREADY, colour)
    if colour not in mage.cloaks:
        return "SEQ-3", Refusal(Why.NO_CLOAK, colour)
    if mage.barred and "CkAidX" not in mage.effects:
        return "CLK-4", Refusal(Why.BARRED_FROM_CLOAKS)
    return None


def _don(turn: Turn, mage: Mage, order: Don) -> None:
    colour = order.colour
    if colour == BLACK:
        turn.tell(Uncloaked(mage.letter, mage.team, "CLK-6"), mage.letter)
    elif may_join(turn.world, mage, colour):
        team = [m for m in turn.world.mages.values() if m.team == colour]
        turn.tell(Joined(mage.letter, colour, mage.team), letters([mage, *team]))
    elif "CkAidX" in mage.effects:
        turn.refuse(mage, order, "CLK-5", Refusal(Why.WOULD_REFUSE, colour))
    elif mage.team == BLACK:
        turn.tell(CloakRefused(mage.letter, colour), mage.letter)
    else:
        before = mage.endurance
        losses = min(STRIPPED_LOSS, mage.endurance), min(STRIPPED_LOSS, mage.arcania)
        turn.tell(CloakStripped(mage.letter, colour, *losses), mage.letter)
        turn.lose_endurance(mage, before)
