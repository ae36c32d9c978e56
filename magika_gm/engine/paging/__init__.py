"""What a game tells the player's page, as data: report, pictures with named places, and the orders that could be given.

The page (``reports/page``) is one program for all games; it knows no game's nouns. A game's ``page`` part makes a
:class:`GamePage` of these values, and :func:`page_json` writes it as the page reads it, defaults left out.
docs/player-page-data.md tells the same to people, with examples.
"""

from magika_gm.engine.paging.as_json import page_json, plain, settled
from magika_gm.engine.paging.orders import (
    Extras,
    Letters,
    Limit,
    Option,
    OrderForm,
    Plan,
    Purse,
    Section,
    Slot,
    SlotKind,
    number_slot,
    once,
)
from magika_gm.engine.paging.pictures import Mark, Picture, Point, Spot, Tone, Way
from magika_gm.engine.paging.report import (
    Bar,
    Bars,
    Block,
    Chapter,
    Envelope,
    Fact,
    GamePage,
    Letter,
    Line,
    Notes,
    Plot,
    Post,
    Story,
    Table,
    Thing,
    Things,
)

__all__ = [
    "Bar",
    "Bars",
    "Block",
    "Chapter",
    "Envelope",
    "Extras",
    "Fact",
    "GamePage",
    "Letter",
    "Letters",
    "Limit",
    "Line",
    "Mark",
    "Notes",
    "Option",
    "OrderForm",
    "Picture",
    "Plan",
    "Plot",
    "Point",
    "Post",
    "Purse",
    "Section",
    "Slot",
    "SlotKind",
    "Spot",
    "Story",
    "Table",
    "Thing",
    "Things",
    "Tone",
    "Way",
    "number_slot",
    "once",
    "page_json",
    "plain",
    "settled",
]
