"""How units come and go: mustering (MUST), ways, steps and leaps, entering and traversing (ACT);
attacks (COMB), and what water does to them (WATER).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from magika_gm.games.temple_isle.orders.model import AtSquare, AttackWord, AtUnit, Happens, LeapStep, Step, Toward, Word
from magika_gm.games.temple_isle.rules import terms
from magika_gm.games.temple_isle.rules.casting import enter_card, kill_effects, leave_card
from magika_gm.games.temple_isle.rules.events import AttackBegan, AttackLost, Fought, Moved, Mustered, SetOut
from magika_gm.games.temple_isle.rules.figures import closed, figures, foe_on, level_sum, room, step_cost
from magika_gm.games.temple_isle.rules.refusals import Lost, Refusal
from magika_gm.games.temple_isle.rules.state import Left, State, Unit
from magika_gm.games.temple_isle.rules.targets import best_of, can_stop
from magika_gm.games.temple_isle.rules.terms import (
    ALL_SQUARES,
    DISTANCE,
    EDGE,
    NEIGHBOURS,
    NEUTRAL,
    SQUARES,
    STEP,
    Direction,
)
from magika_gm.games.temple_isle.rules.turn import Occurrence, Turn


def target_of(square: int, word: Step | LeapStep) -> int:
    """The square a step or leap leads to, -1 beyond the edge."""
    return (terms.LEAP if isinstance(word, LeapStep) else terms.STEP)[word.direction][square]


def price(state: State, unit: Unit, word: Step | LeapStep, target: int) -> int:
    """What a step onto ``target`` costs the unit; a leap one more (ACT-9)."""
    return step_cost(state, unit.owner, target) + isinstance(word, LeapStep)


def legal(state: State, unit: Unit, words: Sequence[Word], square: int, points: int) -> bool:
    """Whether the first of ``words``, a step or leap, is legal from ``square`` with ``points`` left (ACT-3, ACT-9).

    On a card that is full it must go on at once, by a next word that is legal in turn (ACT-8).
    """
    word = words[0]
    assert isinstance(word, Step | LeapStep)
    if isinstance(word, LeapStep) and not figures(state, unit).leap:
        return False
    target = target_of(square, word)
    if target < 0 or (state.is_water(target) and not state.card_of(unit).water):
        return False
    if closed(state, target) or foe_on(state, unit.owner, target):
        return False
    left = points - price(state, unit, word, target)
    if left < 0:
        return False
    return room(state, unit.owner, target, but=unit.number) or traverses(state, unit, words[1:], target, left)


def traverses(state: State, unit: Unit, rest: Sequence[Word], square: int, points: int) -> bool:
    """Whether a unit that steps onto ``square`` goes on at once (ACT-8)."""
    return bool(rest) and isinstance(rest[0], Step | LeapStep) and legal(state, unit, rest, square, points)


def step(turn: Turn, unit: Unit, words: Sequence[Word], *, residing: bool) -> bool | None:
    """Carry out the first of ``words``, a step or leap (ACT-10).

    True: the card was entered; False: it is being traversed; None: the step was not legal or could not be made.
    ``residing`` is whether the unit resides on the card it comes from, or is traversing it.
    """
    state = turn.state
    word = words[0]
    assert isinstance(word, Step | LeapStep)
    points = unit.points or 0
    if not legal(state, unit, words, unit.at, points):
        return None
    target = target_of(unit.at, word)
    start, end = SQUARES[unit.at], SQUARES[target]
    cost = price(state, unit, word, target)
    turn.tell(SetOut(unit.number, start, end, cost, isinstance(word, LeapStep)))
    if residing and not leave_card(turn, unit):
        return None
    onward = traverses(state, unit, words[1:], target, unit.points or 0)
    if not onward and not room(state, unit.owner, target, but=unit.number):
        return None  # an effect of leaving took the points the way on needs
    turn.tell(Moved(unit.number, start, end, not onward))
    if not onward:
        enter_card(turn, unit)
    return not onward


# Ways over the isle by steps (ACT-3): what the cheapest costs, and which steps it takes.


FAR = 10**6
"""The cost of a square no way leads to."""


class Ground:
    """The isle as a unit walks on it: prices of steps, where it may walk, and where a foe or a wall bars the way on.

    A square that holds a foe's unit may be the end of a way, never on it; own units bar nothing (ISLE-6).
    """

    __slots__ = ("cost", "crossed", "walked")

    def __init__(self, state: State, unit: Unit) -> None:
        water = state.card_of(unit).water
        self.cost = [step_cost(state, unit.owner, s) for s in ALL_SQUARES]
        self.walked = [(water or not state.is_water(s)) and not closed(state, s) for s in ALL_SQUARES]
        self.crossed = [w and not foe_on(state, unit.owner, s) for s, w in enumerate(self.walked)]

    def costs_from(self, start: int) -> list[int]:
        """The cheapest cost from ``start`` to every square."""
        cost = [FAR] * len(SQUARES)
        cost[start] = 0
        open_squares = [(0, start)]
        while open_squares:
            so_far, square = heappop(open_squares)
            if so_far > cost[square] or (square != start and not self.crossed[square]):
                continue
            for other in NEIGHBOURS[square]:
                there = so_far + self.cost[other]
                if self.walked[other] and there < cost[other]:
                    cost[other] = there
                    heappush(open_squares, (there, other))
        return cost

    def _costs_to(self, goal: int) -> list[tuple[int, int]]:
        """The cheapest cost from every square to ``goal``, with its number of steps."""
        best = [(FAR, 0)] * len(SQUARES)
        best[goal] = (0, 0)
        open_squares = [((0, 0), goal)]
        while open_squares:
            so_far, square = heappop(open_squares)
            if so_far > best[square] or not self.walked[square]:
                continue
            onto = (so_far[0] + self.cost[square], so_far[1] + 1)
            for other in NEIGHBOURS[square]:
                if (square == goal or self.crossed[square]) and onto < best[other]:
                    best[other] = onto
                    heappush(open_squares, (onto, other))
        return best

    def way(self, start: int, goal: int) -> list[Direction]:
        """The steps of a cheapest way, ties N E S W at each step from the start; [] if there is none."""
        best = self._costs_to(goal)
        free = sum(not c for c in self.cost) > 1  # several free steps could lead in circles: then the shorter way too
        steps: list[Direction] = []
        square = start
        while square != goal and best[square][0] < FAR:
            for direction in Direction:
                other = STEP[direction][square]
                if other < 0 or not self.walked[other] or (other != goal and not self.crossed[other]):
                    continue
                after = best[other][0] + self.cost[other]
                if after == best[square][0] and (not free or best[other][1] + 1 == best[square][1]):
                    steps.append(direction)
                    square = other
                    break
            else:
                return []
        return steps


def reach(state: State, unit: Unit, points: int) -> dict[int, int]:
    """The squares a unit could walk to and stop on with so many points, with what that costs."""
    costs = Ground(state, unit).costs_from(unit.at)
    return {s: c for s, c in enumerate(costs) if s != unit.at and c <= points and can_stop(state, unit, s)}


# Mustering (MUST): levels, places, the default place.


def places(state: State, seat: str) -> list[int]:
    """Where a player may muster now, in reading order (MUST-3, or MUST-4 for one who controls no land card).

    A landfall is on neutral cards, and on the foe's where no neutral one is left that one may muster on.
    """
    own = state.lands_of(seat)
    cards = own or [s for s in ALL_SQUARES if s in EDGE and not state.is_water(s) and not state.is_temple(s)]
    legal = [s for s in cards if not foe_on(state, seat, s) and not closed(state, s) and room(state, seat, s)]
    if own or state.options.edition < 2:
        return legal
    return [s for s in legal if state.control[s] == NEUTRAL] or legal


def default_place(state: State, seat: str, legal: Sequence[int]) -> int:
    """The default place among ``legal`` squares, which are in reading order and not none (MUST-6)."""
    temples = state.temple_squares()
    goals = [t for t in temples if state.control[t] != seat] or temples
    if not goals:
        return legal[0]
    return min(legal, key=lambda s: min(DISTANCE[s][t] for t in goals))


def levels_allow(state: State, seat: str, card: str) -> bool:
    """Whether the levels in play suffice for a unit (MUST-2)."""
    return level_sum(state, seat) >= state.catalogue.units[card].level - 1


def check_muster(state: State, seat: str, card: str, wanted: Sequence[int]) -> int | Refusal:
    """The square a unit would be mustered onto: the first legal of ``wanted``, else the default place (MUST-6)."""
    if card not in state.hands[seat]:
        return Refusal.NOT_IN_HAND
    if not levels_allow(state, seat, card):
        return Refusal.LEVEL_SUM
    legal = places(state, seat)
    if not legal:
        return Refusal.NO_PLACE
    first = next((s for s in wanted if s in legal), -1)
    return first if first >= 0 else default_place(state, seat, legal)


def muster(turn: Turn, seat: str, card: str, square: int, wanted: Sequence[int]) -> None:
    """Muster a unit onto a card, then let the foe answer (MUST-5)."""
    state = turn.state
    landfall = not state.lands_of(seat)
    turn.musters -= 1
    turn.played[seat].add(card)
    number = state.next_unit
    turn.tell(
        Mustered(
            unit=number,
            card=card,
            seat=seat,
            square=SQUARES[square],
            landfall=landfall,
            by_default=square not in wanted,
        )
    )
    turn.happen(Occurrence(event=Happens.MUSTER, maker=seat, card=card, unit=number, square=square))


def steward_muster(turn: Turn, seat: str) -> None:
    """The steward musters the highest unit that is legal, on its default place (MAIL-7)."""
    state = turn.state
    units = [state.catalogue.units[c] for c in state.hands[seat] if c in state.catalogue.units]
    for card in sorted(units, key=lambda u: (-u.level, u.number)):
        square = check_muster(state, seat, card.name, ())
        if not isinstance(square, Refusal):
            muster(turn, seat, card.name, square, ())
            return


# Attacks (COMB), and what water does to them (WATER).


def in_reach(state: State, attacker: Unit, target: Unit, at: int | None = None) -> bool:
    """Whether a unit's attack reaches another: distance, cover and water (COMB-3, COMB-4, WATER-3).

    ``at``: from another square than the one it is on.
    """
    far = DISTANCE[attacker.at if at is None else at][target.at]
    figure = figures(state, attacker)
    if not 1 <= far <= max(1, figure.range):
        return False
    if far > 1 and figures(state, target).cover:
        return False
    if state.is_water(target.at) and state.card_of(target).water and not state.card_of(attacker).water:
        return bool(figure.range) and state.options.shoot_water
    return True


def may_attack(state: State, attacker: Unit, target: Unit) -> bool:
    """Whether a unit may declare an attack on another, points apart (COMB-6, COMB-7a)."""
    return (
        target.in_play
        and target.owner != attacker.owner
        and figures(state, attacker).a > 0
        and in_reach(state, attacker, target)
    )


def find_target(state: State, attacker: Unit, words: Sequence[AttackWord]) -> Unit | None:
    """The first legal target of an attack's list (ORD, target words)."""
    for word in words:
        match word:
            case AtUnit(number):
                meant = state.unit_in_play(number)
            case AtSquare(square):
                meant = state.units_at(square)
            case Toward(direction):
                square = STEP[direction][attacker.at]
                meant = state.units_at(square) if square >= 0 else []
            case _:  # ANY
                meant = state.units_in_play()
        target = best_of(state, [u for u in meant if may_attack(state, attacker, u)])
        if target is not None:
            return target
    return None


def attack(turn: Turn, attacker: Unit, target: Unit) -> None:
    """An attack from its point spent to kill effects (COMB-7b to h)."""
    state = turn.state
    turn.tell(AttackBegan(attacker.number, target.number))
    turn.happen(Occurrence(event=Happens.ATTACK, maker=attacker.owner, unit=target.number, attacker=attacker.number))
    if not attacker.in_play or not target.in_play:
        code = Lost.TARGET_GONE if attacker.in_play else Lost.ATTACKER_GONE
        turn.tell(AttackLost(attacker.number, target.number, code))
    elif not in_reach(state, attacker, target):
        turn.tell(AttackLost(attacker.number, target.number, Lost.OUT_OF_REACH))
    else:
        _fight(turn, attacker, target)


def _die(turn: Turn, name: str, unit: Unit, sides: int) -> int:
    """A roll of 1 to ``sides``; a die of 0 sides is not rolled and counts 0 (COMB-6)."""
    return turn.dice.between(name, unit.name, 1, sides, "COMB-2") if sides > 0 else 0


def _fight(turn: Turn, attacker: Unit, defender: Unit) -> None:
    state = turn.state
    sides = (figures(state, attacker).a, figures(state, defender).b)
    attack_roll = _die(turn, "combat.attack", attacker, sides[0])
    defence_roll = _die(turn, "combat.defence", defender, sides[1])
    loser = None if attack_roll == defence_roll else defender if attack_roll > defence_roll else attacker
    spared = spared_by(state, attacker, defender) if loser is attacker else ()
    guard = figures(state, loser).guard if loser is not None and not spared else 0
    lost = max(0, abs(attack_roll - defence_roll) - guard) if loser is not None and not spared else 0
    turn.tell(
        Fought(
            attacker=attacker.number,
            defender=defender.number,
            attack=attack_roll,
            defence=defence_roll,
            sides=sides,
            loser=None if loser is None else loser.number,
            lost=lost,
            guard=guard,
            spared=spared,
        )
    )
    if loser is not None and loser.hp < 1:
        winner = attacker if loser is defender else defender
        turn.leave_play([loser], Left.DESTROYED, by=winner.number)
        kill_effects(turn, winner)


def spared_by(state: State, attacker: Unit, defender: Unit) -> tuple[str, ...]:
    """Rules that spare an attacker who loses: a ranged one not beside its target, one on water (COMB-5, WATER-4)."""
    rules = []
    if figures(state, attacker).range and DISTANCE[attacker.at][defender.at] > 1:
        rules.append("COMB-5")
    defender_card = state.card_of(defender)
    on_water = state.card_of(attacker).water and state.is_water(attacker.at)
    if on_water and not defender_card.water and not defender_card.ranged:
        rules.append("WATER-4")
    return tuple(rules)
