"""The one place where a game changes: an event is told, and telling applies it."""

from __future__ import annotations

from bisect import insort
from typing import assert_never

from magika_gm.games.xom_zol.cards.model import in_order
from magika_gm.games.xom_zol.events import (
    ActUnused,
    Aligned,
    AssaultDeclared,
    AssaultEnded,
    AssaultersChosen,
    CardCast,
    CardCommitted,
    CardDiscarded,
    CardEntered,
    CardFetched,
    CardRaised,
    CardReadied,
    CardsDrawn,
    CardsMilled,
    CardSpent,
    CardsReadied,
    CastCancelled,
    Changed,
    Conceded,
    CounterAssigned,
    CounterCast,
    Damaged,
    Destroyed,
    Died,
    Doomed,
    EffectUsed,
    Event,
    FogFell,
    Formed,
    GameEnded,
    GmChangedLine,
    GmForfeited,
    GmMarked,
    GmMovedCard,
    GmSetLife,
    Granted,
    HandSeen,
    Lapsed,
    LapsesEnded,
    LifeChanged,
    LineSettled,
    ManaMade,
    Materialised,
    Pacified,
    Payment,
    PenaltiesTaken,
    Returned,
    Sabotaged,
    SheetMissed,
    StandingSet,
    Struck,
    TaxAsked,
    TriggerRan,
    TriggersFellOut,
    TurnBegan,
    TurnEnded,
    Unsummoned,
    UpkeepPaid,
)
from magika_gm.games.xom_zol.orders.reading import stored_order
from magika_gm.games.xom_zol.state import Column, Combat, Piece, Side, State
from magika_gm.games.xom_zol.words import SIDES

_NO_LOOKS = frozenset(
    {
        LineSettled, CardsDrawn, CardCast, CounterCast, CastCancelled, TaxAsked, CardSpent, CardsMilled, CardDiscarded,
        LifeChanged, CounterAssigned, TriggerRan, Damaged, Struck, HandSeen, CardFetched, CardRaised, ManaMade,
        AssaultDeclared, AssaultersChosen, Formed, Doomed, Pacified, FogFell, StandingSet, UpkeepPaid, CardCommitted,
        CardReadied, CardsReadied,
    }
)  # fmt: skip
"""Events that leave S, D and keywords as they were."""


def apply(state: State, event: Event) -> None:
    """Change ``state`` by one event. The only function that does."""
    if type(event) not in _NO_LOOKS:
        state.seen = None
    match event:
        case LineSettled() | TriggerRan() | TriggersFellOut() | AssaultDeclared() | ActUnused() | SheetMissed():
            pass
        case GmChangedLine() | Conceded() | GmForfeited():
            pass
        case CardsDrawn(side, n, _, _):
            own = state.sides[side]
            for card in own.library[:n]:
                insort(own.hand, card)
            del own.library[:n]
        case CardCast(side, card, _, payment) | CounterCast(side, card, _, payment):
            state.sides[side].hand.remove(card)
            state.flight += ((side, card),)
            if isinstance(event, CardCast) and state.cards[card].is_mana:
                state.mana_cast = True
            _pay(state, side, payment)
        case EffectUsed(side=side, ref=ref, payment=payment, commits=commits, inflate=inflate):
            _pay(state, side, payment)
            piece = state.pieces[ref]
            piece.committed = piece.committed or commits
            piece.inflated += inflate
        case UpkeepPaid(side, _, payment):
            _pay(state, side, payment)
        case TaxAsked(side, _, payment):
            if payment is not None:
                _pay(state, side, payment)
        case CastCancelled(side, card, _) | CardSpent(side, card):
            _land(state, side, card)
            state.sides[side].discard.append(card)
        case CardEntered():
            _enter(state, event)
        case LifeChanged(side, change, _, _):
            state.sides[side].life += change
        case Damaged(ref, n, _):
            state.pieces[ref].damage += n
        case Struck(_, at, n):
            if at in SIDES:
                state.sides[at].life -= n
            else:
                state.pieces[at].damage += n
        case Changed(ref, s, d, _):
            state.pieces[ref].changes += ((s, d),)
        case Aligned(ref, _, s, d):
            state.pieces[ref].aligned += ((s, d),)
        case Granted(ref, keyword, _):
            state.pieces[ref].grants += (keyword,)
        case Doomed(ref, _):
            state.pieces[ref].doomed = True
        case CardCommitted(ref, _):
            state.pieces[ref].committed = True
        case CardReadied(ref, _):
            state.pieces[ref].committed = False
        case Pacified(ref, _):
            state.pieces[ref].pacified = True
        case FogFell():
            state.fog = True
        case Destroyed(ref, _, _) | Sabotaged(_, ref, _) | Unsummoned(_, ref, _):
            _leave(state, ref, home=False)
        case Returned(ref, _, _):
            _leave(state, ref, home=True)
        case Died(ref, _, home):
            _leave(state, ref, home=home)
        case CardDiscarded(side, card, _, bottom):
            own = state.sides[side]
            own.hand.remove(card)
            (own.library if bottom else own.discard).append(card)
        case CardsMilled(side, cards, _):
            own = state.sides[side]
            own.discard.extend(cards)
            del own.library[: len(cards)]
        case HandSeen(side, _, cards):
            state.sides[side].saw = (state.turn, cards)
        case CardFetched(side, card, _):
            if card:
                state.sides[side].library.remove(card)
                insort(state.sides[side].hand, card)
        case CardRaised(side, card, _):
            state.sides[side].discard.remove(card)
            insort(state.sides[side].hand, card)
        case ManaMade(side, letters, _):
            own = state.sides[side]
            own.pool = in_order(own.pool + letters)
        case Formed(side, columns):
            state.sides[side].columns = closed_up(list(columns))
        case AssaultersChosen(_, first, second, vigilant):
            state.combat = Combat(first, second, {ref: [] for ref in (*first, *second)})
            for ref in (*first, *second):
                state.pieces[ref].assaulted = True
                if ref not in vigilant:
                    state.pieces[ref].committed = True
        case CounterAssigned(ref, against):
            assert state.combat is not None
            state.combat.counters[against].append(ref)
        case AssaultEnded():
            state.combat = None
            for own in state.sides.values():
                own.columns = closed_up(own.columns)
        case _:
            _apply_frame(state, event)


def _apply_frame(
    state: State,
    event: TurnBegan
    | Materialised
    | CardsReadied
    | LapsesEnded
    | Lapsed
    | PenaltiesTaken
    | TurnEnded
    | GameEnded
    | StandingSet
    | GmSetLife
    | GmMarked
    | GmMovedCard,
) -> None:
    """Events of the frame of a turn, and the game master's."""
    match event:
        case TurnBegan(turn, side):
            state.turn, state.active = turn, side
        case Materialised(ref, behind):
            state.pieces[ref].exists = True
            _take_place(state, ref, behind)
        case CardsReadied(side):
            for piece in state.of(side):
                piece.committed = piece.assaulted = False
        case LapsesEnded(refs):
            for ref in refs:
                state.pieces[ref].lapsed = False
        case Lapsed(_, ref):
            state.pieces[ref].lapsed = state.pieces[ref].committed = True
        case PenaltiesTaken(side, pool, lapsed, unmet):
            state.sides[side].life -= pool + lapsed + unmet
        case TurnEnded():
            _end_turn(state)
        case GameEnded(winner, ending):
            state.winner, state.ending, state.combat = winner, ending, None
            for own in state.sides.values():
                while own.columns and own.columns[-1] == ("", ""):
                    own.columns.pop()
        case StandingSet(side, lines):
            state.sides[side].react = tuple(stored_order(line, state.cards) for line in lines)
        case GmSetLife(side, life, _):
            state.sides[side].life = life
        case GmMarked(_, ref, committed, _):
            state.pieces[ref].committed = committed
        case GmMovedCard():
            _hand_over(state, event)
        case _:
            assert_never(event)


def _pay(state: State, side: str, payment: Payment) -> None:
    own = state.sides[side]
    for ref in payment.refs:
        state.pieces[ref].committed = True
    if payment.added or payment.spent:
        own.pool = pool_after(own.pool, payment)
    own.life -= payment.life


def pool_after(pool: str, payment: Payment) -> str:
    """The pool with a payment's letters added and spent."""
    left = list(pool + payment.added)
    for letter in payment.spent:
        left.remove(letter)
    return in_order("".join(left))


def _land(state: State, side: str, card: str) -> None:
    """A card that was being cast arrives somewhere."""
    flight = list(state.flight)
    flight.remove((side, card))
    state.flight = tuple(flight)


def _enter(state: State, event: CardEntered) -> None:
    own = state.sides[event.side]
    if event.raised:
        own.discard.remove(event.card)
    else:
        _land(state, event.side, event.card)
    number = int(event.ref[1:])
    state.pieces[event.ref] = Piece(
        ref=event.ref,
        side=event.side,
        number=number,
        card=state.cards[event.card],
        exists=event.exists,
        on=event.on,
        behind="" if event.exists else event.behind,
    )
    own.next_number = number + 1
    if state.cards[event.card].body and event.exists:
        _take_place(state, event.ref, event.behind)


def _take_place(state: State, ref: str, behind: str) -> None:
    """Behind that front creature if nobody stands there, else a new front column at the right end (FIELD-5)."""
    piece = state.pieces[ref]
    piece.behind = ""
    columns = state.sides[piece.side].columns
    for i, (front, rear) in enumerate(columns):
        if behind and front == behind and not rear:
            columns[i] = (front, ref)
            return
    columns.append((ref, ""))


def closed_up(columns: list[Column]) -> list[Column]:
    """Rear creatures step forward into empty front places, empty columns go (FIELD-4)."""
    if all(front for front, _ in columns):
        return columns
    return [(front, rear) if front else (rear, "") for front, rear in columns if front or rear]


def _leave(state: State, ref: str, *, home: bool) -> None:
    """A card leaves the field, a creature's augments with it (FIELD-6)."""
    piece = state.pieces.pop(ref)
    own = state.sides[piece.side]
    if home:
        insort(own.hand, piece.card.name)
    else:
        own.discard.append(piece.card.name)
    if piece.card.body:
        _empty_place(state, own, ref)
        for augment in sorted((p for p in state.pieces.values() if p.on == ref), key=state.order):
            del state.pieces[augment.ref]
            state.sides[augment.side].discard.append(augment.card.name)


def _empty_place(state: State, own: Side, ref: str) -> None:
    own.columns = [("" if f == ref else f, "" if r == ref else r) for f, r in own.columns]
    if state.combat is None:
        own.columns = closed_up(own.columns)


def _end_turn(state: State) -> None:
    state.fog = state.mana_cast = False
    for own in state.sides.values():
        own.pool = ""
    for piece in state.pieces.values():
        piece.damage = piece.inflated = 0
        piece.pacified = False
        piece.changes = piece.aligned = ()
        piece.grants = ()


def _hand_over(state: State, event: GmMovedCard) -> None:
    """The game master's hand: a card goes from a zone of its owner to another of his."""
    own = state.sides[event.side]
    piles = {"hand": own.hand, "library": own.library, "discard": own.discard}
    if event.source in piles:
        piles[event.source].remove(event.card)
    else:
        _leave(state, event.source, home=False)
        own.discard.remove(event.card)
    if event.target == "hand":
        insort(own.hand, event.card)
    elif event.target == "library":
        own.library.insert(0, event.card)
    elif event.target == "discard":
        own.discard.append(event.card)
    else:
        state.flight += ((event.side, event.card),)
        _enter(state, CardEntered(side=event.side, ref=event.ref, card=event.card))
