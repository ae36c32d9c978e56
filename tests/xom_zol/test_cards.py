"""The set: the law page's own cards to the letter, five hundred by its counts, each at its price (LIST, SET)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from magika_gm.engine.cases import CaseFaults, CaseReader
from magika_gm.games.xom_zol.cards.catalogue import (
    catalogue,
    every_card,
    faction_cards,
    file_of,
    mana_fault,
    points,
    price,
    read_card,
    table_of,
)
from magika_gm.games.xom_zol.cards.model import HIDDEN, VOCABULARY, Card, filter_text, read_filter
from magika_gm.games.xom_zol.cards.text import TextFault, read_rules, rules_text
from magika_gm.games.xom_zol.cardset import Search, SearchFault, card_line, find_cards
from magika_gm.games.xom_zol.orders.lines import VERBS
from magika_gm.games.xom_zol.report.faces import face
from magika_gm.games.xom_zol.rules.terms import (
    FACTION_LETTERS,
    FACTION_NAMES,
    RACES,
    RARITY_NUMBERS,
    CardType,
    Faction,
    Kind,
    Rarity,
)
from magika_gm.games.xom_zol.setup import shipped_decks
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import Texts
from tests.examples import each_of

CARDS = catalogue()
LAW = Path(__file__).parent / "law" / "list.md"
FRAME = {  # SET: rarity per faction, legend to crop
    CardType.CHARACTER: (5, 0, 0, 0, 0),
    CardType.CREATURE: (0, 2, 4, 5, 4),
    CardType.SIGIL: (0, 1, 1, 0, 0),
    CardType.LAND: (0, 0, 1, 1, 1),
    **dict.fromkeys(
        (CardType.FUNCTION, CardType.CHANNEL, CardType.SPELL, CardType.COUNTER, CardType.AUGMENT), (0, 1, 1, 2, 1)
    ),
}
PEOPLES = {  # CARD-5, CARD-6: races a faction's creatures have; None: any but these
    Faction.XE: {"human", "dog", "hawk"},
    Faction.PK: {"angel", "phoenix"},
    Faction.WG: {"human", "elf", "golem", "elemental"},
    Faction.SG: {"dwarf", "angel", "elf"},
    Faction.ZN: {"vampire", "skeleton", "zombie", "ghost", "demon"},
    Faction.DL: {"chaos", "mutation", "human", "minotaur", "ogre"},
    Faction.BH: {"ork", "goblin", "demon", "gnoll", "skaven"},
    Faction.TG: {"human", "elf", "dwarf", "construct"},
    Faction.DC: {"elf", "human", "satyr", "furbolg", "centaur", "cat", "amphibian"},
}


def law_rows() -> Iterator[tuple[str, dict[str, str]]]:
    """Rows of the law page's tables: the table's heading and the row by column."""
    heading = ""
    columns: list[str] = []
    for line in LAW.read_text("utf-8").splitlines():
        if line.startswith("###"):
            heading, columns = line.strip("# "), []
        elif line.startswith("|") and not line.startswith("|---"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if columns:
                yield heading, dict(zip(columns, cells, strict=True))
            else:
                columns = cells


def test_the_law_pages_cards_are_the_sets_to_the_letter() -> None:
    rows = list(law_rows())
    assert len(rows) == 85
    for heading, row in rows:
        card = CARDS[row["name"]]
        assert card.faction == row["faction"]
        assert card.cost == ("" if row["cost"] == "0" else row["cost"])
        assert RARITY_NUMBERS[card.rarity] == int(row["rarity"])
        if heading == "Characters and creatures":
            assert (card.type is CardType.CHARACTER) == (row["rarity"] == "1")
            assert ", ".join(filter(None, (card.race, card.role))) == row["race, role"]
            assert card.alignment == row["align"]
            assert f"{card.s}/{card.d}" == row["S/D"]
            assert card.unsummon == int(row["u"])
            assert (rules_text(card.rules) or "-") == canonical(row["rules"])
        elif heading == "Mana":
            assert card.type == row["type"]
            assert card.mana == row["mana"].replace("-", "")
            extra = row["kinds / enhancements"]
            listed = ", ".join(k.value for k in card.kinds) if card.type is CardType.LAND else rules_text(card.rules)
            assert listed == extra
        else:
            assert card.type == row["type"]
            on_augment = card.type is CardType.AUGMENT
            assert card.rules == read_rules(row["rules"], on_augment)


def canonical(text: str) -> str:
    return rules_text(read_rules(text)) or "-"


def test_law_decks_are_column_n() -> None:
    wanted: dict[str, dict[str, int]] = {"G": {}, "E": {}}
    for _, row in law_rows():
        if row["n"] != "-":
            wanted[CARDS[row["name"]].letter][row["name"]] = int(row["n"])
    assert dict(shipped_decks()["Xom Empire"].cards) == wanted["G"]
    assert dict(shipped_decks()["Zol Nation"].cards) == wanted["E"]


def test_five_hundred_by_category_alignment_and_rarity() -> None:
    assert len(CARDS) == 500
    by_letter = Counter((c.type, c.letter) for c in CARDS.values())
    for card_type, share in (
        (CardType.CHARACTER, 10),
        (CardType.CREATURE, 30),
        (CardType.SIGIL, 4),
        (CardType.LAND, 6),
    ):
        assert [by_letter[card_type, letter] for letter in "GEN"] == [2 * share, 2 * share, share]
    for card_type in (CardType.FUNCTION, CardType.CHANNEL, CardType.SPELL, CardType.COUNTER, CardType.AUGMENT):
        assert [by_letter[card_type, letter] for letter in "GEN"] == [20, 20, 10]
    assert [sum(c.rarity is r for c in CARDS.values()) for r in Rarity] == [50, 80, 110, 160, 100]


@pytest.mark.parametrize("faction", Faction)
def test_each_faction_has_the_frame_of_fifty(faction: Faction) -> None:
    cards = faction_cards(faction)
    assert len(cards) == 50
    found = Counter((c.type, c.rarity) for c in cards)
    for card_type, frame in FRAME.items():
        assert tuple(found[card_type, rarity] for rarity in Rarity) == frame
    assert {c.letter for c in cards} == {FACTION_LETTERS[faction]}
    types = [tuple(CardType).index(c.type) for c in cards]
    listed = [t.value for t in dict.fromkeys(c.type for c in cards)]
    assert len(listed) == len(set(types)) == len(FRAME)


@pytest.mark.parametrize("faction", Faction)
def test_lands_and_sigils_of_a_faction(faction: Faction) -> None:
    letter = FACTION_LETTERS[faction]
    lands = {c.size: c for c in faction_cards(faction) if c.type is CardType.LAND}
    assert {size: (c.mana, c.rarity) for size, c in lands.items()} == {
        0: (letter, Rarity.CROP),
        1: (letter + "B", Rarity.COMMON),
        2: (letter * 2 + "B", Rarity.UNCOMMON),
    }
    sigils = [c for c in faction_cards(faction) if c.type is CardType.SIGIL]
    assert all(1 <= c.size <= 3 for c in sigils)
    assert all(set(c.cost) <= {"B"} for c in [*lands.values(), *sigils])


def test_every_land_and_sigil_is_valid() -> None:
    assert [c.name for c in CARDS.values() if c.is_mana and mana_fault(c)] == []


@each_of([c for c in CARDS.values() if not c.is_mana])
def test_price(card: Card) -> None:
    """SET-5 and SET-6: the size is the price, a third of it, rounded up, in the faction's letter."""
    assert card.size == price(card), points(card)
    coloured = -(-card.size // 3)
    assert card.cost == FACTION_LETTERS[card.faction] * coloured + "B" * (card.size - coloured)
    if price(card) >= 8:  # SET-6
        assert "LIMIT" in card.keywords
    if card.body:
        low, high = (4, 9) if card.type is CardType.CHARACTER else (0, 5)
        assert low <= card.align <= high
        assert card.letter == FACTION_LETTERS[card.faction]


def test_names() -> None:
    """SET-4; none is a word of the grammar either."""
    folded = sorted(name.casefold() for name in CARDS)
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z' -]{0,23}", name) for name in CARDS)
    assert [(a, b) for a in folded for b in folded if a != b and b.startswith(a)] == []
    for card in CARDS.values():
        assert "Xom" not in card.name or card.faction is Faction.XE
        assert "Zol" not in card.name or card.faction is Faction.ZN
        assert card.name.casefold() not in VOCABULARY
        assert card.name.split()[0].upper() not in VERBS
    assert HIDDEN not in CARDS


def test_no_two_alike_in_all_but_name() -> None:
    seen: dict[tuple[object, ...], str] = {}
    for card in CARDS.values():
        key = (card.faction, *sorted(table_of(card, rules_text(card.rules)).items(), key=str).__str__().split())
        assert key not in seen, f"{card.name} and {seen[key]}"
        seen[key] = card.name


def test_a_face_shows_what_the_authors_layout_has() -> None:
    """CARD-1: name, UNSUMMON, SUMMON as letters, TYPE-RACE, AFFILIATION, RULES, ALIGNMENT, S/D."""
    card = CARDS["Vampire Count"]
    drawn = face(card, 200.0, Style())
    said = [text for item in drawn.items if isinstance(item, Texts) for *_, text in item.places]
    for part in (card.name, str(card.unsummon), FACTION_NAMES[card.faction], card.alignment, f"{card.s}/{card.d}"):
        assert part in said, part
    assert Counter(said) >= Counter(card.cost)
    assert any("creature" in text and "vampire" in text for text in said)
    assert "FLYING" in " ".join(said)


def test_kinds_and_races() -> None:
    """SET-3, CARD-5, CARD-6."""
    for kind in Kind:
        assert sum(c.kind is kind for c in CARDS.values() if c.body) >= 3
        assert any(kind in c.kinds for c in CARDS.values())
    for card in CARDS.values():
        if not card.body:
            continue
        if card.faction is Faction.WL:
            assert card.kind not in (Kind.HUMANOID, Kind.UNDEAD, Kind.MYTHICAL)
        else:
            assert card.race in PEOPLES[card.faction], card.name
        if card.faction is Faction.WG and card.race not in ("golem", "elemental"):
            assert card.role == "wizard"
        if card.faction is Faction.DL and card.race == "human":
            assert card.role == "knight"
    listed = {race for races in RACES.values() for race in races}
    assert listed - {c.race for c in CARDS.values()} == {"animal"}, "a word of the faction list for a whole kind"
    depend = [c for c in CARDS.values() if any(k.startswith("DEPENDS") for k in c.keywords)]
    assert {c.race for c in depend} == {"golem", "construct"}
    for card in depend:
        assert ("DEPENDS wizard" if card.race == "golem" else "DEPENDS tinker") in card.keywords


def test_every_creature_has_a_land_of_its_own_letter() -> None:
    """No card is dead in the deck it is meant for."""
    for card in CARDS.values():
        if card.type is CardType.CREATURE:
            assert any(card.kind in land.kinds and land.letter == card.letter for land in CARDS.values()), card.name


def test_cards_that_left_the_set_are_known_and_priced() -> None:
    """docs/decisions/0015: games begun by the first edition hold them; each gave its place to one of its rarity."""
    gone = [every_card()[name] for name in sorted(set(every_card()) - set(CARDS))]
    assert len(gone) == 11
    assert all(card.type is CardType.CREATURE and card.size == price(card) for card in gone)
    known = [name.casefold() for name in every_card()]
    assert [(a, b) for a in known for b in known if a != b and b.startswith(a)] == []
    played = {name for deck in shipped_decks().values() for name, _ in deck.cards}
    assert not played & {card.name for card in gone}


def test_data_files_hold_nothing_else() -> None:
    assert [file_of(f) for f in (Faction.WG, Faction.DC)] == ["wizards_guild.toml", "druids_circle.toml"]
    assert set(FACTION_NAMES) == set(Faction)


# --- rules text ---------------------------------------------------------------------------------------------------


@each_of(CARDS.values())
def test_rules_text_prints_and_reads_back(card: Card) -> None:
    assert read_rules(rules_text(card.rules), card.type is CardType.AUGMENT) == card.rules
    reader = CaseReader()
    again = read_card(reader, "card", card.name, table_of(card, rules_text(card.rules)))
    reader.done()
    assert table_of(again, rules_text(again.rules)) == table_of(card, rules_text(card.rules))


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("EXPLODE 3", "EXPLODE 3"),
        ("DAMAGE creature", "creature"),
        ("DAMAGE 2 everybody", "everybody"),
        ("DAMAGE 2 creature[purple]", "purple"),
        ("USE C DRAW 1", "'DRAW' is no cost"),
        ("USE X: DRAW 1", "'X'"),
        ("USE C: DRAW 1; INFLATE B +1/0", "at most one"),
        ("DAMAGE 1 creature; RETURN creature", "at most one aimed part"),
        ("AURA [FLYING] +1/0", "never looks at"),
        ("AURA [knight] strong", "strong"),
        ("FLYING; FLYING", "twice"),
        ("SLAYER strong", "SLAYER strong"),
        ("ENTER: CANCEL any", "CANCEL"),
        ("ENTER: RETURN self", "DIES"),
        ("CONDITION knight", "CONDITION"),
        ("RAISE undead", "RAISE"),
        ("CANCEL everything", "CANCEL takes"),
    ],
)
def test_what_the_vocabulary_does_not_know_is_quoted(text: str, quoted: str) -> None:
    with pytest.raises(TextFault, match=re.escape(quoted)):
        read_rules(text)


def test_a_card_table_names_every_fault() -> None:
    reader = CaseReader()
    table = {"type": "creture", "faction": "XX", "cost": "GX", "align": "X3", "s": -1, "wings": 2, "rules": "FLY"}
    read_card(reader, "card.Odd", "Odd", table)
    with pytest.raises(CaseFaults) as caught:
        reader.done()
    places = {place for place, _ in caught.value.faults}
    assert {f"card.Odd.{key}" for key in ("type", "faction", "cost", "align", "s", "wings", "rules")} <= places
    assert "did you mean creature" in str(caught.value)


@pytest.mark.parametrize(
    ("card_type", "mana", "refused"),
    [("creature", "B", True), ("spell", "G", True), ("creature", "-", False), ("land", "X", True),
     ("land", "GB", False), ("sigil", "G", False)],
)  # fmt: skip
def test_mana_stands_on_a_land_or_sigil_alone(card_type: str, mana: str, refused: bool) -> None:
    reader = CaseReader()
    card = read_card(reader, "card.Odd", "Odd", {"type": card_type, "faction": "XE", "cost": "0", "mana": mana})
    assert [place for place, _ in reader.found] == (["card.Odd.mana"] if refused else [])
    assert card.mana == ("" if refused else mana.strip("-"))


def test_filters_print_and_read_back() -> None:
    for text in ("evil FLYING", "Wizard's Guild creature COST>=4", "undead S<=2", "all"):
        terms = read_filter(text)
        assert terms is not None
        assert read_filter(filter_text(terms)) == terms
    assert read_filter("purple") is None


# --- search -------------------------------------------------------------------------------------------------------


def test_search() -> None:
    assert [c.name for c in find_cards(Search(name="xom knight"))] == ["Xom Knight"]
    assert all(c.faction is Faction.ZN for c in find_cards(Search(faction="zol")))
    assert len(find_cards(Search(faction="WL"))) == 50
    assert {c.type for c in find_cards(Search(category="mana"))} == {CardType.LAND, CardType.SIGIL}
    assert {c.size for c in find_cards(Search(cost="2-3"))} == {2, 3}
    assert {c.size for c in find_cards(Search(cost=">=7"))} == {7, 8}
    assert all("DRAIN" in rules_text(c.rules) for c in find_cards(Search(text="drain")))
    assert len(find_cards(Search(rarity="legend"))) == 50
    assert all(c.kind is Kind.BIRD or Kind.BIRD in c.kinds for c in find_cards(Search(kind="bird")))
    assert {c.name for c in find_cards(Search(words="evil FLYING COST>=6"))} >= {"Lady Morva"}
    assert find_cards(Search(name="nothing of the kind")) == []
    listed = find_cards(Search())
    assert len(listed) == 500
    assert listed[0].faction is Faction.XE


@pytest.mark.parametrize(
    "search",
    [
        Search(faction="guild"),
        Search(category="wizardry"),
        Search(cost="cheap"),
        Search(words="purple"),
        Search(rarity="c"),
    ],
)
def test_a_search_that_cannot_be_made_says_what_could(search: Search) -> None:
    with pytest.raises(SearchFault, match="is no"):
        find_cards(search)


def test_card_line() -> None:
    assert card_line(CARDS["Xom Knight"]) == "Xom Knight  creature, human knight  G3 3/3  GGBB  common  XE"
    assert "makes GGB" in card_line(CARDS["Celestial Reach"])
    assert "upkeep 1" in card_line(CARDS["Emperor Xom"])
