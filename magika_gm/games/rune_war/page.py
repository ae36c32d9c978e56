# ruff: noqa: D102 - engine.paging.Offers says what they are
"""What Rune War tells the player's page (``engine.seam.reports.PlayerPage``).

Its report as data, hand and isle as pictures of named places, the orders there could be, how an earlier turn is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from math import sqrt
from typing import Any

from magika_gm.engine.paging import (
    Art,
    Begins,
    Earlier,
    EarlierMarks,
    Extras,
    Limit,
    Mark,
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
    Tone,
    Way,
    hexagon,
    labelled,
    many,
    narrow,
    number_slot,
    oblong,
    settled,
    shared,
)
from magika_gm.engine.told import Told
from magika_gm.engine.words import true_minus
from magika_gm.games.rune_war.bots.scene import Board, forecast
from magika_gm.games.rune_war.orders.model import CastOrder, KeepOrder, Runes
from magika_gm.games.rune_war.orders.offers import AIMS, ONE_OF, Choice
from magika_gm.games.rune_war.orders.sheet import ORDERS, attack_text, known_ever
from magika_gm.games.rune_war.report.board import (
    CLAN_FILL,
    TILE_RATIO,
    counter_picture,
    described,
    isle_picture,
    runes_picture,
    tile,
)
from magika_gm.games.rune_war.report.printed import Forms
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.report.tableau import ratio, table_picture
from magika_gm.games.rune_war.rules.events import Moved
from magika_gm.games.rune_war.rules.events import Way as Going
from magika_gm.games.rune_war.rules.magic import price
from magika_gm.games.rune_war.rules.scoring import MOST
from magika_gm.games.rune_war.rules.state import Creature, Due, World
from magika_gm.games.rune_war.rules.tables import (
    CREATURES,
    LANDS,
    MOST_IN_PLACE,
    NAMES,
    PARALYZE,
    SPELLS,
    TOWER,
    Ability,
    Aimed,
    Clan,
    Territory,
    Verb,
)
from magika_gm.games.rune_war.rules.terms import CODES, KINDS
from magika_gm.games.rune_war.sight import Memory, View, perceive, turn_file
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.pages import UsualPage
from magika_gm.reports.picture import Item, Polygon, art, box
from magika_gm.reports.picture import Picture as Drawing

# What may be added to a line: when a spell is cast and how often, when a move is made and where to else (ORD).


OFTEN, IF = "often", "if"
_MOST_POINTS = 9999
_MOMENTS = (
    Option("READY", "one rune at most is lacking"),
    *(Option(f"PLAY {n}", f"from the {n}th play of the turn on") for n in range(4, 9)),
)
_OFTEN = (
    Option("ALWAYS", "every time possible", holds=True),
    *(Option(f"x{n}", f"up to {n} times", holds=True) for n in (2, 3, 4)),
)
_SAVE = (Option("SAVE", "hold back what stands below until it is paid", holds=True),)
POINTS = "points"
_POINTS = replace(number_slot("points", "Only with points of at least", "WHEN POINTS", most=_MOST_POINTS), holds=POINTS)
_LAND = (
    Option("EMPTY", "nobody of another wizard is seen there"),
    Option("NOT EMPTY", "somebody of another wizard is seen there"),
    Option("MINE", "it is your land"),
    *(Option(f"OF {clan.title.upper()}", f"it is {clan.title}'s") for clan in Clan),
)


CAST_EXTRAS = settled(
    {
        OFTEN: (
            replace(_POINTS, bars="when"),
            Slot("when", "Only when", before="WHEN", options=_MOMENTS, optional=True),
            replace(_POINTS, name="also", label="and with points of at least", before="AND POINTS", needs="when"),
            Slot("often", "How often", options=_OFTEN, optional=True),
            Slot("save", "Save for it", options=_SAVE, optional=True),
        )
    }
)
"""When a spell is cast, how often, and whether it is saved for."""
MOVE_EXTRAS = settled({IF: (Slot("if", "Only if", before="IF", options=_LAND, optional=True),)})
"""Looked at when the line comes up, for the last territory named."""
ELSE = Slot("else", "Else", before="ELSE TO", like="to", needs="if", extra=True)


# The sheet of Rune War as data: what could be ordered for the due turn, from the state its player knows (ORD).
#
# A hand sheet says how runes are played and which spells are cast when they can be paid; its casts wait until then,
# so that what is lacking now is told and bars nothing. A map sheet is moves, gates, claims, and the order of armies.


RUNES, MAGIC, MOVES, CLAIMS, ARMIES = "runes", "magic", "moves", "claims", "armies"
_SUITED = settled(tuple(map(Option, CODES[:27])))
_GROUPS = ("DRAGONS", "WINDS", "HONORS", "TERMINALS", "SIMPLES", "SKULLS", "SWORDS", "CHARACTERS", "LUCKY")
_CLAIMED = settled((*(Option(group, group.capitalize()) for group in _GROUPS), *map(Option, CODES)))
_HELP = {
    Due.HAND: "A hand turn is due: how your runes are played, and which spells are cast as soon as they can be paid.",
    Due.MAP: "A map turn is due: your creatures move, and you claim land.",
}


class Offered(Offers):
    """The sheet for the due turn, of what could be ordered in it."""

    orders, doubted = ORDERS, MAGIC

    def begin(self) -> None:
        self.kind = self.known.due
        self.hand = self.kind is Due.HAND
        self.me = self.known.players[self.seat]
        self.extras = CAST_EXTRAS if self.hand else MOVE_EXTRAS
        self.help = _HELP.get(self.known.due, "")

    def forms(self) -> Iterable[OrderForm]:
        known, seat, found = self.known, self.seat, self.found
        if self.hand:
            return (*_HAND, *(_cast(known, seat, choice) for choice in found if choice.verb == "CAST"))
        return (*_moves(known, seat), *_claims(known, found))

    def to(self) -> Iterable[Option]:
        return (*_others(self.known, self.seat), Option("ALL", "all"))

    def lists(self) -> dict[str, tuple[Option, ...]]:
        """Runes held, groups of runes, all kinds."""
        held = enumerate(self.me.held)
        own = (
            Option(rune, note=f"{n} held" if n > 1 else "", place=rune, uses=(f"rune:{rune}",))
            for rune, n in ((CODES[kind], count) for kind, count in held if count)
        )
        return {"held": tuple(own), "claimed": _CLAIMED, "suits": _SUITED} if self.hand else {}

    def purses(self) -> Iterator[Purse]:
        """What spells and, clan by clan, claims are paid with (MAG, CLAIM)."""
        if self.hand and self.known.options.map:
            waits = "what is not paid waits until points come (SEQ-4)"
            yield Purse(POINTS, "spell points, each cast once", self.me.points, rule="MAG-6", waits=waits)
        for clan, amount in () if self.hand else self.me.lcp.items():
            yield Purse(f"lcp:{clan.value}", f"claim points against {clan.title}", amount, rule="CLAIM-1")

    def sections(self) -> Iterable[Section]:
        if not self.hand:
            return Section(MOVES, "Moves"), Section(CLAIMS, "Claims"), Section(ARMIES, "Armies")
        magic = Section(MAGIC, "Spells", help="Tried from the top at each of your plays (SEQ-4).")
        return (Section(RUNES, "Your runes"), *([magic] if self.known.options.map else []))

    def refused(self) -> Iterator[Sequence[Begins]]:
        """Runes not held, spells never to be known, others' creatures, steps where there is no border."""
        known = self.known
        if self.hand and any(held := self.me.held):
            yield [(f"KEEP …{CODES[kind]}", KeepOrder((Runes(kind),))) for kind in range(KINDS) if not held[kind]]
        if not self.hand:
            for creature in known.own(self.seat):
                far = next(p for p in LANDS if p not in (creature.at, *known.isle.neighbours[creature.at]))
                line = f"MOVE {creature.code} TO"
                yield [(line, ORDERS.stored(f"{line} {far}"))]
            there = [c.code for c in known.creatures.values() if c.seat != self.seat]
            for line in ("MOVE {} TO T", "GATE {} TO T", "DISMISS {}"):
                yield [(f"{line.split()[0]} …{who}", ORDERS.stored(line.format(who))) for who in there]
            open_ = {choice.subject for choice in self.found if choice.verb == "CLAIM" and choice.legal}
            for place in LANDS:  # in their order: a page is the same in every process
                if place not in open_:
                    yield [(f"CLAIM …{place}", ORDERS.stored(f"CLAIM {place}"))]
        elif known.options.map:
            can = known_ever(self.me)
            yield [(f"CAST {name}", CastOrder(spell=name)) for name in (*CREATURES, *SPELLS) if name not in can]

    def spared(self) -> Iterator[str]:
        """Steps over a border."""
        for creature in () if self.hand else self.known.own(self.seat):
            yield from (f"MOVE {creature.code} TO {place}" for place in self.known.isle.neighbours[creature.at])

    def outlook(self) -> Outlook | None:
        return None if self.hand else _outlook(self.known, self.seat)

    def limits(self) -> Iterator[Limit]:
        for verb in ONE_OF:
            yield Limit(verb, verb, said=f"of two {verb} lines the second counts, whole", rule="ORD-4")
        for kind, count in enumerate(self.me.held):
            if count:
                said = f"{CODES[kind]} is kept or thrown in another line, too: of KEEP and DISCARD the latter counts"
                yield Limit(f"rune:{CODES[kind]}", CODES[kind], said=said, rule="ORD-4")
        for creature in self.known.own(self.seat):
            yield Limit(f"go:{creature.code}", f"{creature.code} moves", rule="MOVE-2")


# --- hand turns -------------------------------------------------------------------------------------------------------


def _hand() -> Iterator[OrderForm]:
    """AIM, KEEP, DISCARD, PUNG, CHOW, KONG, GAME: one line each (ORD-4)."""
    yield _rune_form("AIM", "What hand to play for", tuple(_aims()), "ADV-3")
    for verb, label in (("KEEP", "Keep from the adviser"), ("DISCARD", "Throw first, all turn long")):
        yield _rune_form(verb, label, (many("runes", "Runes", list="held"),), "ADV-4")
    for verb, label, listed in (
        ("PUNG", "Three alike to claim", "claimed"),
        ("CHOW", "Discards to claim for sequences", "suits"),
        ("KONG", "Four alike to claim", "claimed"),
    ):
        always = many("always", "Always", list=listed, most=8)
        never = many("never", "Never", list=listed, before="NOT", most=8)
        yield _rune_form(verb, f"{label}, always", (always, replace(never, optional=True, extra=True)), "ADV-6")
        yield _rune_form(verb, f"{label}, never", (never,), "ADV-6", "not")
        both = (Slot("all", "All or none", options=(Option("ALL"), Option("NONE"))),)
        yield _rune_form(verb, f"{label}: all or none", both, "ADV-6", "all")
    least = number_slot("least", "Score at least", "MIN", most=MOST, optional=False)
    drawn = Slot("drawn", "And only", options=(Option("DRAWN", "on own draws"),), optional=True)
    yield _rune_form("GAME", "Go Game only at a score", (replace(drawn, extra=True), least), "ADV-8", "min")
    how = Slot("how", "When", options=(Option("DRAWN", "on own draws only"), Option("NO", "not at all")))
    yield _rune_form("GAME", "Go Game", (how,), "ADV-8")


_SUITS = {"K": "skulls", "S": "swords", "C": "characters"}
_SLACK = labelled({f"+{n}": f"up to {n} more than the quickest" for n in (0, 1, 3, 4)})
"""What may be lacking beside the quickest hand; 2 where nothing is said (ADV-3)."""


def _aims() -> Iterator[Slot]:
    """Three aims, the most wanted first: each with its suit where it may have one, and its slack."""
    wanted = tuple(
        Option(f"{aim} {suit}".strip(), f"{aim.capitalize()}{f' in {called}' * bool(suit)}")
        for aim in AIMS
        for suit, called in ({"": ""} | (_SUITS if aim in ("HALF", "FLUSH") else {})).items()
    )
    yield Slot("aim", "Aim", options=wanted)
    yield Slot("slack", "If it lacks (left out: up to 2 more than the quickest)", options=_SLACK, optional=True)
    for before, n in (("aim", 2), ("aim2", 3)):
        yield Slot(f"aim{n}", "Else", like="aim", before=",", optional=True, needs=before)
        yield Slot(f"slack{n}", "If it lacks", like="slack", optional=True, needs=f"aim{n}")


def _rune_form(verb: str, label: str, slots: tuple[Slot, ...], rule: str, key: str = "") -> OrderForm:
    return OrderForm(
        key=f"{verb} {key}".strip(), label=label, parts=(verb, *slots), section=RUNES, rule=rule, uses=(verb,)
    )


_HAND = settled(tuple(_hand()))


def _cast(known: World, seat: str, choice: Choice) -> OrderForm:
    name = choice.subject
    summons = name in CREATURES
    return OrderForm(
        label=f"{'Summon' if summons else 'Cast'} {name}",
        parts=(f"CAST {name}", *_targets(known, seat, choice), Extras(OFTEN)),
        section=MAGIC,
        help=" ".join(CREATURES[name].about)
        if summons
        else true_minus(f"{SPELLS[name].says} Effect: {SPELLS[name].told}."),
        note=choice.cost + ("" if choice.lacks else "; can be cast now"),
        cost={POINTS: price(name)[0]},
        rule="MAG-6",
    )


def _targets(known: World, seat: str, choice: Choice) -> Iterator[Slot]:
    """ON creatures or opponents, AT places: in order of preference, may be left out (ORD-5)."""
    name = choice.subject
    spell = SPELLS.get(name)
    if spell is None:
        places = [p for p in (*LANDS, TOWER) if known.has_circle(p, seat)]
        yield many(
            "at", "At, the first that can be", before="AT", options=tuple(map(_place, places)), optional=True, most=6
        )
        return
    if spell.target is Aimed.OPPONENT:
        yield many("on", "On whom", before="ON", options=_others(known, seat), optional=True)
    elif spell.target is not Aimed.SELF:
        found = [known.creatures[code] for code in choice.candidates]
        options = (*map(_creature, found), Option("NEW", "the one summoned last"), Option("ANY"))
        yield many("on", "On which, the first that can be", before="ON", options=options, optional=True, most=6)
    if spell.does is Verb.TELEPORT:
        places = [p for p in (*LANDS, TOWER) if known.is_own_ground(p, seat)]
        yield many("at", "To, the first that can be", before="AT", options=tuple(map(_place, places)), most=6)


def _others(known: World, seat: str) -> tuple[Option, ...]:
    return tuple(Option(p.seat, f"{p.seat} {p.wizard}") for p in known.others(seat))


def _place(place: str) -> Option:
    return Option(place, f"{place} {NAMES[place]}", place=place)


def _creature(creature: Creature) -> Option:
    label = f"{creature.code} {creature.kind} at {creature.at}"
    return Option(creature.code, label, place=creature.at, things=(_thing(creature),))


def _thing(creature: Creature) -> str:
    """Its key among what can be clicked."""
    return f"creature:{creature.code}"


# --- map turns --------------------------------------------------------------------------------------------------------


def _moves(known: World, seat: str) -> Iterator[OrderForm]:
    """MOVE for each creature, for whole armies; GATE, LINEUP, DISMISS (MOVE-2, 6, 7, 8)."""
    own = known.own(seat)
    free = [c for c in own if not c.bears(PARALYZE)]
    for creature in free:
        ways = tuple(_steps(known, seat, creature))
        if ways:
            yield OrderForm(
                key=f"MOVE {creature.code}",
                label=f"{creature.kind} {creature.code} moves",
                parts=(f"MOVE {creature.code} TO", Slot("to", "Where to", options=ways), Extras(IF), ELSE),
                section=MOVES,
                note=f"{creature.table.move} step{'s' if creature.table.move > 1 else ''}",
                rule="MOVE-2",
                uses=(f"go:{creature.code}",),
                goes=(creature.code,),
                places=(creature.at,),
                things=(_thing(creature),),
            )
    for place in dict.fromkeys(c.at for c in own):
        yield from _army(known, seat, place)
    yield from _gates(known, seat)
    if own:
        gone = tuple(replace(_creature(c), uses=(f"go:{c.code}",)) for c in own)
        slot = many("who", "Whom", options=gone)
        yield OrderForm(
            label="Dismiss creatures", parts=("DISMISS", slot), section=ARMIES, rule="MOVE-8", uses=("dismiss",)
        )


MOST_GOERS = 5
"""Of more that could be in a place nothing is foreseen."""


def _outlook(known: World, seat: str) -> Outlook:
    """BOT-1: what attacks would come to, by who is there in which order."""
    board = Board(turn_file(perceive(known, seat), advised=False))
    there = {place: army for place, army in board.armies() if board.is_enemy(place)}
    for creature in known.own(seat):
        onto = {option.place for option in _steps(known, seat, creature)} if not creature.bears(PARALYZE) else ()
        for place in filter(board.is_enemy, onto):
            there.setdefault(place, []).append(board.beasts[creature.code])
    return Outlook(
        at={creature.code: creature.at for place in known.armies for creature in known.army(place, seat)},
        outcomes={
            " ".join((place, *(beast.code for beast in army))): attack_text(
                place, forecast(army, board.others(place), board.lands[place])
            )
            for place, beasts in there.items()
            if len(beasts) <= MOST_GOERS
            for many in range(1, MOST_IN_PLACE + 1)
            for army in permutations(beasts, many)
        },
        quiet=("CONCEDE",),
    )


def _steps(known: World, seat: str, creature: Creature) -> Iterator[Option]:
    """One step, or two where it may take two."""
    for first in known.isle.neighbours[creature.at]:
        if not known.room(first, seat):
            continue
        yield _place(first)
        if creature.table.move > 1:
            for then in known.isle.neighbours[first]:
                if then != creature.at and known.room(then, seat):
                    text = f"{first} THEN {then}"
                    yield Option(text, f"{then} {NAMES[then]} by way of {first}", place=then)


def _goer(creature: Creature) -> Option:
    """One of several that go together."""
    code = creature.code
    return replace(_creature(creature), label=f"{code} {creature.kind}", uses=(f"go:{code}",), goes=(code,))


def _army(known: World, seat: str, place: str) -> Iterator[OrderForm]:
    """An army that moves together, and its order."""
    army = known.army(place, seat)
    if len(army) < 2:
        return
    places, things = (place,), tuple(map(_thing, army))
    free = [c for c in army if not c.bears(PARALYZE)]
    onto = tuple(
        _place(p) for p in known.isle.neighbours[place] if not known.army(p, seat)
    )  # with room for three, whoever goes
    if len(free) > 1 and onto:
        who = many("who", "Who", least=2, options=tuple(map(_goer, free)))
        yield OrderForm(
            key=f"MOVE {place}",
            label=f"The army at {place} moves together",
            parts=("MOVE", who, "TO", Slot("to", "Where to", options=onto), Extras(IF), ELSE),
            section=MOVES,
            rule="MOVE-2",
            places=places,
            things=things,
        )
    lines = tuple(Option(", ".join(c.code for c in line)) for line in permutations(army))
    yield OrderForm(
        key=f"LINEUP {place}",
        label=f"The order of the army at {place}",
        parts=(f"LINEUP {place}:", Slot("order", "The first to fight first", options=lines)),
        section=ARMIES,
        rule="MOVE-7",
        uses=(f"lineup:{place}", *(f"go:{c.code}" for c in army)),
        places=places,
        things=things,
    )


def _gates(known: World, seat: str) -> Iterator[OrderForm]:
    """Who stands with Carol may gate to a circle of one's own (MOVE-6)."""
    carol = next((c for c in known.own(seat) if c.has(Ability.GATE)), None)
    if carol is None or carol.bears(PARALYZE):
        return
    army = [c for c in known.army(carol.at, seat) if not c.bears(PARALYZE)]
    onto = tuple(
        _place(p) for p in (*LANDS, TOWER) if p != carol.at and known.has_circle(p, seat) and not known.army(p, seat)
    )
    if onto and army:
        who = many("who", "Who", options=tuple(map(_goer, army)))
        yield OrderForm(
            label=f"Gate with {carol.code}",
            parts=("GATE", who, "TO", Slot("to", "To which circle", options=onto), Extras(IF), ELSE),
            section=MOVES,
            rule="MOVE-6",
            places=(carol.at,),
            things=(_thing(carol),),
        )


def _claims(known: World, found: Sequence[Choice]) -> Iterator[OrderForm]:
    """CLAIM of what could be claimed as things stand."""
    options = []
    for choice in found:
        if choice.verb == "CLAIM" and choice.legal:
            land = known.isle.at[choice.subject]
            options.append(
                Option(
                    choice.subject,
                    f"{choice.subject} {land.name}",
                    note=choice.cost,
                    place=choice.subject,
                    cost={f"lcp:{known.land[choice.subject].value}": land.value},
                    uses=(f"claim:{choice.subject}",),
                )
            )
    if options:
        slot = many("what", "Which land", options=tuple(options))
        yield OrderForm(label="Claim land", parts=("CLAIM", slot, Extras(IF)), section=CLAIMS, rule="CLAIM-1")


# How the page reads an earlier turn out of its turn file.


EARLIER = settled(
    Earlier(
        format="rune-war-turn",
        game="id",
        seat="seat",
        facts={"spell points": "seats/{seat}/points", "rune points": "seats/{seat}/rune_points"},
        picture="isle",
        land=("territories/{place}/owner",),
        blank=TOWER,
        marks=(
            EarlierMarks(
                each="creatures",
                key="creature:{}",
                at="{at}",
                text="{}",
                label="{} {kind}, loyalty {loyalty} of {maximum}",
                side="{seat}",
                shape="square",
            ),
        ),
    )
)


# Hand and isle as pictures of named places: one's own runes, the territories with their owners and armies.


RADIUS = 40.0
WIDE = sqrt(3) * RADIUS
ACROSS, DOWN = 7 * WIDE + 4, 11 * RADIUS + 4
HEXAGON = hexagon(RADIUS)
STYLE = Style(large=True)
_DARK = {Clan.MAITHA: "#54407c", Clan.MARZ: "#7a6210", Clan.KARTHA: "#7d3f2a", Clan.IZ: "#1f6352"}
_TOWER = Tone("the Tower, nobody's", "#f4f2f6", "#45424c", "T")
_TILE = oblong(50, 80)
_STEP, _ROW, _ACROSS, _NARROW = 52.0, 86.0, 12, 7
"""Room for a tile, and how many lie side by side."""


def pictures(report: Report) -> tuple[Picture, ...]:
    """What the coming turn is about comes first."""
    found = [hand(report)] if any(report.view.held) else []
    if report.view.options.map:
        found.insert(len(found) if report.view.due is Due.HAND else 0, isle(report.view, report.told, report.memory))
    return tuple(found)


def hand(report: Report) -> Picture:
    """The table, and below it one's own concealed runes, a tile a kind."""
    return replace(_hand_of(report.view, _ACROSS), narrow=narrow(_hand_of(report.view, _NARROW)))


def _hand_of(view: View, across: int) -> Picture:
    kinds = [kind for kind, count in enumerate(view.held) if count]
    bare, wide = replace(view, own=None), _STEP * across
    laid: list[tuple[float, float, str]] = []

    def put(x: float, y: float, size: float, kind: int, style: Style) -> tuple[Item, ...]:
        laid.append((x, y + size * TILE_RATIO, played_tile(size, kind, style)))
        return ()

    table = table_picture(bare, wide, wide * (ratio(bare, STYLE) if across == _ACROSS else 2), STYLE, put)
    spots = []
    for n, kind in enumerate(kinds):
        count, bright = view.held[kind], view.bright[kind]
        tip = [f"{count} of them" if count > 1 else "one of it"]
        tip += [f"{bright} drawn bright: may pay for spells"] if bright and view.options.map else []
        label = CODES[kind] + (f" x{count}" if count > 1 else "")
        spots.append(
            Spot(
                name=CODES[kind],
                x=_STEP * (0.5 + n % across),
                y=table.height + _ROW * (0.5 + n // across) + 4,
                label=label,
                tip=tuple(tip),
                art=_held(kind, count, bright, label, view.options.map),
            )
        )
    below = _ROW * -(-len(kinds) // across) + 8
    high = table.height + below
    felt = Polygon(box(0.0, -below, wide, high), "#eeeadf")
    scene = art(table._replace(items=(felt, *table.items)))
    tiles = (f'<g transform="translate({x:.1f} {table.height - y:.1f})">{drawn}</g>' for x, y, drawn in laid)
    return Picture(
        key="hand",
        title="The table and your hand",
        width=wide,
        height=high,
        scene=Art(scene.wide, round(high, 1), scene.drawn + "".join(tiles)),
        shapes={"tile": _TILE},
        spots=tuple(spots),
        help="Your concealed runes lie below. Click one to keep it or to throw it first.",
        text="You hold " + ", ".join(f"{view.held[k]} x {CODES[k]}" for k in kinds) + ".",
    )


@lru_cache(maxsize=512)
def _held(kind: int, count: int, bright: int, label: str, spark: bool) -> Art:
    return art(runes_picture(kind, count, bright, label, STYLE, spark=spark))


@lru_cache(maxsize=512)
def played_tile(size: float, kind: int, style: Style) -> str:
    """A tile that was played, to be put where it lies."""
    return art(Drawing(size, size * TILE_RATIO, "", "", tile(0.0, 0.0, size, kind, style, magic=False))).drawn


def centre(land: Territory) -> Point:
    """Where a territory lies, the Tower in the middle."""
    q, r = land.hex
    return round(ACROSS / 2 + WIDE * (q + r / 2), 1), round(DOWN / 2 + 1.5 * RADIUS * r, 1)


def isle(view: View, told: Iterable[Told[Any]], memory: Memory | None = None) -> Picture:
    """The isle with what the reader sees and remembers of it (SEE-6)."""
    tones = {
        clan.value: Tone(f"{clan.title}'s", CLAN_FILL[clan], _DARK[clan], clan.value)
        for clan in Clan
        if clan in view.land.values()
    }
    own = next((c.at for c in view.creatures.values() if c.seat == view.seat), "")
    scene, spots = shared(
        lambda: (
            art(isle_picture(replace(view, armies={}), ACROSS, DOWN, STYLE)),
            tuple(_spot(land, view.land.get(place)) for place, land in view.isle.at.items()),
        ),
        view.isle,
        *view.land.items(),
    )
    return Picture(
        key="isle",
        title="The isle",
        width=round(ACROSS, 1),
        height=round(DOWN, 1),
        scene=scene,
        shapes={"hex": HEXAGON},
        tones=tones | {TOWER: _TOWER},
        spots=spots,
        marks=tuple(_marks(view, memory)),
        ways=tuple(_ways(view, told)),
        focus=own,
        help="Colour, hatch: the owner; stones: a circle; a castle: 150 and more; rock: a ridge nobody crosses.",
        text=described(view),
    )


def _spot(land: Territory, owner: Clan | None) -> Spot:
    x, y = centre(land)
    place = land.code
    if owner is None:
        return Spot(name=place, x=x, y=y, tone=TOWER, label="T *", tip=("The Tower", "a summoning circle for all"))
    tip = [land.name, f"{owner.title}'s, worth {land.value}"]
    tip.append(f"melee {land.melee}, ranged {land.ranged}, defence {land.defense}, loyalty {land.loyalty}")
    tip += ["a summoning circle"] if land.circle else []
    label = f"{place}{' *' if land.circle else ''}"
    return Spot(name=place, x=x, y=y, tone=owner.value, label=label, tip=tuple(tip))


def _marks(view: View, memory: Memory | None) -> Iterator[Mark]:
    for one in view.creatures.values():
        own, its = one.seat == view.seat, view.seats[one.seat]
        whose, fill = "" if own else f", {its.wizard}'s", CLAN_FILL[its.clan]
        yield Mark(
            key=f"creature:{one.code}",
            at=one.at,
            text=one.code,
            label=f"{one.code} {one.kind}{whose}, loyalty {one.loyalty} of {one.maximum}",
            shape="disc" if own else "square",
            side="own" if own else "foe",
            colour=fill,
            things=(f"creature:{one.code}",),
            art=art(counter_picture(f"{one.code}:{one.loyalty}", fill, STYLE, own=own)),
        )
    for seen in memory.sightings if memory else ():
        label = f"{seen.code} {seen.kind}, last seen in turn {seen.turn}"
        yield Mark(
            key=f"creature:{seen.code}", at=seen.at, text=seen.code, label=label, shape="square", side="foe", faint=True
        )


def _ways(view: View, told: Iterable[Told[Any]]) -> Iterator[Way]:
    """The turn's ways as told."""
    for one_told in told:
        event = one_told.event
        if isinstance(event, Moved) and event.origin in view.isle.at and event.place in view.isle.at:
            points = (centre(view.isle.at[event.origin]), centre(view.isle.at[event.place]))
            kind = "route" if event.way is Going.STEP else "leap"
            yield Way(points=points, kind=kind, label=f"{event.code}: {event.origin} to {event.place}")


class RuneWarPage(UsualPage[Forms]):
    """What the office asks for."""

    forms, earlier, offers = Forms, EARLIER, Offered

    def pictures(self, forms: Forms) -> tuple[Picture, ...]:
        """The isle, and the table at a hand turn."""
        return pictures(forms.report)


PAGE = RuneWarPage()
