"""Counters: what the other side's standing orders answer a cast with (CTR, POL-5, POL-6)."""

from __future__ import annotations

from magika_gm.games.xom_zol.cards.model import Card, Effect
from magika_gm.games.xom_zol.cards.printed import fits_printed
from magika_gm.games.xom_zol.cards.text import CANCELS
from magika_gm.games.xom_zol.changes import Payment
from magika_gm.games.xom_zol.events import CardSpent, CastCancelled, CounterCast, TaxAsked
from magika_gm.games.xom_zol.orders.forms import Counter, CounterFrom, Named
from magika_gm.games.xom_zol.rules.aims import NOTHING, Target, aiming_of_effect, choose
from magika_gm.games.xom_zol.rules.conditions import hold
from magika_gm.games.xom_zol.rules.effects import do
from magika_gm.games.xom_zol.rules.payment import Terms, pay_for
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.triggers import settle, triggers_of
from magika_gm.games.xom_zol.rules.turn import Turn
from magika_gm.games.xom_zol.state import Piece, State
from magika_gm.games.xom_zol.words import CardType, Keyword, Moment, Verb, Word

DEFAULT_SIZE = 5
"""Casts of this cost or more are answered where no COUNTER line stands (POL-5)."""


def answered(turn: Turn, card: Card, target: Target) -> bool:
    """The passive side's answer to a cast that is paid and aimed; whether the cast was cancelled."""
    plan = turn.react
    by_line = False
    for i, line in enumerate(plan.lines):
        if isinstance(line, Counter):
            got = _line(turn, line, card, target)
            if isinstance(got, No):
                plan.settle(i, Word.NO, got)
                continue
            name, payment = got
            plan.settle(i, Word.DONE)
            by_line = True
            if _play(turn, name, payment, card):
                return True
    if by_line:
        return False
    chosen = _by_default(turn, card)
    return chosen is not None and _play(turn, *chosen, card)


def _line(turn: Turn, line: Counter, card: Card, target: Target) -> No | tuple[str, Payment]:
    """What keeps a COUNTER line from answering, or the counter it plays and its payment."""
    state, side = turn.state, turn.react.side
    name = line.card.name if isinstance(line.card, Named) else ""
    if not _triggered(state, side, line, card, target):
        return No.NOT_ASKED
    if not hold(state, side, line.when, None):
        return No.CONDITION
    if name not in state.sides[side].hand:
        return No.NOT_HELD
    counter = state.cards[name]
    if not able(counter, card):
        return No.WRONG_TIME
    payment = pay_for(state, side, counter.cost, Terms(force=line.force), Keyword.LIMIT in counter.keywords)
    return No.NOT_PAID if payment is None else (name, payment)


def _triggered(state: State, side: str, line: Counter, card: Card, target: Target) -> bool:
    if line.name and line.name != card.name:
        return False
    if line.mine:
        piece = state.pieces.get(target.ref)
        if target.player != side and (piece is None or piece.side != side):
            return False
    return fits_printed(card, line.filter)


def able(counter: Card, card: Card) -> bool:
    """Whether a counter can answer that cast: every CANCEL on it fits (CTR-1)."""
    return counter.type is CardType.COUNTER and all(
        card.type in CANCELS[e.scope] for e in counter.rules.effects if e.verb is Verb.CANCEL
    )


def _by_default(turn: Turn, card: Card) -> tuple[str, Payment] | None:
    """POL-5: the cheapest able counter in hand that can be paid, for casts of a size, no force."""
    size = default_size(turn)
    if size is None or card.size < size:
        return None
    state, side = turn.state, turn.react.side
    held = (state.cards[name] for name in dict.fromkeys(state.sides[side].hand))
    answers = [c for c in held if able(c, card) and any(e.verb in (Verb.CANCEL, Verb.TAX) for e in c.rules.effects)]
    for counter in sorted(answers, key=lambda c: (c.size, c.name)):
        payment = pay_for(state, side, counter.cost, Terms())
        if payment is not None:
            return counter.name, payment
    return None


def default_size(turn: Turn) -> int | None:
    """The size from which casts are answered by default; None: never (POL-5)."""
    given = turn.react.last(CounterFrom)
    if isinstance(given, CounterFrom):
        return given.size
    return None if any(isinstance(line, Counter) for line in turn.react.lines) else DEFAULT_SIZE


def _play(turn: Turn, name: str, payment: Payment, card: Card) -> bool:
    """A counter is played, part by part in printed order; whether it cancelled the cast."""
    side = turn.react.side
    turn.tell(CounterCast(side, name, card.name, payment))
    cancelled = False
    entered: list[Piece] = []
    for effect in turn.state.cards[name].rules.effects:
        if effect.verb in (Verb.CANCEL, Verb.TAX):
            if not cancelled and (effect.verb is Verb.CANCEL or not _taxed(turn, effect.n, card)):
                cancelled = True
                turn.carried(Word.CANCELLED, No.CANCELLED)
                turn.tell(CastCancelled(turn.act.side, card.name, name))
        else:
            entered += _part(turn, side, effect, name)
    turn.tell(CardSpent(side, name))
    settle(turn, [w for piece in entered for w in triggers_of(piece, Moment.ENTER)])
    return cancelled


def _part(turn: Turn, side: str, effect: Effect, name: str) -> list[Piece]:
    """A part that needs an aim takes POL-2's, without one it falls out."""
    aiming = aiming_of_effect(effect)
    target = choose(turn.state, side, aiming, (), turn.declaring) if aiming else NOTHING
    return do(turn, side, effect, target, name) if target is not None else []


def _taxed(turn: Turn, n: int, card: Card) -> bool:
    """Whether the caster pays a TAX: ready mana, KEEP notwithstanding; then life by TAX FORCE (POL-6)."""
    side = turn.act.side
    terms = Terms(force=turn.act.tax_force)
    payment = pay_for(turn.state, side, "B" * n, terms, Keyword.LIMIT in card.keywords)
    turn.tell(TaxAsked(side, n, payment))
    return payment is not None
