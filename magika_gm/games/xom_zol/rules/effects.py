"""Effects, one function for all (FX-1, FX-5): each is done as far as possible, and told (PLAY-3)."""

from __future__ import annotations

from collections.abc import Callable

from magika_gm.games.xom_zol.cards.model import Effect
from magika_gm.games.xom_zol.cards.printed import fits_printed
from magika_gm.games.xom_zol.events import (
    CardCommitted,
    CardDiscarded,
    CardEntered,
    CardFetched,
    CardRaised,
    CardReadied,
    CardsDrawn,
    CardsMilled,
    Changed,
    Damaged,
    Destroyed,
    Doomed,
    FogFell,
    Granted,
    HandSeen,
    LifeChanged,
    ManaMade,
    Pacified,
    Returned,
    Why,
)
from magika_gm.games.xom_zol.figures import fits, would_sink
from magika_gm.games.xom_zol.rules.aims import Target
from magika_gm.games.xom_zol.rules.turn import Turn
from magika_gm.games.xom_zol.state import Piece
from magika_gm.games.xom_zol.words import EACHES, Keyword, Reach, Verb, other

DISCARD_ROLL = "xom_zol.effect.discard"
GAMBLE_ROLL = "xom_zol.effect.gamble"


def do(turn: Turn, side: str, effect: Effect, target: Target, by: str) -> list[Piece]:
    """Carry out one part for a side; ``by`` is a ref or a card's name. Gives cards that came into play and exist.

    A part whose aim has left falls out (PLAY-3).
    """
    if effect.reach in EACHES:
        for ref in _each(turn, side, effect):
            _on_piece(turn, effect, turn.state.pieces[ref], by)
        return []
    if effect.reach is Reach.PILE:
        return _raise(turn, side, effect, target, by)
    if effect.aimed or effect.reach is Reach.PLAYER:
        return _on_target(turn, side, effect, target, by)
    _PLAIN[effect.verb](turn, side, effect, by)
    return []


def _each(turn: Turn, side: str, effect: Effect) -> list[str]:
    """Creatures an EACH effect reaches: all that exist then, lowest ref first (FX-5)."""
    state = turn.state
    sides = {Reach.EACH_MY: (side,), Reach.EACH_THEIR: (other(side),)}.get(effect.reach, (side, other(side)))
    barred = state.active if turn.declaring and effect.verb in (Verb.COMMIT, Verb.PACIFY) else ""
    change = ((effect.s, effect.d),) if effect.verb is Verb.BOOST else ()
    return [
        p.ref
        for p in sorted(state.pieces.values(), key=state.order)
        if p.creature
        and p.side in sides
        and p.side != barred
        and fits(state, p, effect.filter)
        and not (change and would_sink(state, p.ref, change))  # EACH skips such creatures (STAT-2)
    ]


def _on_target(turn: Turn, side: str, effect: Effect, target: Target, by: str) -> list[Piece]:
    foe = other(side)
    if effect.reach is Reach.PLAYER or target.player:
        turn.tell(LifeChanged(foe, -_amount(turn, effect, by), by))
        return []
    piece = turn.state.pieces.get(target.ref)
    if piece is not None:
        _on_piece(turn, effect, piece, by)
    return []


def _amount(turn: Turn, effect: Effect, by: str) -> int:
    """The damage of DAMAGE, or what GAMBLE rolls: only where it has something to damage (FX-1)."""
    if effect.verb is Verb.GAMBLE:
        return turn.dice.between(GAMBLE_ROLL, by, 1, effect.n, "FX-1")
    return effect.n


def _on_piece(turn: Turn, effect: Effect, piece: Piece, by: str) -> None:
    """An effect on one card in play."""
    ref = piece.ref
    match effect.verb:
        case Verb.DAMAGE | Verb.GAMBLE:
            turn.tell(Damaged(ref, _amount(turn, effect, by), by))
        case Verb.BOOST:
            turn.tell(Changed(ref, effect.s, effect.d, by))
        case Verb.GRANT:
            turn.tell(Granted(ref, effect.keyword, by))
        case Verb.DESTROY if piece.card.body:
            turn.tell(Doomed(ref, by))
        case Verb.DESTROY:
            turn.tell(Destroyed(ref, piece.card.name, by))
        case Verb.RETURN:
            turn.tell(Returned(ref, piece.card.name, by))
        case Verb.COMMIT:
            turn.tell(CardCommitted(ref, by))
        case Verb.READY:
            turn.tell(CardReadied(ref, by))
        case _:  # PACIFY
            turn.tell(Pacified(ref, by))


def _drain(turn: Turn, side: str, effect: Effect, by: str) -> None:
    turn.tell(LifeChanged(other(side), -effect.n, by))
    turn.tell(LifeChanged(side, effect.n, by))


def _heal(turn: Turn, side: str, effect: Effect, by: str) -> None:
    turn.tell(LifeChanged(side, effect.n if effect.verb is Verb.HEAL else -effect.n, by))


def _fog(turn: Turn, side: str, effect: Effect, by: str) -> None:  # noqa: ARG001 - one shape for all
    turn.tell(FogFell(by))


def draw(turn: Turn, side: str, n: int, why: Why) -> None:
    """Draw as far as the library goes; others are told how many alone (SEE-2)."""
    cards = tuple(turn.state.sides[side].library[:n])
    if cards:
        turn.tell(CardsDrawn(side, len(cards), why, cards), side, CardsDrawn(side, len(cards), why))


def _draw(turn: Turn, side: str, effect: Effect, by: str) -> None:  # noqa: ARG001 - one shape for all
    draw(turn, side, effect.n, Why.EFFECT)


def _discard(turn: Turn, side: str, effect: Effect, by: str) -> None:  # noqa: ARG001 - one shape for all
    """DISCARD n: cards of the opponent's hand, listed by name, one roll a card (DICE)."""
    foe = other(side)
    hand = turn.state.sides[foe].hand
    for _ in range(min(effect.n, len(hand))):
        number = turn.dice.between(DISCARD_ROLL, foe, 1, len(hand), "FX-1")
        turn.tell(CardDiscarded(foe, hand[number - 1], Why.EFFECT))


def _mill(turn: Turn, side: str, effect: Effect, by: str) -> None:
    foe = other(side)
    cards = tuple(turn.state.sides[foe].library[: effect.n])
    if cards:
        turn.tell(CardsMilled(foe, cards, by))


def _peek(turn: Turn, side: str, effect: Effect, by: str) -> None:  # noqa: ARG001 - one shape for all
    hand = tuple(turn.state.sides[other(side)].hand)
    turn.tell(HandSeen(side, by, hand), side, HandSeen(side, by))


def _fetch(turn: Turn, side: str, effect: Effect, by: str) -> None:
    cards = turn.state.cards
    found = next((n for n in turn.state.sides[side].library if fits_printed(cards[n], effect.filter)), "")
    turn.tell(CardFetched(side, found, by))


def _mana(turn: Turn, side: str, effect: Effect, by: str) -> None:
    turn.tell(ManaMade(side, effect.letters, by))


def _raise(turn: Turn, side: str, effect: Effect, target: Target, by: str) -> list[Piece]:
    """RAISE: to the hand, or to play as just cast: it exists from the next game turn, with HASTE at once (FIELD-3)."""
    own = turn.state.sides[side]
    if target.card not in own.discard:
        return []
    if effect.to == "hand":
        turn.tell(CardRaised(side, target.card, by))
        return []
    hasty = Keyword.HASTE in turn.state.cards[target.card].keywords
    ref = f"{side}{own.next_number}"
    turn.tell(CardEntered(side=side, ref=ref, card=target.card, exists=hasty, raised=True))
    return [turn.state.pieces[ref]] if hasty else []


_PLAIN: dict[Verb, Callable[[Turn, str, Effect, str], None]] = {
    Verb.DRAIN: _drain,
    Verb.HEAL: _heal,
    Verb.LOSE: _heal,
    Verb.FOG: _fog,
    Verb.DRAW: _draw,
    Verb.DISCARD: _discard,
    Verb.MILL: _mill,
    Verb.PEEK: _peek,
    Verb.FETCH: _fetch,
    Verb.MANA: _mana,
}
