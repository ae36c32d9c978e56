"""How the page reads an earlier turn out of its turn file."""

from __future__ import annotations

from magika_gm.engine.paging import Earlier, EarlierMarks, settled

EARLIER = settled(
    Earlier(
        format="magika-turn",
        game="player/game",
        seat="mage/letter",
        facts={
            "place": "mage/space",
            "endurance": "mage/endurance",
            "arcania": "mage/arcania",
            "skill": "mage/skill",
        },
        picture="arena",
        land=("recon/{place}/terrain", "history/{place}/0"),
        here=("mage/space", "mage/terrain"),
        seen="history/{place}/1",
        marks=(
            EarlierMarks(
                each="",
                key="mage:{mage/letter}",
                at="{mage/space}",
                text="{mage/letter}",
                label="{mage/name}, yourself",
                side="{mage/letter}",
            ),
            EarlierMarks(
                each="mages", key="mage:{letter}", at="{space}", text="{letter}", label="{name}", side="{letter}"
            ),
        ),
    )
)
