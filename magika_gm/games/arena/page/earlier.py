"""How the page reads an earlier turn out of its turn file."""

from __future__ import annotations

from magika_gm.engine.paging import Earlier, EarlierMarks, settled
from magika_gm.games.arena.page.picture import TONES

EARLIER = settled(
    Earlier(
        format="arena-turn",
        game="game",
        seat="seat",
        facts={"hexes": "hexes/{seat}", "army": "worth/{seat}", "magic pool": "pools/{seat}"},
        picture="board",
        tones=TONES,
        land=("rows/{row}/{column}",),
        marks=(
            EarlierMarks(
                each="creatures",
                key="unit:{id}",
                at="{at}",
                text="{id}",
                label="{id} {kind}; Power {power}",
                side="{side}",
            ),
        ),
    )
)
