"""The book's tables, from the tables the game is played by."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.rune_war.isle import LANDS, LAW_ISLE
from magika_gm.games.rune_war.runes import runes_text
from magika_gm.games.rune_war.tables import CREATURES, SPELLS, WIZARDS, Aimed, Clan, CreatureKind, Spell, SpellKind

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
    """The isle, territory by territory."""
    rows = []
    for place in LANDS:
        t = LAW_ISLE.at[place]
        rows.append((place, t.name, t.kind, f"{t.melee}\\\\{t.ranged}\\\\{t.defense}\\\\{t.loyalty}", str(t.value),
                     "yes" if t.circle else "-", " ".join(LAW_ISLE.neighbours[place])))  # fmt: skip
    rows.append(("T", "Tower of Four Winds", "-", "-", "-", "all", " ".join(LAW_ISLE.neighbours["T"])))
    return markdown(("code", "name", "kind", "m\\\\r\\\\d\\\\l", "value", "circle", "neighbours"), rows)


def kinds() -> str:
    """The eight kinds of land, the same for all clans."""
    rows = []
    for number in range(1, 9):
        t = LAW_ISLE.at[f"M{number}"]
        rows.append((str(number), t.kind, f"{t.melee}\\\\{t.ranged}\\\\{t.defense}\\\\{t.loyalty}", str(t.value),
                     "yes" if t.circle else "-"))  # fmt: skip
    return markdown(("no.", "kind", "combat m\\\\r\\\\d\\\\l", "land value", "circle"), rows)


TABLES = {
    "creatures": creatures, "spells": spells, "wizards": wizards, "lands": lands, "kinds": kinds,
}  # fmt: skip
"""What fills the templates' ``{{names}}``."""
