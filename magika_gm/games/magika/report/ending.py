# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The end of a game: certificate (F1), poster of all tracks with ranks turn by turn (F2), the books opened (F3)."""

from __future__ import annotations

from functools import partial

from magika_gm.games.magika.report.arenamap import arena_picture, track_ink
from magika_gm.games.magika.report.blocks import honours
from magika_gm.games.magika.report.board import RATIO
from magika_gm.games.magika.report.bricks import world_bricks
from magika_gm.games.magika.report.report import FinalPlace, Report, Revealed
from magika_gm.games.magika.report.signs import CLOAK, shield
from magika_gm.games.magika.report.story import listed, number_word, thing_name
from magika_gm.games.magika.rules.arena import GOAL
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import BLACK, EBON
from magika_gm.games.magika.rules.tasks import ENDINGS
from magika_gm.games.magika.sight import GOAL_REACHED, STRIKE, OwnTurn
from magika_gm.reports.kit.base import Style
from magika_gm.reports.kit.drawings import Field, FieldMail
from magika_gm.reports.kit.final import Certificate, RankLine, Ranks, Rostrum
from magika_gm.reports.kit.head import date_words
from magika_gm.reports.kit.lists import Cell, Table
from magika_gm.reports.kit.prose import Prose
from magika_gm.reports.kit.scores import points_text

_ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
    "thirteenth",
)  # fmt: skip
LINES = (
    ("position", "pos.", 24), ("endurance", "end.", 9), ("arcania", "arc.", 9), ("spell skill", "skill", 9),
    ("standing aptitude", "apt.", 9), ("team expendables", "team\nexp.", 6), ("team learnables", "team\nlearn.", 6),
    ("alignment artifacts", "align.\nart.", 12), ("racial artifacts", "racial\nart.", 12), ("ability artifacts", "abil.\nart.", 4),
)  # fmt: skip
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
        contest=f"Magika, game {report.player.game}"
        + (f" “{report.player.title}”" if report.player.title != report.player.game else ""),
        name=m.name,
        rank=f"{_ORDINALS[mine.rank]} of {total}" + (", shared" if shared else ""),
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
        start = f"{said[:1].upper()}{said[1:]} on turn {report.turn}"
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
    rows: tuple[tuple[str | Cell, ...], ...] = tuple(
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
        "Every contestant's way, from the coast to where he stood at the end; a dot a turn, every tenth numbered, marks where artifacts were taken up and spells struck."
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
    lines = tuple(
        RankLine(f"{letter} {names.get(letter, '')}", tuple(row), *track_ink(letter), own=letter == own)
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
            f"{c.aptitude:+d}".replace("-", "\u2212"),
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
