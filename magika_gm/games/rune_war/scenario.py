"""A scenario as a value: options, map, seats, creatures; who plays which wizard for which clan, and where (SET)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import permutations
from typing import Annotated

from magika_gm.engine.dice import Dice
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.toml import Among, Spelt, Whole
from magika_gm.games.rune_war.rules.state import Options
from magika_gm.games.rune_war.rules.tables import (
    CLAN_BY_TITLE,
    CREATURES,
    LAW_ISLE,
    PLACES,
    SEATS,
    WIZARD_SPELLINGS,
    WIZARDS,
    Clan,
    Isle,
    split_code,
)

Pair = tuple[str, Clan]
CHOICE = "choice"
"""The sign-up trait: wizard/clan pairs in order of preference."""
PLACINGS: tuple[str, ...] = tuple("".join(order) for order in permutations(SEATS))
"""All ways four players can sit, in ascending order (CASE-4): the i-th sits at the i-th number."""


def draw_places(dice: Dice) -> tuple[str, ...]:
    """The seats of the first, second … sign-up (SET-3)."""
    return tuple(dice.draw("setup.seat", "", PLACINGS, "SET-3"))


def pair_text(pair: Pair) -> str:
    """``Orachi/Maitha``."""
    return f"{pair[0]}/{pair[1].title}"


def read_pair(text: str) -> Pair | None:
    """A wizard/clan pair, whatever its capitals; None if it is none."""
    wizard, slash, clan = (part.strip().casefold() for part in text.partition("/"))
    names = {spelling.casefold(): name for spelling, name in WIZARD_SPELLINGS.items()}
    titles = {title.casefold(): row for title, row in CLAN_BY_TITLE.items()}
    return (names[wizard], titles[clan]) if slash and wizard in names and clan in titles else None


def plays_for(wizard: str, clan: Clan, given: Sequence[str]) -> bool:
    """Whether a wizard plays for a clan; Niana for any once Orachi has been given out (SET-1, SET-2)."""
    table = WIZARDS[wizard]
    return clan in table.clans or (bool(table.any_clan_against) and table.any_clan_against in given)


def legal_pairs(taken: Sequence[Pair]) -> list[Pair]:
    """The pairs still legal, in table order."""
    wizards, clans = [w for w, _ in taken], [c for _, c in taken]
    return [
        (wizard, clan)
        for wizard in WIZARDS
        for clan in Clan
        if wizard not in wizards and clan not in clans and plays_for(wizard, clan, wizards)
    ]


def fillable(taken: Sequence[Pair]) -> bool:
    """Whether the seats left can all be filled, one after the other."""
    if len(taken) == len(SEATS):
        return True
    return any(fillable((*taken, pair)) for pair in legal_pairs(taken))


def is_sound(pairs: Sequence[Pair]) -> bool:
    """Whether four pairs can sit at one table (SET-1)."""
    wizards, clans = [w for w, _ in pairs], [c for _, c in pairs]
    unlike = len(set(wizards)) == len(wizards) and len(set(clans)) == len(clans)
    return unlike and all(plays_for(w, c, [x for x in wizards if x != w]) for w, c in pairs)


def give_out(fixed: Mapping[str, Pair], wishes: Sequence[tuple[str, Sequence[Pair]]], dice: Dice) -> dict[str, Pair]:
    """Wizard and clan of every seat: fixed ones, then wishes in order of sign-up, then drawn (SET-2)."""
    given: dict[str, Pair] = dict(fixed)
    for seat, pairs in wishes:
        if seat in given:
            continue
        taken = tuple(given.values())
        legal = legal_pairs(taken)
        wish = next((pair for pair in pairs if pair in legal and fillable((*taken, pair))), None)
        if wish is not None:
            given[seat] = wish
    for seat in SEATS:
        if seat not in given:
            taken = tuple(given.values())
            open_pairs = [pair for pair in legal_pairs(taken) if fillable((*taken, pair))]
            texts = [pair_text(pair) for pair in open_pairs]
            given[seat] = open_pairs[dice.choice("setup.wizard", seat, texts, "SET-2")]
    return {seat: given[seat] for seat in SEATS}


def wishes_of(entrant: Entrant) -> list[Pair]:
    """An entrant's pairs, in his order; what is no pair is passed over."""
    choice = entrant.choices.get(CHOICE, ())
    texts = choice.split(",") if isinstance(choice, str) else choice
    return [pair for text in texts if (pair := read_pair(str(text))) is not None]


@record
class SeatSetup:
    """A seat of a scenario: who sits there, if that is fixed; what plays it when nobody does."""

    pair: Pair | None = None
    policy: str = "careful"


def creature_code(said: object) -> str:
    """A creature's code; raises ValueError if it is none."""
    if not isinstance(said, str) or split_code(said) is None:
        raise ValueError(f"{said!r} is no creature's code, as MA1")
    return said


@named_record
class CreatureSetup:
    """A creature at the start."""

    code: Annotated[str, Spelt(creature_code, str)]
    kind: Annotated[str, Among(tuple(CREATURES))]
    at: Annotated[str, Among(PLACES)]
    loyalty: Annotated[int, Whole(1, 99)] | None = None
    """None: its maximum."""


@named_record
class Scenario:
    """A scenario. ``drawn_places``: the seats of the sign-ups are drawn (SET-3)."""

    title: str
    options: Options = field(default_factory=Options)
    drawn_places: bool = False
    seats: dict[str, SeatSetup] = field(default_factory=lambda: {seat: SeatSetup() for seat in SEATS})
    isle: Isle = LAW_ISLE
    creatures: tuple[CreatureSetup, ...] = ()
