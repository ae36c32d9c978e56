"""A printed report as text: what its pages draw, operator by operator, in lines one can read and compare.

The words stand in letters instead of the codes a subset of a font gives them, streams are unpacked, and of what is long
(a map's paths, a font's outlines) there stands the beginning and a digest of all. So this is the same wherever the same
is drawn, and other where a word stands 10 pt beside its box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, StreamObject

ROOM = 160
"""Letters that are shown of a line without words."""
FEW = 4
"""Lines without words, one after the other, that are shown."""

_BACK = {"/Parent", "/Prev", "/P"}
"""Where an object refers back to what holds it."""
_FONT_OR_WORD = re.compile(rb"(/F\d+\+\d+) (?=[\d.]+ Tf)|\(((?:[^\\()]|\\.)*)\)", re.DOTALL)
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_GLYPH = re.compile(rb"<([0-9A-F]{2})> <((?:[0-9A-F]{4})+)>")


def drawn(path: Path) -> str:
    """All there is in a printed report."""
    return "\n".join(_Document(path).lines()) + "\n"


def _shown(line: str) -> str:
    return line if len(line) <= ROOM else f"{line[:ROOM]} ... {len(line)} letters, {_digest(line.encode())}"


def _with_pictures_in_short(lines: Iterable[str]) -> Iterator[str]:
    for words, run in groupby(lines, lambda line: "Tj" in line):
        found = list(run)
        if words:
            yield from found
        elif len(found) <= FEW:
            yield from map(_shown, found)
        else:
            whole = "\n".join(found)
            yield f"... {len(found)} lines drawn, {_digest(whole.encode())}"


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]


class _Document:
    def __init__(self, path: Path) -> None:
        self.reader = PdfReader(path)
        self.pages = {page.indirect_reference: f"page {n}" for n, page in enumerate(self.reader.pages, 1)}

    def lines(self) -> Iterator[str]:
        """Of the document, of each page, of the fonts and drawings they use."""
        for name, value in (self.reader.metadata or {}).items():
            yield _shown(f"{name} {value}")
        for name, value in self.reader.root_object.items():
            if name != "/Pages":
                yield _shown(f"{name} {self.plain(value)}")
        used: dict[str, str] = {}
        for page in self.reader.pages:
            yield f"{self.pages[page.indirect_reference]}: {' '.join(map(str, page.mediabox))}"
            resources: Any = page["/Resources"]
            for kind in ("/Font", "/XObject"):
                used |= {name: self.plain(value) for name, value in resources.get(kind, {}).items()}
            others = {name: value for name, value in page.items() if name not in ("/Contents", "/Resources", "/Annots")}
            yield _shown(self.plain(DictionaryObject(others)))
            for note in page.get("/Annots", ()):
                yield _shown(self.plain(note))
            contents = page.get_contents()
            if contents is not None:
                yield from _with_pictures_in_short(self.operators(contents.get_data(), resources["/Font"]))
        for name, value in sorted(used.items()):
            yield _shown(f"{name} {value}")

    def plain(self, value: object) -> str:
        """An object with all that it refers to, but for pages, which have lines of their own."""
        match value:
            case IndirectObject():
                return self.pages.get(value) or self.plain(value.get_object())
            case ArrayObject():
                return f"[{' '.join(map(self.plain, value))}]"
            case DictionaryObject():
                kept = [(k, v) for k, v in value.items() if k not in _BACK and k not in ("/Filter", "/Length")]
                data = f" {_digest(value.get_data())}" if isinstance(value, StreamObject) else ""
                return f"<{' '.join(f'{k} {self.plain(v)}' for k, v in kept)}{data}>"
            case _:
                return str(value)

    def operators(self, data: bytes, fonts: Any) -> list[str]:
        """What a page draws, its words in letters."""
        letters: dict[int, str] = {}

        def told(found: re.Match[bytes]) -> bytes:
            nonlocal letters
            font, word = found.groups()
            if font is not None:
                letters = self.letters(fonts[font.decode()])
                return found[0]
            codes = _ESCAPED.sub(lambda m: bytes([int(m[1], 8)]) if len(m[1]) == 3 else m[1], word)
            return f"({''.join(letters.get(code, f'<{code:02x}>') for code in codes)})".encode()

        return _FONT_OR_WORD.sub(told, data).decode().splitlines()

    def letters(self, font: Any) -> dict[int, str]:
        """The letters of a font's codes."""
        pairs = _GLYPH.findall(font["/ToUnicode"].get_data())
        return {int(code, 16): bytes.fromhex(sign.decode()).decode("utf-16-be") for code, sign in pairs}
