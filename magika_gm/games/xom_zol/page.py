# ruff: noqa: D102 - engine.paging.Offers says what they are
"""What Xom and Zol tells the player's page: its report as data, the table as a picture, the orders there could be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from magika_gm.engine import paging
from magika_gm.engine.beginning import Bound
from magika_gm.engine.paging import (
    Art,
    Begins,
    Building,
    Earlier,
    Extras,
    Limit,
    Narrow,
    Offers,
    Option,
    OrderForm,
    Outlook,
    Picture,
    Point,
    Purse,
    Section,
    Slot,
    Spot,
    Ware,
    labelled,
    many,
    number_slot,
    oblong,
    once,
    settled,
    shared,
)
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.cards.text import both_texts
from magika_gm.games.xom_zol.cardset import in_listing
from magika_gm.games.xom_zol.orders.model import (
    Cast,
    Named,
    Opens,
    Part,
    Player,
    Ref,
    Use,
)
from magika_gm.games.xom_zol.orders.offers import Choice
from magika_gm.games.xom_zol.orders.sheet import HELD_TWICE, ORDERS, unpaid
from magika_gm.games.xom_zol.report.board import (
    chip_picture,
    creature_picture,
    creature_text,
    described,
    looked_at,
    rows_of_strip,
    strips_picture,
)
from magika_gm.games.xom_zol.report.faces import face, in_words
from magika_gm.games.xom_zol.report.printed import Forms
from magika_gm.games.xom_zol.report.report import Report
from magika_gm.games.xom_zol.rules.casting import could_answer
from magika_gm.games.xom_zol.rules.state import Piece, State, ref_key
from magika_gm.games.xom_zol.rules.terms import FACTION_NAMES, FOE, SIDES, CardType, other
from magika_gm.games.xom_zol.rules.turn import hand_listed
from magika_gm.games.xom_zol.setup import CHARACTERS, STARTS, WHOLE, copies_bound, is_basic, shipped_decks
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.pages import UsualPage
from magika_gm.reports.picture import art

# IF with its conditions (ORD-4), as slots and a list that many forms share.


IF, IF_DONE, STATE = "if", "if done", "state"
_FIGURES = {
    "LIFE": (5, 10, 20, 30),
    "HAND": (0, 2, 4),
    "CREATURES": (0, 1, 2, 4),
    "READY": (0, 1, 2, 3),
    "MANA": (2, 4, 6),
}
"""Figures a condition may ask for; others may be typed."""

EXTRAS = settled(
    {
        IF: (
            Slot("if", "Only if", before="IF", list=STATE, optional=True),
            Slot("and", "and if", before="AND", list=STATE, needs="if", optional=True),
        ),
        IF_DONE: (
            Slot(
                "done",
                "Only if the line before",
                before="IF",
                options=(Option("DONE", "was carried out"), Option("NOT DONE", "was not")),
                bars="if",
                optional=True,
            ),
            Slot("if", "Only if", before="IF", list=STATE, bars="done", optional=True),
            Slot("and", "and if", before="AND", list=STATE, needs="done if", optional=True),
        ),
    }
)
"""Of lines that answer there is none before (DONE is false there)."""


def _of_figures() -> Iterator[Option]:
    for whose, name in (("MY", "your"), ("THEIR", "their")):
        for figure, numbers in _FIGURES.items():
            for number in numbers:
                said = f"{name} {figure.lower()}"
                yield Option(f"{whose} {figure} >= {number}", f"{said} {number} or more")
                yield Option(f"{whose} {figure} <= {number}", f"{said} {number} or less")


_OF_FIGURES = settled(tuple(_of_figures()))


def conditions(known: State, seat: str) -> Iterator[Option]:
    """On figures of both sides, and on who is still there."""
    yield from _OF_FIGURES
    for side, words, has in ((seat, "HAVE", "you have"), (other(seat), "THEY HAVE", "they have")):
        for piece in known.creatures(side):
            yield Option(f"{words} {piece.ref}", f"{has} {piece.ref} {piece.card.name}")


# How the page reads an earlier turn out of its turn file.


EARLIER = settled(
    Earlier(
        format="xom_zol turn",
        game="game",
        seat="seat",
        # the table is laid out anew each turn: a file tells its figures alone
        facts={
            "life": "sides/{seat}/life",
            "hand": "sides/{seat}/hand_size",
            "library": "sides/{seat}/library_size",
            "game turn": "game_turn",
        },
    )
)


# The table as a picture of named places: every card in play lies at a place named by its ref, one's own side below.


WIDE, HIGH, LOW, GAP, EDGE = 78.0, 100.0, 37.0, 5.0, 28.0
"""A creature's card, another's chip, the room between them and that of a side's life and mana."""
SHAPES = {"chip": oblong(WIDE, LOW), "card": oblong(WIDE, HIGH)}
LEAST_ACROSS, MOST_ACROSS, NARROW = 7, 8, 4
STYLE, HELD = Style(large=True), 128.0
AUGMENTS = (-34.0, 2.0)
"""Where they lie on a creature."""


def thing_of(ref: str) -> str:
    """The key of a card in play among what can be clicked."""
    return f"piece:{ref}"


def table(report: Report) -> Picture:
    """The table as one side's player sees it."""
    state, seat = report.state, report.seat
    at, wide, high = _laid(state, seat, NARROW)
    return replace(table_of(state, seat), narrow=Narrow(wide, high, at, _scene(state, seat, wide, high)))


def table_of(state: State, reader: str) -> Picture:
    """Both sides: lands and functions outermost, rear ranks, fronts facing one another. Without a ``reader`` for those
    who look on: side A is below."""
    seat = reader or SIDES[0]
    columns = max(len(state.sides[side].columns) for side in SIDES)
    at, wide, high = _laid(state, seat, max(LEAST_ACROSS, min(MOST_ACROSS, columns)))
    return Picture(
        key="table",
        title="The table",
        width=wide,
        height=high,
        scene=_scene(state, seat, wide, high),
        shapes=SHAPES,
        spots=tuple(_spot(state, seat, state.pieces[ref], place) for ref, place in at.items()),
        help="Your side is below, fronts in the middle. Click a card for what it can do, or to aim at it."
        if reader
        else "Side A is below, fronts in the middle.",
        text=described(state, seat),
    )


def _scene(state: State, seat: str, wide: float, high: float) -> Art:
    return art(strips_picture(state, seat, wide, high, STYLE))


def _laid(state: State, seat: str, across: int) -> tuple[dict[str, Point], float, float]:
    """Where each card lies on a table of that many cards across, and how wide and high it is."""
    wide = GAP + across * (WIDE + GAP)
    low = edge = EDGE * rows_of_strip(wide)
    at: dict[str, Point] = {}
    for row in filter(any, (*_rows(state, other(seat), across), *reversed(list(_rows(state, seat, across))))):
        ranks = any(piece is not None and piece.creature for piece in row)
        high, left = (HIGH, (across - len(row)) / 2) if ranks else (LOW, 0.0)
        for place, piece in enumerate(row):
            if piece is not None:
                at[piece.ref] = GAP + WIDE / 2 + (left + place) * (WIDE + GAP), low + high / 2
        low += high + GAP
    return at, wide, low + edge


def _rows(state: State, side: str, across: int) -> Iterator[list[Piece | None]]:
    """A side's rows from the outside: what stands in no rank, rears, fronts; long ones go on below."""
    own = state.sides[side]
    rest = sorted(
        (p for p in state.of(side) if not p.creature and not p.on), key=lambda p: (p.card.body, ref_key(p.ref))
    )
    yield from _broken(rest, across)
    rears = [state.pieces.get(rear) for _, rear in own.columns]
    if any(rears):
        yield from _broken(rears, across)
    if own.columns:
        yield from _broken([state.pieces.get(front) for front, _ in own.columns], across)


def _broken(row: Sequence[Piece | None], across: int) -> Iterator[list[Piece | None]]:
    for at in range(0, len(row), across):
        yield list(row[at : at + across])


def _spot(state: State, seat: str, piece: Piece, at: Point) -> Spot:
    card = piece.card
    tip = [creature_text(state, piece) if piece.creature else f"{piece.ref} {card.name}, {card.type.value}"]
    place = state.sides[piece.side].place_of(piece.ref)
    tip += [f"stands at {place}"] if place else []
    tip += [] if piece.exists else ["not here yet"]
    tip += ["committed"] if piece.committed else []
    rules = both_texts(card.rules)
    tip += [rules] if rules else []
    tip.append("yours" if piece.side == seat else "the other side's")
    made = (
        partial(creature_picture, state, piece, WIDE, HIGH)
        if piece.creature
        else partial(chip_picture, piece, WIDE, LOW)
    )
    return Spot(
        piece.ref,
        *at,
        shape="card" if piece.creature else "chip",
        label=f"{piece.ref} {card.name}",
        tip=tuple(tip),
        faint=not piece.exists,
        things=(thing_of(piece.ref),),
        turned=piece.creature and piece.committed,
        mark_at=AUGMENTS,
        art=shared(lambda: art(made(STYLE)), piece.ref, card, *looked_at(state, piece)),
    )


# The forms of standing orders: counters, counter-assaults, and what is done without a line (POL-4, POL-5).


ACT, REACT, MANA, PURSE = "act", "react", "mana card", "mana"
MOST_FORCE = 20
RANKS = ("STRONGEST", "WEAKEST", "COSTLIEST", "NEWEST", "FREE STRONGEST", "FREE WEAKEST")


def in_play(known: State, ref: str, uses: tuple[str, ...] = ()) -> Option:
    """A card in play, and what choosing it uses up."""
    piece = known.pieces[ref]
    return Option(ref, f"{ref} {piece.card.name}", place=piece.on or ref, things=(thing_of(ref),), uses=uses)


_CASTS = ("ANY", "CREATURE", "CHARACTER", "SPELL", "SPELL ON MINE", "FUNCTION", "AUGMENT", "CHANNEL")


LIFE = number_slot("force", "Life that may be paid", "FORCE", least=0, most=MOST_FORCE)
"""What it does to a standing order, the answer tells."""


def counters(known: State, seat: str) -> Iterator[OrderForm]:
    """COUNTER with the cards that can, and what is done without a line (POL-5)."""
    for name in dict.fromkeys(hand_listed(known, seat)):
        card = known.cards[name]
        if card.type is not CardType.COUNTER:
            continue
        number = hand_listed(known, seat).index(name) + 1
        lines: dict[str, Any] = {t: ORDERS.stored(f"COUNTER {t} WITH {name}") for t in _CASTS}
        casts = (t for t, line in lines.items() if could_answer(known.cards, line))
        trigger = Slot("what", "What is cast", options=tuple(Option(t, t.lower()) for t in casts))
        slots: tuple[str | Slot | Extras, ...] = (Extras(IF), "COUNTER", trigger, f"WITH {name}")
        if "B" in card.cost:
            slots += (replace(LIFE, extra=True),)
        yield OrderForm(
            f"Counter with {name}",
            slots,
            key=f"COUNTER {name}",
            doubt=next(unpaid(known, seat, name), ""),
            section=REACT,
            note=f"costs {card.cost or '0'}",
            rule="POL-5",
            things=(f"card:{name}:{number}",),
        )
    least = number_slot("n", "Casts of at least", most=MOST_FORCE, optional=False)
    yield OrderForm(
        label="Counter by default what costs",
        rule="POL-5",
        parts=("COUNTER DEFAULT", least),
        section=REACT,
        uses=("counter default",),
    )
    yield once("COUNTER DEFAULT NONE", "Counter nothing by default", section=REACT, use="counter default", rule="POL-5")


def block_forms(known: State, seat: str) -> Iterator[OrderForm]:
    """BLOCK, HOLD, and what is done without a line (POL-4)."""
    foes = known.creatures(other(seat))
    if known.creatures(seat):
        ranks = tuple(Option(rank, rank.lower()) for rank in RANKS)
        whom = (*ranks, *(in_play(known, p.ref) for p in foes))
        against = many(
            "whom",
            "Against, the first that assaults",
            options=whom,
            joined=" OR ",
            most=3,
        )
        team = many("with", "With", list="own", before="WITH", joined=" ", most=4)
        for key, label, by in (
            ("BLOCK", "Counter-assault with chosen creatures", team),
            ("BLOCK ANY", "Counter-assault with the cheapest that can", "WITH ANY"),
        ):
            parts = (Extras(IF), "BLOCK", against, by)
            yield OrderForm(label=label, section=REACT, parts=parts, key=key, rule="POL-4")
        held = tuple(in_play(known, p.ref, (f"hold:{p.ref}",)) for p in known.creatures(seat))
        yield OrderForm(
            label="Hold back from the default",
            section=REACT,
            rule="POL-4",
            parts=("HOLD", Slot("who", "Whom", options=held)),
        )
    how = labelled({"FAIR": "where it is worth it", "WALL": "whatever comes", "NONE": "nothing"})
    yield OrderForm(
        label="Counter-assault by default",
        section=REACT,
        rule="POL-4",
        parts=("BLOCK DEFAULT", Slot("how", "How", options=how)),
        uses=("block default",),
    )


# The sheet of Xom and Zol as data: what could be ordered, from the state its side knows (ORD).
#
# ACT lines are what could be done at the start of the coming battle phase as things stand; REACT lines are standing
# orders, tested when their moment comes. Conditions, filters and payment by hand may be typed.


_MOST_TIMES, _MOST_KEEP = 20, 30
_WINDOWS = {
    "DECLARE": "when the assault is declared",
    "CLASH": "when counter-assaulters stand",
    "BURN": "after the fights",
}
_START = {"START": "when the foe's battle phase begins"}


class Offered(Offers):
    """The sheet for the coming mail turn, of what could be ordered in it."""

    orders, extras, quiet, of_kind = ORDERS, EXTRAS, (REACT, "DISCARD", "OFFER"), ("MAIL-8",)

    def begin(self) -> None:
        self.kind = self.own = self.known.acts_next(self.seat)
        self.opening = (Opens(Part.ACT if self.own else Part.REACT),)
        if not self.own:
            self.help = "The coming game turn is the other side's: your standing orders answer it (MAIL-3)."

    def forms(self) -> Iterator[OrderForm]:
        known, seat = self.known, self.seat
        if self.own:
            for choice in self.found:
                yield from _of_choice(known, seat, choice, ACT)
            yield from (*_formation(known, seat), *_settings(known, seat))
        for choice in self.found:
            yield from _of_choice(known, seat, choice, REACT)
        yield from (*counters(known, seat), *block_forms(known, seat), *_discards(known, seat, REACT))
        yield from _say(self.own)

    def to(self) -> Iterable[Option]:
        return Option(FOE, "the other side"), Option("ALL", "the other side and spectators")

    def sections(self) -> Iterator[Section]:
        if self.own:
            yield Section(ACT, "Your game turn", opens="ACT", help="Carried out in written order.")
        said = "For the other side's game turns; a REACT part replaces all that stand (MAIL-3)."
        yield Section(REACT, "Standing orders", opens="REACT", help=said)

    def refused(self) -> Iterator[Sequence[Begins]]:
        """Cards that are not held or cannot be paid, cards in play that are the other side's or have no use."""
        known, pieces = self.known, self.known.pieces
        yield from self._not_to_stand()
        if not self.own:
            return
        held = hand_listed(known, self.seat)
        lacking = [name for name, card in known.cards.items() if name not in held and card.type is not CardType.COUNTER]
        yield [("CAST", Cast(card=Named(name))) for name in lacking]
        for choice in self.found:
            aims = [p.candidates for p in choice.parameters if p.word == "ON"]
            forced = any(p.word == "FORCE" for p in choice.parameters)
            if choice.verb == "CAST" and not (choice.legal or choice.after or forced) and all(aims):
                aim = tuple(Player() if word == "PLAYER" else Ref(word) for listed in aims for word in listed)
                yield [(f"CAST {choice.card}", Cast(card=Named(choice.card), aim=aim))]
        yield [(f"USE {ref}", Use(what=Ref(ref))) for ref in pieces if pieces[ref].side != self.seat]
        idle = (piece for piece in pieces.values() if piece.side == self.seat and not piece.card.rules.usable)
        yield [(f"USE {piece.ref}", Use(what=Ref(piece.ref))) for piece in idle]

    def _not_to_stand(self) -> Iterator[Sequence[Begins]]:
        """Standing orders to or against who is not in play, or not one's own."""
        pieces = self.known.pieces.values()
        there = {piece.card.name for piece in pieces}.union(*(side.discard for side in self.known.sides.values()))
        absent = next(name for name in self.known.cards if name not in there)
        for what, name in (("A#", "A9999"), ("B#", "B9999"), ("<card>", absent)):
            yield [(f"{verb} …{what}", ORDERS.stored(f"{verb} {name}")) for verb in ("HOLD", "BLOCK")]
        foes = [piece.ref for piece in pieces if piece.side != self.seat]
        held = [(f"HOLD …{ref}", ORDERS.stored(f"HOLD {ref}")) for ref in foes]
        yield [*held, *((f"BLOCK …WITH {ref}", ORDERS.stored(f"BLOCK STRONGEST WITH {ref}")) for ref in foes)]

    def spared(self) -> Iterator[str]:
        """Cards that are held, in one's own game turn; who may be named in standing orders."""
        yield from (f"CAST {name}" for name in (hand_listed(self.known, self.seat) if self.own else ()))
        for piece in self.known.pieces.values():
            yield from (f"…{piece.ref}", f"…{piece.card.name}")

    def purses(self) -> Iterator[Purse]:
        """All of one's mana, ready again when one's game turn begins (FIELD-2)."""
        if self.own:
            amount = sum(len(piece.card.mana) for piece in self.known.of(self.seat))
            yield Purse(PURSE, "mana", amount, rule="MANA-8")

    def limits(self) -> Iterator[Limit]:
        """Cards as often as they are held, one mana card a game turn, creatures at one place each."""
        yield Limit(MANA, "A mana card", rule="PLAY-1")
        for name, count in Counter(hand_listed(self.known, self.seat)).items():
            yield Limit(f"card:{name}", f"{name} (you hold {count})", most=count, rule="PLAY-1")
        for piece in self.known.creatures(self.seat):
            yield Limit(f"form:{piece.ref}", f"The place of {piece.ref}")
            yield Limit(f"block:{piece.ref}", "", most=MOST_FORCE)
            yield Limit(f"hold:{piece.ref}", f"HOLD {piece.ref}", said=HELD_TWICE, bars=f"block:{piece.ref}")

    def lists(self) -> dict[str, tuple[Option, ...]]:
        """Creatures of either side, conditions."""
        known = self.known
        return {
            "own": tuple(in_play(known, p.ref, (f"block:{p.ref}",)) for p in known.creatures(self.seat)),
            "foes": tuple(in_play(known, p.ref) for p in known.creatures(other(self.seat))),
            STATE: tuple(conditions(known, self.seat)),
        }

    def outlook(self) -> Outlook:
        """What assaults come to, by who takes part."""
        refs = [piece.ref for piece in self.known.creatures(self.seat)] if self.own else ()
        return self.of_teams("ASSAULT", FOE, ("ALL", "SAFE"), refs)


# --- CAST and USE -----------------------------------------------------------------------------------------------------


def _of_choice(known: State, seat: str, choice: Choice, section: str) -> Iterator[OrderForm]:
    """A card of the hand or in play: at once (ACT), or at a window (AT)."""
    if choice.verb not in ("CAST", "USE"):
        return
    if section == ACT and (choice.legal or choice.after):
        yield _spoken(known, seat, choice, ACT, window=False)
    if choice.window:
        yield _spoken(known, seat, choice, section, window=True)


def _spoken(known: State, seat: str, choice: Choice, section: str, *, window: bool) -> OrderForm:
    """``CAST Smite ON B9``, ``AT CLASH USE A5``."""
    card = known.cards[choice.card]
    cast = choice.verb == "CAST"
    said = choice.card if cast else choice.subject
    who = said if cast else f"{said} {choice.card}"
    at = Slot("at", "When", before="AT", options=_windows(section))
    waits = "; could not now: " + choice.why if choice.why and window else ""
    return OrderForm(
        f"{'Cast' if cast else 'Use'} {who}{', at its moment' if window else ''}",
        (
            *((at,) if window else ()),
            Extras(IF_DONE),
            f"{choice.verb} {said}",
            *_slots(known, seat, choice, section),
        ),
        key=f"{section}:{'at:' if window else ''}{choice.verb}:{choice.subject}",
        section=section,
        note=f"costs {choice.cost}{waits}" + (f"; once {choice.after} is cast" if choice.after and not window else ""),
        help=choice.rules,
        rule="PLAY-1" if cast else "PLAY-4",
        uses=_uses(choice, card, section),
        cost={PURSE: len(card.cost) - len(card.mana)} if cast and section == ACT else {},
        places=() if cast else (known.pieces[said].on or said,),
        things=_things(choice),
        doubt=next(unpaid(known, seat, choice.card), "") if cast and section == REACT else "",
    )


def _things(choice: Choice) -> tuple[str, ...]:
    """The card that is clicked: in the hand for CAST, in play for USE."""
    return (f"card:{choice.card}:{choice.subject[1:]}",) if choice.verb == "CAST" else (thing_of(choice.subject),)


def _uses(choice: Choice, card: Card, section: str) -> tuple[str, ...]:
    """A card is cast once; what commits is used once in one's own game turn."""
    if section != ACT:
        return ()
    if choice.verb == "CAST":
        return (f"card:{choice.card}", *((MANA,) if card.is_mana else ()))
    use = card.rules.use
    return (f"use:{choice.subject}",) if use and use.commits else ()


def _windows(section: str) -> tuple[Option, ...]:
    return labelled(_WINDOWS if section == ACT else _START | _WINDOWS)


def _slots(known: State, seat: str, choice: Choice, section: str) -> Iterator[Slot]:
    """ON, BEHIND, X and FORCE, where the card takes them."""
    for parameter in choice.parameters:
        match parameter.word:
            case "ON":
                options = tuple(_aim(known, seat, word) for word in parameter.candidates)
                options += tuple(ranked(known, seat, parameter.candidates))
                if options:
                    yield many(
                        "on",
                        "On, the first that is legal",
                        before="ON",
                        options=options,
                        joined=" OR ",
                        most=3,
                    )
            case "BEHIND":
                fronts = tuple(in_play(known, ref) for ref in parameter.candidates)
                yield Slot("behind", "Behind", before="BEHIND", options=fronts, optional=True)
            case "X":
                yield number_slot("times", "Up to how often", "X", most=_MOST_TIMES)
            case "FORCE":
                yield replace(LIFE, cost={PURSE: -1}) if section == ACT else replace(LIFE, extra=True)


def ranked(known: State, seat: str, candidates: Sequence[str]) -> Iterator[Option]:
    """Ranks to take one of the pieces by. Whose is said where all are one side's: a card that means the other side's of
    itself would find nothing (ORD-1)."""
    sides = {known.pieces[word].side for word in candidates if word in known.pieces}
    if not sides:
        return
    whose = "" if len(sides) > 1 else "MY " if seat in sides else "THEIR "
    for rank in RANKS[:4]:
        yield Option(whose + rank, f"the {rank.lower()} it can be cast on")


def _aim(known: State, seat: str, word: str) -> Option:
    """A ref, a card of the pile, or the other player."""
    if word in known.pieces:
        whose = "your" if known.pieces[word].side == seat else "their"
        there = in_play(known, word)
        return replace(there, label=f"{whose} {there.label}")
    return Option(word, "the other side itself" if word == "PLAYER" else word)


# --- the assault and settings -----------------------------------------------------------------------------------------


def _formation(known: State, seat: str) -> Iterator[OrderForm]:
    """ASSAULT and FORM."""
    refs = tuple(p.ref for p in known.creatures(seat))
    if not refs:
        return
    how = (
        Option("ALL", "all that can", goes=("ALL",), ends=FOE),
        Option("SAFE", "those that risk little (POL-10)", goes=("SAFE",), ends=FOE),
    )
    yield OrderForm(
        label="Assault",
        section=ACT,
        rule="ASLT-1",
        uses=("assault",),
        parts=(Extras(IF_DONE), "ASSAULT", Slot("how", "With", options=how)),
        key="ASSAULT",
    )
    those = tuple(in_play(known, ref) for ref in refs)
    going = tuple(replace(one, goes=(one.text,), ends=FOE) for one in those)
    chosen = many("who", "With whom", options=going, joined=" ")
    yield OrderForm(
        label="Assault with chosen creatures",
        section=ACT,
        rule="ASLT-1",
        parts=(Extras(IF_DONE), "ASSAULT", chosen),
        key="ASSAULT refs",
        uses=("assault",),
    )
    if len(refs) > 1:
        yield OrderForm(
            label="Assault with all but some",
            section=ACT,
            rule="ASLT-1",
            parts=(Extras(IF_DONE), "ASSAULT ALL BUT", replace(chosen, label="Without whom", options=those)),
            key="ASSAULT BUT",
            uses=("assault",),
        )
    stands = tuple(in_play(known, ref, (f"form:{ref}",)) for ref in refs)
    fronts = many("fronts", "Fronts, left to right", before="F", options=stands, joined=" ")
    rears = many(
        "rears",
        "Behind them, left to right",
        before="R",
        options=stands,
        joined=" ",
        optional=True,
    )
    yield OrderForm(
        "Form the ranks",
        (Extras(IF_DONE), "FORM", fronts, rears),
        key="FORM",
        section=ACT,
        rule="FIELD-3",
    )


def _settings(known: State, seat: str) -> Iterator[OrderForm]:
    """KEEP, TAX, DISCARD, UPKEEP: their place on the sheet does not matter."""
    for verb, label, before, most in (
        ("KEEP", "Mana to be kept", "", _MOST_KEEP),
        ("TAX", "Life allowed for taxes", "FORCE", MOST_FORCE),
    ):
        slot = number_slot("n", "How much", before, least=0, most=most, optional=False)
        yield OrderForm(label, (verb, slot), section=ACT, uses=(verb,))
    yield from _discards(known, seat, ACT)
    how = labelled({"PAY": "pay it", "FORCE": "pay it with life", "UNSUMMON": "send it back", "LAPSE": "let it lapse"})
    upkept = [p for p in known.of(seat) if p.card.unsummon]
    if upkept:
        who = tuple(in_play(known, p.ref, (f"upkeep:{p.ref}",)) for p in upkept)
        parts = ("UPKEEP", Slot("who", "Of which card", options=who), Slot("how", "How", options=how))
        yield OrderForm(key="UPKEEP", label="How upkeep is met", parts=parts, section=ACT)


def _discards(known: State, seat: str, section: str) -> Iterator[OrderForm]:
    """DISCARD: at Fizzle, and under ``bottom_any`` in the other side's game turn, too (POL-7)."""
    listed, options = hand_listed(known, seat), known.options
    hand = tuple(
        Option(name, things=tuple(f"card:{name}:{n}" for n, other in enumerate(listed, 1) if other == name))
        for name in dict.fromkeys(listed)
    )
    if options.bottom_discard or options.bottom_any:
        under = tuple(Option(f"{one.text} TO BOTTOM", f"{one.text}, under the library") for one in hand)
        hand = hand + under if section == ACT else under
    if hand and (section == ACT or options.bottom_any):
        label = "What to discard if you must"
        yield OrderForm(
            label,
            ("DISCARD", many("cards", "Cards, the first first", options=hand)),
            section=section,
            help="At the end of your turn a hand over its limit lets go what you name, then what costs most.",
            rule="POL-7",
            uses=("discard",) if section == ACT else (),
        )


def _say(own: bool) -> Iterator[OrderForm]:
    """They may stand in either part; in one's own turn the ACT part, which replaces nothing (ORD)."""
    section = ACT if own else REACT
    yield once("OFFER DRAW", "Offer a draw", section=section, key="draw", rule="END-4")
    yield once("CONCEDE", "Concede: the other side wins", section=section, key="concede", rule="END-3")


# The report as the sections of the player's page: the blocks of the other forms, the hand as things to click.


def _drawn(card: Card, label: str) -> Art:
    return art(face(card, HELD, STYLE, label))


def _hand(report: Report) -> paging.Things:
    """The hand as it is numbered, with every card's full text, the next draw last (SEE-3)."""
    held = len(report.state.sides[report.seat].hand)
    things = []
    for number, card in enumerate(report.hand, 1):
        drawn = ("your next draw",) if number > held else ()
        lines = (*drawn, in_words(card))
        label = f"H{number}"
        shown = shared(partial(_drawn, card, label), number, card)
        things.append(
            paging.Thing(f"card:{card.name}:{number}", f"{label} {card.name}", lines=lines, note=card.cost, art=shown)
        )
    return paging.Things("Your hand", tuple(things), key="hand", empty="You hold no card.")


# What the office asks for (``engine.seam.reports.PlayerPage``).


class XomZolPage(UsualPage[Forms]):
    """What the office asks for."""

    forms, earlier, offers, drawn = Forms, EARLIER, Offered, (table,)
    told = (
        *("notes", "ledger", "fights", "settled", "letters", _hand, "table", "react", "piles", "known", "standing"),
        *("decks", "revealed", "all_orders", "proof", "colophon"),
    )

    def building(self) -> Building:
        """A deck of one's own (SETUP-1)."""
        cards = sorted(catalogue().values(), key=in_listing)
        wares = [*map(_ware, cards), *(_start(card) for card in cards if is_basic(card))]
        where = {ware.line: at for at, ware in enumerate(wares)}
        return Building(
            system="xom_zol",
            title="A deck for Xom and Zol",
            about="100 cards of any factions, and two lands of cost 0 to start with (SETUP-1). What is told here is "
            "what the answer to a sign-up would tell of the deck.",
            block="DECK",
            accent=Forms.accent,
            thing="card",
            fields=("type", "faction", "alignment", "cost", "rarity", "kind"),
            wares=tuple(wares),
            bounds=(WHOLE, CHARACTERS, STARTS),
            tallies={WHOLE.code: "cards", CHARACTERS.code: "characters", STARTS.code: "lands to start with"},
            ready={
                title: (
                    *((where[f"{{n}} {name}"], n) for name, n in deck.cards),
                    *((where[f"START {{n}} {name}"], n) for name, n in Counter(deck.start).items()),
                )
                for title, deck in shipped_decks().items()
            },
        )


def _ware(card: Card) -> Ware:
    """A card of a deck, with its face."""
    kinds = ", ".join(card.kinds) or (card.kind or "")
    slots = {CHARACTERS.code: 1} if card.type is CardType.CHARACTER else {}
    alignment = _ALIGNMENTS[card.letter]
    fields = (card.type.value, FACTION_NAMES[card.faction], alignment, str(card.size), card.rarity.value, kinds)
    return Ware(
        name=card.name,
        line=f"{{n}} {card.name}",
        about=in_words(card),
        fields=fields,
        weighs={WHOLE.code: 1, **slots},
        bound=copies_bound(card),
        art=art(face(card, HELD, STYLE)),
    )


def _start(card: Card) -> Ware:
    """The same land, lying there when the game begins."""
    ware = _ware(card)
    return replace(
        ware,
        line=f"START {{n}} {card.name}",
        fields=("land to start with", *ware.fields[1:]),
        weighs={STARTS.code: 1},
        bound=Bound(STARTS.code, STARTS.words),
    )


_ALIGNMENTS = {"G": "good", "E": "evil", "N": "neutral"}

PAGE = XomZolPage()
