"""Casting and using: the tests of PLAY-1 in their order, payment, the answer, the effect (PLAY, FX-2, STAT-5)."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.events import CardCast, CardEntered, CardSpent, Changed, EffectUsed
from magika_gm.games.xom_zol.figures import has, would_sink
from magika_gm.games.xom_zol.orders.forms import Cast, Named, Pick, Ref, Use
from magika_gm.games.xom_zol.rules.aims import NOTHING, Target, aiming_of, aiming_of_effect, choose, own_piece
from magika_gm.games.xom_zol.rules.availability import is_dependent
from magika_gm.games.xom_zol.rules.counters import answered
from magika_gm.games.xom_zol.rules.effects import do
from magika_gm.games.xom_zol.rules.forming import open_behind
from magika_gm.games.xom_zol.rules.payment import Terms, pay_for
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.triggers import settle, triggers_of
from magika_gm.games.xom_zol.rules.turn import Turn
from magika_gm.games.xom_zol.state import Piece, State
from magika_gm.games.xom_zol.words import SCRAPS, CardType, Keyword, Moment, Word

_IN_BATTLE = frozenset(CardType) - {CardType.COUNTER}
_IN_WINDOWS = frozenset({CardType.SPELL})


def cast(turn: Turn, side: str, order: Cast) -> No | Word:
    """A CAST line: what forbids it, or done or cancelled."""
    state = turn.state
    name = order.card.name if isinstance(order.card, Named) else ""
    if name not in state.sides[side].hand:
        return No.NOT_HELD
    card = state.cards[name]
    if card.type not in (_IN_WINDOWS if order.at or side != state.active else _IN_BATTLE):
        return No.WRONG_TIME
    if card.type is CardType.CREATURE and not allows(state, side, card):
        return No.NO_LAND
    if name in state.barred:
        return No.BARRED
    if card.is_mana and state.mana_cast:
        return No.SECOND_MANA
    aiming = aiming_of(card)
    target = choose(state, side, aiming, order.aim, turn.declaring) if aiming else NOTHING
    if target is None:
        return No.NO_AIM
    payment = pay_for(state, side, card.cost, _terms(turn, side, order.force, order.pay), _limited(card))
    if payment is None:
        return No.NOT_PAID
    behind = _behind(state, side, order.behind) if card.body else ""  # ignored elsewhere (ORD-1)
    turn.tell(CardCast(side, name, str(target), payment))
    if side == state.active and answered(turn, card, target):
        return Word.CANCELLED
    take_effect(turn, side, card, target, behind)
    return Word.DONE


def _behind(state: State, side: str, pick: Pick | None) -> str:
    """BEHIND is fixed to a ref when the card is cast, and looked at when it takes its place (FIELD-5)."""
    if isinstance(pick, Ref):
        return pick.ref
    piece = own_piece(state, side, pick, exists=False) if pick else None
    return piece.ref if piece else ""


def _limited(card: Card) -> bool:
    return Keyword.LIMIT in card.keywords


def limits(state: State, piece: Piece) -> bool:
    """Whether force is barred for a card in play (MANA-7)."""
    return _limited(piece.card) or has(state, piece.ref, Keyword.LIMIT)


def _terms(turn: Turn, side: str, force: int, pay: tuple[Pick, ...], without: str = "") -> Terms:
    """Terms of a line; KEEP is for the own turn alone (MANA-9). A PAY pick that is no own card spoils the payment."""
    keep = turn.act.keep if side == turn.state.active else 0
    refs = []
    for pick in pay:
        piece = own_piece(turn.state, side, pick)
        refs.append(piece.ref if piece else str(pick))
    return Terms(force=force, keep=keep, pay=tuple(refs), without=without)


def allows(state: State, side: str, card: Card) -> bool:
    """Whether a land in play has the creature's kind (MANA-2)."""
    return any(card.kind in p.card.kinds for p in state.of(side))


def take_effect(turn: Turn, side: str, card: Card, target: Target, behind: str = "") -> None:
    """What a card does when it was not cancelled; then the check (STAT-3)."""
    turn.carried(Word.DONE)
    if card.type in SCRAPS:
        entered = [p for effect in card.rules.effects for p in do(turn, side, effect, target, card.name)]
        turn.tell(CardSpent(side, card.name))
    elif card.type is CardType.AUGMENT and target.ref not in turn.state.pieces:
        entered = []
        turn.tell(CardSpent(side, card.name))  # its creature has left (PLAY-3)
    else:
        entered = enter(turn, side, card, target.ref, behind)
    settle(turn, [w for piece in entered for w in triggers_of(piece, Moment.ENTER)])


def enter(turn: Turn, side: str, card: Card, on: str = "", behind: str = "") -> list[Piece]:
    """A cast card comes into play; it is given back if it exists at once."""
    ref = f"{side}{turn.state.sides[side].next_number}"
    exists = not card.body or Keyword.HASTE in card.keywords
    if exists:
        behind = open_behind(turn.state, side, behind)
    event = CardEntered(side=side, ref=ref, card=card.name, exists=exists, on=on, behind=behind)
    if behind and not exists:
        turn.tell(event, side, replace(event, behind=""))  # where it will stand is the side's own affair till then
    else:
        turn.tell(event)
    return [turn.state.pieces[ref]] if exists else []


def use(turn: Turn, side: str, order: Use) -> No | Word:
    """A USE line: up to X times, each paid, done and checked by itself."""
    piece = own_piece(turn.state, side, order.what)
    if piece is None:
        return No.NOT_HERE
    force, pay, done = order.force, order.pay, False
    for _ in range(order.times):
        if turn.state.pieces.get(piece.ref) is not piece:
            return Word.DONE if done else No.NOT_HERE
        got = _use_once(turn, side, piece, order, force, pay)
        if isinstance(got, No):
            return Word.DONE if done else got
        force, pay, done = force - got, (), True
    return Word.DONE


def _use_once(turn: Turn, side: str, piece: Piece, order: Use, force: int, pay: tuple[Pick, ...]) -> No | int:
    """One use: what forbids it, or the life that was forced."""
    state, rules = turn.state, piece.card.rules
    if rules.use is None and rules.inflate is None:
        return No.NO_USE
    if piece.lapsed:
        return No.RESTS
    if piece.card.body and is_dependent(state, piece):
        return No.DEPENDENT
    if rules.inflate is not None:
        return _inflate(turn, side, piece, _terms(turn, side, force, pay))
    assert rules.use is not None
    if rules.use.commits and piece.committed:
        return No.COMMITTED
    aiming = aiming_of_effect(rules.use.effect)
    target = choose(state, side, aiming, order.aim, turn.declaring) if aiming else NOTHING
    if target is None:
        return No.NO_AIM
    without = piece.ref if rules.use.commits else ""
    payment = pay_for(state, side, rules.use.cost, _terms(turn, side, force, pay, without), limits(state, piece))
    if payment is None:
        return No.NOT_PAID
    turn.carried(Word.DONE)
    used = EffectUsed(side=side, ref=piece.ref, aim=str(target), payment=payment, commits=rules.use.commits)
    turn.tell(used)
    entered = do(turn, side, rules.use.effect, target, piece.ref)
    settle(turn, [w for p in entered for w in triggers_of(p, Moment.ENTER)])
    return payment.life


def _inflate(turn: Turn, side: str, piece: Piece, terms: Terms) -> No | int:
    """INFLATE (STAT-5): no more uses in a game turn than the printed D, and never below 0 (STAT-2)."""
    inflate = piece.card.rules.inflate
    assert inflate is not None
    if piece.inflated >= piece.card.d:
        return No.INFLATED
    if would_sink(turn.state, piece.ref, ((inflate.s, inflate.d),)):
        return No.SINKS
    payment = pay_for(turn.state, side, inflate.cost, terms, limits(turn.state, piece))
    if payment is None:
        return No.NOT_PAID
    turn.carried(Word.DONE)
    turn.tell(EffectUsed(side=side, ref=piece.ref, aim="", payment=payment, inflate=True))
    turn.tell(Changed(piece.ref, inflate.s, inflate.d, piece.ref))
    settle(turn)
    return payment.life
