"""The state of turn 0 (SET-4)."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant
from magika_gm.games.rune_war.isle import PLACE_ORDER
from magika_gm.games.rune_war.rules.deal import deal
from magika_gm.games.rune_war.rules.state import Creature, Options, Player, World
from magika_gm.games.rune_war.rules.table import Table
from magika_gm.games.rune_war.setup.choosing import Pair, draw_places, give_out, read_pair
from magika_gm.games.rune_war.setup.scenario import Scenario
from magika_gm.games.rune_war.tables import CREATURES, SEATS, WIZARDS, Clan, code_order, split_code

CHOICE = "choice"
"""The sign-up trait: wizard/clan pairs in order of preference."""
SETUP = 0
"""The step of turn 0 in which everything is drawn."""


def places_of(scenario: Scenario, dice: Dice) -> tuple[str, ...]:
    """The seats of the first, second … sign-up: drawn if the scenario says so (SET-3), else in order."""
    return draw_places(dice) if scenario.drawn_places else SEATS


def wishes_of(entrant: Entrant) -> list[Pair]:
    """An entrant's pairs, in his order; what is no pair is passed over."""
    choice = entrant.choices.get(CHOICE, ())
    texts = choice.split(",") if isinstance(choice, str) else choice
    return [pair for text in texts if (pair := read_pair(str(text))) is not None]


def placed(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> dict[str, str]:
    """The seat each entrant gets, by the one he signed up in: the i-th sign-up sits at the i-th number (SET-3)."""
    dice.phase = SETUP
    places = places_of(scenario, dice)
    return {entrant.seat: places[SEATS.index(entrant.seat)] for entrant in entrants}


def start(scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> World:
    """The state of turn 0: entrants in order of sign-up, each in the seat he signed up in; the first hand is dealt
    (SEQ-1). Where places are drawn each sits where the roll puts him (:func:`placed`).
    """
    seat_of = placed(scenario, entrants, dice)
    fixed = {seat: setup.pair for seat, setup in scenario.seats.items() if setup.pair is not None}
    pairs = give_out(fixed, [(seat_of[entrant.seat], wishes_of(entrant)) for entrant in entrants], dice)
    taken = set(seat_of.values())
    world = new_world(scenario, pairs)
    for seat, player in world.players.items():
        player.policy = "" if seat in taken else scenario.seats[seat].policy
    deal_first(world, dice)
    return world


def new_world(scenario: Scenario, pairs: dict[str, Pair]) -> World:
    """The isle at the start, with everybody in his seat and no hand dealt."""
    world = World(options=scenario.options, isle=scenario.isle)
    for seat in SEATS:
        world.players[seat] = new_player(scenario.options, seat, *pairs[seat])
    world.land = dict(scenario.isle.start)
    for setup in sorted(scenario.creatures, key=lambda c: code_order(c.code)):
        split = split_code(setup.code)
        assert split is not None, "a scenario was checked when it was read"
        owner = world.of_clan(split[0])
        owner.number = max(owner.number, split[1])
        loyalty = CREATURES[setup.kind].loyalty if setup.loyalty is None else setup.loyalty
        world.creatures[setup.code] = Creature(
            code=setup.code, seat=owner.seat, kind=setup.kind, at=setup.at, loyalty=loyalty
        )
        world.armies.setdefault(setup.at, []).append(setup.code)
    world.armies = dict(sorted(world.armies.items(), key=lambda item: PLACE_ORDER[item[0]]))
    return world


def new_player(options: Options, seat: str, wizard: str, clan: Clan) -> Player:
    """A seat at the start: spell points, no land claim points (SET-4)."""
    points = WIZARDS[wizard].spell_points if options.spell_points is None else options.spell_points
    others = {other: 0 for other in Clan if other is not clan}
    return Player(seat=seat, wizard=wizard, clan=clan, points=points, lcp=others)


def deal_first(world: World, dice: Dice) -> None:
    """The first hand; its fours are declared in the first turn (HAND-3)."""
    table = Table(world, dice)
    deal(table, 1)
