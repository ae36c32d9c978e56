# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The rule book as Markdown: the templates of ``templates/xom_zol/rules`` filled with the game's own tables.

Templates mark what they define: ``rule("MANA-6", "Force")`` begins a rule, ``ruling("Z3")`` a ruling of ours; so the
book knows what is in it without reading its own prose.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from magika_gm.games.xom_zol.cards.catalogue import catalogue
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.cases import play_case, read_case
from magika_gm.games.xom_zol.options import DEFAULTS
from magika_gm.games.xom_zol.report.faces import in_words
from magika_gm.games.xom_zol.report.story import names_of, story
from magika_gm.games.xom_zol.rulebook import figures
from magika_gm.games.xom_zol.rulebook.words import EFFECTS, KEYWORDS
from magika_gm.games.xom_zol.rules.sequence import STEPS
from magika_gm.games.xom_zol.setup.decks import SIZE, SLOTS, Deck, shipped_decks
from magika_gm.games.xom_zol.words import (
    FACTION_LETTERS,
    FACTION_NAMES,
    RACES,
    RARITY_NUMBERS,
    ROLES,
    CardType,
    Rarity,
)
from magika_gm.reports.book_value import Book as PrintedBook
from magika_gm.reports.book_value import Chapter
from magika_gm.reports.svg import write_svg
from magika_gm.resources import shipped

CHAPTERS = (
    Chapter("01-the-duel", "The duel"),
    Chapter("02-cards", "The cards"),
    Chapter("03-mana", "Mana"),
    Chapter("04-the-field", "The field"),
    Chapter("05-the-game-turn", "The game turn"),
    Chapter("06-the-assault", "The assault"),
    Chapter("07-effects", "Keywords and effects"),
    Chapter("08-by-mail", "Playing by mail"),
    Chapter("09-beginning-and-end", "Beginning and end, and who knows what"),
    Chapter("10-decks", "The decks"),
    Chapter("11-example", "A turn, worked through"),
    Chapter("12-rulings", "Rulings"),
)
CONTENTS = "README"
_LETTERS = {"G": "good", "E": "evil", "N": "neutral"}
_SHEET = """GAME 31 TURN 7
SIDE A
PASSWORD heron
ACT
1 CAST Guild Tower
2 CAST Xom Knight FORCE 2          ; up to 2 life for its B's
3 IF NOT DONE CAST Xom Footman BEHIND A7
4 CAST Smite ON B9 OR STRONGEST EVIL
5 FORM F A7 A9 A12 R A8 - A11
6 IF THEIR READY <= 2 ASSAULT A7 A8 A9
7 IF NOT DONE ASSAULT SAFE
8 AT CLASH CAST Shield of Faith ON MY COUNTERED WEAKEST
KEEP 2
REACT
COUNTER CREATURE COST>=4 WITH Ward of Xom
BLOCK STRONGEST WITH A9 A12
BLOCK DEFAULT FAIR
MESSAGE
Your walls will not stand.
END MESSAGE
END"""
EXAMPLE: dict[str, Any] = {
    "title": "The example of the rule book",
    "game": "xom_zol",
    "turn": 7,
    "side": {
        "A": {
            "life": 44,
            "field": ["Xom Farmland", "Xom Farmland", "Xom Citadel", "Celestial Reach",
                      {"card": "Banner Knight", "at": "F1"}, {"card": "Choir Angel", "at": "R1"},
                      {"card": "Xom Footman", "at": "F2"}],
            "hand": ["Smite", "Xom Knight"],
            "orders": ["CAST Smite ON THEIR STRONGEST", "CAST Xom Knight FORCE 2", "ASSAULT ALL", "KEEP 0"],
        },
        "B": {
            "life": 38,
            "field": ["Zol Crypt", "Zol Crypt", "Zol Necropolis", {"card": "Grave Knight", "at": "F1"},
                      {"card": "Zol Ghoul", "at": "F2"}],
            "hand": ["Extortion"],
            "react": ["COUNTER CREATURE COST>=4 WITH Extortion", "BLOCK STRONGEST WITH F1", "BLOCK DEFAULT FAIR"],
        },
    },
}  # fmt: skip
"""The worked turn, as an adjudication case."""


class Book(NamedTuple):
    """The whole book: pages by file, rules and rulings by number with their text."""

    pages: dict[str, str]
    rules: dict[str, str]


class _Scribe:
    """What the templates call to mark rules and rulings while one page is being filled."""

    def __init__(self) -> None:
        self.file = ""
        self.marked: dict[str, str] = {}

    def rule(self, number: str, title: str = "") -> str:
        """Begin a rule: its anchor and number, with a title if it has one."""
        if number in self.marked:
            raise ValueError(f"{self.file}: {number} is defined twice")
        self.marked[number] = self.file
        said = f"{number} · {title}" if title else number
        return f'<a id="{anchor(number)}"></a>**{said}.**'

    def ruling(self, number: str) -> str:
        """A ruling of ours."""
        return self.rule(number)


def anchor(number: str) -> str:
    """Where a rule stands on its page: ``mana-6``, of a step ``seq_3.4_a``."""
    return number.lower().replace(" ", "_")


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
    case = read_case(EXAMPLE)
    (played,) = play_case(case)
    names = names_of(played.state, played.told)
    told = story(played.told, "*", names)
    lives = {side: own.life for side, own in played.state.sides.items()}
    own, foe = EXAMPLE["side"]["A"], EXAMPLE["side"]["B"]
    return {
        "intro": f"Game turn {EXAMPLE['turn']}, side A's: A has {own['life']} life, a Banner Knight with a Choir Angel behind it, and a "
        f"Footman; B has {foe['life']} life, a Grave Knight and a Ghoul.",
        "act": "\n".join(["ACT", *own["orders"]]),
        "react": "\n".join(["REACT", *foe["react"]]),
        "story": [
            (f"{p.title[:1].upper()}{p.title[1:]}", [f"{line.text} {f'[{line.rule}]' if line.rule else ''}".strip() for line in p.lines])
            for p in told
        ],
        "after": f"A has {lives['A']} life now, B {lives['B']}.",
    }  # fmt: skip


def _tables() -> dict[str, Any]:
    options = DEFAULTS
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
        "kinds": [(kind.value, ", ".join(races)) for kind, races in RACES.items()],
        "factions": [(code.value, name, _LETTERS[FACTION_LETTERS[code]]) for code, name in FACTION_NAMES.items()],
        "rarities": [(r.value, options.copies[RARITY_NUMBERS[r] - 1]) for r in Rarity],
        "steps": [title.partition(" ")[::2] for number, title in STEPS.items() if number],
        "keywords": KEYWORDS,
        "effects": EFFECTS,
        "sheet": _SHEET,
        "decks": [_deck(deck) for deck in shipped_decks().values()],
        "example": _example(),
    }


@cache
def book() -> Book:
    """Every page, filled."""
    folder = shipped("templates") / "xom_zol" / "rules"
    env = Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=select_autoescape(()),
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    scribe, tables = _Scribe(), _tables()
    pages: dict[str, str] = {}
    for chapter in CHAPTERS:
        scribe.file = chapter.file
        text = env.get_template(f"{chapter.file}.md.j2").render(**tables, rule=scribe.rule, ruling=scribe.ruling)
        pages[f"{chapter.file}.md"] = text.rstrip() + "\n"
    contents = "\n".join(f"{n}. [{c.title}]({c.file}.md)" for n, c in enumerate(CHAPTERS, 1))
    pages[f"{CONTENTS}.md"] = f"# Xom and Zol: the rules\n\n{contents}\n"
    for name, make in figures.FIGURES.items():
        pages[f"img/{name}.svg"] = write_svg(make(), name) + "\n"
    return Book(pages, {number: _text_of(number, pages[f"{file}.md"]) for number, file in scribe.marked.items()})


def _text_of(number: str, page: str) -> str:
    """A rule's text: from its mark to the next."""
    start = page.index(f'<a id="{anchor(number)}"></a>')
    rest = page[start:]
    end = min((at for mark in ("\n<a id=", "\n## ", "\n![") if (at := rest.find(mark)) > 0), default=len(rest))
    return rest[:end].replace(f'<a id="{anchor(number)}"></a>', "").strip() + "\n"


def card_page(card: Card) -> str:
    """One card as Markdown."""
    return f"# {card.name}\n\n{FACTION_NAMES[card.faction]}, {card.rarity.value}\n\n{in_words(card)}\n"


def printed() -> PrintedBook:
    """The book to be set as a PDF."""
    found = book()
    return PrintedBook(
        title="Xom and Zol: the rules",
        name="Xom and Zol",
        subtitle="A duel of two decks, by mail",
        motto="Your life is mana too.",
        cover=figures.cover(),
        chapters=CHAPTERS,
        pages={name: text for name, text in found.pages.items() if name.endswith(".md")},
        figures=figures.FIGURES,
        aid=_aid(),
    )


def _aid() -> str:
    """The last page: the sequence and what one looks up at the table."""
    rows = "\n".join(
        f"| {number} | {title} |" for number, _, title in (t.partition(" ") for n, t in STEPS.items() if n)
    )
    words = "\n".join(f"| {word} | {meaning} |" for word, meaning in KEYWORDS)
    return f"## The game turn\n\n| step | what happens |\n|---|---|\n{rows}\n\n## Keywords\n\n| keyword | meaning |\n|---|---|\n{words}\n"
