"""What could be ordered now, as data: of it forms are made (verb, parameters with candidates, cost, where legal).

And the blank sheet: lines to fill in, with what could be chosen as the sender knows it, every hint a comment (SEE-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import record
from magika_gm.engine.sheet.offered import NOT_NOW, Parameter, order_line, remark
from magika_gm.games.xom_zol.cards.model import Card, Effect
from magika_gm.games.xom_zol.cards.text import rules_text
from magika_gm.games.xom_zol.orders.lines import stored_order, write_order
from magika_gm.games.xom_zol.orders.model import Cast, Counter, Named, Order, Part
from magika_gm.games.xom_zol.rules.casting import Terms, allows, could_answer, limits, pay_for
from magika_gm.games.xom_zol.rules.events import LineSettled
from magika_gm.games.xom_zol.rules.figures import is_dependent, looks
from magika_gm.games.xom_zol.rules.refusals import No
from magika_gm.games.xom_zol.rules.sequence import play
from magika_gm.games.xom_zol.rules.state import Piece, State
from magika_gm.games.xom_zol.rules.targets import aiming_of, aiming_of_effect, legal
from magika_gm.games.xom_zol.rules.terms import SIDES, CardType, Keyword, Reach, Word, other
from magika_gm.games.xom_zol.rules.turn import NO_SHEET, Sheet, hand_listed

_PLAYER = "PLAYER"


@record
class Choice:
    """An order that could be given: its verb, what it names (``H3`` or a ref) and that card, what it costs.

    ``legal`` is whether it could be done at the start of the coming own battle phase as things stand, ``why`` what
    forbids it, ``window`` whether it may also be said after AT.
    """

    verb: str
    subject: str
    card: str
    cost: str
    rules: str
    parameters: tuple[Parameter, ...] = ()
    legal: bool = True
    why: str = ""
    window: bool = False
    after: str = ""
    """The mana card of the hand that is to be cast first, where that pays for it or allows its kind."""


def choices(known: State, side: str) -> Iterator[Choice]:
    """Everything a side could order for the coming mail turn, from the state as it knows it."""
    if known.ending is not None:
        return
    own = known.acts_next(side)
    ready = _at_battle(known, side) if own else known
    hand = hand_listed(known, side)
    held = [_of_card(ready, side, f"H{number}", ready.cards[name], own) for number, name in enumerate(hand, 1)]
    mana = list(dict.fromkeys(c.card for c in held if own and c.legal and ready.cards[c.card].is_mana))
    yield from (_with_mana(known, side, choice, mana) for choice in held)
    for piece in ready.of(side):
        if piece.card.rules.usable:
            yield _of_use(ready, side, piece)
    if own:
        refs = tuple(p.ref for p in ready.creatures(side))
        if refs:
            yield Choice("ASSAULT", "", card="", cost="", rules="",
                         parameters=(Parameter("", ("ALL", "SAFE", *refs)),))  # fmt: skip
            yield Choice("FORM", "", card="", cost="", rules="",
                         parameters=(Parameter("F", refs), Parameter("R", refs)))  # fmt: skip


_LACKS_MANA = frozenset((No.NOT_PAID.words, No.NO_LAND.words))


def _with_mana(known: State, side: str, choice: Choice, mana: Sequence[str]) -> Choice:
    """A card that could be cast once a mana card of the hand is: both lines played as the forecast plays them."""
    if choice.why not in _LACKS_MANA or known.cards[choice.card].is_mana:
        return choice
    aims = next((parameter.candidates for parameter in choice.parameters if parameter.word == "ON"), ())
    line = stored_order(f"CAST {choice.card}{f' ON {aims[0]}' if aims else ''}", known.cards)
    for name in mana:
        sheets = {side: Sheet(act=(stored_order(f"CAST {name}", known.cards), line)), other(side): NO_SHEET}
        told = play(known, sheets, Dice(b"offers", known.mail_turn + 1)).told
        settled = [one.event for one in told if isinstance(one.event, LineSettled) and one.event.side == side]
        if any(event.number == 2 and event.part == Part.ACT and event.word is Word.DONE for event in settled):
            return replace(choice, after=name)
    return choice


def _at_battle(known: State, side: str) -> State:
    """The state with everything there and the own cards ready, as the coming battle phase will find it (SEQ 1)."""
    state = known.copy()
    state.active = side
    for piece in state.pieces.values():
        piece.exists = True
        if piece.side == side:
            piece.committed = False
    return state


def _aims(state: State, side: str, aimed: Effect | Card) -> tuple[str, ...] | None:
    """What may be aimed at and is meant for it: what harms is offered on the other side's, what helps on one's own.

    None where nothing is aimed.
    """
    aiming = aiming_of(aimed) if isinstance(aimed, Card) else aiming_of_effect(aimed)
    if aiming is None:
        return None
    if aiming.reach is Reach.PILE:
        return tuple(dict.fromkeys(n for n in state.sides[side].discard if state.cards[n].body))
    whose = other(side) if aiming.hostile else side
    found = [p for p in state.pieces.values() if p.side == whose and legal(state, side, aiming, p)]
    found.sort(key=lambda p: p.number)
    refs = tuple(p.ref for p in found)
    return (_PLAYER, *refs) if aiming.reach is Reach.EITHER else refs


def _of_card(state: State, side: str, subject: str, card: Card, own: bool) -> Choice:
    aims = _aims(state, side, card)
    parameters: tuple[Parameter, ...] = () if aims is None else (Parameter("ON", aims),)
    if card.body:
        fronts = tuple(front for front, rear in state.sides[side].columns if front and not rear)
        parameters += (Parameter("BEHIND", fronts),) if fronts else ()
    limited = Keyword.LIMIT in card.keywords
    if "B" in card.cost and not limited and not card.is_mana:
        parameters += (Parameter("FORCE", ()),)
    why: No | None = None
    if card.type is CardType.COUNTER or (not own and card.type is not CardType.SPELL):
        why = No.WRONG_TIME
    elif card.type is CardType.CREATURE and not allows(state, side, card):
        why = No.NO_LAND
    elif aims == ():
        why = No.NO_AIM
    elif pay_for(state, side, card.cost, Terms(), limited) is None:
        why = No.NOT_PAID
    verb = "COUNTER" if card.type is CardType.COUNTER else "CAST"
    if verb == "COUNTER":
        parameters, why = (Parameter("FORCE", ()),) if "B" in card.cost else (), None
    return Choice(verb, subject, card=card.name, cost=card.cost or "0", rules=rules_text(card.rules),
                  parameters=parameters, legal=why is None, why=why.words if why else "",
                  window=card.type is CardType.SPELL)  # fmt: skip


def _of_use(state: State, side: str, piece: Piece) -> Choice:
    rules = piece.card.rules
    why: No | None = None
    if rules.use is not None:
        cost, aims = ("C" if rules.use.commits else "") + rules.use.cost, _aims(state, side, rules.use.effect)
        letters, without = rules.use.cost, piece.ref if rules.use.commits else ""
        if rules.use.commits and piece.committed:
            why = No.COMMITTED
    else:
        assert rules.inflate is not None
        cost, aims, letters, without = rules.inflate.cost, None, rules.inflate.cost, ""
    if piece.card.body and looks(state, piece.ref).keywords and is_dependent(state, piece):
        why = No.DEPENDENT
    elif aims == ():
        why = No.NO_AIM
    elif why is None and pay_for(state, side, letters, Terms(without=without), limits(state, piece)) is None:
        why = No.NOT_PAID
    parameters: tuple[Parameter, ...] = () if aims is None else (Parameter("ON", aims),)
    if not (rules.use and rules.use.commits):
        parameters += (Parameter("X", ()),)
    return Choice("USE", piece.ref, card=piece.card.name, cost=cost or "0", rules=rules_text(rules),
                  parameters=parameters, legal=why is None, why=why.words if why else "", window=True)  # fmt: skip


# --- the blank sheet (SEE-3) ---

WIDTH = 70
WAITS = "waits"
"""Said of a standing order whose card is still to be drawn."""
ROWS = 6
"""Numbered lines left blank."""


def order_form(known: State, seat: str) -> list[str]:
    """The lines of a blank sheet; left as it is, it says nothing: an ACT part without lines casts nothing."""
    active = known.acts_next(seat)
    found = list(choices(known, seat))
    lines: list[str] = []
    if active:
        lines += ["ACT", *(f"{i} " for i in range(1, ROWS + 1))]
        lines += remark("take one ; away from what you want, or write it above", WIDTH)
        for choice in found:
            lines += _offered(choice)
        lines += remark("CAST card ON aim BEHIND ref FORCE n PAY refs; USE ref ON aim X n; FORM F refs R refs", WIDTH)
        lines += remark("ASSAULT refs, ALL, SAFE; IF cond, AT DECLARE CLASH BURN; UPKEEP, SABOTAGE", WIDTH)
    lines += ["REACT", *filter(None, (_standing(known, order, seat) for order in known.sides[seat].react))]
    lines += [line for line in _answers(known, seat) if line not in lines]
    lines += remark("COUNTER trigger WITH card; BLOCK aim WITH refs; AT START DECLARE CLASH BURN CAST, USE", WIDTH)
    return [*lines, *_hints(known, seat)]


def _offered(choice: Choice) -> list[str]:
    """A choice for one's own game turn as an order: what must be named is its first."""
    if choice.verb == "COUNTER":
        return []
    subject = choice.card if choice.verb == "CAST" else choice.subject
    said = [choice.verb, subject]
    for parameter in choice.parameters:
        if parameter.word in ("", "F"):
            said += [parameter.word, *parameter.candidates[: None if parameter.word else 1]]
        elif parameter.word == "ON":
            if not parameter.candidates:
                return remark(f"{choice.verb} {subject}: {NOT_NOW}, {choice.why}", WIDTH)
            said += ["ON", parameter.candidates[0]]
    cost = f"costs {choice.cost}" if choice.cost else ""
    order = " ".join(filter(None, said))
    if choice.after:
        return [order_line(order, cost), *remark(f"   once {choice.after} is cast", WIDTH)]
    whole = order_line(order, cost, f"{NOT_NOW}: {choice.why}" if choice.why else "")
    return [whole] if len(whole) <= WIDTH else [order_line(order, cost, NOT_NOW), *remark(f"   {choice.why}", WIDTH)]


def _standing(known: State, order: Order, seat: str) -> str:
    """A line that stands, and whether its card is still to be drawn; "" for what can answer no cast."""
    line = write_order(order)
    if isinstance(order, Counter) and not could_answer(known.cards, order):
        return ""
    if isinstance(order, Cast | Counter) and order.card not in [*map(Named, hand_listed(known, seat))]:
        whole = order_line(line, f"{WAITS}: its card is not in your hand")
        return whole if len(whole) <= WIDTH else order_line(line, WAITS)
    return order_line(line)


def _answers(known: State, seat: str) -> list[str]:
    """Standing orders that could be given: counters with the cards held, creatures to answer assaults with."""
    lines = [
        order_line(f"COUNTER ANY WITH {name}")
        for name in dict.fromkeys(hand_listed(known, seat))
        if known.cards[name].type is CardType.COUNTER
    ]
    refs = [piece.ref for piece in known.creatures(seat)]
    if refs:
        lines += [order_line(f"BLOCK STRONGEST WITH {refs[0]}"), order_line(f"HOLD {refs[0]}")]
    return [*lines, *map(order_line, ("BLOCK DEFAULT FAIR", "BLOCK DEFAULT NONE"))]


def _hints(known: State, seat: str) -> list[str]:
    lines = [";; your hand:"]
    for i, name in enumerate(hand_listed(known, seat), 1):
        card = known.cards[name]
        lines.append(f";; H{i} {name} ({card.type.value}, {card.cost or '0'})")
    for side in SIDES:
        lines.append(";; your cards in play:" if side == seat else ";; the other side's:")
        for piece in known.of(side):
            now = looks(known, piece.ref)
            figures = f" {known.sides[side].place_of(piece.ref)} {now.s}/{now.d}" if piece.creature else ""
            use = f" {rules_text(piece.card.rules)}" if piece.card.type is CardType.FUNCTION else ""
            state = " committed" if piece.committed else "" if piece.exists else " not yet here"
            lines.append(f";; {piece.ref} {piece.card.name}{figures}{state}{use}")
    return [_short(line) for line in lines]


def _short(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1].rstrip() + "…"
