"""The report as a mail, HTML and plain text, and as sections of the player's page: blocks one below the other."""

from __future__ import annotations

from magika_gm.engine import paging
from magika_gm.games.rune_war.report import blocks
from magika_gm.games.rune_war.report.report import Report, signed
from magika_gm.games.rune_war.report.tableau import states
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.rules.terms import CODES
from magika_gm.reports.kit.base import Block, Passage
from magika_gm.reports.kit.imprint import due_parts
from magika_gm.reports.kit.mail import html_page, text_page
from magika_gm.reports.page import from_kit


def passages(report: Report) -> list[Block]:
    """In the order they are read: what is due first."""
    view = report.view
    found: list[Block] = [blocks.head(report), blocks.gauges(report), blocks.lead(report), blocks.notes(report)]
    hand: list[Block] = [blocks.table(report), blocks.advice(report)] if not report.over else []
    standings = blocks.info_in_two(view, report.seat)
    land: list[Block] = [blocks.isle(report), *standings] if view.options.map else [*standings]
    found += [*hand, blocks.refused(report)] if view.due is Due.HAND else [*land, blocks.refused(report)]
    found += [blocks.ledger(report), blocks.winning(report), blocks.log(report), blocks.letters(report)]
    found += land if view.due is Due.HAND else hand
    if view.options.map:
        found += [blocks.creatures_in_short(view, report.seat), blocks.sightings(report), blocks.spells(report)]
        found += [blocks.territories(view, report.seat)]
    return [*found, blocks.played(report), blocks.walls(report), blocks.proof(report)]


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.over:
        return blocks.lead(report).sentence
    due = due_parts(report.player.next_due)[0]
    parts = [blocks.lead(report).sentence, f"Next is {blocks.DUE_WORDS[report.view.due]}."]
    parts += [f"{len(report.messages)} message{'s' if len(report.messages) != 1 else ''}."] if report.messages else []
    return " ".join([*parts, *([f"Orders by {due}."] if due else [])])


def html_letter(report: Report) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere."""
    parts: list[Passage] = [*passages(report)]
    parts += [blocks.sheet(report)] if report.form else []
    return html_page(blocks.title_of(report), preheader(report), [*parts, blocks.colophon(report)])


def text_letter(report: Report) -> str:
    """Plain text of 72 columns."""
    parts: list[Passage] = [*passages(report), blocks.colophon(report)]
    parts += [blocks.sheet(report)] if report.form else []
    return text_page([blocks.title_of(report), *parts])


def sections(report: Report) -> tuple[paging.Block, ...]:
    """Everything else the report says: what the coming turn needs first."""
    view, seat = report.view, report.seat
    hand: list[Block] = [blocks.advice(report)] if not report.over else []
    before: list[Block] = [blocks.notes(report), blocks.refused(report), *(hand if view.due is Due.HAND else [])]
    before += [blocks.ledger(report), blocks.winning(report), blocks.letters(report)]
    after: list[Passage] = [blocks.log(report), *([] if view.due is Due.HAND else hand)]
    if view.options.map:
        after += [blocks.sightings(report), blocks.spells(report), blocks.territories(view, seat)]
    after += [blocks.played(report), blocks.walls(report), blocks.proof(report), blocks.colophon(report)]
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
        wind = blocks.wind_of(view, seat) + states(row)
        rows.append((row.wizard, wind, str(row.concealed), sets or "·", thrown or "·"))
    heads = ("wizard", "wind", "hidden", "sets", "discards, oldest first")
    own = order.index(report.seat)
    return paging.Table(title="The table", heads=heads, rows=tuple(rows), numbers=(2,), own=own)


def _standings(report: Report) -> paging.Table:
    """Land, points and claim points of all (END-2)."""
    view = report.view
    order = sorted(view.seats, key=lambda seat: (view.seats[seat].rank, seat))
    own = order.index(report.seat)
    if not view.options.map:
        rows = tuple((view.seats[s].wizard, signed(view.seats[s].rune_points)) for s in order)
        return paging.Table(
            title="Standings (END-2)", heads=("wizard", "rune points"), rows=rows, numbers=(1,), own=own
        )
    found = []
    for row in (view.seats[s] for s in order):
        claims = " ".join(f"{clan.value} {n}" for clan, n in row.lcp.items() if n)
        figures = (row.land, row.territories, row.creatures, row.points, signed(row.rune_points))
        found.append((f"{row.wizard} ({row.clan.value})", *map(str, figures), claims or "·"))
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
            paging.Thing(f"creature:{one.code}", f"{one.code} {one.kind}", lines=lines, note=one.at,
                         place=one.at)
        )  # fmt: skip
    return paging.Things(title="Creatures you see", things=tuple(things), key="creatures", empty="None.")
