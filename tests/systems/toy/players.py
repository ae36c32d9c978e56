"""How it begins, who plays it, what he writes, and what a policy plays for him: ``setup``, ``signup``, ``orders``,
``bots``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from magika_gm.engine.beginning import UsualSetup, UsualSignUp
from magika_gm.engine.dice import Dice
from magika_gm.engine.lines.parts import Refuse
from magika_gm.engine.lines.rows import Lines, OneOf, Row
from magika_gm.engine.lines.words import Cutter, Near
from magika_gm.engine.orders import GameOrders
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.sheet.sheet import MessageRule, seated
from magika_gm.engine.toml import Whole
from magika_gm.engine.trial import GameBots
from tests.systems.toy.table import SEATS, Keep, Show, Table


@named_record
class Scenario:
    """A scenario's file, one field a key."""

    title: str = "High Card"
    turns: Annotated[int, Whole(1, 999)] = 4


class Setup(UsualSetup[Scenario, Table]):
    DEFAULT, seats, scenario = "plain", SEATS, Scenario

    def begin(self, scenario: Scenario, entrants: Sequence[Entrant], dice: Dice) -> Table:
        cards = dice.shuffle("deal", "", [str(n) for n in range(1, 10)], "DEAL-1")
        return Table(last=scenario.turns, cards=dict(zip(SEATS, map(int, cards), strict=False)))


class SignUp(UsualSignUp[Scenario, Table]):
    title, seats, enough, choice = "High Card", SEATS, "three", "colour"
    FIELDS: Mapping[str, str] = {"COLOUR": "red"}
    BLANK: tuple[str, ...] = ("COLOUR red",)

    def wrong(self, said: Any) -> list[str]:
        return [] if said.upper() in SEATS else [f"{said} is no colour here; there are red, green, blue"]

    def untaken(self, choices: Mapping[str, Any], scenario: Scenario, state: Table, seat: str) -> list[str]:
        wished = choices.get("colour", seat)
        return [] if wished.upper() == seat else [f"the colour {wished.lower()} is not taken: others came first"]


MESSAGES = MessageRule(most=2, lines=3, characters=120, rule="TALK-1")
LINES: Lines[Show | Keep] = Lines(
    Cutter(word=r"(\S+)", upper=True),
    OneOf(Row(Show, "SHOW"), Row(Keep, "KEEP"), Refuse(says="{said} is not an order", near=Near(("SHOW", "KEEP")))),
    longest=80,
)


class Orders(GameOrders[Show | Keep, Table]):
    def doubt(self, order: Show | Keep, seat: str, known: Table) -> str:
        return "your card lies open already" if known.shown[seat] else ""

    def offered(self, state: Table, seat: str) -> tuple[str, ...]:
        return () if state.shown[seat] else LINES.verbs

    def forecast(self, sheet: Any, seat: str, known: Table, memory: Any) -> str:
        return f"Shown, your card counts {known.cards[seat]}.\n"


class Bots(GameBots):
    POLICIES: Mapping[str, str] = {"bold": "shows at once"}

    def play(self, policy: str, turn_file: Mapping[str, Any], seed: bytes) -> list[Any]:
        return [Show()]


SETUP, SIGNUP, BOTS = Setup(), SignUp(), Bots()
ORDERS = Orders(LINES, **seated("COLOUR", SEATS), messages=MESSAGES)
