"""How the page reads an earlier turn out of its turn file."""

from __future__ import annotations

from magika_gm.engine.paging import Earlier, settled

EARLIER = settled(
    Earlier(
        format="xom_zol turn",
        game="game",
        seat="seat",
        # the table is laid out anew each turn: a file tells its figures alone
        facts={
            "life": "sides/{seat}/life",
            "hand": "sides/{seat}/hand_size",
            "library": "sides/{seat}/library_size",
            "game turn": "game_turn",
        },
    )
)
