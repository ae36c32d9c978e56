"""How High Card begins, and who plays it: the parts ``setup`` and ``signup``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import Dice
from magika_gm.engine.seam.setup import Candidate, Entrant, Invitation, NoGame, ScenarioFaults, Seated
from tests.systems.toy.table import SEATS, Table


class Setup:
    DEFAULT = "plain"

    def read_scenario(self, text: str, name: str) -> int:
        try:
            turns = tomllib.loads(text).get("turns", 4)
        except tomllib.TOMLDecodeError as error:
            raise ScenarioFaults([f"{name}: {error}"]) from error
        if not isinstance(turns, int) or turns < 1:
            raise ScenarioFaults([f"{name}: turns must be a number from 1 up, not {turns!r}"])
        return turns

    def write_scenario(self, scenario: int) -> str:
        return f"turns = {scenario}\n"

    def title_of(self, scenario: int) -> str:
        return f"{scenario} turns"

    def seats_of(self, scenario: int) -> tuple[str, ...]:
        return SEATS

    EXTRAS: Mapping[str, str] = {}

    def read_extra(self, name: str, text: str, file: str) -> Any:
        raise ScenarioFaults([f"{file}: High Card has no {name}"])

    def start(self, scenario: int, entrants: Sequence[Entrant], dice: Dice, extras: Mapping[str, Any]) -> Table:
        cards = dice.shuffle("deal", "", [str(n) for n in range(1, 10)], "DEAL-1")
        table = Table(0, scenario, {e.seat: int(c) for e, c in zip(entrants, cards, strict=False)})
        table.shown = dict.fromkeys(SEATS, False)
        table.out = dict.fromkeys(SEATS, False)
        return table

    def complete(self, state: Table, dice: Dice, extras: Mapping[str, Any]) -> Table:
        return state

    def as_before(self, state: Table, after: Table) -> Table:
        return state

    def begun_with(self, start: Table, entrants: Sequence[Entrant]) -> dict[str, Any]:
        return {"seats": [e.seat for e in entrants]}

    def restart(self, scenario: int, begun: Mapping[str, Any], dice: Dice) -> Table:
        return self.start(scenario, [Entrant(seat=seat) for seat in begun["seats"]], dice, {})


class SignUp:
    FIELDS: Mapping[str, str] = {"COLOUR": "red"}
    BLOCKS: tuple[str, ...] = ()
    AUTOMATIC: Mapping[str, str] = {}
    PRIZE = ""
    BLANK: tuple[str, ...] = ("COLOUR red",)

    def take_field(self, choices: dict[str, Any], word: str, rest: str) -> str:
        if rest.upper() not in SEATS:
            return f"{rest} is no colour here; there are red, green, blue"
        choices["colour"] = rest.upper()
        return ""

    def take_block(self, choices: dict[str, Any], word: str, lines: Sequence[str]) -> list[str]:
        return [f"{word} is not known"]

    def choice_faults(self, choices: Mapping[str, Any]) -> list[str]:
        return []

    def choices_text(self, choices: Mapping[str, Any]) -> str:
        return str(choices.get("colour", "any colour")).lower()

    def choices_told(self, choices: Mapping[str, Any]) -> list[str]:
        return [f"Colour: {self.choices_text(choices)}"]

    def name_of(self, choices: Mapping[str, Any]) -> str:
        return ""

    def cast_faults(self, entrants: Sequence[Entrant]) -> list[str]:
        return [] if {e.seat for e in entrants} == set(SEATS) else ["red, green and blue must play"]

    def returned(self, choices: Mapping[str, Any], state: Table, seat: str) -> tuple[dict[str, Any], list[str]]:
        return dict(choices), ["nobody returns in High Card"]

    def untaken(self, choices: Mapping[str, Any], scenario: int, state: Table, seat: str) -> list[str]:
        wished = choices.get("colour", seat)
        return [] if wished == seat else [f"the colour {wished.lower()} is not taken: others came first"]

    def invitation(self, seat: str, character: str, won: bool, out: bool) -> Invitation:
        return Invitation()

    def assign(
        self,
        candidates: Sequence[Candidate],
        scenario: int,
        chosen: Mapping[str, int | None],
        free: Sequence[tuple[int, str]],
    ) -> list[Seated]:
        if len(candidates) < len(SEATS):
            raise NoGame(f"{len(candidates)} wait; three are needed")
        seated = [Seated(candidate=c, entrant=Entrant(seat=s)) for c, s in zip(candidates, SEATS, strict=False)]
        return [*seated, *(Seated(candidate=c, entrant=None, why="came later") for c in candidates[3:])]


SETUP, SIGNUP = Setup(), SignUp()
