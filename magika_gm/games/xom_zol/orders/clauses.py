"""Parts of an order line: cards, aims, conditions (ORD-1 to ORD-4)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.xom_zol.cards.model import Filter, plain_comparison, read_term
from magika_gm.games.xom_zol.orders.forms import (
    Aim,
    Compared,
    Condition,
    Conditions,
    Count,
    Done,
    Have,
    Held,
    Item,
    Named,
    Pick,
    Player,
    Ranked,
    Ref,
    Unknown,
)
from magika_gm.games.xom_zol.orders.tokens import (
    Names,
    Unreadable,
    in_hand,
    keyword,
    nearest,
    place_of,
    rank_of,
    ref_of,
    term_at,
)
from magika_gm.games.xom_zol.rules.terms import Rank

RUNNING = ("CAST", "USE", "FORM", "ASSAULT", "COUNTER", "BLOCK")
"""Verbs IF may stand before."""
STOPS = ("BEHIND", "FORCE", "PAY", "X", "WITH")
"""Words that end an aim or a name."""
MOST_DIGITS = 4
"""Signs and digits of a figure to compare with."""
SHORTEST_COUNT = 2
"""Letters an abbreviation of what a condition compares has at least."""


class Words:
    """The tokens of a line while it is read."""

    def __init__(self, tokens: Sequence[str], names: Names) -> None:
        self.tokens, self.names, self.at = tokens, names, 0

    @property
    def next(self) -> str | None:
        """The token that comes, None at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def word(self) -> str:
        """The token that comes, in capitals; "" at the end."""
        return (self.next or "").upper()

    def take(self) -> str | None:
        """The token that comes, and go on."""
        token = self.next
        self.at += 1
        return token

    def accept(self, *words: str) -> bool:
        """Whether these words come; if so go on past them."""
        said = tuple(t.upper() for t in self.tokens[self.at : self.at + len(words)])
        if said != words:
            return False
        self.at += len(words)
        return True

    def expect(self, known: Sequence[str], what: str) -> str:
        """One of some words, written out or abbreviated."""
        token = self.take()
        word = keyword(token, known) if token else None
        if word is None:
            raise Unreadable(f"{token or 'nothing'} is no {what}", nearest(token or "", known) or tuple(known))
        return word

    def done(self) -> None:
        """Nothing may follow."""
        if self.next is not None:
            raise Unreadable(f"{' '.join(self.tokens[self.at :])!r} is too much")

    def until(self, stops: Sequence[str]) -> list[str]:
        """Tokens up to a stop word or the end; names written out are passed over whole."""
        start = self.at
        while self.next is not None:
            found = self.names.exact(self.tokens, self.at)
            if found is not None:
                self.at += found[1]
            elif self.word in stops:
                break
            else:
                self.at += 1
        return list(self.tokens[start : self.at])


def read_held(words: Words, stops: Sequence[str]) -> Held:
    """A card to cast: its name, or its number in the report (H3)."""
    token = words.next
    found = words.names.exact(words.tokens, words.at)
    if found is not None:
        words.at += found[1]
        return Named(found[0])
    hand = in_hand(token) if token else None
    if hand is not None:
        words.at += 1
        return hand
    said = words.until((*stops, ","))
    if not said:
        raise Unreadable("say which card")
    return Named(words.names.one(" ".join(said)))


def read_pick(words: Words, stops: Sequence[str]) -> Pick:
    """An own card in play."""
    token = words.next
    if token is None:
        raise Unreadable("say which card in play: A7, F1 or its name")
    found = words.names.exact(words.tokens, words.at)
    if found is not None:
        words.at += found[1]
        return Named(found[0])
    pick = ref_of(token) or place_of(token)
    if pick is not None:
        words.at += 1
        return pick
    said = words.until((*stops, ","))
    return Named(words.names.one(" ".join(said)))


def read_picks(words: Words, stops: Sequence[str] = ()) -> tuple[Pick, ...]:
    """One or more own cards, with or without commas."""
    picks: list[Pick] = []
    while words.next is not None and words.word not in stops:
        picks.append(read_pick(words, (*stops, *STOPS)))
        while words.accept(",") or words.accept("AND"):
            pass
    if not picks:
        raise Unreadable("say which creatures: A7 A9")
    return tuple(picks)


def read_aim(words: Words, stops: Sequence[str] = STOPS) -> Aim:
    """``x OR y OR …`` up to a stop word; an item that cannot be understood is kept as unknown."""
    said = words.until(stops)
    items: list[list[str]] = [[]]
    at = 0
    while at < len(said):
        found = words.names.exact(said, at)
        if found is not None:
            items[-1] += said[at : at + found[1]]
            at += found[1]
        elif said[at].upper() == "OR" or said[at] == ",":
            items.append([])
            at += 1
        else:
            items[-1].append(said[at])
            at += 1
    aim = tuple(_item(tokens, words.names) for tokens in items if tokens)
    if not aim:
        raise Unreadable("say at what: a ref, a name, or STRONGEST, WEAKEST, COSTLIEST, NEWEST")
    return aim


def _item(tokens: Sequence[str], names: Names) -> Item:
    if len(tokens) == 1:
        token = tokens[0]
        if token.upper() in ("ME", "PLAYER"):
            return Player(token.upper() == "ME")
        pointed = ref_of(token) or place_of(token)
        if pointed is not None:
            return pointed
    exact = names.exact(tokens, 0)
    if exact is not None and exact[1] == len(tokens):
        return Named(exact[0])
    ranked = _ranked(tokens)
    if ranked is not None:
        return ranked
    meant = names.meant(" ".join(tokens))
    return Named(meant[0]) if len(meant) == 1 else Unknown(" ".join(tokens))


def _ranked(tokens: Sequence[str]) -> Ranked | None:
    """``[MY|THEIR] [filters] rank``, the rank before or after its filters."""
    whose = tokens[0].upper() if tokens[0].upper() in ("MY", "THEIR") else ""
    at = 1 if whose else 0
    rank: Rank | None = None
    terms = []
    while at < len(tokens):
        got = term_at(tokens, at)
        if got is not None:
            terms.append(got[0])
            at += got[1]
            continue
        if rank is not None or (rank := rank_of(tokens[at])) is None:
            return None
        at += 1
    return Ranked(rank, tuple(terms), whose) if rank else None


def filter_of(tokens: Sequence[str]) -> Filter | None:
    """Tokens that are filter words, all of them."""
    terms = []
    at = 0
    while at < len(tokens):
        got = term_at(tokens, at)
        if got is None:
            return None
        terms.append(got[0])
        at += got[1]
    return tuple(terms)


def read_conditions(words: Words) -> Conditions:
    """``cond [AND cond] …`` after IF."""
    found = [_condition(words)]
    while words.accept("AND"):
        found.append(_condition(words))
    return tuple(found)


def _condition(words: Words) -> Condition:
    if words.accept("NOT", "DONE"):
        return Done(False)
    if words.accept("DONE"):
        return Done()
    if words.accept("THEY", "HAVE"):
        return Have(_possession(words), they=True)
    if words.accept("HAVE"):
        return Have(_possession(words))
    whose = words.take() or ""
    if whose.upper() not in ("MY", "THEIR"):
        known = ("MY", "THEIR", "HAVE", "THEY HAVE", "DONE", "NOT DONE")
        raise Unreadable(f"{whose or 'nothing'} begins no condition", nearest(whose, known) or known)
    return _compared(whose.upper(), words.take() or "")


def _figure(text: str) -> int:
    """A figure to compare with; life may be below 0 and well above 99."""
    if not text.removeprefix("-").isdecimal() or len(text) > MOST_DIGITS:
        raise Unreadable(f"{text or 'nothing'} is no number to compare with", code="number")
    return int(text)


def _compared(whose: str, token: str) -> Compared:
    """``LIFE<=20``, as one token."""
    for sign in (">=", "=>", "≥", "<=", "=<", "≤", "==", "=", "<", ">"):
        what, found, figure = token.partition(sign)
        if found:
            count = keyword(what, tuple(Count), SHORTEST_COUNT)
            if count is None:
                raise Unreadable(f"{what!r} is nothing to compare", nearest(what, tuple(Count)) or tuple(Count))
            plain = {"=>": ">=", "≥": ">=", "=<": "<=", "≤": "<=", "==": "="}.get(sign, sign)
            return Compared(whose, Count(count), *plain_comparison(plain, _figure(figure)))
    raise Unreadable(f"{token or 'nothing'} is no comparison: {whose} LIFE <= 20")


def _possession(words: Words) -> Named | Filter | Ref:
    token = words.next
    found = words.names.exact(words.tokens, words.at)
    if found is not None:
        words.at += found[1]
        return Named(found[0])
    ref = ref_of(token) if token else None
    if ref is not None:
        words.at += 1
        return ref
    terms = []
    while words.next is not None and words.word not in ("AND", *RUNNING):
        got = read_term(words.tokens, words.at)
        if got is None:
            raise Unreadable(f"{words.next!r} is neither a ref, a card's name nor a filter")
        terms.append(got[0])
        words.at += got[1]
    if not terms:
        raise Unreadable("say what to have: a ref, a card's name or filters")
    return tuple(terms)
