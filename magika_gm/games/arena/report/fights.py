"""Each combat of a turn as a table of who brought what, and what became of him (FIGHT, RNG, POIS)."""

from __future__ import annotations

from magika_gm.games.arena.report.report import Report
from magika_gm.games.arena.report.story import fight_title, loss_text
from magika_gm.games.arena.rules import events as e
from magika_gm.games.arena.rules.terms import AttackType
from magika_gm.reports.kit.tables import Cell, Table

_TYPES = {AttackType.STANDARD: "standard", AttackType.TARGETED: "targeted", AttackType.BLUNT: "blunt"}


def combats(report: Report) -> tuple[Table, ...]:
    """Each combat: who brought what, and what became of him (FIGHT, RNG, POIS)."""
    fought = [one.event for one in report.told if isinstance(one.event, e.Fought)]
    return tuple(combat_table(event, report) for event in fought)


def combat_table(event: e.Fought, report: Report) -> Table:
    """One combat as a table."""
    names = report.names
    fates = {loss.victim: loss_text(loss, names).removeprefix(names.who(loss.victim) + " ") for loss in event.losses}
    rows: list[tuple[str | Cell, ...]] = []
    own: set[int] = set()
    for strength in sorted(event.strengths, key=lambda s: s.side != event.winner if event.winner else s.side):
        if strength.side == report.seat:
            own.add(len(rows))
        kind = report.state.creatures.get(strength.user)
        what = (
            "" if strength.there else "shot" if kind is not None and strength.name == kind.kind.name else strength.name
        )
        fate = (
            fates.get(strength.user, "must retreat" if strength.user in event.leaving else "") if strength.there else ""
        )
        rows.append(
            (
                Cell(strength.side, bold=True),
                names.who(strength.user) + (f" ({what})" if what else ""),
                str(strength.power),
                _TYPES[strength.type],
                str(strength.poison) if strength.poison else "·",
                fate or "·",
            )
        )  # fmt: skip
    heads = ("", "who", "Power", "attack", "poison", "what became of him")
    title = f"Combat at {fight_title(event, names)}"
    return Table(title=title, heads=heads, rows=tuple(rows), right=frozenset({2, 4}), own=frozenset(own), small=True)
