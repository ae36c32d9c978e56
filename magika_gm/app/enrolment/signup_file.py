"""The sign-up file of a game: its players, each with what he plays; or who plays a seat by name (``[seat.M]``)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from magika_gm.app.accounts.rates import currency_of
from magika_gm.app.enrolment.signup_form import LEAST_PASSWORD
from magika_gm.app.office.errors import Faults, read_toml
from magika_gm.engine.beginning import BANNER
from magika_gm.engine.records import record
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import capital, did_you_mean, name_fault, nearest
from magika_gm.mail.mailboxes import compared

NEUTRAL = frozenset((
    "name", "email", "password", "address", "character", "account", "balance_cents", "currency", "turns", "rule_book",
    "timezone", "paper", "large_print", "attach", "phone", "fax", "insurance",
))  # fmt: skip
"""Keys of a player that every game's file has; the others are what he plays, as the game reads it."""


class SignUp(BaseModel):
    """One player, and what he plays."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=80)
    email: str = Field(pattern=r"^[^@\s<>]{1,64}@[^@\s<>]{1,190}$")
    password: str = Field(min_length=LEAST_PASSWORD, max_length=80, repr=False)
    address: str = Field(default="", max_length=300)
    character: str = Field(default="", max_length=40)
    choices: dict[str, Any] = Field(default_factory=dict)
    """What he plays: the file's other keys."""
    account: str = Field(default="", max_length=16)
    balance_cents: int = 0
    currency: str = ""
    """His account's money; the office's own first, if it is not said."""
    turns: int | None = Field(default=None, ge=0, le=1000)
    """Turns in credit when the game begins; those of the starter special if it is not said (GM-4)."""
    rule_book: bool = True
    """Whether he has had the rule book; if not, it comes with his first report."""
    timezone: str = Field(default="", max_length=64)
    paper: Literal["", "letter", "a4"] = ""
    large_print: bool = False
    attach: list[Literal["pdf", "json", "page"]] = ["pdf", "json"]
    phone: str = Field(default="", max_length=40)
    fax: str = Field(default="", max_length=40)
    insurance: Literal["none", "e-mail", "fax", "phone"] = "none"
    """How he is told, the evening before a turn is due, that his orders are missing (GM-2)."""

    @model_validator(mode="before")
    @classmethod
    def _own_keys(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        own = {key: value for key, value in data.items() if key not in NEUTRAL}
        return {key: value for key, value in data.items() if key in NEUTRAL} | {"choices": own}

    @model_validator(mode="after")
    def _reachable(self) -> SignUp:
        from magika_gm.app.record.contact import wish_faults

        if self.insurance != "none" or self.phone or self.fax:
            fault = wish_faults(self.insurance, self.phone, self.fax)
            if fault:
                raise ValueError(fault)
        return self

    @field_validator("name")
    @classmethod
    def _a_name(cls, value: str) -> str:
        fault = name_fault(value)
        if fault:
            raise ValueError(fault)
        return value

    @field_validator("currency")
    @classmethod
    def _known_money(cls, value: str) -> str:
        return currency_of(value) if value else ""

    @field_validator("paper", mode="before")
    @classmethod
    def _a4(cls, value: Any) -> Any:
        return value.casefold() if isinstance(value, str) else value

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        from zoneinfo import ZoneInfo

        if value:
            try:
                ZoneInfo(value)
            except (KeyError, ValueError, OSError):
                raise ValueError(f"there is no time zone {value!r}; write one like America/Toronto") from None
        return value


class SignUps(BaseModel):
    """A game's sign-ups in order of arrival, and who plays a seat that is given by name."""

    model_config = ConfigDict(extra="forbid")
    scenario: str = ""
    """What they are for, where it is not the game's usual one."""
    player: list[SignUp] = []
    seat: dict[str, SignUp] = {}
    ebon: SignUp | None = None
    """As ``[seat.M]``, in the files of the oldest game."""


@record
class Cast:
    """Who sits where in a game to begin; seats a policy plays have no sign-up."""

    entrants: tuple[Entrant, ...]
    people: Mapping[str, SignUp]


def scenario_of(path: Path) -> str:
    """The scenario a sign-up file names; "" where it names none."""
    named = read_toml(path, "a sign-up file").get("scenario", "")
    return named if isinstance(named, str) else ""


def read_signups(path: Path, system: GameSystem, scenario: Any) -> Cast:
    """Who plays what, from a TOML file; raises :class:`OfficeError` naming every fault with its place."""
    data = read_toml(path, "a sign-up file")
    signups, faults = _people_in(data)
    if signups is None:
        raise Faults(faults, str(path))
    named = dict(signups.seat)
    if signups.ebon is not None:
        named[system.signup.PRIZE] = signups.ebon
    seats = system.setup.seats_of(scenario)
    faults += [
        f"seat.{seat}: there is no such seat; there are {', '.join(seats)}" for seat in named if seat not in seats
    ]
    free = [seat for seat in seats if seat not in named and seat not in system.automatic]
    if len(signups.player) > len(free):
        faults.append(f"{len(signups.player)} players for {len(free)} seats")
    people = named | dict(zip(free, signups.player, strict=False))
    faults += _twice(people)
    entrants = []
    for seat in seats:
        person = people.get(seat)
        choices = dict(person.choices) if person else {}
        name = person.character if person else system.words.titles.get(seat, "")
        name = name or str(choices.pop(BANNER.lower(), ""))
        entrants.append(Entrant(seat=seat, name=capital(name), choices=choices))
    taken = [e for e in entrants if e.seat in people or e.seat in system.automatic]
    faults += system.signup.cast_faults(taken)
    if faults:
        raise Faults(faults, str(path))
    return Cast(tuple(entrants), {seat: people[seat] for seat in seats if seat in people})


_MOST_LAYERS = 4
"""How often a file is looked through: what a key of a player says, what they say together, and with the others."""
_DEPTH = {"player": 2, "seat": 2, "ebon": 1}
"""After how many words of a fault's place a player's own keys come."""


def _people_in(data: dict[str, Any]) -> tuple[SignUps | None, list[str]]:
    """A file's sign-ups and every fault in them: what is wrong is put aside, so that the others are seen as well. None
    where too little is left."""
    faults: list[str] = []
    for nr in range(_MOST_LAYERS):
        try:
            return SignUps.model_validate(data), faults
        except ValidationError as error:
            for one in error.errors():
                faults.append(_fault(one["loc"], one["type"], one["msg"], one.get("ctx") or {}))
                data = _without(data, list(one["loc"]), f"{nr}.{len(faults)}")
    return None, faults


def _without(data: dict[str, Any], where: list[int | str], which: str) -> dict[str, Any]:
    """Data without what is wrong at a place; what every player must have is stood in for."""
    stands_in = {"name": f"Nobody {which}", "email": f"{which}@example.org", "password": "*" * LEAST_PASSWORD}
    depth = _DEPTH.get(str(where[0]), 0)
    if not 0 < depth <= len(where):
        return {key: value for key, value in data.items() if key != where[0]}
    data = deepcopy(data)
    people: Any = data
    for part in where[: depth - 1]:
        people = people[part]
    person, last = people[where[depth - 1]], where[depth:]
    if not isinstance(person, dict):
        people[where[depth - 1]] = stands_in
    elif last and last[0] in stands_in:
        person[last[0]] = stands_in[str(last[0])]
    else:
        for key in last[:1] or ("insurance", "phone", "fax"):
            person.pop(key, None)
    return data


def _twice(people: Mapping[str, SignUp]) -> list[str]:
    """Who sits in two seats: in one game nobody plays against himself."""
    first: dict[tuple[str, str], str] = {}
    faults = []
    for seat, person in people.items():
        other = first.setdefault((person.name.casefold(), compared(person.email)), seat)
        if other != seat:
            faults.append(f"{person.name} would sit in seats {other} and {seat}; in one game nobody plays twice")
    return faults


_TYPES = {"string": "a text", "int": "a whole number", "bool": "true or false", "list": "a list", "dict": "a table",
          "model": "a table", "model_attributes": "a table"}  # fmt: skip


def _fault(where: tuple[int | str, ...], kind: str, said: str, about: Mapping[str, Any]) -> str:
    """A fault as every other is told: its place, and what would be right."""
    place, key = _place(where), str(where[-1]) if where else ""
    if kind == "extra_forbidden":
        near = did_you_mean(nearest(key, [*SignUps.model_fields, *NEUTRAL], 1, loose=True))
        return f"{place}: {key} is not known" + (f"; {near}" if near else "")
    if kind == "missing":
        return f"{place}: {key} is missing"
    if kind in ("string_too_short", "string_too_long"):
        least, most = about.get("min_length"), about.get("max_length")
        return f"{place}: {f'{least} characters at least' if least else f'{most} characters at most'}"
    if kind == "string_pattern_mismatch":
        return f"{place}: that is no mail address"
    if kind == "literal_error":
        return f"{place}: must be one of {about.get('expected', '')}".replace(" or ", ", ")
    if kind in ("greater_than_equal", "less_than_equal"):
        return f"{place}: must be {about.get('ge', 0)} or more" if "ge" in about else f"{place}: at most {about['le']}"
    base = kind.removesuffix("_type").removesuffix("_parsing")
    if base in _TYPES:
        return f"{place}: must be {_TYPES[base]}"
    return f"{place}: {said.removeprefix('Value error, ')}"


def _place(where: tuple[int | str, ...]) -> str:
    """``player.3.race``: people count from 1."""
    return ".".join(str(part + 1 if isinstance(part, int) else part) for part in where)
