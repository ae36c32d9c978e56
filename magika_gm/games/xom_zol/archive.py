"""Xom and Zol in the store: its tables, and its state, events, acts and memories as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from magika_gm.engine.archive import Cell, Each, GameArchive, Many, Once, Own, Tables, by_nth, flag, number, text
from magika_gm.engine.plain import Data, Kept, Word
from magika_gm.engine.relations import Keeps, Kind, Row, Rows
from magika_gm.games.xom_zol.cards.catalogue import every_card
from magika_gm.games.xom_zol.orders.lines import stored_order, write_order
from magika_gm.games.xom_zol.rules.acts import ACTS
from magika_gm.games.xom_zol.rules.events import EVENTS
from magika_gm.games.xom_zol.rules.faults import faults
from magika_gm.games.xom_zol.rules.state import Piece, Side, State, ref_key
from magika_gm.games.xom_zol.setup import Scenario
from magika_gm.games.xom_zol.sight import Memory, View


def _hand_rows(own: Side) -> Iterable[Data]:
    return [{"card": card, "copies": copies} for card, copies in Counter(own.hand).items()]


def _hand(rows: Sequence[Row]) -> Data:
    return {"hand": sorted(card for row in rows for card in [row["card"]] * row["copies"])}


def _seen_rows(own: Side) -> Iterable[Data]:
    return [{"nth": nth, "card": card} for nth, card in enumerate(own.saw[1] if own.saw else (), 1)]


def _deck_rows(own: Side) -> Iterable[Data]:
    listed = [(card, copies, False) for card, copies in own.deck] + [(card, 1, True) for card in own.start]
    return [
        {"nth": nth, "card": card, "copies": copies, "start": start}
        for nth, (card, copies, start) in enumerate(listed, 1)
    ]


def _deck(rows: Sequence[Row]) -> Data:
    listed = by_nth(rows)
    return {
        "deck": tuple((row["card"], row["copies"]) for row in listed if not row["start"]),
        "start": tuple(row["card"] for row in listed if row["start"]),
    }


def _change_rows(piece: Piece) -> Iterable[Data]:
    made: list[tuple[str, int, int, str]] = [("change", s, d, "") for s, d in piece.changes]
    made += [("alignment", s, d, "") for s, d in piece.aligned] + [("grant", 0, 0, k) for k in piece.grants]
    return [
        {"nth": nth, "what": what, "s": s, "d": d, "keyword": keyword}
        for nth, (what, s, d, keyword) in enumerate(made, 1)
    ]


def _changes(rows: Sequence[Row]) -> Data:
    made = by_nth(rows)
    return {
        "changes": tuple((row["s"], row["d"]) for row in made if row["what"] == "change"),
        "aligned": tuple((row["s"], row["d"]) for row in made if row["what"] == "alignment"),
        "grants": tuple(row["keyword"] for row in made if row["what"] == "grant"),
    }


def _flight_rows(state: State) -> Iterable[Data]:
    return [{"nth": nth, "side": side, "card": card} for nth, (side, card) in enumerate(state.flight, 1)]


def _place(state: State, piece: Piece) -> str:
    return state.sides[piece.side].place_of(piece.ref)


def _saw(_: State, own: Side) -> int | None:
    return own.saw[0] if own.saw else None


TABLES = Tables(
    State,
    Once(
        "duel", State, Cell("game_turn", "turn"), "mail_turn", "first", "active", "fog", "mana_cast", "ending",
        "winner", "scenario",
    ),
    Each(
        "side", "sides", Side, Cell("side", "name"), "life", "pool", "next_number",
        Cell("saw_turn", kind=Kind.NUMBER, null=True, reckoned=_saw), keeps=Keeps.TURN, owner="side",
        within=(
            # height 1 lies lowest: what is drawn or put on top moves nothing
            Many("library", "library", "card", numbered="height", first=1, backwards=True),
            Own("hand", text("card"), number("copies"), keys=1, write=_hand_rows, read=_hand),
            Many("discard", "discard", "card", numbered="height", first=1),
            Many("standing", "react", Cell("line", word=Word(write_order, None)), numbered="nth", first=1, into=tuple),
            Own("seen_hand", number("nth"), text("card"), keys=1, write=_seen_rows),
            Own(
                "deck", number("nth"), text("card"), number("copies"), flag("start"), keys=1, write=_deck_rows,
                read=_deck,
            ),
        ),
    ),
    Each(
        "in_play", "pieces", Piece, "ref", "side", "number", Cell("card", word=Word(lambda card: card.name, None)),
        Cell("place", reckoned=_place), Cell("present", "exists"), "committed", "assaulted", "lapsed", "pacified",
        "doomed", "damage", "inflated", Cell("bearer", "on"), "behind",
        order=lambda row: (row["side"], *ref_key(row["ref"])),
        within=(
            Own(
                "change", number("nth"), text("what"), number("s"), number("d"), text("keyword"), keys=1,
                write=_change_rows, read=_changes, keeps=Keeps.TURN,
            ),
        ),
    ),
    Own(
        "flight", number("nth"), text("side"), text("card"), keys=1, write=_flight_rows, keeps=Keeps.TURN,
        read=lambda rows: {"flight": tuple((row["side"], row["card"]) for row in by_nth(rows))},
    ),
)  # fmt: skip


def _put_in_places(state: State, rows: Iterable[Row]) -> None:
    places: dict[str, dict[str, str]] = {side: {} for side in state.sides}
    for row in rows:
        if row["place"]:
            places[row["side"]][row["place"]] = row["ref"]
    for side, at in places.items():
        wide = max((int(place[1:]) for place in at), default=0)
        state.sides[side].columns = [(at.get(f"F{i}", ""), at.get(f"R{i}", "")) for i in range(1, wide + 1)]


_KEPT = EVENTS.held(Memory)


class _Archive(GameArchive):
    name = "xom_zol"
    tables, events, acts = TABLES, EVENTS, ACTS
    memories = Kept(
        lambda memory: None if memory is None else _KEPT.to_plain(memory),
        lambda plain: Memory() if plain is None else _KEPT.from_plain(plain),
    )
    faults = staticmethod(faults)

    def given(self, scenario: Scenario) -> Data:
        return {"options": scenario.options, "cards": every_card()}

    def finish(self, state: State, rows: Rows) -> None:
        for own in state.sides.values():
            own.react = tuple(stored_order(str(line), state.cards) for line in own.react)
        for row in rows["side"]:
            if row["saw_turn"] is not None:
                seen = by_nth(one for one in rows["seen_hand"] if one["side"] == row["side"])
                state.sides[row["side"]].saw = (row["saw_turn"], tuple(one["card"] for one in seen))
        for piece in state.pieces.values():
            piece.card = state.cards[str(piece.card)]
        _put_in_places(state, rows["in_play"])

    def seen_text(self, view: View) -> str:
        """Who stands where: ``A7:F1 B4:R2``."""
        state = view.state
        placed = ((p.ref, state.sides[p.side].place_of(p.ref)) for p in state.pieces.values() if p.creature)
        return " ".join(f"{ref}:{place}" for ref, place in placed)

    def known_plain(self, view: View) -> Any:
        """Life of both sides, and sizes of hands and libraries."""
        return {
            name: {"life": own.life, "hand": len(own.hand), "library": len(own.library)}
            for name, own in view.state.sides.items()
        }


ARCHIVE = _Archive()
