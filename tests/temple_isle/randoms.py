"""Random orders, sheets, states and games for the properties."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.sheet.sheet import SheetLine
from magika_gm.games.temple_isle.bots import lines_of
from magika_gm.games.temple_isle.orders.lines import read_sheet
from magika_gm.games.temple_isle.orders.model import (
    AnyUnit,
    AtSeat,
    AtSquare,
    Attack,
    AtTemple,
    AtUnit,
    Cast,
    Compare,
    Condition,
    Discard,
    Fast,
    FastNone,
    Field,
    FoeWord,
    Happens,
    ItWord,
    LeapStep,
    MantraAt,
    Muster,
    OfferDraw,
    Order,
    Place,
    Played,
    Resign,
    SquareIs,
    SquareState,
    Step,
    Stop,
    TargetWord,
    TempleList,
    Test,
    Toward,
    Trigger,
    UnitAt,
    UnitHp,
    UnitLine,
    UnitLives,
    WaterList,
    Word,
)
from magika_gm.games.temple_isle.report.report import content
from magika_gm.games.temple_isle.rules.sequence import resolve
from magika_gm.games.temple_isle.rules.state import Answers, Armies, Options, Pace, State
from magika_gm.games.temple_isle.rules.tables import LAND_AIMS, Aim, Catalogue, MantraCard, standard
from magika_gm.games.temple_isle.rules.terms import SEATS, Direction
from magika_gm.games.temple_isle.setup import Scenario, begin
from magika_gm.games.temple_isle.sight import perceive
from tests.systems.contract import Turn

POLICIES = ("careful", "bold")
Sheets = Mapping[str, Sequence[Order]]


class Maker:
    """Makes random orders: of all the grammar, or with ``hand`` and ``units`` near what a seat could really order."""

    def __init__(
        self,
        rng: random.Random,
        catalogue: Catalogue | None = None,
        hand: Sequence[str] = (),
        units: Sequence[int] = (1, 2, 3, 6, 7),
    ) -> None:
        self.rng = rng
        self.catalogue = catalogue or standard()
        self.hand = hand
        self.numbers = units or (1,)

    def square(self) -> int:
        return self.rng.randrange(20)

    def squares(self, most: int = 3) -> tuple[int, ...]:
        return tuple(self.square() for _ in range(self.rng.randint(1, most)))

    def unit(self) -> int:
        return self.rng.choice([*self.numbers, *self.numbers, self.rng.randint(1, 30)])

    def card(self, known: Sequence[str]) -> str:
        held = [c for c in self.hand if c in known]
        return self.rng.choice(held if held and self.rng.random() < 0.8 else list(known))

    def attack_target(self) -> AtUnit | AtSquare | Toward | AnyUnit:
        toward = Toward(self.rng.choice(list(Direction)))
        words: list[AtUnit | AtSquare | Toward | AnyUnit] = [toward, AtUnit(self.unit()), AtSquare(self.square())]
        return self.rng.choice([*words, AnyUnit()])

    def word(self) -> Word:
        way = self.rng.choice(list(Direction))
        kind = self.rng.randrange(8)
        if kind < 4:
            return Step(way)
        if kind == 4:
            return LeapStep(way)
        if kind == 5:
            return Stop()
        targets = tuple(self.attack_target() for _ in range(self.rng.randint(1, 2)))
        return Attack(targets, self.rng.choice([0, 1, 1, 2, 3]), self.rng.choice([0, 0, 1]), self.rng.choice([0, 0, 2]))

    def test(self) -> Test:
        kind = self.rng.randrange(5)
        if kind == 0:
            return UnitLives(self.unit(), self.rng.random() < 0.5)
        if kind == 1:
            return UnitHp(self.unit(), self.rng.choice(list(Compare)), self.rng.randrange(9))
        if kind == 2:
            return UnitAt(self.unit(), self.squares())
        if kind == 3:
            return SquareIs(self.square(), self.rng.choice(list(SquareState)))
        return Played(self.rng.choice(list(self.catalogue.cards)))

    def condition(self) -> Condition | None:
        if self.rng.random() < 0.7:
            return None
        tests = tuple(self.test() for _ in range(self.rng.randint(1, 3)))
        return Condition(tests, self.rng.random() < 0.4)

    def place(self) -> Place:
        places: list[Place] = [AtUnit(self.unit()), AtSquare(self.square()), AtSeat(self.rng.choice(SEATS))]
        return self.rng.choice(places)

    def target(self, card: MantraCard, *, fast: bool) -> TargetWord:
        if card.aim is Aim.MANTRA:
            return MantraAt(self.rng.choice(list(self.catalogue.mantras)), self.place())
        if card.aim in LAND_AIMS:
            return AtSquare(self.square())
        words: list[TargetWord] = [AtUnit(self.unit()), AtSquare(self.square()), AnyUnit()]
        return self.rng.choice([*words, ItWord(), FoeWord()] if fast else words)

    def spell(self, card: MantraCard, *, fast: bool) -> tuple[tuple[TargetWord, ...], tuple[int, ...]]:
        bare = card.aim in (Aim.NONE, Aim.ANSWERED)
        targets = () if bare else tuple(self.target(card, fast=fast) for _ in range(self.rng.randint(1, 3)))
        return targets, self.squares(5) if card.blink else ()

    def cast(self) -> Cast:
        known = [n for n, c in self.catalogue.mantras.items() if c.aim is not Aim.ANSWERED]
        card = self.catalogue.mantras[self.card(known)]
        targets, to = self.spell(card, fast=False)
        return Cast(card.name, targets, to, self.condition())

    def trigger(self, card: MantraCard) -> Trigger:
        rng = self.rng
        event = Happens.CAST if card.aim is Aim.ANSWERED else rng.choice(list(Happens))
        maybe = rng.random() < 0.4
        if event is Happens.CAST:
            cards = tuple(rng.sample(list(self.catalogue.mantras), 2)) if maybe else ()
            on: list[AtUnit | AtSquare] = [AtUnit(self.unit()), AtSquare(self.square())]
            return Trigger(event=event, cards=cards, on=tuple(on) if rng.random() < 0.3 else ())
        if event is Happens.MUSTER:
            return Trigger(event=event, cards=tuple(rng.sample(list(self.catalogue.units), 2)) if maybe else ())
        if event is Happens.ENTER:
            places = [AtSquare(square) for square in self.squares(6)] if maybe else []
            return Trigger(event=event, places=(*places, AtTemple()) if rng.random() < 0.3 else tuple(places))
        if event is Happens.ATTACK:
            by = (self.unit(),) if rng.random() < 0.3 else ()
            return Trigger(event=event, on=(AtUnit(self.unit()),) if maybe else (), by=by)
        return Trigger(event=event)

    def fast(self) -> Fast:
        card = self.catalogue.mantras[self.card([n for n, c in self.catalogue.mantras.items() if c.fast])]
        targets, to = self.spell(card, fast=True)
        return Fast(card.name, self.trigger(card), targets, to, self.condition())

    def order(self) -> Order:
        rng = self.rng
        kind = rng.randrange(20)
        if kind < 7:
            words = tuple(self.word() for _ in range(rng.randint(1, 6)))
            return UnitLine(self.unit(), words, self.condition())
        if kind < 11:
            return self.cast()
        if kind < 14:
            places = self.squares() if rng.random() < 0.6 else ()
            return Muster(self.card(list(self.catalogue.units)), places, self.condition())
        if kind < 16:
            return self.fast()
        if kind == 16:
            return Discard(tuple(self.card(list(self.catalogue.cards)) for _ in range(rng.randint(1, 3))))
        return rng.choice(
            [
                FastNone(),
                OfferDraw(),
                WaterList(self.squares(6)),
                TempleList(rng.choice([*self.catalogue.temples, ""]), self.squares(6)),
                Field(rng.choice(list(self.catalogue.units)), self.squares(4)),
                Discard((self.card(list(self.catalogue.cards)),)),
                Resign() if rng.random() < 0.03 else FastNone(),
            ]
        )


def any_order(seed: int) -> Order:
    """Any order there is, from a seed."""
    return Maker(random.Random(seed)).order()


def wild_sheet(rng: random.Random, state: State, seat: str) -> list[Order]:
    """A sheet of up to fourteen random orders, many of which could be carried out."""
    mine = [u.number for u in state.units_of(seat)]
    others = [u.number for u in state.units_in_play() if u.owner != seat]
    maker = Maker(rng, state.catalogue, state.hands[seat], [*mine, *mine, *mine, *others])
    return [maker.order() for _ in range(rng.randint(0, 14))]


def bot_sheet(state: State, seat: str, policy: str) -> list[Order] | None:
    """What a policy orders, by way of its turn file; None if it sends nothing."""
    text = lines_of(policy, content(perceive(state, seat)))
    if not text:
        return None
    reading = read_sheet([SheetLine(n, line) for n, line in enumerate(text.split("\n"), 1)], state.catalogue)
    assert not reading.faults, reading.faults
    return list(reading.orders)


def some_options(rng: random.Random) -> Options:
    """Options of all sorts, the usual ones but for a last game turn half the time."""
    if rng.random() < 0.5:
        return Options(pace=rng.choice(list(Pace)), limit=36)
    return Options(
        pace=rng.choice(list(Pace)),
        limit=rng.choice([0, 8, 20, 36]),
        stack=rng.randint(0, 3),
        hand_limit=rng.randint(2, 7),
        opening=rng.randint(0, 8),
        joined_land=rng.random() < 0.5,
        shoot_water=rng.random() < 0.5,
        answers=rng.choice(list(Answers)),
        absence=rng.randint(0, 3),
        armies=rng.choice(list(Armies)),
        army_levels=rng.randint(5, 30),
    )


def game(
    seed: int, *, wild: float = 0.3, options: Options | None = None, scenario: Scenario | None = None, most: int = 60
) -> Iterator[tuple[State, dict[str, list[Order]], Resolution]]:
    """A game from its beginning: each mail turn's state before, its sheets, and what came of it.

    A sheet is random with the chance ``wild``, now and then missing, else a policy's.
    """
    rng = random.Random(seed)
    key = b"game %d" % seed
    scenario = scenario or Scenario(options=options or some_options(rng))
    state: State = begin(scenario, Dice(key, 0)).state
    policy = {seat: rng.choice(POLICIES) for seat in SEATS}
    for _ in range(most):
        if state.ended:
            return
        orders = {}
        for seat in SEATS:
            roll = rng.random()
            if roll < wild:
                orders[seat] = wild_sheet(rng, state, seat)
            elif roll < 0.95 and (sheet := bot_sheet(state, seat, policy[seat])) is not None:
                orders[seat] = sheet
        resolution = resolve(state, orders, Dice(key, state.mail + 1))
        yield state, orders, resolution
        state = resolution.state


def wild(seed: int) -> Iterator[Turn]:
    """A random game, turn by turn."""
    for state, orders, resolution in game(seed, wild=random.Random(seed).choice((0.3, 0.85))):
        scenario = Scenario(options=state.options)
        yield Turn(before=state, orders=orders, resolution=resolution, seed=b"game %d" % seed, scenario=scenario)
