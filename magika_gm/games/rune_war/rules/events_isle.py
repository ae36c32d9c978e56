"""What happens on the isle, in the past tense (MAG, MOVE, FIGHT, CLAIM), and the game master's word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from magika_gm.games.rune_war.rules.state import Ending
from magika_gm.games.rune_war.tables import Clan


@dataclass(frozen=True, slots=True, kw_only=True)
class Summoned:
    """A creature appeared (MAG-7)."""

    code: str
    seat: str
    kind: str
    place: str


class Cause(StrEnum):
    """What changed a creature's loyalty outside a strike."""

    SPELL = "spell"
    REGENERATION = "regeneration"
    DEVOTION = "devotion"
    WIZARD = "wizard"


@dataclass(frozen=True, slots=True)
class LoyaltyChanged:
    """A creature's loyalty rose or fell by ``amount``; ``source`` is the spell, if one did it."""

    code: str
    amount: int
    cause: Cause
    source: str = ""


@dataclass(frozen=True, slots=True)
class Enchanted:
    """An enchantment was laid on a creature; its loyalty changed by ``amount`` with it (MAG-10)."""

    code: str
    enchantment: str
    amount: int


@dataclass(frozen=True, slots=True)
class Dispelled:
    """A creature's enchantments ended; ``loyalty`` is what it has after that (MAG-10)."""

    code: str
    enchantments: tuple[str, ...]
    loyalty: int


@dataclass(frozen=True, slots=True)
class ParalysisEnded:
    """Paralyze ended with its owner's segment (SEQ-5)."""

    code: str


class Way(StrEnum):
    """How a creature changed its place."""

    STEP = "step"
    GATE = "gate"
    TELEPORT = "teleport"
    RETURN = "return"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A creature went from one place to another; told to those who see both ends of its way."""

    code: str
    seat: str
    way: Way
    origin: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpsed:
    """Somebody sees one end of a creature's way alone: that it went, or that it came (SEE-5)."""

    code: str
    seat: str
    kind: str
    way: Way
    place: str
    arrived: bool


class Farewell(StrEnum):
    """Why a creature left the game."""

    LOYALTY = "loyalty"
    DISMISSED = "dismissed"
    NO_WAY_BACK = "no way back"
    MASTER = "master"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A creature left the game (CREA-3); ``witnesses`` are the seats that know it."""

    code: str
    seat: str
    kind: str
    place: str
    why: Farewell
    witnesses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SegmentBegan:
    """A wizard's segment of the map phase began (SEQ-5)."""

    seat: str


@dataclass(frozen=True, slots=True)
class LinedUp:
    """An army was arranged (MOVE-7); ``codes`` are the seat's creatures there, the leader first."""

    seat: str
    place: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LandClaimed:
    """A territory was claimed (CLAIM-1); ``clan`` owned it, ``cost`` claim points against it were spent."""

    seat: str
    place: str
    clan: Clan
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatBegan:
    """A combat began; everybody sees who takes part (SEE-5). Armies in army order."""

    place: str
    attacker: str
    defender: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    kinds: tuple[str, ...]
    """The kinds of the attackers, then of the defenders."""
    first_strike: bool


@dataclass(frozen=True, slots=True)
class Blasted:
    """Hellblast struck a creature as the combat began (FIGHT-2)."""

    source: str
    code: str
    damage: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot of the ranged round (FIGHT-3); the shooter is a creature or the territory."""

    shooter: str
    target: str
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """A strike at a creature or the territory (FIGHT-6 to 10). Rolls are 0 where none was made."""

    striker: str
    target: str
    melee: int
    defense: int
    mighty: int = 0
    chance: int = 0
    roll: int = 0
    damage: int = 0
    left: int = 0
    """Loyalty the target has after it."""


@dataclass(frozen=True, slots=True)
class Scorched:
    """A striker lost loyalty to a Fire Shield."""

    code: str
    bearer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatEnded:
    """A combat ended; ``broken_off``: after 120 strikes (FIGHT-12)."""

    place: str
    attacker: str
    won: bool
    strikes: int
    broken_off: bool = False


@dataclass(frozen=True, slots=True)
class LandTaken:
    """A territory was conquered (FIGHT-11)."""

    seat: str
    place: str
    clan: Clan


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (END-1)."""

    ending: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class GmAdjusted:
    """The game master set a figure of a seat (``points``, ``rune_points``, ``lcp M``) or a creature's loyalty."""

    subject: str
    figure: str
    before: int
    after: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GmPlaced:
    """The game master set a creature elsewhere."""

    code: str
    origin: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GmOwned:
    """The game master gave a territory to a clan."""

    place: str
    before: Clan
    clan: Clan
    reason: str


@dataclass(frozen=True, slots=True)
class GmSeated:
    """A built-in policy, or a player again (""), plays a seat from now on (GM-1)."""

    seat: str
    policy: str
    reason: str


@dataclass(frozen=True, slots=True)
class GmOrdered:
    """The game master put another order in the place of a line of a seat's sheet."""

    seat: str
    line: int
    order: str
    reason: str


IsleEvent = (
    Summoned
    | LoyaltyChanged
    | Enchanted
    | Dispelled
    | ParalysisEnded
    | Moved
    | Glimpsed
    | Left
    | SegmentBegan
    | LinedUp
    | LandClaimed
    | CombatBegan
    | Blasted
    | Shot
    | Struck
    | Scorched
    | CombatEnded
    | LandTaken
    | GameEnded
    | GmAdjusted
    | GmPlaced
    | GmOwned
    | GmSeated
    | GmOrdered
)
