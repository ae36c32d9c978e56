# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The players' rule book, made of the tables the game is played by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from magika_gm.games.xom_zol.cards.catalogue import catalogue, every_card
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.cases import play_case, read_case
from magika_gm.games.xom_zol.orders.lines import cards_called
from magika_gm.games.xom_zol.report import board
from magika_gm.games.xom_zol.report.blocks import Fight, Fighter, fight_picture
from magika_gm.games.xom_zol.report.board import height_of, table_picture
from magika_gm.games.xom_zol.report.faces import face, in_words
from magika_gm.games.xom_zol.report.story import Names, names_in, story
from magika_gm.games.xom_zol.rules.sequence import STEPS
from magika_gm.games.xom_zol.rules.state import DEFAULTS, State
from magika_gm.games.xom_zol.rules.terms import (
    FACTION_LETTERS,
    FACTION_NAMES,
    RACES,
    RARITY_NUMBERS,
    ROLES,
    CardType,
    Faction,
    Rarity,
)
from magika_gm.games.xom_zol.setup import SIZE, SLOTS, Deck, shipped_decks
from magika_gm.reports.book_parts import Book, Chapter
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import Item, Lines, Picture, moved
from magika_gm.reports.rule_pages import RuleBook

# Drawings of the rule book: a card, a table, a fight, the cover; made by what draws the reports.


COVER = ("Emperor Xom", "Seraph Auriel", "Elder Oakhand", "Zol the Undying", "Warlord Karg", "Smite", "Green Dragon",
         "Sigil of Xom", "Vampire Count", "Blood Altar")  # fmt: skip
_POSITION = {
    "title": "figure",
    "game": "xom_zol",
    "turns": 0,
    "side": {
        "A": {
            "life": 41,
            "field": ["Xom Farmland", "Xom Farmland", {"card": "Xom Citadel", "committed": True}, "Chapel Bell",
                      {"card": "Xom Knight", "ref": "A7", "at": "F1"}, {"card": "Choir Angel", "at": "R1"},
                      {"card": "Gate Warden", "at": "F2"}, {"card": "Blessed Armour", "on": "A7"}],
        },
        "B": {
            "life": 33,
            "field": ["Zol Crypt", {"card": "Zol Necropolis", "committed": True}, "Blood Altar",
                      {"card": "Grave Knight", "at": "F1", "committed": True}, {"card": "Wraith of Zol", "at": "F2"}],
        },
    },
}  # fmt: skip


@cache
def _position() -> State:
    return read_case(_POSITION).state


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
        items.append(board.write(start[0], y - 2.5, text, 8.5))
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


# What keywords and effects mean, in a player's words; a test holds them to the vocabulary the engine reads.


KEYWORDS: tuple[tuple[str, str], ...] = (
    ("FLYING", "met by flyers only; passes over those before it"),
    ("PHASE", "met by PHASE creatures only, and meets no others"),
    ("HASTE", "there at once; may assault in the turn it is cast"),
    ("SWIFT", "strikes before the others"),
    ("OVERRUN", "damage beyond what its counters need goes to the player"),
    ("VIGIL", "assaulting does not commit it; it may counter afterwards"),
    ("WARD", "the other side cannot aim at it"),
    ("VENOM", "a creature it damages in a fight dies"),
    ("LEECH", "its side gains as much life as it deals damage in a fight"),
    ("RAIDER", "sabotages and strikes the player as well"),
    ("SLAYER x", "+2 S in a fight with an x (race, role or kind)"),
    ("INFLATE c s/d", "pay c for s/d for the turn, at most printed D times"),
    ("WALL", "cannot assault"),
    ("DEPENDS x", "does nothing unless you have another x (race or role)"),
    ("LIMIT", "no force for this card"),
    ("CONDITION f n", "without another card that fits f you lose n life in your turn"),
    ("NOFORCE", "while it is in play nobody uses force"),
)
EFFECTS: tuple[tuple[str, str], ...] = (
    ("DAMAGE n", "n damage to the aim, or to the opponent (`player`)"),
    ("GAMBLE n", "1 to n damage, rolled, to a creature or the opponent"),
    ("DRAIN n", "the opponent loses n life, you gain n"),
    ("HEAL n, LOSE n", "you gain, or lose, n life"),
    ("BOOST s/d", "a change of S and D for the turn; on an augment while it lies there"),
    ("GRANT k", "keyword k for the turn; on an augment while it lies there"),
    ("DESTROY", "a creature, function, augment, land or sigil goes to the pile"),
    ("RETURN", "a creature goes to its owner's hand; `DIES: RETURN self`: instead of to the pile"),
    ("COMMIT, READY", "a creature is committed, or made ready"),
    ("PACIFY", "a creature neither assaults nor counters this game turn"),
    ("FOG", "no combat damage and no sabotage for the rest of the game turn"),
    ("DRAW n", "you draw n cards, as far as the library goes"),
    ("DISCARD n", "the opponent loses n cards of his hand, rolled"),
    ("MILL n", "the opponent's top n cards go to his pile"),
    ("PEEK", "you see the opponent's hand"),
    ("FETCH f", "the first card of your library that fits f, shown to both"),
    ("RAISE f TO hand, play", "a creature of your pile that fits f"),
    ("MANA x", "letters x into your pool"),
    ("CANCEL any, body, word, thing", "cancels a cast: any; creature; spell or channel; function, augment or mana"),
    ("TAX n", "the caster pays n B's at once, or his cast is cancelled"),
)


# The rule book as Markdown: the templates of ``templates/xom_zol/rules`` filled with the game's own tables.
#
# Templates mark what they define: ``rule("MANA-6", "Force")`` begins a rule, ``ruling("Z3")`` a ruling of ours; so
# the book knows what is in it without reading its own prose.


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
HAPPENS: dict[int, str] = {
    11: "creatures cast in the turn before are there now and take places",
    12: "the active side's cards become ready",
    20: "the active side draws a card",
    31: "TURN triggers; each card with upkeep is paid for, unsummoned, or lapses",
    32: "window START: the passive side alone",
    33: "the active side's lines: casts, one mana card, effects, FORM, one assault",
    341: "window DECLARE, active side first; nothing that keeps creatures from assaulting",
    342: "assaulting creatures are chosen and commit; those behind must not be hindered (ASLT-1)",
    343: "counter-assaulting creatures are chosen, their first rank first; the assault's second rank is shielded (ASLT-6)",
    344: "window CLASH, active side first: the fights stand, nobody has struck",
    345: "alignment is fixed; those with SWIFT strike",
    346: "all others that live strike; who is not countered strikes the player or a function",
    35: "the lines that are left",
    40: "the active side's hand: drawn up to five, or discarded down to five",
    51: "window BURN, active side: its last chance in this turn",
    52: "window BURN, passive side",
    53: "1 life a letter left in a pool; upkeep not paid and conditions not met",
    54: "who has no life left has lost",
    55: "pools empty; damage and changes for the turn are over",
}
"""What happens in each step, in a player's words."""
CREATURES: dict[Faction, str] = {
    Faction.XE: "knights, humans; dogs, hawks",
    Faction.PK: "angels, phoenix",
    Faction.WG: "wizards (humans, elves); golems, elementals",
    Faction.SG: "dwarves, angels, elves",
    Faction.ZN: "undead, demons",
    Faction.DL: "chaos, mutations, knights; minotaurs, ogres",
    Faction.BH: "orks, goblins, demons; gnolls, skaven",
    Faction.TG: "criminals, humans, elves, dwarves; constructs",
    Faction.DC: "elves, humans, satyrs, furbolgs, centaurs; cats, amphibians",
    Faction.WL: "animals, beasts, dragons: any kind but humanoid, undead and mythical",
}
"""Whose creatures a faction has (CARD-6)."""
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
    names = names_in(played.state, played.told)
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


def card_page(card: Card) -> str:
    """One card as Markdown."""
    return f"# {card.name}\n\n{FACTION_NAMES[card.faction]}, {card.rarity.value}\n\n{in_words(card)}\n"


class _Book(RuleBook):
    NAME, TITLE = "xom_zol", "Xom and Zol"
    MOTTO = "Your life is mana too."
    CHAPTERS = CHAPTERS
    NUMBERS = re.compile(r"[A-Z]{2,7}-\d+|[A-Z]+ \d(\.\d)?( [A-E])?|Z\d+")
    RULE_END = re.compile(r"^<a id=|^## |^!\[", re.MULTILINE)
    FIGURES: ClassVar[Mapping[str, Callable[[], Picture]]] = {"card": card, "table": table, "fight": fight}
    ENTRIES: ClassVar[Mapping[str, str]] = {"rule": "that rule or ruling", "card": "that card's text"}

    def shown(self) -> dict[str, Any]:
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
            "factions": [
                (code.value, name, _LETTERS[FACTION_LETTERS[code]], CREATURES[code])
                for code, name in FACTION_NAMES.items()
            ],
            "rarities": [(r.value, options.copies[RARITY_NUMBERS[r] - 1]) for r in Rarity],
            "steps": [(*title.partition(" ")[::2], HAPPENS[number]) for number, title in STEPS.items() if number],
            "keywords": KEYWORDS,
            "effects": EFFECTS,
            "sheet": _SHEET,
            "decks": [_deck(deck) for deck in shipped_decks().values()],
            "example": _example(),
        }

    def page(self, chapter: Chapter, body: str) -> str:  # noqa: ARG002 - titles stand in the templates
        return body.rstrip() + "\n"

    def drawn(self) -> dict[str, str]:
        return {name: text + "\n" for name, text in super().drawn().items()}

    def cover(self) -> Picture:
        """Cards side by side."""
        style, wide, gap = Style(), 96.0, 8.0
        items: list[Item] = []
        high = 0.0
        for number, name in enumerate(COVER):
            drawn = face(catalogue()[name], wide, style)
            high = drawn.height
            x, y = number % 5 * (wide + gap), (1 - number // 5) * (high + gap)
            items += moved(drawn.items, x, y)
        return Picture(5 * (wide + gap) - gap, 2 * high + gap, "Cards of both sides", "Ten cards.", tuple(items))

    def aid(self) -> str:
        """The last page: the sequence and what one looks up at the table."""
        rows = "\n".join(
            f"| {number} | {title} |" for number, _, title in (t.partition(" ") for n, t in STEPS.items() if n)
        )
        words = "\n".join(f"| {word} | {meaning} |" for word, meaning in KEYWORDS)
        return f"## The game turn\n\n| step | what happens |\n|---|---|\n{rows}\n\n## Keywords\n\n| keyword | meaning |\n|---|---|\n{words}\n"

    def printed(self) -> Book:
        title, subtitle = "Xom and Zol: the rules", "A duel of two decks, by mail"
        return replace(super().printed(), title=title, name=self.TITLE, subtitle=subtitle)

    def things(self) -> Iterable[str]:
        return catalogue()

    def thing(self, name: str) -> tuple[str, str] | None:
        """A card by its name or an unambiguous beginning of it."""
        found = cards_called(name, every_card())
        return (found[0], card_page(every_card()[found[0]])) if len(found) == 1 else None


RULEBOOK = _Book()
