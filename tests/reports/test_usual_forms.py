"""The forms all games' reports have: a small game of two says what is its own, the kit the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from pypdf import PdfReader

from magika_gm.engine.paging import Plot, Story
from magika_gm.engine.paging import Table as PageTable
from magika_gm.engine.reporting import NOBODY
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, Person, TurnRecord
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.sheet import MessageRule
from magika_gm.engine.told import Told
from magika_gm.reports.kit.base import Block, Spot, Style
from magika_gm.reports.kit.drawings import Brick, BrickRow, Bricks, Disc, Field, FieldMail
from magika_gm.reports.kit.head import Gauge, Gauges
from magika_gm.reports.kit.lists import Ledger, step_rows
from magika_gm.reports.kit.lists import Table as TableBlock
from magika_gm.reports.kit.pages import Called, DuelForms
from magika_gm.reports.kit.press import Leaf, full
from magika_gm.reports.kit.prose import Lead, Prose
from magika_gm.reports.kit.usual import GameReport, Line, Pages, Teller
from magika_gm.reports.kit.watch import Watch
from magika_gm.reports.page import from_kit
from magika_gm.reports.pdf_file import Fields, PdfFile
from magika_gm.reports.pdf_stream import Pen
from magika_gm.reports.picture import Picture

LEFT, RIGHT, FELL = "L", "R", "fell"
READER = replace(
    NOBODY, name="Ann", game="7", title="The Bridge", date="2026-11-21", code_word="elm", office_email="gm@example.org",
    next_due="Saturday 27 February 2027, 18:00 AST",
)  # fmt: skip
HELLO = (Delivered(LEFT, RIGHT, False, "Hello."), Delivered(RIGHT, LEFT, False, "And you?"))


class Step(NamedTuple):
    step: int
    title: str
    lines: tuple[Line, ...]


STORY = (Step(1, "Moves", (Line("L goes.", "MOVE-1"),)), Step(0, "After", (Line("R falls.", "FALL-1", RIGHT),)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(GameReport[Any, Any]):
    story: tuple[Step, ...] = STORY
    winner: str = ""


def report(seat: str = LEFT, **more: Any) -> Report:
    usual: dict[str, Any] = {
        "turn": 3, "ending": None, "seat": seat, "view": None, "memory": None, "player": READER, "told": (),
        "how": "mailed", "messages": HELLO, "notes": ("Mind the gap.",), "form": "GAME 7 TURN 4\n; GO W\nEND",
        "seed_hash": "0123456789abcdef" * 4,
    }  # fmt: skip
    return Report(**usual | more)


def square(width: float, height: float, style: Any) -> Picture:
    return Picture(width, height, "A square", "", ())


OTHER_BANK = Field(title="The other bank", maker=square, ratio=1.0, mail=lambda: FieldMail(lines=("It is sand.",)))


def bridge(report: Report) -> Prose:
    return Prose("The bridge", (f"It has {report.turn} planks.",))


class Bridge(Called):
    game, turns = "Bridge", "mail turn"
    seats = (LEFT, RIGHT)

    def called(self, seat: str) -> str:
        return {LEFT: "Left", RIGHT: "Right"}[seat]

    def disc(self, seat: str) -> Disc:
        return Disc(seat, "#ffffff")

    def addressed(self, message: Delivered) -> str:
        return f"to {self.called(message.to)}"


class Forms(Bridge, DuelForms[Report]):
    folder = "bridge"
    fill_in = "Fill it in."
    messages = MessageRule(most=1, lines=4, characters=200, rule="ORD")
    corners = ("#112233",)
    lists = (bridge,)

    @property
    def about(self) -> str:
        return f"against {self.called(self.foe)}"

    @property
    def coming(self) -> str:
        return "next: yours"

    def device(self, seat: str, width: float) -> Picture:
        return square(width, width, None)

    def gauges(self) -> Gauges:
        return Gauges((Gauge("planks", "3"),))

    def lead(self) -> Lead:
        return self.outcome("somebody fell", "FALL-1") if self.over else Lead("L goes.", "")

    def order_page(self) -> Leaf:
        return self.usual_order_page(self.order_lines(3, " of three", "GO W"), (), self.message_form("Message"))

    def turn_pages(self, paper: str) -> Leaf:
        return Leaf("The turn", tuple(full(block) for block in (self.head(), self.ledger(), self.letters())))

    @property
    def winner(self) -> str:
        return self.report.winner

    def held(self, seat: str) -> str:
        return f"{len(seat)} planks"

    def course(self) -> tuple[str, ...]:
        return ("Three planks.",)


class Watched(Bridge, Watch):
    held = ("planks",)

    @property
    def turn(self) -> int:
        return 3

    @property
    def next(self) -> str:
        return f"Mail turn 4 is due {self.facts.next_due}."

    @property
    def outcome(self) -> str:
        return ""

    def playing(self) -> Sequence[str]:
        return self.seats

    def pictures(self) -> Sequence[Picture]:
        return (square(60.0, 60.0, Style()),)

    def fields(self) -> Sequence[Block]:
        return (Field(title="The bridge", maker=square, ratio=1.0, caption="Drawn."),)

    def standing(self) -> Block:
        return Prose("Standing", ("All stand.",))

    def courses(self) -> Sequence[Plot]:
        return ()

    def everything(self) -> Sequence[Block]:
        return Prose("Told", tuple(str(one.event) for one in self.told)), OTHER_BANK

    def known(self) -> Sequence[Block]:
        return self.everything()

    def write(self, order: Any) -> str:
        return str(order)

    def holds(self, seat: str) -> tuple[str, ...]:
        return (f"{seat} has two",)


def test_titles_and_heads_say_whose_and_when() -> None:
    forms = Forms(report())
    assert forms.title == "Bridge 7: mail turn 3, Left"
    head = forms.head()
    assert (head.name, head.about) == ("Left", "against Right")
    assert head.game == "Bridge, game 7 “The Bridge”, after mail turn 3"
    assert head.due is not None
    assert head.due == (Need.REQUIRED, "Sat 27 Feb 2027", "18:00 AST, turn 4", "to gm@example.org")
    assert Forms(report(ending=FELL)).head().due is None
    assert Forms(report(turn=0)).head().game.endswith("before mail turn 1")
    assert Forms(report(player=replace(READER, title="7"))).head().game == "Bridge, game 7, after mail turn 3"


@pytest.mark.parametrize(
    ("need", "said", "box", "mail"),
    [
        (Need.REQUIRED, "Your turn · send by", "0.294 0.165 0.471 rg", "background:#4b2a78;color:#ffffff"),
        (Need.MAY, "If you like, by", "0.949 0.929 0.973 rg", "background:#9d7fc433"),
        (Need.NONE, "Nothing to do until", "0.294 0.165 0.471 RG", 'padding:8px 12px;border:1px solid #9d7fc4">'),
    ],
)
def test_the_due_box_looks_like_what_it_asks(need: Need, said: str, box: str, mail: str) -> None:
    head = Forms(report(need=need)).head()
    pen, style = Pen(PdfFile((612, 792))), Style()
    place: dict[str, Any] = {"x": 0, "top": 700, "width": 528, "height": head.lowest(528, style)}
    head.draw(Spot(pen=pen, style=style, fields=Fields(), link=lambda *_: None, **place))
    assert f"{box}" in next(line for line in pen.code if " re " in line)
    assert f"{said} <b>Sat 27 Feb 2027</b>, 18:00 AST, turn 4" in head.html()
    assert mail in head.html()
    assert f"{said} Sat 27 Feb 2027, 18:00 AST, turn 4" in head.text()


def test_an_inbox_says_what_comes_and_by_when() -> None:
    assert Forms(report()).preheader() == "Next: yours. 2 messages. Your turn · send by Sat 27 Feb 2027."
    assert Forms(report(messages=HELLO[:1])).preheader().startswith("Next: yours. 1 message. ")
    assert Forms(report(ending=FELL, winner=LEFT)).preheader() == "You win: somebody fell."
    assert Forms(report(ending=FELL, winner=RIGHT)).preheader() == "Your foe wins: somebody fell."


def test_letters_are_told_as_their_reader_had_them() -> None:
    letters = Forms(report()).letters().letters
    assert [(one.sender, one.to) for one in letters] == [("you", "to Right"), ("Right", "to you")]


def test_a_mail_has_the_usual_blocks_and_the_games_own_by_name() -> None:
    made = Forms(report()).passages()
    assert {"head", "gauges", "lead", "notes", "ledger", "letters", "bridge", "proof", "sheet", "colophon"} <= {*made}
    assert made["certificate"] is None
    assert Forms(report(form="")).passages()["sheet"] is None
    sheet = Forms(report()).sheet()
    assert "Bridge game 7, turn 4, Left" not in sheet.subject
    assert sheet.subject == "Bridge game 7, turn 4, L"


@pytest.mark.parametrize(
    ("winner", "rank", "rostrum"),
    [
        (LEFT, "the winner", [("1.", "Left"), ("2.", "Right")]),
        (RIGHT, "in a duel with Right", [("1.", "Right"), ("2.", "Left")]),
        ("", "a draw", [("1.", "Left"), ("1.", "Right")]),
    ],
)
def test_the_end_of_two_is_certified(winner: str, rank: str, rostrum: list[tuple[str, str]]) -> None:
    found = Forms(report(ending=FELL, winner=winner)).certificate()
    assert found is not None
    assert (found.rank, [one[:2] for one in found.rostrum]) == (rank, rostrum)
    first, second = (one.name for one in found.rostrum)
    assert found.lead == f"{first} {'beat' if winner else 'and'} {second}{'' if winner else ' drew'}: somebody fell."
    assert found.points is None
    assert "point" not in " ".join(found.text())
    assert "point" not in found.html()
    assert found.contest == "Bridge, game 7"


def test_paper_has_an_order_page_while_there_is_something_to_order() -> None:
    pages = Pages.of(Forms, Watched)
    playing, over = (pages.pdf(one, "letter", False) for one in (report(), report(form="", ending=FELL, winner=LEFT)))
    assert "line3" in (PdfReader(BytesIO(playing)).get_fields() or {})
    assert not PdfReader(BytesIO(over)).get_fields()
    assert pages.pdf(report(), "letter", False) == playing


RECORD = TurnRecord(
    state=SimpleNamespace(),
    told=(
        Told(phase=1, step=1, event="both saw it", audience=(LEFT, RIGHT)),
        Told(phase=1, step=2, event="one saw it", audience=(LEFT,)),
    ),
    orders={LEFT: ["GO W", "GO N"], RIGHT: []},
    how={LEFT: "mailed", RIGHT: "default"},
    messages=HELLO,
    acts=(),
    seed=b"seed",
)
FACTS = OfficeFacts(
    game="7", title="The Bridge", date="2026-11-21", next_due="Saturday 27 February 2027", mail=("A mail came late.",),
    acts=("place L a1",), people={LEFT: Person("Ann", "ann@example.org", "-3.50")},
)  # fmt: skip


def test_the_game_master_reads_everything() -> None:
    text = Watched(RECORD, FACTS).master("txt", "letter")
    assert isinstance(text, str)
    page = Watched(RECORD, FACTS).master("html", "letter")
    assert isinstance(page, str)
    for part in ("Right: no sheet came.", "Your word: place L a1", "A mail came late.", "one saw it", "Hello."):
        assert part in text, part
        assert part in page, part
    for part in ("Ann, ann@example.org; −3.50", "in policy", "GO W / GO N", "no lines", "L has two"):
        assert part in page, part
    assert "Left: no sheet" not in text
    assert "It is sand." in text
    assert "The other bank" not in page  # it is drawn at the top


def test_who_looks_on_reads_what_all_were_told() -> None:
    page = Watched(RECORD, FACTS, public=True).spectator()
    assert "<h1>Mail turn 3 is played</h1>" in page
    assert f"<h2>{square(1.0, 1.0, Style()).title}</h2>" in page
    assert "both saw it" in page
    assert all(hidden not in page for hidden in ("one saw it", "Hello.", "GO W", "ann@example.org", "place L a1"))


def test_a_story_goes_by_steps() -> None:
    told = [
        Told(phase=1, step=1, event="a", audience=(LEFT,)),
        Told(phase=1, step=1, event="b", audience=(RIGHT,), blurred="something", dimly=(LEFT,)),
        Told(phase=1, step=2, event="c", audience=(RIGHT,)),
        Told(phase=2, step=2, event="", audience=(LEFT,)),
    ]

    story = _Told()
    assert story.story(told, LEFT) == ((1, 1, "1", (Line("a"), Line("something"))),)
    assert story.story(told, None) == ((1, 1, "1", (Line("a"), Line("b"))), (1, 2, "2", (Line("c"),)))


class _Told(Teller[tuple[Any, ...]]):
    paragraph = staticmethod(lambda *parts: parts)

    def sentence(self, event: Any) -> Line | None:
        return Line(event) if event else None

    def title(self, phase: int, step: int) -> str:
        return str(step)


def test_long_steps_are_rows_of_a_dozen_and_harm_is_marked() -> None:
    rows = step_rows((Step(4, "Moves", (*[Line("x", "MOVE-1")] * 13, Line("R falls.", "", RIGHT))), *STORY[1:]), RIGHT)
    assert [(row.number, row.order, len(row.outcome), row.struck) for row in rows] == [
        ("", "Moves", 12, True), ("", "", 2, True), ("", "After", 1, True),
    ]  # fmt: skip
    assert rows[0].outcome[0] == "x  [MOVE-1]"
    assert not any(row.struck for row in step_rows(STORY, LEFT))
    assert not any(row.struck for row in step_rows(STORY))


def test_what_befell_the_reader_is_marked_line_by_line() -> None:
    step = Step(1, "Fights", (Line("L loses a man.", "FIGHT-1", LEFT), Line("R loses two.", "FIGHT-1", RIGHT)))
    (row,) = step_rows((step,), LEFT)
    assert row.harms == {0}
    (story,) = from_kit.blocks((Ledger("The turn", (), (row,)),))
    assert isinstance(story, Story)
    assert [line.ill for line in story.chapters[0].lines] == [True, False]
    assert step_rows((step,))[0].harms == frozenset()


def test_every_row_of_the_reader_s_is_marked_on_the_page() -> None:
    (table,) = from_kit.blocks((TableBlock("Units", ("unit",), (("a",), ("b",), ("c",)), own=frozenset({2, 0})),))
    assert isinstance(table, PageTable)
    assert table.own == (0, 2)


def test_how_a_text_map_is_read_is_no_caption_of_bricks() -> None:
    """A mail's bricks stand in the middle, as wide as there is room for."""
    bricks = Bricks((BrickRow(0, (Brick("#ffffff", "a1"), Brick("#000000"))),), 24, 20, "Two hexes.")
    mail = FieldMail("", bricks, ("K a",), ("Below.",), reading=("K is a court.",))
    field = Field(title="The board", maker=square, ratio=1.0, mail=lambda: mail)
    assert "K is a court." in "\n".join(field.text())
    assert "K is a court." not in field.html()
    assert "width:100%;max-width:80px;margin:0 auto" in field.html()
