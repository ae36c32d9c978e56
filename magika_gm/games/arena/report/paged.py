"""The report as the sections of the player's page: the other forms' blocks; creatures and cards as things to click."""

from __future__ import annotations

from magika_gm.engine import paging
from magika_gm.games.arena.report import contents as c
from magika_gm.games.arena.report import lists
from magika_gm.games.arena.report.fights import combats
from magika_gm.games.arena.report.report import Report
from magika_gm.reports.kit.tables import cell
from magika_gm.reports.page import from_kit


def facts(report: Report) -> tuple[paging.Fact, ...]:
    """Hexes, armies, pools, guards, budget."""
    return from_kit.facts(c.gauges(report))


def lead(report: Report) -> tuple[str, ...]:
    """The turn in a sentence, and where things stand."""
    return from_kit.lead(c.lead(report))


def subtitle(report: Report) -> str:
    """``the Legion against the Host; next: player turn 5, yours``."""
    return c.head(report).about


def blocks(report: Report) -> tuple[paging.Block, ...]:
    """Everything else the report says, in the order of its mail."""
    before = (c.notes(report), c.first_turn(report), c.ledger(report), *combats(report), c.letters(report),
              lists.dropped(report))  # fmt: skip
    after = (lists.things(report), lists.enemy_cards(report), lists.dead(report.state), lists.played(report),
             lists.revealed(report), c.course(report), c.proof(report), c.colophon(report))  # fmt: skip
    own = _creatures(report, report.seat, "Your creatures", "own")
    foes = _creatures(report, report.foe, "The enemy's creatures", "foes")
    cards = _cards(report)
    return (*from_kit.blocks(before), own, foes, *([cards] if cards.things else []), *from_kit.blocks(after))


def _cards(report: Report) -> paging.Things:
    """One's own cards (section 7)."""
    table = lists.cards(report)
    things = []
    for row in table.rows:
        name, cost, magic, time, target, lasts, effect = (cell(part).text for part in row)
        lines = (f"{magic}, {time}, on {target}, lasts {lasts}", effect)
        things.append(paging.Thing(key=f"spell:{name}", title=name, lines=lines, note=cost))
    return paging.Things(title=table.title, things=tuple(things), key="cards")


def _creatures(report: Report, side: str, title: str, key: str) -> paging.Things:
    """The creatures of a side."""
    state = report.state
    things = []
    for row in lists.units(report, side).rows:
        id_, kind, at, now, moves, fly, shots, venom, rest = (cell(part).text for part in row)
        said = [f"Power {now}, Move {moves}"]
        said += [f"flight {fly}"] * (fly != "·") + [f"shots {shots}"] * (shots != "·")
        said += [f"poison {venom}"] * (venom != "·")
        lines = (", ".join(said), *([rest] if rest != "·" else []))
        hex_ = state.board.names[state.creatures[id_].place >> 1]
        things.append(paging.Thing(key=f"unit:{id_}", title=f"{id_} {kind}", lines=lines, note=at, place=hex_))
    return paging.Things(title=title, things=tuple(things), key=key, empty="Nobody is left.")
