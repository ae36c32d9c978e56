"""The printed card list: by faction, then type, every card's face."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.report import ink
from magika_gm.games.xom_zol.report.faces import Hand
from magika_gm.games.xom_zol.words import FACTION_LETTERS, FACTION_NAMES, CardType, Faction
from magika_gm.reports.kit.base import Block
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.plans import list_leaf
from magika_gm.reports.kit.press import print_document
from magika_gm.reports.kit.strips import Document, Leaf
from magika_gm.reports.picture import Circles, Picture

_WORDS = {"G": "good", "E": "evil", "N": "neutral"}
_PLURALS = {CardType.SIGIL: "Sigils", CardType.LAND: "Lands"}


def card_list(cards: Sequence[Card], paper: str) -> bytes:
    """The list as PDF bytes; the same cards give the same bytes."""
    leaves = tuple(_leaf(faction, those) for faction in Faction if (those := _of(cards, faction)))
    return print_document(
        Document(
            title="Xom and Zol: the cards",
            author="magika-gm",
            subject="Card list",
            head="Xom and Zol: the cards",
            leaves=leaves,
        ),
        paper,
    )


def _of(cards: Sequence[Card], faction: Faction) -> list[Card]:
    return [card for card in cards if card.faction is faction]


def _leaf(faction: Faction, cards: Sequence[Card]) -> Leaf:
    name, letter = FACTION_NAMES[faction], FACTION_LETTERS[faction]
    blocks: list[Block] = [
        Head(
            name=name,
            about=f"{_WORDS[letter]}; code {faction.value}",
            game=f"{len(cards)} cards",
            device=_device(faction, letter),
        ),
    ]
    for kind in CardType:
        those = tuple(("", card) for card in cards if card.type is kind)
        blocks.append(Hand(_PLURALS.get(kind, f"{kind.value.capitalize()}s"), those))
    return list_leaf(name, blocks)


def _device(faction: Faction, letter: str) -> Picture:
    """A seal with the faction's code."""
    dark = letter == "E"
    return Picture(
        50, 50, FACTION_NAMES[faction], "",
        (
            Circles(((25, 25),), 24, ink.PIP[letter], ink.INK, 0.9),
            Circles(((25, 25),), 20.5, "", ink.WHITE if dark else ink.INK, 0.6),
            ink.middle(25, 19.8, faction.value, 15.0, True, ink.WHITE if dark else ink.INK),
        ),
    )  # fmt: skip
