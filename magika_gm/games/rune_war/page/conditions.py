"""What may be added to a line: when a spell is cast and how often, when a move is made and where to else (ORD)."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.engine.paging import Option, Slot, number_slot
from magika_gm.games.rune_war.tables import Clan

OFTEN, IF = "often", "if"
_MOST_POINTS = 9999
_MOMENTS = (
    Option(text="READY", label="one rune at most is lacking"),
    *(Option(text=f"PLAY {n}", label=f"from the {n}th play of the turn on") for n in range(4, 9)),
)
_OFTEN = (
    Option(text="ALWAYS", label="every time possible"),
    *(Option(text=f"x{n}", label=f"up to {n} times") for n in (2, 3, 4)),
)
_SAVE = (Option(text="SAVE", label="hold back what stands below until it is paid"),)
_POINTS = number_slot("points", "Only with points of at least", "WHEN POINTS", most=_MOST_POINTS)
_LAND = (
    Option(text="EMPTY", label="nobody of another wizard is seen there"),
    Option(text="NOT EMPTY", label="somebody of another wizard is seen there"),
    Option(text="MINE", label="it is your land"),
    *(Option(text=f"OF {clan.title.upper()}", label=f"it is {clan.title}'s") for clan in Clan),
)

CAST_EXTRAS = {
    OFTEN: (
        replace(_POINTS, bars="when"),
        Slot(name="when", label="Only when", before="WHEN", options=_MOMENTS, optional=True),
        replace(_POINTS, name="also", label="and with points of at least", before="AND POINTS", needs="when"),
        Slot(name="often", label="How often", options=_OFTEN, optional=True),
        Slot(name="save", label="Save for it", options=_SAVE, optional=True),
    )
}
"""When a spell is cast, how often, and whether it is saved for."""
MOVE_EXTRAS = {IF: (Slot(name="if", label="Only if", before="IF", options=_LAND, optional=True),)}
"""Looked at when the line comes up, for the last territory named."""
ELSE = Slot(name="else", label="Else", before="ELSE TO", like="to", needs="if", extra=True)
