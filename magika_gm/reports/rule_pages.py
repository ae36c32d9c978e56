"""A rule book's pages in Markdown, of templates that mark what they define: what every game's book shares.

Templates call ``rule("MOVE-3")`` to begin a rule and ``ruling("R31")`` for a ruling's box; so the book knows what is in
it without reading its own prose, links each number that is mentioned, and can cut out one rule for the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from magika_gm.reports.book_value import Chapter

CONTENTS = "README"
_BLOCK_END = re.compile(r"\n\n")
_RULE_END = re.compile(r'^(?:<a id="(?!r\d)[^"]*"></a>\*\*|#)', re.MULTILINE)


class RulingPlace(NamedTuple):
    """A ruling as printed: ours by number, the rules' own with number "". ``topic`` is its rule (or what it is on)."""

    number: str
    topic: str
    file: str
    option: bool
    text: str

    @property
    def order(self) -> int:
        """Its place among our rulings."""
        return int(self.number[1:] or 0)


class RulePages(NamedTuple):
    """A whole book: its pages by path, the pages without links by chapter, and where things are."""

    pages: dict[str, str]
    plain: dict[str, str]
    rules: dict[str, str]
    """Rule number → file (without ``.md``) that defines it."""
    rulings: tuple[RulingPlace, ...]


def anchor(number: str) -> str:
    """The anchor of a rule or ruling: ``move-3``, ``r31``."""
    return number.lower()


class Scribe:
    """What the templates call to mark rules and rulings while one page is being filled."""

    def __init__(self, numbers: re.Pattern[str]) -> None:
        self.numbers = numbers
        self.file = ""
        self.topic = ""
        self.rules: dict[str, str] = {}
        self.rulings: list[RulingPlace] = []

    def rule(self, number: str, title: str = "") -> str:
        """Begin a rule: its anchor and number, with a title if it has one."""
        if number in self.rules or not self.numbers.fullmatch(number):
            raise ValueError(f"{self.file}: {number} is no rule number or defined twice")
        self.rules[number] = self.file
        self.topic = number
        said = f"{number} · {title}" if title else number
        return f'<a id="{anchor(number)}"></a>**{said}{"" if said[-1] in "?!" else "."}**'

    def ruling(self, number: str = "", option: bool = False, caller: Callable[[], str] | None = None) -> str:
        """A ruling's box; ``caller`` gives its text (a Jinja call block)."""
        text = " ".join(caller().split()) if caller else ""
        if not text or (number and any(r.number == number for r in self.rulings)):
            raise ValueError(f"{self.file}: ruling {number or self.topic} is empty or printed twice")
        self.rulings.append(RulingPlace(number, self.topic, self.file, option, text))
        head = f"Ruling{f' {number}' if number else ''}{' (option)' if option else ''}"
        mark = f'<a id="{anchor(number)}"></a>' if number else ""
        return f"> {mark}**{head}.** {text}\n"


def filled(
    folder: Path, chapters: Sequence[Chapter], scribe: Scribe, shown: Mapping[str, Any], linkable: re.Pattern[str]
) -> RulePages:
    """The book of a folder of templates; the same data and templates give the same text."""
    env = Environment(
        loader=FileSystemLoader(str(folder)),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    env.globals |= {
        "rule": scribe.rule, "ruling": scribe.ruling, "anchor": anchor, "rules": scribe.rules,
        "rulings": scribe.rulings, "chapters": chapters, **shown,
    }  # fmt: skip
    plain: dict[str, str] = {}
    for chapter in chapters:
        scribe.file, scribe.topic = chapter.file, ""
        body = env.get_template(f"{chapter.file}.md.j2").render(chapter=chapter)
        plain[chapter.file] = tidy(f"# {chapter.title}\n\n{body}")
    plain[CONTENTS] = tidy(env.get_template(f"{CONTENTS}.md.j2").render())
    places = scribe.rules | {r.number: r.file for r in scribe.rulings if r.number}
    pages = {f"{file}.md": linked(text, file, places, linkable) for file, text in plain.items()}
    return RulePages(pages, plain, dict(scribe.rules), tuple(scribe.rulings))


def numbers_of(families: Sequence[str], more: str = "") -> re.Pattern[str]:
    """What a rule number looks like: one of these families, a dash and digits; ``more`` is another pattern."""
    return re.compile(rf"(?:{'|'.join(families)})-\d+{f'|{more}' if more else ''}")


def linkable(families: Sequence[str], ruling: str) -> re.Pattern[str]:
    """Where rule numbers and rulings (``R``, ``T``) are mentioned; not within code, links, headings, definitions."""
    return re.compile(
        rf"```.*?```|`[^`\n]*`|<a id=[^>]*></a>\*\*[^\n]*?\*\*|\[[^\]]*\]\([^)]*\)|^#[^\n]*|"
        rf"\b(?P<rule>(?:{'|'.join(families)})-\d+|{ruling}\d+)\b",
        re.DOTALL | re.MULTILINE,
    )


def tidy(text: str) -> str:
    """One line a paragraph, no trailing blanks, at most one empty line at a time, one newline at the end."""
    parts = re.split(r"(```.*?```)", text, flags=re.DOTALL)
    parts[::2] = ["\n\n".join(map(_joined, re.split(r"\n[ \t]*\n\s*", part))) for part in parts[::2]]
    lines = "\n".join(line.rstrip() for line in "".join(parts).splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip() + "\n"


def _joined(block: str) -> str:
    """A paragraph's or a list item's lines put together; tables, boxes and headings as they are."""
    if block.lstrip()[:1] in ("|", "#", ">"):
        return block
    if re.match(r"\s*(?:-|1\.) ", block):
        return re.sub(r"\n +(?=\S)", " ", block)
    return " ".join(block.split("\n"))


def linked(text: str, file: str, places: Mapping[str, str], pattern: re.Pattern[str]) -> str:
    """Markdown with every rule and ruling number that is mentioned turned into a link to where it is defined."""

    def link(match: re.Match[str]) -> str:
        number = match["rule"]
        if not number:
            return match[0]
        if number not in places:
            raise ValueError(f"{file}: {number} is mentioned but defined nowhere")
        page = "" if places[number] == file else f"{places[number]}.md"
        return f"[{number}]({page}#{anchor(number)})"

    return pattern.sub(link, text)


def one_rule(book: RulePages, number: str) -> str | None:
    """A rule with its tables and rulings, or one ruling, as Markdown without links; None if there is none."""
    wanted = number.strip().upper()
    for ruling in book.rulings:
        if wanted == ruling.number:
            mark = f'> <a id="{anchor(wanted)}"></a>'
            text = cut(book.plain[ruling.file], mark, _BLOCK_END).removeprefix("> ")
            return text.replace("**", f"**{ruling.topic} · ", 1)
    if wanted not in book.rules:
        return None
    return cut(book.plain[book.rules[wanted]], f'<a id="{anchor(wanted)}"></a>', _RULE_END)


def cut(text: str, start: str, stop: re.Pattern[str]) -> str:
    """From ``start`` to what ``stop`` finds, anchors and links taken away."""
    begin = text.index(start)
    end = stop.search(text, begin + len(start))
    part = text[begin : end.start() if end else len(text)]
    part = re.sub(r'<a id="[^"]*"></a>', "", part)
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", part).strip() + "\n"
