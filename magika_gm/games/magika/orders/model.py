"""Orders: the plain values a sheet is read into, and the texts they print as.

Things are named by the texts of the adjudication case format: scrolls ``S1`` or a code (``TelPt``), artifacts
(``crown``), cloaks (``cloak:red``).
"""

from __future__ import annotations

from magika_gm.engine.records import record


@record
class Move:
    """Walk to the neighbouring space in ``direction``."""

    direction: str


@record
class Rest:
    """Recover endurance."""


@record
class Search:
    """Look for things lying here, or for a scroll."""


@record
class Meditate:
    """Recover arcania."""


@record
class Cast:
    """Read a scroll: ``scroll`` is a code or ``S<number>``; ``parameter`` the canonical text after it.

    Which kind of parameter a scroll named by number needs is known only to who knows the scroll, so it stays text
    and is read by :func:`~magika_gm.games.magika.orders.lines.read_parameter` against the spell.
    """

    scroll: str
    major: bool = False
    parameter: str = ""


@record
class Drop:
    """Drop things."""

    things: tuple[str, ...]


@record
class Give:
    """Give things to ``to`` (a letter); points only to the Ebon Mage (GIVE-3)."""

    things: tuple[str, ...]
    to: str
    endurance: int = 0
    arcania: int = 0


@record
class Demand:
    """Demand an artifact from its holder."""

    artifact: str
    holder: str


@record
class Don:
    """Put on a cloak of ``colour``, or take the cloak off (``black``, CLK-6)."""

    colour: str


@record
class Parameter:
    """What a cast aims at: ``text`` is a letter, colour, direction, artifact or scroll; ``value`` a number.

    ``value`` is the terrain code, the shift of ElArr (-3 … 3) or the distance of a teleport.
    """

    text: str
    value: int = 0


@record
class Points:
    """Points of endurance or arcania that are given."""

    amount: int
    of: str


Order = Move | Rest | Search | Meditate | Cast | Drop | Give | Demand | Don
REST = Rest()
