"""How the page reads an earlier turn out of its turn file."""

from __future__ import annotations

from magika_gm.engine.paging import Earlier, EarlierMarks, settled
from magika_gm.games.rune_war.isle import TOWER

EARLIER = settled(
    Earlier(
        format="rune-war-turn",
        game="id",
        seat="seat",
        facts={"spell points": "seats/{seat}/points", "rune points": "seats/{seat}/rune_points"},
        picture="isle",
        land=("territories/{place}/owner",),
        blank=TOWER,
        marks=(
            EarlierMarks(
                each="creatures",
                key="creature:{}",
                at="{at}",
                text="{}",
                label="{} {kind}, loyalty {loyalty} of {maximum}",
                side="{seat}",
                shape="square",
            ),
        ),
    )
)
