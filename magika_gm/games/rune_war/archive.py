"""Rune War in the store: its tables, and its state, events, acts and memories as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from magika_gm.engine.archive import Cell, Each, GameArchive, Once, Own, Tables, by_nth, joined, number, text
from magika_gm.engine.plain import Data, Word
from magika_gm.engine.records import picked
from magika_gm.engine.relations import Keeps, Kind, Row, Rows
from magika_gm.games.rune_war.orders.lines import stored, write_order
from magika_gm.games.rune_war.rules.acts import ACTS
from magika_gm.games.rune_war.rules.events import EVENTS
from magika_gm.games.rune_war.rules.faults import faults
from magika_gm.games.rune_war.rules.scoring import Double
from magika_gm.games.rune_war.rules.state import Creature, Discard, Hand, Player, SealedWall, Won, World
from magika_gm.games.rune_war.rules.tables import LANDS, PLACES, SEATS, Clan, code_order
from magika_gm.games.rune_war.rules.terms import CODES, KIND, KINDS, Form, Meld, read_meld
from magika_gm.games.rune_war.setup import Scenario
from magika_gm.games.rune_war.sight import Memory, View


def _codes(kinds: Iterable[int]) -> str:
    return " ".join(CODES[kind] for kind in kinds)


def _kinds(written: str) -> list[int]:
    return [KIND[code] for code in written.split()]


def _lcp(clan: Clan) -> str:
    return f"lcp_{clan.title.lower()}"


def _claim_points(clan: Clan) -> Callable[[World, Player], int]:
    return lambda _, player: player.lcp.get(clan, 0)


def _rune_rows(player: Player) -> Iterable[Data]:
    return [
        {"rune": CODES[kind], "held": player.held[kind], "bright": player.bright[kind]}
        for kind in range(KINDS)
        if player.held[kind]
    ]


def _runes(rows: Sequence[Row]) -> Data:
    found = {field: [0] * KINDS for field in ("held", "bright")}
    for row in rows:
        for field, many in found.items():
            many[KIND[row["rune"]]] = row[field]
    return found


def _meld_rows(player: Player) -> Iterable[Data]:
    return [{"nth": nth, "runes": str(meld)} for nth, meld in enumerate(player.melds)]


def _melds(rows: Sequence[Row]) -> Data:
    return {"melds": [_meld(row["runes"]) for row in by_nth(rows)]}


def _meld(written: str) -> Meld:
    meld = read_meld(written)
    if meld is None:
        raise ValueError(f"{written!r} is no set")
    return meld


def _order_rows(player: Player) -> Iterable[Data]:
    return [
        {"nth": nth, "text": write_order(order), "line": order.line} for nth, order in enumerate(player.standing or ())
    ]


def _orders(rows: Sequence[Row]) -> Data:
    orders = tuple(replace(stored(row["text"]), line=row["line"]) for row in by_nth(rows))
    return {"standing": orders or None}


def _cast_rows(player: Player) -> Iterable[Data]:
    return [{"line": line, "times": times} for line, times in sorted(player.made.items())]


def _gone_rows(world: World) -> Iterable[Data]:
    gone = sorted(world.gone.items(), key=lambda item: code_order(item[0]))
    return [{"code": code, "witnesses": " ".join(known)} for code, known in gone]


def _land_rows(world: World) -> Iterable[Data]:
    return [{"place": place, "clan": world.land[place].value} for place in LANDS]


def _land(rows: Sequence[Row]) -> Data:
    land = {row["place"]: Clan(row["clan"]) for row in rows}
    return {"land": {place: land[place] for place in LANDS}}


def _rank(world: World, creature: Creature) -> int:
    return world.armies[creature.at].index(creature.code)


def _doubles(written: str) -> tuple[tuple[Double, int], ...]:
    given = [item.partition(" ") for item in written.split("; ") if item]
    return tuple((Double(name), int(many)) for many, _, name in given)


def _payments(written: str) -> tuple[tuple[str, int], ...]:
    return tuple((seat, int(amount)) for seat, _, amount in (item.partition(":") for item in written.split()))


def _set(written: str) -> Meld:
    """A set of the winner's reading, concealed ones of any form."""
    concealed = written.startswith("concealed ")
    kinds = _kinds(written.removeprefix("concealed "))
    if len(set(kinds)) > 1:
        return Meld(Form.SEQUENCE, kinds[0], concealed)
    return Meld(Form.TRIPLET if len(kinds) == 3 else Form.FOURSOME, kinds[0], concealed)


_RUNE = Word(lambda kind: CODES[kind] if kind >= 0 else "", lambda code: KIND[code] if code else -1)
_DOUBLES = Word(lambda held: "; ".join(f"{many} {double.value}" for double, many in held), _doubles)
_PAYMENTS = Word(lambda held: " ".join(f"{seat}:{amount}" for seat, amount in held), _payments)
_SETS = Word(
    lambda held: ", ".join(f"{'concealed ' if m.concealed else ''}{_codes(m.kinds)}" for m in held),
    lambda written: tuple(_set(one) for one in written.split(", ") if one),
)
_SEEN = Word(" ".join, lambda written: tuple(written.split()))
TABLES = Tables(
    World,
    Once(
        "game_state", World, "turn", "round", "due", "ending",
        Cell("next_seat", null=True, reckoned=lambda w, _: w.hand and w.hand.next),
        Cell("wall", null=True, reckoned=lambda w, _: w.hand and _codes(w.hand.wall)),
        Cell("fresh", kind=Kind.FLAG, reckoned=lambda w, _: w.hand is not None and w.hand.fresh),
        Cell("opened", kind=Kind.FLAG, reckoned=lambda w, _: w.hand is not None and w.hand.opened),
        Cell("plays", kind=Kind.NUMBER, reckoned=lambda w, _: w.hand.plays if w.hand else 0),
    ),
    Each(
        "seats", "players", Player, "seat", "wizard", "clan", "policy", "newest", "points", "rune_points",
        *(
            Cell(_lcp(clan), kind=Kind.NUMBER, reckoned=_claim_points(clan))
            for clan in Clan
        ),
        "number", "silence", "fog", "plays", "random_discard", "drawn",
        Cell("stands", kind=Kind.FLAG, reckoned=lambda _, player: player.standing is not None),
        order=lambda row: SEATS.index(row["seat"]), keeps=Keeps.TURN,
        within=(
            Own("runes", text("rune"), number("held"), number("bright"), keys=1, write=_rune_rows, read=_runes,
                keeps=Keeps.TURN),
            Own("melds", number("nth"), text("runes"), keys=1, write=_meld_rows, read=_melds, keeps=Keeps.TURN),
            Each("discards", "discards", Discard, Cell("rune", "kind", _RUNE), Cell("unseen", word=_SEEN),
                 numbered="nth", first=0, keeps=Keeps.TURN),
            Own("standing_orders", number("nth"), text("text"), number("line"), keys=1, write=_order_rows,
                read=_orders, keeps=Keeps.TURN),
            Own("casts_made", number("line"), number("times"), keys=1, write=_cast_rows, keeps=Keeps.TURN,
                read=lambda rows: {"made": {row["line"]: row["times"] for row in rows}}),
        ),
    ),
    Each(
        "creatures", "creatures", Creature, "code", "seat", "kind", Cell("place", "at"),
        Cell("enchantments", word=joined(", ")), Cell("rank", kind=Kind.NUMBER, reckoned=_rank), "loyalty",
        order=lambda row: (PLACES.index(row["place"]), row["rank"]), keeps=Keeps.TURN,
    ),
    Own(
        "creatures_gone", text("code"), text("witnesses"), keys=1, write=_gone_rows,
        read=lambda rows: {"gone": {row["code"]: tuple(row["witnesses"].split()) for row in rows}},
    ),
    Own("land", text("place"), text("clan"), keys=1, write=_land_rows, read=_land),
    Each(
        "walls", "walls", SealedWall, "round", "seal", "nonce",
        Cell("wall", "order", Word(_codes, lambda written: tuple(_kinds(written)))), listed=True,
        order=lambda row: row["round"],
    ),
    Once(
        "last_hand", Won, "round", "score", "points", "magic", "winner", "discarder", Cell("rune", word=_RUNE),
        Cell("doubles", word=_DOUBLES), Cell("limit_hand", "limit", none=""), Cell("payments", word=_PAYMENTS),
        Cell("sets", word=_SETS), Cell("pair", word=_RUNE), field="won", keeps=Keeps.CHANGES,
    ),
)  # fmt: skip
"""Options and map are the scenario's."""


class _Archive(GameArchive):
    name = "rune_war"
    tables, events, acts = TABLES, EVENTS, ACTS
    memories = EVENTS.held(Memory)
    faults = staticmethod(faults)

    def given(self, scenario: Scenario) -> Data:
        return {"options": scenario.options, "isle": scenario.isle}

    def finish(self, world: World, rows: Rows) -> None:
        (game,) = rows["game_state"]
        for row in rows["seats"]:
            player = world.players[row["seat"]]
            player.lcp = {clan: row[_lcp(clan)] for clan in Clan if clan is not player.clan}
            player.standing = player.standing or (() if row["stands"] else None)
        for code, creature in world.creatures.items():
            world.armies.setdefault(creature.at, []).append(code)
        if game["wall"] is not None:
            world.hand = Hand(
                wall=_kinds(game["wall"]),
                next=game["next_seat"],
                fresh=game["fresh"],
                opened=game["opened"],
                plays=game["plays"],
            )

    def seen_text(self, view: View) -> str:
        """Where which creatures were seen: ``Z2:MZ1,MZ2 T:MA1``."""
        return " ".join(f"{place}:{','.join(army)}" for place, army in view.armies.items())

    def known_plain(self, view: View) -> list[Data]:
        """The creatures seen, each with what was seen of it."""
        return [
            {**picked(c, "code", "kind", "at", "loyalty"), "enchantments": list(c.enchantments)}
            for c in view.creatures.values()
        ]


ARCHIVE = _Archive()
