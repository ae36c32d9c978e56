"""Orders: the plain values the lines of a sheet are read into (ORD).

References are kept as canonical text, for which of one's creatures a name means is known only when the order's moment
comes: ids in capitals (``A3``, ``IB1``, ``C2``, ``N4``), names as the tables write them (``Wizard``), places
``d4`` or ``d4^``, walls ``d4/d5``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from magika_gm.engine.records import named_record, record
from magika_gm.games.arena.rules.terms import Phase

ALL = "ALL"
RANDOM = "RANDOM"
ANY = "ANY"
MINE = "MINE"


class Pronoun(StrEnum):
    """Words that stand for a target, most of them in lines with WHEN."""

    IT = "IT"
    CASTER = "CASTER"
    SELF = "SELF"
    ENEMY = "ENEMY"


class When(StrEnum):
    """What a condition asks."""

    ENEMY_CASTS = "ENEMY CASTS"
    LOSING = "LOSING"
    NOT_WINNING = "NOT WINNING"
    ATTACKED = "ATTACKED"
    ENEMY_NEAR = "ENEMY NEAR"


class FlightEnd(StrEnum):
    """How a flight is to end (FLY-1)."""

    LAND = "LAND"
    STAY = "STAY"


@record
class Condition:
    """A WHEN: ``what`` is cast (a name, a type, ANY), ``at`` an id, a name, a place or MINE, ``within`` a distance."""

    when: When
    what: str = ""
    at: str = ""
    within: int = 0


@record
class ChangeTerrain:
    """TERRAIN: a hex gets another terrain (``terrain`` is its letter; TERR-2)."""

    hex: str
    terrain: str


@record
class MakeStorm:
    """STORM: a storm is added (TERR-2)."""

    hex: str


@record
class CalmStorm:
    """CALM: a storm is removed (TERR-2)."""

    hex: str


@record
class Drop:
    """DROP: a creature lays an item down (ITEM-1); ``late`` in SEQ 8."""

    creature: str
    item: str
    late: bool = False


@record
class Equip:
    """EQUIP: a creature takes an item that lies here (ITEM-1)."""

    creature: str
    item: str
    late: bool = False


@record
class Mount:
    """MOUNT: a creature mounts another (SIZE-2)."""

    rider: str
    mount: str
    late: bool = False


@record
class Dismount:
    """DISMOUNT: a rider leaves its mount (SIZE-2)."""

    rider: str
    late: bool = False


@named_record
class Cast:
    """CAST: a spell, by the first of ``by`` for whom one of ``on`` is legal (MAIL-5); ``to`` is a terrain or a hex."""

    phase: Phase | None
    spell: str
    by: tuple[str, ...]
    on: tuple[str, ...] = ()
    to: str = ""
    when: Condition | None = None
    keep: int | None = None


@named_record
class Use:
    """USE: an item (id or name) or an ability (ITEM-4)."""

    phase: Phase | None
    what: str
    by: tuple[str, ...]
    on: tuple[str, ...] = ()
    when: Condition | None = None
    keep: int | None = None


@record
class Stop:
    """STOP: a spell under way ends before M1 (MAG-8)."""

    creature: str


@record
class Move:
    """MOVE: a unit walks the first of ``paths`` it can walk to its end (MOVE-3); steps are directions or hexes."""

    unit: str
    paths: tuple[tuple[str, ...], ...]


@record
class Leg:
    """A path through the air and how it ends."""

    steps: tuple[str, ...]
    end: FlightEnd = FlightEnd.LAND


@record
class Fly:
    """FLY: a unit flies the first of ``legs`` it can fly to its end (FLY-1)."""

    unit: str
    legs: tuple[Leg, ...]


@record
class Mark:
    """What a shot is aimed at: a place, and one idle vehicle there ("": whatever is there)."""

    place: str
    vehicle: str = ""


@record
class Shoot:
    """SHOOT: a ranged attack at the first mark that is legal (RNG-2), ``weapon`` an item's id or name (LAW-15)."""

    creature: str
    marks: tuple[Mark, ...]
    weapon: str = ""


@record
class Destroy:
    """DESTROY: creatures attack an idle vehicle in their place (VEH-5)."""

    vehicle: str
    by: tuple[str, ...]


@record
class Retreat:
    """RETREAT: where a unit (or ALL) goes if it must; the first eligible place (RET-7)."""

    unit: str
    places: tuple[str, ...]


@record
class Kill:
    """KILL: whom one would have die, the first eligible; RANDOM asks for the draw (TGT-4)."""

    ids: tuple[str, ...]


@record
class Auto:
    """AUTO ON or OFF (MAIL-8)."""

    on: bool


@record
class Resign:
    """RESIGN (WIN-3)."""


@record
class Draw:
    """DRAW: a draw is offered (WIN-3)."""


@record
class BeginStanding:
    """STANDING: the lines up to END STANDING replace all standing orders (MAIL-4)."""


@record
class EndStanding:
    """END STANDING."""


Order = (
    ChangeTerrain | MakeStorm | CalmStorm | Drop | Equip | Mount | Dismount | Cast | Use | Stop | Move | Fly | Shoot
    | Destroy | Retreat | Kill | Auto | Resign | Draw | BeginStanding | EndStanding
)  # fmt: skip
Sheets = Mapping[str, Sequence[Order]]
"""Orders by seat."""
StandingOrder = Cast | Use | Kill | Retreat | Auto | Draw
"""What may stand in a STANDING block (ORD)."""


def standing_block(lines: Iterable[Order]) -> tuple[Order, ...]:
    """The lines of a sheet that make these one's standing orders."""
    return BeginStanding(), *lines, EndStanding()


def divide(orders: list[Order] | tuple[Order, ...]) -> tuple[tuple[Order, ...], tuple[Order, ...] | None]:
    """A sheet's orders for its own turn, and its standing block (None: it has none; the last of several counts)."""
    own: list[Order] = []
    block: list[Order] | None = None
    inside = False
    for order in orders:
        if isinstance(order, BeginStanding):
            block, inside = [], True
        elif isinstance(order, EndStanding):
            inside = False
        elif inside and block is not None:
            block.append(order)
        else:
            own.append(order)
    return tuple(own), None if block is None else tuple(block)
