"""Rune War's rule book (``engine.seam.books.RuleBook``): templates filled with the tables the game is played by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from magika_gm.engine.dice import Dice
from magika_gm.engine.words import capital
from magika_gm.games.rune_war.report.board import ACCENT, TILE_RATIO, isle_picture, tile
from magika_gm.games.rune_war.report.story import runes
from magika_gm.games.rune_war.rules.tables import (
    CREATURES,
    LANDS,
    LAW_ISLE,
    SPELLS,
    WIZARDS,
    Aimed,
    Clan,
    CreatureKind,
    Isle,
    SpellKind,
    Territory,
)
from magika_gm.games.rune_war.rules.terms import CODES, runes_text
from magika_gm.games.rune_war.setup import DEFAULT, Pair, Scenario, give_out, new_world, read_scenario
from magika_gm.games.rune_war.sight import View, spectate
from magika_gm.reports.kit.base import Style
from magika_gm.reports.picture import Item, Picture, Texts
from magika_gm.reports.rule_pages import Book, Chapter, RuleBook
from magika_gm.resources import shipped

_AIMS = {
    Aimed.ANY: "any creature",
    Aimed.ENEMY: "1 enemy",
    Aimed.FRIENDLY: "1 friendly",
    Aimed.SHOOTER: "1 friendly with ranged 1 or more",
    Aimed.PARTY: "an enemy party",
    Aimed.OPPONENT: "1 opponent",
    Aimed.SELF: "yourself",
}
_KINDS = {SpellKind.INSTANT: "instant", SpellKind.ENCHANTMENT: "enchantment", SpellKind.RUNE: "rune spell"}


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def figures_of(one: CreatureKind | Territory) -> str:
    """``7·0·4·5``."""
    return f"{one.melee}·{one.ranged}·{one.defense}·{one.loyalty}"


def specials(kind: CreatureKind) -> str:
    """Abilities, resistance, the spell it grants."""
    found = sorted(a.value for a in kind.abilities)
    found += [f"{kind.resistance} % Magic Resistance"] if kind.resistance else []
    found += [f"grants {kind.grants}"] if kind.grants else []
    return ", ".join(found) or "-"


def creature_list() -> list[tuple[str, ...]]:
    """All creatures, a row each."""
    return [
        (k.name + (" (unique)" if k.unique else ""), k.group, figures_of(k), str(k.move), str(k.cost),
         runes_text(k.runes), specials(k))
        for k in CREATURES.values()
    ]  # fmt: skip


def creatures() -> str:
    """All creatures."""
    return markdown(("creature", "group", "m·r·d·l", "move", "cost", "runes", "special"), creature_list())


def spell_list() -> list[tuple[str, ...]]:
    """All spells that are no summons, a row each."""
    return [
        (s.name, s.realm, _AIMS[s.target], str(s.cost), runes_text(s.runes) or "-", s.told, _KINDS[s.kind])
        for s in SPELLS.values()
    ]


def spells() -> str:
    """The same as a table."""
    return markdown(("spell", "realm", "target", "cost", "runes", "effect", "kind"), spell_list())


def wizards() -> str:
    """Who summons and casts what, a wizard a line."""
    rows = []
    for w in WIZARDS.values():
        clans = ", ".join(clan.title for clan in w.clans) if len(w.clans) < len(Clan) else "any clan"
        clans += f"; any against {w.any_clan_against}" if w.any_clan_against else ""
        special = "sees what is invisible; " if w.sees_invisible else ""
        special += "Silence does not touch him; " if w.telepathic else ""
        special += f"his creatures heal {w.heals} each map phase; " if w.heals else ""
        casts = ", ".join(w.spells) or "nothing"
        said = f"{clans}; {w.spell_points} points; {special}summons {', '.join(w.summons)}; casts {casts}."
        rows.append(f"- **{w.name}**: {' '.join(w.about)} {capital(said)}")
    return "\n".join(rows)


def lands() -> str:
    """The isle of the default scenario, territory by territory."""
    isle, rows = default_scenario().isle, []
    for place in LANDS:
        t = isle.at[place]
        rows.append((place, t.name, t.kind, figures_of(t), str(t.value), "yes" if t.circle else "-",
                     " ".join(isle.neighbours[place])))  # fmt: skip
    rows.append(("T", "Tower of Four Winds", "-", "-", "-", "all", " ".join(isle.neighbours["T"])))
    return markdown(("code", "name", "kind", "m·r·d·l", "value", "circle", "neighbours"), rows)


def kinds() -> str:
    """The eight kinds of land, the same for all clans."""
    rows = []
    for number in range(1, 9):
        t = LAW_ISLE.at[f"M{number}"]
        rows.append((str(number), t.kind, figures_of(t), str(t.value),
                     "yes" if t.circle else "-"))  # fmt: skip
    return markdown(("no.", "kind", "combat m·r·d·l", "land value", "circle"), rows)


@cache
def shipped_scenarios() -> Mapping[str, Scenario]:
    """Those that are shipped, by name."""
    found = sorted((shipped("scenarios") / "rune_war").glob("*.toml"), key=lambda path: path.stem)
    return {path.stem: read_scenario(path.read_text(encoding="utf-8"), path.name) for path in found}


def default_scenario() -> Scenario:
    """The one that is played where none is named."""
    return shipped_scenarios()[DEFAULT]


def game_of(scenario: Scenario) -> str:
    """Its seats, isle, rounds, pace and spell points, in words."""
    options, seats = scenario.options, scenario.seats
    named = [f"seat {seat} {s.pair[0]}/{s.pair[1].title}" for seat, s in seats.items() if s.pair]
    said = [", ".join(named) if named else "wizards and clans by wishes and by lot (SET-2)"]
    said += ["places drawn (SET-3)"] if scenario.drawn_places else []
    said += [f"{options.rounds} rounds", f"pace {options.pace}"]
    if options.map:
        points = (
            f"{options.spell_points} spell points each" if options.spell_points is not None else "spell points as SET-4"
        )
        said += [
            "the isle of this book" if scenario.isle == LAW_ISLE else "an isle with figures of its own (ISLE-2)",
            points,
        ]
    else:
        said += ["no isle and no magic (GAME-5)"]
    return "; ".join(said)


def scenarios() -> str:
    """The other scenarios, a line each."""
    others = (item for item in shipped_scenarios().items() if item[0] != DEFAULT)
    return "\n".join(f"- `{name}`, {scenario.title}: {game_of(scenario)}." for name, scenario in others)


def law_isles() -> str:
    """The scenarios that are played on the law's isle."""
    return ", ".join(f"`{n}`" for n, s in shipped_scenarios().items() if s.options.map and s.isle == LAW_ISLE)


def own_isles() -> Mapping[str, Scenario]:
    """The scenarios whose isle has other figures than the law's."""
    return {name: s for name, s in shipped_scenarios().items() if s.options.map and s.isle != LAW_ISLE}


def changed() -> str:
    """Where the isles of scenarios have other figures than the law's."""
    told = []
    for name, scenario in own_isles().items():
        rows = []
        for place in LANDS:
            mine, law = scenario.isle.at[place], LAW_ISLE.at[place]
            if (figures_of(mine), mine.value) != (figures_of(law), law.value):
                rows.append((place, mine.name, figures_of(law), figures_of(mine), str(law.value), str(mine.value)))
        heads = ("code", "name", "this book's m·r·d·l", f"`{name}`", "this book's value", f"`{name}`")
        told.append(f"`{name}` changes these:\n\n{markdown(heads, rows)}")
    return "\n\n".join(told) or "No scenario changes them."


def values() -> str:
    """What each clan's land is worth at the start: by the default scenario, and where an isle has own figures."""

    def worth(isle: Isle) -> str:
        of = {clan: sum(isle.at[place].value for place in LANDS if isle.at[place].clan is clan) for clan in Clan}
        return ", ".join(f"{clan.title} {value}" for clan, value in of.items())

    by_name = {DEFAULT: default_scenario(), **own_isles()}
    return "; ".join(f"in `{name}` {worth(scenario.isle)}" for name, scenario in by_name.items())


# Drawings of the rule book: the rune set, the isle at the start.


_WIDE, _GAP = 26.0, 3.0


def rune_set() -> Picture:
    """The thirty-four runes, suit by suit, each with its code."""
    rows = (range(9), range(9, 18), range(18, 27), range(27, 34))
    high = _WIDE * TILE_RATIO + 14
    items: list[Item] = []
    for n, row in enumerate(rows):
        low = (len(rows) - 1 - n) * high + 11
        for k, kind in enumerate(row):
            x = k * (_WIDE + _GAP) + 1
            items += tile(x, low, _WIDE, kind, Style())
            items.append(Texts(((x + _WIDE / 2, low - 8.5, CODES[kind]),), 6.5))
    width = 9 * (_WIDE + _GAP)
    return Picture(
        width, len(rows) * high, "The runes", "Skulls, swords, characters 1 to 9; winds; dragons.", tuple(items)
    )


def start_view() -> View:
    """The isle of the default scenario at the start."""
    scenario = default_scenario()
    fixed: dict[str, Pair] = {seat: s.pair for seat, s in scenario.seats.items() if s.pair}
    return spectate(new_world(scenario, give_out(fixed, [], Dice(b"", 0))))


def isle() -> Picture:
    """The isle with codes, land values, circles and ridges."""
    return isle_picture(start_view(), 420.0, 390.0, Style())


# The book as Markdown: the templates of ``templates/rune_war/rules`` filled with the game's tables.


def _entry(name: str) -> str:
    if name in CREATURES:
        k = CREATURES[name]
        unique = ", unique" if k.unique else ""
        lines = [
            f"# {name}", " ".join(k.about),
            f"A {k.group} creature{unique}: melee {k.melee}, ranged {k.ranged}, defense {k.defense}, "
            f"loyalty {k.loyalty}; move {k.move}.", f"Costs {k.cost} spell points, with {runes(k.runes)}.",
            f"Special: {specials(k)}.",
            f"Summoned by {', '.join(w.name for w in WIZARDS.values() if name in w.summons)}.",
        ]  # fmt: skip
        return "\n\n".join(lines)
    if name in SPELLS:
        s = SPELLS[name]
        by = [w.name for w in WIZARDS.values() if name in w.spells]
        by += [f"whoever has a {k.name}" for k in CREATURES.values() if k.grants == name]
        parts = f", with {runes(s.runes)}" if s.runes else ""
        lines = [
            f"# {name}",
            f"{s.realm}, {s.kind.value}. Costs {s.cost} spell points{parts}.",
            f"Effect: {s.told}.",
            f"Known to {', '.join(by)}.",
        ]
        return "\n\n".join(lines)
    w = WIZARDS[name]
    clans = ", ".join(clan.title for clan in w.clans)
    lines = [
        f"# {name}",
        " ".join(w.about),
        f"Plays for {clans}; begins with {w.spell_points} spell points.",
        f"Summons {', '.join(w.summons)}.",
        f"Casts {', '.join(w.spells) or 'nothing'}.",
    ]
    return "\n\n".join(lines)


class _Book(RuleBook):
    NAME, ACCENT = "rune_war", ACCENT
    FIGURES: ClassVar[Mapping[str, Callable[[], Picture]]] = {"runes": rune_set, "isle": isle}
    ENTRIES: ClassVar[Mapping[str, str]] = {"rule": "that rule or ruling", "spell": "that spell, creature or wizard"}

    def shown(self) -> Mapping[str, Any]:
        return {
            "creatures": creatures(),
            "spells": spells(),
            "spell_list": spell_list(),
            "creature_list": creature_list(),
            "wizards": wizards(),
            "portraits": "\n".join(f"- **{k.name}**: {' '.join(k.about)}" for k in CREATURES.values()),
            "says": "\n".join(f"- **{s.name}**: {s.says}" for s in SPELLS.values()),
            "lands": lands(),
            "kinds": kinds(),
            "default": DEFAULT,
            "default_game": game_of(default_scenario()),
            "scenarios": scenarios(),
            "law_isles": law_isles(),
            "changed": changed(),
            "values": values(),
        }

    def page(self, chapter: Chapter, body: str) -> str:  # noqa: ARG002 - titles stand in the templates
        return body

    def cover(self) -> Picture:
        return isle_picture(start_view(), 560.0, 520.0, Style())

    def printed(self) -> Book:
        return replace(super().printed(), ground="#eef3f6")

    def things(self) -> Iterable[str]:
        return (*SPELLS, *CREATURES, *WIZARDS)

    def thing(self, name: str) -> tuple[str, str] | None:
        """A spell, creature or wizard by its name."""
        found = self.names("spell").get(name.casefold())
        return None if found is None else (found, _entry(found))


RULEBOOK = _Book()
