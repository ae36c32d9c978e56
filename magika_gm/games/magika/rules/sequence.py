"""A turn, resolved: five phases of nine steps each, their ends, and how a game ends (SEQ, END)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.rules import GameRules
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import Need, Place
from magika_gm.engine.told import Told
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.games.magika.orders.model import REST, Cast, Meditate, Move, Order
from magika_gm.games.magika.rules.acts import Act, WorldAct, amended, audience_of, event_of, rulings_of
from magika_gm.games.magika.rules.arena import GOAL, NEIGHBOUR
from magika_gm.games.magika.rules.effects import losses
from magika_gm.games.magika.rules.enchantments import factor_of, legal_directions, may_enter, move_cost, resistance
from magika_gm.games.magika.rules.events import (
    AreaEnded,
    Converged,
    EbonCompelled,
    EffectEnded,
    ElementsStruck,
    Event,
    FullyRested,
    GameEnded,
    GlobeFormed,
    GoalReached,
    Obeyed,
    PhaseBegan,
    ProlongingEnded,
    TurnBegan,
    Warded,
    Woke,
)
from magika_gm.games.magika.rules.state import EDITION, Mage, World, where_is  # noqa: F401 - EDITION is of the seam
from magika_gm.games.magika.rules.steps import cast, declare, demand, don, drop, give, meditate, move, rest, search
from magika_gm.games.magika.rules.tables import ALIGNMENT_ARTIFACTS, BLACK, EBON, PHASES
from magika_gm.games.magika.rules.tasks import ENDINGS, final_standing
from magika_gm.games.magika.rules.turn import Turn, letters

# What comes out of a turn: the world after it, what was told on the way, and every roll.


Orders = Mapping[str, Sequence[Order]]
"""A mage's letter and his five orders; whoever is missing rests (docs/orders.md)."""


class Resolved(NamedTuple):
    """A resolved turn. ``world.phase`` is 6 after a whole turn, or the phase in which the game ended."""

    world: World
    told: tuple[Told[Event], ...]
    rolls: tuple[Roll, ...]


# The end of a phase and of a turn, and how a game ends (SEQ-6, SEQ-7, ART-6, ART-7, END).


FULL_REST = 25


def end_phase(turn: Turn) -> None:
    """Losses, Rod, Globe, Goal Square, and what runs out with this phase, in SEQ-6's order."""
    turn.step = 10
    if turn.world.areas:
        _elements(turn)
    _globe_or_goal(turn)
    _run_down(turn)


def _elements(turn: Turn) -> None:
    """ElAtt and ElDrp: the named terrain's factor, once for each such spell in force.

    Resistance is rolled for who has nothing left to lose, too (CAST-12, R16).
    """
    for area, mage in losses(turn):
        if "ProEl" in mage.effects:
            turn.tell(Warded(mage.letter, area.kind, "ProEl", ""), mage.letter)
            continue
        chance = resistance(mage)
        if chance and turn.dice.d100("resist", mage.letter, "CAST-12") <= chance:
            turn.tell(Warded(mage.letter, area.kind, "resistance", ""), mage.letter)
            continue
        before = mage.endurance
        if not before:
            continue
        amount = min(before, factor_of(mage, area.value))
        turn.tell(ElementsStruck(mage.letter, area.kind, amount, mage.space), mage.letter)
        turn.lose_endurance(mage, before)


def _obey(turn: Turn, mage: Mage) -> None:
    """The Rod of Obedience: one point towards perfect (ART-4)."""
    goal = {"good": 100, "neutral": 0, "evil": -100}[mage.alignment]
    if mage.aptitude != goal:
        turn.tell(Obeyed(mage.letter, mage.aptitude + (1 if mage.aptitude < goal else -1)), mage.letter)


def _globe_or_goal(turn: Turn) -> None:
    world = turn.world
    holders = []
    at_goal = None
    for mage in world.mages.values():
        if mage.artifacts:
            if "rod" in mage.artifacts:
                _obey(turn, mage)
            if not ALIGNMENT_ARTIFACTS.keys().isdisjoint(mage.artifacts):
                holders.append(mage)
        if mage.space == GOAL and not mage.is_ebon and not mage.dropped and at_goal is None:
            at_goal = mage
    formers = globe_formers(holders)
    if formers:
        places = {m.space for m in formers}
        moved = letters([m for m in world.playing() if m.space in places])
        everyone = "".join(world.mages)
        team = formers[0].team
        shared = len(formers) > 1
        credit = [m for m in world.playing() if m.team == team] if shared else formers
        turn.tell(GlobeFormed(letters(credit), moved), everyone)
        turn.tell(GameEnded("globe"), everyone)
    elif at_goal is not None:
        everyone = "".join(world.mages)
        turn.tell(GoalReached(at_goal.letter), everyone)
        turn.tell(GameEnded("goal"), everyone)


def globe_formers(holders: list[Mage]) -> list[Mage]:
    """The holders of the alignment artifacts if they form the Globe of Life, or nobody (ART-6).

    A team that holds them between its members forms it as a team: all its wearers share the credit (END-2).
    """
    held = {a for m in holders for a in m.artifacts if a in ALIGNMENT_ARTIFACTS}
    if len(held) < len(ALIGNMENT_ARTIFACTS):
        return []
    if len(holders) == 1:
        return holders
    team = holders[0].team
    return holders if team != BLACK and all(m.team == team for m in holders) else []


def _run_down(turn: Turn) -> None:
    """What is in force until this phase ends with it (SEQ-8)."""
    world = turn.world
    now = world.moment
    for letter, mage in world.mages.items():
        if mage.effects:
            for effect in [e for e, until in mage.effects.items() if until <= now]:
                turn.tell(EffectEnded(letter, effect), letter)
        for place, scroll in enumerate(mage.scrolls):
            if 0 < scroll.until <= now:
                turn.tell(ProlongingEnded(letter, scroll.code, place), letter)
    for area in [a for a in world.areas if a.until <= now]:
        turn.tell(AreaEnded(area), area.caster)


def end_turn(turn: Turn) -> None:
    """Full-rest bonus, convergence, waking (SEQ-7). Recon is taken from the world as this leaves it.

    Turn-counted effects with their last turn stay recorded, for recon sees them; they are cleared when the next turn
    begins (telling.TurnBegan).
    """
    turn.step = 0
    turn.phase = turn.dice.phase = 6
    turn.tell(PhaseBegan(6))
    world = turn.world
    for mage in world.playing():
        if mage.rests == 5:
            amount = min(FULL_REST, mage.max_endurance - mage.endurance)
            turn.tell(FullyRested(mage.letter, amount), mage.letter)
    _converge(turn, world)
    for mage in world.playing():
        if mage.unconscious:
            turn.tell(Woke(mage.letter), mage.letter)


def _converge(turn: Turn, world: World) -> None:
    places = set()
    for artifact in ALIGNMENT_ARTIFACTS:
        found = where_is(world, artifact)
        if found is None:
            return
        places.add(found[0])
    if len(places) == 1:
        space = places.pop()
        moved = letters([m for m in world.playing() if m.space == space])
        everyone = "".join(world.mages)
        turn.tell(Converged(space, moved), everyone)
        turn.tell(GameEnded("convergence"), everyone)


REST_STEP = 9


class Step(NamedTuple):
    """A step of a phase: its number and name in the event sequence (SEQ-2) and what carries it out."""

    number: int
    name: str
    run: Callable[[Turn], None]


EVENT_SEQUENCE = (
    Step(1, "Demand", demand),
    Step(2, "Give", give),
    Step(3, "Don", don),
    Step(4, "Cast", cast),
    Step(5, "Move", move),
    Step(6, "Search", search),
    Step(7, "Drop", drop),
    Step(8, "Meditate", meditate),
    Step(9, "Rest", rest),
)


def play_turn(world: World, orders: Orders, dice: Dice, acts: Sequence[Act] = ()) -> Resolved:
    """Play the turn after ``world``.

    In: the world as the last turn left it, five orders a mage (missing mages and phases rest), the turn's dice, and
    what the game master did since the last turn (CAST-5).
    Out: the world after the turn (the one given is not touched), everything told, every roll. Pure: the same
    arguments give the same result, whatever the order in which mages stand in ``orders``.
    """
    turn = Turn(world.copy(), dice)
    play(turn, orders, acts)
    return Resolved(turn.world, tuple(turn.told), tuple(dice.rolls))


def play(turn: Turn, orders: Orders, acts: Sequence[Act]) -> None:
    """The whole turn on ``turn.world``, which it changes."""
    turn.tell(TurnBegan(turn.dice.turn))
    if acts:
        orders = _master_acts(turn, orders, acts)
    playing = [m.letter for m in turn.world.playing()]
    for phase in range(1, PHASES + 1):
        play_phase(turn, phase, {letter: _order(orders, letter, phase) for letter in playing})
        if turn.world.ended:
            break
    else:
        end_turn(turn)


def _master_acts(turn: Turn, orders: Orders, acts: Sequence[Act]) -> Orders:
    """Carry out the game master's acts before the first phase; gives the orders as he corrected them."""
    for act in acts:
        if isinstance(act, WorldAct):
            event = event_of(turn.world, act)
            if not isinstance(event, str):
                turn.tell(event, audience_of(turn.world, event))
    changed, events = amended(orders, acts)
    for change in events:
        turn.tell(change, change.mage)
    turn.rulings = rulings_of(acts)
    return changed


def _order(orders: Orders, letter: str, phase: int) -> Order:
    given = orders.get(letter, ())
    return given[phase - 1] if phase <= len(given) else REST


def play_phase(turn: Turn, phase: int, orders: dict[str, Order]) -> None:
    """The nine steps and the end of one phase."""
    turn.step = 0
    turn.begin_phase(phase, orders)
    turn.tell(PhaseBegan(phase))
    if phase == PHASES:
        _compel_ebon(turn)
    kinds = {order.__class__.__name__ for order in orders.values()}
    for step in EVENT_SEQUENCE:
        if step.name in kinds or step.number == REST_STEP:
            turn.step = step.number
            step.run(turn)
    end_phase(turn)


def _compel_ebon(turn: Turn) -> None:
    """EBON-2: he must move or teleport once a turn; by phase 5 a legal direction is rolled for him."""
    ebon = turn.world.mages.get(EBON)
    if ebon is None or ebon.dropped or ebon.travelled or ebon.status != "ok" or "Plyze" in ebon.effects:
        return
    order = turn.orders[EBON]
    if isinstance(order, Move):
        return
    if isinstance(order, Cast):
        ready = declare(ebon, order, turn.world.figures)
        if not isinstance(ready, tuple) and ready.code == "TelPt":
            return
    ways = legal_directions(turn.world, ebon, turn.phase)
    if ways:
        way = ways[turn.dice.choice("ebon.move", EBON, ways, "EBON-2")]
        turn.tell(EbonCompelled(EBON, write_order(order), way), EBON)
        turn.orders[EBON] = Move(way)


# The default turn of a mage whose orders did not come (GM-3): conservative, and in keeping with his past play.


KEEPS = 30
"""Endurance he keeps in hand: a default turn never walks a mage into exhaustion."""


def default_orders(state: World, seat: str, last: Sequence[Order] = ()) -> list[Order]:
    """Five orders for a mage from whom none came; ``last`` are the orders he gave the turn before, if any.

    He walks once, on phase 2 (MOVE-2), if he walked in the turn before, he is well off, and the way he
    went lies open; otherwise he rests while below his maximum endurance and meditates when he is fresh. He never
    casts, gives, drops, demands, dons or searches: nothing is spent that the player would miss.
    """
    mage = state.mages[seat]
    quiet: Order = Meditate() if mage.endurance >= mage.max_endurance and mage.arcania < mage.max_arcania else REST
    orders = [quiet] * 5
    ways = [o.direction for o in last if isinstance(o, Move) and o.direction in ("NE", "NW")]
    walks = bool(ways) or seat == EBON
    if walks and mage.endurance > KEEPS:
        way = _open_way(state, mage, ways[-1] if ways else "NE")
        if way:
            orders[1] = Move(way)
    return orders


def _open_way(world: World, mage: Mage, first: str) -> str:
    """The way he went, or the other way north, if he could go there now and keep enough endurance."""
    cost, _ = move_cost(world, mage, 2)
    if mage.endurance - cost < KEEPS:
        return ""
    for way in (first, "NW" if first == "NE" else "NE"):
        target = NEIGHBOUR[way][mage.space]
        if target >= 0 and world.terrain_at(target) not in (0, 1) and may_enter(world, mage, target):
            return way
    return ""


class Rules(GameRules):
    """Magika's law, as the office asks for it (``engine.seam.rules.Rules``)."""

    ENDINGS = ENDINGS

    def resolve(self, state: World, orders: Orders, dice: Dice, acts: Sequence[Act] = ()) -> Resolution:
        """A turn of five phases (SEQ)."""
        return Resolution(*play_turn(state, orders, dice, acts))

    default_orders = staticmethod(default_orders)

    def playing(self, state: World) -> tuple[str, ...]:
        """Letters of the mages still in the game."""
        return tuple(mage.letter for mage in state.playing())

    def needs(self, state: World) -> Mapping[str, Need]:
        """Everybody orders every turn."""
        return dict.fromkeys(self.playing(state), Need.REQUIRED)

    def standing(self, state: World) -> tuple[Place, ...]:
        """The standing by VP-6, the Ebon Mage's tasks counted (VP-5)."""
        return tuple(Place(p.rank, p.letter, p.points, state.mages[p.letter].dropped) for p in final_standing(state))

    def allies(self, state: World, seat: str) -> tuple[str, ...]:
        """Teammates: who wears the same colour."""
        team = state.mages[seat].team
        if team == BLACK:
            return ()
        return tuple(m.letter for m in state.playing() if m.team == team and m.letter != seat)

    def character(self, state: World, seat: str) -> str:
        """The mage's name."""
        return state.mages[seat].name


RULES = Rules()
resolve, standing = RULES.resolve, RULES.standing
