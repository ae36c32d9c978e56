"""A card to be passed on when a game is over: who won, how it turned, the first three, how all lay at the end.

It is as large as pages want their pictures when they are shared (1200 x 630); the page of those who look on begins
with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from magika_gm.engine.records import named_record
from magika_gm.engine.words import sentences
from magika_gm.reports.kit.base import SERIF_CSS, Style, esc
from magika_gm.reports.kit.head import date_words
from magika_gm.reports.kit.scores import ahead_since
from magika_gm.reports.pdf_file import PdfFile
from magika_gm.reports.pdf_stream import BOLD, SANS, SERIF_BOLD, Pen
from magika_gm.reports.picture import (
    BLACK_INK,
    WHITE,
    Item,
    Picture,
    Polygon,
    Texts,
    box,
    mixed,
    moved,
    scaled,
    write_svg,
)
from magika_gm.reports.typeface import chosen, fitted, one_line, wrap

WIDE, HIGH = 1200.0, 630.0
_LEFT, _ROOM, _PANEL = 54.0, 480.0, 572.0
"""Where what is said begins, how wide it may be, where the drawing's ground begins."""
_AIR = 20.0
_DEVICES = (128.0, 92.0, 92.0)
"""How high the first, second, third device is."""
_GROUND = "#fffdf6"
_NAME = (84.0, 72.0, 60.0, 48.0, 40.0, 32.0)
_DRAWN = 1.6
"""So much larger than in print a drawing is, so that what is written on it can be read."""


SHOWN = len(_DEVICES)
"""So many of the first stand on it."""


@named_record
class Rank:
    """One of the first three: his name, what he had at the end, his device."""

    name: str
    worth: str
    device: Picture


@named_record
class Card:
    """What stands on it. ``drawn`` draws the end for a box, at the size of print; None where nothing can be drawn."""

    game: str
    """``Magika, Classic``."""
    headline: str
    lines: tuple[str, ...]
    """How it ended, and how it turned."""
    ranks: tuple[Rank, ...]
    foot: str
    accent: str
    drawn: Callable[[float, float, Style], Picture] | None = None
    larger: float = _DRAWN

    @property
    def title(self) -> str:
        """What those read who are sent the page's address: ``Linnet won Magika, Classic, 58½ points``."""
        worth = f", {self.ranks[0].worth}" if self.ranks and self.ranks[0].worth else ""
        return one_line(f"{self.headline}: {self.game}{worth}")

    @property
    def told(self) -> str:
        """All of it in words."""
        ranks = "; ".join(f"{one.name} {one.worth}".strip() for one in self.ranks)
        return one_line(" ".join((f"{self.headline}.", *self.lines, *([f"{ranks}."] if ranks else []), self.foot)))

    @property
    def ground(self) -> str:
        """The accent, darkened."""
        return mixed(self.accent, BLACK_INK, 0.52)

    def picture(self) -> Picture:
        """The card."""
        pale = mixed(self.ground, WHITE, 0.72)
        items: list[Item] = [Polygon(box(0, 0, WIDE, HIGH), self.ground)]
        room = _ROOM if self.drawn else WIDE - 2 * _LEFT
        items += self._said(room, pale)
        items += self._ranked(pale)
        items.append(Texts(((_LEFT, 38.0, fitted(one_line(self.foot), 19.0, room)),), 19.0, False, pale, True))
        if self.drawn is not None:
            items.append(Polygon(box(_PANEL, 0, WIDE - _PANEL, HIGH), _GROUND))
            items += _fitted(self.drawn, self.larger)
        return Picture(WIDE, HIGH, self.title, self.told, tuple(items))

    def _said(self, room: float, pale: str) -> list[Item]:
        """Game, who won, how."""
        over = fitted(one_line(self.game), 19.0, room)
        head = one_line(self.headline)
        size = chosen(head, _NAME, room, SERIF_BOLD)
        y = HIGH - 142.0
        items: list[Item] = [
            Texts(((_LEFT, HIGH - 62.0, over),), 19.0, False, pale, True),
            Texts(((_LEFT, y, fitted(head, size, room, SERIF_BOLD)),), size, True, WHITE, True, serif=True),
        ]
        y -= 42.0
        for number, said in enumerate(self.lines):
            for line in wrap(one_line(said), SANS, 23.0, room)[:2]:
                items.append(Texts(((_LEFT, y, line),), 23.0, False, pale if number else WHITE, True))
                y -= 31.0
        return items

    def _ranked(self, pale: str) -> list[Item]:
        """The first three, whose devices stand on one line."""
        items: list[Item] = []
        left, low = _LEFT, 148.0
        for number, (one, high) in enumerate(zip(self.ranks, _DEVICES, strict=False)):
            scale = high / one.device.height
            wide = one.device.width * scale
            room = 152.0 if number else 174.0
            middle = left + room / 2
            items += moved(scaled(one.device.items, scale), middle - wide / 2, low)
            size = 22.0 if not number else 18.0
            name = fitted(one_line(one.name), size, room, BOLD)
            items.append(Texts(((middle, low - 30.0, name),), size, True, WHITE))
            items.append(Texts(((middle, low - 53.0, fitted(one_line(one.worth), 17.0, room)),), 17.0, False, pale))
            left += room
        return items

    def file(self, kind: str) -> bytes:
        """It as ``svg``, ``pdf``, or ``html`` for mails, whose programs show no drawing of ours."""
        return self.pdf() if kind == "pdf" else (self.html() if kind == "html" else self.svg()).encode()

    def html(self) -> str:
        """Its words on its ground."""
        lines = "".join(f'<p style="margin:0 0 4px">{esc(line)}</p>' for line in self.lines)
        ranks = "".join(
            f'<p style="margin:0 0 2px"><b>{place}. {esc(one.name)}</b> {esc(one.worth)}</p>'
            for place, one in enumerate(self.ranks, 1)
        )
        return (
            f'<div style="background:{self.ground};color:#ffffff;padding:24px 22px;overflow-wrap:anywhere">'
            f'<p style="margin:0;font-size:14px">{esc(self.game)}</p>'
            f'<p style="font:bold 32px/1.2 {SERIF_CSS};margin:6px 0 10px">{esc(self.headline)}</p>{lines}'
            f'<div style="margin:18px 0">{ranks}</div><p style="margin:0;font-size:14px">{esc(self.foot)}</p></div>'
        )

    def svg(self) -> str:
        """It as a file of its own, or inside a page."""
        return write_svg(self.picture(), "card", ground=False)

    def pdf(self) -> bytes:
        """It as a page; the same card gives the same bytes."""
        file = PdfFile((WIDE, HIGH))
        pen = Pen(file)
        pen.picture(self.picture(), 0, 0)
        file.page(pen.code)
        return file.finish({"Title": self.title, "Author": "magika-gm", "Subject": self.told})


def _fitted(drawn: Callable[[float, float, Style], Picture], larger: float) -> list[Item]:
    """A drawing as large as its ground lets it be, in the middle."""
    wide, high = WIDE - _PANEL - 2 * _AIR, HIGH - 2 * _AIR
    made = drawn(wide / larger, high / larger, Style())
    scale = min(wide / made.width, high / made.height)
    left = _PANEL + (WIDE - _PANEL - made.width * scale) / 2
    return moved(scaled(made.items, scale), left, (HIGH - made.height * scale) / 2)


def game_title(name: str, game: str, title: str) -> str:
    """``Magika, Classic``; ``Magika, game 12`` of a game without a title of its own."""
    return f"{name}, {title if title not in ('', game, name) else f'game {game}'}"


def played_by(players: str, turns: int, date: str) -> str:
    """``Two players, 17 turns by mail, ended 29 August 2027.``"""
    return sentences([f"{players}, {counted(turns, 'turn')} by mail, ended {date_words(date)}"])


def counted(number: int, what: str) -> str:
    """``Two players``; ``17 turns``."""
    words = "no one two three four five six seven eight nine ten eleven twelve thirteen".split()
    said = words[number] if number < len(words) else str(number)
    return f"{said} {what}{'' if number == 1 else 's'}"


def lead_since(rows: Sequence[tuple[int, Sequence[float]]], winner: int) -> str:
    """Since when he leads who leads at the end, by figures of all turns: ``ahead since turn 9``; "" if he does not."""
    since = ahead_since(rows, winner)
    if since is None:
        return ""
    return "ahead from first to last" if since == rows[0][0] else f"ahead since turn {since}"
