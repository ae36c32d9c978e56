"""The field of a case: cards in play with refs, places and marks (CASE, Field entries)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.games.xom_zol.cards.model import Cards
from magika_gm.games.xom_zol.changes import closed_up
from magika_gm.games.xom_zol.state import Piece, State
from magika_gm.games.xom_zol.words import SCRAPS, SIDES, CardType

KEYS = ("card", "ref", "at", "committed", "damage", "assaulted", "lapsed", "on", "new", "behind")
_REF = re.compile(r"([AB])([1-9]\d{0,3})")
_PLACE = re.compile(r"([FR])([1-9]\d{0,1})")
MOST_DAMAGE = 999


def card_name(reader: CaseReader, place: str, cards: Cards, value: object) -> str | None:
    """A card by its name, whatever its capitals; None and a fault if there is none."""
    text = reader.text(place, value)
    if text in cards:
        return text
    found = next((name for name in cards if name.casefold() == text.casefold()), None)
    if found is None:
        reader.fault(place, f"{value!r} is no card", text, tuple(cards))
    return found


class FieldReader:
    """Puts cards into play."""

    def __init__(self, reader: CaseReader, state: State) -> None:
        self.reader, self.state = reader, state
        self.places: dict[str, dict[str, str]] = {side: {} for side in SIDES}
        self.bearers: list[tuple[str, Piece]] = []

    def read(self, fields: Mapping[str, object]) -> None:
        """Both sides' fields, then augments' creatures, then formations."""
        pieces: list[Piece] = []
        for side in SIDES:
            value = fields[side]
            if not isinstance(value, list):
                self.reader.fault(f"side.{side}.field", f"must be a list, not {value!r}")
                continue
            pieces += self._side(side, value)
        for piece in sorted(pieces, key=lambda p: (p.side, p.number)):
            self.state.pieces[piece.ref] = piece
        self._bear()
        for side in SIDES:
            self._form(side, [p for p in pieces if p.side == side and p.creature])

    def _side(self, side: str, entries: list[object]) -> list[Piece]:
        found: list[Piece] = []
        highest = 0
        for i, entry in enumerate(entries):
            place = f"side.{side}.field.{i}"
            table = {"card": entry} if isinstance(entry, str) else self.reader.table(place, entry)
            self.reader.keys(place, table, KEYS)
            piece = self._piece(place, side, table, highest + 1)
            if piece is None:
                continue
            if any(p.ref == piece.ref for p in found):
                self.reader.fault(f"{place}.ref", f"{piece.ref} stands twice")
                continue
            highest = max(highest, piece.number)
            found.append(piece)
        self.state.sides[side].next_number = highest + 1
        return found

    def _piece(self, place: str, side: str, table: Mapping[str, Any], number: int) -> Piece | None:
        reader = self.reader
        name = card_name(reader, f"{place}.card", self.state.cards, table.get("card", ""))
        if name is None:
            return None
        card = self.state.cards[name]
        if name in self.state.barred:
            return None  # not put into play: MANA-2, 3 do not allow it (CASE)
        if card.type in SCRAPS:
            reader.fault(f"{place}.card", f"{name} is a {card.type.value} and never lies on the field")
            return None
        ref = f"{side}{number}"
        if "ref" in table:
            given = _REF.fullmatch(reader.text(f"{place}.ref", table["ref"]).upper())
            if given is None or given[1] != side:
                reader.fault(f"{place}.ref", f"must be {side} and a number, not {table['ref']!r}")
            else:
                ref, number = given[0], int(given[2])
        piece = Piece(ref=ref, side=side, number=number, card=card)
        for key in ("committed", "assaulted", "lapsed"):
            setattr(piece, key, reader.flag(f"{place}.{key}", table.get(key, False)))
        piece.damage = reader.number(f"{place}.damage", table.get("damage", 0), 0, MOST_DAMAGE, 0)
        piece.exists = not reader.flag(f"{place}.new", table.get("new", False))
        self._creature_keys(place, side, table, piece)
        if card.type is CardType.AUGMENT:
            piece.on = reader.text(f"{place}.on", table.get("on", "")).upper()
            self.bearers.append((place, piece))
        elif "on" in table:
            reader.fault(f"{place}.on", "only augments lie on a creature")
        return piece

    def _creature_keys(self, place: str, side: str, table: Mapping[str, Any], piece: Piece) -> None:
        reader = self.reader
        if not piece.card.body:
            for key in ("at", "new", "behind", "damage", "assaulted"):
                if key in table:
                    reader.fault(f"{place}.{key}", "only creatures have it")
            piece.exists = True
            return
        if "behind" in table:
            piece.behind = reader.text(f"{place}.behind", table["behind"]).upper()
            if piece.exists:
                reader.fault(f"{place}.behind", "stands with new = true")
        if "at" in table:
            at = reader.text(f"{place}.at", table["at"]).upper()
            if not _PLACE.fullmatch(at) or at in self.places[side] or not piece.exists:
                reader.fault(
                    f"{place}.at", f"must be a free place F1, R2 … of an existing creature, not {table['at']!r}"
                )
            else:
                self.places[side][at] = piece.ref

    def _bear(self) -> None:
        for place, piece in self.bearers:
            bearer = self.state.pieces.get(piece.on)
            if bearer is None or not bearer.creature:
                self.reader.fault(f"{place}.on", f"must be the ref of an existing creature, not {piece.on!r}")
                piece.on = ""

    def _form(self, side: str, written: list[Piece]) -> None:
        """Places given, then existing creatures in written order in columns to the right of those."""
        places = self.places[side]
        wide = max((int(at[1:]) for at in places), default=0)
        columns = [(places.get(f"F{i}", ""), places.get(f"R{i}", "")) for i in range(1, wide + 1)]
        placed = set(places.values())
        columns += [(p.ref, "") for p in written if p.ref not in placed]
        self.state.sides[side].columns = closed_up(columns)
