"""Effects, one function for all (FX-1, FX-5), and what they set off.

Each is done as far as possible, and told (PLAY-3).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from magika_gm.games.xom_zol.cards.model import Effect, fits_printed
from magika_gm.games.xom_zol.orders.model import Discard, Named
from magika_gm.games.xom_zol.rules.events import (
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
    Died,
    Doomed,
    FogFell,
    Granted,
    HandSeen,
    LifeChanged,
    ManaMade,
    Pacified,
    Returned,
    TriggerRan,
    TriggersFellOut,
    Why,
)
from magika_gm.games.xom_zol.rules.figures import fits, look, would_sink
from magika_gm.games.xom_zol.rules.state import Piece, Side, State
from magika_gm.games.xom_zol.rules.targets import Target, aiming_of_effect, choose
from magika_gm.games.xom_zol.rules.terms import EACHES, Keyword, Moment, Reach, Verb, other
from magika_gm.games.xom_zol.rules.turn import Turn, Waiting

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
    _plain(turn, side, effect, by)
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


def draw(turn: Turn, side: str, n: int, why: Why) -> None:
    """Draw as far as the library goes; others are told how many alone (SEE-2)."""
    cards = tuple(turn.state.sides[side].library[:n])
    if cards:
        turn.tell(CardsDrawn(side, len(cards), why, cards), side, CardsDrawn(side, len(cards), why))


def _plain(turn: Turn, side: str, effect: Effect, by: str) -> None:
    """An effect that is aimed at nothing."""
    own, foe = turn.state.sides[side], turn.state.sides[other(side)]
    match effect.verb:
        case Verb.DRAIN:
            turn.tell(LifeChanged(foe.name, -effect.n, by))
            turn.tell(LifeChanged(side, effect.n, by))
        case Verb.HEAL | Verb.LOSE:
            turn.tell(LifeChanged(side, effect.n if effect.verb is Verb.HEAL else -effect.n, by))
        case Verb.FOG:
            turn.tell(FogFell(by))
        case Verb.DRAW:
            draw(turn, side, effect.n, Why.EFFECT)
        case Verb.DISCARD:
            _discard(turn, foe, effect.n)
        case Verb.MILL:
            if cards := tuple(foe.library[: effect.n]):
                turn.tell(CardsMilled(foe.name, cards, by))
        case Verb.PEEK:
            turn.tell(HandSeen(side, by, tuple(foe.hand)), side, HandSeen(side, by))
        case Verb.FETCH:
            cards_of = turn.state.cards
            found = next((name for name in own.library if fits_printed(cards_of[name], effect.filter)), "")
            turn.tell(CardFetched(side, found, by))
        case _:  # MANA
            turn.tell(ManaMade(side, effect.letters, by))


def _discard(turn: Turn, foe: Side, n: int) -> None:
    """DISCARD n: cards of the opponent's hand, listed by name, one roll a card (DICE)."""
    under = _under(turn, foe.name)
    for _ in range(min(n, len(foe.hand))):
        name = foe.hand[turn.dice.between(DISCARD_ROLL, foe.name, 1, len(foe.hand), "FX-1") - 1]
        discard(turn, foe.name, name, Why.EFFECT, bottom=name in under)


def _under(turn: Turn, side: str) -> frozenset[str]:
    """Cards a side puts under its library where an effect makes it discard them (POL-7, option ``bottom_any``).

    Its DISCARD lines in force say which: ACT's in its own game turn, REACT's in the other's.
    """
    if not turn.state.options.bottom_any:
        return frozenset()
    plan = turn.act if turn.act.side == side else turn.react
    items = (item for line in plan.lines if isinstance(line, Discard) for item in line.cards if item.bottom)
    return frozenset(item.card.name for item in items if isinstance(item.card, Named))


def discard(turn: Turn, side: str, name: str, why: Why, *, bottom: bool) -> None:
    """A card of the hand goes to the pile, or under the library: which one others are not told then (SEE-2)."""
    event = CardDiscarded(side, name, why, bottom)
    if bottom:
        turn.tell(event, side, CardDiscarded(side, "", why, bottom))
    else:
        turn.tell(event)


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


# Deaths and triggers: the check after every order, effect and sub-step (STAT-3, STAT-6, FX-3).


MOST_TRIGGERS = 50
_PLACE = {Moment.ENTER: 0, Moment.HIT: 0, Moment.TURN: 0, Moment.DIES: 1}
"""Of one card, ENTER and HIT come before DIES (STAT-6)."""


def triggers_of(piece: Piece, moment: Moment) -> list[Waiting]:
    """A card's triggers of a moment, as printed."""
    return [
        Waiting(
            side=piece.side,
            ref=piece.ref,
            number=piece.number,
            card=piece.card.name,
            moment=moment,
            effect=trigger.effect,
            nth=nth,
        )
        for nth, trigger in enumerate(piece.card.rules.triggers)
        if trigger.moment is moment
    ]


def _in_order(state: State, moment: Iterable[Waiting]) -> list[Waiting]:
    """Triggers of one moment: active side first, then by lowest ref, each card's in order (STAT-6)."""
    return sorted(moment, key=lambda w: (w.side != state.active, w.number, _PLACE[w.moment], w.nth))


def the_dead(state: State) -> list[Piece]:
    """Creatures that leave now: damage at least 1 and at least D, or doomed (STAT-3); lowest ref first."""
    dead = [p for p in state.pieces.values() if p.card.body and (p.damage or p.doomed) and _dies(state, p)]
    dead.sort(key=state.order)
    return dead


def _dies(state: State, piece: Piece) -> bool:
    return piece.doomed or (piece.exists and piece.damage >= look(state)[piece.ref].d)


def of_entering(entered: Iterable[Piece]) -> list[Waiting]:
    """ENTER triggers of cards that came into play."""
    return [waiting for piece in entered for waiting in triggers_of(piece, Moment.ENTER)]


def settle(turn: Turn, waiting: Iterable[Waiting] = ()) -> None:
    """The check: deaths until nobody dies, END-1, then the triggers, moment after moment.

    ``waiting`` are the ENTER, HIT or TURN triggers of the same effect or sub-step.
    """
    moments: deque[list[Waiting]] = deque()
    _check(turn, moments, waiting)
    turn.look_at_end()
    run = 0
    while moments:
        for i, trigger in enumerate(moment := _in_order(turn.state, moments.popleft())):
            if run == MOST_TRIGGERS:
                turn.tell(TriggersFellOut(len(moment) - i + sum(map(len, moments))))
                return
            run += 1
            _check(turn, moments, _run(turn, trigger))
            turn.look_at_end()


def _check(turn: Turn, moments: deque[list[Waiting]], waiting: Iterable[Waiting]) -> None:
    """Let the dead leave, until nobody dies; each time is a moment, the first with what waits (STAT-3, STAT-6)."""
    moment = list(waiting)
    while dead := the_dead(turn.state):
        for piece in dead:
            turn.tell(Died(piece.ref, piece.card.name, piece.card.rules.returns))
            moment += triggers_of(piece, Moment.DIES)
        moments.append(moment)
        moment = []
    if moment:
        moments.append(moment)


def _run(turn: Turn, trigger: Waiting) -> list[Waiting]:
    """One trigger: its aim is POL-2's; without one nothing happens (FX-3). Gives the ENTER triggers it set off."""
    aiming = aiming_of_effect(trigger.effect)
    target = choose(turn.state, trigger.side, aiming, (), turn.declaring)
    aim = str(target) if target else ""
    turn.tell(TriggerRan(trigger.side, trigger.ref, trigger.card, trigger.moment, aim))
    if target is None:
        return []
    entered = do(turn, trigger.side, trigger.effect, target, trigger.ref)
    return of_entering(entered)
