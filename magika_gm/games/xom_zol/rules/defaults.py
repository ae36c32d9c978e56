"""What is done where no sheet came (POL-8), and what goes at Fizzle (POL-7)."""

from __future__ import annotations

from magika_gm.games.xom_zol.events import CardDiscarded, Why
from magika_gm.games.xom_zol.orders.forms import Cast, Discard, Named
from magika_gm.games.xom_zol.rules.casting import cast
from magika_gm.games.xom_zol.rules.effects import draw
from magika_gm.games.xom_zol.rules.payment import PLAIN, pay_for
from magika_gm.games.xom_zol.rules.triggers import settle
from magika_gm.games.xom_zol.rules.turn import Turn


def default_battle(turn: Turn) -> None:
    """One mana card that can be paid without force: most letters, then least cost, then name; no cast, no assault."""
    state, side = turn.state, turn.act.side
    names = (name for name in state.sides[side].hand if name not in state.barred)
    held = [card for card in map(state.cards.__getitem__, names) if card.is_mana]
    for card in sorted(held, key=lambda c: (-len(c.mana), c.size, c.name)):
        if pay_for(state, side, card.cost, PLAIN) is not None:
            cast(turn, side, Cast(card=Named(card.name)))
            settle(turn)
            return


def fizzle(turn: Turn) -> None:
    """Step 4: draw to the fizzle number, or discard to it."""
    own, number = turn.state.sides[turn.act.side], turn.state.options.hand
    if len(own.hand) < number:
        draw(turn, turn.act.side, number - len(own.hand), Why.FIZZLE)
        return
    for name, bottom in _unwanted(turn, len(own.hand) - number):
        event = CardDiscarded(own.name, name, Why.FIZZLE, bottom)
        if bottom:
            turn.tell(event, own.name, CardDiscarded(own.name, "", Why.FIZZLE, bottom))
        else:
            turn.tell(event)


def _unwanted(turn: Turn, n: int) -> list[tuple[str, bool]]:
    """POL-7: those listed and held, each item one copy; then greatest cost first, ties by name."""
    state = turn.state
    left = list(state.sides[turn.act.side].hand)
    chosen: list[tuple[str, bool]] = []
    for line in turn.act.lines:
        if isinstance(line, Discard):
            for item in line.cards:
                if isinstance(item.card, Named) and item.card.name in left:
                    left.remove(item.card.name)
                    chosen.append((item.card.name, item.bottom and state.options.bottom_discard))
    left.sort(key=lambda name: (-state.cards[name].size, name))
    return (chosen + [(name, False) for name in left])[:n]
