"""A mage's report as the blocks of the player's page."""

from __future__ import annotations

from magika_gm.engine.paging import (
    Bar,
    Bars,
    Block,
    Chapter,
    Fact,
    Letter,
    Line,
    Notes,
    Plot,
    Post,
    Story,
    Table,
    Thing,
    Things,
)
from magika_gm.games.magika.report import contents
from magika_gm.games.magika.report.devices import TINCTURE
from magika_gm.games.magika.report.ending import lead_of_end
from magika_gm.games.magika.report.knowledge import how_there
from magika_gm.games.magika.report.report import PhaseStory, Report
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import INDEX, NAME, distance
from magika_gm.games.magika.rules.tables import BLACK, EBON, TERRAIN_NAMES
from magika_gm.reports.page import from_kit

_MOST, _LEAST = 125.0, -100.0


def subtitle(report: Report) -> str:
    """``good human, mage C, no cloak, no team``."""
    return contents.head(report).about


def lead(report: Report) -> tuple[str, ...]:
    """The turn in a sentence, and who and what is near; at the end first how the game ended."""
    said = contents.lead(report)
    if report.ending:
        return (lead_of_end(report), said.sentence)
    return from_kit.lead(said)


def facts(report: Report) -> tuple[Fact, ...]:
    """Place, endurance, arcania, spell skill, aptitude."""
    m = report.mage
    before = report.past[-2] if len(report.past) > 1 else None
    place = Fact(key="place", label="Place", value=m.space, note=TERRAIN_NAMES[m.terrain])
    found = [place]
    for key, label, value, most in (
        ("endurance", "Endurance", m.endurance, m.max_endurance),
        ("arcania", "Arcania", m.arcania, m.max_arcania),
        ("skill", "Spell skill", m.skill, 100),
    ):
        change = None if before is None else value - getattr(before, key)
        part = min(1.0, value / most)
        found.append(Fact(key=key, label=label, value=str(value), note=f"of {most}", part=part, change=change))
    change = None if before is None else m.standing - before.standing
    said = f"{m.aptitude:+d}".replace("-", "\u2212").replace("+0", "0")
    note = f"true to {m.alignment}: {m.standing}".replace("-", "\u2212")
    part = max(0.0, min(1.0, m.standing / 100))
    found.append(Fact(key="aptitude", label="Aptitude", value=said, note=note, part=part, change=change))
    return tuple(found)


def blocks(report: Report) -> tuple[Block, ...]:
    """Everything else the report says, what one looks for first."""
    found: list[Block] = []
    if report.notes:
        found.append(Notes(title="From the game master", lines=report.notes))
    if report.ending:
        found += _ending(report)
    if not report.turn and not report.story:
        found.append(Notes(title="Your first turn", lines=contents.FIRST_STEPS))
    else:
        found.append(_story(report))
    if report.messages:
        found.append(_post(report))
    found += [_scrolls(report), _held(report), _others(report), _standings(report), _points(report), _score(report)]
    found += [Table(title="The Ebon Mage's tasks", heads=("task", "points", ""), rows=_tasks(report), numbers=(1,))]
    found.append(_colophon(report))
    return tuple(block for block in found if not _empty(block))


def _empty(block: Block) -> bool:
    return (isinstance(block, Things) and not block.things and not block.empty) or (
        isinstance(block, Table) and not block.rows
    )


def _story(report: Report) -> Story:
    return Story(title="The turn, phase by phase", chapters=tuple(map(_chapter, report.story)), heads=("end.", "arc."))


def _chapter(told: PhaseStory) -> Chapter:
    inside = 1 <= told.phase <= 5
    figures = () if told.endurance is None else (str(told.endurance), str(told.arcania))
    lines = tuple(Line(text=contents.true_minus(line.text), rule=line.rule) for line in told.lines)
    title = told.order if inside and told.order else told.title
    return Chapter(title=title, number=str(told.phase) if inside else "", lines=lines, figures=figures)


def _post(report: Report) -> Post:
    letters = []
    for post in report.messages:
        to = "" if post.to == report.mage.letter else post.to
        letters.append(Letter(sender=post.sender, to=to, text=post.text, disc=post.letter, own=post.sender == "you"))
    return Post(title="Messages", letters=tuple(letters))


def _scrolls(report: Report) -> Things:
    things = tuple(
        Thing(
            key=f"S{s.number}",
            title=f"S{s.number} {s.code}",
            lines=(s.name, *([s.note] if s.note else [])),
            note=f"{s.minor_cost} / {s.major_cost}",
        )
        for s in report.mage.scrolls
    )
    return Things(title="Scrolls, minor / major", things=things, key="scrolls", empty="You hold no scroll.")


def _held(report: Report) -> Things:
    found = [Thing(key=f"item:{item}", title=item[:1].upper() + item[1:]) for item in report.mage.items]
    found += [Thing(key=f"spell:{name}", title=f"Under {name}", note=left) for name, left in report.mage.spells]
    return Things(title="You hold, and what lasts", things=tuple(found), key="held")


def _others(report: Report) -> Things:
    own = report.recon.space
    known = sorted(report.known, key=lambda k: (not k.now, distance(own, INDEX[k.there]) if k.there else 99, k.letter))
    things = []
    for k in known:
        name = k.name or ("the Ebon Mage" if k.letter == EBON else f"mage {k.letter}")
        cloak = "" if k.team is None else "no cloak" if k.team == BLACK else f"wears {k.team}"
        lines = tuple(part for part in (k.kind, cloak, k.more, "" if k.now else f"last seen turn {k.turn}") if part)
        things.append(
            Thing(
                key=f"mage:{k.letter}",
                title=name,
                lines=lines,
                note=k.there,
                place=k.space,
                disc=k.letter,
                colour=TINCTURE.get(k.team or "", ""),
                faint=not k.now,
            )
        )
    names = {k.letter: k.name for k in report.known}
    where = [
        Thing(
            key=f"artifact:{w.artifact}",
            title=thing_name(w.artifact),
            lines=(how_there(w, report.mage.letter, names),),
            note=NAME[w.space],
            place=NAME[w.space],
        )
        for w in report.artifacts
    ]
    if report.recon.own_artifact:
        artifact, way = report.recon.own_artifact
        if all(artifact != w.artifact for w in report.artifacts):
            where.append(
                Thing(key=f"artifact:{artifact}", title=thing_name(artifact), note=f"to the {way}" if way else "here")
            )
    return Things(title="Others, and artifacts you know of", things=(*things, *where), key="others",
                  empty="Nobody is known to you yet.")  # fmt: skip


def _standings(report: Report) -> Bars:
    bars = tuple(
        Bar(label=s.label, value=s.own, text=f"{s.own:g}".replace("-", "\u2212"), low=s.low, high=s.high, most=_MOST,
            least=_LEAST)
        for s in report.standings
    )  # fmt: skip
    return Bars(title="You among the others", bars=bars, note="The band is the others' range, the tick is you.")


def _points(report: Report) -> Table:
    total = sum(p.points for p in report.points)
    rows = tuple((p.label, f"{p.points:g}", f"{contents.MOST_POINTS.get(p.label, contents.TASK_POINTS):g}", p.rule)
                 for p in report.points)  # fmt: skip
    title = f"Victory points: {total:g}" if report.ending else f"Victory points, had it ended: {total:g}"
    return Table(title=title, heads=("for", "points", "of", "rule"), rows=rows, numbers=(1, 2))


def _score(report: Report) -> Plot:
    series = {"your points": tuple((float(own.turn), own.points) for own in report.past)}
    return Plot(title="Your points, turn by turn", series=series, own="your points")


def _tasks(report: Report) -> tuple[tuple[str, ...], ...]:
    return tuple((f"{t.name}: {t.text}", f"{t.points:g}", "done" if t.done else "") for t in report.tasks)


def _ending(report: Report) -> list[Block]:
    rows = tuple((str(p.rank), p.letter, p.name, f"{p.points:g}") for p in report.final)
    own = next((n for n, p in enumerate(report.final) if p.letter == report.mage.letter), -1)
    found: list[Block] = [
        Table(title="Final standing", heads=("rank", "mage", "name", "points"), rows=rows, numbers=(0, 3), own=own)
    ]
    if report.revealed is not None:
        hidden = tuple(
            (c.letter, c.name, f"{c.alignment} {c.race}", c.space, ", ".join((*c.scrolls, *map(thing_name, c.items))))
            for c in report.revealed.contestants
        )
        found.append(Table(title="What was hidden", heads=("mage", "name", "kind", "at", "held"), rows=hidden))
    return found


def _colophon(report: Report) -> Notes:
    p = report.player
    lines = [f"Code word {p.code_word}: it shows that this is from us.", f"Account {p.account}: {p.balance}"]
    lines.append(f"Hash of the game's seed: {report.seed_hash}")
    if report.seed:
        lines.append(f"Seed: {report.seed}")
    return Notes(title="", lines=tuple(lines), quiet=True)


def changes(report: Report) -> tuple[str, ...]:
    """What this turn brought, as far as the report itself tells it."""
    new = [s for s, (_, turn) in report.history.items() if turn == report.turn]
    fresh = [k for k in report.known if k.now]
    found = []
    before = report.past[-2] if len(report.past) > 1 else None
    if before is not None and NAME[before.space] != report.mage.space:
        found.append(f"You went from {NAME[before.space]} to {report.mage.space}.")
    if new:
        found.append(f"{len(new)} spaces are in sight.")
    if fresh:
        found.append(f"{len(fresh)} mages were perceived." if len(fresh) > 1 else "One mage was perceived.")
    return tuple(found)
