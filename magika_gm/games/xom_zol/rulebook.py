# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The players' rule book, made of the tables the game is played by."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from magika_gm.engine.words import capital
from magika_gm.games.xom_zol.cards.catalogue import catalogue, every_card
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.cases import Case, play_case, read_case
from magika_gm.games.xom_zol.orders.lines import cards_called
from magika_gm.games.xom_zol.report import board
from magika_gm.games.xom_zol.report.blocks import Fight, Fighter, fight_picture
from magika_gm.games.xom_zol.report.board import height_of, table_picture
from magika_gm.games.xom_zol.report.faces import face, in_words
from magika_gm.games.xom_zol.report.story import Names, names_in
from magika_gm.games.xom_zol.rules.sequence import STEPS
from magika_gm.games.xom_zol.rules.state import DEFAULTS, State
from magika_gm.games.xom_zol.rules.terms import (
    FACTION_LETTERS,
    FACTION_NAMES,
    RACES,
    RARITY_NUMBERS,
    ROLES,
    CardType,
    Rarity,
)
from magika_gm.games.xom_zol.setup import SIZE, SLOTS, Deck, shipped_decks
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import BOARD_INK as INK
from magika_gm.reports.picture import Circles, Lines, Picture, moved, write
from magika_gm.reports.rule_pages import Chapter, RuleBook

# Drawings of the rule book: a card, a table, a fight, the cover; made by what draws the reports.


COVER = ("Elder Oakhand", "Emperor Xom", "Zol the Undying", "Green Dragon", "Seraph Auriel")


@cache
def _position() -> State:
    case: Case = read_case(RULEBOOK.table("figure"))
    return case.state


def card() -> Picture:
    """One card, and what stands where."""
    drawn = face(catalogue()["Vampire Count"], 120.0, Style(), "H3")
    items = moved(drawn.items, 150, 4)
    high = drawn.height + 8
    notes = (
        (150, high - 15, "name (CARD-1)", True), (150, high - 35, "its number in your hand", True),
        (270, high - 15, "UNSUMMON: upkeep (UPK)", False), (270, high - 35, "SUMMON: cost (TERM-4)", False),
        (150, 46, "TYPE and race (CARD-2, 5)", True), (150, 34, "AFFILIATION: faction (CARD-6)", True),
        (270, 26, "rules (FX)", False), (150, 14, "ALIGNMENT (CARD-4)", True), (270, 14, "S/D (TERM-5)", False),
    )  # fmt: skip
    for x, y, text, left in notes:
        start = (10.0, y) if left else (x + 24.0, y)
        items.append(write(start[0], y - 2.5, text, 8.5))
        ends = ((118.0, y), (x - 1.0, y)) if left else ((x + 1.0, y), (x + 22.0, y))
        items.append(Lines((ends,), board.EDGE, 0.6))
    return Picture(400, high, "A card", "A card with its parts named.", tuple(items))


def table() -> Picture:
    """A table in the middle of a game."""
    style = Style()
    return table_picture(_position(), "A", 520.0, height_of(_position(), style), style)


def fight() -> Picture:
    """Grave Knight against Choir Angel: good against evil, the higher number has +2 S."""
    state = _position()
    names = Names({"B4": "Grave Knight", "A5": "Choir Angel"}, "A")
    assaulter = Fighter("B4", [], [("A5", 3)], died=True)
    counter = Fighter("A5", ["+2/0 against B4 (ALN)"], [("B4", 4)], died=True)
    empty = State(cards=state.cards)
    return fight_picture(Fight("B", 1, assaulter, [counter]), names, empty, 440.0, 44.0, Style())


# The rule book as Markdown: the templates of ``templates/xom_zol/rules`` filled with the game's own tables.
#
# Templates mark what they define: ``rule("MANA-6", "Force")`` begins a rule, ``ruling("Z3")`` a ruling of ours; so
# the book knows what is in it without reading its own prose.


_LETTERS = {"G": "good", "E": "evil", "N": "neutral"}


def _deck(deck: Deck) -> dict[str, Any]:
    known = catalogue()
    lists = []
    for kind in CardType:
        cards = [f"{n} {name}" for name, n in deck.cards if known[name].type is kind]
        total = sum(n for name, n in deck.cards if known[name].type is kind)
        if cards:
            lists.append((f"{kind.value.capitalize()}s, {total}", ", ".join(cards)))
    return {"title": deck.title, "summary": deck.summary, "lists": lists, "start": " and ".join(deck.start)}


def _example() -> dict[str, Any]:
    """A turn as the engine plays it."""
    data = RULEBOOK.table("example")
    case = read_case(data)
    (played,) = play_case(case)
    names = names_in(played.state, played.told)
    told = names.story(played.told, "*")
    lives = {side: own.life for side, own in played.state.sides.items()}
    own, foe = data["side"]["A"], data["side"]["B"]
    return {
        "intro": f"Game turn {data['turn']}, side A's: A has {own['life']} life, a Banner Knight with a Choir Angel behind it, and a "
        f"Footman; B has {foe['life']} life, a Grave Knight and a Ghoul.",
        "act": "\n".join(["ACT", *own["orders"]]),
        "react": "\n".join(["REACT", *foe["react"]]),
        "story": [
            (capital(p.title), [f"{line.text} {f'[{line.rule}]' if line.rule else ''}".strip() for line in p.lines])
            for p in told
        ],
        "after": f"A has {lives['A']} life now, B {lives['B']}.",
    }  # fmt: skip


def card_page(card: Card) -> str:
    """One card as Markdown."""
    return f"# {card.name}\n\n{FACTION_NAMES[card.faction]}, {card.rarity.value}\n\n{in_words(card)}\n"


def _frame() -> str:
    """How many cards of each type a faction has."""
    counts = Counter(card.type for card in catalogue().values())
    return ", ".join(f"{counts[kind] // len(FACTION_NAMES)} {kind.value}s" for kind in CardType)


class _Book(RuleBook):
    NAME, ACCENT = "xom_zol", board.ACCENT
    RULE_END = re.compile(r"^<a id=|^## |^!\[", re.MULTILINE)
    FIGURES: ClassVar[Mapping[str, Callable[[], Picture]]] = {"card": card, "table": table, "fight": fight}
    ENTRIES: ClassVar[Mapping[str, str]] = {"rule": "that rule or ruling", "card": "that card's text"}

    def shown(self) -> dict[str, Any]:
        options, words = DEFAULTS, self.table("words")
        return {
            "deck_size": SIZE,
            "slots": SLOTS,
            "life": options.life,
            "hand": options.hand,
            "first_draw": options.first_draw,
            "max_turns": options.max_turns,
            "basic_lands": options.basic_lands,
            "roles": ", ".join(ROLES),
            "per_faction": len(catalogue()) // len(FACTION_NAMES),
            "frame": _frame(),
            "kinds": [(kind.value, ", ".join(races)) for kind, races in RACES.items()],
            "factions": [
                (code.value, name, _LETTERS[FACTION_LETTERS[code]], words["creatures"][code.value])
                for code, name in FACTION_NAMES.items()
            ],
            "rarities": [(r.value, options.copies[RARITY_NUMBERS[r] - 1]) for r in Rarity],
            "steps": [
                (*title.partition(" ")[::2], words["steps"][str(number)]) for number, title in STEPS.items() if number
            ],
            "keywords": words["keywords"],
            "effects": words["effects"],
            "types": words["types"],
            "decks": [_deck(deck) for deck in shipped_decks().values()],
            "example": _example(),
        }

    def page(self, chapter: Chapter, body: str) -> str:  # noqa: ARG002 - titles stand in the templates
        return body.rstrip() + "\n"

    def drawn(self) -> dict[str, str]:
        return {name: text + "\n" for name, text in super().drawn().items()}

    def cover(self) -> Picture:
        """The four sorts of mana; five cards are fanned out above them."""
        dots = enumerate(("G", "E", "N", "B"))
        items = tuple(Circles(((186.0 + 76.0 * n, 90.0),), 22.0, board.PIP[sort], INK, 1.4) for n, sort in dots)
        return Picture(600.0, 600.0, "Cards of both sides", "Five cards, fanned out.", items)

    def fan(self) -> Sequence[Picture]:
        return [face(catalogue()[name], 96.0, Style()) for name in COVER]

    def things(self) -> Iterable[str]:
        return catalogue()

    def thing(self, name: str) -> tuple[str, str] | None:
        """A card by its name or an unambiguous beginning of it."""
        found = cards_called(name, every_card())
        return (found[0], card_page(every_card()[found[0]])) if len(found) == 1 else None


RULEBOOK = _Book()
