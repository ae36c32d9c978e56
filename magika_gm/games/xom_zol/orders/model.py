"""Orders: the plain values that lines of a sheet are read into (ORD)."""

from __future__ import annotations

from enum import StrEnum

from magika_gm.engine.records import named_record, record
from magika_gm.games.xom_zol.cards.model import Filter
from magika_gm.games.xom_zol.rules.terms import Rank, Window


class Part(StrEnum):
    """The two parts of a sheet (MAIL-2)."""

    ACT = "ACT"
    REACT = "REACT"


# --- what an order points at ------------------------------------------------------------------------------------------


@record
class Ref:
    """A card in play: ``A7``."""

    ref: str


@record
class Place:
    """An own place: ``F1``, ``R2``; read when the line comes up."""

    place: str


@record
class Named:
    """A card by its name."""

    name: str


@record
class InHand:
    """``H3``: a card by its number in the report answered; turned into its name on receipt."""

    number: int


@record
class Player:
    """``PLAYER``, the opponent; or with ``own`` ``ME``."""

    own: bool = False


@record
class Ranked:
    """``[MY|THEIR] [filters] rank``; ``whose`` is ``MY``, ``THEIR`` or "" for what the order means (ORD-1)."""

    rank: Rank
    filter: Filter = ()
    whose: str = ""


@record
class Unknown:
    """An item of an aim that could not be understood: passed over (ORD-1)."""

    text: str


Item = Ref | Place | Named | Player | Ranked | Unknown
Aim = tuple[Item, ...]
"""A list ``x OR y OR …``: the first legal one is taken."""
Pick = Ref | Place | Named
"""A card in play of one's own."""
Held = Named | InHand
"""A card to cast."""


# --- conditions (ORD-4) -----------------------------------------------------------------------------------------------


class Count(StrEnum):
    """What a condition may compare."""

    LIFE = "LIFE"
    HAND = "HAND"
    CREATURES = "CREATURES"
    READY = "READY"
    MANA = "MANA"
    FUNCTIONS = "FUNCTIONS"
    LIBRARY = "LIBRARY"


@record
class Compared:
    """``MY LIFE <= 20``."""

    whose: str
    count: Count
    compare: str
    number: int


@record
class Have:
    """``HAVE x``, or with ``they`` ``THEY HAVE x``: a ref, a name or filters."""

    what: Ref | Named | Filter
    they: bool = False


@record
class Done:
    """``DONE``, or ``NOT DONE``."""

    done: bool = True


Condition = Compared | Have | Done
Conditions = tuple[Condition, ...]


# --- orders of the ACT part -------------------------------------------------------------------------------------------


@named_record
class Cast:
    """``CAST card [ON aim] [BEHIND ref] [FORCE n] [PAY refs]``; ``at`` a window, else in the battle phase."""

    card: Held
    aim: Aim = ()
    behind: Pick | None = None
    force: int = 0
    pay: tuple[Pick, ...] = ()
    at: Window | None = None
    when: Conditions = ()


@named_record
class Use:
    """``USE A5 [ON aim] [X n] [FORCE n] [PAY refs]``: up to ``times``."""

    what: Pick
    aim: Aim = ()
    times: int = 1
    force: int = 0
    pay: tuple[Pick, ...] = ()
    at: Window | None = None
    when: Conditions = ()


@record
class Form:
    """``FORM F A7 A9 R A8 -``: fronts left to right, then who stands behind each; None is nobody."""

    fronts: tuple[Pick | None, ...]
    rears: tuple[Pick | None, ...] = ()
    when: Conditions = ()


class Host(StrEnum):
    """Whom an ASSAULT line means where it does not list creatures."""

    ALL = "ALL"
    SAFE = "SAFE"
    FILTER = "FILTER"
    LIST = "LIST"


@named_record
class Assault:
    """``ASSAULT A7 A9``, ``ALL [BUT …]``, a filter, ``SAFE``; ``picks`` are those listed, or left out."""

    host: Host
    picks: tuple[Pick, ...] = ()
    filter: Filter = ()
    when: Conditions = ()


# --- settings ---------------------------------------------------------------------------------------------------------


@record
class Keep:
    """``KEEP n`` (MANA-9)."""

    letters: int


class UpkeepHow(StrEnum):
    """How an upkeep is met (UPK-2)."""

    PAY = "PAY"
    FORCE = "FORCE"
    UNSUMMON = "UNSUMMON"
    LAPSE = "LAPSE"


@record
class Upkeep:
    """``UPKEEP A7 PAY``."""

    what: Pick
    how: UpkeepHow


@record
class Sabotage:
    """``SABOTAGE Blood Altar OR B6 WITH A9``; no creature named means ANY (ASLT-10)."""

    aim: Aim
    by: tuple[Pick, ...] = ()


@record
class Strike:
    """``STRIKE STRONGEST`` (FIGHT-2)."""


@record
class TaxForce:
    """``TAX FORCE n``: life allowed for each TAX."""

    life: int


@record
class Unwanted:
    """A card of a DISCARD list; ``bottom`` under ``bottom_discard``."""

    card: Held
    bottom: bool = False


@record
class Discard:
    """``DISCARD card, card …``: the order of preference at Fizzle (POL-7)."""

    cards: tuple[Unwanted, ...]


@record
class Concede:
    """``CONCEDE`` (END-4)."""


@record
class OfferDraw:
    """``OFFER DRAW`` (END-4)."""


# --- orders of the REACT part -----------------------------------------------------------------------------------------


@named_record
class Counter:
    """``COUNTER trigger WITH card [FORCE n]``: ``filter`` what is answered, or ``name``; ``mine``: ON MINE."""

    card: Held
    filter: Filter = ()
    name: str = ""
    mine: bool = False
    force: int = 0
    when: Conditions = ()


@record
class Block:
    """``BLOCK aim WITH creature …``; no creature named means ANY (ASLT-8)."""

    aim: Aim
    by: tuple[Pick, ...] = ()
    when: Conditions = ()


@record
class Hold:
    """``HOLD A7``: never assigned by default; several may follow one another."""

    what: tuple[Pick, ...]


class BlockDefault(StrEnum):
    """How the default counter-assaults (POL-4)."""

    FAIR = "FAIR"
    WALL = "WALL"
    NONE = "NONE"


@record
class BlockBy:
    """``BLOCK DEFAULT FAIR``, ``WALL`` or ``NONE``."""

    how: BlockDefault


@record
class CounterFrom:
    """``COUNTER DEFAULT n``, or ``NONE`` (POL-5)."""

    size: int | None


@record
class NoReact:
    """``REACT NONE``: the standing set is emptied."""


# --- what frames them -------------------------------------------------------------------------------------------------


@record
class Opens:
    """A line ``ACT`` or ``REACT``."""

    part: Part


@record
class Unread:
    """A line that could not be read: it is dropped, but keeps its place for DONE (ORD-4).

    ``at`` is its window, as far as that could be read; ``setting`` whether it would have been a setting.
    """

    text: str
    at: Window | None = None
    setting: bool = False


Setting = Keep | Upkeep | Sabotage | Strike | TaxForce | Discard | Concede | OfferDraw | Hold | BlockBy | CounterFrom
Line = Cast | Use | Form | Assault
"""Lines that run in written order."""
Order = Line | Setting | Counter | Block | NoReact | Opens | Unread
