"""Character as figures: what one built-in player cares for more than another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """How a bot weighs things.

    ``comfort`` and ``serenity`` are the shares of maximum endurance and arcania he rests and meditates up to;
    ``thrift`` how much of a full turn's rest he must be able to use before he takes one; ``curiosity`` what a scroll
    found is worth to him, in points of endurance; ``sloth`` how much a spell must be worth before he reads it;
    ``margin`` the endurance he never risks; ``haste`` what a move saved is worth to him, in points of endurance;
    ``malice`` the weight of another's loss against his own gain; ``greed`` that of things and of knowing where they
    are; ``scrolls`` how many he likes to hold; ``enough`` the victory points with which he ends the game gladly,
    and ``fading`` how many fewer he asks for with each turn after that of his ``patience``.
    """

    comfort: float
    serenity: float
    thrift: float
    curiosity: float
    sloth: float
    margin: int
    haste: float
    malice: float
    greed: float
    scrolls: int
    patience: int
    enough: float
    fading: float
