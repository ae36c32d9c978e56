"""One player's page as a file: the program, the styles and the data in one, with a policy that lets nothing else in."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any
from zlib import compress

from magika_gm.engine.paging import Art, Building, Envelope, GamePage, arts, page_json
from magika_gm.reports.kit.base import ACCENT, INK, WHITE
from magika_gm.reports.picture import mixed
from magika_gm.reports.rule_pages import carried

FORMAT = "player-page"
VERSION = 1
LARGEST = 300_000
"""Bytes a page may have; tests hold every game to it."""
_UNSAFE = tuple((sign, f"\\u{ord(sign):04x}") for sign in "<>&\u2028\u2029")


def page_html(
    page: GamePage,
    envelope: Envelope,
    turn_file: Mapping[str, Any],
    script: str,
    written: str = "",
    rows: str = "",
    book: Path | None = None,
) -> str:
    """The file's text. ``script`` is the game's own program, as ``package:file`` ("" for none); ``written`` is the turn
    file's text where it is written already; ``rows`` (JSON) are what typed lines are judged by, "" where nothing is;
    ``book`` is where the rule book's templates are: of its rules those come along that the page can name
    and those that these name.

    The program, the rows and the rules are packed: they were most of the file.
    """
    style, loader = (shipped(f"magika_gm.reports.page:built/{name}") for name in ("page.css", "loader.js"))
    styles = [style, *filter(None, [dress(page.accent)])]
    program = _program(script)
    told = embedded(page)
    data = f'{embedded({"format": FORMAT, "version": VERSION, "envelope": envelope})[:-1]},"page":{told}}}'
    named = carried(book, told, rows, *([shipped(script)] if script else [])) if book else {}
    title = f"{envelope.system_title} {envelope.game}, turn {envelope.turn}: {page.title}"
    missing = "The same report lies beside it as text, as a letter and in print."

    def with_turn_file(text: str) -> str:
        return _whole(
            title,
            styles,
            [loader, program],
            missing,
            f'<script type="application/json" id="page-data">{data}</script>',
            f'<script type="application/json" id="turn-file">{_harmless(text)}</script>',
            *([_packed("line-rows", rows)] if rows and page.plan is not None else []),
            *([_packed("rule-texts", page_json(named), ",".join(named))] if named else []),
            _packed("art", symbols(arts(page))),
        )

    whole = with_turn_file(written.strip() or page_json(turn_file))
    if "record" not in turn_file or len(whole.encode()) <= LARGEST:
        return whole
    # a final one's record of the whole game, which the turn file has beside the page
    return with_turn_file(page_json({key: value for key, value in turn_file.items() if key != "record"}))


def building_html(building: Building) -> str:
    """The file a list for the sign-up form is made on: whole, for nothing of it is anybody's own."""
    names = ("page.css", "building.css", "loader.js", "building.js")
    *styles, loader, program = (shipped(f"magika_gm.reports.page:built/{name}") for name in names)
    styles += filter(None, [dress(building.accent)])
    missing = f"A {building.block} can be written by hand, too: the players' pages say how."
    parts = (_packed("building", page_json(building)), _packed("art", symbols(arts(building))))
    return _whole(building.title, styles, [loader, program], missing, *parts)


def _whole(title: str, styles: list[str], programs: list[str], missing: str, *parts: str) -> str:
    """A page with a program: ``programs`` are what unpacks, and what is packed; ``missing`` what is said without it."""
    loader, program = programs
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy(programs, styles)}">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            *(f"<style>{style}</style>" for style in styles),
            "</head>",
            '<body><div id="page"></div>',
            "<noscript><p>This page is a program: it needs JavaScript, which is switched off here. "
            f"{missing}</p></noscript>",
            *parts,
            _packed("program", program, level=9),
            f"<script>{loader}</script>",
            "</body></html>\n",
        )
    )


@cache
def dress(accent: str) -> str:
    """The colours that follow from a game's accent, over the style sheet's own; lighter in the dark."""
    if accent in ("", ACCENT):
        return ""
    light = mixed(accent, WHITE, 0.58)
    own = {"accent": accent, "route": accent, "tint": mixed(WHITE, accent, 0.07), "band": mixed(WHITE, accent, 0.27)}
    dark = {"accent": light, "route": mixed(accent, WHITE, 0.8), "on": mixed(accent, INK, 0.8),
            "tint": mixed("#1a191e", accent, 0.2), "band": mixed("#232128", accent, 0.6),
            "casing": mixed(accent, INK, 0.7)}  # fmt: skip
    said = (";".join(f"--{name}:{colour}" for name, colour in some.items()) for some in (own, dark))
    return ":root{{{}}}@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}".format(*said)


@cache
def _program(script: str) -> str:
    """What runs in a page: the game's own program, then the page's."""
    names = (script, "magika_gm.reports.page:built/page.js") if script else ("magika_gm.reports.page:built/page.js",)
    return "\n".join(map(shipped, names))


@lru_cache(maxsize=32)
def _packed(name: str, text: str, keys: str = "", level: int = 1) -> str:
    """A text as an element of that name, as ``js/packed.js`` reads it; ``keys`` tell what is in it.

    What is one page's own is packed quickly, what is in many as small as can be, at ``level`` 9.
    """
    held = f' data-keys="{escape(keys)}"' if keys else ""
    return f'<script type="text/plain" id="{name}"{held}>{b64encode(compress(text.encode(), level)).decode()}</script>'


def symbols(drawn: Iterable[Art]) -> str:
    """Drawings to be used by their keys, each once."""
    groups = (f'<g id="{key}">{art.drawn}</g>' for key, art in {art.key: art for art in drawn}.items())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="art" aria-hidden="true" stroke-linejoin="round">'
        f"<defs>{''.join(groups)}</defs></svg>"
    )


def policy(programs: list[str], styles: list[str]) -> str:
    """Nothing is fetched and nothing sent; the scripts and styles are these and no others."""
    scripts = " ".join(map(_hashed, programs))
    return (
        f"default-src 'none'; script-src {scripts}; style-src {' '.join(map(_hashed, styles))}; "
        "img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
    )


def embedded(value: Any) -> str:
    """JSON that cannot end the element it stands in, whatever players wrote."""
    return _harmless(page_json(value))


def _harmless(text: str) -> str:
    for sign, escaped in _UNSAFE:
        text = text.replace(sign, escaped)
    return text


@cache
def shipped(name: str) -> str:
    """A file of ours, named ``package:path``."""
    package, _, path = name.partition(":")
    return files(package).joinpath(path).read_text(encoding="utf-8").strip()


@cache
def _hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
