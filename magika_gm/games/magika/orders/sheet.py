"""Magika's sheets, as the office asks for them (``engine.seam.rules.Orders``): five phases, a line each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from magika_gm.engine.orders import NumberedOrders
from magika_gm.engine.sheet.sheet import EVERYBODY, Sheet
from magika_gm.engine.sheet.understanding import Understanding
from magika_gm.engine.words import Fault
from magika_gm.games.magika.forecast import forecast as foreseen
from magika_gm.games.magika.forecast import forecast_text
from magika_gm.games.magika.orders.check import check, understanding
from magika_gm.games.magika.orders.lines import LINES, VERBS, Roster, known_of, read_mage
from magika_gm.games.magika.orders.model import REST, Order
from magika_gm.games.magika.orders.offers import MESSAGES, order_form
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import COLOURS, EBON, PHASES
from magika_gm.games.magika.sight import Memory


def _addressee(said: Sequence[str], roster: Roster) -> str | Fault:
    if not said:
        return Fault("say to whom: MESSAGE TO D (or a colour, or ALL)")
    if list(said) in (["ALL"], ["ALL", "MAGES"], ["EVERYONE"], ["EVERYBODY"]):
        return EVERYBODY
    plain = [w for w in said if w not in ("TEAM", "THE", "CLOAK", "CLOAKS", "MAGES")]
    if len(plain) == 1 and plain[0].lower() in COLOURS:
        return plain[0].lower()
    if plain == ["BLACK"]:
        return Fault("Black is no colour: write to mages by letter, or to ALL")
    return read_mage(said, roster)


class MagikaOrders(NumberedOrders[Order, World]):
    """The sheets of Magika."""

    def __init__(self) -> None:
        super().__init__(
            LINES,
            known_of(None),
            seat_words=("MAGE", "SEAT"),
            seat_pattern="[A-M]|EBON",
            seat=read_mage,
            addressee=_addressee,
            address={EBON: "EBON"} | {colour: colour.upper() for colour in COLOURS},
            verbs=VERBS,
            blank=REST,
            numbered=PHASES,
            messages=MESSAGES,
        )

    known_by = staticmethod(known_of)
    """Mages may be called by their characters' names."""

    def names_for(self, memory: Memory) -> Roster:
        """The characters' names a mage read from close by (RECON-3)."""
        return {letter: seen.name for letter, (seen, _) in memory.mages.items() if seen.name}

    def understood(self, sheet: Sheet, seat: str, known: World | None) -> Understanding:
        """Five orders as understood, errors, and warnings of what the mage as he stands could not do."""
        return understanding(check(sheet, known, seat or None))

    def forecast(self, sheet: Sheet, seat: str, known: World, memory: Memory) -> str:
        """What the orders come to if nobody interferes and chance falls the likelier way (RECON-10)."""
        return forecast_text(foreseen(known, seat, memory, self.listed(sheet)))

    def summary(self, sheet: Sheet, known: World | None) -> dict[str, Any]:
        """The same as data."""
        read = check(sheet, known)
        return read._asdict() | {"faults": [asdict(f) for f in read.faults]}

    def form(self, game: str, turn: int, state: World, seat: str, _memory: Memory | None) -> str:
        """A sheet to fill in, with what the mage holds as hints."""
        mage = state.mages[seat]
        return order_form(game, turn, seat, mage.name, [scroll.code for scroll in mage.scrolls], mage.items())


ORDERS = MagikaOrders()
