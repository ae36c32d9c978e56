"""Who plays SUN and who MOON: nobody chooses anything."""

from __future__ import annotations

from magika_gm.engine.beginning import UsualSignUp
from magika_gm.engine.plain import Fields
from magika_gm.games.temple_isle.rules.state import State
from magika_gm.games.temple_isle.rules.terms import SEATS
from magika_gm.games.temple_isle.setup import Scenario


class SignUp(UsualSignUp[Scenario, State]):
    """Sign-ups and seats."""

    title, seats = "Temple Isle", SEATS

    def choices_text(self, _choices: Fields) -> str:  # noqa: D102 - there is nothing to say
        return "Sun or Moon"

    def choices_told(self, _choices: Fields) -> list[str]:  # noqa: D102
        return ["You will play Sun or Moon: who signed up first is Sun, and a die says who begins (BUILD-1)."]

    def seats_in(self, scenario: Scenario) -> tuple[str, ...]:
        """In the scenario's seating order."""
        return scenario.seats


SIGNUP = SignUp()
