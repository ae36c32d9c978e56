"""The card data hold to every figure of the law's tables, and to its composition (CARDS)."""

from __future__ import annotations

import re
from pathlib import Path

from magika_gm.games.temple_isle.rules.tables import (
    Aim,
    LandCard,
    Lasts,
    MantraCard,
    Need,
    UnitCard,
    read_rows,
    standard,
)
from magika_gm.games.temple_isle.sight import land_design, mantra_design, unit_design
from tests.examples import each_of

LAW = (Path(__file__).parent / "law" / "cards.md").read_text(encoding="utf-8")
CATALOGUE = standard()
AIMS = {Aim.NONE: "-", Aim.MANTRA: "a mantra in play", Aim.ANSWERED: "the mantra being answered"}
NEEDS = {
    Need.RANGED: ", ranged",
    Need.HURT: " below full HP",
    Need.CONTROLLED: ", not neutral",
    Need.EMPTY: ", no unit on it",
    Need.NOT_MINE: ", not the caster's",
    Need.NO_FOE: ", no foe's unit on it",
}
HOSTILE = ("Lightning", "Doom", "Weakness")
"""Besides target `foe`, the mantras for which a square or ANY means a foe's unit (ORD)."""


def table(head: str) -> list[list[str]]:
    """The rows of the law's table under a heading."""
    section = LAW[LAW.index(head) :].split("### ")[1]
    rows = [line.strip("|").split("|") for line in section.split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def without_notes(text: str) -> str:
    return re.sub(r"\s*\([^)]*\)", "", text)


def texts(effects: tuple[object, ...]) -> str:
    return "; ".join(str(e) for e in effects) or "-"


def lands_of_law() -> list[tuple[int, str, str]]:
    found = []
    for place, names, effect in table("### Land deck"):
        first = int(re.match(r"L(\d+)", place)[1])  # type: ignore[index]
        for n, name in enumerate(names.split(", ")):
            found.append((first + n, name, without_notes(effect)))
    return found


def test_lands() -> None:
    assert [(c.number, c.name, texts(c.effects)) for c in CATALOGUE.lands.values()] == lands_of_law()
    assert len(CATALOGUE.lands) == 27
    assert all(c.copies == 1 and not c.temple for c in CATALOGUE.lands.values())


def test_temples() -> None:
    law = [(int(n[1:]), name, effect) for n, name, effect in table("### Temple deck")]
    assert [(c.number, c.name, texts(c.effects)) for c in CATALOGUE.temples.values()] == law
    assert len(law) == 8
    assert all(c.copies == 1 and c.temple for c in CATALOGUE.temples.values())


def unit_row(card: UnitCard) -> list[object]:
    own = [str(e) for e in card.effects if not str(e).startswith("afloat")]
    return [str(card.number), card.name, str(card.level), card.scores, {*card.keywords, *own}, str(card.copies)]


def words(cell: str) -> set[str]:
    """What a cell of keywords and effects says, whatever their order."""
    return set() if cell == "-" else {w.strip() for w in re.split("[,;]", cell)}


def test_units() -> None:
    law: list[list[object]] = [[*row[:4], words(row[4]), row[5]] for row in table("### Play deck: 34 unit designs")]
    assert [unit_row(c) for c in CATALOGUE.units.values()] == law
    assert len(CATALOGUE.units) == 34
    assert sum(c.copies for c in CATALOGUE.units.values()) == 60


def mantra_row(card: MantraCard) -> list[str]:
    aim = AIMS.get(card.aim, str(card.aim)) + "".join(NEEDS[n] for n in card.needs)
    lasts = f"{card.lasts}, Fast" if card.fast else str(card.lasts)
    effect = texts(card.effects)
    if card.aim in (Aim.MANTRA, Aim.ANSWERED):
        effect = effect.removeprefix("now it ")
    return [str(card.number), card.name, str(card.level), aim, lasts, effect, str(card.copies)]


def test_mantras() -> None:
    law = [[*row[:5], without_notes(row[5]), row[6]] for row in table("### Play deck: 31 mantra designs")]
    assert [mantra_row(c) for c in CATALOGUE.mantras.values()] == law
    assert len(CATALOGUE.mantras) == 31
    assert sum(c.copies for c in CATALOGUE.mantras.values()) == 40
    hostile = [c.name for c in CATALOGUE.mantras.values() if c.hostile and c.aim is not Aim.FOE]
    assert hostile == list(HOSTILE)
    assert all(c.hostile for c in CATALOGUE.mantras.values() if c.aim is Aim.FOE)


def test_composition() -> None:
    assert sum(CATALOGUE.deck().values()) == 100
    assert list(CATALOGUE.cards) == sorted(CATALOGUE.cards, key=lambda n: CATALOGUE.order[n])
    assert [CATALOGUE.order[n] for n in CATALOGUE.cards] == list(range(1, 66))
    assert not any(c.fast and c.lasts is Lasts.PERSISTENT for c in CATALOGUE.mantras.values())


@each_of([*CATALOGUE.isle, *CATALOGUE.cards])
def test_designs_read_back(name: str) -> None:
    if name == "Water":
        return
    card = CATALOGUE.isle.get(name) or CATALOGUE.cards[name]
    if isinstance(card, LandCard):
        kind, row = ("temple" if card.temple else "land"), land_design(card)
    elif isinstance(card, UnitCard):
        kind, row = "unit", unit_design(card)
    else:
        kind, row = "mantra", mantra_design(card)
    faults: list[tuple[str, str]] = []
    bare = {k: v for k, v in row.items() if k != "number"}
    again = read_rows({kind: [bare]}, CATALOGUE, faults)
    assert not faults
    assert again == CATALOGUE
