"""The sign-up file of a game: twelve players and, if someone plays him, the Ebon Mage (GM-1)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.files import read_toml
from magika_gm.games.magika.rules.tables import ALIGNMENTS, RACES

NOVICES = 12
LEAST_OF_ALIGNMENT = 3


class SignUp(BaseModel):
    """One player's character."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=80)
    email: str = Field(pattern=r"^[^@\s<>]{1,64}@[^@\s<>]{1,190}$")
    password: str = Field(min_length=4, max_length=80, repr=False)
    address: str = Field(default="", max_length=300)
    character: str = Field(min_length=1, max_length=40)
    race: Literal["human", "elf", "dwarf", "goblin", "halfling"]
    alignment: Literal["good", "neutral", "evil"]
    account: str = Field(default="", max_length=16)
    balance_cents: int = 0
    currency: Literal["USD", "CAD"] = "USD"
    turns: int | None = Field(default=None, ge=0, le=1000)
    """Turns in credit when the game begins; those of the starter special if it is not said (GM-4)."""
    rule_book: bool = True
    """Whether he has had the rule book; if not, it comes with his first report."""
    timezone: str = Field(default="", max_length=64)
    paper: Literal["", "letter", "a4"] = ""
    large_print: bool = False
    attach: list[Literal["pdf", "json"]] = ["pdf", "json"]
    phone: str = Field(default="", max_length=40)
    fax: str = Field(default="", max_length=40)
    insurance: Literal["none", "e-mail", "fax", "phone"] = "none"
    """How he is told, the evening before a turn is due, that his orders are missing (GM-2)."""

    @model_validator(mode="after")
    def _reachable(self) -> SignUp:
        from magika_gm.app.record.contact import wish_faults

        if self.insurance != "none" or self.phone or self.fax:
            fault = wish_faults(self.insurance, self.phone, self.fax)
            if fault:
                raise ValueError(fault)
        return self

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
    """A game's sign-ups, novices in order of arrival."""

    model_config = ConfigDict(extra="forbid")
    player: list[SignUp]
    ebon: SignUp | None = None


def read_signups(path: Path) -> SignUps:
    """Sign-ups from a TOML file; raises :class:`OfficeError` naming every fault with its place."""
    data = read_toml(path, "a sign-up file")
    try:
        signups = SignUps.model_validate(data)
    except ValidationError as error:
        faults = [f"{_place(e['loc'])}: {e['msg']}" for e in error.errors()]
        raise OfficeError(f"{path}: " + "; ".join(faults)) from None
    faults = composition_faults(signups)
    if faults:
        raise OfficeError(f"{path}: " + "; ".join(faults))
    return signups


def composition_faults(signups: SignUps) -> list[str]:
    """What GM-1 and MAGE find wrong with these twelve."""
    faults = []
    players = signups.player
    if len(players) != NOVICES:
        faults.append(f"{len(players)} players; a game has {NOVICES} (GM-1)")
    for number, p in enumerate([*players, *([signups.ebon] if signups.ebon else [])], 1):
        if number <= len(players) and p.alignment not in RACES[p.race].alignments:
            allowed = " or ".join(RACES[p.race].alignments)
            faults.append(f"player.{number}: a {p.race} cannot be {p.alignment}; {allowed} (MAGE)")
    for race in RACES:
        if not any(p.race == race for p in players):
            faults.append(f"no {race}; at least one of each race is needed (GM-1)")
    for alignment in ALIGNMENTS:
        those = sum(p.alignment == alignment for p in players)
        if those < LEAST_OF_ALIGNMENT:
            faults.append(f"{those} {alignment} characters; at least {LEAST_OF_ALIGNMENT} of each alignment (GM-1)")
    names = [p.character.casefold() for p in players]
    for name in sorted({n for n in names if names.count(n) > 1}):
        faults.append(f"the character name {name!r} is taken twice; mages are called by name in orders")
    return faults


def _place(where: tuple[int | str, ...]) -> str:
    """``player.3.race``: people count from 1."""
    return ".".join(str(part + 1 if isinstance(part, int) else part) for part in where)
