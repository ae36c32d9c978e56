"""Orders: the plain values a sheet is read into, and the texts they print as.

Things are named by the texts of the adjudication case format: scrolls ``S1`` or a code (``TelPt``), artifacts
(``crown``), cloaks (``cloak:red``).
"""

from __future__ import annotations

from magika_gm.engine.records import quick, record


@quick
@record
class Move:
    """Walk to the neighbouring space in ``direction``."""

    direction: str


@quick
@record
class Rest:
    """Recover endurance."""


@quick
@record
class Search:
    """Look for things lying here, or for a scroll."""


@quick
@record
class Meditate:
    """Recover arcania."""


@quick
@record
class Cast:
    """Read a scroll: ``scroll`` is a code or ``S<number>``; ``parameter`` the canonical text after it.

    Which kind of parameter a scroll named by number needs is known only to who knows the scroll, so it stays text
    and is read by :func:`~magika_gm.games.magika.orders.lines.read_parameter` against the spell.
    """

    scroll: str
    major: bool = False
    parameter: str = ""


@quick
@record
class Drop:
    """Drop things."""

    things: tuple[str, ...]


@quick
@record
class Give:
    """Give things to ``to`` (a letter); points only to the Ebon Mage (GIVE-3)."""

    things: tuple[str, ...]
    to: str
    endurance: int = 0
    arcania: int = 0


@quick
@record
class Demand:
    """Demand an artifact from its holder."""

    artifact: str
    holder: str


@quick
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


Order = Move | Rest | Search | Meditate | Cast | Drop | Give | Demand | Don
REST = Rest()


def _thing(thing: str) -> str:
    if thing.startswith("cloak:"):
        return f"{thing[6:].upper()} CLOAK"
    return thing.upper() if thing.islower() else thing


def write_order(order: Order) -> str:
    """The order as a player would write it; :func:`~.lines.read_order` reads it back to an equal value."""
    match order:
        case Move(direction):
            return f"MOVE {direction}"
        case Rest():
            return "REST"
        case Search():
            return "SEARCH"
        case Meditate():
            return "MEDITATE"
        case Cast(scroll, major, parameter):
            return " ".join(filter(None, ("CAST", scroll + ("X" if major else ""), parameter)))
        case Drop(things):
            return "DROP " + ", ".join(map(_thing, things))
        case Give(things, to, endurance, arcania):
            parts = [_thing(t) for t in things]
            if endurance:
                parts.append(f"{endurance} ENDURANCE")
            if arcania:
                parts.append(f"{arcania} ARCANIA")
            return f"GIVE {', '.join(parts)} TO {'EBON' if to == 'M' else to}"
        case Demand(artifact, holder):
            return f"DEMAND {artifact.upper()} FROM {'EBON' if holder == 'M' else holder}"
        case Don(colour):
            return f"DON {colour.upper()}"
