"""The sheet of Arena as data: everything that could be ordered, from the state its player knows (ORD).

The forms are the choices the blank sheets list, put together by verb and creature; what depends on how the turn goes on
(targets that come into range, LATE lines, conditions) may be typed and is for the office to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from magika_gm.engine.paging import Letters, Limit, Option, OrderForm, Plan, Purse, Section, Slot, SlotKind
from magika_gm.games.arena.orders.choices import Choice, choices
from magika_gm.games.arena.orders.form import own_turn
from magika_gm.games.arena.orders.order import (
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
    Use,
)
from magika_gm.games.arena.orders.seam import MESSAGES
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.rules.sequence import active_in, coming_turns
from magika_gm.games.arena.rules.state import Creature, State
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import OTHER, TERRAINS, Step, Target, Time
from magika_gm.games.arena.rules.terrain import budget, change_cost
from magika_gm.games.arena.rules.titles import STEPS
from magika_gm.games.arena.rules.units import idle
from magika_gm.games.arena.rules.values import level

BUDGET, POOL = "budget", "pool"
_SECTIONS = (Step.TERRAIN, Step.EQUIP, Step.MAGIC_1, Step.MOVE, Step.MAGIC_2, Step.COMBAT)
_STANDING, _SAY = "standing", "say"
_MOST_KEEP = 999


def plan(known: State, seat: str) -> Plan:
    """The sheet for the coming mail turn."""
    mine = own_turn(known, seat)
    forms: list[OrderForm] = []
    if mine:
        forms += [*_terrain(known, seat), *_by_creature(known, seat), *_combat(known, seat, "combat")]
    forms += _standing(known, seat)
    forms += [
        OrderForm(
            key="draw", verb="DRAW", label="Offer a draw", parts=("DRAW",), section=_SAY, rule="WIN-3", uses=("draw",)
        ),
        OrderForm(
            key="resign",
            verb="RESIGN",
            label="Resign: the enemy wins",
            parts=("RESIGN",),
            section=_SAY,
            rule="WIN-3",
            uses=("resign",),
        ),
    ]
    return Plan(
        forms=tuple(forms),
        lists=_lists(known, seat),
        sections=_sections(mine),
        most_lines=200,
        purses=(
            Purse(key=BUDGET, label="Hexes of your budget", amount=budget(known, seat), rule="TERR-3"),
            Purse(key=POOL, label="Magic pool", amount=known.pools[seat], rule="MAG-2"),
        )
        if mine
        else (),
        limits=_limits(known, seat),
        letters=Letters(
            most=MESSAGES.most,
            lines=MESSAGES.lines,
            characters=MESSAGES.characters,
            to=(Option(text=OTHER[seat]),),
            rule=MESSAGES.rule,
        ),
        standing=tuple(write_order(line) for line in known.standing[seat]),
        free_lines=True,
        help=""
        if mine
        else f"The coming turn is {OTHER[seat]}'s: of your sheet the standing orders alone count (LAW-20).",
    )


def _sections(mine: bool) -> tuple[Section, ...]:
    own = tuple(Section(key=_key(step), label=STEPS[step]) for step in _SECTIONS) if mine else ()
    standing = Section(
        key=_STANDING,
        label="Standing orders",
        opens="STANDING",
        closes="END STANDING",
        help="They speak for you in the enemy's turns; a block replaces all standing orders in force (MAIL-4).",
    )
    return (*own, standing, Section(key=_SAY, label="The game"))


def _key(step: Step) -> str:
    return {
        Step.TERRAIN: "terrain",
        Step.EQUIP: "equip",
        Step.MAGIC_1: "m1",
        Step.MOVE: "move",
        Step.MAGIC_2: "m2",
    }.get(step, "combat")


def _limits(known: State, seat: str) -> tuple[Limit, ...]:
    """How a thing done twice is told of."""
    found = []
    for creature in known.by_id():
        if creature.side == seat:
            found += [
                Limit(key=f"go:{creature.id}", label=f"{creature.id} goes once", rule="MOVE-1"),
                Limit(key=f"shoot:{creature.id}", label=f"{creature.id} shoots once", rule="RNG-1"),
            ]
    return tuple(found)


def _lists(known: State, seat: str) -> dict[str, tuple[Option, ...]]:
    """Hexes, and the enemy's creatures."""
    foes = [c for c in known.by_id() if c.side == OTHER[seat] and not idle(known, c)]
    names = known.board.names
    return {
        "hexes": tuple(Option(text=name, place=name) for name in names),
        "foes": tuple(Option(text=c.id, label=f"{c.id} {c.kind.name}", place=names[c.place >> 1]) for c in foes),
    }


def _terrain(known: State, seat: str) -> Iterator[OrderForm]:
    """SEQ 1: a form for the hexes of each terrain there is, for storms, and for calming them (TERR-2)."""
    coming = next(turn for turn in coming_turns(known) if active_in(turn) == seat)
    by_land: dict[str, list[Option]] = {}
    storms: list[Option] = []
    calms: list[Option] = []
    for choice in choices(known, seat):
        if choice.step is not Step.TERRAIN:
            break  # they come first
        order = choice.order
        assert isinstance(order, ChangeTerrain | MakeStorm | CalmStorm)
        hex_ = known.board.index[order.hex]
        if not isinstance(order, ChangeTerrain) and 0 < known.storms.get(hex_, 0) < coming:
            continue  # it passes before anything is changed (STORM-3)
        what = "land" if isinstance(order, ChangeTerrain) else "storm"
        option = Option(
            text=order.hex,
            place=order.hex,
            note=f"{choice.cost} of your budget",
            cost={BUDGET: change_cost(known, seat, hex_)},
            uses=(f"{what}:{order.hex}",),
        )
        if isinstance(order, ChangeTerrain):
            here = by_land.setdefault(known.terrain[hex_], [])
            if option not in here[-1:]:
                here.append(option)
        else:
            (storms if isinstance(order, MakeStorm) else calms).append(option)
    for letter, hexes in by_land.items():
        to = tuple(Option(text=name.upper(), label=name) for other, name in TERRAINS.items() if other != letter)
        yield OrderForm(
            key=f"terrain:{letter}",
            verb="TERRAIN",
            label=f"Change {TERRAINS[letter]} into …",
            parts=(
                "TERRAIN",
                Slot(name="hex", label="Which hex", options=tuple(hexes)),
                Slot(name="to", label="Into", options=to),
            ),
            section="terrain",
            rule="TERR-2",
        )
    for verb, label, hexes in (("STORM", "Add a storm", storms), ("CALM", "Remove a storm", calms)):
        if hexes:
            slot = Slot(name="hex", label="Over which hex", options=tuple(hexes))
            yield OrderForm(key=verb, verb=verb, label=label, parts=(verb, slot), section="terrain", rule="TERR-2")


def _by_creature(known: State, seat: str) -> list[OrderForm]:
    """SEQ 2 to 6: the choices of each creature, those that differ in their ends put together."""
    table: dict[tuple[Step, str], list[tuple[Choice, str]]] = {}
    for choice in choices(known, seat):
        if choice.step is Step.TERRAIN or _asks_when(choice):
            continue
        if isinstance(choice.order, Destroy) and known.creatures[choice.order.vehicle].side == seat:
            continue  # one's own vehicles: possible, hardly meant
        start, rest = _split(known, choice)
        table.setdefault((choice.step, start), []).append((choice, rest))
    return [
        _form(known, step, start, found) for (step, start), found in sorted(table.items(), key=lambda row: row[0][0])
    ]


def _asks_when(choice: Choice) -> bool:
    """Whether it is an answer to an effect: those need a condition."""
    return isinstance(choice.order, Cast | Use) and "IT" in choice.order.on


def _split(known: State, choice: Choice) -> tuple[str, str]:
    """A choice's line as a beginning that others share, and its own end."""
    order = choice.order
    if isinstance(order, Move | Fly):
        steps = order.paths[0] if isinstance(order, Move) else order.legs[0].steps
        end = "" if isinstance(order, Move) else str(order.legs[0].end)
        return (
            f"{'MOVE' if isinstance(order, Move) else 'FLY'} {order.unit}",
            f"{_way(known, order.unit, steps)} {end}".strip(),
        )
    text = write_order(order)
    match order:
        case Equip() | Shoot() | Mount():
            return _cut(text, 2)
        case Cast() | Use():
            start, on, rest = text.partition(" ON ")
            return start, f"{on.strip()} {rest}".strip()
    return text, ""


def _cut(text: str, words: int) -> tuple[str, str]:
    said = text.split()
    return " ".join(said[:words]), " ".join(said[words:])


def _way(known: State, unit: str, steps: Iterable[str]) -> str:
    """A way by the names of its hexes: ``e3 d3``."""
    hex_ = known.creatures[unit].place >> 1
    found = []
    for step in steps:
        hex_ = known.board.steps[hex_][step]
        found.append(known.board.names[hex_])
    return " ".join(found)


def _form(known: State, step: Step, start: str, found: list[tuple[Choice, str]]) -> OrderForm:
    """One beginning with all its ends."""
    first = found[0][0]
    order, who = first.order, _who(first)
    creature = known.creatures[who]
    name = known.board.names[creature.place >> 1]
    options = {rest: _option(known, choice, rest) for choice, rest in found if rest}
    parts: tuple[str | Slot, ...] = (start,)
    if options:
        parts = (start, Slot(name="to", label=_ASKS.get(order.__class__, "At whom"), options=tuple(options.values())))
    cost = {POOL: first.cost} if first.cost else {}
    return OrderForm(
        key=start,
        verb=start.split()[1] if start.startswith(("M1 ", "M2 ")) else start.split(maxsplit=1)[0],
        label=_label(creature, first),
        parts=parts,
        section=_key(step),
        note=f"{first.cost} of your pool" if first.cost else "",
        help=SPELLS[order.spell].magic.text if isinstance(order, Cast) else "",
        cost=cost,
        uses=_uses(known, step, who, first),
        places=(name,),
        things=(f"unit:{who}", *((f"spell:{order.spell}",) if isinstance(order, Cast) else ())),
    )


_ASKS = {Move: "To which hex", Fly: "To which hex", Equip: "Which item", Mount: "Whom", Shoot: "At which place"}


def _who(choice: Choice) -> str:
    """The creature an order is for."""
    order = choice.order
    match order:
        case Cast() | Use():
            return order.by[0]
        case Move(who, _) | Fly(who, _):
            return who
        case Destroy():
            return order.by[0]
    return write_order(order).split()[1]


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
        case Dismount():
            ridden = known.creatures[known.creatures[who].on]
            # a vehicle nobody rides goes nowhere (VEH-2)
            alone = ridden.kind.vehicle and len(ridden.riders) == 1
            return (f"dismount:{who}", *((f"go:{ridden.id}",) if alone else ()))
        case Mount():
            return (f"mount:{who}",)
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
    if isinstance(order, Move) and " " in rest:
        return Option(text=rest, label=f"{place} by way of {', '.join(rest.split()[:-1])}", place=place)
    if isinstance(order, Fly):
        how = "lands" if rest.endswith("LAND") else "stays in the air"
        return Option(text=rest, label=f"{place}, {how}", place=place)
    if isinstance(order, Cast | Use) and order.on:
        return _aimed(known, order.on[0], rest, order.to if isinstance(order, Cast) else "")
    if isinstance(order, Mount):
        return Option(text=rest, label=f"{rest} {known.creatures[rest].kind.name}")
    if isinstance(order, Equip):
        return Option(text=rest, label=f"{rest} {known.items[rest].kind.name}", uses=(f"take:{rest}",))
    return Option(text=rest, place=place)


def _aimed(known: State, on: str, rest: str, to: str) -> Option:
    """A target: a creature stands somewhere, a hex is a place."""
    names = known.board.names
    tail = f" to {TERRAINS.get(to, to)}" if to else ""
    if on in known.creatures:
        creature = known.creatures[on]
        at = names[creature.place >> 1]
        return Option(text=rest, label=f"{on} {creature.kind.name} at {at}{tail}", place="" if to else at)
    if on in known.items:
        return Option(text=rest, label=f"{on} {known.items[on].kind.name}{tail}")
    hex_ = on.removesuffix("^")
    return Option(text=rest, label=f"{on}{tail}", place=hex_ if hex_ in names and not to else "")


def _combat(known: State, seat: str, section: str) -> Iterator[OrderForm]:
    """KILL, RETREAT, AUTO: in one's own turn, and standing (ORD)."""
    prefix = "" if section == "combat" else "standing:"
    if any(c.side == OTHER[seat] and not idle(known, c) for c in known.living()):
        foes = Slot(name="whom", label="Whom, the first that can be hit", kind=SlotKind.MANY, list="foes", joined=" ")
        yield OrderForm(
            key=f"{prefix}KILL",
            verb="KILL",
            label="Who of the enemy shall die",
            parts=("KILL", foes),
            section=section,
            rule="TGT-4",
            uses=(f"{prefix}kill",),
        )
    mounts = [c for c in known.by_id() if c.side == seat and not c.on and not idle(known, c)]
    units = (Option(text="ALL", label="everybody"), *(Option(text=c.id, label=f"{c.id} {c.kind.name}") for c in mounts))
    options = tuple(Option(text=o.text, label=o.label, uses=(f"{prefix}retreat:{o.text}",)) for o in units)
    yield OrderForm(
        key=f"{prefix}RETREAT",
        verb="RETREAT",
        label="Where to retreat",
        parts=(
            "RETREAT",
            Slot(name="who", label="Who", options=options),
            Slot(name="to", label="To the first of", kind=SlotKind.MANY, list="hexes", joined=" ", most=8),
        ),
        section=section,
        rule="RET-7",
    )
    auto = Slot(name="how", label="", options=(Option(text="ON"), Option(text="OFF")))
    yield OrderForm(
        key=f"{prefix}AUTO",
        verb="AUTO",
        label="Retreat and targets by themselves",
        parts=("AUTO", auto),
        section=section,
        rule="MAIL-8",
        uses=(f"{prefix}auto",),
    )


def _standing(known: State, seat: str) -> Iterator[OrderForm]:
    """Orders for the enemy's turns: counterspells against what is aimed at one's own, and what combat asks."""
    keep = Slot(
        name="keep",
        label="Only if the pool keeps",
        kind=SlotKind.NUMBER,
        before="KEEP",
        least=0,
        most=_MOST_KEEP,
        optional=True,
    )
    for name in known.cards[seat]:
        magic = SPELLS[name].magic
        if magic.target is not Target.EFFECT or magic.time is not Time.COUNTERSPELL:
            continue
        able = [
            c
            for c in known.by_id()
            if c.side == seat and not idle(known, c) and level(known, c, magic.type) >= magic.level
        ]
        if able:
            by = Slot(
                name="by",
                label="By whom, the first who can",
                kind=SlotKind.MANY,
                options=tuple(Option(text=c.id, label=f"{c.id} {c.kind.name}") for c in able),
                joined=" ELSE ",
            )
            yield OrderForm(
                key=f"standing:{name}",
                verb="CAST",
                label=f"{name} against what is cast on yours",
                parts=(f"CAST {name} BY", by, "ON IT WHEN ENEMY CASTS ANY ON MINE", keep),
                section=_STANDING,
                help=magic.text,
                rule="MAIL-5",
                note=f"{SPELLS[name].cost} of your pool each time",
            )
    yield from _combat(known, seat, _STANDING)
