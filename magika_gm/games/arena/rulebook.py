"""The players' rule book, made of the tables the game is played by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

from magika_gm.engine.records import named_record
from magika_gm.engine.told import Told
from magika_gm.games.arena.armies import BUILDING, Costs, cost_table
from magika_gm.games.arena.cases import play, read_case
from magika_gm.games.arena.orders.lines import write_order
from magika_gm.games.arena.report.blocks import shot_text
from magika_gm.games.arena.report.board import ACCENT, board_picture, kind_sign
from magika_gm.games.arena.report.story import Names, Paragraph
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.tables import ARMIES, ITEMS, KINDS, SPELLS, ItemKind, Kind, ReadyArmy, Spell
from magika_gm.games.arena.rules.terms import SIDES, TERRAINS, Time
from magika_gm.games.arena.setup import Scenario, read_scenario, start_state
from magika_gm.reports.book_parts import SLIP_HIGH, slip
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import BOARD_INK, Picture
from magika_gm.reports.rule_pages import RuleBook
from magika_gm.resources import shipped

# The worked turn of the rule book: a case, played by the engine.


@named_record
class Example:
    """The case, its pieces and orders in lines, what both are told, the states before and after."""

    title: str
    data: dict[str, Any]
    pieces: tuple[str, ...]
    orders: tuple[str, ...]
    story: tuple[Paragraph, ...]
    start: State
    end: State
    told: tuple[Told[Any], ...]


@cache
def example() -> Example:
    """Play it."""
    data = RULEBOOK.table("example")
    case = read_case(data)
    resolution = play(case)[-1]
    start: State = case.state
    public = tuple(told for told in resolution.told if all(side in told.audience for side in SIDES))
    return Example(
        title=data["title"],
        data=data,
        pieces=tuple(_pieces(start)),
        orders=(
            *data["orders"]["A"],
            *(f"; B, standing: {write_order(line)}" for line in start.standing["B"]),
        ),
        story=Names(resolution.state).story(public, None),
        start=start,
        end=resolution.state,
        told=public,
    )


def _pieces(state: State) -> list[str]:
    found = []
    for creature in state.by_id():
        rides = f" on {creature.on}" if creature.on else ""
        bears = f", bearing {', '.join(Names(state).item(i) for i in creature.items)}" if creature.items else ""
        where = state.board.place_names[creature.place]
        found.append(f"{creature.id} {creature.kind.name}{rides} at {where}{bears}")
    found.append(f"pools: A {state.pools['A']}, B {state.pools['B']}")
    return found


# The rule book's drawings.


@cache
def board() -> Picture:
    """The board at the start, with the default armies."""
    return board_picture(start_state(Scenario(), {}), (), 430.0, 400.0, Style(), full=True)


@cache
def before() -> Picture:
    """The worked turn's board before it."""
    return board_picture(example().start, (), 380.0, 350.0, Style(), full=True)


@cache
def after() -> Picture:
    """And after it, with the ways gone."""
    return board_picture(example().end, example().told, 380.0, 350.0, Style(), full=False)


# The game's tables as the rule book prints them: rows of plain texts.


NONE = "·"
BIGGEST = 4
"""The largest size there is."""
LASTS = {"continuous": "always", "1p": "1 phase", "in": "at once", "ud": "until dispelled", "rep": "repeating"}


class CreatureRow(NamedTuple):
    """A creature's line."""

    name: str
    size: str
    power: str
    move: str
    terrain: str
    flight: str
    shot: str
    poison: str
    magic: str
    attributes: str
    cost: str


def creature_slip(kind: Kind, row: CreatureRow) -> Picture:
    """A creature as a small card, with the sign of its counters."""
    figures = (("Power", row.power), ("Move", row.move), ("size", row.size), ("enters", row.terrain))
    sign = kind_sign(kind, 3.0, SLIP_HIGH - 10.0, BOARD_INK, "#ffffff")
    can = (
        ("flies ", row.flight),
        ("shoots ", row.shot),
        ("poison ", row.poison),
        ("", row.magic),
        ("", row.attributes),
    )
    said = "; ".join(f"{word}{text}" for word, text in can if text != NONE)
    return slip(row.name, row.cost.replace(NONE, ""), figures, said, BAND, sign)


BAND = "#dfe6f2"


class ItemRow(NamedTuple):
    """An item's line."""

    name: str
    who: str
    magic: str
    level: str
    uses: str
    cost: str
    text: str


class SpellRow(NamedTuple):
    """A spell's line."""

    name: str
    magic: str
    time: str
    target: str
    range: str
    lasts: str
    cost: str
    text: str


class ArmyRow(NamedTuple):
    """A ready-made army's line."""

    name: str
    creatures: str
    items: str
    pool: str
    cards: str


def creature_row(kind: Kind) -> CreatureRow:
    """One creature."""
    return CreatureRow(
        kind.name,
        str(kind.size),
        f"{kind.power}{kind.type}",
        str(kind.move),
        kind.terrain,
        f"{kind.flight.speed}/{kind.flight.duration}" if kind.flight else NONE,
        shot_text(kind.ranged) if kind.ranged else NONE,
        str(kind.poison or NONE),
        ", ".join([*(f"{t} {n}" for t, n in kind.spells.items()), *([kind.ability] if kind.ability else [])]) or NONE,
        ", ".join(sorted(kind.attributes)) or NONE,
        NONE if kind.summoned else str(kind.cost),
    )


def item_row(item: ItemKind) -> ItemRow:
    """One item."""
    least, most = item.sizes
    who = sorted(item.who)
    if (least, most) != (1, BIGGEST):
        who.append(
            f"size {least}" if least == most else f"size {least}-{most}" if most < BIGGEST else f"size {least} up"
        )
    return ItemRow(
        item.name,
        ", ".join(who) or "anybody",
        str(item.type),
        NONE if item.tech else str(item.level),
        str(item.uses or NONE),
        str(item.cost),
        item.text,
    )


def spell_row(spell: Spell) -> SpellRow:
    """One spell."""
    m = spell.magic
    time = str(m.turns) if m.time is Time.LONG else str(m.time)
    return SpellRow(
        spell.name, f"{m.type} {m.level}", time, str(m.target), str(m.range), LASTS[m.duration], str(spell.cost), m.text
    )


def army_row(army: ReadyArmy) -> ArmyRow:
    """One ready-made army."""
    return ArmyRow(
        army.name, _counted(army.creatures), _counted(army.items), str(army.pool), ", ".join(army.spells)
    )  # fmt: skip


def _counted(entries: Iterable[tuple[int, str]]) -> str:
    return ", ".join(name if n == 1 else f"{n} {name}" for n, name in entries)


def creatures() -> list[CreatureRow]:
    """All of them, in the order of the table."""
    return [creature_row(kind) for kind in KINDS.values()]


def items() -> list[ItemRow]:
    """All items."""
    return [item_row(item) for item in ITEMS.values()]


def spell_rows() -> list[SpellRow]:
    """All spells."""
    return [spell_row(spell) for spell in SPELLS.values()]


def armies() -> list[ArmyRow]:
    """The ready-made armies of the law."""
    return [army_row(army) for army in ARMIES.values()]


def prices(costs: Costs) -> dict[str, str]:
    """A cost table in two lines: creatures and items, each in the order of their tables."""
    return {
        "of_creatures": ", ".join(f"{name} {cost}" for name, cost in costs.creatures.items()),
        "of_items": ", ".join(f"{name} {cost}" for name, cost in costs.items.items()),
    }


# The rule book as Markdown: the templates of ``templates/arena/rules`` filled with the game's own tables.
#
# Templates mark a rule with ``rule("MOVE-3")``; so the book knows what is in it without reading its own prose.


def anchor(name: str) -> str:
    """The anchor of a rule, spell, creature or item: ``move-3``, ``block-magic``."""
    return name.lower().replace(" ", "-")


def _shipped(name: str) -> Scenario:
    """A scenario that comes with the game."""
    return read_scenario((shipped("scenarios") / "arena" / f"{name}.toml").read_text(encoding="utf-8"), name)


class _Book(RuleBook):
    NAME, ACCENT = "arena", ACCENT
    FIGURES: ClassVar[Mapping[str, Callable[[], Picture]]] = {"board": board, "before": before, "after": after}
    ENTRIES: ClassVar[Mapping[str, str]] = {"rule": "that rule", "spell": "that spell, creature or item"}

    def shown(self) -> Mapping[str, Any]:
        tourney, free, letter = map(_shipped, ("tourney", "free", "letter"))
        return {
            "anchor": anchor,
            "terrains": TERRAINS,
            "creatures": creatures(),
            "items": items(),
            "spells": spell_rows(),
            "armies": armies(),
            "tourney_pools": {name: army.pool for name, army in tourney.ready.items()},
            "letter": letter.limits,
            "free": "; ".join(
                f"{row.name} {row.creatures}, {row.items}, pool {row.pool}"
                for row in map(army_row, free.ready.values())
            ),
            "even": prices(cost_table(BUILDING)),
            "example": example(),
        }

    def cover(self) -> Picture:
        return board_picture(start_state(Scenario(), {}), (), 528.0, 470.0, Style(), bare=True)

    def faces(self) -> Mapping[str, Sequence[Picture]]:
        return {"Creatures": [creature_slip(kind, row) for kind, row in zip(KINDS.values(), creatures(), strict=True)]}

    def things(self) -> Iterable[str]:
        return (*SPELLS, *KINDS, *ITEMS)

    def thing(self, name: str) -> tuple[str, str] | None:
        """A spell's, creature's or item's name and its line of the table, in words."""
        wanted = anchor(name.strip())
        for sort, rows in (("spell", spell_rows()), ("creature", creatures()), ("item", items())):
            for row in rows:
                if anchor(row.name) == wanted:
                    fields = "\n".join(f"- {key}: {value}" for key, value in row._asdict().items() if key != "name")
                    return row.name, f"**{row.name}**, {sort}\n\n{fields}\n"
        return None


RULEBOOK = _Book()
