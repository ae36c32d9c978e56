"""A state as rows of relations, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from magika_gm.engine.relations import Column, Keeps, Kind, Relation, Rows
from magika_gm.games.rune_war.isle import LANDS, PLACES
from magika_gm.games.rune_war.orders.reading import stored
from magika_gm.games.rune_war.orders.writing import write_order
from magika_gm.games.rune_war.rules.scoring import Double, Limit
from magika_gm.games.rune_war.rules.state import (
    Creature,
    Discard,
    Due,
    Ending,
    Hand,
    Player,
    SealedWall,
    Won,
    World,
)
from magika_gm.games.rune_war.runes import CODES, KIND, KINDS, Form, Meld, read_meld
from magika_gm.games.rune_war.setup.scenario import Scenario
from magika_gm.games.rune_war.tables import SEATS, Clan, code_order


def _texts(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name=name) for name in names)


def _numbers(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name=name, kind=Kind.NUMBER) for name in names)


def _flags(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name=name, kind=Kind.FLAG) for name in names)


_CLAIM_POINTS = tuple(f"lcp_{clan.title.lower()}" for clan in Clan)
RELATIONS: tuple[Relation, ...] = (
    Relation(
        name="game_state",
        key=(),
        columns=(
            *_numbers("turn", "round"),
            *_texts("due"),
            Column(name="ending", null=True),
            Column(name="next_seat", null=True),
            Column(name="wall", null=True),
            *_flags("fresh", "opened"),
            *_numbers("plays"),
        ),
    ),
    Relation(
        name="seats",
        key=("seat",),
        columns=(
            *_texts("seat", "wizard", "clan", "policy", "newest"),
            *_numbers("points", "rune_points", *_CLAIM_POINTS, "number", "silence", "fog", "plays"),
            *_flags("random_discard", "drawn", "stands"),
        ),
    ),
    Relation(name="runes", key=("seat", "rune"), columns=(*_texts("seat", "rune"), *_numbers("held", "bright"))),
    Relation(name="melds", key=("seat", "nth"), columns=(*_texts("seat", "runes"), *_numbers("nth"))),
    Relation(name="discards", key=("seat", "nth"), columns=(*_texts("seat", "rune", "unseen"), *_numbers("nth"))),
    Relation(
        name="standing_orders",
        key=("seat", "nth"),
        columns=(*_texts("seat", "text"), *_numbers("nth", "line")),
    ),
    Relation(name="casts_made", key=("seat", "line"), columns=(*_texts("seat"), *_numbers("line", "times"))),
    Relation(
        name="creatures",
        key=("code",),
        columns=(*_texts("code", "seat", "kind", "place", "enchantments"), *_numbers("rank", "loyalty")),
    ),
    Relation(name="creatures_gone", key=("code",), columns=_texts("code", "witnesses"), keeps=Keeps.CHANGES),
    Relation(name="land", key=("place",), columns=_texts("place", "clan"), keeps=Keeps.CHANGES),
    Relation(
        name="walls",
        key=("round",),
        columns=(*_numbers("round"), *_texts("seal", "nonce", "wall")),
        keeps=Keeps.CHANGES,
    ),
    Relation(
        name="last_hand",
        key=(),
        columns=(
            *_numbers("round", "score", "points", "magic"),
            *_texts("winner", "discarder", "rune", "doubles", "limit_hand", "payments", "sets", "pair"),
        ),
        keeps=Keeps.CHANGES,
    ),
)
"""The tables of a game. Options and map are the scenario's."""


def _codes(kinds: Iterable[int]) -> str:
    return " ".join(CODES[kind] for kind in kinds)


def _kinds(text: str) -> list[int]:
    return [KIND[code] for code in text.split()]


def to_rows(world: World, scenario: Scenario | None = None) -> Rows:
    """The state as rows; options and map are the scenario's, which is not needed."""
    del scenario
    players = list(world.players.values())
    return {
        "game_state": [_game_row(world)],
        "seats": [_seat_row(player) for player in players],
        "runes": [
            {"seat": p.seat, "rune": CODES[kind], "held": p.held[kind], "bright": p.bright[kind]}
            for p in players
            for kind in range(KINDS)
            if p.held[kind]
        ],
        "melds": [{"seat": p.seat, "runes": str(meld), "nth": i} for p in players for i, meld in enumerate(p.melds)],
        "discards": [
            {"seat": p.seat, "rune": CODES[d.kind], "unseen": " ".join(d.unseen), "nth": i}
            for p in players
            for i, d in enumerate(p.discards)
        ],
        "standing_orders": [
            {"seat": p.seat, "text": write_order(order), "nth": i, "line": order.line}
            for p in players
            for i, order in enumerate(p.standing or ())
        ],
        "casts_made": [
            {"seat": p.seat, "line": line, "times": times} for p in players for line, times in sorted(p.made.items())
        ],
        "creatures": [
            _creature_row(world.creatures[code], rank)
            for place in PLACES
            for rank, code in enumerate(world.armies.get(place, ()))
        ],
        "creatures_gone": [
            {"code": code, "witnesses": " ".join(known)}
            for code, known in sorted(world.gone.items(), key=lambda item: code_order(item[0]))
        ],
        "land": [{"place": place, "clan": world.land[place].value} for place in LANDS],
        "walls": [{"round": w.round, "seal": w.seal, "nonce": w.nonce, "wall": _codes(w.order)} for w in world.walls],
        "last_hand": [] if world.won is None else [_won_row(world.won)],
    }


def _game_row(world: World) -> dict[str, Any]:
    hand = world.hand
    return {
        "turn": world.turn,
        "round": world.round,
        "due": world.due.value,
        "ending": None if world.ending is None else world.ending.value,
        "next_seat": None if hand is None else hand.next,
        "wall": None if hand is None else _codes(hand.wall),
        "fresh": hand is not None and hand.fresh,
        "opened": hand is not None and hand.opened,
        "plays": 0 if hand is None else hand.plays,
    }


def _seat_row(player: Player) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "wizard": player.wizard,
        "clan": player.clan.value,
        "policy": player.policy,
        "newest": player.newest,
        "points": player.points,
        "rune_points": player.rune_points,
        **{f"lcp_{clan.title.lower()}": player.lcp.get(clan, 0) for clan in Clan},
        "number": player.number,
        "silence": player.silence,
        "fog": player.fog,
        "plays": player.plays,
        "random_discard": player.random_discard,
        "drawn": player.drawn,
        "stands": player.standing is not None,
    }


def _creature_row(creature: Creature, rank: int) -> dict[str, Any]:
    return {
        "code": creature.code,
        "seat": creature.seat,
        "kind": creature.kind,
        "place": creature.at,
        "enchantments": ", ".join(creature.enchantments),
        "rank": rank,
        "loyalty": creature.loyalty,
    }


def _won_row(won: Won) -> dict[str, Any]:
    return {
        "round": won.round,
        "score": won.score,
        "points": won.points,
        "magic": won.magic,
        "winner": won.winner,
        "discarder": won.discarder,
        "rune": CODES[won.rune] if won.rune >= 0 else "",
        "doubles": "; ".join(f"{number} {double.value}" for double, number in won.doubles),
        "limit_hand": "" if won.limit is None else won.limit.value,
        "payments": " ".join(f"{seat}:{amount}" for seat, amount in won.payments),
        "sets": ", ".join(f"{'concealed ' if m.concealed else ''}{_codes(m.kinds)}" for m in won.sets),
        "pair": CODES[won.pair] if won.pair >= 0 else "",
    }


def from_rows(rows: Rows, scenario: Scenario) -> World:
    """The state of its rows; raises ValueError where no state can be so."""
    try:
        return _read(rows, scenario)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(f"rows of no state: {error!r}") from error


def _read(rows: Rows, scenario: Scenario) -> World:
    (game,) = rows["game_state"]
    world = World(
        options=scenario.options,
        isle=scenario.isle,
        turn=game["turn"],
        round=game["round"],
        due=Due(game["due"]),
        ending=None if game["ending"] is None else Ending(game["ending"]),
    )
    for row in sorted(rows["seats"], key=lambda r: SEATS.index(r["seat"])):
        world.players[row["seat"]] = _player(row)
    _read_runes(world, rows)
    _read_orders(world, rows)
    for row in sorted(rows["creatures"], key=lambda r: (PLACES.index(r["place"]), r["rank"])):
        creature = _creature(row)
        world.creatures[creature.code] = creature
        world.armies.setdefault(creature.at, []).append(creature.code)
    world.gone = {row["code"]: tuple(row["witnesses"].split()) for row in rows["creatures_gone"]}
    land = {row["place"]: Clan(row["clan"]) for row in rows["land"]}
    world.land = {place: land[place] for place in LANDS}
    world.walls = [
        SealedWall(round=r["round"], seal=r["seal"], nonce=r["nonce"], order=tuple(_kinds(r["wall"])))
        for r in sorted(rows["walls"], key=lambda r: int(r["round"]))
    ]
    if game["wall"] is not None:
        world.hand = Hand(
            wall=_kinds(game["wall"]),
            next=game["next_seat"],
            fresh=game["fresh"],
            opened=game["opened"],
            plays=game["plays"],
        )
    world.won = _won(rows["last_hand"][0]) if rows["last_hand"] else None
    return world


def _player(row: Mapping[str, Any]) -> Player:
    clan = Clan(row["clan"])
    return Player(
        seat=row["seat"],
        wizard=row["wizard"],
        clan=clan,
        policy=row["policy"],
        newest=row["newest"],
        points=row["points"],
        rune_points=row["rune_points"],
        lcp={other: row[f"lcp_{other.title.lower()}"] for other in Clan if other is not clan},
        number=row["number"],
        silence=row["silence"],
        fog=row["fog"],
        plays=row["plays"],
        random_discard=row["random_discard"],
        drawn=row["drawn"],
        standing=() if row["stands"] else None,
    )


def _read_runes(world: World, rows: Rows) -> None:
    for row in rows["runes"]:
        player, kind = world.players[row["seat"]], KIND[row["rune"]]
        player.held[kind], player.bright[kind] = row["held"], row["bright"]
    for row in sorted(rows["melds"], key=lambda r: int(r["nth"])):
        meld = read_meld(row["runes"])
        if meld is None:
            raise ValueError(f"{row['runes']!r} is no set")
        world.players[row["seat"]].melds.append(meld)
    for row in sorted(rows["discards"], key=lambda r: int(r["nth"])):
        discard = Discard(KIND[row["rune"]], tuple(row["unseen"].split()))
        world.players[row["seat"]].discards.append(discard)


def _read_orders(world: World, rows: Rows) -> None:
    for row in sorted(rows["standing_orders"], key=lambda r: int(r["nth"])):
        player = world.players[row["seat"]]
        player.standing = (*(player.standing or ()), replace(stored(row["text"]), line=row["line"]))
    for row in rows["casts_made"]:
        world.players[row["seat"]].made[row["line"]] = row["times"]


def _creature(row: Mapping[str, Any]) -> Creature:
    text = row["enchantments"]
    return Creature(
        code=row["code"],
        seat=row["seat"],
        kind=row["kind"],
        at=row["place"],
        loyalty=row["loyalty"],
        enchantments=tuple(text.split(", ")) if text else (),
    )


def _won(row: Mapping[str, Any]) -> Won:
    doubles = [item.partition(" ") for item in row["doubles"].split("; ") if item]
    payments = [item.partition(":") for item in row["payments"].split()]
    return Won(
        round=row["round"],
        winner=row["winner"],
        discarder=row["discarder"],
        rune=KIND[row["rune"]] if row["rune"] else -1,
        score=row["score"],
        points=row["points"],
        doubles=tuple((Double(name), int(number)) for number, _, name in doubles),
        limit=Limit(row["limit_hand"]) if row["limit_hand"] else None,
        payments=tuple((seat, int(amount)) for seat, _, amount in payments),
        magic=row["magic"],
        sets=tuple(_set(text) for text in row["sets"].split(", ") if text),
        pair=KIND[row["pair"]] if row["pair"] else -1,
    )


def _set(text: str) -> Meld:
    """A set of the winner's reading, concealed ones of any form."""
    concealed = text.startswith("concealed ")
    kinds = _kinds(text.removeprefix("concealed "))
    if len(set(kinds)) > 1:
        return Meld(Form.SEQUENCE, kinds[0], concealed)
    return Meld(Form.TRIPLET if len(kinds) == 3 else Form.FOURSOME, kinds[0], concealed)
