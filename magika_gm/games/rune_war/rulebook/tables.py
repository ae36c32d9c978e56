"""The book's tables, from the tables the game is played by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from magika_gm.games.rune_war.isle import LANDS, LAW_ISLE, Isle, Territory
from magika_gm.games.rune_war.runes import runes_text
from magika_gm.games.rune_war.setup.reading import read_scenario
from magika_gm.games.rune_war.setup.scenario import Scenario
from magika_gm.games.rune_war.setup.seam import DEFAULT
from magika_gm.games.rune_war.tables import CREATURES, SPELLS, WIZARDS, Aimed, Clan, CreatureKind, Spell, SpellKind
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


def figures_of(kind: CreatureKind) -> str:
    """``7\\0\\4\\5``."""
    return f"{kind.melee}\\\\{kind.ranged}\\\\{kind.defense}\\\\{kind.loyalty}"


def specials(kind: CreatureKind) -> str:
    """Abilities, resistance, the spell it grants."""
    found = sorted(a.value for a in kind.abilities)
    found += [f"{kind.resistance} % Magic Resistance"] if kind.resistance else []
    found += [f"grants {kind.grants}"] if kind.grants else []
    return ", ".join(found) or "-"


def creatures() -> str:
    """All creatures."""
    rows = [
        (k.name + (" (unique)" if k.unique else ""), k.group, figures_of(k), str(k.move), str(k.cost),
         runes_text(k.runes), specials(k))
        for k in CREATURES.values()
    ]  # fmt: skip
    return markdown(("creature", "group", "m\\\\r\\\\d\\\\l", "move", "cost", "runes", "special"), rows)


def effect(spell: Spell) -> str:
    """What a spell changes, in short."""
    changes = ", ".join(f"{'+' if n > 0 else '-'}{abs(n)} {figure.value}" for figure, n in spell.changes.items())
    return changes or spell.does.value


def spells() -> str:
    """All spells that are no summons."""
    rows = [
        (s.name, s.realm, _AIMS[s.target], str(s.cost), runes_text(s.runes) or "-", effect(s), _KINDS[s.kind])
        for s in SPELLS.values()
    ]
    return markdown(("spell", "realm", "target", "cost", "runes", "effect", "kind"), rows)


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
        rows.append(f"- **{w.name}**: {said}")
    return "\n".join(rows)


def lands() -> str:
    """The isle of the default scenario, territory by territory."""
    isle, rows = default_scenario().isle, []
    for place in LANDS:
        t = isle.at[place]
        rows.append((place, t.name, t.kind, _combat(t), str(t.value), "yes" if t.circle else "-",
                     " ".join(isle.neighbours[place])))  # fmt: skip
    rows.append(("T", "Tower of Four Winds", "-", "-", "-", "all", " ".join(isle.neighbours["T"])))
    return markdown(("code", "name", "kind", "m\\\\r\\\\d\\\\l", "value", "circle", "neighbours"), rows)


def kinds() -> str:
    """The eight kinds of land, the same for all clans."""
    rows = []
    for number in range(1, 9):
        t = LAW_ISLE.at[f"M{number}"]
        rows.append((str(number), t.kind, f"{t.melee}\\\\{t.ranged}\\\\{t.defense}\\\\{t.loyalty}", str(t.value),
                     "yes" if t.circle else "-"))  # fmt: skip
    return markdown(("no.", "kind", "combat m\\\\r\\\\d\\\\l", "land value", "circle"), rows)


def _combat(t: Territory) -> str:
    return f"{t.melee}\\\\{t.ranged}\\\\{t.defense}\\\\{t.loyalty}"


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
            "the isle of the law" if scenario.isle == LAW_ISLE else "an isle with figures of its own (ISLE-2)",
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


def changed() -> str:
    """Where the default scenario's isle has other figures than the law's."""
    isle, rows = default_scenario().isle, []
    for place in LANDS:
        mine, law = isle.at[place], LAW_ISLE.at[place]
        if (_combat(mine), mine.value) != (_combat(law), law.value):
            rows.append((place, mine.name, _combat(law), _combat(mine), str(law.value), str(mine.value)))
    if not rows:
        return f"`{DEFAULT}` has them all."
    heads = ("code", "name", "law m\\\\r\\\\d\\\\l", f"`{DEFAULT}`", "law value", f"`{DEFAULT}`")
    return f"`{DEFAULT}` changes these:\n\n{markdown(heads, rows)}"


def values() -> str:
    """What each clan's land is worth at the start."""

    def worth(isle: Isle) -> dict[Clan, int]:
        return {clan: sum(isle.at[place].value for place in LANDS if isle.at[place].clan is clan) for clan in Clan}

    mine, law = worth(default_scenario().isle), worth(LAW_ISLE)
    said = ", ".join(f"{clan.title} {value}" for clan, value in mine.items())
    own = f"in `{DEFAULT}` {said}"
    return own if mine == law else f"{own}; on the law's isle {', '.join(f'{c.title} {v}' for c, v in law.items())}"


TABLES = {
    "creatures": creatures,
    "spells": spells,
    "wizards": wizards,
    "lands": lands,
    "kinds": kinds,
    "default": lambda: DEFAULT,
    "default_game": lambda: game_of(default_scenario()),
    "scenarios": scenarios,
    "law_isles": law_isles,
    "changed": changed,
    "values": values,
}
"""What fills the templates' ``{{names}}``."""
