"""Character as figures: what one built-in player cares for more than another."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Temper:
    """How a bot weighs things.

    ``comfort`` and ``serenity`` are the shares of maximum endurance and arcania he rests and meditates up to;
    ``margin`` the endurance he never risks; ``haste`` what a move saved is worth to him, in points of endurance;
    ``malice`` the weight of another's loss against his own gain; ``greed`` that of things and of knowing where they
    are; ``scrolls`` how many he likes to hold; ``patience`` the turn from which he makes for the Goal Square whatever
    else there may be; ``enough`` the victory points with which he ends the game gladly.
    """

    comfort: float
    serenity: float
    margin: int
    haste: float
    malice: float
    greed: float
    scrolls: int
    patience: int
    enough: float
