"""The report as a mail, HTML and plain text: the kit's blocks one below the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from magika_gm.engine import paging
from magika_gm.games.arena.report import blocks as c
from magika_gm.games.arena.report import blocks as lists
from magika_gm.games.arena.report.blocks import combats
from magika_gm.games.arena.report.report import Report
from magika_gm.reports.kit.base import Block, Passage
from magika_gm.reports.kit.imprint import due_parts
from magika_gm.reports.kit.mail import html_template, text_template
from magika_gm.reports.kit.tables import cell
from magika_gm.reports.page import from_kit


def passages(report: Report) -> dict[str, Passage | None]:
    """Everything a mail may show, by name; templates put it in order."""
    return {
        "head": c.head(report),
        "gauges": c.gauges(report),
        "lead": c.lead(report),
        "notes": c.notes(report),
        "first_turn": c.first_turn(report),
        "ledger": c.ledger(report),
        "combats": Together(combats(report)),
        "letters": c.letters(report),
        "board": c.board_field(report),
        "own_units": lists.units(report, report.seat),
        "enemy_units": lists.units(report, report.foe),
        "fallen": lists.dead(report.state),
        "things": lists.things(report),
        "cards": lists.cards(report),
        "enemy_cards": lists.enemy_cards(report),
        "played": lists.played(report),
        "dropped": lists.dropped(report),
        "standing": lists.standing(report),
        "revealed": lists.revealed(report),
        "proof": c.proof(report),
        "sheet": c.sheet(report) if report.form else None,
        "colophon": c.colophon(report),
    }


@dataclass(frozen=True)
class Together(Passage):
    """Several blocks under one name, for mails alone."""

    parts: tuple[Block, ...]

    @property
    def empty(self) -> bool:
        """Whether there are none."""
        return not self.parts

    def html(self) -> str:
        """One below the other."""
        return "".join(part.html() for part in self.parts)

    def text(self) -> list[str]:
        """Likewise."""
        return [line for part in self.parts for line in part.text()]


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject."""
    if report.state.ending is not None:
        return c.lead(report).sentence
    due = due_parts(report.player.next_due)[0]
    whose = c.whose_turn(report.state, report.seat)
    parts = [f"{whose[:1].upper()}{whose[1:]}."]
    parts += [f"{len(report.messages)} message{'s' if len(report.messages) != 1 else ''}."] if report.messages else []
    return " ".join([*parts, *([f"Orders by {due}."] if due and report.own_turn else [])])


def html_letter(report: Report, templates: Path | None = None) -> str:
    """HTML: inlined styles, no scripts, nothing loaded from elsewhere; ``report.html.j2`` has the order."""
    return html_template("arena", templates, c.title_of(report), preheader(report), passages(report), r=report)


def text_letter(report: Report, templates: Path | None = None) -> str:
    """Plain text of 72 columns; ``report.txt.j2`` has the order."""
    return text_template("arena", templates, c.title_of(report), passages(report), r=report)


# The report as the sections of the player's page: the other forms' blocks; creatures and cards as things to click.


def sections(report: Report) -> tuple[paging.Block, ...]:
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
        things.append(paging.Thing(f"spell:{name}", name, lines=lines, note=cost))
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
        things.append(paging.Thing(f"unit:{id_}", f"{id_} {kind}", lines=lines, note=at, place=hex_))
    return paging.Things(title=title, things=tuple(things), key=key, empty="Nobody is left.")
