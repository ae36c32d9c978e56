"""The sheet of Xom and Zol as data: what could be ordered, from the state its side knows (ORD).

ACT lines are what could be done at the start of the coming battle phase as things stand; REACT lines are standing
orders, tested when their moment comes. Conditions, filters and payment by hand may be typed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from magika_gm.engine.paging import (
    WORDS,
    Extras,
    Letters,
    Limit,
    Option,
    OrderForm,
    Plan,
    Section,
    Slot,
    SlotKind,
    number_slot,
    once,
)
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.orders.choices import Choice
from magika_gm.games.xom_zol.orders.forms import Count, UpkeepHow
from magika_gm.games.xom_zol.orders.grammar import SETTINGS
from magika_gm.games.xom_zol.orders.seam import MESSAGES
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.page.answers import ACT, MOST_FORCE, RANKS, REACT, blocks, counters, in_play
from magika_gm.games.xom_zol.page.conditions import EXTRAS, IF_DONE, STATE, conditions
from magika_gm.games.xom_zol.page.picture import thing_of
from magika_gm.games.xom_zol.rules.sheets import hand_listed
from magika_gm.games.xom_zol.state import State
from magika_gm.games.xom_zol.words import ALIGNMENTS, FOE, Keyword, Rank, other

_MOST_TIMES, _MOST_KEEP = 20, 30
_MORE = ("COST>=", "COST<=", "CREATURE", "SPELL", "WITH", "ON MINE", "TO BOTTOM")
_TYPED = tuple(
    Option(text=word) for word in (*SETTINGS, *Rank, *UpkeepHow, *Count, *Keyword, *map(str.upper, ALIGNMENTS), *_MORE)
)
"""Words of lines that must be typed: completed by the page, judged by the office."""
_WINDOWS = {
    "DECLARE": "when the assault is declared",
    "CLASH": "when counter-assaulters stand",
    "BURN": "after the fights",
}
_START = {"START": "when the foe's battle phase begins"}


def plan(known: State, seat: str, found: Sequence[Choice]) -> Plan:
    """The sheet for the coming mail turn, of what could be ordered in it."""
    own = known.acts_next(seat)
    forms: list[OrderForm] = []
    if own:
        forms += [form for choice in found for form in _of_choice(known, seat, choice, ACT)]
        forms += [*_formation(known, seat), *_settings(known, seat)]
    forms += [form for choice in found for form in _of_choice(known, seat, choice, REACT)]
    forms += [*counters(known, seat), *blocks(known, seat), *_say(own)]
    return Plan(
        forms=tuple(forms),
        lists=_lists(known, seat) | {STATE: tuple(conditions(known, seat)), WORDS: _TYPED},
        extras=EXTRAS,
        sections=_sections(own),
        most_lines=200,
        limits=tuple(_limits(known, seat)),
        letters=Letters(
            most=MESSAGES.most,
            lines=MESSAGES.lines,
            characters=MESSAGES.characters,
            to=(Option(text=FOE, label="the other side"), Option(text="ALL", label="the other side and spectators")),
            rule=MESSAGES.rule,
        ),
        standing=tuple(write_order(line) for line in known.sides[seat].react),
        free_lines=True,
        help="" if own else "The coming game turn is the other side's: your standing orders answer it (MAIL-3).",
    )


def _sections(own: bool) -> tuple[Section, ...]:
    act = Section(key=ACT, label="Your game turn", opens="ACT", help="Carried out in written order.")
    react = Section(
        key=REACT,
        label="Standing orders",
        opens="REACT",
        help="For the other side's game turns; a REACT part replaces all that stand (MAIL-3).",
    )
    return (act, react) if own else (react,)


def _limits(known: State, seat: str) -> Iterator[Limit]:
    """Cards as often as they are held, creatures at one place each."""
    for name, count in Counter(hand_listed(known, seat)).items():
        yield Limit(key=f"card:{name}", label=f"{name} (you hold {count})", most=count, rule="PLAY-1")
    for piece in known.creatures(seat):
        yield Limit(key=f"form:{piece.ref}", label=f"The place of {piece.ref}")


def _lists(known: State, seat: str) -> dict[str, tuple[Option, ...]]:
    """One's own creatures and the other side's."""
    return {
        "own": tuple(in_play(known, p.ref) for p in known.creatures(seat)),
        "foes": tuple(in_play(known, p.ref) for p in known.creatures(other(seat))),
    }


# --- CAST and USE -----------------------------------------------------------------------------------------------------


def _of_choice(known: State, seat: str, choice: Choice, section: str) -> Iterator[OrderForm]:
    """A card of the hand or in play: at once (ACT), or at a window (AT)."""
    if choice.verb not in ("CAST", "USE"):
        return
    if section == ACT and choice.legal:
        yield _spoken(known, seat, choice, ACT, window=False)
    if choice.window:
        yield _spoken(known, seat, choice, section, window=True)


def _spoken(known: State, seat: str, choice: Choice, section: str, *, window: bool) -> OrderForm:
    """``CAST Smite ON B9``, ``AT CLASH USE A5``."""
    card = known.cards[choice.card]
    said = choice.card if choice.verb == "CAST" else choice.subject
    who = choice.card if choice.verb == "CAST" else f"{choice.subject} {choice.card}"
    at = Slot(name="at", label="When", before="AT", options=_windows(section))
    waits = "; could not now: " + choice.why if choice.why and window else ""
    return OrderForm(
        key=f"{section}:{'at:' if window else ''}{choice.verb}:{choice.subject}",
        verb="AT" if window else choice.verb,
        label=f"{'Cast' if choice.verb == 'CAST' else 'Use'} {who}{', at its moment' if window else ''}",
        parts=(
            *((at,) if window else ()),
            Extras(slots=IF_DONE),
            f"{choice.verb} {said}",
            *_slots(known, seat, choice),
        ),
        section=section,
        note=f"costs {choice.cost}{waits}",
        help=choice.rules,
        rule="PLAY-1" if choice.verb == "CAST" else "PLAY-4",
        uses=_uses(choice, card, section),
        places=(known.pieces[choice.subject].on or choice.subject,) if choice.verb == "USE" else (),
        things=_things(choice),
    )


def _things(choice: Choice) -> tuple[str, ...]:
    """The card that is clicked: in the hand for CAST, in play for USE."""
    return (f"card:{choice.card}:{choice.subject[1:]}",) if choice.verb == "CAST" else (thing_of(choice.subject),)


def _uses(choice: Choice, card: Card, section: str) -> tuple[str, ...]:
    """A card is cast once; what commits is used once in one's own game turn."""
    if section != ACT:
        return ()
    if choice.verb == "CAST":
        return (f"card:{choice.card}",)
    commits = card.rules.use is not None and card.rules.use.commits
    return (f"use:{choice.subject}",) if commits else ()


def _windows(section: str) -> tuple[Option, ...]:
    said = _WINDOWS if section == ACT else _START | _WINDOWS
    return tuple(Option(text=word, label=label) for word, label in said.items())


def _slots(known: State, seat: str, choice: Choice) -> Iterator[Slot]:
    """ON, BEHIND, X and FORCE, where the card takes them."""
    for parameter in choice.parameters:
        match parameter.word:
            case "ON":
                options = tuple(_aim(known, seat, word) for word in parameter.candidates)
                options += tuple(ranked(known, seat, parameter.candidates))
                if options:
                    yield Slot(
                        name="on",
                        label="On, the first that is legal",
                        kind=SlotKind.MANY,
                        before="ON",
                        options=options,
                        joined=" OR ",
                        most=3,
                    )
            case "BEHIND":
                fronts = tuple(in_play(known, ref) for ref in parameter.candidates)
                yield Slot(name="behind", label="Behind", before="BEHIND", options=fronts, optional=True)
            case "X":
                yield number_slot("times", "Up to how often", "X", most=_MOST_TIMES)
            case "FORCE":
                yield number_slot("force", "Life that may be paid", "FORCE", least=0, most=MOST_FORCE)


def ranked(known: State, seat: str, candidates: Sequence[str]) -> Iterator[Option]:
    """Ranks to take one of the pieces by. Whose is said where all are one side's: a card that means the other side's of
    itself would find nothing (ORD-1)."""
    sides = {known.pieces[word].side for word in candidates if word in known.pieces}
    if not sides:
        return
    whose = "" if len(sides) > 1 else "MY " if seat in sides else "THEIR "
    for rank in RANKS[:4]:
        yield Option(text=whose + rank, label=f"the {rank.lower()} it can be cast on")


def _aim(known: State, seat: str, word: str) -> Option:
    """A ref, a card of the pile, or the other player."""
    if word in known.pieces:
        whose = "your" if known.pieces[word].side == seat else "their"
        there = in_play(known, word)
        return replace(there, label=f"{whose} {there.label}")
    return Option(text=word, label="the other side itself" if word == "PLAYER" else word)


# --- the assault and settings -----------------------------------------------------------------------------------------


def _formation(known: State, seat: str) -> Iterator[OrderForm]:
    """ASSAULT and FORM."""
    refs = tuple(p.ref for p in known.creatures(seat))
    if not refs:
        return
    how = (Option(text="ALL", label="all that can"), Option(text="SAFE", label="those that risk little (POL-10)"))
    yield OrderForm(
        key="ASSAULT",
        verb="ASSAULT",
        label="Assault",
        section=ACT,
        rule="ASLT-1",
        uses=("assault",),
        parts=(Extras(slots=IF_DONE), "ASSAULT", Slot(name="how", label="With", options=how)),
    )
    chosen = Slot(name="who", label="With whom", kind=SlotKind.MANY, list="own", joined=" ")
    yield OrderForm(
        key="ASSAULT refs",
        verb="ASSAULT",
        label="Assault with chosen creatures",
        section=ACT,
        rule="ASLT-1",
        parts=(Extras(slots=IF_DONE), "ASSAULT", chosen),
        uses=("assault",),
    )
    if len(refs) > 1:
        yield OrderForm(
            key="ASSAULT BUT",
            verb="ASSAULT",
            label="Assault with all but some",
            section=ACT,
            rule="ASLT-1",
            parts=(Extras(slots=IF_DONE), "ASSAULT ALL BUT", replace(chosen, label="Without whom")),
            uses=("assault",),
        )
    stands = tuple(in_play(known, ref, (f"form:{ref}",)) for ref in refs)
    fronts = Slot(
        name="fronts", label="Fronts, left to right", kind=SlotKind.MANY, before="F", options=stands, joined=" "
    )
    rears = Slot(
        name="rears",
        label="Behind them, left to right",
        kind=SlotKind.MANY,
        before="R",
        options=stands,
        joined=" ",
        optional=True,
    )
    yield OrderForm(
        key="FORM",
        verb="FORM",
        label="Form the ranks",
        parts=(Extras(slots=IF_DONE), "FORM", fronts, rears),
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
        yield OrderForm(key=verb, verb=verb, label=label, parts=(verb, slot), section=ACT, uses=(verb,))
    listed = hand_listed(known, seat)
    hand = tuple(
        Option(text=name, things=tuple(f"card:{name}:{n}" for n, other in enumerate(listed, 1) if other == name))
        for name in dict.fromkeys(listed)
    )
    if hand:
        slot = Slot(name="cards", label="Cards, the first first", kind=SlotKind.MANY, options=hand)
        yield OrderForm(
            key="DISCARD",
            verb="DISCARD",
            label="What to discard if you must",
            parts=("DISCARD", slot),
            section=ACT,
            uses=("discard",),
        )
    how = tuple(
        Option(text=word, label=label)
        for word, label in (
            ("PAY", "pay it"),
            ("FORCE", "pay it with life"),
            ("UNSUMMON", "send it back"),
            ("LAPSE", "let it lapse"),
        )
    )
    upkept = [p for p in known.of(seat) if p.card.unsummon]
    if upkept:
        who = tuple(in_play(known, p.ref, (f"upkeep:{p.ref}",)) for p in upkept)
        parts = (
            "UPKEEP",
            Slot(name="who", label="Of which card", options=who),
            Slot(name="how", label="How", options=how),
        )
        yield OrderForm(key="UPKEEP", verb="UPKEEP", label="How upkeep is met", parts=parts, section=ACT)


def _say(own: bool) -> Iterator[OrderForm]:
    """They may stand in either part; in one's own turn the ACT part, which replaces nothing (ORD)."""
    section = ACT if own else REACT
    yield once("OFFER DRAW", "Offer a draw", section=section, key="draw", rule="END-4")
    yield once("CONCEDE", "Concede: the other side wins", section=section, key="concede", rule="END-3")
