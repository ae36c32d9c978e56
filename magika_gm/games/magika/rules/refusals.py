"""Why an order cannot be carried out (SEQ-3): a code each, and all their wording.

The record keeps a refusal as its words in the third person; :func:`refusal_of` gives the value back.
"""

from __future__ import annotations

import re
from enum import StrEnum

from magika_gm.engine.records import record


class Why(StrEnum):
    """What keeps an order from being carried out."""

    UNCONSCIOUS = "unconscious"
    EXHAUSTED = "exhausted"
    PARALYSED = "paralysed"
    NO_MAGIC = "no-magic"
    NOT_HERE = "not-here"
    NOT_IN_GAME = "not-in-game"
    NO_ARTIFACT = "no-artifact"
    NO_SCROLL = "no-scroll"
    NO_SCROLL_TO_PROLONG = "no-scroll-to-prolong"
    NO_CLOAK = "no-cloak"
    CLOAK_WORN = "cloak-worn"
    POINTS_TO_EBON_ONLY = "points-to-ebon-only"
    TOO_MANY_POINTS = "too-many-points"
    DEMANDS_USED = "demands-used"
    HOLDER_LACKS_IT = "holder-lacks-it"
    APTITUDE = "aptitude"
    ARCANIA = "arcania"
    NO_SPACE_TO_TELEPORT = "no-space-to-teleport"
    NO_SPACE = "no-space"
    SOUTHWARD = "southward"
    NO_MOVE_LEFT = "no-move-left"
    ENDURANCE = "endurance"
    NORTH_BARRED = "north-barred"
    OCCUPIED = "occupied"
    NOT_LEFT_ALONE = "not-left-alone"
    EBON_WEARS_NONE = "ebon-wears-none"
    WORN_ALREADY = "worn-already"
    BARRED_FROM_CLOAKS = "barred-from-cloaks"
    WOULD_REFUSE = "would-refuse"
    # a demand denied, a gift kept, a cast void
    OTHER_ALIGNMENT = "other-alignment"
    HOLDER_ATTUNED = "holder-attuned"
    BETTER_CLAIM = "better-claim"
    HANDS_FULL = "hands-full"
    CLOAKS_FULL = "cloaks-full"
    OUT_OF_SIGHT = "out-of-sight"
    COLOUR_UNWORN = "colour-unworn"
    DRAINED = "drained"
    NO_SUCH_TERRAIN = "no-such-terrain"
    TERRAIN_BOUNDS = "terrain-bounds"
    NOTHING_TO_DROP = "nothing-to-drop"
    NOTHING_TO_FUMBLE = "nothing-to-fumble"
    NOTHING_TO_TAKE = "nothing-to-take"
    NOTHING_TO_BURN = "nothing-to-burn"
    CLOAKLESS = "cloakless"
    ALL_HELD = "all-held"
    HELD = "held"
    HEALTHY = "healthy"
    PROLONGED_FOR_GOOD = "prolonged-for-good"
    WRITTEN = "written"
    """In words of its own: what is wrong with a spell's parameter, or what an earlier version recorded."""


_WORDS: dict[Why, tuple[str, str]] = {
    Why.UNCONSCIOUS: ("unconscious", "unconscious"),
    Why.EXHAUSTED: ("exhausted", "exhausted"),
    Why.PARALYSED: ("paralysed", "paralysed"),
    Why.NO_MAGIC: ("no magic works", "no magic works"),
    Why.NOT_HERE: ("that mage is not in this space", "that mage is not in this space"),
    Why.NOT_IN_GAME: ("there is no such mage in the game", "there is no such mage in the game"),
    Why.NO_ARTIFACT: ("{who} does not hold the {what}", "you do not hold the {what}"),
    Why.NO_SCROLL: ("{who} does not hold scroll {what}", "you do not hold scroll {what}"),
    Why.NO_SCROLL_TO_PROLONG: (
        "{who} does not hold scroll {what} to prolong",
        "you do not hold scroll {what} to prolong",
    ),
    Why.NO_CLOAK: ("{who} holds no {what} cloak", "you hold no {what} cloak"),
    Why.CLOAK_WORN: ("the {what} cloak is worn", "the {what} cloak is worn"),
    Why.POINTS_TO_EBON_ONLY: ("points can be given to the Ebon Mage only",) * 2,
    Why.TOO_MANY_POINTS: ("more points than {who} has", "more points than you have"),
    Why.DEMANDS_USED: ("two demands a turn are all {who} has", "two demands a turn are all you have"),
    Why.HOLDER_LACKS_IT: ("that mage does not hold it", "that mage does not hold it"),
    Why.APTITUDE: ("his aptitude is too far gone for {what} spells", "your aptitude is too far gone for {what} spells"),
    Why.ARCANIA: ("it costs {what} arcania", "it costs {what} arcania"),
    Why.NO_SPACE_TO_TELEPORT: ("there is no such space to teleport to",) * 2,
    Why.NO_SPACE: ("there is no space in that direction", "there is no space in that direction"),
    Why.SOUTHWARD: ("southward is closed", "southward is closed"),
    Why.NO_MOVE_LEFT: ("no move is left this turn", "no move is left this turn"),
    Why.ENDURANCE: ("it costs {what} endurance", "it costs {what} endurance"),
    Why.NORTH_BARRED: ("the way north is barred", "the way north is barred"),
    Why.OCCUPIED: ("the space is occupied", "the space is occupied"),
    Why.NOT_LEFT_ALONE: ("only a mage left alone by a drop-out may take his cloak off so",) * 2,
    Why.EBON_WEARS_NONE: ("the Ebon Mage never wears a cloak", "the Ebon Mage never wears a cloak"),
    Why.WORN_ALREADY: ("{who} wears {what} already", "you wear {what} already"),
    Why.BARRED_FROM_CLOAKS: ("{who} is barred from cloaks", "you are barred from cloaks"),
    Why.WOULD_REFUSE: ("{what} would refuse him", "{what} would refuse you"),
    Why.OTHER_ALIGNMENT: ("it answers only to its own alignment",) * 2,
    Why.HOLDER_ATTUNED: ("the holder is as well attuned to it, or better",) * 2,
    Why.BETTER_CLAIM: ("another mage's claim was better",) * 2,
    Why.HANDS_FULL: ("six scrolls are all {who} can hold", "six scrolls are all you can hold"),
    Why.CLOAKS_FULL: ("two cloaks are all {who} can hold", "two cloaks are all you can hold"),
    Why.OUT_OF_SIGHT: ("the mage aimed at is not in sight",) * 2,
    Why.COLOUR_UNWORN: ("nobody wears that colour",) * 2,
    Why.DRAINED: ("there is no {what} left to attack",) * 2,
    Why.NO_SUCH_TERRAIN: ("no {what} is in sight",) * 2,
    Why.TERRAIN_BOUNDS: ("the terrain number would leave 1 to 10",) * 2,
    Why.NOTHING_TO_DROP: ("no other mage in reach holds an artifact",) * 2,
    Why.NOTHING_TO_FUMBLE: ("there is nothing to fumble",) * 2,
    Why.NOTHING_TO_TAKE: ("there is nothing {who} could take", "there is nothing you could take"),
    Why.NOTHING_TO_BURN: ("there is no scroll to burn",) * 2,
    Why.CLOAKLESS: ("no cloak is worn",) * 2,
    Why.ALL_HELD: ("every artifact is held",) * 2,
    Why.HELD: ("that artifact is held",) * 2,
    Why.HEALTHY: ("endurance is full",) * 2,
    Why.PROLONGED_FOR_GOOD: ("that scroll is prolonged for good",) * 2,
    Why.WRITTEN: ("{what}", "{what}"),
}


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
        return _WORDS[self.why][0].format(who=who, what=self.what)

    @property
    def to_you(self) -> str:
        """Said to the mage himself: ``you hold no red cloak``."""
        return _WORDS[self.why][1].format(what=self.what)


_READ = [
    (re.compile(re.escape(words.format(who="he", what="WHAT")).replace("WHAT", r"(\S+)")), why)
    for why, (words, _) in _WORDS.items()
    if why is not Why.WRITTEN
]


def refusal_of(text: str) -> Refusal:
    """The refusal the record keeps as these words."""
    for pattern, why in _READ:
        found = pattern.fullmatch(text)
        if found:
            return Refusal(why, found[1] if pattern.groups else "")
    return Refusal(Why.WRITTEN, text)
