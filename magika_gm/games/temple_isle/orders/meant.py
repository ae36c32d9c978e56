"""Which legal targets a mantra is offered on: what harms is not offered on one's own, what helps on nobody else's.

It follows from the card's effects (EFF-1), so that cards a game master brings are offered rightly, too.
"""

from __future__ import annotations

from magika_gm.games.temple_isle.orders.model import AtSeat, AtSquare, AtUnit, MantraAt, TargetWord
from magika_gm.games.temple_isle.rules.state import Mantra, State, mantras_in_play
from magika_gm.games.temple_isle.rules.tables import Aim, MantraCard
from magika_gm.games.temple_isle.rules.terms import HARMFUL, OTHER, SIGNED, Effect, What, Who

_FOES = (Who.FOE, Who.HERE_FOE)


def harms(card: MantraCard) -> bool:
    """Whether a mantra is bad for who owns what it is cast on."""
    return card.hostile or any(_bad(effect) for effect in card.effects)


def _bad(effect: Effect) -> bool:
    bad = effect.what in HARMFUL or (effect.what in SIGNED and effect.amount < 0)
    # what befalls the foe of a land's holder is good for him
    return bad and effect.who not in _FOES


def is_meant(state: State, seat: str, card: MantraCard, word: TargetWord) -> bool:
    """Whether a seat would be offered that target of a mantra."""
    match word:
        case AtUnit(number):
            return (state.units[number].owner != seat) is _for_foes(card)
        case AtSquare(square):
            return _land(state, seat, card, square)
        case MantraAt():
            return all(mantra.caster != seat for mantra in _meant_by(state, word))
    return True


def _for_foes(card: MantraCard) -> bool:
    return card.aim is Aim.FOE or (card.aim is Aim.UNIT and harms(card))


def _land(state: State, seat: str, card: MantraCard, square: int) -> bool:
    """A mantra on a land speaks for its controller (ENCH-7): what helps is for one's own, what harms for the foe's."""
    deeds = {effect.what for effect in card.effects}
    if deeds & {What.CLAIM, What.CLOSED}:
        return state.control[square] != seat and not any(u.at == square for u in state.units_of(seat))
    return state.control[square] == (OTHER[seat] if harms(card) else seat)


def _meant_by(state: State, word: MantraAt) -> list[Mantra]:
    found = []
    for mantra, unit, square in mantras_in_play(state):
        here = AtUnit(unit.number) if unit is not None else AtSquare(square) if square >= 0 else AtSeat(mantra.caster)
        if mantra.card == word.card and here == word.place:
            found.append(mantra)
    return found
