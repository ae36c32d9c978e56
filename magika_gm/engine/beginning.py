"""How a game begins: parts ``setup`` and ``signup`` to derive from, where scenario and choices say all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.records import record
from magika_gm.engine.seam.setup import Candidate, Entrant, Invitation, NoGame, ScenarioFaults, Seated, Setup
from magika_gm.engine.toml import FileReader, write_toml
from magika_gm.engine.words import ChoiceFault, name_fault

Scene = TypeVar("Scene")
State = TypeVar("State")


_EDITION = re.compile(r"^edition = \d+$", re.MULTILINE)


def dated(scenario: str, table: str = "options", edition: int = 1) -> str:
    """The text of a scenario with the edition of the rules its game is played by, which is that which it names.

    ``table`` is where options stand in it; "": at the top. A scenario that names no edition was begun before there were
    any; a game that begins now takes the newest.
    """
    line, head = f"edition = {edition}\n", f"[{table}]\n"
    if _EDITION.search(scenario):
        return scenario
    if not table:
        return f"{line}{scenario}"
    before, found, after = f"\n{scenario}".partition(f"\n{head}")
    return f"{before[1:]}\n{head}{line}{after}" if found else f"{scenario.rstrip()}\n\n{head}{line}"


class UsualSetup(Generic[Scene, State]):
    """What most games say alike of scenarios and beginnings (``engine.seam.setup.Setup``); a game adds its scenario's
    record, its seats and ``begin``.
    """

    DEFAULT = "standard"
    OPTIONS = "options"
    EXTRAS: Mapping[str, str] = {}
    CHANCE: Mapping[str, str] = {}
    title = "this game"
    """The game's, where somebody is told that it knows no such thing."""
    seats: tuple[str, ...]
    scenario: type[Scene]
    """The record of a scenario's file, one field a key (``engine.toml``)."""

    def read_scenario(self, text: str, name: str) -> Scene:  # noqa: D102 - of the seam, as what follows
        reader = FileReader(text, name)
        found = reader.record(self.scenario, "", reader.data)
        reader.done()
        return found

    def write_scenario(self, scenario: Scene) -> str:  # noqa: D102
        return write_toml(scenario)

    def title_of(self, scenario: Scene) -> str:  # noqa: D102
        return str(scenario.title)  # type: ignore[attr-defined]

    def seats_of(self, scenario: Scene) -> tuple[str, ...]:  # noqa: ARG002, D102 - most games seat as many in each
        return self.seats

    def read_extra(self, name: str, text: str, file: str) -> Any:  # noqa: ARG002, D102 - most games have no more files
        raise ScenarioFaults([f"{file}: {self.title} is begun without {name}"])

    def start(self, scenario: Scene, entrants: Sequence[Entrant], dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG002, D102
        return self.begin(scenario, entrants, dice)

    def begin(self, scenario: Scene, entrants: Sequence[Entrant], dice: Dice) -> State:
        """The state of turn 0, of a game that is begun with its scenario and its players' choices alone."""
        raise NotImplementedError

    def complete(self, state: State, dice: Dice, extras: Mapping[str, Any]) -> State:  # noqa: ARG002, D102
        return state  # whole from the first version on

    def as_before(self, state: State, after: State) -> State:  # noqa: ARG002, D102 - nothing was added
        return state

    def begun_with(self, start: State, entrants: Sequence[Entrant]) -> dict[str, Any]:  # noqa: ARG002, D102
        return {"seats": [entrant.seat for entrant in entrants]}

    def restart(self, scenario: Scene, begun: Mapping[str, Any], dice: Dice) -> State:  # noqa: D102
        return self.start(scenario, [Entrant(seat=seat) for seat in begun["seats"]], dice, {})


GIVEN: Mapping[str, str] = {
    "scenario": "the scenario",
    "entrants": "who took which seat and what each brought",
    "extras": "the files the start was drawn from",
}
"""What every game is begun with besides what its dice settle (:attr:`Setup.CHANCE`)."""


def settled(setup: Setup, rolls: Iterable[str]) -> list[str]:
    """What a game is begun with, in words: what was given, and what dice settled by rolls of these names."""
    given = [said for name, said in GIVEN.items() if name != "extras" or setup.EXTRAS]
    return list(dict.fromkeys((*given, *(setup.CHANCE.get(name, name) for name in rolls))))


def rolled_otherwise(setup: Setup, rolls: Sequence[Roll], told: Sequence[Sequence[Any]]) -> list[str]:
    """What was not settled by these rolls of the start, in words, if it was by those a record tells."""
    own, others = ([tuple(roll) for roll in some] for some in (rolls, told))
    names = dict.fromkeys(roll[1] for roll in (*own, *others))
    wrong = [n for n in names if [r for r in own if r[1] == n] != [r for r in others if r[1] == n]]
    return list(dict.fromkeys(setup.CHANCE.get(name, str(name)) for name in wrong))


NO_END = 9999


@record
class Bound:
    """How many of something a list may hold: what a sign-up is held to, and, as data, the page a list is made on."""

    code: str
    words: str
    """What is said of a list that breaks it: ``{n}`` are there, ``{most}`` may be, ``{over}`` too many, of ``{name}``.
    """
    most: int = NO_END
    least: int = 0

    def fault(self, n: int, name: str = "") -> str:
        """What is wrong with so many, "" if nothing."""
        if self.least <= n <= self.most:
            return ""
        return self.words.format(n=n, most=self.most, over=n - self.most, name=name)


_NOBODYS = ("you", "all", "both", "everybody", "nobody", "enemy", "foe", "office", "game master", "gamemaster")
BANNER = "BANNER"
"""The line of a sign-up form that says what its player's side is called; likewise, small, among his choices."""
LONGEST_BANNER = 24
_BLANK_BANNER = f"; {BANNER} what your side is called, if you like: at most {LONGEST_BANNER} characters"


def banner_of(choices: Mapping[str, Any]) -> str:
    """What somebody would have his side called, "" if he does not say."""
    return str(choices.get(BANNER.lower(), ""))


def banner_lost(choices: Mapping[str, Any], entrant: Entrant) -> list[str]:
    """That his side is not called as he would have it, and why."""
    banner = banner_of(choices)
    return [f"the banner {banner} is another's, who signed up before you"] if banner and not entrant.name else []


class UsualSignUp(Generic[Scene, State]):
    """What most games say alike of sign-ups (``engine.seam.setup.SignUp``): at most one choice is made, seats go in the
    order of sign-ups but for players the game master named, and a player sits on one seat only.
    """

    title = "this game"
    """Likewise."""
    seats: tuple[str, ...]
    seat = ""
    """The word before a seat: ``side`` A."""
    enough = "two"
    """How many are needed, in words."""
    choice = ""
    """What is chosen: its key among the choices."""
    FIELDS: Mapping[str, str] = {}
    BLOCKS: tuple[str, ...] = ()
    PRIZE = ""
    BLANK: tuple[str, ...] = ()
    INVITED = Invitation()
    banners = True
    """Whether who plays a side may say what it is called; not where he plays a character."""

    def __init_subclass__(cls, **more: Any) -> None:
        """A form of a game whose sides have banners asks for them."""
        super().__init_subclass__(**more)
        if cls.banners and BANNER not in cls.FIELDS:
            cls.FIELDS = {**cls.FIELDS, BANNER: "The Iron Fist"}
            cls.BLANK = (*cls.BLANK, _BLANK_BANNER)
            cls.INVITED = replace(cls.INVITED, form=(*cls.INVITED.form, _BLANK_BANNER))

    def called(self, seat: str) -> str:
        """A seat in words: ``side A``."""
        return f"{self.seat} {seat}".strip()

    # choices

    def take_field(self, choices: dict[str, Any], word: str, rest: str) -> str:  # noqa: D102 - of the seam
        if word == BANNER and self.banners:
            choices[BANNER.lower()] = rest
            return self._banner_fault(rest)
        return self.take(choices, rest) if word in self.FIELDS else f"{self.title} asks for no {word}"

    def _banner_fault(self, name: str) -> str:
        """Why no side is called that, "" if one may be; in the words that anybody is told."""
        meant = " ".join(name.casefold().replace("'s", "").split()).removeprefix("the ")
        if len(name) > LONGEST_BANNER:
            return ChoiceFault(*[f"a banner has at most {LONGEST_BANNER} characters"] * 2)
        if not name:
            return ""
        if name_fault(name):
            return ChoiceFault(f"{name!r} is no banner: write a name", "a banner is a name: letters, no < or >")
        seats = (f"{word} {seat}".strip() for seat in self.seats for word in ("", "side", "player", "seat"))
        if meant in {*map(str.casefold, seats), *_NOBODYS}:
            return ChoiceFault(f"{name} cannot be a banner: reports use the words", "reports use these words")
        return ""

    def take(self, choices: dict[str, Any], rest: str) -> str:
        """Put what follows the one word of the form there is into the choices; what is wrong with it, or ""."""
        choices[self.choice] = rest
        return "; ".join(self.wrong(rest))

    def take_block(self, choices: dict[str, Any], word: str, lines: Sequence[str]) -> list[str]:  # noqa: D102
        return self.take_lines(choices, lines) if word in self.BLOCKS else [f"{self.title} asks for no {word}"]

    def take_lines(self, choices: dict[str, Any], lines: Sequence[str]) -> list[str]:
        """Put the lines of the one block there is into the choices; what is wrong with them."""
        choices[self.choice] = list(lines)
        return self.wrong(choices[self.choice])

    def choice_faults(self, choices: Mapping[str, Any]) -> list[str]:  # noqa: D102
        strange = [name for name in choices if name not in (self.choice, BANNER.lower())]
        told = [f"{self.title} knows no choice {name!r}; take it away" for name in strange]
        fault = self._banner_fault(banner_of(choices))
        told += [fault] * bool(fault)
        return [*told, *(self.wrong(choices[self.choice]) if choices.get(self.choice) is not None else ())]

    def wrong(self, said: Any) -> list[str]:  # noqa: ARG002 - where there is a choice
        """What is wrong with the choice made."""
        return []

    def choices_text(self, choices: Mapping[str, Any]) -> str:  # noqa: D102
        said = choices.get(self.choice)
        return f"any {self.seat or 'seat'}" if said is None else str(said)

    def choices_told(self, choices: Mapping[str, Any]) -> list[str]:  # noqa: D102
        return [f"{self.choice.capitalize()}: {self.choices_text(choices)}"] if self.choice else []

    def name_of(self, choices: Mapping[str, Any]) -> str:  # noqa: ARG002, D102 - most games have no characters
        return ""

    def cast_faults(self, entrants: Sequence[Entrant]) -> list[str]:  # noqa: D102
        faults = [f"{self.called(one.seat)}: {fault}" for one in entrants for fault in self.choice_faults(one.choices)]
        names = [one.name for one in entrants if self.banners and one.name]
        faults += [fault for name in dict.fromkeys(names) if (fault := self._banner_fault(name))]
        faults += [f"two are called {name}" for name, n in Counter(map(str.casefold, names)).items() if n > 1]
        missing = [seat for seat in self.seats if seat not in {one.seat for one in entrants}]
        return [*faults, *(f"nobody plays {self.called(seat)}" for seat in missing)]

    def returned(  # noqa: D102
        self,
        choices: Mapping[str, Any],
        state: State,  # noqa: ARG002 - there are no characters
        seat: str,  # noqa: ARG002
    ) -> tuple[dict[str, Any], list[str]]:
        return dict(choices), [f"nobody returns in {self.title}: leave RETURNING away"]

    def invitation(self, seat: str, character: str, won: bool, out: bool) -> Invitation:  # noqa: ARG002, D102
        return self.INVITED  # the same for all

    def untaken(self, choices: Mapping[str, Any], scenario: Scene, state: State, seat: str) -> list[str]:  # noqa: ARG002, D102
        return []

    # seats

    def assign(  # noqa: D102
        self,
        candidates: Sequence[Candidate],
        scenario: Scene,
        chosen: Mapping[str, int | None],
        free: Sequence[tuple[int, str]],  # noqa: ARG002 - no seat is a prize
    ) -> list[Seated]:
        people: dict[int, Candidate] = {}
        for one in candidates:
            people.setdefault(one.player, one)
        taken: dict[str, Candidate | None] = {}
        for seat, player in chosen.items():
            if player is not None and player not in people:
                raise NoGame(f"the player named for {self.called(seat)} is not on the list")
            taken[seat] = None if player is None else people.pop(player)
        self.sit(taken, list(people.values()), scenario)
        borne = self._borne(taken)
        seated = [
            Seated(
                candidate=taken.get(seat),
                entrant=Entrant(
                    seat=seat,
                    name=borne.get(seat, ""),
                    choices=self.choices_in(scenario, seat, taken.get(seat)),
                ),
                why="as you said" if seat in chosen else "",
            )
            for seat in self.seats_in(scenario)
        ]
        playing = {one.id for one in taken.values() if one is not None}
        late = [one for one in candidates if one.id not in playing]
        return [*seated, *(Seated(candidate=one, entrant=None, why="signed up later") for one in late)]

    def _borne(self, taken: Mapping[str, Candidate | None]) -> dict[str, str]:
        """By seat what its side is called, of those whose players said so: one that two chose is the earlier one's."""
        chosen = [(one.id, seat, banner_of(one.choices)) for seat, one in taken.items() if one is not None]
        first: dict[str, tuple[str, str]] = {}
        for _, seat, banner in sorted(chosen) if self.banners else ():
            first.setdefault(banner.casefold(), (seat, banner))
        return dict(first.values())

    def seats_in(self, scenario: Scene) -> tuple[str, ...]:  # noqa: ARG002 - the same in most games' scenarios
        """The seats of a scenario, in the order they are taken."""
        return self.seats

    def sit(self, taken: dict[str, Candidate | None], people: list[Candidate], scenario: Scene) -> None:
        """Give the seats that nobody was named for to ``people``, who signed up in this order; :class:`NoGame` where
        one stays empty.
        """
        for seat in self.seats_in(scenario):
            if seat not in taken:
                if not people:
                    raise NoGame(f"{self.enough} are needed, and nobody is left for {self.called(seat)}")
                taken[seat] = people.pop(0)

    def choices_in(self, scenario: Scene, seat: str, one: Candidate | None) -> Mapping[str, Any]:  # noqa: ARG002
        """With which choices somebody takes a seat; None is a policy."""
        return {} if one is None else one.choices
