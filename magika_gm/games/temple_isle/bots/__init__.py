"""Built-in players (BOT): they read a turn file and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from magika_gm.games.temple_isle.bots.scene import Deed, Prospects, Side, catalogue_of, state_of
from magika_gm.games.temple_isle.orders.lines import stored, write_order
from magika_gm.games.temple_isle.orders.model import (
    ALL_TIMES,
    AnyUnit,
    AtSquare,
    Attack,
    AtUnit,
    Cast,
    Discard,
    Field,
    MantraAt,
    Muster,
    Order,
    Step,
    TargetWord,
    TempleList,
    UnitLine,
    WaterList,
    Word,
)
from magika_gm.games.temple_isle.rules.casting import Ready, check_cast
from magika_gm.games.temple_isle.rules.figures import figures, foe_on, level_sum
from magika_gm.games.temple_isle.rules.gameturn import STANDARD_TEMPLE, STANDARD_WATER
from magika_gm.games.temple_isle.rules.movement import FAR, Ground, levels_allow, may_attack, places
from magika_gm.games.temple_isle.rules.sheets import Role, role_of
from magika_gm.games.temple_isle.rules.state import NOWHERE, State, Unit, fresh
from magika_gm.games.temple_isle.rules.targets import can_stop, land_legal
from magika_gm.games.temple_isle.rules.terms import (
    ALL_SQUARES,
    DISTANCE,
    NEIGHBOURS,
    SQUARE,
    STEP,
    Direction,
)

# What the built-in players have in common (BOT): lists for the world, musters, walks, and the order of a sheet.

NEAR_FOE = 2
"""How near a foe's unit keeps a guard on his temple (BOT)."""


class Player(Side, ABC):
    """A policy at one table. ``state`` is its own copy of what it sees; walks are tried out on it.

    ``goals`` are the cards own units have been sent to or told to stay on, by unit.
    """

    fast: tuple[str, ...] = ()
    """FAST lines of every sheet."""

    def __init__(self, state: State, seat: str) -> None:
        super().__init__(state, seat)
        self.goals: dict[int, int] = {}

    # --- what a policy decides for itself ---

    @abstractmethod
    def casts(self) -> Iterator[Cast]:
        """Mantras to cast, in order."""

    @abstractmethod
    def attack_word(self, unit: Unit) -> Attack | None:
        """The attack word of a unit where it now stands; None if it is not allowed to attack."""

    @abstractmethod
    def goal(self, unit: Unit, costs: Sequence[int]) -> int:
        """Where a unit should go, -1 for nowhere; ``costs`` are those of its cheapest ways."""

    # --- the sheet ---

    def lines(self) -> list[str]:
        """The lines of the coming sheet."""
        match role_of(self.state, self.seat):
            case Role.ACTIVE:
                orders: list[Order] = [*self._cast_lines(), *self._musters(), *self._unit_lines()]
            case Role.BUILD:
                orders = [WaterList(self._world(STANDARD_WATER)), TempleList("", self._world(STANDARD_TEMPLE))]
            case Role.FIELD:
                orders = [*self._army()]
            case Role.OTHER:
                return []
        return [*(write_order(order) for order in orders), *self.fast]

    def _world(self, standard: Iterable[int]) -> tuple[int, ...]:
        """Lands without effect first, each part in the standard order."""
        return tuple(sorted(standard, key=lambda s: bool(self.state.land(s).effects)))

    def _army(self) -> Iterator[Field]:
        """Picked units (VAR-1): the highest that fit, on cards near temples (a ruling: BOT says nothing)."""
        left = self.state.options.army_levels
        temples = self.state.temple_squares() or list(ALL_SQUARES)
        near = sorted(ALL_SQUARES, key=lambda s: min(DISTANCE[s][t] for t in temples))
        squares = tuple(s for s in near if not self.state.is_water(s) and not self.state.is_temple(s))
        for card in sorted(self.state.catalogue.units.values(), key=lambda u: (-u.level, u.number)):
            for _ in range(card.copies):
                if card.level <= left and card.level <= self.state.options.army_levels // 3:
                    left -= card.level
                    yield Field(card.name, squares)

    # --- casting and mustering ---

    def _cast_lines(self) -> Iterator[Cast]:
        for order in self.casts():
            ready = check_cast(self.state, self.seat, order)
            if isinstance(ready, Ready):
                points = sum(e.amount for e in ready.card.effects if str(e.what) == "D")
                if points and isinstance(order.targets[0], AtUnit):
                    number = order.targets[0].number
                    self.more_points[number] = self.more_points.get(number, 0) + points
                yield order

    def on(self, card: str, *targets: TargetWord | None) -> Iterator[Cast]:
        """A cast on these targets, where there are any and the card is held."""
        words = tuple(t for t in targets if t is not None)
        if words and card in self.state.hands[self.seat]:
            yield Cast(card, words)

    def plain(self, card: str, *, if_so: bool = True) -> Iterator[Cast]:
        """A global cast."""
        if if_so and card in self.state.hands[self.seat]:
            yield Cast(card)

    def _musters(self) -> Iterator[Muster]:
        """The highest unit that is legal, then all others by level."""
        state = self.state
        units = [c for c in state.hands[self.seat] if c in state.catalogue.units]
        if not units or not places(state, self.seat):
            return
        by_level = sorted(units, key=lambda c: (-state.catalogue.units[c].level, state.catalogue.order[c]))
        first = next((c for c in by_level if levels_allow(state, self.seat, c)), None)
        if first is not None:
            by_level.remove(first)
            by_level.insert(0, first)
            yield from (Muster(card) for card in by_level)

    # --- units ---

    def _unit_lines(self) -> Iterator[UnitLine]:
        for unit in list(self.own()):
            if figures(self.state, unit).hold:
                self.goals[unit.number] = unit.at
                continue
            words = self._stay(unit) if self._guards(unit) else self._move(unit)
            if words:
                yield UnitLine(unit.number, tuple(words))

    def _guards(self, unit: Unit) -> bool:
        """Whether a unit on a temple stays: to gain it, or to keep it from a foe who is near (BOT)."""
        state = self.state
        if not state.is_temple(unit.at):
            return False
        if state.control[unit.at] != self.seat:
            return True
        alone = all(u is unit or u.owner != self.seat for u in state.units_at(unit.at))
        return alone and any(DISTANCE[unit.at][f.at] <= NEAR_FOE for f in self.foes())

    def _stay(self, unit: Unit) -> list[Word]:
        self.goals[unit.number] = unit.at
        word = self.attack_word(unit)
        return [word] if word is not None else []

    def _move(self, unit: Unit) -> list[Word]:
        ground = Ground(self.state, unit)
        costs = ground.costs_from(unit.at)
        goal = self.goal(unit, costs)
        if goal < 0 or goal == unit.at:
            return self._stay(unit)
        self.goals[unit.number] = goal
        return self._go(unit, ground, goal)

    def _go(self, unit: Unit, ground: Ground, goal: int) -> list[Word]:
        """The line that goes to a card, written out to its end (BOT)."""
        way = ground.way(unit.at, goal)
        steps: list[Word] = [Step(direction) for direction in way]
        if self.has_target(unit):
            word = self.attack_word(unit)
            if word is not None:
                return [word, *steps]
        points = figures(self.state, unit).d + self.more_points.get(unit.number, 0)
        square, cost, reached, stop = unit.at, 0, 0, unit.at
        for number, direction in enumerate(way, 1):
            square = STEP[direction][square]
            cost += ground.cost[square]
            if cost > points:
                break
            if can_stop(self.state, unit, square):
                reached, stop = number, square
        self._stand(unit, stop)
        word = self.attack_word(unit)
        return [*steps[:reached], *([word] if word is not None else []), *steps[reached:]]

    def has_target(self, unit: Unit) -> bool:
        """Whether a unit could attack anybody from where it stands."""
        return any(may_attack(self.state, unit, f) for f in self.foes())

    def annoying(self) -> MantraAt | None:
        """The foe's oldest mantra on an own unit, else on one of his."""
        for units in (self.own(), self.foes()):
            lying = [(m.serial, m.card, u.number) for u in units for m in u.mantras if m.caster == self.foe]
            if lying:
                _, card, number = min(lying)
                return MantraAt(card, AtUnit(number))
        return None

    def nearest(self, costs: Sequence[int], goals: Iterable[tuple[int, int]]) -> int:
        """The goal of the least cost, of pairs (square, how much nearer it counts), ties in reading order; or -1."""
        found = [(costs[s] - nearer, s) for s, nearer in goals if costs[s] < FAR]
        return min(found)[1] if found else -1


def unit_word(unit: Unit | None) -> AtUnit | None:
    """A unit as a target."""
    return None if unit is None else AtUnit(unit.number)


def square_word(square: int) -> AtSquare | None:
    """A square as a target, None for -1."""
    return AtSquare(square) if square >= 0 else None


ANY = (AnyUnit(),)
RECRUITS = 2
"""Units in the hand for which a horn is blown."""
BADLY_HURT, EASY_PREY = 3, 3
"""HP lost that are worth a Mend; HP left that a Lightning takes."""


# The bold player (BOT).


_DRUMMERS = 3


class Bold(Player):
    """Makes for the temples and attacks whatever stands there."""

    fast = (
        "FAST Weakness ON FOE WHEN ATTACK",
        "FAST Parry ON IT WHEN ATTACK",
        "FAST Dispel WHEN CAST ANY",
    )

    def casts(self) -> Iterator[Cast]:
        """The bold column of the table of casts."""
        state = self.state
        foes = self.strongest(self.foes())
        for _ in range(state.hands[self.seat].count("Insight")):
            yield from self.plain("Insight")
        for card in ("Doom", "Banish", "Lightning", "Fetters"):
            yield from self.on(card, unit_word(foes[0] if foes else None))
        yield from self.plain("Plague", if_so=len(foes) > len(self.own()))
        held = [s for s in state.temple_squares() if state.control[s] == self.foe and foe_on(state, self.seat, s)]
        yield from self.on("Blight", square_word(held[0] if held else -1))
        near = [u for u in self.own() if any(foe_on(state, self.seat, n) for n in NEIGHBOURS[u.at])]
        yield from self.plain("War Drums", if_so=len(near) >= _DRUMMERS)
        runner = self._nearest_a_temple()
        for card in ("Haste", "Might", "Battle Cry", "Winged Feet"):
            yield from self.on(card, unit_word(runner))
        for card in ("Revolt", "Claim"):
            design = state.catalogue.mantras[card]
            legal = [s for s in ALL_SQUARES if land_legal(state, self.seat, design, s)]
            if card == "Revolt":
                legal = [s for s in legal if state.control[s] == self.foe]
            yield from self.on(card, square_word(legal[0] if legal else -1))
        units = sum(c in state.catalogue.units for c in state.hands[self.seat])
        yield from self.plain("Muster Horn", if_so=units >= RECRUITS)

    def _nearest_a_temple(self) -> Unit | None:
        """The own unit, not organizing, nearest a temple not controlled; of several the lowest number."""
        state = self.state
        goals = [t for t in state.temple_squares() if state.control[t] != self.seat]
        ready = [u for u in self.own() if not state.organizing(u)]
        if not goals or not ready:
            return None
        far = {}
        for unit in ready:
            costs = Ground(state, unit).costs_from(unit.at)
            far[unit.number] = min(costs[t] for t in goals)
        return min(ready, key=lambda u: (far[u.number], u.number))

    def attack_word(self, unit: Unit) -> Attack | None:
        """Attacks, always."""
        del unit
        return Attack(ANY, ALL_TIMES)

    def goal(self, unit: Unit, costs: Sequence[int]) -> int:
        """The nearest temple not controlled on which there is still room for one more of its own."""
        state = self.state
        goals = []
        for temple in state.temple_squares():
            if state.control[temple] != self.seat:
                there = {u.number for u in state.units_at(temple) if u.owner == self.seat}
                there |= {number for number, square in self.goals.items() if square == temple}
                if not state.options.stack or len(there - {unit.number}) < state.options.stack:
                    goals.append((temple, 0))
        return self.nearest(costs, goals)


# The careful player (BOT).


_STRONGER = 2
_TEMPLE_NEARER = 2


class Careful(Player):
    """Takes land, keeps what it has, attacks where it is not much the weaker."""

    fast = (
        "FAST Dispel WHEN CAST Doom, Banish, Lightning, Claim",
        "FAST Parry ON IT WHEN ATTACK",
        "FAST Mend ON IT WHEN ATTACK",
        "FAST Recall ON IT WHEN CAST Doom",
    )

    def casts(self) -> Iterator[Cast]:
        """The careful column of the table of casts."""
        state = self.state
        own, foes = self.own(), self.strongest(self.foes())
        hurt = [u for u in own if u.hp < u.full]
        badly = sorted((u for u in hurt if u.full - u.hp >= BADLY_HURT), key=lambda u: (u.hp - u.full, u.number))
        ranked = self.strongest(own)
        best = ranked[0] if ranked else None
        for _ in range(state.hands[self.seat].count("Insight")):
            yield from self.plain("Insight")
        yield from self.plain("Blessing", if_so=len(hurt) >= 2)
        yield from self.on("Mend", unit_word(badly[0] if badly else None))
        yield from self.on("Shield", unit_word(best))
        yield from self.on("Fortify", square_word(best.at if best is not None else -1))
        for card in ("Vigour", "Ward", "Might"):
            yield from self.on(card, unit_word(best))
        yield from self.on("Far Sight", unit_word(next((u for u in ranked if state.card_of(u).ranged), None)))
        yield from self.on("Lightning", *(unit_word(u) for u in foes if u.hp <= EASY_PREY))
        empty = [s for s in state.temple_squares() if state.control[s] == self.seat and not state.units_at(s)]
        for card in ("Barrier", "Brambles"):
            yield from self.on(card, square_word(empty[0] if empty else -1))
        yield from self.on("Unravel", self.annoying())
        claim = state.catalogue.mantras["Claim"]
        legal = [s for s in ALL_SQUARES if land_legal(state, self.seat, claim, s)]
        yield from self.on("Claim", square_word(legal[0] if legal else -1))
        yield from self.plain("Holy Ground")

    def attack_word(self, unit: Unit) -> Attack | None:
        """Attacks while it has HP to spare, if somebody in reach does not defend much better than it attacks."""
        state = self.state
        most = figures(state, unit).a + _STRONGER
        if any(may_attack(state, unit, f) and figures(state, f).b <= most for f in self.foes()):
            return Attack(ANY, ALL_TIMES, 0, 2)
        return None

    def goal(self, unit: Unit, costs: Sequence[int]) -> int:
        """The nearest land card not controlled, a temple counting nearer, that no other own unit goes to."""
        state = self.state
        taken = {square for number, square in self.goals.items() if number != unit.number}
        goals = [
            (s, _TEMPLE_NEARER if state.is_temple(s) else 0)
            for s in ALL_SQUARES
            if not state.is_water(s)
            and state.control[s] != self.seat
            and (s not in taken or any(u.owner == self.foe for u in state.units_at(s)))
        ]
        return self.nearest(costs, goals)


# The keen player (BOT): it weighs what its units could do together against what the foe may answer to that.


_PLACES = 4
_ROUNDS = 2
"""How often all units of a plan are asked for a better deed."""
_WORTH_KEEPING = {
    6: ("Doom",),
    5: ("Banish", "Holy Ground", "Muster Horn", "Insight"),
    4: ("Fetters", "Lightning"),
    3: ("Parry", "Weakness", "Might", "Shield", "Vigour", "Mend"),
    2: ("Dispel", "War Drums", "Battle Cry"),
}
"""Mantras by the level of a unit that is as well worth a place in the hand; all others 1."""
_SOON = 7
"""Levels a unit may want more than there are in play and be kept."""


class Keen(Prospects, Player):
    """Plans for each unit what it can do best alone, and then looks which other deeds of them all are better together.

    A plan is worth its blows, what it takes and where it leads, less what the foe may answer (:meth:`_worth_of`).
    """

    fast = (
        "FAST Dispel WHEN CAST Doom, Banish, Lightning, Fetters, Plague, Claim, Barrier",
        "FAST Recall ON IT WHEN CAST Doom",
        "FAST Weakness ON FOE WHEN ATTACK",
        "FAST Parry ON IT WHEN ATTACK",
        "FAST Mend ON IT WHEN ATTACK",
    )

    def _world(self, standard: Iterable[int]) -> tuple[int, ...]:
        """Temples far from one another: a long game is the better player's."""
        if standard is STANDARD_TEMPLE:
            return tuple(map(SQUARE.__getitem__, "a4 e1 e4 a1 a3 e2 b4 d1".split()))
        return super()._world(standard)

    def lines(self) -> list[str]:
        """The lines of the coming sheet; what goes first of too full a hand is what is worth least in it (SEQ-2)."""
        lines = super().lines()
        hand = self.state.hands[self.seat]
        if role_of(self.state, self.seat) is Role.ACTIVE and hand:
            lines.append(write_order(Discard(tuple(sorted(hand, key=self._keeping)))))
        return lines

    def _keeping(self, card: str) -> tuple[float, int]:
        catalogue = self.state.catalogue
        unit = catalogue.units.get(card)
        number = catalogue.order.get(card, 0)
        if unit is None:
            return next((level for level, cards in _WORTH_KEEPING.items() if card in cards), 1), number
        return unit.level if unit.level <= level_sum(self.state, self.seat) + _SOON else 0.5, number

    def _musters(self) -> Iterator[Muster]:
        """As the others do, of one level the best placed first, where the plan once carried out leaves it best."""
        self.planned = list(self._plan())
        found: list[tuple[int, float, Muster]] = []
        for order in super()._musters():
            card = self.state.catalogue.units[order.card]
            unit = self.state.units[-card.number] = fresh(card, -card.number, self.seat, NOWHERE)
            ranked = sorted((-self._mustering(unit, s), s) for s in places(self.state, self.seat))
            del self.state.units[unit.number]
            self.state.cache.clear()
            level = levels_allow(self.state, self.seat, order.card) * card.level
            found.append((-level, ranked[0][0], Muster(order.card, tuple(s for _, s in ranked[:_PLACES]))))
        yield from (order for *_, order in sorted(found, key=lambda row: row[:2]))

    def casts(self) -> Iterator[Cast]:
        """What works as soon as it can: few mantras are worth waiting for."""
        state = self.state
        hand, own = state.hands[self.seat], self.strongest(self.own())
        foes = sorted(self.foes(), key=lambda f: (-self.worth(f) - 40 * state.is_temple(f.at), f.number))
        best, worst = next(iter(own), None), next(iter(foes), None)
        for _ in range(hand.count("Insight")):
            yield from self.plain("Insight")
        yield from self.plain("Muster Horn", if_so=sum(c in state.catalogue.units for c in hand) >= RECRUITS)
        for card in ("Doom", "Banish"):
            yield from self.on(card, unit_word(worst))
        yield from self.on("Lightning", *map(unit_word, sorted(foes, key=lambda f: f.hp > EASY_PREY)))
        yield from self.on("Fetters", unit_word(worst if best else None))
        yield from self.plain("Blessing", if_so=sum(u.hp < u.full for u in own) >= 2)
        yield from self.on("Mend", *(unit_word(u) for u in own if u.full - u.hp >= BADLY_HURT))
        for card in ("Might", "Shield", "Vigour", "Winged Feet", "Ward"):
            yield from self.on(card, unit_word(best))
        yield from self.on("Far Sight", unit_word(next((u for u in own if state.card_of(u).ranged), None)))
        yield from self.plain("Holy Ground", if_so=len(own) > 1)
        near = [u for u in own if any(foe_on(state, self.seat, n) for n in NEIGHBOURS[u.at])]
        yield from self.plain("War Drums", if_so=len(near) > 1)
        yield from self.on("Battle Cry", *(unit_word(u) for u in near))
        yield from self.plain("Plague", if_so=sum(u.hp < 2 for u in foes) > sum(u.hp < 2 for u in own))
        yield from self.on("Blight", *(square_word(f.at) for f in foes if state.control[f.at] == self.foe))
        yield from self.on("Unravel", self.annoying())
        mine = [t for t in self.temples if state.control[t] == self.seat]
        yield from self.on("Fortify", *(square_word(t) for t in mine if state.units_at(t)))
        bare = [square_word(t) for t in mine if not state.units_at(t) and self.guarding(t)]
        for card in ("Barrier", "Brambles"):
            yield from self.on(card, *bare)
        goals = [t for t in self.temples if state.control[t] != self.seat]
        more = {u.number: [self.steps(t, u)[u.at] - figures(state, u).d for t in goals] for u in own}
        yield from self.on("Haste", *(unit_word(u) for u in own if any(0 < lack <= 2 for lack in more[u.number])))
        near_goals = sorted(ALL_SQUARES, key=lambda s: min((DISTANCE[s][t] for t in goals), default=0))
        yield from self.on("Claim", *(square_word(s) for s in near_goals))

    def attack_word(self, unit: Unit) -> Attack | None:
        """Whom a unit attacks with points left over: all whom that is worth something, the best first."""
        found = []
        for foe in self.foes():
            if may_attack(self.state, unit, foe):
                hit = self._hit(unit, foe, unit.at, figures(self.state, unit), 1)
                found.append((-self._blow(unit, foe, hit)[0], foe.number))
        good = tuple(AtUnit(number) for loss, number in sorted(found) if loss < 0)
        return Attack(good, ALL_TIMES) if good else None

    def goal(self, unit: Unit, costs: Sequence[int]) -> int:
        """Where it is: a plan says where units go."""
        del costs
        return unit.at

    def _unit_lines(self) -> Iterator[UnitLine]:
        return iter(self.planned)

    def _plan(self) -> Iterator[UnitLine]:
        """A deed for each unit, weighed by what the others do; who waits for others comes last."""
        state, foes = self.state, self.foes()
        ready = [u for u in self.strongest(self.own()) if not figures(state, u).hold]
        ready.sort(key=lambda u: (not any(may_attack(state, u, f) for f in foes), not state.card_of(u).ranged))
        start = {u.number: u.at for u in ready}
        grounds: dict[int, Ground] = {}
        choices: dict[int, list[Deed]] = {}
        plan: dict[int, Deed] = {}
        best = 0.0
        for unit in ready:
            grounds[unit.number] = Ground(state, unit)
            choices[unit.number] = self._choices(unit, grounds[unit.number])
            plan[unit.number] = choices[unit.number][0]
            best = self._worth_of(plan, start)
        for _ in range(_ROUNDS):
            before = plan
            for number, deed in ((u.number, deed) for u in ready for deed in choices[u.number]):
                other = {**plan, number: deed}
                value = self._worth_of(other, start) if deed is not plan[number] else best
                if value > best:
                    best, plan = value, other
            if plan is before:
                break
        self._worth_of(plan, start)
        for unit in sorted(ready, key=lambda u: plan[u.number].late):
            words = self._words(plan[unit.number], grounds[unit.number], start[unit.number])
            if words:
                yield UnitLine(unit.number, words)
        for unit in ready:
            word = self.attack_word(unit)
            if word is not None:
                yield UnitLine(unit.number, (word,))

    def _words(self, deed: Deed, ground: Ground, start: int) -> tuple[Word, ...]:
        words: list[Word] = [Step(d) for d in ground.way(start, deed.stop)]
        if deed.foe:
            words.append(Attack((AtUnit(deed.foe),), ALL_TIMES, deed.kept))
        words += [Step(d) for d in Direction if deed.end != deed.stop and STEP[d][deed.stop] == deed.end]
        return tuple(words)


_PLAYERS: dict[str, type[Player]] = {"careful": Careful, "bold": Bold, "keen": Keen}
POLICIES: Mapping[str, str] = {
    "careful": "takes land, keeps what it has, attacks where it is not much the weaker",
    "bold": "makes for the temples and attacks whatever stands there",
    "keen": "weighs every card its units can reach, and every blow, against what the foe may answer",
}
DEFAULT = "careful"


def lines_of(policy: str, turn_file: Mapping[str, Any]) -> str:
    """The sheet's own lines for the coming mail turn, "" where none are wanted of the seat; same file, same lines."""
    if turn_file["ended"]:
        return ""
    player = _PLAYERS[policy](state_of(turn_file), str(turn_file["seat"]))
    return "\n".join(player.lines())


# What the office asks for (``engine.seam.trials.Bots``).


def play(policy: str, turn_file: Mapping[str, Any], _seed: bytes) -> list[Order]:
    """The orders for the coming mail turn; none where none are wanted of the seat. Nothing is left to chance."""
    cards = catalogue_of(turn_file["cards"])
    text = lines_of(policy, turn_file)
    return [stored(line, cards) for line in text.split("\n") if line]
