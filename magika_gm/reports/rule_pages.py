"""A rule book's pages in Markdown, of templates that mark what they define: what every game's book shares.

One source for the pages under ``docs``, the printed book and the terminal. Templates call ``rule("MOVE-3")`` to begin a
rule and ``ruling("R31")`` for a ruling's box; so the book knows what is in it without reading its own prose, links each
number that is mentioned, and can cut out one rule for the terminal.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache, cached_property, lru_cache
from inspect import getfile
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from magika_gm.engine.records import named_record
from magika_gm.engine.toml import FileReader
from magika_gm.reports.kit.base import ACCENT
from magika_gm.reports.picture import Picture, Texts, write_svg
from magika_gm.resources import shipped

CONTENTS, AID = "README", "aid"
_DRAWN = re.compile(r"^!(?=\w)[^\n]*\n", re.MULTILINE)
"""What a picture left in a text without pictures."""
_BLOCK_END = re.compile(r"\n\n")
_RULE_END = re.compile(r'^(?:<a id="(?!r\d)[^"]*"></a>\*\*|#)', re.MULTILINE)


class Chapter(NamedTuple):
    """A chapter: the name of its page (without ``.md``), and its title; ``small``: its lists are set small."""

    file: str
    title: str
    small: bool = False


@named_record
class Book:
    """A rule book to be printed: what a game gives."""

    title: str
    name: str
    """The largest word of the cover."""
    subtitle: str
    motto: str
    asks: str
    """What playing it asks of somebody, in a sentence or two."""
    cover: Picture
    """Over the whole width, without words."""
    chapters: Sequence[Chapter]
    pages: Mapping[str, str]
    """Markdown by ``<file>.md``."""
    figures: Mapping[str, Callable[[], Picture]]
    """Drawings by the name the pages know them by (``img/<name>.svg``)."""
    aid: str = ""
    """Markdown of the last page, a sheet of its own too: the sequence as a numbered list, then tables."""
    aid_columns: int = 2
    fan: Sequence[Picture] = ()
    """Cards for the cover, fanned out over its picture."""
    faces: Mapping[str, Sequence[Picture]] = field(default_factory=dict)
    """What one fights with, drawn, by title: pages to be pinned up, before the last."""
    legend: str = ""
    """Markdown before the contents: what marks in the book mean."""
    cards: bool = False
    """Whether titles of the third rank of the form ``number · code · name`` are cards (``book_cards``)."""
    tail: Callable[[int, float, float], Picture] | None = None
    """The piece that ends a chapter where there is room: for the chapter's number, a width, a height."""
    ground: str = "#f6f2ea"
    """The cover's colour."""
    accent: str = ACCENT
    """The one colour of its titles and rules."""


@named_record
class Origin:
    """Whose a rule is: the author's, in our words, ours, or both."""

    origin: Literal["author", "ours", "both"]
    place: str = ""
    """Where the author's letter speaks of it."""
    reason: str = ""
    """What of it is ours, and why."""
    options: tuple[str, ...] = ()
    """What a scenario may set instead."""


def origins_in(text: str, name: str) -> Mapping[str, Origin]:
    """Whose the rules of a book are, by number or name, of the text of its ``origins.toml``; raises ScenarioFaults."""
    reader = FileReader(text, name)
    found: dict[str, Origin] = reader.value(dict[str, Origin], "", reader.data)
    for number, one in found.items():
        if not (one.place or one.origin == "ours"):
            reader.fault(number, "it is not said where the author's letter speaks of it")
        if bool(one.reason) is (one.origin == "author"):
            reader.fault(number, "a reason is needed for what is ours, and for nothing else")
    reader.done()
    return found


MARKS = {"ours": "ours", "both": "in part ours", "author": "the author's"}
"""Whose a rule is, in a book's words."""
RULED = Origin(
    origin="ours",
    reason="A ruling: the rules are silent here or can be read in two ways, and this is how it is played.",
)
OURS = "What is ours, and why"


@cache
def folder_of(system: str, module: Path) -> Path:
    """Where the templates of a game's book are: in ``book`` beside its ``module``, or where this program's are."""
    return module / "book" if (module / "book").is_dir() else Path(shipped("templates") / system / "rules")


def origins_of(folder: Path, system: str) -> Mapping[str, Origin]:
    """Whose each rule of a game is (``origins.toml`` beside the templates); nothing where it does not say."""
    file = folder / "origins.toml"
    return origins_in(file.read_text(encoding="utf-8"), f"rules of {system}") if file.is_file() else {}


@cache
def marks_of(folder: Path) -> Mapping[str, str]:
    """The marks of a book's rules, for a page: each mark, and the rules that bear it."""
    found: dict[str, list[str]] = {}
    for number, one in origins_of(folder, folder.parent.name).items():
        if one.origin != "author":
            found.setdefault(MARKS[one.origin], []).append(number)
    return {mark: " ".join(numbers) for mark, numbers in found.items()}


TEXTS = "texts.json"


@cache
def texts_of(folder: Path) -> Mapping[str, str]:
    """Every rule of a book as text (Markdown), by number, as ``rule-book --texts`` wrote them beside its templates: a
    turn fills no book. Nothing where nobody wrote them."""
    file = folder / TEXTS
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def cited(text: str, known: Mapping[str, str]) -> dict[str, str]:
    """Those of the rules that a text cites, in the order they are known in."""
    found = {number for pattern in _undashed(tuple(known)) for number in pattern.findall(text)}
    for tail in _TAIL.finditer(text):
        head = _HEAD.search(text, max(0, tail.start() - _LONGEST), tail.start())
        if head:
            found.add(head[0] + tail[0])
    return {number: said for number, said in known.items() if number in found}


_HEAD, _TAIL = re.compile(r"(?<![\w-])[A-Z]+$"), re.compile(r"-\d+(?:\.\d+)*(?![\w-]|\.\d)")
"""Of numbers like ``MOVE-12``, which most are: a long text is soonest read for the dash."""
_LONGEST = 20


@lru_cache(maxsize=16)
def _undashed(numbers: Sequence[str]) -> list[re.Pattern[str]]:
    """What finds the others, each whole, as ``SEQ 3.4 A`` is: one for each letter they begin with."""
    ends: dict[str, list[str]] = {}
    for number in sorted(numbers, key=len, reverse=True):
        if not re.fullmatch(r"[A-Z]+-\d+(\.\d+)*", number):
            ends.setdefault(re.escape(number[0]), []).append(re.escape(number[1:]))
    return [re.compile(rf"{first}(?<![\w-]{first})(?:{'|'.join(rest)})(?![\w-]|\.\d)") for first, rest in ends.items()]


@lru_cache(maxsize=32)
def _cited(text: str, folder: Path) -> frozenset[str]:
    """The numbers that a text which many pages share cites."""
    return frozenset(cited(text, texts_of(folder)))


@cache
def _links(folder: Path) -> Mapping[str, Iterable[str]]:
    """By each rule of a book, those that it cites."""
    return {number: cited(text, texts_of(folder)) for number, text in texts_of(folder).items()}


def carried(folder: Path, told: str, *shared: str) -> dict[str, str]:
    """The rules of a book, by number, that a page needs which tells that, and what it shares with others: those it
    cites, and those that these cite."""
    rules = texts_of(folder)
    named = cited(told, rules).keys() | frozenset().union(*(_cited(text, folder) for text in shared))
    linked = frozenset().union(*(_links(folder)[number] for number in named))
    return {number: rules[number] for some in (named, linked) for number in rules if number in some}


def told(origin: Origin) -> str:
    """Whose a rule is, in a paragraph (Markdown)."""
    whose, place = MARKS[origin.origin], f" (the author's letter: {origin.place})" if origin.place else ""
    options = ", ".join(f"`{option}`" for option in origin.options)
    said = (f"{whose[0].upper()}{whose[1:]}{place}.", origin.reason, options and f"A scenario may set it: {options}.")
    return " ".join(("**Whose rule is it?**", *filter(None, said)))


def legend(file: str, origins: Mapping[str, Origin]) -> str:
    """What the marks mean that there are, and where all is told."""
    some = any(one.origin == "both" for one in origins.values())
    part = f"; <sup>{MARKS['both']}</sup>: some of it is" if some else ""
    return (
        f"A small <sup>{MARKS['ours']}</sup> behind a rule's number: the rule is not the author's but our own{part}. "
        "What bears no mark is his, in our words; rulings are all ours. "
        f"All of it, with the reasons: [{OURS}]({file}.md)."
    )


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
    marked: tuple[str, ...]
    """Rules, and what else has a mark: what is ours, all or in part."""
    aid: str
    """What one looks up while writing orders (``aid.md.j2``); "" where there is none."""


def anchor(number: str) -> str:
    """The anchor of a rule or ruling: ``move-3``, ``r31``; of a step ``seq_3.4_a``."""
    return number.lower().replace(" ", "_")


class Scribe:
    """What the templates call to mark rules and rulings while one page is being filled."""

    def __init__(self, numbers: re.Pattern[str], whose: Callable[[str], Origin | None]) -> None:
        self.numbers, self.whose = numbers, whose
        self.file = ""
        self.topic = ""
        self.rules: dict[str, str] = {}
        self.rulings: list[RulingPlace] = []
        self.marked: list[str] = []

    def words(self) -> dict[str, Any]:
        """What templates know it by."""
        said = {"rule": self.rule, "ruling": self.ruling, "mark": self.mark}
        return said | {"rules": self.rules, "rulings": self.rulings}

    def rule(self, number: str, title: str = "") -> str:
        """Begin a rule: its anchor and number, with a title if it has one, and the mark of what is ours."""
        if number in self.rules or not self.numbers.fullmatch(number):
            raise ValueError(f"{self.file}: {number} is no rule number or defined twice")
        self.rules[number] = self.file
        self.topic = number
        said = f"{number} · {title}" if title else number
        return f'<a id="{anchor(number)}"></a>**{said}{"" if said[-1] in "?!" else "."}**{self.mark(number)}'

    def mark(self, name: str) -> str:
        """What stands behind a rule, or a name in a list, that is ours; nothing behind the author's."""
        origin = self.whose(name)
        if origin is None or origin.origin == "author":
            return ""
        self.marked.append(name)
        return f" <sup>{MARKS[origin.origin]}</sup>"

    def ruling(self, number: str = "", option: bool = False, caller: Callable[[], str] | None = None) -> str:
        """A ruling's box; ``caller`` gives its text (a Jinja call block)."""
        text = " ".join(caller().split()) if caller else ""
        if not text or (number and any(r.number == number for r in self.rulings)):
            raise ValueError(f"{self.file}: ruling {number or self.topic} is empty or printed twice")
        self.rulings.append(RulingPlace(number, self.topic, self.file, option, text))
        head = f"Ruling{f' {number}' if number else ''}{' (option)' if option else ''}"
        mark = f'<a id="{anchor(number)}"></a>' if number else ""
        return f"> {mark}**{head}.** {text}\n"


@named_record
class Contents:
    """``contents.toml`` beside the templates: what a book is called, its chapters, what numbers its rules have."""

    title: str
    motto: str = ""
    asks: str = ""
    """What playing it asks of somebody: how long it lasts, what a turn takes, what he should like."""
    chapters: Mapping[str, str] = field(default_factory=dict)
    """Titles by template (without ``.md.j2``)."""
    families: tuple[str, ...] = ("[A-Z]+",)
    """A rule's number is a family, a dash and digits; families may be patterns."""
    numbers: str = ""
    """A pattern: what else a rule's number may look like."""
    rulings: str = ""
    """A pattern: how rulings are mentioned, before their digits. All mentions are made links; with "" none is."""
    aid_columns: int = 2
    """Of the last page."""
    unlinked: tuple[str, ...] = ()
    """Families that are linked by hand."""


class RuleBook:
    """The part ``rulebook`` of a game (``engine.system``): the templates of ``templates/<NAME>/rules`` filled with the
    game's own tables, by the ``contents.toml`` beside them.

    A game gives what templates see, pictures, and what else can be looked up.
    """

    NAME: str
    """The game's, in file names."""
    SCRIBE = Scribe
    """What templates mark rules with."""
    ACCENT = ACCENT
    """The colour of its titles; a game's own, where its reports have one."""
    RULE_END = _RULE_END
    """Where a rule's text ends that is shown by itself."""
    FIGURES: ClassVar[Mapping[str, Callable[[], Picture]]] = {}
    """Drawings by the name the pages know them by (``img/<name>.svg``)."""
    ENTRIES: ClassVar[Mapping[str, str]] = {"rule": "that rule or ruling"}

    def shown(self) -> Mapping[str, Any]:
        """What templates see of the game."""
        return {}

    def cover(self) -> Picture:
        """The picture of the cover."""
        title = self.contents.title
        initial = Texts(((150.0, 85.0, title[:1]),), 180.0, bold=True)
        return Picture(300.0, 300.0, title, f"The letter {title[:1]}, large.", (initial,))

    def fan(self) -> Sequence[Picture]:
        """Cards for the cover."""
        return ()

    def faces(self) -> Mapping[str, Sequence[Picture]]:
        """What one fights with, drawn, by title."""
        return {}

    def things(self) -> Iterable[str]:
        """Names of what can be looked up besides rules."""
        return ()

    def thing(self, name: str) -> tuple[str, str] | None:  # noqa: ARG002 - there is none
        """One of those: its name and its text; None for another."""
        return None

    def page(self, chapter: Chapter, body: str) -> str:
        """A chapter, its template filled."""
        return tidy(f"# {chapter.title}\n\n{body}")

    @property
    def folder(self) -> Path:
        """Where its templates are."""
        return folder_of(self.NAME, Path(getfile(type(self))).parent)

    def table(self, name: str) -> dict[str, Any]:
        """A file of tables and words beside the templates, by its name (without ``.toml``)."""
        return tomllib.loads((self.folder / f"{name}.toml").read_text(encoding="utf-8"))

    @cached_property
    def contents(self) -> Contents:
        """Title, chapters, rule numbers."""
        reader = FileReader((self.folder / "contents.toml").read_text(encoding="utf-8"), f"rules of {self.NAME}")
        found = reader.record(Contents, "", reader.data)
        reader.done()
        return found

    @cached_property
    def chapters(self) -> Sequence[Chapter]:
        """Its chapters, in order, the last of what is ours, if it says whose its rules are."""
        said = [Chapter(file, title) for file, title in self.contents.chapters.items()]
        return (*said, Chapter(f"{len(said) + 1:02}-ours", OURS, small=True)) if self.origins else said

    @cached_property
    def origins(self) -> Mapping[str, Origin]:
        """Whose each rule is; nothing where a game does not say."""
        return origins_of(self.folder, self.NAME)

    @cached_property
    def book(self) -> RulePages:
        """The book, filled; the same data and templates give the same text."""
        said = self.contents
        scribe = self.SCRIBE(numbers_of(said.families, said.numbers), self.whose)
        mentioned = [family for family in said.families if family not in said.unlinked]
        pattern = linkable(mentioned, said.rulings) if said.rulings else None
        env = Environment(
            loader=FileSystemLoader(str(self.folder)),
            autoescape=select_autoescape(["html.j2"]),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        env.globals |= {"anchor": anchor, "chapters": self.chapters, **scribe.words(), **self.shown()}
        plain: dict[str, str] = {}
        for chapter in self.chapters[: len(said.chapters)]:
            scribe.file, scribe.topic = chapter.file, ""
            plain[chapter.file] = self.page(chapter, env.get_template(f"{chapter.file}.md.j2").render(chapter=chapter))
        readme = env.get_template(f"{CONTENTS}.md.j2").render()
        if self.origins:
            ours = self.chapters[-1].file
            plain[ours] = tidy(f"# {OURS}\n\n{self._ours(scribe)}")
            readme = f"{readme}\n\n{legend(ours, self.origins)}"
        plain[CONTENTS] = tidy(readme)
        places = scribe.rules | {r.number: r.file for r in scribe.rulings if r.number}
        pages = {f"{file}.md": linked(text, file, places, pattern) for file, text in plain.items()}
        marked = tuple(dict.fromkeys(scribe.marked))
        there = (self.folder / f"{AID}.md.j2").is_file()
        aid = linked(tidy(env.get_template(f"{AID}.md.j2").render()), AID, places, pattern) if there else ""
        return RulePages(pages | self.drawn(), plain, dict(scribe.rules), tuple(scribe.rulings), marked, aid)

    def whose(self, name: str) -> Origin | None:
        """Whose a rule or ruling is, or what else has a mark; None where the game does not say."""
        ruling = self.origins and re.fullmatch(r"[A-Z]\d+", name)
        return RULED if ruling else self.origins.get(name)

    def _ours(self, scribe: Scribe) -> str:
        """All that is ours, with the reasons: rules that have one reason in one row."""
        kinds: dict[str, dict[str, list[str]]] = {"ours": {}, "both": {}}
        for name in dict.fromkeys(scribe.marked):
            origin, file = self.whose(name), scribe.rules.get(name)
            if origin is not None and origin is not RULED:
                row = kinds[origin.origin].setdefault(origin.reason, [])
                row.append(f"[{name}]({file}.md#{anchor(name)})" if file else name)
        told = ""
        for kind, rows in kinds.items():
            lines = "\n".join(f"- {', '.join(names)}: {why}" for why, names in rows.items())
            told += f"\n**{MARKS[kind].capitalize()}:**\n\n{lines}\n" if rows else ""
        return f"""The game is its author's; this book says his letter in our words. Where the letter is silent or can
be read in two ways, and where a game by mail needs what a game at a table does not, we added to it. In the reasons *he*
is the author. Rulings stand at their rules and are not listed: they are ours, all of them.
{told}"""

    def drawn(self) -> dict[str, str]:
        """The drawings, as files beside the pages."""
        return {f"img/{name}.svg": write_svg(figure(), name) for name, figure in self.FIGURES.items()}

    def one_rule(self, number: str) -> str | None:
        """A rule with its tables and rulings, or one ruling, as Markdown without links; None if there is none."""
        wanted = number.strip().upper()
        for ruling in self.book.rulings:
            if wanted == ruling.number:
                mark = f'> <a id="{anchor(wanted)}"></a>'
                text = cut(self.book.plain[ruling.file], mark, _BLOCK_END).removeprefix("> ")
                return text.replace("**", f"**{ruling.topic} · ", 1)
        if wanted not in self.book.rules:
            return None
        return cut(self.book.plain[self.book.rules[wanted]], f'<a id="{anchor(wanted)}"></a>', self.RULE_END)

    def pages(self) -> Mapping[str, str]:
        """The book's pages and drawings."""
        return self.book.pages

    def printed(self) -> Book:
        """The book to be set as a PDF."""
        return Book(
            title=f"{self.contents.title}: the players' rule book",
            name=self.contents.title.upper(),
            subtitle="The players' rule book",
            motto=self.contents.motto,
            asks=self.contents.asks,
            cover=self.cover(),
            chapters=self.chapters,
            pages=self.pages(),
            figures=self.FIGURES,
            aid=self.book.aid,
            aid_columns=self.contents.aid_columns,
            fan=self.fan(),
            faces=self.faces(),
            legend=legend(self.chapters[-1].file, self.origins) if self.origins else "",
            accent=self.ACCENT,
        )

    def entry(self, kind: str, name: str) -> tuple[str, str] | None:
        """A rule or ruling by its number, something else by its name; with it, whose it is."""
        said = " ".join(name.split())
        if kind != "rule":
            found = self.thing(said)
        else:
            text = self.one_rule(said)
            found = None if text is None else (said.upper(), text)
        origin = None if found is None else self.whose(found[0])
        return found if found is None or origin is None else (found[0], f"{found[1].rstrip()}\n\n{told(origin)}\n")

    def texts(self) -> Mapping[str, str]:
        """Every rule as text, with whose it is, by number."""
        said = {number: (self.entry("rule", number) or ("", ""))[1] for number in self.book.rules}
        return {number: _DRAWN.sub("", text).strip() for number, text in said.items()}

    def names(self, kind: str) -> Mapping[str, str]:
        """Numbers of rules and rulings; names of what else can be looked up."""
        if kind == "rule":
            return {n: n for n in (*self.book.rules, *(r.number for r in self.book.rulings if r.number))}
        return {name.casefold(): name for name in self.things()}


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


_PICTURE = re.compile(r"^(!\[[^\]\n]*\]\([^)\n]*\))[ \t]*$", re.MULTILINE)
"""One in a line of its own."""


def tidy(text: str) -> str:
    """One line a paragraph, a picture one of its own, no trailing blanks, at most one empty line at a time, one newline
    at the end."""
    parts = re.split(r"(```.*?```)", text, flags=re.DOTALL)
    parts[::2] = [_PICTURE.sub(r"\n\1\n", part) for part in parts[::2]]
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


def linked(text: str, file: str, places: Mapping[str, str], pattern: re.Pattern[str] | None) -> str:
    """Markdown with every rule and ruling number that is mentioned turned into a link to where it is defined."""
    if pattern is None:
        return text

    def link(match: re.Match[str]) -> str:
        number = match["rule"]
        if not number:
            return match[0]
        if number not in places:
            raise ValueError(f"{file}: {number} is mentioned but defined nowhere")
        page = "" if places[number] == file else f"{places[number]}.md"
        return f"[{number}]({page}#{anchor(number)})"

    return pattern.sub(link, text)


def cut(text: str, start: str, stop: re.Pattern[str]) -> str:
    """From ``start`` to what ``stop`` finds, anchors and links taken away, marks in brackets."""
    begin = text.index(start)
    end = stop.search(text, begin + len(start))
    part = text[begin : end.start() if end else len(text)]
    part = re.sub(r"<sup>([^<]*)</sup>", r"(\1)", re.sub(r'<a id="[^"]*"></a>', "", part))
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", part).strip() + "\n"
