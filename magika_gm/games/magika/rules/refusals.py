"""Why an order cannot be carried out (SEQ-3): a code each, and all their wording.

The record keeps a refusal as its words in the third person; :func:`refusal_of` gives the value back.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Self

from magika_gm.engine.records import record


class Why(StrEnum):
    """What keeps an order from being carried out, a demand or a gift from its aim, a cast from any effect: its word in
    code, what is told of a mage, and to himself where that is otherwise."""

    words: str
    yours: str

    def __new__(cls, code: str, words: str, yours: str = "") -> Self:
        """A member of the row's values."""
        made = str.__new__(cls, code)
        made._value_ = code
        made.words, made.yours = words, yours or words
        return made

    UNCONSCIOUS = "unconscious", "unconscious"
    EXHAUSTED = "exhausted", "exhausted"
    PARALYSED = "paralysed", "paralysed"
    NO_MAGIC = "no-magic", "no magic works"
    NOT_HERE = "not-here", "that mage is not in this space"
    NOT_IN_GAME = "not-in-game", "there is no such mage in the game"
    NO_ARTIFACT = "no-artifact", "{who} does not hold the {what}", "you do not hold the {what}"
    NO_SCROLL = "no-scroll", "{who} does not hold scroll {what}", "you do not hold scroll {what}"
    NO_SCROLL_TO_PROLONG = (
        "no-scroll-to-prolong",
        "{who} does not hold scroll {what} to prolong",
        "you do not hold scroll {what} to prolong",
    )
    NO_CLOAK = "no-cloak", "{who} holds no {what} cloak", "you hold no {what} cloak"
    CLOAK_WORN = "cloak-worn", "the {what} cloak is worn"
    POINTS_TO_EBON_ONLY = "points-to-ebon-only", "points can be given to the Ebon Mage only"
    TOO_MANY_POINTS = "too-many-points", "more points than {who} has", "more points than you have"
    DEMANDS_USED = "demands-used", "two demands a turn are all {who} has", "two demands a turn are all you have"
    HOLDER_LACKS_IT = "holder-lacks-it", "that mage does not hold it"
    APTITUDE = (
        "aptitude",
        "his aptitude is too far gone for {what} spells",
        "your aptitude is too far gone for {what} spells",
    )
    ARCANIA = "arcania", "it costs {what} arcania"
    NO_SPACE_TO_TELEPORT = "no-space-to-teleport", "there is no such space to teleport to"
    NO_SPACE = "no-space", "there is no space in that direction"
    SOUTHWARD = "southward", "southward is closed"
    NO_MOVE_LEFT = "no-move-left", "no move is left this turn"
    ENDURANCE = "endurance", "it costs {what} endurance"
    NORTH_BARRED = "north-barred", "the way north is barred"
    OCCUPIED = "occupied", "the space is occupied"
    NOT_LEFT_ALONE = "not-left-alone", "only a mage left alone by a drop-out may take his cloak off so"
    EBON_WEARS_NONE = "ebon-wears-none", "the Ebon Mage never wears a cloak"
    WORN_ALREADY = "worn-already", "{who} wears {what} already", "you wear {what} already"
    BARRED_FROM_CLOAKS = "barred-from-cloaks", "{who} is barred from cloaks", "you are barred from cloaks"
    WOULD_REFUSE = "would-refuse", "{what} would refuse him", "{what} would refuse you"
    OTHER_ALIGNMENT = "other-alignment", "it answers only to its own alignment"
    HOLDER_ATTUNED = "holder-attuned", "the holder is as well attuned to it, or better"
    BETTER_CLAIM = "better-claim", "another mage's claim was better"
    HANDS_FULL = "hands-full", "six scrolls are all {who} can hold", "six scrolls are all you can hold"
    CLOAKS_FULL = "cloaks-full", "two cloaks are all {who} can hold", "two cloaks are all you can hold"
    OUT_OF_SIGHT = "out-of-sight", "the mage aimed at is not in sight"
    COLOUR_UNWORN = "colour-unworn", "nobody wears that colour"
    DRAINED = "drained", "there is no {what} left to attack"
    NO_SUCH_TERRAIN = "no-such-terrain", "no {what} is in sight"
    TERRAIN_BOUNDS = "terrain-bounds", "the terrain number would leave 1 to 10"
    NOTHING_TO_DROP = "nothing-to-drop", "no other mage in reach holds an artifact"
    NOTHING_TO_FUMBLE = "nothing-to-fumble", "there is nothing to fumble"
    NOTHING_TO_TAKE = "nothing-to-take", "there is nothing {who} could take", "there is nothing you could take"
    NOTHING_TO_BURN = "nothing-to-burn", "there is no scroll to burn"
    CLOAKLESS = "cloakless", "no cloak is worn"
    ALL_HELD = "all-held", "every artifact is held"
    HELD = "held", "that artifact is held"
    HEALTHY = "healthy", "endurance is full"
    PROLONGED_FOR_GOOD = "prolonged-for-good", "that scroll is prolonged for good"
    WRITTEN = "written", "{what}"
    """In words of its own: what is wrong with a spell's parameter, or what an earlier version recorded."""


@record
class Refusal:
    """Why an order cannot be carried out; ``what`` is the thing, colour, alignment or figure it hangs on."""

    why: Why
    what: str = ""

    def __str__(self) -> str:
        """In the third person, as the record keeps it: ``he holds no red cloak``."""
        return self.of("he")

    def of(self, who: str) -> str:
        """Said of a mage by name: ``mage C holds no red cloak``."""
        return self.why.words.format(who=who, what=self.what)

    @property
    def to_you(self) -> str:
        """Said to the mage himself: ``you hold no red cloak``."""
        return self.why.yours.format(what=self.what)


_READ = [
    (re.compile(re.escape(why.words.format(who="he", what="WHAT")).replace("WHAT", r"(\S+)")), why)
    for why in Why
    if why is not Why.WRITTEN
]


def refusal_of(text: str) -> Refusal:
    """The refusal the record keeps as these words."""
    for pattern, why in _READ:
        found = pattern.fullmatch(text)
        if found:
            return Refusal(why, found[1] if pattern.groups else "")
    return Refusal(Why.WRITTEN, text)
