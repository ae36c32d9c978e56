"""The state a game begins with: BUILD-1 and DECK-3, or a given world (VAR-2)."""

from __future__ import annotations

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.rules import Resolution
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, MOON, NEUTRAL, OTHER, SQUARES, SUN
from magika_gm.games.temple_isle.rules.building import TEMPLES
from magika_gm.games.temple_isle.rules.casting import answer
from magika_gm.games.temple_isle.rules.catalogue import Catalogue
from magika_gm.games.temple_isle.rules.events import CardDrawn, FirstPlayerChosen, LandLaid, StageBegan, TempleDrawn
from magika_gm.games.temple_isle.rules.figures import figures
from magika_gm.games.temple_isle.rules.resolve import start_next
from magika_gm.games.temple_isle.rules.state import Armies, Options, Stage, State, Unit
from magika_gm.games.temple_isle.rules.turn import Chapter, Turn
from magika_gm.games.temple_isle.setup.scenario import Scenario

_SIDES = 6


def begin(scenario: Scenario, dice: Dice) -> Resolution:
    """A game's state before mail turn 1, with what was told on the way (SET-2): report 0."""
    state = given_state(scenario) if scenario.given else blank(scenario.catalogue, scenario.options)
    turn = Turn(state, dice, answer)
    turn.begin_chapter(Chapter.SHEETS)
    if not scenario.given:
        draw_world(turn)
    if scenario.first:
        turn.tell(FirstPlayerChosen(scenario.first, 0))
    else:
        choose_first(turn)
    for seat in (state.first, OTHER[state.first]):
        given = scenario.hands.get(seat)
        if given is None:
            deal(turn, seat)
        else:
            for card in given:
                turn.confide(seat, CardDrawn(seat, card, "deal"), CardDrawn(seat, "", "deal"))
    if not scenario.given:
        turn.tell(StageBegan(Stage.BUILD))
    elif scenario.options.armies is Armies.PICKED and not scenario.units:
        turn.tell(StageBegan(Stage.FIELD))
    else:
        start_next(turn)
    return Resolution(state, tuple(turn.told), tuple(dice.rolls))


def blank(catalogue: Catalogue, options: Options) -> State:
    """A state with an empty isle, empty hands and the whole deck; units are no part of it where picked (VAR-1)."""
    picked = options.armies is Armies.PICKED
    copies = {n: c for n, c in catalogue.deck().items() if c and not (picked and n in catalogue.units)}
    return State(
        catalogue=catalogue,
        options=options,
        isle=[""] * len(SQUARES),
        control=[NEUTRAL] * len(SQUARES),
        deck=copies,
    )


def draw_world(turn: Turn) -> None:
    """Twenty lands in reading order, four temples (BUILD-1)."""
    catalogue = turn.state.catalogue
    lands = {n: c.copies for n, c in catalogue.lands.items() if c.copies}
    for square in SQUARES:
        turn.tell(LandLaid(square, _take(turn.dice, "world.land", square, lands)))
    temples = {n: c.copies for n, c in catalogue.temples.items() if c.copies}
    for number in range(1, TEMPLES + 1):
        turn.tell(TempleDrawn(number, _take(turn.dice, "world.temple", str(number), temples)))


def _take(dice: Dice, name: str, subject: str, left: dict[str, int]) -> str:
    names = list(left)
    drawn = names[dice.choice(name, subject, names, "BUILD-1", list(left.values()))]
    left[drawn] -= 1
    if not left[drawn]:
        del left[drawn]
    return drawn


def choose_first(turn: Turn) -> None:
    """One die says who is first player: 1-3 SUN, 4-6 MOON (BUILD-1)."""
    die = turn.dice.between("world.first", "game", 1, _SIDES, "BUILD-1")
    turn.tell(FirstPlayerChosen(SUN if die <= _SIDES // 2 else MOON, die))


def deal(turn: Turn, seat: str) -> None:
    """The opening hand: a level-1 unit and cards (DECK-3); cards alone if the deck holds none or armies are picked."""
    state = turn.state
    cards = state.options.opening
    if cards < 1:
        return
    units = state.catalogue.units
    recruits = [n for n in state.catalogue.sorted(state.deck) if n in units and units[n].level == 1]
    if recruits and state.options.armies is not Armies.PICKED:  # whose opening hand has no recruit (VAR-1)
        at = turn.dice.choice("deal.recruit", seat, recruits, "DECK-3", [state.deck[n] for n in recruits])
        turn.confide(seat, CardDrawn(seat, recruits[at], "deal"), CardDrawn(seat, "", "deal"))
        cards -= 1
    for _ in range(cards):
        turn.draw(seat, "deal", rule="DECK-3")


def given_state(scenario: Scenario) -> State:
    """A world as the scenario has it: cards, control, units; hands are not dealt yet (VAR-2)."""
    state = blank(scenario.catalogue, scenario.options)
    state.isle = list(scenario.isle)
    state.control = [scenario.control.get(square, NEUTRAL) for square in ALL_SQUARES]
    for given in scenario.units:
        place_unit(state, given.number, given.card, given.owner, given.square)
    settle_hp(state)
    return state


def place_unit(state: State, number: int, card: str, owner: str, square: int) -> Unit:
    """Put a unit on the isle before the game; :func:`settle_hp` then gives it its full HP."""
    hp = state.catalogue.units[card].c
    unit = Unit(number=number, card=card, owner=owner, at=square, hp=hp, full=hp, mustered=0)
    state.units[number] = unit
    state.next_unit = max(state.next_unit, number + 1)
    state.cache.clear()
    return unit


def settle_hp(state: State) -> None:
    """Give every unit the full HP it has where it stands (UNIT-2)."""
    state.cache.clear()
    for unit in state.units_in_play():
        unit.full = unit.hp = figures(state, unit).full
