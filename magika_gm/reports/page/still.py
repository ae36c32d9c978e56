"""Pages for those who look on, and the game master's: in the player's page's look, but without a program.

They are made of the same data (``engine.paging``) or of the kit's blocks, styled by the same sheet, and held by as
strict a policy: nothing is fetched, no style or script but those named by their hash runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from magika_gm.engine import paging
from magika_gm.reports.kit.base import Passage
from magika_gm.reports.kit.head import Head
from magika_gm.reports.kit.imprint import Proof, chain_lines
from magika_gm.reports.kit.prose import Lead, NoteBox
from magika_gm.reports.page import from_kit
from magika_gm.reports.page.still_picture import Shades, ink_on, legend_html, picture_svg, plot_svg
from magika_gm.reports.page.writing import policy, shipped
from magika_gm.reports.templating import safe

Part = Passage | paging.Block | paging.Picture | str | None
"""A block of the kit, a block or picture of the page, or HTML that is made already (no ``style=`` in it)."""
STYLE = "magika_gm.reports.page:built/page.css"
"""The style sheet, which is the player's page's."""
MANY = 6
"""Heads of a table that wants the page's whole width, and is cards on a phone."""
LONG = 40
"""Letters of a cell for which it does so, too."""


def still_page(
    *,
    title: str,
    head: Head,
    over: str = "",
    lead: Sequence[str] = (),
    top: Sequence[Part] = (),
    pictures: Sequence[paging.Picture | str] = (),
    beside: Sequence[Part] = (),
    blocks: Sequence[Part] = (),
    programs: Sequence[str] = (),
) -> str:
    """The file's text: head (``over``: the line above its name), ``lead``, ``top``; a picture with what stands
    ``beside`` it, further pictures first; ``blocks`` in columns. ``programs`` are our own, and few: a countdown.
    """
    shades = Shades()
    maps, *more = [_picture(picture, shades) for picture in pictures if picture] or [""]
    near, rest = (parts_html(parts, shades) for parts in ((*more, *beside), blocks))
    desk = f'<div class="desk">{near}</div>' if near else ""
    table = f'<div class="{"table" if maps and near else "table one"}">{maps}{desk}</div>' if maps or near else ""
    body = (
        f'<div id="page" class="still">{head_html(head, over)}<main>'
        f'<div class="top">{_lead(lead)}{parts_html(top, shades)}</div>'
        f'{table}{f"""<div class="report" id="report">{rest}</div>""" if rest else ""}</main></div>'
    )
    return document(title, body, shades, programs)


def document(title: str, body: str, shades: Shades, programs: Sequence[str] = ()) -> str:
    """The whole of such a page: the style sheet, the policy, what is in it."""
    return safe("".join((opening(title, shades, programs), body, closing(programs))))


def opening(title: str, shades: Shades, programs: Sequence[str] = ()) -> str:
    """What stands before its body: everything in it must be drawn already, for ``shades`` to be known."""
    styles = [shipped(STYLE), *filter(None, [shades.css()])]
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy([*programs], styles)}">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            *(f"<style>{style}</style>" for style in styles),
            "</head><body>",
        )
    )


def closing(programs: Sequence[str] = ()) -> str:
    """What stands after it."""
    return "\n".join((*(f"<script>{program}</script>" for program in programs), "</body></html>\n"))


def head_html(head: Head, over: str) -> str:
    """The page's head: ``over`` it the game."""
    return (
        f'<header class="head"><div>{f"""<p class="caps">{escape(over)}</p>""" if over else ""}'
        f'<h1>{escape(head.name)}</h1><p class="subtitle">{escape(head.about)}</p>'
        f'<p class="quiet">{escape(head.game)}</p></div></header>'
    )


def _lead(lines: Sequence[str]) -> str:
    said = " ".join(escape(line) if n else f"<b>{escape(line)}</b>" for n, line in enumerate(lines))
    return f'<p class="lead">{said}</p>' if said else ""


def _picture(picture: paging.Picture | str, shades: Shades) -> str:
    if isinstance(picture, str):
        return f'<section class="map-section"><div class="drawn">{picture}</div></section>'
    return (
        f'<section class="map-section" aria-label="{escape(picture.title)}"><h2>{escape(picture.title)}</h2>'
        f'<div class="frame">{picture_svg(picture, shades)}</div>{legend_html(picture, shades)}</section>'
    )


def parts_html(parts: Iterable[Part], shades: Shades) -> str:
    """Parts in order, empty ones left out."""
    return "".join(_part(part, shades) for part in parts if part is not None)


def _part(part: Part, shades: Shades) -> str:
    match part:
        case None:
            return ""
        case str():
            return part
        case paging.Picture():
            return _picture(part, shades)
        case Proof():
            lines = (f"Hash of the game's seed: {part.seed_hash}", *part.more, *chain_lines(part.chain))
            return _block(paging.Notes(title="", lines=lines, quiet=True), shades)
        case NoteBox():
            if part.empty:
                return ""
            notes = "".join(f"<li>{escape(note)}</li>" for note in part.notes)
            return f'<section class="block look"><h2>{escape(part.title)}</h2><ul>{notes}</ul></section>'
        case Lead():
            return "" if part.empty else _lead(from_kit.lead(part))
        case Passage():
            return "".join(_block(made, shades) for made in from_kit.blocks((part,)))
        case _:
            return _block(part, shades)


def _block(block: paging.Block, shades: Shades) -> str:
    """A section of the report."""
    kind, wide = "", False
    match block:
        case paging.Story():
            kind, body = "story", "".join(_chapter(chapter, len(block.heads)) for chapter in block.chapters)
            body = f'<table class="story">{_story_heads(block)}<tbody>{body}</tbody></table>'
        case paging.Things():
            kind, rows = "things", "".join(_thing(thing, shades) for thing in block.things)
            empty = f'<p class="quiet">{escape(block.empty)}</p>' if block.empty else ""
            body = f'<ul class="things">{rows}</ul>' if rows else empty
        case paging.Table():
            kind, body, wide = "table", _table(block), _broad(block)
        case paging.Bars():
            kind, body = "bars", "".join(_bar(bar, shades) for bar in block.bars) + _note(block.note)
            body = f'<div class="bars">{body}</div>'
        case paging.Plot():
            kind, drawn = "plot", plot_svg(block)
            body = f'<div class="plot">{drawn}{_note(block.note)}</div>' if drawn else ""
        case paging.Notes():
            kind, said = "notes", "".join(f"<p>{escape(line)}</p>" for line in block.lines)
            body = f'<div class="notes{" quiet" * block.quiet}">{said}</div>'
        case paging.Post():
            kind, body = "post", f'<div class="post">{"".join(map(_letter, block.letters))}</div>' * bool(block.letters)
    if not body:
        return ""
    head = f"<h2>{escape(block.title)}</h2>" if block.title else ""
    small = " small" * (isinstance(block, paging.Notes) and block.quiet)
    return f'<section class="block {kind}-block{small}{" wide" * wide}">{head}{body}</section>'


def _note(text: str) -> str:
    return f'<p class="quiet">{escape(text)}</p>' if text else ""


def _story_heads(story: paging.Story) -> str:
    if not story.heads:
        return ""
    heads = "".join(f'<th scope="col" class="figure">{escape(head)}</th>' for head in story.heads)
    title = f'<th scope="col"><span class="aloud">{escape(story.title)}</span></th>'
    return f'<thead><tr><th scope="col"></th>{title}{heads}</tr></thead>'


def _chapter(chapter: paging.Chapter, heads: int) -> str:
    figures = [*chapter.figures, *[""] * heads][:heads]
    lines = "".join(
        f"<p{' class=ill' * line.ill}>{escape(line.text)}"
        + (f'<small class="rule"> {escape(line.rule)}</small>' if line.rule else "")
        + "</p>"
        for line in chapter.lines
    )
    title = f"<b>{escape(chapter.title)}</b>" if chapter.title else ""
    return (
        f'<tr><th scope="row" class="number">{escape(chapter.number)}</th><td>{title}{lines}</td>'
        + "".join(f'<td class="figure">{escape(figure)}</td>' for figure in figures)
        + "</tr>"
    )


def _thing(thing: paging.Thing, shades: Shades) -> str:
    disc = ""
    if thing.disc:
        own = f" {shades.of(f'--fill:{thing.colour};--ink:{ink_on(thing.colour)}')} inked" if thing.colour else ""
        disc = f'<span class="disc{own}{" faint" * thing.faint}" aria-hidden="true">{escape(thing.disc)}</span>'
    note = f'<span class="note">{escape(thing.note)}</span>' if thing.note else ""
    lines = f'<span class="quiet">{escape("; ".join(thing.lines))}</span>' if thing.lines else ""
    head = f'<span class="thing">{disc}<b>{escape(thing.title)}</b>{note}</span>'
    return f"<li{' class=faint' * thing.faint}>{head}{lines}</li>"


def _broad(table: paging.Table) -> bool:
    """Whether it wants the page's whole width, and is cards on a phone."""
    columns = max((len(row) for row in (table.heads, *table.rows)), default=0)
    return columns >= MANY or any(len(text) > LONG for row in table.rows for text in row)


def _table(table: paging.Table) -> str:
    if not table.rows:
        return ""
    heads = [*table.heads, *[""] * (len(table.rows[0]) - len(table.heads))]

    def cell(n: int, text: str) -> str:
        named = f' data-h="{escape(heads[n])}"' if heads[n] and n else ""
        figure = ' class="figure"' if n in table.numbers else ""
        tag = "td" if n else "th"
        return f"<{tag}{named}{figure}{'' if n else ' scope=row'}>{escape(text)}</{tag}>"

    rows = "".join(
        f"<tr{' class=own' * (at == table.own)}>{''.join(cell(n, text) for n, text in enumerate(row))}</tr>"
        for at, row in enumerate(table.rows)
    )
    said = "".join(
        f'<th scope="col"{" class=figure" * (n in table.numbers)}>{escape(head)}</th>' for n, head in enumerate(heads)
    )
    top = f"<thead><tr>{said}</tr></thead>" if any(heads) else ""
    cards = " cards" if _broad(table) else ""
    made = f'<table class="plain{cards}">{top}<tbody>{rows}</tbody></table>{_note(table.note)}'
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(table.title or "Table")}">{made}</div>'


def _bar(bar: paging.Bar, shades: Shades) -> str:
    def part(value: float) -> float:
        return max(0.0, min(1.0, (value - bar.least) / ((bar.most - bar.least) or 1)))

    shade = shades.of(f"--low:{part(bar.low):.3f};--high:{part(bar.high):.3f};--at:{part(bar.value):.3f}")
    return (
        f'<p><span>{escape(bar.label)}</span><b>{escape(bar.text)}</b><span class="scale {shade}" aria-hidden="true">'
        '<i class="band"></i><i class="tick"></i></span></p>'
    )


def _letter(letter: paging.Letter) -> str:
    disc = escape(letter.disc)
    drawn = f'<span class="disc{"" if disc else " blank"}" aria-hidden="true">{disc}</span>'
    said = f'<span class="quiet">to {escape(letter.to)}</span>' if letter.to else ""
    return (
        f'<blockquote><p class="who">{drawn}<b>{escape(letter.sender)}</b> {said}</p>'
        f'<p class="text">{escape(letter.text)}</p></blockquote>'
    )
