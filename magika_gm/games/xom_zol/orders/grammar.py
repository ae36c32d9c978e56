"""One order line to an order (ORD): verbs, aims, conditions. What cannot be read is a :class:`Fault`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from magika_gm.games.xom_zol.cards.model import Filter
from magika_gm.games.xom_zol.orders.clauses import (
    RUNNING,
    STOPS,
    Words,
    filter_of,
    read_aim,
    read_conditions,
    read_held,
    read_pick,
    read_picks,
)
from magika_gm.games.xom_zol.orders.forms import (
    Aim,
    Assault,
    Block,
    BlockBy,
    BlockDefault,
    Cast,
    Concede,
    Conditions,
    Counter,
    CounterFrom,
    Discard,
    Form,
    Hold,
    Host,
    Keep,
    Named,
    NoReact,
    OfferDraw,
    Opens,
    Order,
    Part,
    Pick,
    Sabotage,
    Strike,
    TaxForce,
    Unread,
    Unwanted,
    Upkeep,
    UpkeepHow,
    Use,
)
from magika_gm.games.xom_zol.orders.tokens import (
    LONGEST_LINE,
    Fault,
    Names,
    Unreadable,
    is_quoted,
    keyword,
    nearest,
    number,
    tokens_of,
)
from magika_gm.games.xom_zol.rules.terms import Window

SETTINGS = ("KEEP", "UPKEEP", "SABOTAGE", "STRIKE", "TAX", "DISCARD", "CONCEDE", "RESIGN", "OFFER", "DRAW", "HOLD")
VERBS = (*RUNNING, *SETTINGS, "AT", "IF", "ACT", "REACT")
_NOTHING = "-"


@lru_cache(maxsize=8192)  # the same lines come again and again
def read_line(text: str, names: Names, part: Part | None = None) -> Order | Fault:
    """A line as an order; with ``part`` it must be one that may stand there. Never raises."""
    if len(text) > LONGEST_LINE:
        return Fault(f"the line is too long for an order ({len(text)} characters)")
    words = Words(tokens_of(text), names)
    try:
        order = _read(words)
        if part is not None:
            _belongs(order, part)
    except Unreadable as unreadable:
        return unreadable.fault
    return order


def _read(words: Words) -> Order:
    window = Window(words.expect(tuple(Window), "window")) if words.accept("AT") else None
    when: Conditions = ()
    if words.accept("IF"):
        when = read_conditions(words)
    verb = _verb(words)
    if window and verb not in ("CAST", "USE"):
        raise Unreadable(f"after AT {window.value} stand CAST and USE alone, not {verb}")
    if when and verb not in RUNNING:
        raise Unreadable(f"IF stands before {', '.join(RUNNING)} alone, not before {verb}")
    order = _READERS[verb](words, window, when)
    words.done()
    return order


def _verb(words: Words) -> str:
    token = words.take()
    if token is None:
        raise Unreadable("the order is missing")
    verb = keyword(token, VERBS)
    if verb is None or verb in ("AT", "IF"):
        meant = tuple(v for v in VERBS if v.startswith(token.upper())) or nearest(token, VERBS)
        raise Unreadable(f"{token!r} is not an order", meant, "no-verb")
    return verb


def misplaced(order: Order, part: Part) -> str:
    """Why an order cannot stand in a part (ORD), "" if it can."""
    try:
        _belongs(order, part)
    except Unreadable as unreadable:
        return unreadable.fault.reason
    return ""


def _belongs(order: Order, part: Part) -> None:
    """Each order has its part (ORD)."""
    if isinstance(order, Unread):
        return
    if isinstance(order, Cast | Use):
        if part is Part.REACT and order.at is None:
            raise Unreadable("in the REACT part CAST and USE stand after AT START, DECLARE, CLASH or BURN", (), "part")
        if part is Part.ACT and order.at is Window.START:
            raise Unreadable("window START is the other side's; in the ACT part AT DECLARE, CLASH, BURN", (), "part")
    elif isinstance(order, Counter | CounterFrom | Block | BlockBy | Hold):
        if part is Part.ACT:
            raise Unreadable("that belongs to the REACT part", (), "part")
    elif part is Part.REACT and not isinstance(order, Concede | OfferDraw | Opens | NoReact):
        raise Unreadable("that belongs to the ACT part", (), "part")


# --- verbs ------------------------------------------------------------------------------------------------------------


def _cast(words: Words, at: Window | None, when: Conditions) -> Order:
    card = read_held(words, ("ON", *STOPS))
    aim = read_aim(words) if words.accept("ON") else ()
    behind: Pick | None = None
    force = 0
    pay: tuple[Pick, ...] = ()
    while words.next is not None:
        if words.accept("BEHIND"):
            behind = read_pick(words, STOPS)
        elif words.accept("X"):
            number(words.take(), 1)  # a cast takes no X: ignored (ORD-1)
        elif words.accept("ON"):
            aim = read_aim(words)
        else:
            force, pay = _terms(words, force, pay)
    return Cast(card=card, aim=aim, behind=behind, force=force, pay=pay, at=at, when=when)


def _use(words: Words, at: Window | None, when: Conditions) -> Order:
    what = read_pick(words, ("ON", *STOPS))
    aim: Aim = ()
    times, force = 1, 0
    pay: tuple[Pick, ...] = ()
    while words.next is not None:
        if words.accept("ON"):
            aim = read_aim(words)
        elif words.accept("X"):
            times = number(words.take(), 1)
        elif words.accept("BEHIND"):
            read_pick(words, STOPS)  # a use takes no BEHIND: ignored (ORD-1)
        else:
            force, pay = _terms(words, force, pay)
    return Use(what=what, aim=aim, times=times, force=force, pay=pay, at=at, when=when)


def _terms(words: Words, force: int, pay: tuple[Pick, ...]) -> tuple[int, tuple[Pick, ...]]:
    """``FORCE n`` or ``PAY refs``."""
    if words.accept("FORCE"):
        return number(words.take()), pay
    if words.accept("PAY"):
        return force, read_picks(words, ("ON", *STOPS))
    known = ("ON", "BEHIND", "X", "FORCE", "PAY")
    raise Unreadable(f"{words.next!r} is not understood here", nearest(words.next or "", known) or known)


def _form(words: Words, at: Window | None, when: Conditions) -> Order:  # noqa: ARG001 - one shape for all
    rows: dict[str, list[Pick | None]] = {"F": [], "R": []}
    row = ""
    while words.next is not None:
        if words.word in rows:
            row = words.word
            words.at += 1
        elif words.accept(","):
            continue
        elif not row:
            raise Unreadable("FORM F A7 A9 R A8: say F, then the front creatures")
        elif words.accept(_NOTHING) or words.accept("–"):
            rows[row].append(None)
        else:
            rows[row].append(read_pick(words, ("F", "R", _NOTHING)))
    if not rows["F"] and not rows["R"]:
        raise Unreadable("FORM F A7 A9 R A8: say who stands where")
    return Form(tuple(rows["F"]), tuple(rows["R"]), when)


def _assault(words: Words, at: Window | None, when: Conditions) -> Order:  # noqa: ARG001 - one shape for all
    if words.accept("SAFE"):
        return Assault(host=Host.SAFE, when=when)
    if words.accept("ALL"):
        picks = read_picks(words) if words.accept("BUT") else ()
        return Assault(host=Host.ALL, picks=picks, when=when)
    rest = list(words.tokens[words.at :])
    terms = filter_of(rest) if rest and words.names.exact(words.tokens, words.at) is None else None
    if terms:
        words.at = len(words.tokens)
        return Assault(host=Host.FILTER, filter=terms, when=when)
    return Assault(host=Host.LIST, picks=read_picks(words), when=when)


def _counter(words: Words, at: Window | None, when: Conditions) -> Order:  # noqa: ARG001 - one shape for all
    if words.accept("DEFAULT"):
        if when:
            raise Unreadable("IF does not stand before a setting")
        return CounterFrom(None if words.accept("NONE") else number(words.take()))
    name, mine = "", False
    terms: Filter = ()
    anything = words.accept("ANY")
    if not anything and words.next is not None and (is_quoted(words.next) or words.names.exact(words.tokens, words.at)):
        held = read_held(words, ("ON", "WITH"))
        assert isinstance(held, Named)
        name = held.name
    else:
        said = words.until(("ON", "WITH"))
        got = filter_of(said)
        if got is None:
            raise Unreadable(f"{' '.join(said)!r} is nothing to counter: ANY, a type, filters, or a card's name")
        terms = got
    if words.accept("ON"):
        if not words.accept("MINE"):
            raise Unreadable("after ON stands MINE")
        mine = True
    if not words.accept("WITH"):
        raise Unreadable("say WITH which counter")
    card = read_held(words, ("FORCE",))
    force = number(words.take()) if words.accept("FORCE") else 0
    if not (name or terms or mine or anything):
        raise Unreadable("say what to counter: ANY, a type, filters, or a card's name")
    return Counter(card=card, filter=terms, name=name, mine=mine, force=force, when=when)


def _with(words: Words) -> tuple[Pick, ...]:
    """``WITH creature …``; ``WITH ANY`` and nothing give nobody in particular."""
    if not words.accept("WITH") or words.accept("ANY"):
        return ()
    return read_picks(words)


def _block(words: Words, at: Window | None, when: Conditions) -> Order:  # noqa: ARG001 - one shape for all
    if words.accept("DEFAULT"):
        if when:
            raise Unreadable("IF does not stand before a setting")
        return BlockBy(BlockDefault(words.expect(tuple(BlockDefault), "way to block")))
    aim = read_aim(words, ("WITH",))
    return Block(aim, _with(words), when)


def _sabotage(words: Words, *_: object) -> Order:
    return Sabotage(read_aim(words, ("WITH",)), _with(words))


def _upkeep(words: Words, *_: object) -> Order:
    what = read_pick(words, tuple(UpkeepHow))
    return Upkeep(what, UpkeepHow(words.expect(tuple(UpkeepHow), "way to meet upkeep")))


def _strike(words: Words, *_: object) -> Order:
    words.expect(("STRONGEST",), "way to strike")
    return Strike()


def _tax(words: Words, *_: object) -> Order:
    words.expect(("FORCE",), "setting of TAX")
    return TaxForce(number(words.take()))


def _discard(words: Words, *_: object) -> Order:
    found: list[Unwanted] = []
    while words.next is not None:
        card = read_held(words, ("TO",))
        found.append(Unwanted(card, words.accept("TO", "BOTTOM")))
        while words.accept(","):
            pass
    if not found:
        raise Unreadable("say which cards, with commas between them")
    return Discard(tuple(found))


def _offer(words: Words, *_: object) -> Order:
    words.expect(("DRAW",), "thing to offer")
    return OfferDraw()


def _react(words: Words, *_: object) -> Order:
    return NoReact() if words.accept("NONE") else Opens(Part.REACT)


_READERS: dict[str, Callable[[Words, Window | None, Conditions], Order]] = {
    "CAST": _cast,
    "USE": _use,
    "FORM": _form,
    "ASSAULT": _assault,
    "COUNTER": _counter,
    "BLOCK": _block,
    "SABOTAGE": _sabotage,
    "UPKEEP": _upkeep,
    "STRIKE": _strike,
    "TAX": _tax,
    "DISCARD": _discard,
    "OFFER": _offer,
    "REACT": _react,
    "KEEP": lambda words, *_: Keep(number(words.take())),
    "HOLD": lambda words, *_: Hold(read_picks(words)),
    "CONCEDE": lambda *_: Concede(),
    "RESIGN": lambda *_: Concede(),
    "DRAW": lambda *_: OfferDraw(),
    "ACT": lambda *_: Opens(Part.ACT),
}
