"""A state as rows of tables and back: the store makes SQL tables of the relations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.relations import Column, Keeps, Kind, Relation, Rows
from magika_gm.games.temple_isle.orders.grammar import read_line
from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.orders.words import Fault
from magika_gm.games.temple_isle.orders.write import write_order
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, SEATS, SQUARE, SQUARES
from magika_gm.games.temple_isle.rules.catalogue import Catalogue
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.figures import figures
from magika_gm.games.temple_isle.rules.state import (
    NOWHERE,
    Ending,
    Left,
    Mantra,
    Options,
    Stage,
    State,
    Unit,
    mantras_in_play,
)

_BETWEEN = ", "


def _text(name: str, *, null: bool = False) -> Column:
    return Column(name=name, kind=Kind.TEXT, null=null)


def _number(name: str, *, null: bool = False) -> Column:
    return Column(name=name, kind=Kind.NUMBER, null=null)


def _flag(name: str) -> Column:
    return Column(name=name, kind=Kind.FLAG)


def _table(name: str, key: Sequence[Column], *columns: Column, keeps: Keeps = Keeps.CHANGES) -> Relation:
    return Relation(name=name, key=tuple(c.name for c in key), columns=(*key, *columns), keeps=keeps)


GAME = _table(
    "game",
    (),
    _number("mail"),
    _number("game_turn"),
    _number("playing"),
    _text("stage"),
    _text("first"),
    _number("next_unit"),
    _number("serial"),
    _text("ending", null=True),
    _text("winner", null=True),
    keeps=Keeps.TURN,
)
SEAT = _table("seat", [_text("seat")], _number("missed"), _flag("offered"), _text("peeked", null=True))
SQUARE_TABLE = _table("square", [_text("square")], _text("card"), _text("control", null=True))
UNIT = _table(
    "unit",
    [_number("number")],
    _text("card"),
    _text("owner"),
    _text("square", null=True),
    _number("hp"),
    _number("mustered"),
    _number("points", null=True),
    _text("left_play", null=True),
)
MANTRA = _table(
    "mantra",
    [_number("serial")],
    _text("card"),
    _text("caster"),
    _number("until", null=True),
    _number("unit", null=True),
    _text("square", null=True),
)
HAND = _table("hand", [_text("seat"), _number("place")], _text("card"), _flag("shown"))
DECK = _table("deck", [_text("card")], _number("copies"))
PILE = _table("pile", [_number("place")], _text("card"))
FAST = _table("fast", [_text("seat"), _number("place")], _text("line"))
TEMPLE = _table("temple", [_number("place")], _text("temple"))
RELATIONS = (GAME, SEAT, SQUARE_TABLE, UNIT, MANTRA, HAND, DECK, PILE, FAST, TEMPLE)


def to_rows(state: State) -> Rows:
    """The state as rows of :data:`RELATIONS`, in the order of their keys."""
    return {
        GAME.name: [
            {
                "mail": state.mail,
                "game_turn": state.turn,
                "playing": state.playing,
                "stage": str(state.stage),
                "first": state.first,
                "next_unit": state.next_unit,
                "serial": state.serial,
                "ending": None if state.ending is None else str(state.ending),
                "winner": state.winner or None,
            }
        ],
        SEAT.name: [
            {
                "seat": seat,
                "missed": state.missed[seat],
                "offered": state.offered[seat],
                "peeked": None if (hand := state.peeked[seat]) is None else _BETWEEN.join(hand),
            }
            for seat in SEATS
        ],
        SQUARE_TABLE.name: [
            {"square": SQUARES[s], "card": state.isle[s], "control": state.control[s] or None} for s in ALL_SQUARES
        ],
        UNIT.name: [_unit_row(unit) for _, unit in sorted(state.units.items())],
        MANTRA.name: sorted(_mantra_rows(state), key=lambda row: int(row["serial"])),
        HAND.name: [row for seat in SEATS for row in _hand_rows(state, seat)],
        DECK.name: [{"card": card, "copies": state.deck[card]} for card in state.catalogue.sorted(state.deck)],
        PILE.name: [{"place": place, "card": card} for place, card in enumerate(state.discard)],
        FAST.name: [
            {"seat": seat, "place": place, "line": write_order(line)}
            for seat in SEATS
            for place, line in enumerate(state.fast[seat])
        ],
        TEMPLE.name: [{"place": place, "temple": temple} for place, temple in enumerate(state.temples)],
    }


def _unit_row(unit: Unit) -> dict[str, Any]:
    return {
        "number": unit.number,
        "card": unit.card,
        "owner": unit.owner,
        "square": SQUARES[unit.at] if unit.in_play else None,
        "hp": unit.hp,
        "mustered": unit.mustered,
        "points": unit.points,
        "left_play": None if unit.left is None else str(unit.left),
    }


def _mantra_rows(state: State) -> list[dict[str, Any]]:
    return [
        {
            "serial": mantra.serial,
            "card": mantra.card,
            "caster": mantra.caster,
            "until": mantra.until or None,
            "unit": None if unit is None else unit.number,
            "square": SQUARES[square] if square >= 0 else None,
        }
        for mantra, unit, square in mantras_in_play(state)
    ]


def _hand_rows(state: State, seat: str) -> list[dict[str, Any]]:
    shown = Counter(state.shown[seat])
    rows = []
    for place, card in enumerate(state.hands[seat]):
        rows.append({"seat": seat, "place": place, "card": card, "shown": shown[card] > 0})
        shown[card] -= 1
    return rows


def from_rows(rows: Rows, catalogue: Catalogue, options: Options) -> State:
    """The state its rows hold, with the cards and options of its scenario; raises ValueError if no state can be so."""
    try:
        state = _state(rows, catalogue, options)
    except (KeyError, IndexError, TypeError, Fault) as error:
        raise ValueError(f"these rows hold no state of Temple Isle: {error!r}") from error
    wrong = faults(state)
    if wrong:
        raise ValueError("; ".join(wrong))
    return state


def _state(rows: Rows, catalogue: Catalogue, options: Options) -> State:
    game = rows[GAME.name][0]
    seats = {row["seat"]: row for row in rows[SEAT.name]}
    squares = {SQUARE[row["square"]]: row for row in rows[SQUARE_TABLE.name]}
    hands = [row for row in rows[HAND.name] if row["seat"] in SEATS]
    state = State(
        catalogue=catalogue,
        options=options,
        first=game["first"],
        stage=Stage(game["stage"]),
        mail=game["mail"],
        turn=game["game_turn"],
        playing=game["playing"],
        next_unit=game["next_unit"],
        serial=game["serial"],
        isle=[squares[s]["card"] for s in ALL_SQUARES],
        control=[squares[s]["control"] or "" for s in ALL_SQUARES],
        hands={seat: [r["card"] for r in _placed(hands, seat)] for seat in SEATS},
        shown={seat: [r["card"] for r in _placed(hands, seat) if r["shown"]] for seat in SEATS},
        deck=dict(_deck(rows, catalogue)),
        discard=[r["card"] for r in sorted(rows[PILE.name], key=lambda r: int(r["place"]))],
        fast={seat: _fast(rows, seat, catalogue) for seat in SEATS},
        missed={seat: seats[seat]["missed"] for seat in SEATS},
        offered={seat: bool(seats[seat]["offered"]) for seat in SEATS},
        peeked={seat: _peeked(seats[seat]["peeked"]) for seat in SEATS},
        temples=tuple(r["temple"] for r in sorted(rows[TEMPLE.name], key=lambda r: int(r["place"]))),
        ending=None if game["ending"] is None else Ending(game["ending"]),
        winner=game["winner"] or "",
    )
    for row in sorted(rows[UNIT.name], key=lambda r: int(r["number"])):
        state.units[row["number"]] = _unit(row, catalogue)
    for row in sorted(rows[MANTRA.name], key=lambda r: int(r["serial"])):
        mantra = Mantra(row["card"], row["caster"], row["until"] or 0, row["serial"])
        if row["unit"] is not None:
            state.units[row["unit"]].mantras.append(mantra)
        elif row["square"] is not None:
            state.land_mantras.setdefault(SQUARE[row["square"]], []).append(mantra)
        else:
            state.global_mantras.append(mantra)
    state.cache.clear()
    for unit in state.units_in_play():
        unit.full = figures(state, unit).full
    return state


def _placed(rows: Sequence[Mapping[str, Any]], seat: str) -> list[Mapping[str, Any]]:
    return sorted((r for r in rows if r["seat"] == seat), key=lambda r: int(r["place"]))


def _deck(rows: Rows, catalogue: Catalogue) -> list[tuple[str, int]]:
    copies = {r["card"]: r["copies"] for r in rows[DECK.name]}
    return [(name, copies[name]) for name in catalogue.sorted(copies)]


def _fast(rows: Rows, seat: str, catalogue: Catalogue) -> list[Fast]:
    orders = [read_line(r["line"], catalogue) for r in _placed(rows[FAST.name], seat)]
    if not all(isinstance(o, Fast) for o in orders):
        raise ValueError(f"{seat}: a standing line is no FAST line")
    return [o for o in orders if isinstance(o, Fast)]


def _peeked(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(text.split(_BETWEEN)) if text else ()


def _unit(row: Mapping[str, Any], catalogue: Catalogue) -> Unit:
    in_play = row["left_play"] is None
    return Unit(
        number=row["number"],
        card=catalogue.units[row["card"]].name,
        owner=row["owner"],
        at=SQUARE[row["square"]] if in_play else NOWHERE,
        hp=row["hp"],
        full=0,
        mustered=row["mustered"],
        points=row["points"],
        left=None if in_play else Left(row["left_play"]),
    )
