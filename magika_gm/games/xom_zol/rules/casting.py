"""Casting, using and countering: PLAY-1's tests in their order, payment, the answer, the effect (PLAY, CTR, STAT-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from magika_gm.engine.records import named_record
from magika_gm.games.xom_zol.cards.model import Card, Cards, Effect, fits_printed
from magika_gm.games.xom_zol.cards.text import CANCELS
from magika_gm.games.xom_zol.orders.model import (
    Assault,
    Cast,
    Counter,
    CounterFrom,
    Form,
    Named,
    Order,
    Pick,
    Ref,
    Unread,
    Use,
)
from magika_gm.games.xom_zol.rules.effects import do, of_entering, settle
from magika_gm.games.xom_zol.rules.events import (
    CardCast,
    CardEntered,
    CardSpent,
    CastCancelled,
    Changed,
    CounterCast,
    EffectUsed,
    Formed,
    TaxAsked,
)
from magika_gm.games.xom_zol.rules.figures import has, is_dependent, looks, would_sink
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.state import InflateCap, Payment, Piece, State, ref_key
from magika_gm.games.xom_zol.rules.targets import Target, aiming_of, aiming_of_effect, choose, hold, own_piece
from magika_gm.games.xom_zol.rules.terms import LETTERS, SCRAPS, CardType, Keyword, Verb, Window, Word
from magika_gm.games.xom_zol.rules.turn import Plan, Turn

# How a cost is paid: from the pool, ready lands and sigils, and life (MANA-5 to MANA-9).


SORTS = "GEN"
_TIES = "NEG"
"""B parts of a cost take the sort with most letters in the pool, equal ones in this order (MANA-8)."""


@named_record
class Terms:
    """On what terms a cost is paid: life allowed, letters to keep ready, cards to commit by order (PAY), a card that
    cannot pay because it is committed for the very cost.
    """

    force: int = 0
    keep: int = 0
    pay: tuple[str, ...] = ()
    without: str = ""


PLAIN = Terms()


def may_force(state: State) -> bool:
    """Whether anybody may use force: not while a card with NOFORCE is in play (MANA-7)."""
    return not any(p.card.rules.noforce and p.exists for p in state.pieces.values())


def life_allowed(state: State, side: str, cost: str, force: int, limit: bool) -> int:
    """The most life that may stand for B's of a cost (MANA-6, MANA-7)."""
    if limit or not force or not may_force(state):
        return 0
    return max(0, min(force, cost.count("B"), state.sides[side].life - 1))


def sources(state: State, side: str, without: str = "") -> list[Piece]:
    """Ready lands and sigils with mana, lowest ref first (MANA-8)."""
    return [p for p in state.pieces.values() if p.side == side and not p.committed and p.card.mana and p.ref != without]


def pay_for(state: State, side: str, cost: str, terms: Terms, limit: bool = False) -> Payment | None:
    """The payment MANA-8 makes; None if the cost cannot be paid. ``limit``: the card has LIMIT."""
    if not cost and not terms.pay:
        return Payment()
    life = life_allowed(state, side, cost, terms.force, limit)
    if terms.pay:
        return _as_ordered(state, side, cost, terms, life)
    ready = sources(state, side, terms.without)
    pool = state.sides[side].pool
    manas = tuple(p.card.mana for p in ready)
    most = sum(map(len, manas)) - terms.keep  # what the set commits must leave the letters to be kept (MANA-9)
    for forced in range(life + 1):
        needed = cost[: len(cost) - forced] if forced else cost  # costs are in the order G E N B
        chosen = _best_set(manas, pool, needed, most)
        if chosen is not None:
            return _payment([ready[i] for i in chosen], pool, needed, forced)
    return None


def payable(state: State, side: str, card: Card, force: int) -> bool:
    """Whether all the lands and sigils of a side, were they ready, would pay for a card."""
    life = life_allowed(state, side, card.cost, force, _limited(card))
    mana = "".join(p.card.mana for p in state.of(side))
    return _enough(mana, "", card.cost[: len(card.cost) - life])


def _payment(chosen: Sequence[Piece], pool: str, needed: str, forced: int) -> Payment:
    added = "".join(p.card.mana for p in chosen)
    refs = tuple(sorted((p.ref for p in chosen), key=ref_key))
    return Payment(refs, added, spent_of(pool + added, needed), forced)


def spent_of(pool: str, needed: str) -> str:
    """Letters a cost takes from a pool that suffices: its own sorts, then B's from B, then from the greatest sort."""
    left = {letter: pool.count(letter) for letter in LETTERS}
    spent: list[str] = []
    for letter in needed:
        taken = letter
        if letter == "B" and not left["B"]:
            taken = max(_TIES, key=lambda sort: left[sort])  # the first of equals
        left[taken] -= 1
        spent.append(taken)
    return "".join(spent)


def _enough(pool: str, added: str, needed: str) -> bool:
    total = pool + added
    return len(total) >= len(needed) and all(total.count(s) >= needed.count(s) for s in SORTS)


@lru_cache(maxsize=16384)  # the same lands pay the same costs again and again
def _best_set(sources: tuple[str, ...], pool: str, needed: str, most: int) -> tuple[int, ...] | None:
    """Which of some sources, given by their mana from the lowest ref up, pay a cost, ``most`` letters at the most.

    The set that leaves fewest letters, of fewest cards, spends fewest sorted letters on B's, of the lowest refs.
    """
    if _enough(pool, "", needed):
        return ()  # a set that commits nothing leaves the fewest letters, and always may (MANA-9)
    if not _enough(pool, "".join(sources), needed):
        return None
    groups: dict[str, list[int]] = {}
    for i, mana in enumerate(sources):
        groups.setdefault(mana, []).append(i)
    plain = len(needed) - sum(needed.count(s) for s in SORTS)
    for letters in range(max(1, len(needed) - len(pool)), most + 1):
        best: tuple[int, int, tuple[int, ...]] | None = None
        for chosen in _worth(tuple(groups.items()), letters):
            added = "".join(sources[i] for i in chosen)
            if _enough(pool, added, needed):
                on_plain = max(0, plain - (pool + added).count("B"))
                key = (len(chosen), on_plain, tuple(sorted(chosen)))
                if best is None or key < best:
                    best = key
        if best is not None:
            return best[2]
    return None


def _worth(groups: Sequence[tuple[str, Sequence[int]]], letters: int) -> Iterator[list[int]]:
    """Sets of sources that make exactly so many letters; of like ones, which differ by ref alone, the lowest."""
    if not groups:
        if letters == 0:
            yield []
        return
    (mana, like), rest = groups[0], groups[1:]
    size = len(mana)
    for n in range(min(len(like), letters // size) + 1):
        for others in _worth(rest, letters - n * size):
            yield [*like[:n], *others]


def _as_ordered(state: State, side: str, cost: str, terms: Terms, life: int) -> Payment | None:
    """``PAY A1 A4``: exactly those cards; what they and the pool do not cover is force (MANA-8)."""
    ready = sources(state, side, terms.without)
    by_ref = {p.ref: p for p in ready}
    refs = tuple(dict.fromkeys(terms.pay))
    if not all(ref in by_ref for ref in refs):
        return None
    chosen = [by_ref[ref] for ref in refs]
    added = "".join(p.card.mana for p in chosen)
    if sum(len(p.card.mana) for p in ready) - len(added) < terms.keep:
        return None
    pool = state.sides[side].pool
    forced = max(0, len(cost) - len(pool) - len(added))
    if forced > life:
        return None
    needed = cost[: len(cost) - forced]
    return _payment(chosen, pool, needed, forced) if _enough(pool, added, needed) else None


# Counters: what the other side's standing orders answer a cast with (CTR, POL-5, POL-6).


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
    if line.mine:
        piece = state.pieces.get(target.ref)
        if target.player != side and (piece is None or piece.side != side):
            return False
    return asks_for(line, card)


def asks_for(line: Counter, card: Card) -> bool:
    """Whether a cast is one that a COUNTER line is for, by name and filter."""
    return line.name in ("", card.name) and fits_printed(card, line.filter)


@lru_cache(1024)
def could_answer(cards: Cards, line: Counter) -> bool:
    """Whether there is a cast, of all cards there are, that a COUNTER line asks for and its counter can answer."""
    counter = cards.get(line.card.name if isinstance(line.card, Named) else "")
    return counter is None or any(able(counter, card) and asks_for(line, card) for card in cards.values())


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
    settle(turn, of_entering(entered))
    return cancelled


def _part(turn: Turn, side: str, effect: Effect, name: str) -> list[Piece]:
    """A part that needs an aim takes POL-2's, without one it falls out."""
    aiming = aiming_of_effect(effect)
    target = choose(turn.state, side, aiming, (), turn.declaring)
    return do(turn, side, effect, target, name) if target is not None else []


def _taxed(turn: Turn, n: int, card: Card) -> bool:
    """Whether the caster pays a TAX: ready mana, KEEP notwithstanding; then life by TAX FORCE (POL-6)."""
    side = turn.act.side
    terms = Terms(force=turn.act.tax_force)
    payment = pay_for(turn.state, side, "B" * n, terms, Keyword.LIMIT in card.keywords)
    turn.tell(TaxAsked(side, n, payment))
    return payment is not None


# FORM: a side orders its ranks anew (FIELD-4, FIELD-5).


def open_behind(state: State, side: str, front: str) -> str:
    """The front creature named by BEHIND if the place behind it is free, else "": what came of the words is told, not
    the words (FIELD-5, SEE-1).
    """
    return front if front and (front, "") in state.sides[side].columns else ""


def form(turn: Turn, order: Form) -> No | Word:
    """Fronts left to right, then who stands behind each; what is skipped leaves its place empty."""
    state, side = turn.state, turn.act.side
    named: set[str] = set()

    def take(pick: Pick | None) -> str:
        piece = own_piece(state, side, pick) if pick is not None else None
        if piece is None or not piece.creature or piece.ref in named:
            return ""
        named.add(piece.ref)
        return piece.ref

    fronts = [take(pick) for pick in order.fronts]
    rears = [take(pick) for pick in order.rears]
    if not named:
        return No.NOT_HERE
    wide = max(len(fronts), len(rears))
    fronts += [""] * (wide - len(fronts))
    rears += [""] * (wide - len(rears))
    columns = list(zip(fronts, rears, strict=True))
    columns += [(p.ref, "") for p in state.creatures(side) if p.ref not in named]
    turn.tell(Formed(side, tuple(columns)))
    return Word.DONE


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
    target = choose(state, side, aiming, order.aim, turn.declaring)
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


def take_effect(turn: Turn, side: str, card: Card, target: Target, behind: str) -> None:
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
    settle(turn, of_entering(entered))


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
    if not rules.usable:
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
    target = choose(state, side, aiming, order.aim, turn.declaring)
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
    settle(turn, of_entering(entered))
    return payment.life


def _inflate(turn: Turn, side: str, piece: Piece, terms: Terms) -> No | int:
    """INFLATE (STAT-5): no more uses in a game turn than the D printed or as it is now; never below 0 (STAT-2)."""
    inflate = piece.card.rules.inflate
    assert inflate is not None
    now = turn.state.options.inflate_cap is InflateCap.NOW
    if piece.inflated >= (looks(turn.state, piece.ref).d if now else piece.card.d):
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


# Lines that cast and use, in the battle phase and in windows (SEQ-1, ORD-4).


def runs_at(order: Order, window: Window | None) -> bool:
    """Whether a line is one of those that run at a window (None: in the battle phase)."""
    if isinstance(order, Cast | Use):
        return order.at is window
    if isinstance(order, Unread):
        return order.at is window and not order.setting
    return window is None and isinstance(order, Form | Assault)


def done_before(plan: Plan, line: int, window: Window | None) -> bool:
    """DONE: whether the line before, of the same window, was carried out without being cancelled (ORD-4)."""
    before = next((j for j in range(line - 1, -1, -1) if runs_at(plan.lines[j], window)), None)
    return before is not None and plan.word(before) is Word.DONE


def holds_now(turn: Turn, plan: Plan, line: int, order: Cast | Use | Form | Assault, window: Window | None) -> bool:
    """Whether a line's IF holds; if not, that is noted."""
    if not order.when or hold(turn.state, plan.side, order.when, done_before(plan, line, window)):
        return True
    plan.settle(line, Word.NO, No.CONDITION)
    return False


def carry_out(turn: Turn, plan: Plan, line: int, run: Callable[[], No | Word]) -> None:
    """Carry out a line and note what came of it; what is carried out is noted before it may end the game."""
    before, turn.line = turn.line, (plan, line)
    got = run()
    turn.line = before
    if isinstance(got, No):
        plan.settle(line, Word.NO, got)
    else:
        plan.settle(line, got, No.CANCELLED if got is Word.CANCELLED else None)


def run_cast_or_use(turn: Turn, side: str, order: Cast | Use) -> No | Word:
    """A CAST or USE line."""
    return cast(turn, side, order) if isinstance(order, Cast) else use(turn, side, order)


def run_window(turn: Turn, side: str, window: Window) -> None:
    """A side's lines for a window, once, in written order, each fully before the next."""
    plan = turn.plan_of(side)
    for i, order in enumerate(plan.lines):
        if isinstance(order, Cast | Use) and order.at is window and holds_now(turn, plan, i, order, window):
            carry_out(turn, plan, i, partial(run_cast_or_use, turn, side, order))
            settle(turn)
