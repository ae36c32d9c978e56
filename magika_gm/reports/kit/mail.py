# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""Blocks as a mail: HTML that every mail program draws and a phone shows without scrolling sideways, and plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from magika_gm.reports.kit.base import ACCENT, COLUMNS_OF_TEXT, INK, SANS_CSS, WHITE, Passage, esc
from magika_gm.reports.picture import mixed
from magika_gm.reports.templating import environment, folders_of, safe

STYLE = (
    "body{margin:0;padding:0;-webkit-text-size-adjust:100%}.b td{border:solid #fff;border-width:0 1px 1px 0}.b .u{background:#8882}.c{display:inline-block;padding:0 2px;border:1px solid #1a1a1a;font-weight:bold;white-space:nowrap}a{color:#4b2a78}"
    ".t td,.t th{padding:3px 8px 3px 0;vertical-align:top;text-align:left;border-top:1px solid #8884}"
    ".t th{font-size:13px;opacity:.75;vertical-align:bottom;border:0}.t .r{text-align:right}.t .s{font-weight:bold}"
    ".t .g{opacity:.75}.t .o{background:#9d7fc433}"
    "@media (prefers-color-scheme:dark){.e{color:#ff9d96!important}body{background:#121212;color:#eee}.b td{border-color:#121212}a{color:#b79be0}"
    "p a[style]{background:#6a44a3!important}.v{background:#9d7fc4!important}.w{background:#fff!important}}"
    "@media (max-width:400px){.b{font-size:9px!important}.c{padding:0;border:0;letter-spacing:-.6px}}"
    "@media (max-width:640px){.k tr{display:block;padding:8px 0;border-top:1px solid #8884}.k th{display:none}"
    ".k td{display:inline-block;border:0!important;padding:0 12px 2px 0;white-space:normal!important;text-align:left!important}"
    ".k td:first-child{display:block;font-weight:bold}.k .z{display:none!important}"
    ".k td[data-h]:before{content:attr(data-h) ' ';opacity:.75;font-weight:normal}}"
)


_SOFT, _LIGHT, _BUTTON, _EDGE, _BAR = "#9d7fc4", "#b79be0", "#6a44a3", "#2c1650", "#7a5c9e"
"""What the blocks say for the accent's other shades: of lines and boxes, in the dark, the button's edge, a gauge's bar."""
_SHEET = re.compile(r"<style>.*?</style>|<[^<>]*(?:style|bgcolor)=[^<>]*>", re.DOTALL)
_STYLED = re.compile(r'style="[^"]*"|(?:style|bgcolor)=[^\s>]+|<style>.*?</style>', re.DOTALL)
"""What styles a line, in a tag alone: nobody's text can open one."""


def in_accent(page: str, accent: str) -> str:
    """A mail made in the usual accent, in a game's own: in what styles it, so that nobody's words change."""
    return page if accent == ACCENT else _SHEET.sub(lambda tag: _dyed(tag[0], accent), page)


@lru_cache(maxsize=512)
def _dyed(tag: str, accent: str) -> str:
    """A tag, or the style sheet: there are few different ones."""
    usual, shades = _shades(accent)
    return _STYLED.sub(lambda styled: usual.sub(lambda shade: shades[shade[0]], styled[0]), tag)


@cache
def _shades(accent: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the usual shades, and what each of them is in an accent."""
    shades = {
        ACCENT: accent,
        _SOFT: mixed(accent, WHITE, 0.4),
        _BAR: mixed(accent, WHITE, 0.25),
        _LIGHT: mixed(accent, WHITE, 0.55),
        _BUTTON: mixed(accent, WHITE, 0.15),
        _EDGE: mixed(accent, INK, 0.5),
    }
    return re.compile("|".join(shades)), shades


FILLER = "&#847;&zwnj;&nbsp;" * 40
"""After the preheader, so that the inbox shows nothing of what follows it."""


def html_page(title: str, preheader: str, parts: Iterable[Passage | str | None], accent: str = ACCENT) -> str:
    """A mail: at most 640 pixels wide, sides of 14, text of 16. ``preheader`` is what an inbox shows beside the subject.

    Parts are blocks, or HTML that is made already.
    """
    body = "\n".join(
        part if isinstance(part, str) else part.html()
        for part in parts
        if part is not None and (isinstance(part, str) or not part.empty)
    )
    made = (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,'
        'initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
        f"<title>{esc(title)}</title><style>{STYLE}</style></head>\n"
        f'<body><div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px">{esc(preheader)}{FILLER}</div>\n'
        f'<div style="max-width:640px;margin:0 auto;padding:14px;font:16px/1.5 {SANS_CSS};overflow-wrap:break-word">\n'
        f"{body}\n</div></body></html>\n"
    )
    return in_accent(made, accent)


def text_page(parts: Iterable[Passage | str | None]) -> str:
    """A text mail: the same blocks in the same order, 72 columns wide (but for what must not be broken)."""
    lines: list[str] = []
    for part in parts:
        if part is None or (not isinstance(part, str) and part.empty):
            continue
        lines += part.split("\n") if isinstance(part, str) else part.text()
    kept: list[str] = []
    for line in lines:
        if line.strip() or (kept and kept[-1].strip()):
            kept.append(line.rstrip())
    return safe("\n".join(kept).strip("\n")) + "\n"


def html_parts(blocks: Mapping[str, Passage | None]) -> dict[str, Markup]:
    """Blocks by name as HTML, for a template to put in order; empty ones are ""."""
    return {name: Markup(b.html() if b is not None and not b.empty else "") for name, b in blocks.items()}  # noqa: S704 - blocks escape


def text_parts(blocks: Mapping[str, Passage | None]) -> dict[str, str]:
    """Blocks by name as text, for a template to put in order; empty ones are ""."""
    return {name: "\n".join(b.text()) if b is not None and not b.empty else "" for name, b in blocks.items()}


def html_template(
    game: str,
    templates: Path | None,
    title: str,
    preheader: str,
    blocks: Mapping[str, Passage | None],
    button: str = "",
    accent: str = ACCENT,
    **more: Any,
) -> str:
    """A mail as ``<game>/report.html.j2`` sets it: the office's own template where it has one, else the shipped one.

    A template sees the blocks by name (``b.head``), ``button`` (the sheet's, to stand under the lead), ``title``, ``preheader``, ``style``, ``filler``, and ``more``.
    """
    template = environment(folders_of(templates)).get_template(f"{game}/report.html.j2")
    shown = {"title": title, "preheader": preheader, "style": Markup(STYLE), "filler": Markup(FILLER)}  # noqa: S704 - our own
    made = template.render(**shown, b=html_parts(blocks), button=Markup(button), **more)  # noqa: S704 - our own
    return in_accent(made, accent)


def text_template(
    game: str, templates: Path | None, title: str, blocks: Mapping[str, Passage | None], **more: Any
) -> str:
    """A text mail as ``<game>/report.txt.j2`` sets it, likewise."""
    template = environment(folders_of(templates)).get_template(f"{game}/report.txt.j2")
    return text_page([template.render(title=title, b=text_parts(blocks), **more)])


__all__ = ["COLUMNS_OF_TEXT", "html_page", "html_parts", "html_template", "text_page", "text_parts", "text_template"]
