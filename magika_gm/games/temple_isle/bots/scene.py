"""The table as a turn file shows it, a state that hides what its seat does not know; what attacks come to, and what one
side's units could do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from math import prod
from typing import Any, NamedTuple

from magika_gm.engine.plain import taken
from magika_gm.engine.records import named_record
from magika_gm.games.temple_isle.orders.lines import stored
from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.rules.figures import Figures, figures, foe_on
from magika_gm.games.temple_isle.rules.movement import FAR, Ground, in_reach
from magika_gm.games.temple_isle.rules.state import (
    HIDDEN,
    NOWHERE,
    Answers,
    Armies,
    Left,
    Mantra,
    Options,
    Pace,
    Stage,
    State,
    Unit,
    meant,
)
from magika_gm.games.temple_isle.rules.tables import Catalogue, read_rows, standard
from magika_gm.games.temple_isle.rules.targets import can_stop
from magika_gm.games.temple_isle.rules.terms import (
    ALL_SQUARES,
    DISTANCE,
    NEIGHBOURS,
    OTHER,
    SEATS,
    SQUARE,
    SQUARES,
    What,
    Who,
)
from magika_gm.games.temple_isle.sight import designs


def catalogue_of(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> Catalogue:
    """The cards a turn file shows, upon the shipped ones; where it shows no others, the shipped ones themselves."""
    named = {row["name"] for kind in rows.values() for row in kind}
    if rows == designs(standard(), named):
        return standard()
    bare = {
        kind: [{k: v for k, v in row.items() if k != "number"} for row in of_kind] for kind, of_kind in rows.items()
    }
    faults: list[tuple[str, str]] = []
    catalogue = read_rows(bare, standard(), faults)
    if faults:
        raise ValueError(f"the turn file shows cards that cannot be: {faults}")
    return catalogue


def state_of(file: Mapping[str, Any]) -> State:
    """The state as its seat knows it, made from a turn file alone."""
    seat, foe = str(file["seat"]), str(file["foe"])
    catalogue = catalogue_of(file["cards"])
    shown = {"edition": 1, **file["options"]}
    enums = {"pace": Pace, "armies": Armies, "answers": Answers}
    said: dict[str, Any] = {name: enums[name](value) if name in enums else value for name, value in shown.items()}
    isle = file["isle"]
    state = State(
        catalogue=catalogue,
        options=meant(Options(**said), said),
        first=str(file["first"]),
        stage=Stage(file["next"]["stage"]),
        mail=file["mail_turn"],
        turn=file["game_turn"],
        next_unit=file["next_unit"],
        isle=[isle[name]["card"] for name in SQUARES],
        control=[isle[name]["control"] or "" for name in SQUARES],
        temples=tuple(file["temples_to_place"]),
        discard=list(file["discard"]),
        missed=dict(file["missed"]),
        offered=dict(file["draw_offered"]),
    )
    state.hands[seat] = catalogue.sorted(held["card"] for held in file["hand"])
    state.shown[seat] = list(file["own_hand_known"])
    known = list(file["foe_hand_known"])
    state.shown[foe] = known
    state.hands[foe] = [*known, *[HIDDEN] * (file["hands"][foe] - len(known))]
    state.deck = {HIDDEN: file["deck"]} if file["deck"] else {}
    state.fast[seat] = [line for text in file["fast"] if isinstance(line := stored(text, catalogue), Fast)]
    for row in file["units"]:
        state.units[row["number"]] = _unit(row)
    for row in file["units_gone"]:
        gone = taken(Unit, row, at=NOWHERE, hp=0, full=0, mustered=0)
        gone.left = Left(row["how"])
        state.units[row["number"]] = gone
    state.units = dict(sorted(state.units.items()))
    state.global_mantras = _mantras(file["global_mantras"])
    state.land_mantras = {SQUARE[s]: _mantras(isle[s]["mantras"]) for s in SQUARES if isle[s]["mantras"]}
    assert set(state.hands) == set(SEATS)
    return state


def _unit(row: Mapping[str, Any]) -> Unit:
    return taken(Unit, row, at=SQUARE[row["square"]], mantras=_mantras(row["mantras"]))


def _mantras(rows: Sequence[Mapping[str, Any]]) -> list[Mantra]:
    return [Mantra(m["card"], m["caster"], m["until"] or 0, m["age"]) for m in rows]


# What attacks come to, all rolls weighed (COMB).


class Exchange(NamedTuple):
    """What some attacks of one unit on another come to: the chance that the attacker dies, the HP it loses, and how
    likely the other is left with each number of HP from 0."""

    fallen: float
    taken: float
    left: tuple[float, ...]


@lru_cache
def _odds(attack: int, defence: int) -> list[tuple[int, float]]:
    """By how much the attack's die is above the defence's, and how likely."""
    above = Counter(x - y for x in range(1, attack + 1) for y in range(min(1, defence), defence + 1))
    return [(more, times / above.total()) for more, times in above.items()]


@lru_cache(maxsize=50_000)
def exchange(
    sides: tuple[int, int], hp: tuple[int, int], guards: tuple[int, int], times: int, spared: bool
) -> Exchange:
    """So many attacks; of each pair the attacker's comes first. ``spared``: who attacks is not hurt (COMB)."""
    left = [0.0] * (hp[1] + 1)
    if times < 1 or sides[0] < 1 or hp[1] < 1:
        return Exchange(0.0, 0.0, certain(hp[1]))
    fallen = taken = 0.0
    for above, odds in _odds(*sides):
        mine = max(0, hp[0] - (max(0, -above - guards[0]) if not spared else 0))
        his = max(0, hp[1] - max(0, above - guards[1]))
        more = exchange(sides, (mine, his), guards, times - 1 if mine else 0, spared)
        fallen += odds * (more.fallen if mine else 1)
        taken += odds * (hp[0] - mine + more.taken)
        for h, chance in enumerate(more.left):
            left[h] += odds * chance
    return Exchange(fallen, taken, tuple(left))


class Hit(NamedTuple):
    """What :func:`exchange` asks of attacks, but for the HP of who is struck."""

    sides: tuple[int, int]
    hp: int
    guards: tuple[int, int]
    times: int
    spared: bool

    def on(self, left: tuple[float, ...]) -> Exchange:
        """What they come to where the other is left with each number of HP so likely."""
        fallen = taken = 0.0
        after = [0.0] * len(left)
        for hp, chance in enumerate(left):
            if chance:
                course = exchange(self.sides, (self.hp, hp), self.guards, self.times, self.spared)
                fallen += chance * course.fallen
                taken += chance * course.taken
                for h, part in enumerate(course.left):
                    after[h] += chance * part
        return Exchange(fallen, taken, tuple(after))


def certain(hp: int) -> tuple[float, ...]:
    """One with so many HP."""
    return (*[0.0] * hp, 1.0)


# One side of a table, what its units could do, and what that is worth (BOT).


class Side:
    """One side of a table as it sees it. ``state`` is its own copy: what could be done is tried out on it."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.foe = OTHER[seat]
        self.more_points: dict[int, int] = {}

    def own(self) -> list[Unit]:
        """Own units in play, by number."""
        return self.state.units_of(self.seat)

    def foes(self) -> list[Unit]:
        """The foe's units in play, by number."""
        return self.state.units_of(self.foe)

    def strongest(self, units: Iterable[Unit]) -> list[Unit]:
        """Highest level first, then most HP, then lowest number (BOT)."""
        return sorted(units, key=lambda u: (-self.state.card_of(u).level, -u.hp, u.number))

    def _stand(self, unit: Unit, square: int) -> None:
        """For those after it the unit stands where its walk takes it."""
        unit.at = square
        self.state.cache.clear()


_TEMPLE, _FOES_TEMPLE, _LAST_TEMPLE, _HIS_LAST = 60, 100, 1000, 200
"""What taking a temple is worth, one of the foe's, the last one lacking; what it is worth to keep him from his last."""
_GUARD, _HIS_THIRD = 50, 60
_RETAKEN, _STEPS_IN = 70, 0.8
"""What an own temple is worth to the foe; how much of it to who has just struck its guard down."""
_LAND, _FOES_LAND = 5, 9
_UNIT, _LEVEL, _KILL = 14, 9, 0.8
"""What a unit is worth and each of its levels; how much of that its death is, the rest going by its HP."""
_NEARER, _MOST_AHEAD, _AHEAD = 0.75, 150, 0.6
"""What a prize is worth a turn further off, the most that one ahead counts, and what it counts beside one at hand."""
_OWN_LOSS, _HIS_OWN_LOSS, _ANSWER = 1.1, 0.7, 0.9
"""How much who strikes minds his own loss; what the foe's answer counts beside what one does."""
_DANGER, _LOST = 0.6, 0.2
_LIKELY, _HALF, _SURE = 0.25, 0.5, 0.9
_CHOICES = 5
"""Of how many deeds of each unit a plan is made."""
_GIFTS = {
    (Who.MINE, What.A): 18,
    (Who.MINE, What.B): 18,
    (Who.MINE, What.D): 27,
    (Who.MINE, What.HEAL): 27,
    (Who.NEAR_MINE, What.HARM): -36,
    (Who.HERE_MINE, What.HARM): -36,
    (Who.ME, What.DRAW): 60,
    (Who.ME, What.RECOVER): 45,
    (Who.ME, What.LIMIT): 24,
    (Who.ME, What.MUTE): -36,
    (Who.ME, What.SUM): 8,
    (Who.ME, What.COUNT): 15,
}
"""What effects are worth to the holder of a card, each point of them: to each unit where they are for all of them."""
_MOST_UNITS = 4


@named_record
class Deed:
    """What a unit is to do: stop on ``stop``, attack ``foe`` there with all points but ``kept``, and end on ``end``.

    ``hit`` are the attacks; ``late``: others must clear the card first.
    """

    value: float
    stop: int
    end: int
    foe: int = 0
    kept: int = 0
    hit: Hit | None = None
    late: bool = False


class Prospects(Side):
    """What a side's units could do and win, and what the foe may answer, all rolls weighed."""

    def __init__(self, state: State, seat: str) -> None:
        super().__init__(state, seat)
        self.temples = state.temple_squares()
        self.taking: set[int] = set()
        """Cards others are sent to."""
        self.whole = {foe.number: certain(foe.hp) for foe in self.foes()}
        self.left = dict(self.whole)
        """How likely a foe's unit is left with each number of HP by what others do."""
        self.gifts = {s: self._gift(s) for s in ALL_SQUARES}
        self.far: dict[tuple[int, bool, frozenset[int]], list[int]] = {}
        self.seen: dict[tuple[int, int], Figures] = {}
        self.reaching: dict[tuple[int, int, int, int], Hit | None] = {}

    def _gift(self, square: int) -> float:
        """What the text of a card is worth to its holder."""
        value, units = 0.0, min(_MOST_UNITS, len(self.own()))
        for e in self.state.land(square).effects:
            each = _GIFTS.get((e.who, e.what), 6 if e.who is Who.HERE_MINE else 0)
            value += each * (e.amount or 1) * (units if e.who is Who.MINE else 1)
        return value

    def worth(self, unit: Unit) -> float:
        """What a unit is worth."""
        return _UNIT + _LEVEL * self.state.card_of(unit).level

    def gain(
        self, striker: Unit, struck: Unit, before: tuple[float, ...], course: Exchange, own_loss: float = _OWN_LOSS
    ) -> float:
        """What an exchange is worth to who strikes, his own loss counted in part."""
        dealt = sum(hp * (was - now) for hp, (was, now) in enumerate(zip(before, course.left, strict=True)))
        his = _KILL * (course.left[0] - before[0]) + (1 - _KILL) * dealt / struck.full
        mine = _KILL * course.fallen + (1 - _KILL) * course.taken / striker.full
        return self.worth(struck) * his - own_loss * self.worth(striker) * mine

    def prize(self, temple: int) -> float:
        """What it is worth to take a temple now."""
        control = self.state.control
        if control[temple] == self.seat:
            return 0.0
        mine = sum(control[t] == self.seat or t in self.taking for t in self.temples)
        his = control[temple] == self.foe
        value = (_FOES_TEMPLE if his else _TEMPLE) + self.gifts[temple] * (1.5 if his else 1)
        if mine == len(self.temples) - 1:
            value += _LAST_TEMPLE
        if his and self._held_by_foe(self.taking) >= len(self.temples) - 1:
            value += _HIS_LAST
        return value

    def _held_by_foe(self, but: Collection[int] = ()) -> int:
        return sum(self.state.control[t] == self.foe and t not in but for t in self.temples)

    def guarding(self, temple: int) -> float:
        """What a guard on an own temple is worth: nothing where no foe can come next turn."""
        foes = [f for f in self.foes() if not figures(self.state, f).hold]
        if not any(self.steps(temple, f)[f.at] <= figures(self.state, f).d for f in foes):
            return 0.0
        lacking = len(self.temples) - self._held_by_foe()
        return _GUARD + (_HIS_LAST if lacking <= 1 else _HIS_THIRD if lacking == 2 else 0)

    def danger(self, unit: Unit, square: int) -> tuple[float, float]:
        """What the foe may win next turn by attacks on a unit that stands there, and the chance that it dies."""
        total, left = 0.0, certain(unit.hp)
        for foe in self.foes():
            alive = 1 - self.left[foe.number][0]
            hit = self.blows(foe, unit, square, self.steps(foe.at, foe)[square])
            if alive < 1 - _SURE or hit is None:
                continue
            course = hit.on(left)
            won = self.gain(foe, unit, left, course, _HIS_OWN_LOSS)
            if won > 0:
                total += alive * won
                left = _mixed(left, course.left, alive)
        return total, left[0]

    def blows(self, foe: Unit, unit: Unit, square: int, far: int) -> Hit | None:
        """The attacks that a foe's unit has on one so many steps off, if any."""
        key = foe.number, unit.number, square, far
        if key not in self.reaching:
            f, figure = self.figures_at(foe, foe.at), self.figures_at(unit, square)
            reach = 1 if figure.cover else max(1, f.range)
            times = (
                0 if self.state.is_water(square) and not self.state.card_of(foe).water else f.d - max(0, far - reach)
            )
            hit = Hit((f.a, figure.b), foe.hp, (f.guard, figure.guard), times, reach > 1)
            self.reaching[key] = hit if f.a and times > 0 and not f.hold else None
        return self.reaching[key]

    def steps(self, square: int, unit: Unit, barred: frozenset[int] = frozenset()) -> list[int]:
        """How many steps a unit like this has from a square to each; those that are barred it cannot pass."""
        key = square, self.state.card_of(unit).water, barred
        if key not in self.far:
            far = self.far[key] = [FAR] * len(ALL_SQUARES)
            far[square], to_do = 0, [square]
            for at in to_do:
                for other in NEIGHBOURS[at]:
                    if far[other] == FAR:
                        far[other] = far[at] + 1
                        if other not in barred and (key[1] or not self.state.is_water(other)):
                            to_do.append(other)
        return self.far[key]

    def figures_at(self, unit: Unit, square: int) -> Figures:
        """A unit's figures if it stood there."""
        key = unit.number, square
        if key not in self.seen:
            was, known = unit.at, self.state.cache
            unit.at = square
            known.pop(unit.number, None)
            self.seen[key] = figures(self.state, unit)
            unit.at = was
            known.pop(unit.number, None)
        return self.seen[key]

    def standing(self, unit: Unit, square: int) -> float:
        """What it is worth that a unit ends its turn there, whatever others do."""
        state, value = self.state, 0.0
        loss, dies = self.danger(unit, square)
        if state.control[square] != self.seat:
            value += self._taken(square) * (1 - _LOST * dies)
            value += self.guarding(square) / 2 * (1 - dies) if state.is_temple(square) else 0
        elif state.is_temple(square) and all(u.owner != self.seat or u is unit for u in state.units_at(square)):
            value += self.guarding(square) * (1 - dies)
        return value + self._ahead(unit, square) - _DANGER * loss

    def _taken(self, square: int) -> float:
        """What a card is worth that a unit takes."""
        state = self.state
        if square in self.taking or state.is_water(square) or state.control[square] == self.seat:
            return 0
        if state.is_temple(square):
            return self.prize(square)
        return (_FOES_LAND if state.control[square] == self.foe else _LAND) + self.gifts[square]

    def _ahead(self, unit: Unit, square: int) -> float:
        """What is to be had from there in later turns: the best of it."""
        best = 0.0
        points = self.figures_at(unit, square).d
        for temple in self.temples:
            if temple == square:
                continue
            want = 0.0 if temple in self.taking else self.prize(temple)
            if self.state.control[temple] == self.seat and not self.state.units_at(temple):
                want = 0.7 * self.guarding(temple)
            turns = -(-self.steps(temple, unit)[square] // points)
            best = max(best, min(want, _MOST_AHEAD) * _NEARER**turns)
        return _AHEAD * best

    def _mustering(self, unit: Unit, square: int) -> float:
        """What a place to muster is worth: the way from there, and what the foe may answer to it."""
        self._stand(unit, square)
        return self._ahead(unit, square) - _ANSWER * self._answer({u.number: u.hp for u in self.own()})

    def _worth_of(self, plan: Mapping[int, Deed], start: Mapping[int, int]) -> float:
        """What a plan is worth, the foe's answer and all; the units stand as it leaves them."""
        state, value = self.state, 0.0
        self.left, self.taking = dict(self.whole), set()
        hp, lives = {u.number: u.hp for u in self.own()}, dict.fromkeys(plan, 1.0)
        for number, deed in plan.items():
            unit, struck = state.units[number], state.units.get(deed.foe)
            unit.at = start[number]
            if struck is not None and deed.hit is not None:
                before = self.left[deed.foe]
                course = deed.hit.on(before)
                value += self.gain(unit, struck, before, course)
                self.left[deed.foe] = course.left
                hp[number], lives[number] = max(1, round(unit.hp - course.taken)), 1 - course.fallen
        state.cache.clear()
        for number, deed in plan.items():
            unit, free = state.units[number], self._free(deed.end)
            end = deed.end if free >= _HALF else start[number] if deed.late else deed.stop
            self._stand(unit, end)
            value += lives[number] * self._taken(deed.end) * (free if end == deed.end else _SURE * free)
            self.taking.add(end)
        if all(state.control[t] == self.seat or t in self.taking for t in self.temples):
            return value
        value += sum(self._ahead(state.units[number], state.units[number].at) for number in plan)
        return value - _ANSWER * self._answer(hp)

    def _answer(self, hp: Mapping[int, int]) -> float:
        """What the foe wins in his next turn, each of his units doing what is best after those before it."""
        state, total = self.state, 0.0
        own = self.own()
        barred = frozenset(u.at for u in own)
        left = {u.number: certain(hp[u.number]) for u in own}
        prizes = {t: self._his_prize(t) for t in self.temples}

        def bare(square: int) -> float:
            return prod(left[u.number][0] for u in state.units_at(square) if u.owner == self.seat)

        for foe in self.strongest(self.foes()):
            alive, f = 1 - self.left[foe.number][0], self.figures_at(foe, foe.at)
            if alive < 1 - _SURE or f.hold:
                continue
            far = self.steps(foe.at, foe, barred)
            near = [t for t in self.temples if far[t] <= f.d]
            best, goal = max(((prizes[t] * bare(t), t) for t in near), default=(0.0, NOWHERE))
            struck, after = 0, certain(0)
            for unit in own:
                hit, before = self.blows(foe, unit, unit.at, far[unit.at]), left[unit.number]
                if hit is None or before[0] > _SURE:
                    continue
                course = hit.on(before)
                won = self.gain(foe, unit, before, course, _HIS_OWN_LOSS)
                if unit.at in near and hit.times > 1:
                    left[unit.number] = course.left
                    won += _STEPS_IN * prizes[unit.at] * bare(unit.at)
                    left[unit.number] = before
                if won > best:
                    best, struck, after = won, unit.number, course.left
            total += alive * best
            if struck:
                left[struck] = _mixed(left[struck], after, alive)
            elif goal >= 0:
                prizes[goal] *= 1 - alive
        return total

    def _his_prize(self, temple: int) -> float:
        """What it is worth to the foe to take a temple once the plan is carried out."""
        mine = self.state.control[temple] == self.seat or temple in self.taking
        if not mine and self.state.control[temple] == self.foe:
            return 0.0
        lacking = len(self.temples) - self._held_by_foe(self.taking)
        value = _RETAKEN + self.gifts[temple] if mine else _TEMPLE + self.gifts[temple] / 2
        return value + (_LAST_TEMPLE if lacking == 1 else _HIS_THIRD if lacking == 2 else 0)

    def _choices(self, unit: Unit, ground: Ground) -> list[Deed]:
        """The best a unit can do with its points, the best first, and to stay as it is."""
        points = figures(self.state, unit).d + self.more_points.get(unit.number, 0)
        costs = ground.costs_from(unit.at)
        worth = {s: self.standing(unit, s) for s in ALL_SQUARES if costs[s] <= points}
        stay = Deed(value=worth[unit.at], stop=unit.at, end=unit.at)
        near = sorted(worth, key=lambda s: (costs[s], s))
        deeds = [deed for s in near for deed in self._deeds(unit, ground, s, points - costs[s], worth)]
        return [*nlargest(_CHOICES, [stay, *deeds], key=lambda deed: deed.value), stay]

    def _deeds(
        self, unit: Unit, ground: Ground, square: int, points: int, worth: Mapping[int, float]
    ) -> Iterator[Deed]:
        """What a unit can do on a square with the points it has left there: stay, attack, attack and step away."""
        state, here = self.state, worth[square]
        if foe_on(state, self.seat, square):
            free = self._free(square)
            if free >= _LIKELY:
                yield Deed(value=free * here + (1 - free) * worth[unit.at], stop=square, end=square, late=True)
            return
        if square != unit.at and not can_stop(state, unit, square):
            return
        figure = self.figures_at(unit, square)
        yield Deed(value=here, stop=square, end=square)
        for foe in self.foes() if points and figure.a else ():
            if not in_reach(state, unit, foe, square):
                continue
            for end in (square, *NEIGHBOURS[square]):
                kept = ground.cost[end] if end != square else 0
                if points <= kept or end not in worth or not (end in (square, foe.at) or can_stop(state, unit, end)):
                    continue
                hit = self._hit(unit, foe, square, figure, points - kept)
                value, gone = self._blow(unit, foe, hit)
                free = self._free(end, foe, gone)
                value += free * worth[end] + (1 - free) * here
                yield Deed(value=value, stop=square, end=end, foe=foe.number, kept=kept, hit=hit)

    def _free(self, square: int, struck: Unit | None = None, gone: float = 0.0) -> float:
        """The chance that no foe's unit is left on a card, one of them being struck and gone so likely."""
        chance = 1.0
        for foe in self.state.units_at(square):
            if foe.owner == self.foe:
                chance *= gone if foe is struck else self.left[foe.number][0]
        return chance

    def _hit(self, unit: Unit, foe: Unit, square: int, figure: Figures, times: int) -> Hit:
        """So many attacks from a square."""
        state, f = self.state, figures(self.state, foe)
        apart = bool(figure.range) and DISTANCE[square][foe.at] > 1
        afloat = state.is_water(square) and not state.card_of(foe).water and not f.range
        return Hit((figure.a, f.b), unit.hp, (figure.guard, f.guard), times, apart or afloat)

    def _blow(self, unit: Unit, foe: Unit, hit: Hit) -> tuple[float, float]:
        """What attacks are worth, and the chance that the other is gone after them."""
        before = self.left[foe.number]
        course = hit.on(before)
        return self.gain(unit, foe, before, course), course.left[0]


def _mixed(before: tuple[float, ...], after: tuple[float, ...], likely: float) -> tuple[float, ...]:
    """How likely each number of HP is where a change comes about so likely."""
    return tuple(was + likely * (now - was) for was, now in zip(before, after, strict=True))
