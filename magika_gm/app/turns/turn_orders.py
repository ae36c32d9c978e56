"""The orders a turn is played with: sheets that came, default turns, the built-in policy, the game master's acts."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import Connection

from magika_gm.app.office.office import Office
from magika_gm.app.record.declarations import absent_at, bounced_at
from magika_gm.app.record.games import Game, Seat, known_names, load_seats, memory_of, standing_sheets
from magika_gm.app.turns.drop_outs import leaving, missed_before
from magika_gm.app.turns.editions import edition_of
from magika_gm.engine.acts import DropOut
from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders import Order
from magika_gm.games.magika.orders.grammar import read_order
from magika_gm.games.magika.orders.sheet import Message, Sheet, five_orders
from magika_gm.games.magika.rules.acts import Act
from magika_gm.games.magika.rules.tables import EBON
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.ruleset import RULESET
from magika_gm.store.archive import load_acts, load_played


@dataclass(slots=True)
class Given:
    """The orders a turn is played with."""

    orders: dict[str, list[Order]] = field(default_factory=dict)
    how: dict[str, str] = field(default_factory=dict)
    messages: list[tuple[str, Message]] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    gone: list[DropOut] = field(default_factory=list)
    """Who leaves the game with this turn (GM-3)."""


def given_orders(office: Office, connection: Connection, game: Game, world: World) -> Given:
    """The orders of the next turn: each mage's latest sheet, or a default turn (GM-3).

    A seat nobody plays has the built-in policy's (EBON-1). Who said that he is away on the due date, or whose report
    came back, did not miss his turn.
    """
    sheets = standing_sheets(connection, game.id, game.turn + 1)
    last = load_played(connection, game.id, game.turn)
    seats = load_seats(connection, game.id)
    given = Given(acts=[act for _, act in load_acts(connection, game.id, game.turn + 1)])
    absent, bounced = absent_at(connection, game.id, game.next_due), bounced_at(connection, game.id, game.turn)
    for mage in world.playing():
        letter = mage.letter
        if letter in sheets:
            sheet = _sheet(connection, game, seats[letter], sheets[letter])
            given.orders[letter] = five_orders(sheet)
            given.how[letter] = "mailed"
            given.messages += [(letter, message) for message in sheet.messages]
        elif not seats[letter].email:
            given.orders[letter] = policy_orders(office, connection, game, letter)
            given.how[letter] = "policy"
        else:
            before = [stored_order(text) for text in last.get(letter, ("", []))[1]]
            given.orders[letter] = RULESET.default_orders(world, letter, before)
            given.how[letter] = "absent" if letter in absent else "bounced" if letter in bounced else "default"
    missed = missed_before(connection, game.id, game.turn + 1)
    given.gone = leaving(missed, given.how, seats)
    given.acts += given.gone
    for act in given.gone:
        del given.orders[act.seat], given.how[act.seat]
    return given


def _sheet(connection: Connection, game: Game, seat: Seat, text: str) -> Sheet:
    """A sheet as it was acknowledged: characters' names are understood as far as its player's mage has read them."""
    sheet: Sheet = RULESET.parse(text, {seat.letter: seat.character})[0]
    if sheet.faults:
        sheet = RULESET.parse(text, known_names(seat, memory_of(connection, game.id, game.turn, seat.letter)))[0]
    return sheet


def policy_orders(office: Office, connection: Connection, game: Game, letter: str) -> list[Order]:
    """The built-in policy's orders for a seat nobody plays: it reads the seat's last turn file, as a player would."""
    from magika_gm.games.magika.bots import play_for
    from magika_gm.games.magika.report.turnfile import to_plain

    reports = edition_of(office, connection, game.id, game.turn).reports
    return play_for("ebon" if letter == EBON else "racer", to_plain(reports[letter]), game.seed)


def stored_orders(played: dict[str, tuple[str, list[str]]]) -> dict[str, list[Order]]:
    """The orders of a turn from its record."""
    return {letter: [stored_order(text) for text in texts] for letter, (_, texts) in played.items()}


def stored_order(text: str) -> Order:
    """An order from the record, where only orders stand that can be read."""
    order = read_order(text)
    assert not isinstance(order, Fault), f"the record holds {text!r}: {order}"
    return order
