"""Cards as faces, each figure where the author's layout has it: SUMMON, NAME, UNSUMMON, TYPE-RACE, AFFILIATION, RULES,
ALIGNMENT, S/D (CARD-1); and a hand of them as a block.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.cards.text import both_texts, rules_in_words, rules_text
from magika_gm.games.xom_zol.report import board
from magika_gm.games.xom_zol.rules.terms import FACTION_NAMES, RARITY_NUMBERS, SCRAPS, Rarity
from magika_gm.reports.kit.base import (
    LABEL,
    NUMBER,
    SMALL,
    Listed,
    Spot,
    Style,
    draw_title,
    esc,
    folded,
    heading_html,
    heading_text,
    title_height,
)
from magika_gm.reports.pdf_stream import BOLD, SANS, fitting, text_width
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import Circles, Item, Lines, Picture, Polygon, box, drawn, middle, write
from magika_gm.reports.typeface import wrap

RATIO = 1.42
"""Height of a face by its width."""
LEAST_WIDE = 84.0


def what(card: Card) -> str:
    """TYPE and RACE: ``creature: human knight``, ``land: humanoid, mythical``, ``spell``."""
    if card.body:
        return f"{card.type.value}: {' '.join(filter(None, (card.race, card.role)))}"
    if card.kinds:
        return f"{card.type.value}: {', '.join(kind.value for kind in card.kinds)}"
    return card.type.value


def figures(card: Card) -> str:
    """``G3 3/3``, ``makes GGB``, or the letter."""
    if card.body:
        return f"{card.alignment} {card.s}/{card.d}"
    return f"makes {card.mana}" if card.mana else card.letter


def in_words(card: Card) -> str:
    """A card's whole text on one line."""
    parts = [f"summon {card.cost or '0'}", what(card), FACTION_NAMES[card.faction], figures(card)]
    parts += [f"unsummon {card.unsummon}"] if card.unsummon else []
    rules = both_texts(card.rules)
    return ", ".join(parts) + (f": {rules}" if rules else "")


@lru_cache(maxsize=128)
def face(card: Card, width: float, style: Style, mark: str = "") -> Picture:
    """A card's face; ``mark`` is what it is ordered by (``H3``).

    Above, the name and to its right UNSUMMON, below it SUMMON as discs; then the emblem, TYPE-RACE, AFFILIATION, RULES,
    ALIGNMENT and S/D.
    """
    high = width * RATIO
    small, label, big = (style.map_size(size) for size in (SMALL, LABEL, NUMBER))
    field_colour, deep = board.FIELD[card.letter], board.DEEP[card.letter]
    r = small * 0.52
    head = small * 1.5
    items: list[Item] = [Polygon(box(0.5, 0.5, width - 1, high - 1), field_colour, INK, 0.9)]
    items += [Polygon(box(3, high - 3 - head, width - 6, head), board.WHITE, deep, 0.5)]
    unsummon = 0.0 if card.type in SCRAPS else small * 1.2
    name, size = fitting(card.name, (small, label), width - 10 - unsummon, True)
    items.append(write(5, high - 3 - head * 0.5 - size * 0.34, name, size, True))
    if unsummon:
        at, level = width - 4 - unsummon, high - 3
        items.append(Lines((((at, level), (at, level - head)),), deep, 0.4))
        base = level - head * 0.5 - small * 0.34
        items.append(middle(at + unsummon / 2, base, str(card.unsummon), small, True, deep))
    row = high - 3 - head - r - 3
    items += board.pips(card.cost, width - 4, row, r, label)
    if mark:
        items.append(write(5, row - small * 0.35, mark, small, True, deep))
    art_top = row - r - 2
    sign = small * 0.55
    items += drawn(board.FIGURES[card.faction], 5 + sign, art_top - sign, sign, deep)
    # how rare it is: a dot for each step from crop
    dots = tuple((9 + 2 * sign + 3.6 * n, art_top - sign) for n in range(len(Rarity) - RARITY_NUMBERS[card.rarity]))
    items += [Circles(dots, 1.3, deep)] if dots else []
    law, words = rules_text(card.rules), rules_in_words(card.rules)
    lines = wrap(law, BOLD, label, width - 12) if law else ()
    foot = big * 1.2 if card.body else small * 1.5
    text_high = len(lines) * label * 1.16 + 4 if lines else 0.0
    low = 3 + foot
    said = [*wrap(what(card), SANS, label, width - 10), *wrap(FACTION_NAMES[card.faction], SANS, label, width - 10)]
    told = [(line, deep) for line in said]
    told += [(line, INK) for line in wrap(words, SANS, label, width - 10)] if words else []
    if low + text_high + label * 1.15 * len(told) > art_top - 2 * sign - 1:
        told = told[: len(said)]
    art_low = low + text_high + label * (0.1 + 1.15 * len(told))
    room = art_top - art_low
    if room > 8:
        radius = min(room / 2 - 1, width * 0.24)
        items += board.emblem(card, width / 2, (art_top + art_low) / 2, radius)
    for number, (line, ink) in enumerate(reversed(told)):
        items.append(write(5, low + text_high + 1.5 + number * label * 1.15, line, label, False, ink))
    if lines:
        items.append(Polygon(box(3, low, width - 6, text_high), board.WHITE, deep, 0.4))
        y = low + text_high - label * 1.02 - 1
        for line in lines:
            items.append(write(6, y, line, label, True))
            y -= label * 1.16
    base = 3 + foot * 0.5 - small * 0.36
    items.append(write(5, base, card.alignment if card.body else card.rarity.value, small, card.body, deep))
    if card.body:
        body = f"{card.s}/{card.d}"
        plate = text_width(body, big, BOLD) + 8
        items.append(Polygon(box(width - 3 - plate, 3, plate, foot), INK))
        items.append(middle(width - 3 - plate / 2, 3 + foot * 0.5 - big * 0.35, body, big, True, board.WHITE))
    elif card.mana:
        items += board.pips(card.mana, width - 4, 3 + foot * 0.5, r, label)
    items.append(Lines((((3.0, low - 1), (width - 3, low - 1)),), deep, 0.4))
    return Picture(width, high, card.name, in_words(card), tuple(items))


@dataclass(frozen=True)
class Hand(Listed):
    """Cards side by side, each drawn whole; in mails a list with every card's full text (SEE-3)."""

    entries = "cards"
    cards: tuple[tuple[str, Card], ...] = field(metadata={"drawn": True})
    """What each is ordered by, and the card."""
    note: str = ""
    across: int = 6
    widest: int = 7
    """Cards side by side where that saves a row."""

    def _grid(self, width: float, style: Style) -> tuple[int, float]:
        """How many side by side, and the width of each."""
        count = len(self.cards)
        across = count if self.across - 1 <= count <= self.widest else self.across
        if style.large:
            across = max(2, min(self.across, int((width + 5) // (style.length(LEAST_WIDE) + 5))))
        return across, (width - 5 * (across - 1)) / across

    def _row(self, width: float, style: Style) -> float:
        return self._grid(width, style)[1] * RATIO + 6

    def least(self, width: float, style: Style) -> float:
        """Its rows."""
        across, _ = self._grid(width, style)
        return title_height(self.title, style) + -(-len(self.cards) // across) * self._row(width, style)

    def draw(self, on: Spot) -> None:
        """Draw it."""
        top = on.top - draw_title(on, self.title)
        across, wide = self._grid(on.width, on.style)
        for number, (mark, card) in enumerate(self.cards):
            picture = face(card, wide, on.style, mark)
            x, y = on.x + number % across * (wide + 5), top - number // across * self._row(on.width, on.style)
            on.pen.picture(picture, x, y - picture.height)

    def html(self) -> str:
        """Boxes in the cards' colours."""
        said = "".join(
            f'<div style="display:inline-block;vertical-align:top;width:150px;box-sizing:border-box;background:'
            f"{board.FIELD[card.letter]};color:#1c1726;border:1px solid #1c1726;border-radius:6px;padding:6px 8px;"
            f'margin:0 6px 6px 0;font-size:13px;line-height:1.3"><b>{esc(f"{mark} {card.name}".strip())}</b><br>'
            f"{esc(card.cost or '0')} &middot; {esc(what(card))}<br>{esc(FACTION_NAMES[card.faction])}<br>"
            f"{esc(both_texts(card.rules))}<br><b>{esc(figures(card))}</b>"
            f"{f' unsummon {card.unsummon}' if card.unsummon else ''}</div>"
            for mark, card in self.cards
        )
        return heading_html(self.title) + said

    def text(self) -> list[str]:
        """A line each, hung."""
        lines = heading_text(self.title)
        for mark, card in self.cards:
            lines += folded(f"{mark} {card.name}: {in_words(card)}".strip(), rest="     ")
        return lines

    def plain(self) -> dict[str, object]:
        """Names and texts."""
        return {"block": "Hand", "title": self.title,
                "cards": [{"mark": m, "name": c.name, "text": in_words(c)} for m, c in self.cards]}  # fmt: skip
