# ruff: noqa: E501 - a block need not use all it is told; markup and tables of figures stay in one piece
"""A map of a mail: rows of coloured cells, an HTML table that every mail program draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from magika_gm.reports.kit.base import (
    esc,
)


class Brick(NamedTuple):
    """A cell of a map as an HTML table: its colour ("" is unseen), what is written on it, and that text's colour."""

    fill: str
    text: str = ""
    ink: str = ""


def _lost(brick: Brick) -> bool:
    """Whether it could not be told from a light page."""
    return bool(brick.text) and brick.fill.lower() in ("#fff", "#ffffff")


class BrickRow(NamedTuple):
    """A row of bricks, shifted by so many half bricks."""

    shift: int
    bricks: tuple[Brick, ...]


@dataclass(frozen=True)
class Bricks:
    """A map for mails: rows of bricks; a brick is ``wide`` by ``high`` pixels."""

    rows: tuple[BrickRow, ...]
    wide: int
    high: int
    described: str

    def html(self) -> str:
        """A table that every mail program draws; unseen bricks in one run each."""
        half = self.wide / 2
        most = max((row.shift + 2 * len(row.bricks) for row in self.rows), default=0)
        columns = f"<colgroup><col span={most}></colgroup>"
        rows = []
        for row in self.rows:
            cells = [f"<td colspan={row.shift}>"] if row.shift else []
            at = 0
            while at < len(row.bricks):
                brick = row.bricks[at]
                if not brick.fill and not brick.text:
                    end = at
                    while end < len(row.bricks) and not row.bricks[end].fill and not row.bricks[end].text:
                        end += 1
                    cells.append(f"<td colspan={2 * (end - at)} class=u>")
                    at = end
                    continue
                said = [f"color:{brick.ink};font-weight:bold"] if brick.ink else []
                # a white one on a white page is framed, and no higher for it
                said += [f"border:1px solid #1a1a1a;line-height:{self.high - 2}px"] if _lost(brick) else []
                style = ";".join(said)
                ink = (f' style="{style}"' if " " in style else f" style={style}") if style else ""
                cells.append(f"<td colspan=2 bgcolor={brick.fill or '#999999'}{ink}>{esc(brick.text)}")
                at += 1
            rows.append("<tr>" + "".join(cells))
        size = 10 if self.high < 20 else 13
        return (
            f'<table role="img" aria-label="{esc(self.described)}" class="b" cellspacing=0 cellpadding=0 '
            f'style="width:{most * half:g}px;max-width:100%;table-layout:fixed;font:{size}px/{self.high - 1}px Helvetica,Arial,'
            f'sans-serif;color:#1a1a1a;text-align:center">{columns}{"".join(rows)}</table>'
        )
