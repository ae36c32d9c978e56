"""A mail turn, resolved: sheets taken up, then the hand or the map phase (SEQ); and what the office asks of the law."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.rules import GameRules
from magika_gm.engine.seam.setup import Need, Place
from magika_gm.games.rune_war.bots import lines as bot_lines
from magika_gm.games.rune_war.bots.careful import claims
from magika_gm.games.rune_war.bots.scene import Board
from magika_gm.games.rune_war.orders.lines import stored
from magika_gm.games.rune_war.orders.model import CastOrder, Order, Sheets
from magika_gm.games.rune_war.rules.acts import REFEREE, Act, amended
from magika_gm.games.rune_war.rules.deciding import is_map_order, numbered, plan_of
from magika_gm.games.rune_war.rules.events import (
    Cause,
    GameEnded,
    Origin,
    ParalysisEnded,
    SegmentBegan,
    SheetPlayed,
    TurnBegan,
)
from magika_gm.games.rune_war.rules.hand import HandTurn, deal
from magika_gm.games.rune_war.rules.magic import change_loyalty
from magika_gm.games.rune_war.rules.movement import Segment, Tracks, fight_all, refuse
from magika_gm.games.rune_war.rules.refusals import Refusal
from magika_gm.games.rune_war.rules.state import (
    EDITION,
    Creature,
    Due,
    Ending,
    World,
    ending_now,
    land_value,
    ranks,
    seers,
)
from magika_gm.games.rune_war.rules.tables import PARALYZE, SEATS, Ability, code_order
from magika_gm.games.rune_war.rules.turn import Table
from magika_gm.games.rune_war.sight import perceive, turn_file

# A map turn: healing, four segments, the end looked at, the next hand dealt (SEQ-5).


HEALING, SEGMENTS, END, DEAL = 1, 2, 3, 4
"""Steps of SEQ-5."""
PLAIN_END = 6
"""The end of a game without map turns, after all steps of the hand turn it comes in (GAME-5)."""
_DEVOTION = 2


def play_map_turn(table: Table, orders: Sheets) -> None:
    """The whole map phase with the lines of each seat, and what follows it."""
    table.begin(HEALING)
    _heal_all(table)
    table.begin(SEGMENTS)
    for seat in table.state.in_turn():
        table.step += 1
        _segment(table, seat, orders[seat])
    end_round(table)


def _heal_all(table: Table) -> None:
    """Regeneration, Devotion, Logun's healing, all at once (SEQ-5)."""
    for creature in sorted(table.state.creatures.values(), key=lambda c: code_order(c.code)):
        for cause, amount in _healing(table, creature):
            room = creature.maximum - creature.loyalty
            if room > 0:
                change_loyalty(table, creature, min(amount, room), cause)


def _healing(table: Table, creature: Creature) -> list[tuple[Cause, int]]:
    wizard = table.state.players[creature.seat].table
    found = []
    if creature.has(Ability.REGENERATION):
        found.append((Cause.REGENERATION, creature.maximum))
    if creature.has(Ability.DEVOTION):
        found.append((Cause.DEVOTION, _DEVOTION))
    if wizard.heals:
        found.append((Cause.WIZARD, wizard.heals))
    return found


def _segment(table: Table, seat: str, orders: Sequence[Order]) -> None:
    table.tell(SegmentBegan(seat))
    tracks = Tracks()
    Segment(table, seat, tracks).run(orders)
    fight_all(table, seat, tracks)
    for creature in table.state.own(seat):
        if creature.bears(PARALYZE):
            table.tell(ParalysisEnded(creature.code), seers(table.state, creature))


def end_round(table: Table) -> None:
    """END is looked at; unless it has come the next hand is dealt (SEQ-5)."""
    table.begin(END if table.state.options.map else PLAIN_END)
    ending = ending_now(table.state)
    if ending is not None:
        table.tell(GameEnded(ending))
        return
    table.begin(DEAL)
    deal(table, table.state.round + 1)


SHEETS = 1
"""The step in which sheets are read (SEQ-3)."""


def play(table: Table, orders: Sheets, acts: Sequence[Act] = ()) -> None:
    """Play the due mail turn at a table: acts, sheets, then the hand or the map phase."""
    state = table.state
    due = state.due
    table.begin(SHEETS)
    table.tell(TurnBegan(state.turn + 1, due, state.round))
    REFEREE.play(table, state, acts)
    orders = amended(orders, acts)
    if due is Due.HAND:
        _hand_turn(table, _sheets(table, orders, due))
    else:
        play_map_turn(table, _sheets(table, orders, due))


def _sheets(table: Table, orders: Sheets, due: Due) -> dict[str, tuple[Order, ...]]:
    """What is played for each seat, by its sheet or GM-1; lines of the wrong kind are refused (SEQ-6)."""
    world = table.state
    played: dict[str, tuple[Order, ...]] = {}
    origins: dict[str, Origin] = {}
    for seat in SEATS:  # found before any is taken up: policies look at the state as the last turn left it
        origins[seat], played[seat] = _sheet(world, seat, orders.get(seat), due)
    for seat in SEATS:
        table.tell(SheetPlayed(seat, due, origins[seat], played[seat]), (seat,))
        if origins[seat] is Origin.SENT:
            for order in played[seat]:
                if is_map_order(order) is not (due is Due.MAP):
                    refuse(table, seat, order, Refusal.WRONG_KIND)
                elif isinstance(order, CastOrder) and not world.options.map:
                    refuse(table, seat, order, Refusal.NO_MAGIC_MODE)
    return played


def _sheet(world: World, seat: str, sent: Sequence[Order] | None, due: Due) -> tuple[Origin, tuple[Order, ...]]:
    if sent is not None:
        return Origin.SENT, numbered(sent)
    player = world.players[seat]
    if due is Due.HAND and player.standing is not None:
        return Origin.STANDING, player.standing
    return Origin.BOT, numbered([stored(line) for line in missing_lines(world, seat)])


def missing_lines(world: World, seat: str) -> list[str]:
    """What is played for a seat from which no sheet came (GM-1).

    A seat played by a policy: that policy. Else the careful one's hand sheet, or its claims alone.
    """
    file = turn_file(perceive(world, seat), advised=False)
    policy = world.players[seat].policy
    if policy or world.due is Due.HAND:
        return bot_lines(policy or "careful", file)
    return claims(Board(file))


def _hand_turn(table: Table, sheets: Sheets) -> None:
    world = table.state
    if not world.options.map:  # a CAST line that is refused keeps no runes either (GAME-5)
        sheets = {seat: [o for o in lines if not isinstance(o, CastOrder)] for seat, lines in sheets.items()}
    plans = {seat: plan_of(sheets[seat], world.lucky(seat)) for seat in SEATS}
    made = {seat: dict(player.made) if player.standing is not None else {} for seat, player in world.players.items()}
    HandTurn(table, plans, made).run()
    if world.due is Due.MAP and not world.options.map:
        end_round(table)


# What the office asks of the law besides (``engine.seam.rules.Rules``).


ENDINGS: Mapping[str, str] = {
    Ending.ROUNDS: "the last round is over",
    Ending.ISLE: "one clan owns the whole isle",
}


def _need(state: World, seat: str) -> Need:
    player = state.players[seat]
    if player.policy or state.due is Due.NOTHING:
        return Need.NONE
    return Need.MAY if state.due is Due.HAND and player.standing is not None else Need.REQUIRED


class Rules(GameRules):
    """Rune War's law, as the office asks for it (``engine.seam.rules.Rules``)."""

    EDITION = EDITION
    SEATS = SEATS
    ENDINGS = ENDINGS

    begin = Table
    play = staticmethod(play)

    def needs(self, state: World) -> Mapping[str, Need]:
        """Seats played by policies need no sheet; where a hand sheet stands one may be sent (GM-1)."""
        return {seat: _need(state, seat) for seat in SEATS}

    def standing(self, state: World) -> tuple[Place, ...]:
        """By land value and what breaks ties (END-2, END-3); in the plain mah jong mode by rune points (GAME-5)."""
        order = ranks(state)
        points = {
            s: float(land_value(state, s) if state.options.map else p.rune_points) for s, p in state.players.items()
        }
        return tuple(Place(order[seat], seat, points[seat]) for seat in sorted(SEATS, key=lambda s: (order[s], s)))

    def character(self, state: World, seat: str) -> str:
        """The wizard's name."""
        return state.players[seat].wizard


RULES = Rules()
resolve, standing = RULES.resolve, RULES.standing
