"""The report as the sections of the player's page: the blocks of the other forms, creatures as things to click."""

from __future__ import annotations

from magika_gm.engine import paging
from magika_gm.games.rune_war.report import contents as c
from magika_gm.games.rune_war.report import lists
from magika_gm.games.rune_war.report.report import Report
from magika_gm.games.rune_war.report.tableau import states
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.runes import CODES
from magika_gm.reports.kit.base import Block, Passage
from magika_gm.reports.page import from_kit


def facts(report: Report) -> tuple[paging.Fact, ...]:
    """Rank, land, points, claim points, deficiency, wall."""
    return from_kit.facts(c.gauges(report))


def lead(report: Report) -> tuple[str, ...]:
    """The turn in a sentence, and where things stand."""
    return from_kit.lead(c.lead(report))


def subtitle(report: Report) -> str:
    """``seat 1, for Maitha; East of round 1 of 4; the East wind prevails``."""
    return c.head(report).about


def blocks(report: Report) -> tuple[paging.Block, ...]:
    """Everything else the report says: what the coming turn needs first."""
    view, seat = report.view, report.seat
    hand: list[Block] = [lists.advice(report)] if not report.over else []
    before: list[Block] = [c.notes(report), lists.refused(report), *(hand if view.due is Due.HAND else [])]
    before += [lists.ledger(report), c.winning(report), c.letters(report)]
    after: list[Passage] = [lists.log(report), *([] if view.due is Due.HAND else hand)]
    if view.options.map:
        after += [lists.sightings(report), lists.spells(report), lists.territories(view, seat)]
    after += [lists.played(report), lists.walls(report), lists.proof(report), c.colophon(report)]
    return (
        *from_kit.blocks(before),
        _table(report),
        *([_creatures(report)] if view.options.map else []),
        *from_kit.blocks(after),
    )


def _table(report: Report) -> paging.Table:
    """Who sits where, with sets and discards (SEE-7, 3)."""
    view = report.view
    rows = []
    order = sorted(view.seats, key=lambda seat: view.seats[seat].wind)
    for seat in order:
        row = view.seats[seat]
        sets = ", ".join(map(str, row.melds))
        thrown = " ".join("??" if kind < 0 else CODES[kind] for kind in row.discards)
        rows.append((row.wizard, c.wind_of(view, seat) + states(row), str(row.concealed), sets or "·", thrown or "·"))
    heads = ("wizard", "wind", "hidden", "sets", "discards, oldest first")
    own = order.index(report.seat)
    return paging.Table(title="The table", heads=heads, rows=tuple(rows), numbers=(2,), own=own)


def _standings(report: Report) -> paging.Table:
    """Land, points and claim points of all (END-2)."""
    view = report.view
    order = sorted(view.seats, key=lambda seat: (view.seats[seat].rank, seat))
    own = order.index(report.seat)
    if not view.options.map:
        rows = tuple((view.seats[s].wizard, c.signed(view.seats[s].rune_points)) for s in order)
        return paging.Table(
            title="Standings (END-2)", heads=("wizard", "rune points"), rows=rows, numbers=(1,), own=own
        )
    found = []
    for row in (view.seats[s] for s in order):
        claims = " ".join(f"{clan.value} {n}" for clan, n in row.lcp.items() if n)
        figures = (str(row.land), str(row.territories), str(row.creatures), str(row.points), c.signed(row.rune_points))
        found.append((f"{row.wizard} ({row.clan.value})", *figures, claims or "·"))
    heads = ("wizard", "land", "terr.", "cre.", "spell", "rune", "claim points")
    title = "Standings by land (END-2)"
    return paging.Table(title=title, heads=heads, rows=tuple(found), numbers=(1, 2, 3, 4, 5), own=own)


def _creatures(report: Report) -> paging.Things:
    """Creatures the reader sees, his own first."""
    shown = sorted(report.view.creatures.values(), key=lambda one: one.seat != report.seat)
    things = []
    for one in shown:
        whose = "" if one.seat == report.seat else f"{report.view.seats[one.seat].wizard}'s; "
        figures = f"melee {one.melee}, ranged {one.ranged}, defence {one.defense}"
        said = f"{whose}{figures}, loyalty {one.loyalty} of {one.maximum}"
        lines = (said, *([f"under {', '.join(one.enchantments)}"] if one.enchantments else []))
        things.append(
            paging.Thing(key=f"creature:{one.code}", title=f"{one.code} {one.kind}", lines=lines, note=one.at,
                         place=one.at)
        )  # fmt: skip
    return paging.Things(title="Creatures you see", things=tuple(things), key="creatures", empty="None.")
