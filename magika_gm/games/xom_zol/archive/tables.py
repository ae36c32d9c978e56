"""A game as rows of relations (design: worlds stay readable with any SQL tool), and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.relations import Column, Keeps, Kind, Relation, Rows
from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cards.model import Cards
from magika_gm.games.xom_zol.options import DEFAULTS, Options
from magika_gm.games.xom_zol.orders.reading import stored_order
from magika_gm.games.xom_zol.orders.writing import write_order
from magika_gm.games.xom_zol.state import Piece, Side, State, in_listing, ref_key
from magika_gm.games.xom_zol.words import SIDES

Row = Mapping[str, Any]


def _text(name: str, null: bool = False) -> Column:
    return Column(name=name, null=null)


def _number(name: str, null: bool = False) -> Column:
    return Column(name=name, kind=Kind.NUMBER, null=null)


def _flag(name: str) -> Column:
    return Column(name=name, kind=Kind.FLAG)


RELATIONS: tuple[Relation, ...] = (
    Relation(
        name="duel",
        key=(),
        columns=(
            _number("game_turn"), _number("mail_turn"), _text("first"), _text("active"), _flag("fog"),
            _flag("mana_cast"), _text("ending", null=True), _text("winner", null=True), _text("scenario"),
        ),
    ),
    Relation(
        name="side",
        key=("side",),
        columns=(_text("side"), _number("life"), _text("pool"), _number("next_number"), _number("saw_turn", null=True)),
    ),
    Relation(
        name="library", key=("side", "height"), columns=(_text("side"), _number("height"), _text("card")),
        keeps=Keeps.CHANGES,
    ),
    Relation(
        name="hand", key=("side", "card"), columns=(_text("side"), _text("card"), _number("copies")),
        keeps=Keeps.CHANGES,
    ),
    Relation(
        name="discard", key=("side", "height"), columns=(_text("side"), _number("height"), _text("card")),
        keeps=Keeps.CHANGES,
    ),
    Relation(
        name="in_play",
        key=("ref",),
        columns=(
            _text("ref"), _text("side"), _number("number"), _text("card"), _text("place"), _flag("present"),
            _flag("committed"), _flag("assaulted"), _flag("lapsed"), _flag("pacified"), _flag("doomed"),
            _number("damage"), _number("inflated"), _text("bearer"), _text("behind"),
        ),
        keeps=Keeps.CHANGES,
    ),
    Relation(
        name="change",
        key=("ref", "nth"),
        columns=(_text("ref"), _number("nth"), _text("what"), _number("s"), _number("d"), _text("keyword")),
    ),
    Relation(
        name="standing", key=("side", "nth"), columns=(_text("side"), _number("nth"), _text("line")),
        keeps=Keeps.CHANGES,
    ),
    Relation(
        name="seen_hand", key=("side", "nth"), columns=(_text("side"), _number("nth"), _text("card")),
        keeps=Keeps.CHANGES,
    ),
    Relation(
        name="deck", key=("side", "nth"),
        columns=(_text("side"), _number("nth"), _text("card"), _number("copies"), _flag("start")),
        keeps=Keeps.CHANGES,
    ),
    Relation(name="flight", key=("nth",), columns=(_number("nth"), _text("side"), _text("card"))),
)  # fmt: skip
"""A game's tables. In ``library`` and ``discard`` height 1 lies lowest: what is drawn or put on top moves nothing."""


def to_rows(state: State) -> Rows:
    """The state as rows."""
    rows: dict[str, list[dict[str, Any]]] = {relation.name: [] for relation in RELATIONS}
    rows["duel"].append(
        {
            "game_turn": state.turn, "mail_turn": state.mail_turn, "first": state.first, "active": state.active,
            "fog": state.fog, "mana_cast": state.mana_cast, "ending": state.ending, "winner": state.winner,
            "scenario": state.scenario,
        }
    )  # fmt: skip
    for name in SIDES:
        _side_rows(rows, state.sides[name])
    for piece in in_listing(state):
        _piece_rows(rows, state, piece)
    for nth, (side, card) in enumerate(state.flight, 1):
        rows["flight"].append({"nth": nth, "side": side, "card": card})
    return rows


def _side_rows(rows: dict[str, list[dict[str, Any]]], own: Side) -> None:
    side = own.name
    rows["side"].append(
        {
            "side": side, "life": own.life, "pool": own.pool, "next_number": own.next_number,
            "saw_turn": own.saw[0] if own.saw else None,
        }
    )  # fmt: skip
    rows["library"] += [{"side": side, "height": i, "card": c} for i, c in enumerate(reversed(own.library), 1)]
    rows["discard"] += [{"side": side, "height": i, "card": c} for i, c in enumerate(own.discard, 1)]
    rows["hand"] += [{"side": side, "card": c, "copies": n} for c, n in Counter(own.hand).items()]
    rows["standing"] += [{"side": side, "nth": i, "line": write_order(o)} for i, o in enumerate(own.react, 1)]
    seen = own.saw[1] if own.saw else ()
    rows["seen_hand"] += [{"side": side, "nth": i, "card": c} for i, c in enumerate(seen, 1)]
    listed = [(card, n, False) for card, n in own.deck] + [(card, 1, True) for card in own.start]
    rows["deck"] += [
        {"side": side, "nth": i, "card": card, "copies": n, "start": start}
        for i, (card, n, start) in enumerate(listed, 1)
    ]


def _piece_rows(rows: dict[str, list[dict[str, Any]]], state: State, piece: Piece) -> None:
    rows["in_play"].append(
        {
            "ref": piece.ref, "side": piece.side, "number": piece.number, "card": piece.card.name,
            "place": state.sides[piece.side].place_of(piece.ref), "present": piece.exists,
            "committed": piece.committed, "assaulted": piece.assaulted, "lapsed": piece.lapsed,
            "pacified": piece.pacified, "doomed": piece.doomed, "damage": piece.damage, "inflated": piece.inflated,
            "bearer": piece.on, "behind": piece.behind,
        }
    )  # fmt: skip
    made: list[tuple[str, int, int, str]] = [("change", s, d, "") for s, d in piece.changes]
    made += [("alignment", s, d, "") for s, d in piece.aligned] + [("grant", 0, 0, k) for k in piece.grants]
    rows["change"] += [
        {"ref": piece.ref, "nth": i, "what": what, "s": s, "d": d, "keyword": keyword}
        for i, (what, s, d, keyword) in enumerate(made, 1)
    ]


def from_rows(rows: Rows, options: Options = DEFAULTS, cards: Cards | None = None) -> State:
    """The state its rows hold; raises ValueError where no state can be so."""
    known = catalogue() if cards is None else cards
    try:
        (duel,) = rows["duel"]
        state = State(
            options=options, turn=duel["game_turn"], mail_turn=duel["mail_turn"], first=duel["first"],
            active=duel["active"], fog=bool(duel["fog"]), mana_cast=bool(duel["mana_cast"]), ending=duel["ending"],
            winner=duel["winner"], scenario=duel["scenario"], cards=known,
            flight=tuple((r["side"], r["card"]) for r in _by(rows["flight"], "nth")),
        )  # fmt: skip
        for row in rows["side"]:
            state.sides[row["side"]] = _read_side(row, rows, known)
        _read_pieces(state, rows)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"these rows are no game of Xom and Zol: {error}") from error
    return state


def _by(rows: Sequence[Row], key: str) -> list[Row]:
    return sorted(rows, key=lambda row: int(row[key]))


def _read_side(row: Row, rows: Rows, cards: Cards) -> Side:
    side = row["side"]

    def own(name: str, key: str = "nth") -> list[Row]:
        return _by([r for r in rows[name] if r["side"] == side], key)

    seen = tuple(r["card"] for r in own("seen_hand"))
    return Side(
        name=side,
        life=row["life"],
        pool=row["pool"],
        library=[r["card"] for r in reversed(own("library", "height"))],
        hand=sorted(card for r in rows["hand"] if r["side"] == side for card in [r["card"]] * r["copies"]),
        discard=[r["card"] for r in own("discard", "height")],
        next_number=row["next_number"],
        react=tuple(stored_order(r["line"], cards) for r in own("standing")),
        saw=None if row["saw_turn"] is None else (row["saw_turn"], seen),
        deck=tuple((r["card"], r["copies"]) for r in own("deck") if not r["start"]),
        start=tuple(r["card"] for r in own("deck") if r["start"]),
    )


def _read_pieces(state: State, rows: Rows) -> None:
    places: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    for row in sorted(rows["in_play"], key=lambda r: (r["side"], *ref_key(r["ref"]))):
        made = _by([r for r in rows["change"] if r["ref"] == row["ref"]], "nth")
        state.pieces[row["ref"]] = Piece(
            ref=row["ref"], side=row["side"], number=row["number"], card=state.cards[row["card"]],
            exists=bool(row["present"]), committed=bool(row["committed"]), assaulted=bool(row["assaulted"]),
            lapsed=bool(row["lapsed"]), pacified=bool(row["pacified"]), doomed=bool(row["doomed"]),
            damage=row["damage"], inflated=row["inflated"], on=row["bearer"], behind=row["behind"],
            changes=tuple((r["s"], r["d"]) for r in made if r["what"] == "change"),
            aligned=tuple((r["s"], r["d"]) for r in made if r["what"] == "alignment"),
            grants=tuple(r["keyword"] for r in made if r["what"] == "grant"),
        )  # fmt: skip
        if row["place"]:
            places[row["side"]][row["place"]] = row["ref"]
    for side, at in places.items():
        wide = max((int(place[1:]) for place in at), default=0)
        state.sides[side].columns = [(at.get(f"F{i}", ""), at.get(f"R{i}", "")) for i in range(1, wide + 1)]
