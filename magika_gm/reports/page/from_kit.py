"""Blocks of a printed report as blocks of the player's page: what a game says once is said in both alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from magika_gm.engine import paging
from magika_gm.reports.kit.base import MINUS, Passage, minus, ruled
from magika_gm.reports.kit.head import Colophon, Gauge, Gauges, Proof, chain_lines
from magika_gm.reports.kit.letters import Cards, Letters
from magika_gm.reports.kit.lists import Holdings, Ledger, LedgerRow, Table
from magika_gm.reports.kit.prose import Lead, NoteBox, Prose
from magika_gm.reports.kit.scores import Bands, Score, ScoreLine, points_text


def facts(gauges: Gauges) -> tuple[paging.Fact, ...]:
    """Figures in the order they are printed."""
    return tuple(map(_fact, gauges.gauges))


def _fact(gauge: Gauge) -> paging.Fact:
    change = gauge.change.replace(MINUS, "-")
    return paging.Fact(
        gauge.label,
        gauge.label[:1].upper() + gauge.label[1:],
        gauge.figure,
        note=gauge.note,
        part=-1 if gauge.full is None else max(0.0, min(1.0, gauge.full)),
        change=int(change) if re.fullmatch(r"[+-]?\d+", change) else None,
    )


def lead(block: Lead) -> tuple[str, ...]:
    """The turn in a sentence or two, and what is about to end the game."""
    return tuple(part for part in (block.sentence, *block.more) if part)


def asked(block: NoteBox) -> tuple[str, ...]:
    """What waits for the reader's answer."""
    return block.notes[: block.asked]


def blocks(found: Iterable[Passage | None]) -> tuple[paging.Block, ...]:
    """What there is to say of each, in order; empty ones are left out, what has no form here is told in its text."""
    return tuple(made for block in found if block is not None and not block.empty for made in _block(block))


def _block(block: Passage) -> Iterator[paging.Block]:
    match block:
        case Ledger():
            yield paging.Story(title=block.title, chapters=_chapters(block.rows), heads=block.heads)
        case Letters():
            yield paging.Post(title=block.title, letters=tuple(_letters(block)))
        case Table() if block.title or block.rows:
            yield _table(block)
        case Holdings():
            yield paging.Things(title=block.title, things=tuple(_things(block)))
        case Bands():
            low, high = block.axis
            ends = {"least": low, "most": high}
            bars = (
                paging.Bar(label=r.label, value=r.own, text=minus(f"{r.own:g}"), low=r.low, high=r.high, **ends)
                for r in block.rows
            )
            note = " ".join(filter(None, ("The band is the others' range, the tick is you.", block.said)))
            yield paging.Bars(title=block.title, bars=tuple(bars), note=note)
        case Score():
            parts = ((p.label, points_text(p.points), points_text(p.most), p.rule) for p in block.parts)
            title = f"{block.title}: {points_text(block.total)}"
            yield paging.Table(title=title, heads=("for", "points", "of", "rule"), rows=tuple(parts), numbers=(1, 2))
        case ScoreLine():
            series = {"you": tuple((float(turn), float(value)) for turn, value in block.values)}
            if len(block.values) > 1:
                yield paging.Plot(title=block.title, series=series, own="you")
        case NoteBox():
            if block.notes[block.asked :]:  # what is asked stands under the headline
                yield paging.Notes(title=block.title, lines=block.notes[block.asked :])
        case Prose():
            numbered = block.numbered and len(block.paragraphs) > 1
            lines = (f"{n}. {p}" if numbered else p for n, p in enumerate(block.paragraphs, 1))
            yield paging.Notes(title=block.title, lines=tuple(lines))
        case Cards():
            rows = tuple((card.name, card.note) for card in block.cards)
            yield paging.Table(title=block.title, heads=(), rows=rows)
        case Colophon():
            yield paging.Notes(title="", lines=(*block.parts, *block.long), quiet=True, proof=chain_lines(block.chain))
        case Proof():
            said = (f"Hash of the game's seed: {block.seed_hash}", *block.more)
            yield paging.Notes(title="", lines=said, quiet=True, proof=chain_lines(block.chain))
        case _:
            yield from _told(block)


def _told(block: Passage) -> Iterator[paging.Block]:
    """A drawing or whatever else: its text, its heading for a title."""
    lines = [line.strip() for line in block.text() if line.strip() and set(line.strip()) - set("-=~")]
    title = str(getattr(block, "title", ""))
    lines = lines[1:] if lines and title and lines[0].casefold().startswith(title.casefold()) else lines
    if lines:
        yield paging.Notes(title=title, lines=tuple(lines))


def _chapters(rows: Iterable[LedgerRow]) -> tuple[paging.Chapter, ...]:
    found: list[paging.Chapter] = []
    for row in rows:
        lines = tuple(line(text, ill=n in row.harms) for n, text in enumerate(row.outcome))
        if not row.number and not row.order and found:  # a long step was broken for the printer's sake
            found[-1] = replace(found[-1], lines=(*found[-1].lines, *lines))
        else:
            found.append(paging.Chapter(title=row.order, number=row.number, lines=lines, figures=row.figures))
    return tuple(found)


def line(text: str, ill: bool = False) -> paging.Line:
    """A sentence, the rule at its end apart."""
    said, rule = ruled(text)
    return paging.Line(text=said, rule=rule, ill=ill)


def _letters(block: Letters) -> Iterator[paging.Letter]:
    for one in block.letters:
        own = one.sender.casefold() in ("you", "yourself")
        to = one.to.removeprefix("to ")  # the page says so itself
        yield paging.Letter(sender=one.sender, to=to, text=one.text, disc=one.disc.letter, own=own)


def _table(block: Table) -> paging.Table:
    rows = tuple(tuple([part if isinstance(part, str) else part.text for part in row]) for row in block.rows)
    return paging.Table(
        title=block.title,
        heads=block.heads,
        rows=rows,
        numbers=tuple(sorted(block.right)),
        own=tuple(sorted(block.own)),
    )


def _things(block: Holdings) -> Iterator[paging.Thing]:
    for row in block.rows:
        title = " ".join(part for part in (row.mark, row.code) if part) or row.name
        lines = tuple(part for part in (row.name if title != row.name else "", row.note) if part)
        yield paging.Thing(row.mark or row.code or row.name, title, lines=lines, note=row.right)
