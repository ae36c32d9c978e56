"""Jinja templates of a report: a game's own and those an office writes, in a sandbox; and texts made safe to show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, select_autoescape
from jinja2.sandbox import ImmutableSandboxedEnvironment

from magika_gm.resources import shipped

_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def safe(text: str) -> str:
    """Text without control characters and direction overrides: each is shown as the replacement sign."""
    # no override is a sign that can be printed, to Python; nor is a no-break space: a page with one need not be looked
    # at sign by sign
    if text.isprintable() or text.replace("\n", "").replace("\t", "").replace("\u00a0", "").isprintable():
        return text
    clean = _BIDI.sub("\ufffd", text)
    return "".join(c if c in "\n\t" or unicodedata.category(c)[0] != "C" else "\ufffd" for c in clean)


_BOUND = re.compile(r"(?<=\d) (?=%|[A-Z]{2,4}\b)|(?<=\bturn) (?=\d)|(?<=\b(?:game|page|line)) (?=\d)")


def bound(text: str) -> str:
    """Text in which no line ends before a percent sign, between a number and its unit (``18:00 AST``), before the
    number of a turn, game, page or line."""
    return _BOUND.sub("\u00a0", text) if " " in text else text


def signed(value: float) -> str:
    """A number with its sign."""
    return f"{value:+d}"


def _compiled() -> FileSystemBytecodeCache | None:
    """Compiled templates, kept in the user's temporary folder: compiling them is a sixth of a cold process-turn.

    Each is known by a checksum of its source, so a changed template is compiled anew. Those compiled for the sandbox
    have names of their own: bytecode of an open environment would step around it.
    """
    try:
        return FileSystemBytecodeCache(pattern="magika-gm-boxed-%s.cache")
    except (OSError, RuntimeError):
        return None  # no such folder, or it is not ours: they are compiled each time


@cache
def environment(folders: tuple[Path, ...], autoescape: tuple[str, ...] = ("html.j2",)) -> ImmutableSandboxedEnvironment:
    """Templates of ``folders``, looked through in order; HTML is escaped.

    An office's own templates are somebody's text, not our code: the sandbox keeps them from the program's insides.
    """
    env = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader([str(folder) for folder in folders]),
        autoescape=select_autoescape(list(autoescape)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_compiled(),
    )
    env.filters |= {"safe_text": safe, "signed": signed}
    return env


def folders_of(templates: Path | None) -> tuple[Path, ...]:
    """An office's own templates first, then the shipped ones."""
    return (*([templates] if templates else []), shipped("templates"))


def filled(folders: Mapping[Path, Path], **facts: str) -> list[Path]:
    """Every template below these folders (``….j2``) with these facts, written into another folder each; the files made.

    FileExistsError, and nothing is written, where one of them is there.
    """
    made = {}
    for folder, into in folders.items():
        env = environment((folder,))
        for source in sorted(path.relative_to(folder) for path in folder.rglob("*.j2")):
            made[into / source.with_suffix("")] = env.get_template(source.as_posix()).render(**facts)
    for path in made:
        if path.exists():
            raise FileExistsError(path)
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")
    return list(made)
