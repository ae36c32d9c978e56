"""How the page reads an earlier turn out of its turn file."""

from __future__ import annotations

from magika_gm.engine.paging import Earlier, EarlierMarks, settled
from magika_gm.games.temple_isle.page.picture import TONES

EARLIER = settled(
    Earlier(
        format="temple-isle-turn",
        game="game",
        seat="seat",
        facts={
            "temples": "standings/{seat}/temples",
            "lands": "standings/{seat}/lands",
            "levels": "standings/{seat}/levels",
            "hit points": "standings/{seat}/hp",
            "hand": "hands/{seat}",
            "deck": "deck",
        },
        picture="isle",
        land=("isle/{place}/card", "isle/{place}/control"),  # water is a card, whose the land is the control
        blank="land",
        tones=TONES,
        marks=(
            EarlierMarks(
                each="units",
                key="unit:{number}",
                at="{square}",
                text="U{number}",
                label="U{number} {card}, {hp} of {full} HP",
                side="{owner}",
            ),
        ),
    )
)
