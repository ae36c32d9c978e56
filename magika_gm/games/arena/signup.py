"""Armies chosen at sign-up, and who gets which seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from magika_gm.engine.beginning import UsualSignUp
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.seam.setup import Invitation
from magika_gm.engine.words import ChoiceFault, did_you_mean, nearest
from magika_gm.games.arena.armies import (
    BUILDING,
    BY_LETTER,
    LAW,
    ArmyCheck,
    ArmyFault,
    ArmyList,
    Limits,
    army_of,
    army_text,
    check_army,
    cost_table,
    read_army,
)
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.tables import ARMIES
from magika_gm.games.arena.rules.terms import SIDES
from magika_gm.games.arena.setup import FREE, Scenario, check_choice

_NAMES = ", ".join(ARMIES)
LETTER_ALONE = 'games of the scenario "letter" take it, where nothing but points counts; others have limits (SET-1)'


class SignUp(UsualSignUp[Scenario, State]):
    """Armies chosen at sign-up (SET-2); who is A is drawn afterwards, or the scenario says (``setup.Setup.placed``)."""

    title, seats, choice = "Arena", SIDES, "army"
    FIELDS = {"ARMY": f"{next(iter(ARMIES))} (there are {_NAMES}); or a block ARMY … END ARMY"}
    BLOCKS = ("ARMY",)
    BLANK = (f"ARMY {next(iter(ARMIES))}",)
    INVITED = Invitation(form=BLANK, after=(f"ARMY names the army you would play: {_NAMES}.",))

    def take(self, choices: Data, rest: str) -> str:
        """``ARMY HOST``: a ready-made army."""
        name = rest.upper()
        fit = [army for army in ARMIES if army == name or (len(name) > 1 and army.startswith(name))]
        if len(fit) != 1:
            hint = did_you_mean(nearest(name, tuple(ARMIES), loose=True))
            said = (
                f"there is no army {rest or 'without a name'}: there are {_NAMES}{'; ' + hint if hint else ''} (SET-2)"
            )
            return ChoiceFault(said, f"no army of ours: there are {_NAMES} (SET-2)")
        choices["army"] = fit[0]
        return ""

    def take_lines(self, choices: Data, lines: Sequence[str]) -> list[str]:
        """``ARMY … END ARMY``: an army of one's own (SET-2), for games that allow them."""
        army, faults = read_army(list(lines))
        if not faults:
            choices["army"] = army.to_plain()
            return []
        return _unread(army, faults)

    def wrong(self, said: Any) -> list[str]:
        """An army that cannot be."""
        check = check_of({"army": said})
        if check is not None:
            return [ChoiceFault(str(fault), str(fault)) for fault in check.faults]
        if isinstance(said, str) and "\n" in said.strip():
            return _unread(*read_army(said.splitlines()))
        none = "army: it is no army; write ARMY and a name, or a block ARMY … END ARMY (SET-2)"
        return [ChoiceFault(none, none)]

    def choices_text(self, choices: Fields) -> str:
        """One line."""
        army = army_of(choices.get("army"))
        if army is None:
            return "the scenario's army"
        if army.name:
            return f"army {army.name}"
        creatures = sum(entry.count for entry in army.creatures)
        items = sum(entry.count for entry in army.items)
        counts = ((creatures, "creature"), (items, "item"), (len(army.spells), "card"))
        said = ", ".join(f"{n} {word}" if n == 1 else f"{n} {word}s" for n, word in counts)
        return f"an army of {said}"

    def choices_told(self, choices: Fields) -> list[str]:
        """The army, its points, what is odd about it."""
        check = check_of(choices)
        if check is None:
            return [f"You named no army: you will have the scenario's. There are {_NAMES} (SET-2)."]
        told = [f"You will play {self.choices_text(choices)}."]
        if check.army.name:
            return [
                *told,
                "Where a scenario's limits forbid it, you have the scenario's army, and are told so (SET-2).",
            ]
        told += [f"  {entry.count} {entry.name}" for entry in check.army.creatures]
        told += [f"  item: {entry.count} {entry.name}" for entry in check.army.items]
        told += [f"  card: {card}" for card in check.army.cards]
        letter_alone = LETTER_ALONE in check.remarks
        told += army_text(check, BY_LETTER if letter_alone else Limits()).splitlines()
        told += [] if letter_alone or check.faults else [_by_letter(check.army)]
        return [*told, "Only games with free armies take it; others give you the scenario's army (SET-2)."]

    def untaken(self, choices: Fields, scenario: Scenario, _state: State, seat: str) -> list[str]:
        """The army he chose, where the scenario's takes its place (SET-2)."""
        wished = army_of(choices.get("army"), scenario.ready)
        if wished is None:
            return []
        if not wished.name and scenario.armies != FREE:
            return ["an army of one's own is not taken: this scenario has ready-made ones alone (SET-2)"]
        faults = check_choice(scenario, seat, wished).faults
        return [f"{self.choices_text(choices)} is not taken, the scenario's is: {faults[0]}"] if faults else []


def _unread(army: ArmyList, faults: Sequence[ArmyFault]) -> list[str]:
    """What is wrong with a list of which some lines cannot be read: those by number alone to anybody."""
    rest = check_army(army, Limits(), cost_table(BUILDING)).faults
    told = [(f, f"line {f.line} of the army is no creature, item or spell of ours ({f.rule})") for f in faults]
    told += [(f, str(f)) for f in rest]
    return [ChoiceFault(str(f), public) for f, public in sorted(told, key=lambda row: (row[0].line == 0, row[0].line))]


def check_of(choices: Fields) -> ArmyCheck | None:
    """The chosen army held to the law's limits, own ones by the costs armies are built with; None if none is.

    One of one's own that breaks these, and that points alone would pay, is what scenario "letter" takes: it has no
    faults there.
    """
    army = army_of(choices.get("army"))
    if army is None:
        return None
    check = check_army(army, Limits(), cost_table(LAW if army.name else BUILDING))
    if not check.faults or army.name:
        return check
    plain = check_army(army, BY_LETTER, cost_table(LAW))
    return check if plain.faults else replace(plain, remarks=(*plain.remarks, LETTER_ALONE))


def _by_letter(army: ArmyList) -> str:
    """What an army that every game with free armies takes comes to where the tables' costs hold (SET-1)."""
    plain = check_army(army, BY_LETTER, cost_table(LAW))
    return f'remark: in games of the scenario "letter" it costs {plain.spent}, magic pool {plain.pool}'


SIGNUP = SignUp()
