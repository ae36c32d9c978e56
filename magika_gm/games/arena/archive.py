"""Arena in the store: its tables, and its state, events, acts and memories as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from magika_gm.engine.archive import Cell, Each, Flat, GameArchive, Many, Once, Own, Per, Table, Tables, number, text
from magika_gm.engine.plain import Data, Kept, Word
from magika_gm.engine.relations import TURN, Keeps, Kind, Row, Rows
from magika_gm.games.arena.orders.lines import stored, write_order
from magika_gm.games.arena.orders.model import StandingOrder
from magika_gm.games.arena.rules.acts import ACTS
from magika_gm.games.arena.rules.events import EVENTS
from magika_gm.games.arena.rules.faults import faults
from magika_gm.games.arena.rules.state import (
    EDITION,
    NOWHERE,
    Aim,
    Casting,
    Corpse,
    Creature,
    Enchantment,
    Item,
    Now,
    State,
    id_key,
    new_creature,
)
from magika_gm.games.arena.rules.tables import ITEMS, KINDS, NOTHING, SPELLS
from magika_gm.games.arena.rules.terms import OTHER, SIDES, STANDARD_SIDE, Board, board_of
from magika_gm.games.arena.setup import Scenario
from magika_gm.games.arena.sight import View, memory_from_plain, memory_to_plain

_ID, _NAME, _PLACE = 8, 40, 4


def _by_id(row: Row) -> int:
    return id_key(row["id"])


def _named(kinds: Any) -> Word:
    return Word(lambda kind: kind.name, kinds.__getitem__)


def _creature(**told: Any) -> Creature:
    creature = new_creature(told["id"], told["kind"], told["owner"], told["place"])
    for field, value in told.items():
        setattr(creature, field, value)
    return creature


def _item(**told: Any) -> Item:
    return Item(key=id_key(told["id"]), **told)


def _corpse(**told: Any) -> Corpse:
    return Corpse(key=id_key(told["id"]), **told)


def _enchantment(**told: Any) -> Enchantment:
    spell = SPELLS.get(told["name"])
    return Enchantment(key=id_key(told["id"]), gives=spell.magic.gives if spell else NOTHING, **told)


def _rides_as(state: State, creature: Creature) -> int:
    mount = state.creatures.get(creature.on)
    return mount.riders.index(creature.id) if mount else 0


def _borne_as(state: State, item: Item) -> int:
    bearer = state.creatures.get(item.by)
    return bearer.items.index(item.id) if bearer else 0


def _card_rows(state: State) -> Iterable[Data]:
    for side in SIDES:
        revealed = state.revealed[side]
        for nr, spell in enumerate(state.cards[side], 1):
            begun = revealed.index(spell) + 1 if spell in revealed else None
            yield {"side": side, "nr": nr, "spell": spell, "begun_as": begun}


def _cards(rows: Sequence[Row]) -> Data:
    cards = sorted(rows, key=lambda row: row["nr"])
    begun = sorted((row for row in rows if row["begun_as"] is not None), key=lambda row: row["begun_as"])
    return {
        field: {side: tuple(row["spell"] for row in some if row["side"] == side) for side in SIDES}
        for field, some in (("cards", cards), ("revealed", begun))
    }


def _storm(state: State, hex_: int) -> int | None:
    return state.storms.get(hex_)


def _standing(line: str) -> StandingOrder:
    order = stored(line)
    if not isinstance(order, StandingOrder):
        raise ValueError(f"{line} is no standing order")
    return order


@cache
def tables_of(board: int) -> Tables:
    """The tables of games on a board of this side: hexes and places are stored by their names."""
    of: Board = board_of(board)
    hexes = Word(of.names.__getitem__, of.index.__getitem__)
    places = Word(of.place_names.__getitem__, of.places.__getitem__)
    some_place = Word(
        lambda place: "" if place == NOWHERE else of.place_names[place],
        lambda name: of.places[name] if name else NOWHERE,
    )
    aim = Flat(
        "aim",
        Aim,
        (
            Cell("target", "kind", size=24),
            Cell("target_id", "id", size=_ID),
            Cell("target_place", "place", some_place, size=_PLACE),
            Cell("target_other", "other", some_place, size=_PLACE),
            Cell("target_effect", "effect"),
        ),
    )

    def pair(column: str, field: str, **how: Any) -> list[Cell]:
        return [Cell(f"{column}_{side.lower()}", field, of=side, **how) for side in SIDES]

    tables: list[Table] = [
        Once(
            "state", State, Cell(TURN, "mail_turn"), Cell("player_turn", "turn"),
            Flat("now", Now, (Cell("active", size=1),)), Cell("mode", size=8),
            Cell("board_side", kind=Kind.NUMBER, reckoned=lambda state, _: state.board.side), "last_turn", "mastery",
            *pair("pool", "pools"), *pair("king", "kings", word=hexes, size=_PLACE),
            *pair("army", "armies", size=_NAME), *(Cell(f"made_{one.lower()}", "made", of=one) for one in "ABCN"),
            "declared", Cell("ending", size=10), Cell("winner", size=4),
        ),
        Per(
            "hexes", State, Cell("hex", word=hexes, size=_PLACE), range(len(of.names)), Cell("terrain", size=1),
            Cell("control", size=1), Cell("storm_until", kind=Kind.NUMBER, null=True, reckoned=_storm),
        ),
        Each(
            "creatures", "creatures", Creature, Cell("id", size=_ID), Cell("kind", word=_named(KINDS), size=_NAME),
            Cell("owner", size=1), Cell("side", size=1), Cell("place", word=places, size=_PLACE),
            Cell("mount", "on", empty="", size=_ID), Cell("rides_as", kind=Kind.NUMBER, reckoned=_rides_as), "air",
            "printed_power", "printed_move", "power_lost", "power_gained", "move_lost", "uses", "dead",
            order=_by_id, make=_creature, indexes=(("place",),), owner="creature",
            within=(
                Once(
                    "castings", Casting, "number", Cell("spell", size=_NAME), aim, "cost", Cell("side", size=1),
                    "begun", "due", Cell("to_place", "to", some_place, size=_PLACE), Cell("terrain", size=1),
                    field="casting",
                ),
            ),
        ),
        Each(
            "items", "items", Item, Cell("id", size=_ID), Cell("kind", word=_named(ITEMS), size=_NAME),
            Cell("bearer", "by", empty="", size=_ID), Cell("borne_as", kind=Kind.NUMBER, reckoned=_borne_as),
            Cell("place", word=some_place, size=_PLACE), "uses", "disenchanted", Cell("used_up", "gone"),
            order=_by_id, make=_item,
        ),
        Each(
            "corpses", "corpses", Corpse, Cell("id", size=_ID), Cell("kind", word=_named(KINDS), size=_NAME),
            Cell("hex", word=hexes, size=_PLACE), Cell("of", size=_ID), Cell("side", size=1), Cell("used_up", "gone"),
            order=_by_id, make=_corpse,
        ),
        Each(
            "enchantments", "enchantments", Enchantment, Cell("id", size=_ID), Cell("name", size=_NAME),
            Cell("side", size=1), aim, "since", Cell("turns_of", size=1), order=_by_id, make=_enchantment,
            keeps=Keeps.TURN,
        ),
        Many("past_enchantments", "past_enchantments", Cell("id", size=_ID), numbered="nr", first=1),
        Own(
            "cards", text("side", size=1), number("nr"), text("spell", size=_NAME), number("begun_as", null=True),
            keys=2, write=_card_rows, read=_cards,
        ),
        Many(
            "standing", "standing", Cell("line", word=Word(write_order, _standing)), numbered="nr", first=1, by=SIDES,
            seat=Cell("side", size=1), into=tuple,
        ),
    ]  # fmt: skip
    return Tables(State, *tables)


class _Archive(GameArchive):
    name = "arena"
    tables, events, acts = tables_of(STANDARD_SIDE), EVENTS, ACTS
    memories = Kept(memory_to_plain, memory_from_plain)
    faults = staticmethod(faults)

    def to_rows(self, state: State, _scenario: Scenario | None = None) -> Rows:
        return tables_of(state.board.side).rows(state)

    def from_rows(self, rows: Rows, scenario: Scenario | None = None) -> State:
        if len(rows["state"]) != 1:
            raise ValueError("the turn has no state of a game of Arena")
        side = rows["state"][0]["board_side"]
        state: State = tables_of(side).read(rows, lambda state: self.finish(state, rows), board=board_of(side))
        state.edition = scenario.edition if scenario else EDITION
        return state

    def finish(self, state: State, rows: Rows) -> None:
        for row in rows["hexes"]:
            if row["storm_until"] is not None:
                state.storms[state.board.index[row["hex"]]] = row["storm_until"]
        for row in sorted(rows["creatures"], key=lambda r: r["rides_as"]):
            if row["mount"]:
                state.creatures[row["mount"]].riders += (row["id"],)
        for row in sorted(rows["items"], key=lambda r: r["borne_as"]):
            if row["bearer"]:
                state.creatures[row["bearer"]].items += (row["id"],)

    def seen_text(self, view: View) -> str:
        """Where creatures stand: ``A1:d4 B2:e8^``."""
        names = view.state.board.place_names
        return " ".join(f"{c.id}:{names[c.place]}" for c in view.state.by_id())

    def known_plain(self, view: View) -> list[str]:
        """Cards the enemy has begun."""
        return list(view.state.revealed[OTHER[view.seat]])


ARCHIVE = _Archive()
