"""Temple Isle in the store: its tables, and its state, events, acts and memories as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from magika_gm.engine.archive import Cell, Each, GameArchive, Many, Once, Own, Per, Tables, flag, joined, number, text
from magika_gm.engine.plain import Data, Kept, Word
from magika_gm.engine.relations import Row, Rows
from magika_gm.games.temple_isle.orders.lines import stored, write_order
from magika_gm.games.temple_isle.orders.model import Fast
from magika_gm.games.temple_isle.rules.acts import ACTS
from magika_gm.games.temple_isle.rules.events import EVENTS
from magika_gm.games.temple_isle.rules.faults import faults
from magika_gm.games.temple_isle.rules.figures import figures
from magika_gm.games.temple_isle.rules.state import NOWHERE, Mantra, State, Unit, mantras_in_play
from magika_gm.games.temple_isle.rules.tables import Catalogue
from magika_gm.games.temple_isle.rules.terms import ALL_SQUARES, SEATS, SQUARE, SQUARES
from magika_gm.games.temple_isle.setup import Scenario
from magika_gm.games.temple_isle.sight import View, memory_from_plain, memory_to_plain

_PLACE = Word(SQUARES.__getitem__, SQUARE.__getitem__)


def _mantra_rows(state: State) -> Iterable[Data]:
    rows = [
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
    return sorted(rows, key=lambda row: row["serial"])


def _hand_rows(state: State) -> Iterable[Data]:
    for seat in SEATS:
        shown = Counter(state.shown[seat])
        for place, card in enumerate(state.hands[seat]):
            yield {"seat": seat, "place": place, "card": card, "shown": shown[card] > 0}
            shown[card] -= 1


def _hands(rows: Sequence[Row]) -> Data:
    placed = sorted(rows, key=lambda row: int(row["place"]))
    return {
        "hands": {seat: [r["card"] for r in placed if r["seat"] == seat] for seat in SEATS},
        "shown": {seat: [r["card"] for r in placed if r["seat"] == seat and r["shown"]] for seat in SEATS},
    }


def _deck_rows(state: State) -> Iterable[Data]:
    return [{"card": card, "copies": state.deck[card]} for card in state.catalogue.sorted(state.deck)]


TABLES = Tables(
    State,
    Once(
        "game", State, "mail", Cell("game_turn", "turn"), "playing", "stage", "first", "next_unit", "serial", "ending",
        Cell("winner", empty=""),
    ),
    Per("seat", State, "seat", SEATS, "missed", "offered", Cell("peeked", word=joined(", "))),
    Per("square", State, Cell("square", word=_PLACE), ALL_SQUARES, Cell("card", "isle"), Cell("control", empty="")),
    Each(
        "unit", "units", Unit, "number", "card", "owner", Cell("square", "at", _PLACE, empty=NOWHERE), "hp",
        "mustered", "points", Cell("left_play", "left"), order=lambda row: row["number"],
        make=lambda **told: Unit(full=0, **told),
    ),
    Own(
        "mantra", number("serial"), text("card"), text("caster"), number("until", null=True),
        number("unit", null=True), text("square", null=True), keys=1, write=_mantra_rows,
    ),
    Own("hand", text("seat"), number("place"), text("card"), flag("shown"), keys=2, write=_hand_rows, read=_hands),
    Own("deck", text("card"), number("copies"), keys=1, write=_deck_rows),
    Many("pile", "discard", "card"),
    Many("fast", "fast", Cell("line", word=Word(write_order, None)), by=SEATS),
    Many("temple", "temples", "temple", into=tuple),
)  # fmt: skip


def _fast(line: str, catalogue: Catalogue) -> Fast:
    order = stored(line, catalogue)
    if not isinstance(order, Fast):
        raise ValueError(f"{line}: a standing line is a FAST line")
    return order


def _lay(state: State, row: Row) -> None:
    """A mantra put on its unit, its square or neither."""
    mantra = Mantra(row["card"], row["caster"], row["until"] or 0, row["serial"])
    if row["unit"] is not None:
        state.units[row["unit"]].mantras.append(mantra)
    elif row["square"] is not None:
        state.land_mantras.setdefault(SQUARE[row["square"]], []).append(mantra)
    else:
        state.global_mantras.append(mantra)
    state.cache.clear()


class _Archive(GameArchive):
    name = "temple_isle"
    tables, events, acts = TABLES, EVENTS, ACTS
    memories = Kept(memory_to_plain, memory_from_plain)
    faults = staticmethod(faults)

    def given(self, scenario: Scenario) -> Data:
        return {"catalogue": scenario.catalogue, "options": scenario.options}

    def finish(self, state: State, rows: Rows) -> None:
        catalogue = state.catalogue
        copies = {row["card"]: row["copies"] for row in rows["deck"]}
        state.deck = {name: copies[name] for name in catalogue.sorted(copies)}
        state.fast = {seat: [_fast(str(line), catalogue) for line in lines] for seat, lines in state.fast.items()}
        for unit in state.units.values():
            unit.card = catalogue.units[unit.card].name
        for row in sorted(rows["mantra"], key=lambda r: int(r["serial"])):
            _lay(state, row)
        for unit in state.units_in_play():
            unit.full = figures(state, unit).full
        if wrong := faults(state):
            raise ValueError("; ".join(wrong))

    def seen_text(self, view: View) -> str:
        """Where units stand: ``U1:b2 U4:c3``."""
        return " ".join(f"U{unit.number}:{SQUARES[unit.at]}" for unit in view.units)

    def known_plain(self, view: View) -> list[str]:
        """Cards of the foe's hand that are known for certain."""
        return list(view.known)


ARCHIVE = _Archive()
