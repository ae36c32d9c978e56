"""How High Card begins, and who plays it: the parts ``setup`` and ``signup``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.beginning import UsualSetup, UsualSignUp
from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.toml import FileReader
from tests.systems.toy.table import SEATS, Table


class Setup(UsualSetup[int, Table]):
    DEFAULT = "plain"
    title, seats = "High Card", SEATS

    def read_scenario(self, text: str, name: str) -> int:
        reader = FileReader(text, name)
        turns = reader.number("turns", reader.data.get("turns", 4), 1, 999, 4)
        reader.done()
        return turns

    def write_scenario(self, scenario: int) -> str:
        return f"turns = {scenario}\n"

    def title_of(self, scenario: int) -> str:
        return f"{scenario} turns"

    def start(self, scenario: int, entrants: Sequence[Entrant], dice: Dice, extras: Mapping[str, Any]) -> Table:
        cards = dice.shuffle("deal", "", [str(n) for n in range(1, 10)], "DEAL-1")
        table = Table(0, scenario, {e.seat: int(c) for e, c in zip(entrants, cards, strict=False)})
        table.shown = dict.fromkeys(SEATS, False)
        table.out = dict.fromkeys(SEATS, False)
        return table

    def restart(self, scenario: int, begun: Mapping[str, Any], dice: Dice) -> Table:
        return self.start(scenario, [Entrant(seat=seat) for seat in begun["seats"]], dice, {})


class SignUp(UsualSignUp[int, Table]):
    title, seats, enough, choice = "High Card", SEATS, "three", "colour"
    FIELDS: Mapping[str, str] = {"COLOUR": "red"}
    BLANK: tuple[str, ...] = ("COLOUR red",)

    def take(self, choices: dict[str, Any], rest: str) -> str:
        if rest.upper() not in SEATS:
            return f"{rest} is no colour here; there are red, green, blue"
        choices["colour"] = rest.upper()
        return ""

    def choices_text(self, choices: Mapping[str, Any]) -> str:
        return str(choices.get("colour", "any colour")).lower()

    def choices_told(self, choices: Mapping[str, Any]) -> list[str]:
        return [f"Colour: {self.choices_text(choices)}"]

    def untaken(self, choices: Mapping[str, Any], scenario: int, state: Table, seat: str) -> list[str]:
        wished = choices.get("colour", seat)
        return [] if wished == seat else [f"the colour {wished.lower()} is not taken: others came first"]


SETUP, SIGNUP = Setup(), SignUp()
