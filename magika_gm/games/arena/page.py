# ruff: noqa: D102 - engine.paging.Offers says what they are
"""What Arena tells the player's page: its report as data, the board as a picture, and the orders there could be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from typing import Any

from magika_gm.engine.beginning import Bound
from magika_gm.engine.paging import (
    Begins,
    Building,
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
    Verdict,
    Ware,
    Way,
    hexagon,
    many,
    number_slot,
    once,
    settled,
)
from magika_gm.engine.told import Told
from magika_gm.games.arena.armies import (
    BUILDING,
    MOST_COUNT,
    ONE_EACH,
    Limits,
    bounds,
    cost_table,
    kind_bound,
    weights,
)
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.orders.model import (
    CalmStorm,
    Cast,
    ChangeTerrain,
    Destroy,
    Dismount,
    Drop,
    Equip,
    Fly,
    MakeStorm,
    Mount,
    Move,
    Shoot,
    Stop,
    Use,
)
from magika_gm.games.arena.orders.offers import Choice, bridged, lasting, of_use, own_turn
from magika_gm.games.arena.orders.sheet import FIGHTS, ORDERS, STINGS
from magika_gm.games.arena.report import board as drawn
from magika_gm.games.arena.report.board import stacks
from magika_gm.games.arena.report.printed import Forms
from magika_gm.games.arena.report.report import Report
from magika_gm.games.arena.rulebook import NONE, CreatureRow, ItemRow, SpellRow, creatures, items, spell_rows
from magika_gm.games.arena.rules.magic import may_cast
from magika_gm.games.arena.rules.movement import budget
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.tables import ITEMS, KINDS, SPELLS, Magic
from magika_gm.games.arena.rules.terms import (
    COURT,
    OTHER,
    SIDES,
    STEPS,
    TERRAIN_NAMES,
    TERRAINS,
    Meant,
    Step,
    Target,
    Time,
)
from magika_gm.games.arena.rules.units import adds, capacity, idle, load, poison, top, weight
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.pages import UsualPage
from magika_gm.reports.picture import art

# What may be added to a line: LATE, M1 and M2, WHEN with its conditions, KEEP (ORD): slots that many forms share.


LATE, PHASE, WHEN, KEPT = "late", "phase", "when", "keep"
_NEAR = (1, 2, 3)
KEEP = number_slot("keep", "Only if the pool keeps", "KEEP", least=0, most=999)


def extras() -> dict[str, tuple[Slot, ...]]:
    """The shared slots by name; WHEN takes its conditions from a list of the plan's."""
    late = Option("LATE", "after the combats (SEQ 8)")
    phases = (Option("M1", "before anybody moves"), Option("M2", "after the moves"))
    return {
        LATE: (Slot("late", "At another time", options=(late,), optional=True, extra=True),),
        PHASE: (
            # the conditions of a combat are for the second magic phase alone
            Slot("phase", "In which magic phase", options=phases, bars="when", optional=True, extra=True),
        ),
        WHEN: (Slot("when", "Only when", before="WHEN", list=WHEN, optional=True, extra=True),),
        KEPT: (KEEP,),
    }


def conditions(known: State, seat: str) -> Iterator[Option]:
    """Conditions on what becomes of one's own creatures, and of the enemy's magic."""
    yield Option("ENEMY CASTS ANY ON MINE", "the enemy casts something on what is yours")
    yield Option("ENEMY CASTS ANY", "the enemy casts anything")
    king = known.board.names[known.kings[seat]]
    places = [(king, f"king's hex {king}")]
    places += [(c.id, f"{c.id} {c.kind.name}") for c in known.by_id() if c.side == seat and not idle(known, c)]
    for place, name in places:
        yield Option(f"LOSING {place}", f"{name}: a loss is to come")
        yield Option(f"NOT WINNING {place}", f"{name}: a loss or tie is to come")
        yield Option(f"ATTACKED {place}", f"{name}: the enemy stands there too")
        for far in _NEAR:
            yield Option(f"ENEMY NEAR {place} {far}", f"{name}: an enemy within {far}")


# The forms for what a player cannot see coming: victims, retreats, AUTO, and orders for the enemy's turns (MAIL-4).


STANDING = "standing"
_AIMS = {
    Target.CREATURE: "all",
    Target.HEX: "hexes",
    Target.AREA: "hexes",
    Target.AREA_CREATURES: "hexes",
    Target.PLACE: "hexes",
}
"""The lists of what a spell may be aimed at in a turn nobody can foresee; what lies about may be typed."""


def _list_of(magic: Magic) -> str:
    """The list a spell is aimed at: what harms is offered on foes, what helps on one's own."""
    if magic.target is Target.CREATURE and magic.meant is not Meant.ANY:
        return "own" if magic.meant is Meant.OWN else "foes"
    return _AIMS.get(magic.target, "")


def option_of(creature: Creature, place: str = "") -> Option:
    """A creature to choose."""
    label = f"{creature.id} {creature.kind.name}"
    return Option(creature.id, label, place=place, things=(f"unit:{creature.id}",))


def combat(known: State, seat: str, section: str) -> Iterator[OrderForm]:
    """KILL, RETREAT, AUTO: in one's own turn, and standing (ORD)."""
    prefix = "" if section == "combat" else "standing:"
    if any(c.side == OTHER[seat] and not idle(known, c) for c in known.living()):
        foes = many("whom", "Whom, the first that can be hit", list="foes", joined=" ")
        yield OrderForm(
            "Who of the enemy shall die",
            ("KILL", foes),
            key=f"{prefix}KILL",
            section=section,
            rule="TGT-4",
            uses=(f"{prefix}kill",),
        )
    mounts = [c for c in known.by_id() if c.side == seat and not c.on and not idle(known, c)]
    units = (Option("ALL", "everybody"), *(option_of(c) for c in mounts))
    options = tuple(replace(o, uses=(f"{prefix}retreat:{o.text}",)) for o in units)
    yield OrderForm(
        "Where to retreat",
        (
            "RETREAT",
            Slot("who", "Who", options=options),
            many("to", "To the first of", list="hexes", joined=" ", most=8),
        ),
        key=f"{prefix}RETREAT",
        section=section,
        rule="RET-7",
    )
    auto = Slot("how", "", options=(Option("ON"), Option("OFF")))
    yield OrderForm(
        "Grenades, potions and growth used by themselves",
        ("AUTO", auto),
        key=f"{prefix}AUTO",
        section=section,
        rule="MAIL-8",
        uses=(f"{prefix}auto",),
    )


def standing(known: State, seat: str) -> Iterator[OrderForm]:
    """Orders for the enemy's turns: counterspells against what is aimed at one's own, and what combat asks."""
    for name in known.cards[seat]:
        magic = SPELLS[name].magic
        counters = magic.target is Target.EFFECT and magic.time is Time.COUNTERSPELL
        longer = magic.target not in _AIMS or magic.time in (Time.HALF_TURN, Time.LONG)
        if not of_use(magic, own=False) or (longer and not counters):
            continue
        able = [c for c in known.by_id() if c.side == seat and not idle(known, c) and may_cast(known, c, magic) is None]
        if able:
            by = many(
                "by",
                "By whom, the first who can",
                options=tuple(option_of(c) for c in able),
                joined=" ELSE ",
            )
            on = many(
                "on",
                "On, the first that is legal",
                before="ON",
                list=_list_of(magic),
                joined=" ELSE ",
                most=4,
            )
            answer = (by, "ON IT WHEN ENEMY CASTS ANY ON MINE", KEEP)
            yield OrderForm(
                f"{name} against what is cast on yours" if counters else f"{name} in the enemy's turns",
                (f"CAST {name} BY", *(answer if counters else (by, on, Extras(WHEN), Extras(KEPT)))),
                key=f"standing:{name}",
                section=STANDING,
                help=magic.says,
                rule="MAIL-5",
                note=f"{SPELLS[name].cost} of your pool each time",
            )
    yield from combat(known, seat, STANDING)


# The forms of one's own creatures: the choices of each, those that differ only in their ends put together (ORD).


POOL = "pool"


def section_of(step: Step) -> str:
    """The key of the section a step's forms stand in."""
    return step.name.lower()


def by_creature(known: State, seat: str, choices: Iterable[Choice]) -> list[OrderForm]:
    """SEQ 2 to 6: the choices of each creature, those that differ in their ends put together."""
    table: dict[tuple[Step, str], list[tuple[Choice, str]]] = {}
    for choice in (*choices, *bridged(known, seat)):
        if choice.step is Step.TERRAIN or _asks_when(choice):
            continue
        start, rest = choice.split(known)
        table.setdefault((choice.step, start), []).append((choice, rest))
    return [
        _form(known, step, start, found) for (step, start), found in sorted(table.items(), key=lambda row: row[0][0])
    ]


def _asks_when(choice: Choice) -> bool:
    """Whether it is an answer to an effect: those need a condition."""
    return isinstance(choice.order, Cast | Use) and "IT" in choice.order.on


def _form(known: State, step: Step, start: str, found: list[tuple[Choice, str]]) -> OrderForm:
    """One beginning with all its ends."""
    first = found[0][0]
    order, who = first.order, first.who
    creature = known.creatures[who]
    name = known.board.names[creature.place >> 1]
    options = {rest: _option(known, choice, rest) for choice, rest in found if rest}
    parts: tuple[str | Slot | Extras, ...] = (start,)
    magic = isinstance(order, Cast | Use)
    if options:
        label = _ASKS.get(order.__class__, "At whom")
        to = Slot("to", label, before="ON" if magic else "", options=tuple(options.values()))
        if step is Step.MOVE:
            walks = isinstance(order, Move)
            barred = f"{{}} cannot be entered ({'MOVE-1' if walks else 'FLY-5'})"
            to = replace(to, enters=creature.kind.terrain + COURT, treads=walks, barred=barred)
        parts = (start, to)
        if len(options) > 1 and (isinstance(order, Move | Fly | Shoot) or (magic and not getattr(order, "to", ""))):
            parts += (_ELSE,)
    if magic:
        phase = () if start.startswith(("M1 ", "M2 ")) else (Extras(PHASE),)
        kept = isinstance(order, Cast) or known.edition < 2
        parts = (*phase, *parts, Extras(WHEN), *((Extras(KEPT),) if kept else ()))  # a USE costs nothing (KEEP, ORD)
    elif isinstance(order, Drop | Equip | Mount | Dismount):
        parts = (Extras(LATE), *parts)
    cost = {POOL: first.cost} if first.cost else {}
    by = (f"land:{name}",) if isinstance(order, Dismount) else ()  # SIZE-4
    if step in (Step.MAGIC_2, Step.COMBAT):
        by = (top(known, creature).id,)
    return OrderForm(
        _label(creature, first),
        parts,
        verb=start.split()[1] if start.startswith(("M1 ", "M2 ")) else start.split(maxsplit=1)[0],
        key=start,
        section=section_of(step),
        note=f"{first.cost} of your pool" if first.cost else "",
        help=SPELLS[order.spell].magic.says if isinstance(order, Cast) else "",
        cost=cost,
        uses=_uses(known, step, who, first),
        goes=(who, *creature.riders) if step is Step.MOVE else (),
        by=by,
        places=(name,),
        things=(f"unit:{who}", *((f"spell:{order.spell}",) if isinstance(order, Cast) else ())),
    )


_ELSE = Slot("else", "Else, if that cannot be", before="ELSE", like="to", extra=True)
_ASKS = {Move: "To which hex", Fly: "To which hex", Equip: "Which item", Mount: "Whom", Shoot: "At which place"}


def _uses(known: State, step: Step, who: str, choice: Choice) -> tuple[str, ...]:
    """What may be done once: going, shooting, one magic a creature, one thing with each item (MAG-6, 7)."""
    order = choice.order
    match order:
        case Shoot() | Destroy():
            return (f"shoot:{who}",)
        case Cast():
            # a spell that takes longer binds its caster: he does not move by himself
            return (f"magic:{who}", *((f"go:{who}",) if step is Step.MAGIC_1 else ()))
        case Use():
            return (f"magic:{who}", *((f"item:{order.what}",) if order.what in known.items else ()))
        case Drop():
            return (f"item:{order.item}",)
        case Dismount() | Mount():
            key, ridden = f"{order.__class__.__name__}:{who}", known.creatures.get(known.creatures[who].on)
            # a vehicle nobody rides goes nowhere, and shoots at nobody (VEH-2)
            if ridden and ridden.kind.vehicle and len(ridden.riders) == 1:
                return key, f"go:{ridden.id}", f"shoot:{ridden.id}"
            return (key,)
        case Stop():
            return (f"stop:{who}",)
    return (f"go:{who}",) if step is Step.MOVE else ()


def _label(creature: Creature, choice: Choice) -> str:
    """``Move the Sniper A2``, ``Wizard A13 casts Fireball``."""
    who = f"{creature.kind.name} {creature.id}"
    match choice.order:
        case Cast():
            return f"{who} casts {choice.order.spell}"
        case Use():
            return f"{who} uses {choice.order.what}"
        case Move():
            return f"{who} walks"
        case Fly():
            return f"{who} flies"
        case Shoot(_, _, weapon):
            return f"{who} shoots" + (f" with {weapon}" if weapon else "")
        case Equip():
            return f"{who} takes up"
        case Mount():
            return f"{who} mounts"
        case Destroy(vehicle, _):
            return f"Destroy the idle vehicle {vehicle}"
    words = write_order(choice.order).split()
    return f"{who}: {words[0].lower()} {' '.join(words[2:])}".strip()


def _option(known: State, choice: Choice, rest: str) -> Option:
    """One end of a line: where it leads, what it is aimed at."""
    order, board = choice.order, known.board
    place = board.names[choice.places[0] >> 1] if choice.places and isinstance(order, Move | Fly | Shoot) else ""
    ends = board.place_names[choice.places[0]] if isinstance(order, Move | Fly) else ""
    if isinstance(order, Move) and " " in rest:
        return Option(rest, f"{place} by way of {', '.join(rest.split()[:-1])}", place=place, ends=ends)
    if isinstance(order, Fly):
        how = "lands" if rest.endswith("LAND") else "stays in the air"
        through = (board.names[known.creatures[order.unit].place >> 1], *rest.split()[:-1])
        return Option(rest, f"{place}, {how}", place=place, ends=ends, uses=tuple(f"fly:{name}" for name in through))
    first = f"after going to {choice.after}" if choice.after else ""
    if isinstance(order, Cast | Use) and order.on:
        option = _aimed(known, order.on[0], rest, order.to if isinstance(order, Cast) else "")
        return replace(option, note=first, after=choice.after, doubt=_far(choice, order.on[0], "MAG-14"))
    if isinstance(order, Mount):
        rider = known.creatures[choice.who]
        heavy = (f"load:{rest}",) * (weight(rider) + load(known, rider))
        return Option(rest, f"{rest} {known.creatures[rest].kind.name}", things=(f"unit:{rest}",), uses=heavy)
    if isinstance(order, Equip):
        label = f"{rest} {known.items[rest].kind.name}"
        return Option(rest, label, note=known.items[rest].kind.says, things=(f"item:{rest}",), uses=(f"take:{rest}",))
    return Option(rest, place=place, note=first, ends=ends, after=choice.after, doubt=_far(choice, place, "RNG-1"))


def _far(choice: Choice, what: str, rule: str) -> str:
    """What is said of what can be done only from elsewhere."""
    return Refusal(rule, Code.RANGE, what).words if choice.after else ""


def _aimed(known: State, on: str, rest: str, to: str) -> Option:
    """A target: a creature stands somewhere, a hex is a place."""
    names = known.board.names
    tail = f" to {TERRAINS.get(to, to)}" if to else ""
    if on in known.creatures:
        creature = known.creatures[on]
        at = names[creature.place >> 1]
        label = f"{on} {creature.kind.name} at {at}{tail}"
        return Option(rest, label, place=at, things=(f"unit:{on}",), by=(top(known, creature).id,))
    if on in known.items:
        return Option(rest, f"{on} {known.items[on].kind.name}{tail}", things=(f"item:{on}",))
    if on in known.corpses:
        return Option(rest, f"{on}{tail}", things=(f"corpse:{on}",))
    hex_ = on.removesuffix("^")
    return Option(rest, f"{on}{tail}", place=hex_ if hex_ in names else "")


# The sheet of Arena as data: everything that could be ordered, from the state its player knows (ORD).
#
# The forms are the choices the blank sheets list, put together by verb and creature; LATE, second choices and
# conditions are added to them. What depends on how the turn goes on (targets that come into range) may be typed and
# is for the office to judge.


BUDGET = "budget"
_SECTIONS = (Step.TERRAIN, Step.EQUIP, Step.MAGIC_1, Step.MOVE, Step.MAGIC_2, Step.COMBAT)
_BEFORE = ("terrain", "equip", "magic_1")
_SAY = "say"


_BY = "RETREAT {} a1", "MOVE {} a1", "FLY {} a1", "SHOOT {} a1", "DROP {} IA1"


class Offered(Offers):
    """The sheet for the coming mail turn, of what could be ordered in it."""

    orders, seats, extras, of_kind = ORDERS, SIDES, extras(), ("MAIL-4",)

    def begin(self) -> None:
        self.kind = self.mine = own_turn(self.known, self.seat)
        self.opening = () if self.mine else (ORDERS.stored("STANDING"),)
        self.help = (
            ""
            if self.mine
            else f"The coming turn is {OTHER[self.seat]}'s: of your sheet the standing orders alone count (LAW-20)."
        )

    def forms(self) -> Iterator[OrderForm]:
        known, seat = self.known, self.seat
        if self.mine:
            yield from (
                *_terrain(known, self.found),
                *by_creature(known, seat, self.found),
                *combat(known, seat, "combat"),
            )
        yield from standing(known, seat)
        yield once("DRAW", "Offer a draw", section=_SAY, key="draw", rule="WIN-3")
        yield once("RESIGN", "Resign: the enemy wins", section=_SAY, key="resign", rule="WIN-3")

    def purses(self) -> Iterable[Purse]:
        if self.mine:
            yield Purse(BUDGET, "Hexes of your budget", budget(self.known, self.seat), rule="TERR-3")
            yield Purse(POOL, "Magic pool", self.known.pools[self.seat], rule="MAG-1")

    def sections(self) -> Iterable[Section]:
        own = (Section(section_of(step), STEPS[step]) for step in _SECTIONS) if self.mine else ()
        block = Section(
            STANDING,
            "Standing orders",
            opens="STANDING",
            closes="END STANDING",
            help="They speak for you in the enemy's turns; a block replaces all standing orders in force (MAIL-4).",
            stands=tuple(lasting(self.known, self.seat)),
            none=("STANDING", "END STANDING"),
        )
        return (*own, block, Section(_SAY, "The game"))

    def refused(self) -> Iterator[Sequence[Begins]]:
        """In one's own turn spells that are no card of one's own, the enemy's creatures."""
        known, seat = self.known, self.seat
        own = [creature.id for creature in known.by_id() if creature.side == seat]
        foes = [c.id for c in known.by_id() if c.side != seat and not idle(known, c)]
        for line in _BY if self.mine else _BY[:1]:
            yield [(f"{line.split()[0]} {who}", ORDERS.stored(line.format(who))) for who in foes]
        for name in known.cards[seat][:1]:
            yield [(f"…BY {who}", Cast(phase=None, spell=name, by=(who,))) for who in foes]
        if self.mine and own:
            absent = (name for name in SPELLS if name not in known.cards[seat])
            yield [(f"CAST {name}", Cast(phase=None, spell=name, by=(own[0],))) for name in absent]

    def outlook(self) -> Outlook | None:
        """FIGHT-2: what each of one's own adds, and what stands against them."""
        known, names, against = self.known, self.known.board.place_names, Counter[str]()
        stings = Counter[str]()
        if not own_turn(known, self.seat):
            return None
        active = [c for c in known.by_id() if not idle(known, c)]
        for foe in (c for c in active if c.side != self.seat):
            against[names[foe.place]] += adds(known, foe)
            stings[names[foe.place]] += poison(known, foe)
        own = [c for c in active if c.side == self.seat]
        return Outlook(
            at={c.id: names[c.place] for c in own},
            powers={c.id: adds(known, c) for c in own},
            against=against,
            stings=+stings | {c.id: bites for c in own if (bites := poison(known, c))},
            stung=STINGS,
            said=FIGHTS,
            quiet=("terrain", STANDING, "KILL", "RETREAT", "AUTO"),
        )

    def limits(self) -> Iterator[Limit]:
        """How a thing done twice is told of."""
        for creature in self.known.by_id():
            if creature.side == self.seat:
                yield Limit(f"go:{creature.id}", f"{creature.id} goes", rule="MOVE-1")
                yield Limit(f"shoot:{creature.id}", f"{creature.id} shoots", rule="RNG-1")
                yield Limit(f"magic:{creature.id}", f"{creature.id} does magic", rule="MAG-6")
                heavy = Refusal("SIZE-1", Code.TOO_HEAVY, creature.id).words
                room = capacity(creature) - load(self.known, creature)
                yield Limit(f"load:{creature.id}", creature.id, most=room, said=heavy, lasts=True)
        for name in self.known.board.names if self.mine else ():
            barred = Refusal("STORM-1", Code.STORM, name).words
            yield Limit(f"fly:{name}", name, most=99, bars=f"storm:{name}", said=barred)

    def land(self) -> dict[str, str]:
        """TERR-2."""
        return dict(zip(self.known.board.names, self.known.terrain, strict=True)) if self.mine else {}

    def verdicts(self) -> Iterator[Verdict]:
        """Of typed lines to a place nobody is offered: all that can be reached and shot at is."""
        yield from super().verdicts()
        own = [c for c in self.known.by_id() if c.side == self.seat]
        if self.mine and own:
            walks = tuple(f"MOVE {c.id} @" for c in own if not c.on)
            yield Verdict("as things stand it cannot go there (MOVE-1)", walks, unless=_BEFORE)
            shots = () if any(idle(self.known, c) for c in own) else tuple(f"SHOOT {c.id} @" for c in own)
            yield Verdict("as things stand it can shoot at nobody there (RNG-1)", shots, unless=_BEFORE)

    def lists(self) -> dict[str, tuple[Option, ...]]:
        """Hexes, creatures, conditions."""
        known, names = self.known, self.known.board.names
        there = [(c, option_of(c, names[c.place >> 1])) for c in known.by_id() if not idle(known, c)]
        return {
            "hexes": tuple(Option(name, place=name) for name in names),
            "foes": tuple(option for c, option in there if c.side == OTHER[self.seat]),
            "own": tuple(option for c, option in there if c.side == self.seat),
            "all": tuple(option for _, option in there),
            WHEN: tuple(conditions(known, self.seat)),
        }


def _terrain(known: State, choices: Iterable[Choice]) -> Iterator[OrderForm]:
    """SEQ 1: a form for the hexes of each terrain there is, for storms, and for calming them (TERR-2)."""
    by_land: dict[str, list[Option]] = {}
    storms: list[Option] = []
    calms: list[Option] = []
    for choice in choices:
        if choice.step is not Step.TERRAIN:
            break  # they come first
        order = choice.order
        assert isinstance(order, ChangeTerrain | MakeStorm | CalmStorm)
        hex_ = known.board.index[order.hex]
        if isinstance(order, ChangeTerrain):
            # a choice for each terrain it could become, a hex after the other
            here, what = by_land.setdefault(known.terrain[hex_], []), "land"
            if here and here[-1].text == order.hex:
                continue
        else:
            here, what = storms if isinstance(order, MakeStorm) else calms, "storm"
        key, note = (f"{what}:{order.hex}",), f"{choice.cost} of your budget"
        here.append(Option(order.hex, place=order.hex, note=note, cost={BUDGET: choice.cost}, uses=key, goes=key))
    for letter, hexes in by_land.items():
        to = tuple(
            Option(name.upper(), name, lays=other, ends=other) for other, name in TERRAINS.items() if other != letter
        )
        yield OrderForm(
            f"Change {TERRAINS[letter]} into …",
            (
                "TERRAIN",
                Slot("hex", "Which hex", options=tuple(hexes)),
                Slot("to", "Into", options=to),
            ),
            key=f"terrain:{letter}",
            section="terrain",
            rule="TERR-2",
        )
    for verb, label, hexes in (("STORM", "Add a storm", storms), ("CALM", "Remove a storm", calms)):
        if hexes:
            slot = Slot("hex", "Over which hex", options=tuple(hexes))
            yield OrderForm(label, (verb, slot), section="terrain", rule="TERR-2")


# The board as a picture of named places: terrain, control, storms, who stands where, the ways of the turn.


RADIUS = 40.0
WIDE = sqrt(3) * RADIUS
HEXAGON = hexagon(RADIUS)
STYLE = Style(large=True)
_DARK = {
    "G": "#5d7320",
    "F": "#2f6130",
    "R": "#6a536c",
    "S": "#3b5a50",
    "W": "#2c4a8f",
    "L": "#855317",
    "K": "#6b6135",
}
"""The same land by night: light letters are read on all."""
TONES = {t: Tone(TERRAIN_NAMES[t], drawn.FILLS[t], _DARK[t], t) for t in drawn.FILLS}
_KINDS = {"walk": "route", "fly": "leap", "retreat": "past"}


def centre(state: State, hex_: int) -> Point:
    """Where a hex lies: row a is at the top."""
    return _centres(state.board.rows)[hex_]


@cache
def _centres(rows: tuple[tuple[int, ...], ...]) -> dict[int, Point]:
    """Of all hexes: boards there are few."""
    return {
        hex_: (
            round(WIDE * (n + 0.5 + (len(rows) - len(row)) / 2), 1),
            round(RADIUS * (1 + 1.5 * down), 1),
        )
        for down, row in enumerate(rows)
        for n, hex_ in enumerate(row)
    }


def board(report: Report) -> Picture:
    """The whole board, as one side's player sees it."""
    return board_of(report.state, report.told, report.seat)


def board_of(state: State, told: Iterable[Told[Any]], seat: str) -> Picture:
    """The whole board; without a ``seat`` for those who look on: A's creatures in one ink, B's in the other."""
    rows, told = len(state.board.rows), tuple(told)
    wide, high = round(WIDE * rows, 1), round(RADIUS * (1.5 * rows + 0.5), 1)
    used = sorted(set(state.terrain), key=list(drawn.FILLS).index)
    return Picture(
        key="board",
        title="The board",
        width=wide,
        height=high,
        scene=art(drawn.board_picture(state, told, wide + 1, high + 1, STYLE, full=True, bare=True)),
        shapes={"hex": HEXAGON},
        tones={t: TONES[t] for t in used},
        spots=tuple(_spot(state, seat, hex_) for hex_ in state.board.hexes),
        marks=_marks(state, seat or SIDES[0]),
        ways=_ways(state, told),
        focus=state.board.names[state.kings[seat]] if seat else "",
        help="Click a creature for its orders, or a hex for what could be done there. A slanted counter is in the air."
        if seat
        else "A's counters are light, B's dark; slanted ones are in the air.",
        text=drawn.described(state),
    )


_LOW = (0.0, 0.15 * RADIUS)
"""Where creatures stand: below their hex's name."""


def _spot(state: State, seat: str, hex_: int) -> Spot:
    holder = state.control[hex_]
    tip = [f"king's hex of {side}" for side, king in state.kings.items() if king == hex_]
    tip.append("nobody's" if not holder else "yours" if holder == seat else f"controlled by {holder}")
    left = state.storms.get(hex_, 0) - state.turn
    tip += [f"storm, {left} player turns left"] if left > 0 else []
    x, y = centre(state, hex_)
    label = state.board.names[hex_] + (f" {holder}" if holder else "") + (" !" if left > 0 else "")
    return Spot(state.board.names[hex_], x, y, tone=state.terrain[hex_], label=label, tip=tuple(tip), mark_at=_LOW)


def _marks(state: State, seat: str) -> tuple[Mark, ...]:
    names = state.board.names
    marks = []
    for stack in stacks(state):
        for unit in stack.units:
            kinds = [f"{id_} {state.creatures[id_].kind.name}" for id_ in (unit.id, *unit.riders)]
            said = " with ".join([kinds[0], ", ".join(kinds[1:])] if unit.riders else kinds)
            air = " in the air" if stack.air else ""
            whose = "idle" if not unit.side else f"Power {unit.power}"
            side = "own" if unit.side == seat else "foe" if unit.side == OTHER[seat] else ""
            marks.append(
                Mark(
                    f"unit:{unit.id}",
                    names[stack.hex],
                    unit.id,
                    f"{said}{air}; {whose}",
                    shape="square" if stack.air else "disc",
                    side=side,
                    faint=not unit.side,
                    things=tuple(f"unit:{id_}" for id_ in (unit.id, *unit.riders)),
                    art=art(drawn.counter_picture(unit, stack.air, STYLE)),
                )
            )
    for item in state.items.values():
        if not item.gone and not item.by:
            label = f"{item.id} {item.kind.name} lies here: {item.kind.says}"
            at = names[item.place >> 1]
            marks.append(Mark(f"item:{item.id}", at, item.id, label, shape="lozenge"))
    for corpse in state.corpses.values():
        if not corpse.gone:
            label = f"{corpse.id}, corpse of {corpse.of} {corpse.kind.name}"
            marks.append(
                Mark(
                    f"corpse:{corpse.id}",
                    names[corpse.hex],
                    corpse.id,
                    label,
                    shape="bar",
                    faint=True,
                )
            )
    return tuple(marks)


def _ways(state: State, told: Iterable[Told[Any]]) -> tuple[Way, ...]:
    return tuple(
        Way(
            points=tuple(centre(state, h) for h in way.hexes),
            kind=_KINDS[way.sort],
            label=f"{way.side}: {state.board.names[way.hexes[0]]} to {state.board.names[way.hexes[-1]]}",
        )
        for way in drawn.ways(state, told)
    )


# How the page reads an earlier turn out of its turn file.


EARLIER = settled(
    Earlier(
        format="arena-turn",
        game="game",
        seat="seat",
        facts={"hexes": "hexes/{seat}", "army": "worth/{seat}", "magic pool": "pools/{seat}"},
        picture="board",
        tones=TONES,
        land=("rows/{row}/{column}",),
        marks=(
            EarlierMarks(
                each="creatures",
                key="unit:{id}",
                at="{at}",
                text="{id}",
                label="{id} {kind}; Power {power}",
                side="{side}",
            ),
        ),
    )
)


# Arena's player's page, as the office asks for it (``engine.seam.reports.PlayerPage``).


class ArenaPage(UsualPage[Forms]):
    """What the office asks for."""

    forms, earlier, offers, drawn = Forms, EARLIER, Offered, (board,)

    def building(self) -> Building:
        """An army of one's own (SET-1), as games with free armies take it."""
        limits, costs = Limits(), cost_table(BUILDING)
        wares = [
            _ware(sort, row, weights(row.name, table, costs), bound)
            for sort, table, rows, bound in (
                ("creature", KINDS, [row for row in creatures() if row.name in costs.creatures], kind_bound(limits)),
                ("item", ITEMS, items(), MANY),
                ("spell", SPELLS, spell_rows(), ONE_EACH),
            )
            for row in rows
        ]
        return Building(
            system="arena",
            title="An army for Arena",
            about=f"{limits.points} points: what creatures and items leave of them is the magic pool (SET-1). What is "
            "told here is what the answer to a sign-up would tell; the scenario letter takes more, written by hand.",
            block="ARMY",
            accent=Forms.accent,
            thing="creature, item or spell",
            fields=("sort", "magic", "cost"),
            wares=tuple(wares),
            bounds=tuple(replace(bound, words=f"{bound.words} (SET-1)") for bound in bounds(limits)),
            tallies={
                "points": "points",
                "creatures": "creatures",
                "spells": "spell cards",
                "flying": "points that fly",
            },
            left={"points": "magic pool"},
        )


MANY = Bound("items", "{n} of {name}, at most {most} (SET-2)", MOST_COUNT)


def _ware(sort: str, row: CreatureRow | ItemRow | SpellRow, weighs: Mapping[str, int], bound: Bound) -> Ware:
    """A line of the rule book's tables as something to take."""
    told = {name: value for name, value in row._asdict().items() if value not in ("", NONE)}
    cost = str(weighs["points"]) if "points" in weighs else told.get("cost", "")
    said = [f"{name} {value}" for name, value in told.items() if name not in ("name", "text", "cost")]
    return Ware(
        name=row.name,
        line=f"{'' if sort == 'creature' else f'{sort.upper()} '}{{n}} {row.name}",
        about="; ".join((f"{cost} points", *said, *filter(None, (told.get("text", ""),)))),
        fields=(sort, told.get("magic", "").partition(" ")[0], cost),
        weighs=weighs,
        bound=replace(bound, words=f"{bound.words} (SET-1)") if sort != "item" else bound,
    )


PAGE = ArenaPage()
