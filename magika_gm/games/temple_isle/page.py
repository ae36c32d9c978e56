# ruff: noqa: D102 - engine.paging.Offers says what they are
"""What Temple Isle tells the player's page: its report as data, the isle as a picture, the orders there could be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from magika_gm.engine import paging
from magika_gm.engine.paging import (
    Begins,
    Earlier,
    EarlierMarks,
    Extras,
    Limit,
    Mark,
    Offers,
    Option,
    OrderForm,
    Picture,
    Purse,
    Section,
    Slot,
    Spot,
    Tone,
    Way,
    labelled,
    many,
    number_slot,
    oblong,
    once,
    settled,
    shared,
)
from magika_gm.engine.told import Told
from magika_gm.engine.words import filled
from magika_gm.games.temple_isle.orders.model import (
    AtSquare,
    AtUnit,
    Cast,
    Discard,
    Muster,
    Stop,
    UnitLine,
)
from magika_gm.games.temple_isle.orders.offers import Choice, every_target, is_meant
from magika_gm.games.temple_isle.orders.sheet import ORDERS
from magika_gm.games.temple_isle.report import blocks, board
from magika_gm.games.temple_isle.report.faces import both_words, card_picture
from magika_gm.games.temple_isle.report.printed import Forms
from magika_gm.games.temple_isle.report.report import Report
from magika_gm.games.temple_isle.report.story import NAMES
from magika_gm.games.temple_isle.rules.events import Moved
from magika_gm.games.temple_isle.rules.figures import count_of, figures
from magika_gm.games.temple_isle.rules.movement import Ground, in_reach, reach
from magika_gm.games.temple_isle.rules.sheets import Role, role_of
from magika_gm.games.temple_isle.rules.state import State, Unit
from magika_gm.games.temple_isle.rules.tables import TEMPLE_OF, UNIT_AIMS, Aim, MantraCard
from magika_gm.games.temple_isle.rules.targets import blink_square, choose
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, OTHER, ROWS, SEATS, SQUARE, SQUARES, WATER, WIDTH, What
from magika_gm.games.temple_isle.sight import View
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.pages import UsualPage
from magika_gm.reports.picture import SEA, art, sea
from magika_gm.reports.picture import Picture as Drawing

# What a line may end with: IF and UNLESS (ORD), as slots and a list that many forms share.


IF = "if"
_LITTLE = (2, 3, 4)
"""Hit points a condition may ask for; others may be typed."""


EXTRAS = settled(
    {
        IF: (
            Slot(
                "if",
                "Under a condition",
                options=(Option("IF", "only if"), Option("UNLESS", "not if")),
                needs="what",
                optional=True,
            ),
            Slot("what", "Which", list=IF, needs="if", optional=True),
            Slot("and", "And also", before="AND", list=IF, needs="what", optional=True),
        )
    }
)
"""IF and UNLESS, as a line may end with (ORD)."""
_SAID_OF_SQUARES = {
    "EMPTY": " is empty",
    "FOE": ": a unit of the foe",
    "OWN": ": a unit of yours",
    "HELD": " is held by you",
}
_OF_SQUARES = settled(
    tuple(Option(f"{at} {word}", at + said) for at in SQUARES for word, said in _SAID_OF_SQUARES.items())
)


def conditions(known: State, seat: str) -> Iterator[Option]:
    """On units, on cards of the isle, on what was played; other figures and places of units may be typed."""
    for unit in known.units_in_play():
        name = f"{unit.name} {unit.card}"
        yield Option(f"{unit.name} DEAD", f"{name} is dead")
        yield Option(f"{unit.name} ALIVE", f"{name} lives")
        for n in _LITTLE:
            yield Option(f"{unit.name} HP < {n}", f"{name} has less than {n} HP")
    yield from _OF_SQUARES
    for name in dict.fromkeys(known.hands[seat]):
        if name in known.catalogue.cards:
            yield Option(f"PLAYED {name}", f"you have played {name} this turn")


# The sheet of Temple Isle as data: what could be ordered, from the state its player knows (ORD).
#
# Unit lines are foreseen as far as the law lets one: the cheapest way to each card, and to where a unit of the foe
# can be attacked, with the points that takes (ACT-3, COMB-7). What answers or depends on answers may be typed.


CARDS, UNITS, LAST, FAST, SAY, LISTS = "cards", "units", "last", "fast", "say", "lists"
_HELP = {
    Role.ACTIVE: "Your game turn: mantras and one muster first, then your units (SEQ).",
    Role.OTHER: "The foe's game turn: FAST lines and messages only (MAIL-3).",
    Role.BUILD: "World building: squares in the order you want them (BUILD-6).",
    Role.FIELD: "Fielding: one unit a line, squares in the order you want them (VAR-1).",
}


class Offered(Offers):
    """The sheet for the coming mail turn, of what could be ordered in it."""

    orders, seats, extras, foretold, quiet, of_kind = ORDERS, SEATS, EXTRAS, UNITS, (FAST, LAST, SAY), ("MAIL-3",)

    def begin(self) -> None:
        self.kind = self.role = role_of(self.known, self.seat)
        self.help = _HELP[self.role]

    def forms(self) -> Iterable[OrderForm]:
        known, seat = self.known, self.seat
        own: Iterable[OrderForm] = ()
        if self.role is Role.ACTIVE:
            own = (*_cards(known, self.found), *_unit_lines(known, seat), *_discard(known, seat))
        elif self.role is not Role.OTHER:
            own = _ranked(self.found)
        return (*own, *_fast(known, seat), *_say(self.role))

    def purses(self) -> Iterable[Purse]:
        for unit in _movable(self.known, self.seat) if self.role is Role.ACTIVE else ():
            said = f"points of U{unit.number} {unit.card}"
            yield Purse(_points(unit), said, figures(self.known, unit).d, rule="ACT-1")
        if self.role is Role.ACTIVE:
            yield Purse("musters", "Musters", 1, rule="MUST-1")

    def lists(self) -> dict[str, tuple[Option, ...]]:
        return {IF: tuple(conditions(self.known, self.seat))}

    def sections(self) -> Iterator[Section]:
        if self.role is Role.ACTIVE:
            yield Section(CARDS, "Mantras and muster")
            yield Section(UNITS, "Your units")
            yield Section(LAST, "Discard")
        elif self.role is not Role.OTHER:
            yield Section(LISTS, "Where")
        yield Section(FAST, "FAST lines", help="They answer the foe; any FAST line replaces all that stand.")
        yield Section(SAY, "The game")

    def refused(self) -> Iterator[Sequence[Begins]]:
        """Cards that are not held, those that could not be played now, units of the foe, temples another places."""
        known, cards, held = self.known, self.known.catalogue, self.known.hands[self.seat]
        offered = {(choice.verb, choice.subject) for choice in self.found if choice.legal}
        lacking = [name for name in cards.mantras if name not in held]
        yield [("CAST", Cast(name)) for name in lacking if cards.mantras[name].aim is not Aim.ANSWERED]
        yield [("MUSTER", Muster(name)) for name in cards.units if name not in held]
        for name, card in cards.mantras.items():
            if card.aim is not Aim.ANSWERED and (name not in held or ("CAST", name) in offered):
                continue
            aims = every_target(known, card)
            barred = count_of(known, self.seat) < card.level or isinstance(
                choose(known, self.seat, card, aims, ()), str
            )
            if card.aim is Aim.ANSWERED or barred:
                yield [(f"CAST {name}", Cast(name, aims))]
        for name in cards.units:
            if name in held and ("MUSTER", name) not in offered:
                yield [(f"MUSTER {name}", Muster(name))]
        for temple in cards.temples.values() if self.role is Role.BUILD else ():
            if ("TEMPLE", temple.short) not in offered:
                yield [(f"TEMPLE {temple.short}", ORDERS.stored(f"TEMPLE {temple.short} AT a1"))]
        if self.role is not Role.ACTIVE:
            return
        mine = [unit.number for unit in _movable(known, self.seat)]
        for number in (*known.units, 1 + max(known.units, default=0)):
            if number not in mine:
                yield [(f"U{number if number in known.units else '#'}", UnitLine(number, (Stop(),)))]
        yield [(f"DISCARD …{name}", Discard((name,))) for name in cards.cards if name not in held]

    def spared(self) -> Iterator[str]:
        """Cards that are held and units, in one's own game turn."""
        if self.role is Role.ACTIVE:
            yield from (unit.name for unit in _movable(self.known, self.seat))
            for name in self.known.hands[self.seat]:
                yield f"{'MUSTER' if name in self.known.catalogue.units else 'CAST'} {name}"

    def limits(self) -> Iterator[Limit]:
        """Cards as often as they are held, units as often as one likes."""
        known = self.known
        for name, count in Counter(known.hands[self.seat]).items():
            yield Limit(f"card:{name}", f"{name} (you hold {count})", most=count)
        for unit in known.units_of(self.seat):
            said = f"U{unit.number} goes on from where its line above ends, with the points left"
            yield Limit(f"unit:{unit.number}", f"A line for U{unit.number}", said=said, lasts=True, rule="ACT-11")


def _points(unit: Unit) -> str:
    return f"points:{unit.number}"


def _movable(known: State, seat: str) -> list[Unit]:
    """Own units that may act in the coming game turn: neither held nor organizing still."""
    return [u for u in known.units_of(seat) if not figures(known, u).hold]


def _cards(known: State, choices: Sequence[Choice]) -> Iterator[OrderForm]:
    """CAST and MUSTER, of cards that could be played now."""
    for choice in choices:
        if not choice.legal or choice.verb not in ("CAST", "MUSTER"):
            continue
        name = choice.subject
        slots = _cast_slots(known, choice) if choice.verb == "CAST" else _muster_slots(choice)
        if slots is None:
            continue
        card = known.catalogue.cards[name]
        yield OrderForm(
            f"{'Cast' if choice.verb == 'CAST' else 'Muster'} {name}",
            (f"{choice.verb} {name}", *slots, Extras(IF)),
            section=CARDS,
            note=f"level {choice.level}",
            help=both_words(card),
            rule="ENCH-4" if choice.verb == "CAST" else "MUST-1",
            cost={"musters": (choice.verb == "MUSTER") - sum(e.amount for e in card.effects if e.what is What.MUSTER)},
            uses=(f"card:{name}",),
            things=(f"card:{name}",),
        )


def _cast_slots(known: State, choice: Choice) -> tuple[Slot, ...] | None:
    """What a mantra is cast on; None where nothing is to be had."""
    card = known.catalogue.mantras[choice.subject]
    if card.aim is Aim.NONE:
        return ()
    targets = [word for p in choice.parameters if p.word == "ON" for word in p.candidates]
    options = [option for word in targets for option in _aimed(known, card, word)]
    if not options:
        return None
    on = Slot("on", "On", before="ON", options=tuple(options))
    then = Slot("then", "Else on", before=",", like="on", extra=True)
    return (on, then) if len(options) > 1 and not card.blink else (on,)


def _aimed(known: State, card: MantraCard, word: str) -> Iterator[Option]:
    """A target as an option; a blink with each card it may lead to. What another line takes away, and what bears a
    mantra of this name by then (ENCH-6), the answer tells."""
    unit = known.units.get(int(word[1:])) if word[:1] == "U" and word[1:].isdigit() else None
    once_ = f"{card.name} {word}"
    if unit is None:
        yield Option(word, place=word if word in SQUARE else "", by=(once_,), goes=(once_,), ends=word)
        return
    things, by = (_thing(unit),), (word, once_)
    if not card.blink:
        goes = by if any(effect.what in _TAKING for effect in card.effects) else (once_,)
        at = SQUARES[unit.at]
        yield Option(word, f"{word} {unit.card} on {at}", place=at, things=things, by=by, goes=goes, ends=word)
        return
    for square in ALL_SQUARES:
        if blink_square(known, unit, card.blink, (square,)) == square:
            to = SQUARES[square]
            label = f"{word} {unit.card} to {to}"
            yield Option(f"{word} TO {to}", label, place=to, things=things, by=by, goes=by, ends=to)


_TAKING = What.RETURN, What.HARM, What.SLAY
"""What may leave nothing of a unit."""


def _muster_slots(choice: Choice) -> tuple[Slot, ...]:
    squares = [word for p in choice.parameters if p.word == "AT" for word in p.candidates]
    options = tuple(Option(s, place=s) for s in squares)
    return (
        Slot("at", "On which card", before="AT", options=options, optional=True),
        Slot("then", "Else on", before=",", like="at", needs="at", extra=True),
    )


def _unit_lines(known: State, seat: str) -> Iterator[OrderForm]:
    """A line for each unit: where it goes, whom it attacks."""
    for unit in _movable(known, seat):
        points, at = figures(known, unit).d, SQUARES[unit.at]
        ground = Ground(known, unit)
        places, things = (at,), (_thing(unit),)
        walks = tuple(
            _walk(known, unit, ground, s, cost, points) for s, cost in sorted(reach(known, unit, points).items())
        )
        if walks:
            yield OrderForm(
                f"U{unit.number} {unit.card} goes",
                (unit.name, Slot("to", "To which card", options=walks), Extras(IF)),
                key=f"go:{unit.number}",
                section=UNITS,
                note=filled("{n} point(s)", n=points),
                rule="ACT-3",
                uses=(f"unit:{unit.number}",),
                by=(unit.name,),
                places=places,
                things=things,
            )
        attacks = tuple(_attacks(known, unit, ground, points))
        if attacks:
            times = (Option("ALL", "as long as points last"), *(Option(f"TIMES {n}") for n in (2, 3)))
            yield OrderForm(
                f"U{unit.number} {unit.card} attacks",
                (
                    unit.name,
                    Slot("whom", "Whom", options=attacks),
                    Slot("times", "How often", options=times, optional=True, extra=True),
                    replace(number_slot("keep", "As long as points are left", "KEEP", most=9), extra=True),
                    replace(number_slot("while", "As long as its HP are above", "WHILE HP >", most=9), extra=True),
                    Extras(IF),
                ),
                key=f"attack:{unit.number}",
                section=UNITS,
                note=filled("{n} point(s)", n=points),
                rule="COMB-7",
                uses=(f"unit:{unit.number}",),
                by=(unit.name,),
                places=places,
                things=things,
            )


def _walk(known: State, unit: Unit, ground: Ground, square: int, cost: int, points: int) -> Option:
    way = " ".join(ground.way(unit.at, square))
    left = points - cost
    name = SQUARES[square]
    card = known.isle[square]
    return Option(
        way,
        f"{name} {card}, by {way}",
        note=f"{cost} of {filled('{n} point(s)', n=points)}, {left} left",
        place=name,
        cost={_points(unit): cost},
    )


def _attacks(known: State, unit: Unit, ground: Ground, points: int) -> Iterator[Option]:
    """Each unit of the foe that can be attacked, from the card that costs least to reach (COMB-3)."""
    figure = figures(known, unit)
    if not figure.a:
        return
    stands = {unit.at: 0} | reach(known, unit, points)
    for foe in known.units_of(OTHER[unit.owner]):
        from_where = [(cost, s) for s, cost in stands.items() if cost < points and in_reach(known, unit, foe, s)]
        if not from_where:
            continue
        cost, square = min(from_where)
        way = " ".join(ground.way(unit.at, square)) if square != unit.at else ""
        after = points - cost - 1
        yield Option(
            f"{way} ATTACK {foe.name}".strip(),
            f"{foe.name} {foe.card} on {SQUARES[foe.at]}" + (f", from {SQUARES[square]}" if way else ""),
            note=f"{cost + 1} of {points} points, {after} left; {foe.hp} HP",
            place=SQUARES[foe.at],
            things=(_thing(foe),),
            cost={_points(unit): cost + 1},
        )


def _discard(known: State, seat: str) -> Iterator[OrderForm]:
    hand = tuple(
        Option(name, things=(f"card:{name}",))
        for name in dict.fromkeys(known.hands[seat])
        if name in known.catalogue.cards
    )
    if hand:
        slot = many("cards", "Which cards", options=hand)
        yield OrderForm(
            "Discard at the end",
            ("DISCARD", slot),
            section=LAST,
            help="A hand over its limit lets go what you name, then what you are furthest from playing.",
            rule="SEQ-2",
            uses=("discard",),
        )


def _ranked(choices: Sequence[Choice]) -> Iterator[OrderForm]:
    """WATER, TEMPLE and FIELD: squares in the order wanted."""
    for choice in choices:
        squares = tuple(Option(s, place=s) for p in choice.parameters for s in p.candidates)
        before = "AT" if choice.subject else ""
        slot = many("at", "Cards, best first", before=before, options=squares)
        label = {"WATER": "Where water shall lie", "TEMPLE": f"Where the temple {choice.subject} shall stand"}.get(
            choice.verb, f"Field {choice.subject}"
        )
        key = f"{choice.verb} {choice.subject}".strip()
        yield OrderForm(
            label,
            (key, slot),
            section=LISTS,
            rule="VAR-1" if choice.verb == "FIELD" else "BUILD-6",
        )


_EVENTS = {
    "ATTACK": "one of your units is attacked",
    "CAST": "the foe casts a mantra",
    "ENTER": "a unit of the foe enters a card",
    "ENTER TEMPLE": "a unit of the foe enters a temple",
    "MUSTER": "the foe musters",
    "BEGIN": "the foe's game turn begins",
    "ACTIONS": "the foe's units begin to act",
    "END": "the foe's game turn ends",
}


def _fast(known: State, seat: str) -> Iterator[OrderForm]:
    """FAST lines for the cards held: against what, on whom (FAST-2, FAST-5)."""
    for name in dict.fromkeys(known.hands[seat]):
        card = known.catalogue.mantras.get(name)
        if card is None or not card.fast:
            continue
        parts: tuple[str | Slot | Extras, ...]
        if card.aim is Aim.ANSWERED:
            parts = (f"FAST {name} WHEN CAST", Extras(IF))
        else:
            when = Slot(
                "when",
                "When",
                before="WHEN",
                options=(
                    *labelled(_EVENTS),
                    *(
                        Option(f"ATTACK ON {u.name}", f"{u.name} is attacked", things=(_thing(u),))
                        for u in known.units_of(seat)
                    ),
                ),
            )
            aimed = _fast_aims(known, seat, card)
            if aimed is None:
                continue
            parts = (f"FAST {name}", *aimed, when, Extras(IF))
        yield OrderForm(
            f"{name}, as an answer",
            parts,
            key=f"FAST {name}",
            section=FAST,
            rule="FAST-2",
            help=both_words(card),
            things=(f"card:{name}",),
        )
    if known.fast[seat]:
        yield once("FAST NONE", "Take all FAST lines back", section=FAST, use="none")


def _fast_aims(known: State, seat: str, card: MantraCard) -> tuple[Slot, ...] | None:
    """What a FAST line may be aimed at; None where it must be typed (a mantra in play, a blink)."""
    if card.aim is Aim.NONE:
        return ()
    if card.blink or card.aim is Aim.MANTRA:
        return None
    if card.aim in UNIT_AIMS:
        units = [u for u in known.units_in_play() if is_meant(known, seat, card, AtUnit(u.number))]
        whom = [Option("ANY", "any it can work on"), *(_unit_option(u) for u in units)]
    else:
        lands = [s for s in ALL_SQUARES if not known.is_water(s) and is_meant(known, seat, card, AtSquare(s))]
        whom = [Option(SQUARES[s], place=SQUARES[s]) for s in lands]
    return (many("on", "On", before="ON", options=tuple(whom), most=4),)


def _unit_option(unit: Unit) -> Option:
    at = SQUARES[unit.at]
    return Option(unit.name, f"{unit.name} {unit.card} on {at}", place=at, things=(_thing(unit),))


def _thing(unit: Unit) -> str:
    """Its key among what can be clicked."""
    return f"unit:{unit.number}"


def _say(role: Role) -> Iterator[OrderForm]:
    if role is not Role.BUILD:
        yield once("OFFER DRAW", "Offer a draw", section=SAY, key="draw", rule="END-4")
    yield once("RESIGN", "Resign: the foe wins", section=SAY, key="resign", rule="END-3")


# The isle as a picture of named places: twenty cards, who controls them, what a step costs, who stands there.


WIDE, HIGH, GAP = 84.0, 68.0, 4.0
CARD = oblong(WIDE, HIGH)
STYLE = Style(large=True)
FOOT = (3.0, 19.0)
"""Where units stand on a card."""
TONES = {
    "land": Tone("nobody's land", board.LAND, "#5b553f"),
    "SUN": Tone("Sun's", "#fdcf66", "#7d5a0a", "S"),
    "MOON": Tone("Moon's", "#d3cdea", "#4b4370", "M"),
    "water": Tone("water", SEA, "#2c4a8f", "~"),
}


def centre(square: int) -> tuple[float, float]:
    """Where a square lies, row 1 at the top."""
    row, column = divmod(square, WIDTH)
    return GAP + WIDE / 2 + column * (WIDE + GAP), GAP + HIGH / 2 + row * (HIGH + GAP)


def isle(report: Report) -> Picture:
    """The whole isle, as one player sees it."""
    return isle_of(report.view, report.told, report.seat)


def isle_of(view: View, told: Iterable[Told[Any]], seat: str) -> Picture:
    """The whole isle; without a ``seat`` for those who look on: Sun's units in one ink, Moon's in the other."""
    own = next((u.at for u in view.units if u.owner == seat), -1)
    used = {_tone(view, s) for s in ALL_SQUARES}
    wide, high = GAP + WIDTH * (WIDE + GAP), GAP + ROWS * (HIGH + GAP)
    return Picture(
        key="isle",
        title="The isle",
        width=wide,
        height=high,
        scene=art(Drawing(wide, high, "", "", tuple(sea(0.0, 0.0, wide, high)))),
        shapes={"card": CARD},
        tones={key: tone for key, tone in TONES.items() if key in used},
        spots=tuple(_spot(view, seat, square) for square in ALL_SQUARES),
        marks=tuple(
            Mark(
                f"unit:{u.number}",
                SQUARES[u.at],
                f"U{u.number}",
                f"U{u.number} {u.card}, {NAMES[u.owner]}'s, {u.hp} of {u.now.full} HP"
                + (f", under {', '.join(m.card for m in u.mantras)}" if u.mantras else ""),
                shape="disc" if u.owner == SEATS[0] else "square",
                side="own" if u.owner == (seat or SEATS[0]) else "foe",
                things=(f"unit:{u.number}",),
                art=art(board.counter_picture(u, WIDE * 0.9, STYLE)),
            )
            for u in view.units
        ),
        ways=_ways(told),
        focus=SQUARES[own] if own >= 0 else "",
        help="Sun's counters are light, Moon's dark; the edge of a card is its holder's."
        + (" Click a unit for its orders, or a card for who could go there." if seat else ""),
        text=board.described(view),
    )


def _tone(view: View, square: int) -> str:
    seen = view.isle[square]
    return "water" if seen.card == WATER else seen.control or "land"


def _spot(view: View, seat: str, square: int) -> Spot:
    seen = view.isle[square]
    x, y = centre(square)
    if seen.card == WATER:
        return Spot(SQUARES[square], x, y, tone="water", label=f"{SQUARES[square]} water")
    temple = seen.card in view.catalogue.temples
    face = shared(
        lambda: art(board.card_picture(view, square, WIDE, HIGH, STYLE)),
        *(square, seen.card, temple, seen.control, seen.closed, bool(seen.mantras)),
    )
    name = ("+ " if temple else "") + seen.card.removeprefix(TEMPLE_OF)
    effects = both_words(view.catalogue.isle[seen.card])
    tip = [seen.card, f"held by {NAMES[seen.control]}" if seen.control else "nobody's"]
    if seat:
        costs = f"you {seen.cost[SEATS.index(seat)]}"
    else:
        costs = ", ".join(f"{NAMES[s]} {cost}" for s, cost in zip(SEATS, seen.cost, strict=True))
    tip.append("closed" if seen.closed else f"a step onto it costs {costs}")
    tip += [effects] if effects else []
    tip += [f"{m.card} of {NAMES[m.caster]}'s lies on it" for m in seen.mantras]
    tone, label = _tone(view, square), f"{SQUARES[square]} {name}"
    return Spot(SQUARES[square], x, y, tone=tone, label=label, tip=tuple(tip), mark_at=FOOT, art=face)


def _ways(told: Iterable[Told[Any]]) -> tuple[Way, ...]:
    """The steps of the turn, unit by unit."""
    steps: dict[int, list[int]] = {}
    for one in told:
        if isinstance(one.event, Moved):
            way = steps.setdefault(one.event.unit, [SQUARE[one.event.start]])
            way.append(SQUARE[one.event.target])
    return tuple(
        Way(points=tuple(centre(s) for s in way), label=f"U{unit}: {SQUARES[way[0]]} to {SQUARES[way[-1]]}")
        for unit, way in steps.items()
    )


# How the page reads an earlier turn out of its turn file.


EARLIER = settled(
    Earlier(
        format="temple-isle-turn",
        game="game",
        seat="seat",
        facts={
            "temples": "standings/{seat}/temples",
            "lands": "standings/{seat}/lands",
            "levels": "standings/{seat}/levels",
            "hit points": "standings/{seat}/hp",
            "hand": "hands/{seat}",
            "deck": "deck",
        },
        picture="isle",
        land=("isle/{place}/card", "isle/{place}/control"),  # water is a card, whose the land is the control
        blank="land",
        tones=TONES,
        marks=(
            EarlierMarks(
                each="units",
                key="unit:{number}",
                at="{square}",
                text="U{number}",
                label="U{number} {card}, {hp} of {full} HP",
                side="{owner}",
            ),
        ),
    )
)


# The report as the sections of the player's page: the blocks of the other forms, hand and units as things to click.


def _hand(report: Report) -> paging.Things:
    """The cards held: what they say, and why one could not be played now."""
    things = []
    copies = Counter(held.card for held in report.view.hand)
    for held in {held.card: held for held in report.view.hand}.values():
        card = report.view.catalogue.cards.get(held.card)
        said = [both_words(card)] if card is not None else []
        why = blocks.playable(report, held)
        lines = tuple(part for part in (*said, why) if part)
        title = f"{held.card} x{copies[held.card]}" if copies[held.card] > 1 else held.card
        things.append(
            paging.Thing(f"card:{held.card}", title, lines=lines, note=blocks.card_text(card),
                         faint=why != "can be played", art=None if card is None else art(card_picture(card)))
        )  # fmt: skip
    return paging.Things(f"Your hand: {blocks.means(report)}", tuple(things), key="hand", empty="No card.")


def _units(report: Report) -> paging.Things:
    """Every unit in play, one's own first."""
    order = sorted(report.view.units, key=lambda u: (u.owner != report.seat, u.number))
    rows = {row[0][0]: row for row in board.units(report).rows}
    things = []
    for unit in order:
        marks = rows[f"U{unit.number}"][-1]
        now = unit.now
        whose = "" if unit.owner == report.seat else f"{NAMES[unit.owner]}'s; "
        said = f"{whose}{unit.hp} of {now.full} HP, attack {now.a}, defence {now.b}, " + filled("{n} point(s)", n=now.d)
        lines = (said, *([str(marks)] if marks != "·" else []))
        at = SQUARES[unit.at]
        things.append(
            paging.Thing(f"unit:{unit.number}", f"U{unit.number} {unit.card}", lines=lines, note=at, place=at)
        )
    return paging.Things("Units in play", tuple(things), key="units", empty="No unit yet.")


# What the office asks for (``engine.seam.reports.PlayerPage``).


class TempleIslePage(UsualPage[Forms]):
    """What the office asks for."""

    forms, earlier, offers, drawn = Forms, EARLIER, Offered, (isle,)
    told = (
        *("notes", "welcome", "ledger", "fights", "stacks", "letters", _hand, _units),
        *("fast", "lands", "standing", "piles", "played", "revealed", "proof", "colophon"),
    )


PAGE = TempleIslePage()
