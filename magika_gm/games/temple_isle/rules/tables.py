"""The cards (CARDS): designs read from rows of TOML, the shipped ones and a game master's own, as one catalogue.

*Catalogue order* is the number of a design; it breaks every tie between cards. Lands, temples, and the units and
mantras of the play deck are numbered each for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cache
from typing import TypeVar

from magika_gm.engine.plain import Fields
from magika_gm.engine.records import named_record
from magika_gm.engine.toml import load_toml
from magika_gm.engine.words import nearest as nearest_words
from magika_gm.games.temple_isle.rules.terms import WATER, Effect, EffectFault, Host, What, When, read_effect

TEMPLE_OF = "Temple of "


class Aim(StrEnum):
    """What a mantra is cast on (CARDS)."""

    OWN = "own"
    FOE = "foe"
    UNIT = "unit"
    LAND = "land"
    PLAIN = "plain"
    NONE = "none"
    MANTRA = "mantra"
    ANSWERED = "answered"


class Need(StrEnum):
    """What a target must be besides (CARDS)."""

    RANGED = "ranged"
    HURT = "hurt"
    CONTROLLED = "controlled"
    NOT_MINE = "not mine"
    EMPTY = "empty"
    NO_FOE = "no foe"


class Lasts(StrEnum):
    """How long a mantra stays (ENCH-3)."""

    NOW = "now"
    TURN = "turn"
    ROUND = "round"
    PERSISTENT = "persistent"


UNIT_AIMS = frozenset({Aim.OWN, Aim.FOE, Aim.UNIT})
LAND_AIMS = frozenset({Aim.LAND, Aim.PLAIN})
HOST_OF = {
    Aim.OWN: Host.UNIT_MANTRA,
    Aim.FOE: Host.UNIT_MANTRA,
    Aim.UNIT: Host.UNIT_MANTRA,
    Aim.LAND: Host.LAND_MANTRA,
    Aim.PLAIN: Host.LAND_MANTRA,
    Aim.NONE: Host.GLOBAL,
    Aim.MANTRA: Host.UNRAVELLER,
    Aim.ANSWERED: Host.ANSWER,
}


@named_record
class LandCard:
    """A land or temple. ``number`` is its place in its deck's list (L1 …, H1 …)."""

    number: int
    name: str
    effects: tuple[Effect, ...] = ()
    copies: int = 1
    temple: bool = False

    @property
    def short(self) -> str:
        """A temple's name without "Temple of"; a land's name."""
        return self.name.removeprefix(TEMPLE_OF) if self.temple else self.name


@named_record
class UnitCard:
    """A unit (UNIT-1): level, scores A/B/C/D, keywords. ``ranged``, ``fleeting``, ``guard`` are 0 where not had."""

    number: int
    name: str
    level: int
    a: int
    b: int
    c: int
    d: int
    ranged: int = 0
    water: bool = False
    leap: bool = False
    devout: bool = False
    fleeting: int = 0
    guard: int = 0
    effects: tuple[Effect, ...] = ()
    copies: int = 1

    @property
    def scores(self) -> str:
        """``A/B/C/D`` as printed."""
        return f"{self.a}/{self.b}/{self.c}/{self.d}"

    @property
    def keywords(self) -> tuple[str, ...]:
        """Keywords as printed, in the order of UNIT."""
        words = [f"ranged {self.ranged}"] if self.ranged else []
        words += ["water"] if self.water else []
        words += [str(e) for e in self.effects if e.when is When.AFLOAT]
        words += ["leap"] if self.leap else []
        words += ["devout"] if self.devout else []
        words += [f"fleeting {self.fleeting}"] if self.fleeting else []
        return (*words, *([f"guard {self.guard}"] if self.guard else []))


@named_record
class MantraCard:
    """A mantra (ENCH). ``hostile``: a square or ANY in an order means a foe's unit (ORD)."""

    number: int
    name: str
    level: int
    aim: Aim
    lasts: Lasts
    needs: tuple[Need, ...] = ()
    hostile: bool = False
    fast: bool = False
    effects: tuple[Effect, ...] = ()
    copies: int = 1

    @property
    def host(self) -> Host:
        """What kind of bearer of effects it is."""
        return HOST_OF[self.aim]

    @property
    def blink(self) -> int:
        """How far it moves its unit (Blink: 2); 0 if it does not, and its order names no squares TO."""
        return next((e.amount for e in self.effects if e.what is What.BLINK), 0)


Card = UnitCard | MantraCard
"""A card of the play deck."""


@named_record
class Catalogue:
    """Every design of a game, by name, in catalogue order. Shared by all states of the game and never changed."""

    lands: Mapping[str, LandCard]
    temples: Mapping[str, LandCard]
    units: Mapping[str, UnitCard]
    mantras: Mapping[str, MantraCard]
    isle: Mapping[str, LandCard] = field(init=False)
    """Lands, temples and the water card."""
    cards: Mapping[str, Card] = field(init=False)
    """Units and mantras: the play deck."""
    order: Mapping[str, int] = field(init=False)
    """A play card's place in catalogue order."""
    raises_hp: bool = field(init=False)
    """Whether any card changes C, so that full HP must be watched."""

    def __post_init__(self) -> None:
        water = LandCard(number=0, name=WATER)
        cards: dict[str, Card] = {**self.units, **self.mantras}
        in_order = sorted(cards.values(), key=lambda c: c.number)
        everything = [e for c in (*self.lands.values(), *self.temples.values(), *in_order) for e in c.effects]
        object.__setattr__(self, "isle", {**self.lands, **self.temples, WATER: water})
        object.__setattr__(self, "cards", {c.name: c for c in in_order})
        object.__setattr__(self, "order", {c.name: c.number for c in in_order})
        object.__setattr__(self, "raises_hp", any(e.what is What.C for e in everything))

    def sorted(self, names: Iterable[str]) -> list[str]:
        """Play cards in catalogue order; a card not known (a hidden one) comes last."""
        last = len(self.order) + 1000
        return sorted(names, key=lambda name: self.order.get(name, last))

    def deck(self) -> dict[str, int]:
        """Copies of each play card, in catalogue order."""
        return {name: card.copies for name, card in self.cards.items()}


def always(effects: Iterable[Effect], *whats: What) -> tuple[Effect, ...]:
    """Those of ``effects`` that work always and say one of ``whats``."""
    return tuple(e for e in effects if e.when is When.ALWAYS and e.what in whats)


# Rows of TOML into card designs, with every fault and its place; a game master's rows stand upon the shipped ones.


KINDS = ("land", "temple", "unit", "mantra")
MOST_COPIES = 99
MOST_LEVEL = 10
RESERVED = frozenset("ON AT TO WHEN IF UNLESS AND BY ANY NONE".split())
"""Words of an order sheet that can be no word of a card's name, or no sheet could name it."""
_KEYS = {
    "land": ("number", "name", "copies", "effects"),
    "temple": ("number", "name", "copies", "effects"),
    "unit": ("number", "name", "level", "scores", "copies", "keywords", "effects"),
    "mantra": ("number", "name", "level", "target", "needs", "aim", "lasts", "fast", "copies", "effects"),
}
_NAME = re.compile(r"[A-Za-z][A-Za-z'’-]*(?: [A-Za-z'’-]+)*")
_SCORES = re.compile(r"\s*(\d{1,2})\s*/\s*(\d{1,2})\s*/\s*(\d{1,2})\s*/\s*(\d{1,2})\s*")
_KEYWORDS = ("ranged", "water", "afloat", "leap", "devout", "fleeting", "guard")
_TWIN = {"unit": "mantra", "mantra": "unit", "land": "temple", "temple": "land"}
"""Kinds of one name space: no unit is called as a mantra is."""
_UNIT_NEEDS = frozenset({Need.RANGED, Need.HURT})
Kind = TypeVar("Kind", bound=StrEnum)
Faults = list[tuple[str, str]]
"""Faults found: (key path, reason and cure)."""


def nearest(word: object, words: Sequence[str]) -> str:
    """A cure for a misspelling: the nearest of ``words``, or all of them."""
    near = nearest_words(str(word), words, 1, loose=True)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(words)}"


class _Row:
    """One row being read."""

    def __init__(self, kind: str, row: Fields, place: str, base: bool, faults: Faults) -> None:
        self.kind, self.row, self.place, self.faults = kind, row, place, faults
        self.clean = len(faults)
        for key in row:
            if key not in _KEYS[kind]:
                self.fault(key, f"a {kind} has no such key; {nearest(key, _KEYS[kind])}")
        if "number" in row and not base:
            self.fault("number", "leave the number out: own cards come after the shipped ones, in the order written")

    def fault(self, key: str, reason: str) -> None:
        self.faults.append((f"{self.place}.{key}", reason))

    @property
    def good(self) -> bool:
        return len(self.faults) == self.clean

    def number(self, key: str, low: int, high: int, default: int) -> int:
        value = self.row.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.fault(key, f"is {value!r}; write a whole number from {low} to {high}")
        return default

    def flag(self, key: str) -> bool:
        value = self.row.get(key, False)
        if isinstance(value, bool):
            return value
        self.fault(key, f"is {value!r}; write true or false")
        return False

    def word(self, key: str, kind: type[Kind], default: Kind | None) -> Kind:
        value = self.row.get(key, default)
        words = [str(k) for k in kind]
        if isinstance(value, str) and value in words:
            return kind(value)
        self.fault(
            key, "is missing; " + nearest("", words) if value is None else f"is {value!r}; {nearest(value, words)}"
        )
        return next(iter(kind))

    def texts(self, key: str) -> list[str]:
        value = self.row.get(key, [])
        if isinstance(value, list) and all(isinstance(v, str) for v in value):
            return value
        self.fault(key, f'is {value!r}; write a list of texts, like ["…"]')
        return []

    def effects(self, key: str, host: Host, texts: Sequence[str]) -> list[Effect]:
        found = []
        for text in texts:
            try:
                found.append(read_effect(text, host))
            except EffectFault as fault:
                self.fault(key, str(fault))
        return found

    def name(self, taken: Mapping[str, object]) -> str:
        value = self.row.get("name")
        if not isinstance(value, str) or not _NAME.fullmatch(value) or len(value) > 24:
            self.fault("name", f"is {value!r}; write a name of letters, at most 24 characters")
            return ""
        bad = [w for w in value.upper().split() if w in RESERVED and self.kind in ("unit", "mantra")]
        if bad and value not in taken:
            self.fault("name", f"is {value!r}: {bad[0]} is a word of the order sheet; choose another")
        if value.casefold() == WATER.casefold():
            self.fault("name", "Water is the water card; choose another")
        if self.kind == "temple" and not value.startswith(TEMPLE_OF):
            self.fault("name", f"is {value!r}; a temple is called '{TEMPLE_OF}…'")
        if self.kind == "land" and value.startswith(TEMPLE_OF):
            self.fault("name", f"is {value!r}; only temples are called '{TEMPLE_OF}…'")
        return value


def read_rows(tables: Fields, base: Catalogue | None, faults: Faults, prefix: str = "") -> Catalogue:
    """The catalogue of such rows: ``tables`` has a list of rows for some of :data:`KINDS`.

    With a ``base``, a row of a known name takes that design's place and number, a new one comes after all there are.
    What is wrong goes to ``faults`` as (``prefix`` + ``unit.3.scores``, reason and cure); such rows are left out.
    """
    own = base or Catalogue(lands={}, temples={}, units={}, mantras={})
    lands, temples, units, mantras = dict(own.lands), dict(own.temples), dict(own.units), dict(own.mantras)
    designs: dict[str, Fields] = {"land": lands, "temple": temples, "unit": units, "mantra": mantras}
    seen: set[str] = set()
    following = {"land": len(lands), "temple": len(temples), "play": len(units) + len(mantras)}
    for kind in KINDS:
        rows = tables.get(kind, [])
        if not isinstance(rows, list) or not all(isinstance(r, Mapping) for r in rows):
            faults.append(
                (f"{prefix}{kind}", f'must be a list of rows, each {{ name = "…", … }} or [[{prefix}{kind}]]')
            )
            continue
        for at, data in enumerate(rows, 1):
            row = _Row(kind, data, f"{prefix}{kind}[{at}]", base is None, faults)
            known: Fields = designs[kind]
            name = row.name(known)
            if name.casefold() in seen:
                row.fault("name", f"{name!r} stands here twice; keep one row of the two")
            seen.add(name.casefold())
            other: Fields = designs[_TWIN[kind]]
            if any(name.casefold() == o.casefold() for o in other) or (
                name not in known and any(name.casefold() == k.casefold() for k in known)
            ):
                row.fault("name", f"another card is called {name!r} already; choose another name")
            if name in known:
                number = known[name].number
            else:
                counter = kind if kind in ("land", "temple") else "play"
                following[counter] += 1
                number = data.get("number", 0) if base is None else following[counter]
            if kind == "unit":
                unit = _unit(row, name, number)
                if row.good:
                    units[name] = unit
            elif kind == "mantra":
                mantra = _mantra(row, name, number)
                if row.good:
                    mantras[name] = mantra
            else:
                land = _land(row, name, number)
                if row.good:
                    (temples if land.temple else lands)[name] = land
    return Catalogue(lands=lands, temples=temples, units=units, mantras=mantras)


def _land(row: _Row, name: str, number: int) -> LandCard:
    return LandCard(
        number=number,
        name=name,
        effects=tuple(row.effects("effects", Host.LAND, row.texts("effects"))),
        copies=row.number("copies", 0, MOST_COPIES, 1),
        temple=row.kind == "temple",
    )


def _unit(row: _Row, name: str, number: int) -> UnitCard:
    written = row.row.get("scores")
    found = _SCORES.fullmatch(written) if isinstance(written, str) else None
    scores = [int(n) for n in found.groups()] if found else [0, 0, 1, 1]
    if found is None:
        row.fault("scores", f'is {written!r}; write the four scores as "4/6/4/2"')
    elif scores[2] < 1 or scores[3] < 1:
        row.fault("scores", f"is {written!r}; hit points and action are at least 1")
    words: dict[str, int] = {}
    effects: list[Effect] = []
    for text in row.texts("keywords"):
        word, _, rest = text.strip().partition(" ")
        if word not in _KEYWORDS:
            row.fault("keywords", f"{text!r} is no keyword; {nearest(word, _KEYWORDS)}")
        elif word == "afloat":
            effects += row.effects("keywords", Host.UNIT, [text])
        elif (word in ("ranged", "fleeting", "guard")) != bool(rest) or (rest and not re.fullmatch(r"[1-9]\d?", rest)):
            cure = f"write '{word} 1'" if word in ("ranged", "fleeting", "guard") else f"write '{word}'"
            row.fault("keywords", f"{text!r} is no keyword; {cure}")
        else:
            words[word] = int(rest or 1)
    effects += row.effects("effects", Host.UNIT, row.texts("effects"))
    return UnitCard(
        number=number,
        name=name,
        level=row.number("level", 1, MOST_LEVEL, 1),
        a=scores[0],
        b=scores[1],
        c=scores[2],
        d=scores[3],
        ranged=words.get("ranged", 0),
        water="water" in words,
        leap="leap" in words,
        devout="devout" in words,
        fleeting=words.get("fleeting", 0),
        guard=words.get("guard", 0),
        effects=tuple(effects),
        copies=row.number("copies", 0, MOST_COPIES, 1),
    )


def _mantra(row: _Row, name: str, number: int) -> MantraCard:
    aim = row.word("target", Aim, None)
    lasts = row.word("lasts", Lasts, None)
    fast = row.flag("fast")
    needs = [Need(n) for n in row.texts("needs") if n in list(Need)]
    for word in row.texts("needs"):
        if word not in list(Need):
            row.fault("needs", f"{word!r} is nothing a target can need; {nearest(word, [str(n) for n in Need])}")
    if any((n in _UNIT_NEEDS) != (aim in UNIT_AIMS) for n in needs) or (needs and HOST_OF[aim] is Host.GLOBAL):
        row.fault("needs", f"a target {aim} cannot need {', '.join(needs)}")
    turned = row.row.get("aim", "foe" if aim is Aim.FOE else "own")
    if turned not in ("own", "foe") or (turned == "foe" and aim not in UNIT_AIMS):
        row.fault(
            "aim", f'is {turned!r}; write "foe" for a mantra on units that is aimed at the foe\'s, or leave it out'
        )
    if fast and lasts is Lasts.PERSISTENT:
        row.fault("lasts", "a Fast mantra is never persistent (ENCH-3); write now, turn or round")
    effects = row.effects("effects", HOST_OF[aim], row.texts("effects"))
    if lasts is Lasts.NOW and any(e.when is not When.NOW for e in effects):
        row.fault("effects", "a mantra that lasts 'now' has effects of 'now' alone")
    if lasts is not Lasts.NOW and not any(e.when is not When.NOW for e in effects):
        row.fault("effects", f"a mantra that lasts ({lasts}) needs an effect that does, such as 'always it A+1'")
    if aim in (Aim.MANTRA, Aim.ANSWERED) and (lasts is not Lasts.NOW or len(effects) != 1):
        row.fault("lasts", "a mantra on a mantra lasts 'now' and has one effect")
    if aim is Aim.ANSWERED and not fast:
        row.fault("fast", "a mantra that answers another is Fast; write fast = true")
    if sum(e.what is What.BLINK for e in effects) > 1:
        row.fault("effects", "one blink is enough")
    return MantraCard(
        number=number,
        name=name,
        level=row.number("level", 1, MOST_LEVEL, 1),
        aim=aim,
        lasts=lasts,
        needs=tuple(needs),
        hostile=turned == "foe",
        fast=fast,
        effects=tuple(effects),
        copies=row.number("copies", 0, MOST_COPIES, 1),
    )


# The cards of the law, read from the game's data.


PACKAGE = "magika_gm.games.temple_isle.data"


@cache
def standard() -> Catalogue:
    """The cards of the law: 27 lands, 8 temples, 34 units, 31 mantras (CARDS)."""
    tables = {kind: load_toml(PACKAGE, f"{kind}s.toml")[kind] for kind in ("land", "temple", "unit", "mantra")}
    faults: list[tuple[str, str]] = []
    catalogue = read_rows(tables, None, faults)
    assert not faults, faults
    return catalogue
