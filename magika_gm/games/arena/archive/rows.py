"""States as rows of the relations, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from magika_gm.engine.relations import TURN, Row, Rows
from magika_gm.games.arena.orders.grammar import stored
from magika_gm.games.arena.orders.order import StandingOrder
from magika_gm.games.arena.orders.write import write_order
from magika_gm.games.arena.rules.board import Board, board_of
from magika_gm.games.arena.rules.state import (
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
from magika_gm.games.arena.rules.terms import SIDES, Ending, Mode, Target


def to_rows(state: State) -> Rows:
    """The state as rows of the relations."""
    names, places = state.board.names, state.board.place_names
    return {
        "state": [_state_row(state)],
        "hexes": [
            {"hex": names[h], "terrain": t, "control": state.control[h], "storm_until": state.storms.get(h)}
            for h, t in enumerate(state.terrain)
        ],
        "creatures": [_creature_row(state, c) for c in state.creatures.values()],
        "castings": [
            _casting_row(state.board, c.id, c.casting) for c in state.creatures.values() if c.casting is not None
        ],
        "items": [_item_row(state, i) for i in state.items.values()],
        "corpses": [
            {"id": c.id, "kind": c.kind.name, "hex": names[c.hex], "of": c.of, "side": c.side, "used_up": c.gone}
            for c in state.corpses.values()
        ],
        "enchantments": [
            {
                "id": e.id,
                "name": e.name,
                "side": e.side,
                **_aim_row(places, e.aim),
                "since": e.since,
                "turns_of": e.turns_of,
            }
            for e in state.enchantments.values()
        ],
        "past_enchantments": [{"nr": n, "id": id_} for n, id_ in enumerate(state.past_enchantments, 1)],
        "cards": [row for side in SIDES for row in _card_rows(state, side)],
        "standing": [
            {"side": side, "nr": n, "line": write_order(order)}
            for side in SIDES
            for n, order in enumerate(state.standing[side], 1)
        ],
    }


def _state_row(state: State) -> Row:
    names = state.board.names
    return {
        TURN: state.mail_turn,
        "player_turn": state.turn,
        "active": state.now.active,
        "mode": str(state.mode),
        "board_side": state.board.side,
        "last_turn": state.last_turn,
        "mastery": state.mastery,
        "pool_a": state.pools["A"],
        "pool_b": state.pools["B"],
        "king_a": names[state.kings["A"]],
        "king_b": names[state.kings["B"]],
        "army_a": state.armies["A"],
        "army_b": state.armies["B"],
        "made_a": state.made["A"],
        "made_b": state.made["B"],
        "made_c": state.made["C"],
        "made_n": state.made["N"],
        "declared": state.declared,
        "ending": None if state.ending is None else str(state.ending),
        "winner": state.winner,
    }


def _creature_row(state: State, creature: Creature) -> Row:
    mount = state.creatures.get(creature.on)
    return {
        "id": creature.id,
        "kind": creature.kind.name,
        "owner": creature.owner,
        "side": creature.side,
        "place": state.board.place_names[creature.place],
        "mount": creature.on or None,
        "rides_as": mount.riders.index(creature.id) if mount else 0,
        "air": creature.air,
        "printed_power": creature.printed_power,
        "printed_move": creature.printed_move,
        "power_lost": creature.power_lost,
        "power_gained": creature.power_gained,
        "move_lost": creature.move_lost,
        "uses": creature.uses,
        "dead": creature.dead,
    }


def _aim_row(places: tuple[str, ...], aim: Aim) -> dict[str, Any]:
    return {
        "target": str(aim.kind),
        "target_id": aim.id,
        "target_place": _place_name(places, aim.place),
        "target_other": _place_name(places, aim.other),
        "target_effect": aim.effect,
    }


def _place_name(places: tuple[str, ...], place: int) -> str:
    return "" if place == NOWHERE else places[place]


def _casting_row(board: Board, creature: str, casting: Casting) -> Row:
    return {
        "creature": creature,
        "number": casting.number,
        "spell": casting.spell,
        **_aim_row(board.place_names, casting.aim),
        "cost": casting.cost,
        "side": casting.side,
        "begun": casting.begun,
        "due": casting.due,
        "to_place": _place_name(board.place_names, casting.to),
        "terrain": casting.terrain,
    }


def _item_row(state: State, item: Item) -> Row:
    bearer = state.creatures.get(item.by)
    return {
        "id": item.id,
        "kind": item.kind.name,
        "bearer": item.by or None,
        "borne_as": bearer.items.index(item.id) if bearer else 0,
        "place": _place_name(state.board.place_names, item.place),
        "uses": item.uses,
        "disenchanted": item.disenchanted,
        "used_up": item.gone,
    }


def _card_rows(state: State, side: str) -> Iterable[Row]:
    revealed = state.revealed[side]
    for nr, spell in enumerate(state.cards[side], 1):
        begun = revealed.index(spell) + 1 if spell in revealed else None
        yield {"side": side, "nr": nr, "spell": spell, "begun_as": begun}


# --- back ---


def from_rows(rows: Rows) -> State:
    """The state its rows hold; raises ValueError where no state can be so."""
    try:
        return _state(rows)
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError(f"these rows hold no state of Arena: {error!r}") from error


def _state(rows: Rows) -> State:
    (row,) = rows["state"]
    board = board_of(row["board_side"])
    state = State(
        board=board,
        kings={"A": board.index[row["king_a"]], "B": board.index[row["king_b"]]},
        terrain=[""] * len(board.names),
        control=[""] * len(board.names),
        pools={"A": row["pool_a"], "B": row["pool_b"]},
        armies={"A": row["army_a"], "B": row["army_b"]},
        made={"A": row["made_a"], "B": row["made_b"], "C": row["made_c"], "N": row["made_n"]},
        declared=row["declared"],
        turn=row["player_turn"],
        mail_turn=row[TURN],
        mode=Mode(row["mode"]),
        last_turn=row["last_turn"],
        mastery=row["mastery"],
        ending=None if row["ending"] is None else Ending(row["ending"]),
        winner=row["winner"],
        now=Now(active=row["active"]),
    )
    _board(state, rows.get("hexes", ()))
    _creatures(state, rows)
    _items(state, rows.get("items", ()))
    for corpse in sorted(rows.get("corpses", ()), key=lambda r: id_key(r["id"])):
        state.corpses[corpse["id"]] = Corpse(
            id=corpse["id"],
            key=id_key(corpse["id"]),
            kind=KINDS[corpse["kind"]],
            hex=board.index[corpse["hex"]],
            of=corpse["of"],
            side=corpse["side"],
            gone=corpse["used_up"],
        )
    for enchantment in sorted(rows.get("enchantments", ()), key=lambda r: id_key(r["id"])):
        state.enchantments[enchantment["id"]] = _enchantment(board, enchantment)
    past = sorted(rows.get("past_enchantments", ()), key=lambda r: r["nr"])
    state.past_enchantments = [r["id"] for r in past]
    _words(state, rows)
    return state


def _board(state: State, rows: Iterable[Row]) -> None:
    for row in rows:
        hex_ = state.board.index[row["hex"]]
        state.terrain[hex_], state.control[hex_] = row["terrain"], row["control"]
    if "" in state.terrain:
        raise ValueError("a hex of the board is missing")
    for row in sorted(rows, key=lambda r: state.board.index[r["hex"]]):
        if row["storm_until"] is not None:
            state.storms[state.board.index[row["hex"]]] = row["storm_until"]


def _creatures(state: State, rows: Rows) -> None:
    creatures = sorted(rows.get("creatures", ()), key=lambda r: id_key(r["id"]))
    for row in creatures:
        creature = new_creature(row["id"], KINDS[row["kind"]], row["owner"], state.board.places[row["place"]])
        creature.side = row["side"]
        creature.on = row["mount"] or ""
        for key in ("air", "printed_power", "printed_move", "power_lost", "power_gained", "move_lost", "uses", "dead"):
            setattr(creature, key, row[key])
        state.creatures[creature.id] = creature
    for row in sorted(creatures, key=lambda r: r["rides_as"]):
        if row["mount"]:
            state.creatures[row["mount"]].riders += (row["id"],)
    for row in rows.get("castings", ()):
        state.creatures[row["creature"]].casting = Casting(
            number=row["number"],
            spell=row["spell"],
            aim=_aim(state.board, row),
            cost=row["cost"],
            side=row["side"],
            begun=row["begun"],
            due=row["due"],
            to=_place(state.board, row["to_place"]),
            terrain=row["terrain"],
        )


def _items(state: State, rows: Iterable[Row]) -> None:
    items = sorted(rows, key=lambda r: id_key(r["id"]))
    for row in items:
        state.items[row["id"]] = Item(
            id=row["id"],
            key=id_key(row["id"]),
            kind=ITEMS[row["kind"]],
            by=row["bearer"] or "",
            place=_place(state.board, row["place"]),
            uses=row["uses"],
            disenchanted=row["disenchanted"],
            gone=row["used_up"],
        )
    for row in sorted(items, key=lambda r: r["borne_as"]):
        if row["bearer"]:
            state.creatures[row["bearer"]].items += (row["id"],)


def _enchantment(board: Board, row: Row) -> Enchantment:
    spell = SPELLS.get(row["name"])
    return Enchantment(
        id=row["id"],
        key=id_key(row["id"]),
        name=row["name"],
        side=row["side"],
        aim=_aim(board, row),
        since=row["since"],
        turns_of=row["turns_of"],
        gives=spell.magic.gives if spell else NOTHING,
    )


def _words(state: State, rows: Rows) -> None:
    """Cards, spells begun, standing orders."""
    for side in SIDES:
        cards = sorted((r for r in rows.get("cards", ()) if r["side"] == side), key=lambda r: r["nr"])
        state.cards[side] = tuple(r["spell"] for r in cards)
        begun = sorted((r for r in cards if r["begun_as"] is not None), key=lambda r: r["begun_as"])
        state.revealed[side] = tuple(r["spell"] for r in begun)
        lines = sorted((r for r in rows.get("standing", ()) if r["side"] == side), key=lambda r: r["nr"])
        state.standing[side] = tuple(_standing(r["line"]) for r in lines)


def _standing(line: str) -> StandingOrder:
    order = stored(line)
    if not isinstance(order, StandingOrder):
        raise ValueError(f"{line} is no standing order")
    return order


def _aim(board: Board, row: Mapping[str, Any]) -> Aim:
    return Aim(
        Target(row["target"]),
        row["target_id"],
        _place(board, row["target_place"]),
        _place(board, row["target_other"]),
        row["target_effect"],
    )


def _place(board: Board, name: str) -> int:
    return board.places[name] if name else NOWHERE
