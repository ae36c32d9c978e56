"""Every block of the kit in every state, for builders of games: full, empty, with long names, large, grey, dark."""

from __future__ import annotations

import re
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from magika_gm.engine.seam.setup import Need
from magika_gm.reports.kit.base import Block, Passage, Style
from magika_gm.reports.kit.drawings import Brick, BrickRow, Bricks, Disc, Field, FieldMail, Legend, LegendItem
from magika_gm.reports.kit.final import Certificate, RankLine, Ranks, Rostrum
from magika_gm.reports.kit.form import (
    FormCell,
    MessageFields,
    MessageForm,
    OrderHead,
    OrderLine,
    OrderLines,
    Sheet,
)
from magika_gm.reports.kit.head import Colophon, Due, Gauge, Gauges, Head
from magika_gm.reports.kit.letters import Card, Cards, Letter, Letters
from magika_gm.reports.kit.lists import Cell, Held, Holdings, Ledger, LedgerRow, Other, Others, Table
from magika_gm.reports.kit.mail import html_page, text_page
from magika_gm.reports.kit.press import Document, Leaf, field_leaf, list_leaf, order_leaf, print_document, turn_leaf
from magika_gm.reports.kit.prose import Lead, NoteBox, Notes, Prose
from magika_gm.reports.kit.scores import BandRow, Bands, Score, ScoreLine, ScorePart
from magika_gm.reports.picture import Circles, Hexes, Picture, Polygon, Texts

LONG = "Wolfgang Wommelsdorff-Wurmbrandt von und zu Wallwitz-Wachwitz am Wannweiher"
BLUE, GOLD, GREEN = "#88a8e2", "#fdcf66", "#9dcd91"


def drawing(width: float, height: float, style: Style) -> Picture:
    """A small sea chart: any drawing that keeps to its box."""
    radius = min(width / 13, height / 11)
    size = style.map_size()
    centres = [
        (width / 2 + (n - 3) * radius * 1.74 + (row % 2) * radius * 0.87, height / 2 + (row - 2.5) * radius * 1.5)
        for row in range(6)
        for n in range(6)
    ]
    texts = tuple(
        (round(x, 1), round(y - size / 3, 1), f"{chr(97 + i // 6)}{i % 6 + 1}") for i, (x, y) in enumerate(centres)
    )
    return Picture(
        width,
        height,
        "A sea chart",
        "Six rows of six fields.",
        (
            Hexes(tuple(centres[::2]), radius, BLUE, "#737373", 0.4, "river", "#4a6fb5"),
            Hexes(tuple(centres[1::2]), radius, GOLD, "#737373", 0.4),
            Texts(texts, size),
        ),
    )


def device(width: float, letter: str = "A") -> Picture:
    """Some device: a roundel with a star."""
    r = width / 2
    star = tuple(
        (r + sin(n * pi / 5) * r * (0.6 if n % 2 else 0.9), r + cos(n * pi / 5) * r * (0.4 if n % 2 else 0.9))
        for n in range(10)
    )
    return Picture(
        width,
        width,
        f"Device of {letter}",
        "",
        (Circles(((r, r),), r - 1, GREEN, "#1c1726", 1.4), Polygon(star, "#1c1726")),
    )


def card(name: str) -> Picture:
    """A card's face."""
    frame = Polygon(((0.5, 0.5), (53.5, 0.5), (53.5, 77.5), (0.5, 77.5)), "#fffdf6", "#1c1726", 0.8)
    return Picture(
        54,
        78,
        name,
        "",
        (frame, Circles(((27, 40),), 14, GOLD, "#1c1726", 0.8), Texts(((27, 64, name[:3]),), 10, True)),
    )


def blocks(name: str = "Grimnaz", lengthen: int = 1) -> dict[str, Block]:
    """One of each block; ``lengthen`` makes their texts so many times as long."""
    said = " ".join(["You barred four ways north and found a scroll."] * lengthen)
    row = LedgerRow("1", "MOVE E", ("t2 to t3, half price",) * lengthen, ("66", "38"))
    discs = (Disc("D", GOLD), Disc("F"), Disc("G", "#ffffff", False), Disc("H", BLUE, True, True))
    bricks = Bricks(
        tuple(
            BrickRow(5 - n, tuple(Brick(BLUE if k % 2 else GOLD, "sd"[k % 2]) for k in range(n + 1))) for n in range(6)
        ),
        24,
        18,
        "A chart.",
    )
    legend = tuple(
        LegendItem(Picture(12, 12, n, "", (Hexes(((6.0, 6.0),), 6, c, "#737373", 0.3),)), n, "10, +6, 55 %")
        for n, c in (("sea", BLUE), ("sand", GOLD), ("wood", GREEN))
    )
    return {
        "head": Head(
            name=name,
            about="evil goblin, mage A of the yellow team",
            game="Some game, game 7, after turn 8",
            due=Due(Need.REQUIRED, "Sat 27 Feb 2027", "18:00 AST, turn 9", "to gm@example.org"),
            badge="exhausted",
            device=device(50),
            letter="A",
        ),
        "gauges": Gauges(
            (
                Gauge("place", "t3", "mountain"),
                Gauge("endurance", "49", "of 110", "−14", 49 / 110),
                Gauge("arcania", "47", "of 95", "+9", 0.5),
                Gauge("skill", "65", "of 100"),
            )
        ),
        "lead": Lead(said, "G stands with you, F is two spaces off."),
        "notes": NoteBox("From the game master", (said, "The due date has moved.")),
        "field": Field(
            title="The field",
            maker=drawing,
            ratio=0.82,
            shrink=0.6,
            caption="A caption says what the lines mean.",
            mail=lambda: FieldMail("A chart.", bricks, ("  s", " d s", "s d s")),
        ),
        "legend": Legend("What is drawn", legend),
        "bands": Bands(
            "You among the others",
            (BandRow("Endurance", 49, 40, 97), BandRow("Aptitude", -20, -60, 90)),
            -100,
            125,
            "You lead in nothing.",
        ),
        "ledger": Ledger(
            "The turn, step by step",
            ("end.", "arc."),
            (row, row._replace(number="2", order="REST"), LedgerRow("", "", ("K strikes you: −25",), (), True)),
        ),
        "holdings": Holdings(
            "You hold",
            (
                Held("S1", "KnoSS", "Know Spell Status", "6 / 20"),
                Held("S2", "SrchX", name, "4 / 12", "survives reading"),
            ),
        ),
        "others": Others(
            "Others", tuple(Other(d, f"t{n}", name, said, "turn 3" if d.old else "") for n, d in enumerate(discs, 1))
        ),
        "score": Score(
            "The score",
            36.75,
            (
                ScorePart("position", 10, 24, "VP-1"),
                ScorePart("endurance", 5.25, 9, "VP-2"),
                ScorePart("artifacts", 0, 12, "VP-4"),
            ),
            "points",
        ),
        "line": ScoreLine("Turn by turn", tuple((n, 30 + round(24 * sin(n)) / 4) for n in range(1, 9))),
        "cards": Cards(
            "Your hand", tuple(Card(card(n), n, "2 to play") for n in ("Storm", "Tide", "Reef", "Gull", "Squall"))
        ),
        "letters": Letters(
            "Messages",
            (
                Letter(discs[0], "Mage D", "to all", said),
                Letter(Disc("", known=False), "Unsigned", "to you", "Beware of K."),
            ),
        ),
        "table": Table(
            title="A table",
            heads=("", "name", "end.\n9", "total"),
            rows=((Cell("1", bold=True), name, "5¼", Cell("62½", bold=True)), ("2", "Kestrel", "·", "57")),
            right=frozenset({2, 3}),
            own=frozenset({0}),
        ),
        "prose": Prose("Your first turn", (said, "Then rest."), numbered=True),
        "ranks": Ranks(
            "Rank, turn by turn",
            (
                RankLine(name, ((1, 2), (2, 1), (3, 1)), "#b3261e", own=True),
                RankLine("Kestrel", ((1, 1), (2, 2), (3, 2)), "#1f57b5", 4),
            ),
        ),
        "ruled": Notes("Your notes"),
    }


def form() -> tuple[Block, Block, Block]:
    """The blocks of an order page."""
    lines = tuple(OrderLine(f"phase{n}", str(n), f"Order {n}", 160, ("MOVE E", "REST")) for n in range(1, 6))
    head = OrderHead(
        title="Orders",
        who="Grimnaz, mage A",
        cells=(FormCell("Game", "7"), FormCell("Turn", "9"), FormCell("Due", "Sat 27 Feb, 18:00")),
        fixed=(("game", "7"),),
        aside="or answer our mail.",
        device=device(30),
    )
    rose = OrderLines(
        lines,
        "An empty line is a rest.",
        ("place", "end."),
        lambda width, style: drawing(width, width, style),
        "A move costs five.",
    )
    return head, rose, MessageForm("Messages", (MessageFields("m1_to", "m1_anonymous", "m1_text", 60, 200),))


def certificate(name: str) -> Certificate:
    """A certificate."""
    rostrum = tuple(Rostrum(f"{n}.", who, "62 points", device(44)) for n, who in enumerate((name, "Kestrel", "Ivy"), 1))
    return Certificate(
        contest="Some game, game 7",
        name=name,
        rank="first of four",
        lead="Kestrel reached the harbour on turn 16; Grimnaz won.",
        points=62.5,
        unit="points",
        lines=("a goblin of the yellow team",),
        signed="Ann Master",
        signed_as="the game master",
        date="27 February 2027",
        rostrum=rostrum,
        device=device(110),
        corners=(BLUE, GOLD, GREEN, "#1c1726") * 3,
    )


def document(name: str = "Grimnaz", lengthen: int = 1) -> Document:
    """All blocks on pages, by the plans."""
    b = blocks(name, lengthen)
    head, lines, messages = form()
    leaves: tuple[Leaf, ...] = (
        turn_leaf(
            "The turn",
            head=b["head"],
            gauges=b["gauges"],
            lead=b["lead"],
            notes=b["notes"],
            field=(b["field"], b["legend"], b["bands"]),
            ledger=(b["ledger"], b["holdings"], b["line"]),
        ),
        field_leaf("The field", field=b["field"], below=(b["others"], b["cards"], b["letters"])),
        list_leaf("Lists", (b["table"], b["score"], b["prose"], b["ranks"], b["ruled"])),
        order_leaf("Orders", head=head, lines=lines, messages=messages),
        list_leaf("The end", (certificate(name),)),
    )
    return Document(
        title="The kit's blocks",
        author="magika-gm",
        subject="Gallery",
        head="The kit's blocks",
        leaves=leaves,
        foot=Colophon(("Code word elm", "account A-1: 3.50 USD")).line(),
    )


def empty_document() -> Document:
    """Blocks with nothing to say: they leave no trace."""
    none: tuple[Block, ...] = (
        Gauges(()),
        Lead(""),
        NoteBox("Notes", ()),
        Ledger("The turn", (), ()),
        Holdings("You hold", ()),
        Others("Others", ()),
        Letters("Messages", ()),
        Table(title="A table", heads=(), rows=()),
        Cards("Hand", ()),
        ScoreLine("Line", ()),
    )
    return Document(
        title="Empty blocks",
        author="magika-gm",
        subject="Gallery",
        head="Empty blocks",
        leaves=(list_leaf("Empty", (Head(name="Nobody", about="knows nothing", game="Some game"), *none)),),
    )


_COLOURED = re.compile(rb"(?<![\d.])([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)(?![A-Za-z])")


def greyed(pdf: bytes) -> bytes:
    """A document as a grey printer gives it: every colour by its lightness, in drawings too."""
    from pypdf import PdfWriter
    from pypdf.generic import StreamObject

    def grey(found: re.Match[bytes]) -> bytes:
        red, green, blue = map(float, found.groups()[:3])
        shade = 0.299 * red + 0.587 * green + 0.114 * blue
        return b"%.3f %s" % (shade, b"G" if found[4] == b"RG" else b"g")

    writer = PdfWriter(clone_from=BytesIO(pdf))
    for page in writer.pages:
        contents = page.get_contents()
        resources: Any = page["/Resources"]
        drawn = [x.get_object() for x in resources.get("/XObject", {}).values()]
        for stream in (*drawn, *([contents] if contents is not None else [])):
            if isinstance(stream, StreamObject):
                stream.set_data(_COLOURED.sub(grey, stream.get_data()))
        if contents is not None:
            page.replace_contents(contents)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def draw_gallery(folder: Path) -> list[Path]:
    """Write all states into a folder; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    b = blocks()
    sheet = Sheet("Orders", "Answer this mail.", "GAME 7 TURN 9\nMAGE A\n1 \nEND\n", "gm@example.org", "Orders")
    parts: tuple[Passage | str, ...] = (
        b["head"],
        b["lead"],
        b["notes"],
        sheet.button(),
        *(b[n] for n in b if n not in ("head", "lead", "notes", "ruled")),
        certificate("Grimnaz"),
        sheet,
        Colophon(("Code word elm",)),
    )
    mail = html_page("The kit's blocks", "What an inbox shows beside the subject.", parts)
    dark = mail.replace("@media (prefers-color-scheme:dark)", "@media all")
    files: dict[str, bytes] = {
        "full.pdf": print_document(document()),
        "full-a4.pdf": print_document(document(), "a4"),
        "long.pdf": print_document(document(LONG, 4)),
        "large.pdf": print_document(document(), "letter", Style(large=True)),
        "grey.pdf": greyed(print_document(document())),
        "empty.pdf": print_document(empty_document()),
        "mail.html": mail.encode(),
        "mail-dark.html": dark.encode(),
        "mail.txt": text_page(part for part in parts if not isinstance(part, str)).encode(),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in files]
