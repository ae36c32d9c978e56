"""Why a turn came out as it did (``engine.trace``): lines as they come up with the checks they go through, and each
COUNTER line a cast meets with why it sleeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.trials import Link
from magika_gm.engine.told import Told
from magika_gm.engine.trace import Check, Watched
from magika_gm.games.xom_zol.orders.lines import condition_text, write_order
from magika_gm.games.xom_zol.orders.model import Assault, Cast, Counter, Named, Order, Use
from magika_gm.games.xom_zol.rules.acts import Act
from magika_gm.games.xom_zol.rules.casting import Terms, able, allows, asks_for, pay_for, sources
from magika_gm.games.xom_zol.rules.events import CardCast, Event
from magika_gm.games.xom_zol.rules.figures import is_available, may_assault
from magika_gm.games.xom_zol.rules.sequence import STEPS, amended, play
from magika_gm.games.xom_zol.rules.state import State
from magika_gm.games.xom_zol.rules.targets import aiming_of, aiming_of_effect, choose, hold, own_piece
from magika_gm.games.xom_zol.rules.terms import SIDES, CardType, Keyword
from magika_gm.games.xom_zol.rules.turn import Plan, Turn, sheet_of

OWN_ROLLS: Mapping[str, str] = {
    "xom_zol.effect.gamble": "the damage of your GAMBLE, each number with equal odds",
    "xom_zol.effect.discard": "the card you lost, each of your hand with equal odds",
}


class _Watched(Watched, Turn):
    """A turn that notes its lines as they come up, and what COUNTER lines a cast meets."""

    STEPS = STEPS
    SEATS = SIDES
    running: tuple[Plan, int] | None = None

    @property
    def line(self) -> tuple[Plan, int] | None:
        """The order line that is being carried out; it is noted as it comes up, with the checks it is to go through."""
        return self.running

    @line.setter
    def line(self, value: tuple[Plan, int] | None) -> None:
        self.running = value
        if value is not None:
            plan, number = value
            order = plan.lines[number]
            self.note("order", (plan.side,), f"{plan.part.value} line {number + 1}: {write_order(order)}")
            self.note_checks((plan.side,), _checks(self, plan.side, order))

    def owner(self, subject: str) -> tuple[str, ...]:
        """A card's side; the active one's for a card that is being cast."""
        piece = self.state.pieces.get(subject)
        flying = [side for side, card in self.state.flight if card == subject]
        return (piece.side,) if piece else tuple(flying) or SIDES

    def heard(self, told: Told[Event]) -> None:
        """A cast meets the other side's COUNTER lines first."""
        super().heard(told)
        if isinstance(told.event, CardCast) and told.event.side == self.state.active:
            self.note_checks((self.react.side,), _answers(self, told.event))


def _checks(turn: Turn, side: str, order: Order) -> Iterator[Check]:
    match order:
        case Cast():
            yield from _when(turn, side, order)
            yield from _cast(turn, side, order)
        case Use():
            yield from _when(turn, side, order)
            yield from _use(turn, side, order)
        case Assault():
            yield from _when(turn, side, order)
            able_to = [p.ref for p in turn.state.creatures(side) if may_assault(turn.state, p)]
            yield f"may assault, ranks apart: {', '.join(able_to) or 'nobody'}", "ASLT-1", bool(able_to)
            foes = [p.ref for p in turn.state.creatures(turn.react.side) if is_available(turn.state, p)]
            yield f"available to counter-assault: {', '.join(foes) or 'nobody'}", "ASLT-4", True
        case _:
            return


def _when(turn: Turn, side: str, order: Cast | Use | Assault) -> Iterator[Check]:  # noqa: ARG001 - as all of them
    if order.when:
        yield f"IF {' AND '.join(map(condition_text, order.when))}: holds", "ORD-4", True


def _cast(turn: Turn, side: str, order: Cast) -> Iterator[Check]:
    state = turn.state
    name = order.card.name if isinstance(order.card, Named) else ""
    held = name in state.sides[side].hand
    yield f"{name or 'the card'} is {'in hand' if held else 'not in hand'}", "PLAY-1", held
    card = state.cards.get(name)
    if card is None or not held:
        return
    if card.type is CardType.CREATURE:
        found = allows(state, side, card)
        yield f"a land in play allows {card.kind}: {'yes' if found else 'no'}", "MANA-2", found
    if card.is_mana:
        yield (
            f"a mana card was cast this game turn: {'yes' if state.mana_cast else 'no'}",
            "PLAY-1",
            not state.mana_cast,
        )
    aiming = aiming_of(card)
    if aiming is not None:
        target = choose(state, side, aiming, order.aim, turn.declaring)
        yield f"aimed at {target or 'nothing legal'}", "ORD-1", target is not None
    yield _payment(turn, side, card.cost, order.force, Keyword.LIMIT in card.keywords)


def _use(turn: Turn, side: str, order: Use) -> Iterator[Check]:
    piece = own_piece(turn.state, side, order.what)
    yield f"{piece.ref if piece else 'no such card'} is {'' if piece else 'not '}in play", "PLAY-2", piece is not None
    if piece is None:
        return
    rules = piece.card.rules
    if rules.use is not None:
        if rules.use.commits:
            yield f"{piece.ref} is {'committed' if piece.committed else 'ready'}", "FX-2", not piece.committed
        aiming = aiming_of_effect(rules.use.effect)
        if aiming is not None:
            target = choose(turn.state, side, aiming, order.aim, turn.declaring)
            yield f"aimed at {target or 'nothing legal'}", "ORD-1", target is not None
        yield _payment(turn, side, rules.use.cost, order.force, Keyword.LIMIT in piece.card.keywords)
    elif rules.inflate is not None:
        room = piece.card.d - piece.inflated
        yield f"{piece.inflated} of {piece.card.d} inflations used", "STAT-5", room > 0


def _payment(turn: Turn, side: str, cost: str, force: int, limit: bool) -> Check:
    """What a cost would be paid with now (MANA-8)."""
    keep = turn.act.keep if side == turn.state.active else 0
    paid = pay_for(turn.state, side, cost, Terms(force=force, keep=keep), limit)
    ready = "".join(p.card.mana for p in sources(turn.state, side)) or "nothing"
    if paid is None:
        return f"cost {cost or '0'}: cannot be paid from {ready}, force {force}, keeping {keep}", "MANA-8", False
    parts = [f"{', '.join(paid.refs)} give {paid.added}"] if paid.refs else []
    parts += [f"{paid.life} life"] if paid.life else []
    return f"cost {cost or '0'}: {'; '.join(parts) or 'from the pool'}", "MANA-8", True


def _answers(turn: Turn, event: CardCast) -> Iterator[Check]:
    """The other side's COUNTER lines at a cast, from the top: which fit, and why others sleep (CTR-1)."""
    state, plan = turn.state, turn.react
    card = state.cards[event.card]
    for number, line in enumerate(plan.lines, 1):
        if not isinstance(line, Counter):
            continue
        text, name = f"REACT line {number}, {write_order(line)}", line.card.name if isinstance(line.card, Named) else ""
        if not asks_for(line, card):
            yield f"{text}: sleeps, {card.name} does not fit", "CTR-1", False
        elif not hold(state, plan.side, line.when, None):
            yield f"{text}: sleeps, its condition does not hold", "ORD-4", False
        elif name not in state.sides[plan.side].hand:
            yield f"{text}: sleeps, {name} is not in hand", "CTR-1", False
        elif not able(state.cards[name], card):
            yield f"{text}: sleeps, {name} cannot answer a {card.type.value}", "CTR-1", False
        elif pay_for(state, plan.side, state.cards[name].cost, Terms(force=line.force)) is None:
            yield f"{text}: sleeps, it cannot be paid", "MANA-8", False
        else:
            yield f"{text}: fits", "CTR-1", True


def chain(state: State, orders: Mapping[str, Sequence[Order]], dice: Dice, acts: Sequence[Act] = ()) -> list[Link]:
    """Every link of a mail turn, in the order it came about."""
    made: list[_Watched] = []

    def watched(before: State, rolled: Dice) -> Turn:
        made.append(_Watched(before, rolled))
        return made[-1]

    given, changed = amended(orders, acts, state)
    play(state, {side: sheet_of(lines) for side, lines in given.items()}, dice, acts, changed, watched)
    return made[0].chain
