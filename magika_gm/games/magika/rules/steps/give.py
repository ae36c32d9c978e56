"""Step 2, Give: judged on who holds what at the start of the step, carried out by SEQ-5 (GIVE)."""

from __future__ import annotations

from magika_gm.games.magika.orders import Give
from magika_gm.games.magika.rules.events import Gave, GiftKept, Paid
from magika_gm.games.magika.rules.holdings import find_all
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.tables import EBON
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage, Scroll


def give(turn: Turn) -> None:
    """Judge all gives on the start of the step, then carry them out one giver after the other."""
    legal: dict[str, tuple[Give, list[str | Scroll]]] = {}
    givers: list[Mage] = []
    for mage, order in turn.able(Give, "Plyze"):
        assert isinstance(order, Give)
        receiver = turn.world.mages.get(order.to)
        things = find_all(mage, order.things)
        if receiver is None or receiver is mage or receiver.dropped or receiver.space != mage.space:
            turn.refuse(mage, order, "GIVE-1", Refusal(Why.NOT_HERE))
        elif isinstance(things, Refusal):
            turn.refuse(mage, order, "GIVE-1", things)
        elif (order.endurance or order.arcania) and order.to != EBON:
            turn.refuse(mage, order, "GIVE-3", Refusal(Why.POINTS_TO_EBON_ONLY))
        elif order.endurance > mage.endurance or order.arcania > mage.arcania:
            turn.refuse(mage, order, "GIVE-3", Refusal(Why.TOO_MANY_POINTS))
        else:
            legal[mage.letter] = (order, things)
            givers.append(mage)
    for mage in turn.by_precedence(givers, magical=False):
        order, things = legal[mage.letter]
        _carry_out(turn, mage, turn.world.mages[order.to], order, things)


def _carry_out(turn: Turn, mage: Mage, receiver: Mage, order: Give, things: list[str | Scroll]) -> None:
    both = mage.letter + receiver.letter
    for thing in things:
        kept = _no_room(receiver, thing)
        if kept:
            turn.tell(GiftKept(mage.letter, receiver.letter, thing, kept), both)
        else:
            turn.tell(Gave(mage.letter, receiver.letter, thing), both)
    for stat, amount in (("endurance", order.endurance), ("arcania", order.arcania)):
        if amount:
            before = mage.endurance
            room = receiver.max_endurance - receiver.endurance
            if stat == "arcania":
                room = receiver.max_arcania - receiver.arcania
            has = mage.endurance if stat == "endurance" else mage.arcania
            # what he has no room for stays with the giver, as with things
            turn.tell(Paid(mage.letter, receiver.letter, stat, amount, min(amount, has, room)), both)
            turn.lose_endurance(mage, before)


def _no_room(receiver: Mage, thing: str | Scroll) -> Refusal | None:
    if isinstance(thing, Scroll):
        return None if receiver.hand_room > 0 else Refusal(Why.HANDS_FULL)
    if thing.startswith("cloak:") and not receiver.may_carry_cloak():
        return Refusal(Why.BARRED_FROM_CLOAKS if receiver.barred else Why.CLOAKS_FULL)
    return None
