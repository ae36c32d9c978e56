# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The game master's report, everything about a turn as blocks for page, mail and PDF; and the page of those who look on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from magika_gm.engine.words import ORDINALS, sentences, true_minus
from magika_gm.games.magika.picture import points_plot, world_picture
from magika_gm.games.magika.report import board, signs
from magika_gm.games.magika.report.arenamap import arena_picture
from magika_gm.games.magika.report.blocks import disc_of
from magika_gm.games.magika.report.board import RATIO
from magika_gm.games.magika.report.building import MageRow, Overview, PhaseRow, Spectator
from magika_gm.games.magika.report.printed import LINES, environment, hidden, lying, markup, ranks, standing
from magika_gm.games.magika.report.report import FinalPlace, Post
from magika_gm.games.magika.report.signs import Draft, emblem, icon, shield
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import GOAL, ROW, ROWS
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    ARTIFACT_TITLES,
    ARTIFACTS,
    BLACK,
    EBON,
    LETTERS,
    RACIAL_ARTIFACTS,
    TERRAIN_NAMES,
)
from magika_gm.games.magika.rules.tasks import ENDINGS
from magika_gm.games.magika.setup import EBON_START, STARTS
from magika_gm.reports.kit.base import ACCENT, Block, Passage, Style, esc, minus
from magika_gm.reports.kit.card import SHOWN, Card, Rank, counted, game_title, played_by
from magika_gm.reports.kit.drawings import Field
from magika_gm.reports.kit.head import Head, Proof, date_words
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.lists import Cell, Cells, Ledger, LedgerRow, Table
from magika_gm.reports.kit.mail import text_page, text_parts
from magika_gm.reports.kit.press import list_leaf
from magika_gm.reports.kit.prose import NoteBox, Prose
from magika_gm.reports.kit.scores import points_text
from magika_gm.reports.kit.watch import print_master
from magika_gm.reports.page.still import (
    COUNTDOWN,
    Shades,
    closing,
    countdown,
    emblem_html,
    head_html,
    hero_html,
    opening,
    parts_html,
    turns_row,
)
from magika_gm.reports.page.still import STYLE as PAGE_STYLE
from magika_gm.reports.page.writing import shipped
from magika_gm.reports.picture import WHITE, Circles, Hexes, Picture, Point, mixed, write_svg
from magika_gm.reports.templating import safe


def master_pdf(overview: Overview, paper: str) -> bytes:
    """The game master's report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    o = overview
    title = f"Magika game {o.office.game}, turn {o.turn}: the game master's report"
    made = master_parts(o)
    arena = Field(title="", maker=partial(arena_picture, o.world, o.office.game), ratio=RATIO, shrink=0.72)
    names = ("contestants", "orders", "score", "tasks", "messages", "turn", "hash")
    leaves = (
        list_leaf("The arena", (made["head"], made["look"], arena, made["lying"])),
        list_leaf("The turn", [made[name] for name in names]),
    )
    return print_master(title, f"game {o.office.game}, turn {o.turn}", leaves, paper)


def master_parts(o: Overview) -> dict[str, Block | None]:
    """The report's blocks by name."""
    due = f"Turn {o.turn + 1} is due {o.office.next_due}."
    what = f"The game is over: {ENDINGS[o.ending]}." if o.ending else due
    about = f"{o.office.title}, printed {date_words(o.office.date)}. Everything is in it: not for players."
    missing = f"No orders came for {', '.join(o.missing)}: default turns were played (GM-3)."
    look = [
        missing if o.missing else "Everybody's orders came.",
        *(f"No possible effect (CAST-5): {v}" for v in o.void),
    ]
    look += [f"Your word: {a}" for a in o.office.acts]
    lying = "; ".join(f"{', '.join(map(thing_name, things))} at {space}" for space, things in o.lying)
    return {
        "head": Head(
            name=f"Game {o.office.game}, turn {o.turn}", about=what, game=f"The game master's report. {about}"
        ),
        "look": NoteBox("To look at", (*look, *o.office.mail)),
        "lying": Prose("Lying, and spells on the land", (f"Lying: {lying or 'nothing'}.", *o.areas)),
        "contestants": Table(
            title="Contestants",
            heads=("", "", "", "at", "end.", "arc.", "skill", "apt.", "holds", "VP", "player"),
            rows=tuple(map(_contestant, o.mages)),
            right=frozenset({4, 5, 6, 7, 9}),
            small=True,
        ),
        "orders": _orders(o),
        "score": _score(o),
        "tasks": _tasks((t.done, t.text, f"{t.reached} ({t.wanted})") for t in o.tasks),
        "turn": Ledger("The turn, phase by phase", (), tuple(row for phase in o.phases for row in _phase(phase))),
        "messages": _letters("Messages", o.messages),
        "hash": Proof(o.seed_hash, o.office.chain),
    }


def _letters(title: str, posts: Sequence[Post]) -> Letters:
    found = (
        Letter(disc_of(m.letter, BLACK if m.letter else None), m.sender, f"to {m.to.replace('ALL', 'all')}", m.text)
        for m in posts
    )
    return Letters(title, tuple(found))


def _contestant(row: MageRow) -> Cells:
    m = row.mage
    team = "" if m.team == BLACK else f", {m.team}"
    status = "" if m.status.upper() == "OK" else f" {m.status.upper()}"
    under = ", ".join(f"{name} {left}" for name, left in m.spells)
    holds = "; ".join(
        part
        for part in (", ".join([*(s.code for s in m.scrolls), *m.items]), f"under {under}" if under else "")
        if part
    )
    player = "built-in policy"
    if row.player is not None:
        balance = minus(row.player.balance)
        came = "" if row.how == "mailed" else f"; orders {row.how or 'none yet'}"
        player = f"{row.player.name}; {balance}{came}"
    return (
        Cell(m.letter, bold=True),
        m.name,
        f"{m.alignment} {m.race}{team}{', barred' if m.barred else ''}{status}",
        f"{m.space} {TERRAIN_NAMES[m.terrain]}",
        f"{m.endurance}/{m.max_endurance}",
        f"{m.arcania}/{m.max_arcania}",
        str(m.skill),
        true_minus(f"{m.aptitude:+d}"),
        holds or "·",
        Cell(points_text(row.points), bold=True),
        player,
    )


def _score(o: Overview) -> Table:
    """Everybody's points, line by line, in order of their totals."""
    ordered = sorted(o.mages, key=lambda row: (-row.points, row.mage.letter))
    places = tuple(
        FinalPlace(rank, row.mage.letter, row.mage.name, row.points, row.lines) for rank, row in enumerate(ordered, 1)
    )
    from dataclasses import replace

    return replace(standing(places), title="Victory points" if o.ending else "Victory points, had it ended")


def _orders(o: Overview) -> Table:
    """The turn at one look: who ordered what in which phase."""
    phases = [phase for phase in o.phases if phase.orders]
    given = [dict(phase.orders) for phase in phases]
    rows: list[Cells] = []
    for row in o.mages:
        letter = row.mage.letter
        rows.append((Cell(letter, bold=True), row.mage.name, *(one.get(letter, "·") for one in given)))
    heads = ("", "", *(phase.title.removeprefix("Phase ") for phase in phases))
    return Table(title="Orders, phase by phase", heads=heads, rows=tuple(rows) if phases else (), small=True)


def _phase(phase: PhaseRow) -> list[LedgerRow]:
    lines = tuple(true_minus(line.text) + (f"  [{line.rule}]" if line.rule else "") for line in phase.lines)
    number = phase.title.removeprefix("Phase ") if phase.orders else ""
    # a phase with many lines is broken over pages between rows of a dozen
    parts = [lines[at : at + 12] for at in range(0, max(1, len(lines)), 12)]
    return [LedgerRow(number, phase.title, parts[0]), *(LedgerRow("", "", part) for part in parts[1:])]


# For those who look on: shields in a row, a dot a turn, when the next is due; at the end the poster first.


def spectator_parts(s: Spectator) -> dict[str, Any]:
    """The page's blocks by name."""
    made: dict[str, Any] = {
        "head": Head(
            name=_won(s) if s.ending else _on_the_way(s),
            about=f"{ENDINGS[s.ending].capitalize()} on turn {s.turn}." if s.ending else _due(s),
            game=f"{game_title('Magika', s.game, s.title)}, after turn {s.turn}, {date_words(s.date)}",
        ),
        "messages": _letters("Said to all", s.messages),
        "stake": None if s.ending else points_at_stake(),
        "hash": Proof(s.seed_hash, s.chain, (f"The seed of the dice: {s.seed}",) if s.seed else ()),
    }
    if s.ending and s.revealed is not None:
        names = {f.letter: f.name for f in s.final}
        made |= {
            "standing": standing(s.final),
            "ranks": ranks(names, dict(s.tracks)),
            "hidden": hidden(s.revealed),
            "lying": lying(s.revealed),
            "tasks": _tasks((t.done, t.text) for t in s.tasks),
        }
    return made


def _tasks(tasks: Iterable[tuple[Any, ...]]) -> Table:
    rows = tuple(("done" if done else "open", *said) for done, *said in tasks)
    return Table(title="The Ebon Mage's tasks", heads=(), rows=rows)


def _won(s: Spectator) -> str:
    return f"{' and '.join(f.name for f in s.final if f.rank == 1)} won"


def _on_the_way(s: Spectator) -> str:
    """What all know of a turn: how many still play."""
    if not s.turn:
        return "Thirteen contestants stand at the coast"
    gone = len(LETTERS) - s.playing
    left = f"; {gone} {'has' if gone == 1 else 'have'} left" if gone else ""
    return f"{s.playing} contestants are on their way north{left}"


def _due(s: Spectator) -> str:
    sent = f"{s.mailed} sent orders for turn {s.turn}; t" if s.turn else "T"
    return f"{sent}urn {s.turn + 1} is due {s.next_due}."


def contest() -> Picture:
    """The arena as the rule book has it, which everybody knows: its rows, where contestants start, the Goal Square.

    It is the same in every game and on every turn (R41): what lies in the hexes nobody who looks on is told.
    """
    radius = board.radius_for(board.ALL, 720.0, 640.0)
    draft, at = Draft(Style()), board.places(radius)
    rows: dict[int, list[Point]] = {}
    for space, place in enumerate(at):
        rows.setdefault(ROW[space], []).append(place)
    for row, centres in sorted(rows.items()):
        draft.add(Hexes(tuple(centres), radius, mixed("#f3eefb", "#b9a3dc", row / (ROWS - 1)), "#ffffff", 1.0))
    draft.add(*signs.goal(at[GOAL], radius))
    size = 11.0
    board.row_letters(draft, radius, board.ALL, size)
    draft.add(Circles(tuple(at[space] for space in sorted(STARTS)), radius * 0.62, WHITE, "#1c1726", 1.0))
    draft.add(Circles((at[EBON_START],), radius * 0.62, "#1c1726", "#1c1726", 1.0))
    draft.text(at[EBON_START][0], at[EBON_START][1] - size * 0.36, EBON, size, True, WHITE)
    wide, tall = board.size_of(radius)
    said = (
        "A triangle of 26 rows, from the coast to the Goal Square at its tip. Twelve mages start on every second hex of the "
        "last row but one, drawn at random, the Ebon Mage between them."
    )
    return draft.picture(wide, tall, "The arena", said)


@cache
def stage_html() -> str:
    """While the game goes on: the arena all know, and the twelve artifacts that lie in it."""
    drawn = write_svg(contest(), "contest")
    things = "".join(
        f'<li><span class="thing">{write_svg(_thing(name), f"t-{name}", ground=False)}<b>{esc(ARTIFACT_TITLES[name])}</b>'
        f'<span class="note quiet">{esc(_gives(name))}</span></span></li>'
        for name in ARTIFACTS
    )
    return (
        f'<div class="table"><section class="block"><h2>The way</h2><div class="drawn">{drawn}</div>'
        '<p class="quiet">26 rows from the coast to the Goal Square. A ring: where a mage starts, drawn at random; '
        "M: the Ebon Mage. What lies in the hexes each finds out for himself.</p></section>"
        f'<div class="desk"><section class="block"><h2>What lies in it</h2><ul class="things">{things}</ul></section></div>'
        "</div>"
    )


def _thing(name: str) -> Picture:
    """An artifact, drawn."""
    return Picture(26.0, 26.0, ARTIFACT_TITLES[name], "", tuple(icon(name, 13.0, 13.0, 9.0, "#8a6410", 1.6)))


def _gives(name: str) -> str:
    """Whom an artifact is for (ART-1): an alignment, a race, or what it strengthens."""
    return ALIGNMENT_ARTIFACTS.get(name) or RACIAL_ARTIFACTS.get(name) or ABILITY_ARTIFACTS[name]


@cache
def points_at_stake() -> Table:
    """What a contestant is given points for at the end (VP-1 to VP-4): the rule book's lines."""
    rows = tuple((label, str(most)) for label, _, most in LINES)
    return Table(title="What is counted at the end", heads=("", "at most"), rows=rows, right=frozenset({1}))


@cache
def _blank(letter: str) -> str:
    return write_svg(shield(letter, BLACK, None, None, 44.0), f"s{letter}", ground=False)


def poster(world: World, s: Spectator) -> str:
    """The arena with everybody's way, once the game is over."""
    drawn = write_svg(arena_picture(world, s.game, 760.0, 700.0, tracks=s.tracks or None), "arena")
    return f'<section class="block wide"><h2>All ways</h2><div class="drawn">{drawn}</div></section>'


def shields_row(s: Spectator, shades: Shades) -> str:
    """Thirteen shields. While the game goes on with nothing on them but a letter (who left is told to nobody); at the
    end as they are, grey where somebody had left.
    """
    known = {c.letter: c for c in s.revealed.contestants} if s.revealed is not None else {}
    made = []
    for letter in LETTERS:
        if letter in known:
            c = known[letter]
            drawn = write_svg(shield(letter, c.team, c.alignment, c.race, 44.0), f"s{letter}", ground=False)
            name = f'<span class="name">{esc(c.name)}</span>'
        else:
            drawn, name = _blank(letter), ""
        away = "" if letter in s.seats else f" {shades.of('opacity:.3')}"
        made.append(f'<span class="shield{away}">{drawn}{name}</span>')
    return f'<div class="shields{" named" * bool(known)}">{"".join(made)}</div>'


# The two pages as HTML and text: templates put the blocks in order.


def master_letter(overview: Overview, form: str, templates: Path | None) -> str:
    """The game master's report of a turn as ``html`` or ``txt``."""
    heading = f"Magika game {overview.office.game}, turn {overview.turn}: the game master's report"
    made = master_parts(overview)
    template = environment(templates).get_template(f"magika/gm.{form}.j2")
    context: dict[str, Any] = {"o": overview, "heading": heading, "endings": ENDINGS}
    if form == "txt":
        context |= {"b": text_parts(made), "arena": "", "style": ""}
        return text_page([safe(template.render(context))])
    shades = Shades()
    names = {row.mage.letter: row.mage.name for row in overview.mages}
    parts = _still_parts(made, shades)
    parts["course"] = markup(parts_html([points_plot(names, dict(overview.tracks))], shades))
    context |= {"b": parts, "arena": markup(parts_html([world_picture(overview.world)], shades))}
    return safe(template.render(context | _page(heading, shades)))


def card_of(s: Spectator) -> Card | None:
    """What is passed on once the game is over: the way of all, the first three."""
    if not s.ending or s.world is None or s.revealed is None:
        return None
    world, who = s.world, {c.letter: c for c in s.revealed.contestants}
    three = tuple(
        Rank(
            name=place.name,
            worth=f"{points_text(place.points)} points",
            device=shield(
                place.letter, who[place.letter].team, who[place.letter].alignment, who[place.letter].race, 60.0
            ),
        )
        for place in s.final[:SHOWN]
    )
    return Card(
        game=game_title("Magika", s.game, s.title),
        headline=_won(s),
        lines=(sentences([ENDINGS[s.ending]]), *_turned(s)),
        ranks=three,
        foot=played_by(counted(len(s.final), "mage"), s.turn, s.date),
        accent=ACCENT,
        drawn=lambda wide, high, style: arena_picture(world, s.game, wide, high, style, s.tracks or None),
        larger=1.0,
    )


def _turned(s: Spectator) -> tuple[str, ...]:
    """When the winner passed all others for good."""
    names, first = {f.letter: f.name for f in s.final}, s.final[0]
    lines = [x for x in ranks(names, dict(s.tracks)).lines if x.name.startswith(f"{first.letter} ")]
    behind = [row for line in lines for row in line.ranks if row[1] > 1]
    if not behind or behind[-1][0] == s.turn:
        return ()
    turn, rank = behind[-1]
    return (f"{ORDINALS[rank].capitalize()} on turn {turn}, first on turn {turn + 1} and at the end.",)


def spectator_letter(spectator: Spectator, templates: Path | None = None) -> str:
    """The page for somebody who looks on, as HTML."""
    made = spectator_parts(spectator)
    heading = f"{made['head'].name}: Magika game {spectator.game}, turn {spectator.turn}"
    template = environment(templates).get_template("magika/spectator.html.j2")
    shades, card = Shades(), card_of(spectator)
    parts = _still_parts(made, shades)
    world, maps = spectator.world, ""
    if world is not None:
        names = {letter: mage.name for letter, mage in world.mages.items()}
        parts["course"] = markup(parts_html([points_plot(names, dict(spectator.tracks))], shades))
        maps = parts_html([world_picture(world)], shades)
    context = {
        "s": spectator,
        "heading": heading,
        "endings": ENDINGS,
        "arena": markup(maps),
        "poster": markup(poster(world, spectator) if world is not None else ""),
        "b": parts,
        "stage": markup("" if spectator.ending else stage_html()),
        "shields": markup(shields_row(spectator, shades)),
        "turns": markup(turns_row(spectator.turn, bool(spectator.ending))),
        "emblem": markup(emblem_html(emblem())),
        "countdown": markup(countdown(spectator.due_at)),
        "hero": markup(hero_html(card)),
    }
    programs = (COUNTDOWN,) if spectator.due_at else ()
    return safe(template.render(context | _page(heading, shades, programs, card.title if card else "")))


def _still_parts(made: Mapping[str, Passage | None], shades: Shades) -> dict[str, Any]:
    """Blocks by name in the player's page's look."""
    parts: dict[str, Any] = {}
    for name, block in made.items():
        html = head_html(block, "Magika") if isinstance(block, Head) else parts_html([block], shades)
        parts[name] = markup(html if block is not None and not block.empty else "")
    return parts


def _page(heading: str, shades: Shades, programs: Sequence[str] = (), shared: str = "") -> dict[str, Any]:
    """What stands around the parts, when all of them are drawn; ``style`` is for an office's own templates."""
    return {
        "opening": markup(opening(heading, shades, programs, shared)),
        "closing": markup(closing(programs)),
        "style": markup(shipped(PAGE_STYLE) + shades.css()),
    }
