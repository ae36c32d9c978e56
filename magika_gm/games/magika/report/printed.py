"""The printed report: three pages by design (the turn, the arena, orders); at the end certificate, poster and books."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment

from magika_gm.engine.records import made_once
from magika_gm.engine.words import ORDINALS, capital, listed, number_word, true_minus
from magika_gm.games.magika.orders.offers import MESSAGES
from magika_gm.games.magika.report import blocks, board
from magika_gm.games.magika.report.arenamap import arena_picture, track_ink, world_bricks
from magika_gm.games.magika.report.blocks import honours
from magika_gm.games.magika.report.board import RATIO, rose_picture
from magika_gm.games.magika.report.report import FinalPlace, Report, Revealed
from magika_gm.games.magika.report.signs import CLOAK, shield
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import GOAL, NAME
from magika_gm.games.magika.rules.costs import FURTHER, OrderCost
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import BLACK, EBON, PHASES, TERRAIN_NAMES
from magika_gm.games.magika.rules.tasks import ENDINGS, Points
from magika_gm.games.magika.sight import GOAL_REACHED, STRIKE, OwnTurn
from magika_gm.reports.kit.base import Block, Passage, Style, spans
from magika_gm.reports.kit.drawings import Field, FieldMail
from magika_gm.reports.kit.final import Certificate, Placard, RankLine, Ranks, Rostrum
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines, Sheet
from magika_gm.reports.kit.head import Proof, date_words, due_parts, titled
from magika_gm.reports.kit.lists import Cell, Cells, Table
from magika_gm.reports.kit.mail import FILLER, STYLE, html_parts, text_page, text_parts
from magika_gm.reports.kit.pages import print_report
from magika_gm.reports.kit.press import Leaf, Strip, beside, full, list_leaf, order_leaf, turn_and_field_leaf, turn_leaf
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.kit.scores import points_text
from magika_gm.reports.templating import environment as sandbox
from magika_gm.reports.templating import folders_of, safe

# The order page of the printed report, to fill in on screen (AcroForm) or by hand; and the sheet of mails.
#
# Field names are part of the product's face (docs/orders.md, PDF form); ``magika_gm.mail.pdf_form`` reads them back.


FORM_VERSION = "1"
LONGEST_ORDER, LONGEST_NAME = 160, 60
ORDERS = "Orders"


def order_page(report: Report, style: Style) -> Leaf:
    """The order page."""
    left, right = costs(report)
    parts = (left, right) if right.rows else (left,)
    office = report.player.office_email
    foot = (
        f"Fill in on screen, save, mail to {office}; or by hand."
        if office
        else "Fill in on screen, save, mail back; or by hand."
    )
    return order_leaf(
        ORDERS,
        head=form_head(report, style),
        lines=form_lines(report),
        costs=parts,
        messages=form_messages(),
        foot=foot,
    )


def seat_word(report: Report) -> str:
    """How a sheet names the mage."""
    return "EBON" if report.mage.letter == EBON else report.mage.letter


def form_head(report: Report, style: Style) -> OrderHead:
    """Game, turn, mage, due date: what must not be mistaken."""
    p, m = report.player, report.mage
    turn, seat = str(report.turn + 1), seat_word(report)
    due = ", ".join(part for part in due_parts(p.next_due) if part)
    return OrderHead(
        title=ORDERS,
        who=f"{m.name}, {'the Ebon Mage' if m.letter == EBON else 'mage ' + m.letter}",
        cells=(FormCell("Game", p.game), FormCell("Turn", turn), FormCell("Mage", seat), FormCell("Due", due)),
        fixed=(("magika_form", FORM_VERSION), ("game", p.game), ("turn", turn), ("mage", seat)),
        aside="or leave it empty and answer our mail from your address: that stands for it.",
        device=shield(m.letter, m.team, m.alignment, m.race, style.length(30.0), (), style.map_sizes),
    )


def choices(report: Report) -> tuple[str, ...]:
    """Legal orders of next turn for a field to drop down, whole ones alone: what needs an aim is written by hand."""
    found = [cost.order for cost in report.costs if cost.order.startswith(("MOVE ", "DON ")) or cost.order.isalpha()]
    for cost in report.costs:
        if cost.order.startswith("CAST ") and cost.cost != "-":
            code = cost.order.split()[-1]
            found += [f"CAST {code}{'X' * major}" for major in (False, True) if not SPELL[code].parameter_at(major)]
    return tuple(dict.fromkeys(found))


def form_lines(report: Report) -> OrderLines:
    """Five lines, blank columns for one's own reckoning, the rose of ways."""
    drop = choices(report)
    lines = tuple(
        OrderLine(f"phase{phase}", str(phase), f"Order of phase {phase}; empty is a Rest", LONGEST_ORDER, drop)
        for phase in range(1, PHASES + 1)
    )
    moves = [cost for cost in report.costs if cost.order.startswith("MOVE ")]
    said = "No way leads out of here." if not moves else f"The turn's first move: {_phases_said(moves[0].cost)}."
    said += "".join(f" Further ones in phase {PHASES}: {c.cost}." for c in report.costs if c.order == FURTHER)
    return OrderLines(
        lines,
        "An empty phase is a rest. A later sheet replaces this one.",
        ("place", "end.", "arc."),
        partial(rose_picture, report),
        said,
    )


def _phases_said(cost: str) -> str:
    """``15/10/5/5/5 endurance`` as ``15 in phase 1, 10 in phase 2, 5 in 3 to 5 (endurance)``."""
    figures, _, unit = cost.partition(" ")
    values = figures.split("/")
    said: list[str] = []
    at = 0
    while at < len(values):
        end = at
        while end + 1 < len(values) and values[end + 1] == values[at]:
            end += 1
        phases = f"phase {at + 1}" if end == at else f"phases {at + 1} to {end + 1}"
        said.append(f"{values[at]} in {phases}")
        at = end + 1
    return f"{', '.join(said)} ({unit})"


def costs(report: Report) -> tuple[Table, Table]:
    """What each order would cost or bring: what one does at left, what one casts at right."""
    # ways that are barred the rose leaves out: no row tells of them here
    told_by_the_rose = ("CAST ", "MOVE ", FURTHER)
    plain = [c for c in report.costs if not c.order.startswith(told_by_the_rose) and c.cost != "-"]
    casts = [c for c in report.costs if c.order.startswith("CAST ")]
    left = Table(title="What each order would cost or bring from here", heads=(), rows=tuple(_row(c) for c in plain))
    right = Table(
        title="Scrolls",
        heads=("", "arcania", "major", "") if casts else (),
        rows=tuple(_cast(c) for c in casts),
        right=frozenset({1, 2}),
    )
    return left, right


def _row(cost: OrderCost) -> Cells:
    figure = "free" if cost.cost == "nothing" else cost.cost
    return Cell(cost.order, bold=True), figure, Cell(cost.note, grey=True)


def _cast(cost: OrderCost) -> Cells:
    minor, _, major = cost.cost.removesuffix(" arcania").partition(", X ")
    return Cell(cost.order, bold=True), minor.replace("-", "–"), major, Cell(cost.note, grey=True)


def form_messages() -> MessageForm:
    """Three messages."""
    # line ends count as characters in a field, not in a message
    most = MESSAGES.characters + MESSAGES.lines - 1
    fields = tuple(
        MessageFields(f"message{n}_to", f"message{n}_anonymous", f"message{n}_text", LONGEST_NAME, most)
        for n in range(1, MESSAGES.most + 1)
    )
    title = f"Messages: {MESSAGES.lines} lines and {MESSAGES.characters} characters each; to a mage, a colour or ALL"
    return MessageForm(title, fields)


def sheet(report: Report) -> Sheet:
    """The sheet of mails, with its button."""
    p = report.player
    subject = f"Magika game {p.game}, turn {report.turn + 1}, mage {seat_word(report)}"
    return Sheet(
        f"Orders for turn {report.turn + 1}",
        "Answer this mail with the sheet below, filled in.",
        report.form,
        p.office_email,
        subject,
    )


def cost_table(report: Report) -> Table:
    """All costs in one table, for mails."""
    rows = tuple((Cell(c.order, bold=True), c.cost, Cell(c.note, grey=True)) for c in report.costs)
    return Table(title="What each order would cost (the first move, in phase 1/2/3/4/5)", heads=(), rows=rows)


TURN, ARENA, TABLES = "The turn", "The arena", "Allies"


def pdf(report: Report, paper: str = "letter", large: bool = False) -> bytes:
    """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
    style = Style(large=large)
    m, p = report.mage, report.player
    leaves = _final(report, style) if report.ending else _turn(report, style)
    head = f"{m.name} ({m.letter})  ·  game {p.game}, turn {report.turn}"
    printed = f"printed {date_words(p.date)}" if p.date else ""
    return print_report(
        f"Magika {p.game}, turn {report.turn}: {m.name} ({m.letter})",
        "  ·  ".join(part for part in (head, printed, ", ".join(filter(None, (p.name, p.address)))) if part),
        blocks.colophon(report).line(),
        leaves,
        proof=Proof(report.seed_hash, p.chain),
        office=p.office,
        paper=paper,
        style=style,
    )


def _turn(report: Report, style: Style) -> tuple[Leaf, ...]:
    left: list[Block] = [
        blocks.untitled(blocks.field(report)),
        blocks.legend(report, style),
        blocks.areas(report),
        blocks.bands(report),
    ]
    right: list[Block] = [
        blocks.ledger(report),
        blocks.scrolls(report),
        blocks.items(report),
        blocks.active(report),
        blocks.others(report, brief=True),
    ]
    first = turn_leaf(
        TURN,
        head=blocks.head(report, style),
        gauges=blocks.gauges(report),
        lead=blocks.lead(report),
        notes=blocks.notes(report),
        field=left,
        ledger=(*right, blocks.score_line(report)),
        below=(blocks.strip(report),),
        large=style.large,
    )
    arena: list[Block] = [replace(blocks.arena(report), title="")]
    below: list[Block] = []
    if style.large:
        arena, below = [*blocks.arena_parts(report)], [blocks.artifacts(report), blocks.score(report)]
    between: list[Strip] = []
    part = None if style.large else board.seen_part(report, spans(blocks.WIDTH, 9))
    if part is not None:
        whole, seen = blocks.seen_arena(report, part)
        corner = (whole, blocks.artifacts(report), blocks.score(report))
        arena, between = [], [beside(3, corner, (seen,))._replace(name=ARENA)]
    others = blocks.others(report)
    allies, beside_them = _allies(report, others)
    leaves = [
        turn_and_field_leaf(
            first,
            between=(*allies, *between),
            field=arena,
            field_name=ARENA,
            below=(*below, None if beside_them else others, blocks.tasks(report), blocks.letters(report)),
        )
    ]
    if report.form:
        leaves.append(order_page(report, style))
    return tuple(leaves)


def _allies(report: Report, others: Block) -> tuple[list[Strip], bool]:
    """Two allies side by side; a last one alone has the others beside him (then they need no place of their own)."""
    made = [blocks.ally(report, seen) for seen in report.recon.allies]
    strips = []
    odd = len(made) % 2 == 1 and not others.empty
    for at in range(0, len(made), 2):
        pair = made[at : at + 2]
        strip = beside(6, pair[:1], pair[1:]) if len(pair) == 2 else beside(6, pair, (others,) if odd else ())
        strips.append(strip._replace(name=TABLES if at == 0 else ""))
    return strips, odd


def _final(report: Report, style: Style) -> tuple[Leaf, ...]:
    """F1 to F3; no order page."""
    assert report.world is not None
    assert report.revealed is not None
    tracks = dict(report.tracks)
    names = {f.letter: f.name for f in report.final}
    leaves = [
        list_leaf("The certificate", (certificate(report, style),), framed=True),
        list_leaf(
            "The poster",
            (
                placard(report),
                replace(poster(report.world, report.player.game, tracks or None, style.large), title=""),
                ranks(names, tracks, report.mage.letter),
            ),
            framed=True,
        ),
        Leaf(
            "The books",
            (
                *(
                    full(block)
                    for block in (
                        standing(report.final, report.mage.letter),
                        hidden(report.revealed),
                        lying(report.revealed),
                        blocks.tasks(report),
                        blocks.letters(report),
                    )
                ),
                *_last_turn(report, style).strips,
                full(proof(report)),
            ),
        ),
    ]
    return tuple(leaves)


def _last_turn(report: Report, style: Style) -> Leaf:
    """The last turn as its mage lived it; how he stands and what the others had is in the books."""
    return turn_leaf(
        "",
        head=blocks.gauges(report),
        lead=blocks.lead(report),
        notes=blocks.notes(report),
        field=[blocks.untitled(blocks.field(report)), blocks.legend(report, style)],
        ledger=[
            blocks.ledger(report),
            blocks.scrolls(report),
            blocks.items(report),
            blocks.active(report),
            blocks.score_line(report),
        ],
        large=style.large,
    )


# The end of a game: certificate (F1), poster of all tracks with ranks turn by turn (F2), the books opened (F3).


LINES = (
    ("position", "pos.", 24),
    ("endurance", "end.", 9),
    ("arcania", "arc.", 9),
    ("spell skill", "skill", 9),
    ("standing aptitude", "apt.", 9),
    ("team expendables", "team\nexp.", 6),
    ("team learnables", "team\nlearn.", 6),
    ("alignment artifacts", "align.\nart.", 12),
    ("racial artifacts", "racial\nart.", 12),
    ("ability artifacts", "abil.\nart.", 4),
)
"""The account's lines as columns: label, head, the most each gives."""


def certificate(report: Report, style: Style | None = None) -> Certificate:
    """What the reader's game came to."""
    sizes = (style or Style()).map_sizes
    mine = next(f for f in report.final if f.letter == report.mage.letter)
    m = report.mage
    marks = honours(report)
    people = {c.letter: c for c in report.revealed.contestants} if report.revealed else {}
    rostrum = []
    for place in report.final[:3]:
        c = people[place.letter]
        device = shield(c.letter, c.team, c.alignment, c.race, 52.0, (), sizes)
        rostrum.append(Rostrum(f"{place.rank}.", place.name, f"{points_text(place.points)} points", device))
    total = (
        number_word(len(report.final))
        if len(report.final) <= 10
        else {12: "twelve", 13: "thirteen"}.get(len(report.final), str(len(report.final)))
    )
    shared = sum(f.rank == mine.rank for f in report.final) > 1
    return Certificate(
        contest=f"Magika, game {report.player.game}{titled(report.player)}",
        name=m.name,
        rank=f"{ORDINALS[mine.rank]} of {total}" + (", shared" if shared else ""),
        lead=lead_of_end(report),
        points=mine.points,
        unit="victory points",
        lines=(
            f"{m.alignment} {m.race}, {'the Ebon Mage' if m.letter == EBON else 'mage ' + m.letter}"
            + ("" if m.team == BLACK else f" of the {m.team} team")
            + f"; played by {report.player.name}",
            *((f"Honours: {listed([honour_name(mark) for mark in marks])}",) if marks else ()),
        ),
        signed=report.player.office or "the game master",
        signed_as="the game master",
        date=date_words(report.player.date),
        rostrum=tuple(rostrum),
        device=shield(m.letter, m.team, m.alignment, m.race, 118.0, marks, sizes),
        corners=(*CLOAK.values(), "#1c1726", *CLOAK.values()),
    )


def placard(report: Report) -> Placard:
    """Over the poster: who won with what, and how it ended."""
    first, mine = [f for f in report.final if f.rank == 1], certificate(report)
    title = f"{listed([f.name for f in first])} won with {points_text(first[0].points)}"
    return Placard(contest=f"{mine.contest}, {mine.date}", title=title, said=mine.lead)


def honour_name(mark: str) -> str:
    """A mark under the shield in words."""
    said = {STRIKE: "an attack by magic", GOAL_REACHED: "the Goal Square reached"}
    return said[mark] if mark in said else thing_name(mark)


def lead_of_end(report: Report) -> str:
    """``Kestrel and Fenouil reached the Goal Square on turn 16; Kestrel won.``"""
    winners = [f.name for f in report.final if f.rank == 1]
    there = (
        [c.name for c in report.revealed.contestants if c.space == "a1" and not c.dropped] if report.revealed else []
    )
    if report.ending == "goal" and there:
        start = f"{listed(there)} reached the Goal Square on turn {report.turn}"
    else:
        said = ENDINGS[report.ending or "goal"]
        start = f"{capital(said)} on turn {report.turn}"
    if set(winners) == set(there):
        return f"{start} and won."
    return f"{start}; {listed(winners)} won."


def standing(final: tuple[FinalPlace, ...], own: str = "", tasks: bool = True) -> Table:
    """The final standing: a column a line of the account, the best of each bold, the reader's row tinted."""
    columns = list(LINES)
    has_tasks = tasks and any(p.rule == "EBON-6" for f in final for p in f.lines)
    figures: list[list[float]] = []
    for f in final:
        row = [sum(p.points for p in f.lines if p.label == label) for label, _, _ in columns]
        figures.append([*row, sum(p.points for p in f.lines if p.rule == "EBON-6")] if has_tasks else row)
    heads = [f"{head} {most}" for _, head, most in columns] + (["tasks"] if has_tasks else [])
    best = [max(column) for column in zip(*figures, strict=True)] if figures else []
    rows: tuple[Cells, ...] = tuple(
        (
            str(f.rank),
            Cell(f.letter, bold=True),
            Cell(f.name, bold=f.letter == own),
            *(
                Cell(points_text(v) if v else "·", bold=v > 0 and v == best[n], grey=not v)
                for n, v in enumerate(values)
            ),
            Cell(points_text(f.points), bold=True),
        )
        for f, values in zip(final, figures, strict=True)
    )
    mine = frozenset(n for n, f in enumerate(final) if f.letter == own)
    right = frozenset({0, *range(3, 4 + len(heads))})
    return Table(
        title="Final standing", heads=("", "", "", *heads, "total"), rows=rows, right=right, own=mine, small=True
    )


def poster(report_world: World, game: str, tracks: dict[str, tuple[OwnTurn, ...]] | None, large: bool = False) -> Field:
    """The whole true arena with everybody's way."""
    caption = (
        "Every contestant's way from the coast, where his letter is, to where he stood at the end, broad those of the "
        "first three; a dot a turn, every tenth numbered, marks where artifacts were taken up and spells struck."
        if tracks
        else "The true arena with everybody and everything in it."
    )
    return Field(
        title="The arena",
        maker=partial(arena_picture, report_world, game, tracks=tracks),
        ratio=RATIO,
        shrink=0.97 if large else 0.84,
        caption=caption,
        mail=partial(_world_mail, report_world),
    )


def _world_mail(world: World) -> FieldMail:
    made = world_bricks(world)
    return FieldMail(made.described, made, (), (made.described,))


def ranks(names: dict[str, str], tracks: dict[str, tuple[OwnTurn, ...]], own: str = "") -> Ranks:
    """Ranks by victory points after every turn."""
    turns = sorted({o.turn for past in tracks.values() for o in past})
    found: dict[str, list[tuple[int, int]]] = {letter: [] for letter in tracks}
    for turn in turns:
        points = {letter: o.points for letter, past in tracks.items() for o in past if o.turn == turn}
        order = sorted(points, key=lambda letter: (-points[letter], letter))
        for place, letter in enumerate(order, 1):
            found[letter].append((turn, place))
    worth = {letter: points_text(past[-1].points) for letter, past in tracks.items() if past}
    lines = tuple(
        RankLine(f"{letter} {names.get(letter, '')}", tuple(row), *track_ink(letter), letter == own, worth[letter])
        for letter, row in sorted(found.items())
        if row
    )
    return Ranks("Rank by victory points, turn by turn", lines)


def hidden(revealed: Revealed) -> Table:
    """What nobody could know."""
    rows = tuple(
        (
            Cell(c.letter, bold=True),
            c.name,
            f"{c.alignment} {c.race}"
            + (f", {c.team}" if c.team != BLACK else "")
            + (", left the game" if c.dropped else ""),
            c.space,
            str(c.endurance),
            str(c.arcania),
            str(c.skill),
            true_minus(f"{c.aptitude:+d}"),
            ", ".join([*c.scrolls, *map(thing_name, c.items)]) or "·",
        )
        for c in revealed.contestants
    )
    heads = ("", "", "", "at", "end.", "arc.", "skill", "apt.", "held at the end")
    return Table(title="What was hidden", heads=heads, rows=rows, right=frozenset({4, 5, 6, 7}), small=True)


def lying(revealed: Revealed) -> Prose:
    """What still lies where."""
    left = "; ".join(f"{', '.join(map(thing_name, things))} at {space}" for space, things in revealed.lying)
    return Prose("", (f"Still lying: {left or 'nothing'}.",))


def proof(report: Report) -> Prose:
    """The seed, and how to check the dice."""
    return Prose(
        "The dice",
        (
            f"The seed of this game's dice: {report.seed}",
            f"Its hash, as printed since turn 1: {report.seed_hash}",
            "Anyone can play the game again from a final turn file: magika-gm verify FILE",
        ),
    )


__all__ = ["GOAL", "certificate", "hidden", "lying", "poster", "proof", "ranks", "standing"]


# The report as text and as HTML mail: blocks put in order by Jinja2 templates; what players wrote is shown safely.


def points(value: float) -> str:
    """Victory points: whole or in quarters, without idle zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def account(lines: Sequence[Points]) -> str:
    """Every point in one line: ``position 20 [VP-1], endurance 6.75 [VP-2], …``."""
    return ", ".join(f"{p.label} {points(p.points)} [{p.rule}]" for p in lines)


@cache
def environment(templates: Path | None = None) -> Environment:
    """Templates of the office first, then the shipped ones, with Magika's own words at hand."""
    env = sandbox(folders_of(templates)).overlay()
    env.filters = env.filters | {"points": points, "item_name": thing_name}
    env.globals = env.globals | {
        "account": account,
        "names": NAME,
        "terrain_names": TERRAIN_NAMES,
        "item_name": thing_name,
    }
    return env


@made_once
def passages(report: Report) -> dict[str, Passage | None]:
    """Everything a mail may show, by name; templates put it in order."""
    found: dict[str, Passage | None] = {
        "head": blocks.head(report),
        "gauges": blocks.gauges(report),
        "lead": blocks.lead(report),
        "notes": blocks.notes(report),
        "field": blocks.field(report),
        "ledger": blocks.ledger(report),
        "scrolls": blocks.scrolls(report),
        "holds": blocks.items(report),
        "active": blocks.active(report),
        "areas": blocks.areas(report),
        "letters": blocks.letters(report),
        "others": blocks.others(report),
        "bands": blocks.bands(report),
        "score": blocks.score(report),
        "score_line": blocks.score_line(report),
        "artifacts": blocks.artifacts(report),
        "arena": blocks.arena_alone(report),
        "tasks": blocks.tasks(report),
        "colophon": blocks.colophon(report),
        "costs": cost_table(report),
        "sheet": sheet(report),
    }
    if report.ending and report.revealed is not None and report.world is not None:
        names = {f.letter: f.name for f in report.final}
        found |= {
            "certificate": certificate(report),
            "standing": standing(report.final, report.mage.letter),
            "poster": poster(report.world, report.player.game, None),
            "ranks": ranks(names, dict(report.tracks), report.mage.letter),
            "hidden": hidden(report.revealed),
            "lying": lying(report.revealed),
            "proof": proof(report),
        }
    return found


ALLIES = "allies"


def preheader(report: Report) -> str:
    """What an inbox shows beside the subject: ``At b1, 95 endurance. C and D stand beside you. Orders by …``."""
    m = report.mage
    parts = [f"At {m.space}, {m.endurance} endurance, {m.arcania} arcania."]
    if report.ending:
        parts = [lead_of_end(report)]
    else:
        parts += blocks._where_things_stand(report)[:1]
        count = len([x for x in report.posts if x.sender != "you"])
        parts += [f"{count} message{'s' if count != 1 else ''}."] if count else []
        parts.append(f"Orders by {due_parts(report.player.next_due)[0]}.")
    return " ".join(parts)


def _context(report: Report, title: str) -> dict[str, Any]:
    return {
        "r": report,
        "player": report.player,
        "mage": report.mage,
        "title": title,
        "preheader": preheader(report),
    }


def title_of(report: Report) -> str:
    """The title of every form."""
    return f"Magika {report.player.game}: turn {report.turn}, {report.mage.name} ({report.mage.letter})"


def text_letter(report: Report, templates: Path | None = None) -> str:
    """The report as plain text, at most 72 columns but for what others wrote in one word."""
    parts: dict[str, Any] = dict(text_parts(passages(report)))
    parts[ALLIES] = ["\n".join(ally.text()) for ally in _allies_told(report)]
    template = environment(templates).get_template("magika/report.txt.j2")
    return text_page([template.render(_context(report, title_of(report)) | {"b": parts})])


def html_letter(report: Report, templates: Path | None = None) -> str:
    """The report as an HTML mail: inlined styles, no scripts, nothing loaded from elsewhere."""
    made = passages(report)
    parts: dict[str, Any] = dict(html_parts(made))
    parts[ALLIES] = list(html_parts({a.title: a for a in _allies_told(report)}).values())
    parts["button"] = markup(sheet(report).button())
    template = environment(templates).get_template("magika/report.html.j2")
    context = _context(report, title_of(report)) | {"b": parts, "style": markup(STYLE), "filler": markup(FILLER)}
    return safe(template.render(context))


def markup(text: str) -> Any:
    """Our own words, as they are."""
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 - our own words


def _allies_told(report: Report) -> list[Field]:
    return [blocks.ally(report, seen) for seen in report.recon.allies]
