"""The usual forms of a game's reports: a seat's on paper, by mail, as a page; the game master's page, the onlookers'.

A game derives :class:`Forms` (one of two players :class:`DuelForms`) and :class:`Watch`: it says who its reader is,
gives gauges, lead, field and lists, and overrides by name what it says otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from magika_gm.engine import paging
from magika_gm.engine.seam.reports import Delivered
from magika_gm.engine.sheet.offered import drop_down, fixed_fields, line_field, message_fields
from magika_gm.engine.sheet.sheet import EVERYBODY, MessageRule
from magika_gm.engine.words import capital, sentences
from magika_gm.reports.kit.base import ACCENT, FIGURE, WHITE, Block, Passage, Style, type_size
from magika_gm.reports.kit.drawings import Disc, Field
from magika_gm.reports.kit.final import Certificate, Placard, Rostrum
from magika_gm.reports.kit.form import FormCell, MessageFields, MessageForm, OrderHead, OrderLine, OrderLines, Sheet
from magika_gm.reports.kit.head import (
    Colophon,
    Due,
    Gauges,
    Head,
    Proof,
    Seal,
    date_words,
    dice_revealed,
    due_parts,
    office_imprint,
    titled,
)
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.lists import Ledger, step_rows
from magika_gm.reports.kit.mail import html_template, text_template
from magika_gm.reports.kit.press import (
    Document,
    Leaf,
    beside,
    full,
    level,
    list_leaf,
    order_leaf,
    print_document,
    turn_leaf,
)
from magika_gm.reports.kit.prose import Lead, NoteBox, Notes, Prose, note_box
from magika_gm.reports.kit.scores import Scales, courses_of
from magika_gm.reports.kit.usual import GameReport, once
from magika_gm.reports.page import from_kit
from magika_gm.reports.picture import BLACK_INK, CORNERS, SHIELD, Circles, Picture, Point, Polygon, Texts, art, ink_on

# The printed report of any game, and its game master's page in every form.


def print_report(
    title: str,
    head: str,
    foot: str,
    leaves: Sequence[Leaf],
    *,
    proof: Proof,
    office: str,
    paper: str,
    style: Style,
    spare: Block | None = None,
) -> bytes:
    """A player's report as PDF bytes, on ``letter`` or ``a4``: the same leaves give the same bytes.

    ``head`` stands on every page but the first of a leaf, ``foot`` on page 1; what a page leaves free becomes room for
    ``spare`` and for the player's notes, but at the end of a game. ``proof`` is what the file's properties tell
    programs.
    """
    fillers = [block for block in (spare, Notes("Your notes")) if block is not None]
    made = Document(
        title=title,
        author=office or "magika-gm",
        subject="Turn report",
        head=head,
        leaves=tuple(leaves),
        foot=foot,
        proof=proof,
        fillers=() if any(leaf.framed for leaf in leaves) else tuple(fillers),
    )
    return print_document(made, paper, style)


ORDERS = "Orders"
LONGEST_ORDER, ONE_COLUMN = 200, 12
"""Signs of an order that is written in; and lines of a form that stand one below the other."""
TAKE_AWAY = "Answer this mail with the sheet below: take the ; away from what you want, and "
"""How a sheet is filled in whose form offers orders behind a ``;``."""

R = TypeVar("R", bound=GameReport[Any, Any])


TONES = ("#d9a441", "#5b8db8", "#a8554a", "#6f9a5b", "#8c6fa8", "#4f9a94", "#c07a9b", "#8a8a8a")
"""Colours of seats that have none of their own, in seating order."""


Plotted = Sequence[tuple[int, Sequence[float]]]
"""Figures of all seats in their order, of each turn."""


def _around(points: Iterable[Point], middle: float, radius: float) -> tuple[Point, ...]:
    return tuple((32.0 + radius * x, middle + radius * y) for x, y in points)


class Called(ABC):
    """How a game, its turns and its seats are called in every form."""

    game: str
    """``Temple Isle``."""
    seats: tuple[str, ...]
    """All of them, where they are the same in every game."""
    turns = "turn"
    """What reports are counted by: ``mail turn`` where the game's own turns are others."""
    accent = ACCENT
    """The one colour of its print, pages and mails, dark enough to be read on white (7 : 1)."""
    style = Style()
    piece = CORNERS
    """The outline of what it is played on or with: at a certificate's corners, on its emblem."""

    def emblem(self) -> Picture:
        """The game's own device: such a piece with its letter, on a shield in its colour."""
        shield = Polygon(_around(SHIELD, 38.0, 30.0), self.accent)
        piece = Polygon(_around(self.piece, 41.0, 21.0), WHITE)
        letter = Texts(((32.0, 33.5, self.game[:1]),), FIGURE, bold=True, colour=self.accent)
        return Picture(64.0, 76.0, self.game, "Its letter on a shield", (shield, piece, letter))

    banners: Mapping[str, str] = {}
    """What each side is called, where players name theirs."""

    def called(self, seat: str) -> str:
        """Somebody as lists name him."""
        return self.banners.get(seat) or self.unnamed(seat)

    def unnamed(self, seat: str) -> str:
        """The same of a seat without a banner."""
        return seat

    def plotted(self, memory: Any) -> Mapping[str, Plotted]:  # noqa: ARG002 - most have none
        """How all stood, turn by turn, by titles: what every seat remembers."""
        return {}

    def disc(self, seat: str) -> Disc:
        """His small form."""
        return Disc(seat[:1], TONES[self.seats.index(seat) % len(TONES)])

    def device(self, seat: str, width: float) -> Picture:
        """A seat's own."""
        disc, half = self.disc(seat), width / 2
        size = type_size(half, self.style.map_sizes)
        round_ = Circles(((half, half),), half * 0.9, disc.fill, BLACK_INK, 1.2)
        letter = Texts(((half, half - size * 0.36, disc.letter),), size, bold=True, colour=ink_on(disc.fill))
        items = (round_, letter) if size else (round_,)
        return Picture(width, width, self.called(seat), f"The letter {disc.letter} on a disc.", items)

    def addressed(self, message: Delivered) -> str:
        """To whom a message goes, as those read it who did not get it: ``to Moon``."""
        return "to all" if message.to == EVERYBODY else f"to {self.called(message.to)}"


class Forms(Called, Generic[R]):
    """One seat's report: its blocks, and what they are in print and by mail."""

    folder = "usual"
    """Of its templates; the usual ones tell everything, the lists of the game's own after the letters."""
    seat_word = "Seat"
    counter = ""
    """What people count by, ``game turn``, where the mail counts otherwise, which forms and the small print tell."""
    crest, stamp, seal = 40.0, 30.0, 110.0
    """Points across the device of the head, of the order page, of the certificate."""
    replays = " and compares."
    """What ``verify`` does with final turn files, after "plays the game again"."""
    fill_in = f"{TAKE_AWAY}fill it in."
    """How the sheet of mails is filled in."""
    messages: MessageRule | None = None
    room = 8
    """Lines of the order page: as many as nine turns of ten that are played need (docs/kit.md)."""
    longest_name = 60
    lists: Sequence[Callable[[R], Passage]] = ()
    """Blocks of the game's own, by their names: templates of mails put them in order."""

    def __init__(self, report: Any, *, large: bool = False) -> None:
        self.report: R = report
        self.seat: str = report.seat
        self.style = Style.of(self.accent, large=large)
        self.player, self.turn, self.over = self.report.player, self.report.turn, self.report.over
        self.story: Sequence[Any] = report.story
        self.banners = self.player.banners

    # Who the reader is, and what he reads first.

    @property
    def name(self) -> str:
        """The reader as heads of pages name him."""
        return self.called(self.seat)

    @property
    def signature(self) -> str:
        """Within a title: ``side A``."""
        return self.name

    @property
    def about(self) -> str:
        """A line of who he is, and what comes next."""
        return self.coming

    @property
    def coming(self) -> str:
        """What comes next, for the order page: ``next: game turn 3, yours``."""
        return "the game is over" if self.over else f"next: {self.turns} {self.turn + 1}"

    def gauges(self) -> Gauges:
        """The reader's figures."""
        return Gauges(())

    def figures(self) -> Block:
        """The same on paper."""
        return self.gauges()

    @abstractmethod
    def lead(self) -> Lead:
        """The strongest sentence, where things stand."""

    @property
    def actors(self) -> Mapping[str, str]:
        """What all are called where a sentence says what they did: he who reads first."""
        return {self.seat: "you", **{seat: self.called(seat) for seat in self.seats if seat != self.seat}}

    @property
    def events(self) -> list[Any]:
        """What the reader perceived of the turn."""
        return [told.event for told in self.report.told]

    @property
    def acts(self) -> bool:
        """Whether the reader has orders to give."""
        return True

    @property
    def after(self) -> str:
        """How far the game is, by the one counter its players count by: ``after turn 3``."""
        turns = self.counter or self.turns
        return f"after {turns} {self.counted}" if self.counted else f"before {turns} 1"

    @property
    def counted(self) -> int:
        """The last turn by that counter."""
        return int(self.turn)

    @property
    def next(self) -> str:
        """What is due, likewise: ``turn 4``."""
        return f"turn {self.turn + 1}"

    @property
    def title(self) -> str:
        """Of every form."""
        return f"{self.game} {self.player.game}: {self.turns} {self.turn}, {self.signature}"

    def head(self) -> Head:
        """Seat, game, due date."""
        p, due = self.player, None
        if not self.over and p.next_due:
            day, hour = due_parts(p.next_due)
            hour = ", ".join(part for part in (hour, self.next) if part)
            due = Due(self.report.need, day, hour, f"to {p.office_email}" if p.office_email else "")
        return Head(
            name=self.name,
            about=self.about,
            game=f"{self.game}, game {p.game}{titled(p)}, {self.after}",
            due=due,
            device=self.device(self.seat, self.style.length(self.crest)),
            letter=self.letter,
        )

    @property
    def letter(self) -> str:
        """Before his name in mails."""
        return ""

    # What happened, and what the office says.

    def notes(self) -> NoteBox:
        """What office and game master have to say."""
        return note_box("From the game master", self.report.notes, self.report.asked, self.offered)

    @property
    def offered(self) -> Sequence[str]:
        """What in the game waits for the reader's answer, and how he gives it: an offer of the other side."""
        return ()

    def ledger(self) -> Ledger:
        """The turn, step by step; harm done to the reader is marked."""
        return Ledger("The turn, step by step", (), step_rows(self.story, self.seat))

    def letters(self) -> Letters:
        """Messages."""
        return Letters(
            "Messages",
            tuple(
                Letter(self.disc(m.sender), self.sender(m.sender), self._named(m), m.text) for m in self.report.messages
            ),
        )

    def sender(self, seat: str) -> str:
        """Who wrote."""
        return "you" if seat == self.seat else self.called(seat)

    def receiver(self, message: Delivered) -> str:
        """To whom, as the reader is told."""
        return self.addressed(message) if message.sender == self.seat else "to you"

    def _named(self, message: Delivered) -> str:
        """To whom, and of one's own whether it bore no name."""
        unsigned = ", without your name" if message.anonymous and message.sender == self.seat else ""
        return f"{self.receiver(message)}{unsigned}"

    def proof(self) -> Prose:
        """What the dice were made of."""
        return dice_revealed(self.report.seed, self.report.seed_hash, self.replays)

    def colophon(self) -> Colophon:
        """What an office must print."""
        mail_turn = self.turn if self.counter else 0
        return office_imprint(self.player, self.report.seed_hash, *self.seals, mail_turn=mail_turn)

    @property
    def seals(self) -> Sequence[Seal]:
        """What else is announced by its hash."""
        return ()

    def certificate(self) -> Certificate | None:
        """How it ended for the reader, to be framed; None before the end."""
        return None

    def certified(
        self,
        rank: str,
        lead: str,
        lines: tuple[str, ...],
        rostrum: Iterable[Rostrum],
        corners: tuple[str, ...],
        points: float | None = None,
        unit: str = "",
    ) -> Certificate:
        """The certificate with all that stands on everybody's; no rule's number stands in its ``lead``."""
        return Certificate(
            contest=f"{self.game}, game {self.player.game}",
            name=self.name,
            rank=rank,
            lead=f"{from_kit.line(lead).text.rstrip('.')}.",
            points=points,
            unit=unit,
            lines=lines,
            signed=self.player.office or "the game master",
            signed_as="the game master",
            date=date_words(self.player.date),
            rostrum=tuple(rostrum),
            device=self.device(self.seat, self.seal),
            corners=corners,
            piece=self.piece,
            last=self.last(),
        )

    def last(self) -> Field | None:
        """How all lay at the end, for the certificate; None where a page of its own shows it."""
        return None

    # By mail.

    def sheet(self) -> Sheet:
        """The sheet of mails, with its button."""
        p, turn = self.player, self.turn + 1
        subject = f"{self.game} game {p.game}, turn {turn}, {self.seat_in_mails}"
        return Sheet(f"Orders for {self.turns} {turn}", self.fill_in, self.report.form, p.office_email, subject)

    @property
    def seat_in_mails(self) -> str:
        """How the subject of his orders names him."""
        return str(self.seat)

    def passages(self) -> dict[str, Passage | None]:
        """Everything a mail may show, by name; templates put it in order."""
        return {
            "certificate": self.certificate(),
            "head": self.head(),
            "gauges": self.gauges(),
            "lead": self.lead(),
            "notes": self.notes(),
            "ledger": self.ledger(),
            "letters": self.letters(),
            **self.drawn_and_listed,
            "proof": self.proof(),
            "sheet": self.sheet() if self.report.form else None,
            "colophon": self.colophon(),
        }

    @cached_property
    def drawn_and_listed(self) -> dict[str, Passage]:
        """The game's own of these."""
        drawn = {f"field_{number}": block for number, block in enumerate(self.fields(), 1)}
        return {**drawn, **{made.__name__: made(self.report) for made in self.lists}}

    @property
    def opening(self) -> str:
        """What an inbox shows first: what comes next."""
        return sentences([self.coming])

    def preheader(self) -> str:
        """What an inbox shows beside the subject."""
        if self.over:
            return self.lead().sentence
        due, count = due_parts(self.player.next_due)[0], len(self.report.messages)
        parts = [self.opening, *([f"{count} message{'s' if count != 1 else ''}."] if count else [])]
        return " ".join([*parts, *([f"{self.report.need.said} {due}."] if due else [])])

    @cached_property
    def made(self) -> Mapping[str, Passage | None]:
        """The :meth:`passages`, made once."""
        return self.passages()

    def html(self, templates: Path | None = None) -> str:
        """HTML: inlined styles, no scripts, nothing loaded from elsewhere; ``report.html.j2`` has the order."""
        button, head = self.sheet().button(), self.preheader()
        of_us = {"r": self.report, "own": tuple(self.drawn_and_listed)}
        return html_template(self.folder, templates, self.title, head, self.made, button, self.accent, **of_us)

    def text(self, templates: Path | None = None) -> str:
        """Plain text of 72 columns; ``report.txt.j2`` has the order."""
        own = tuple(self.drawn_and_listed)
        return text_template(self.folder, templates, self.title, self.made, r=self.report, own=own)

    # On paper.

    def pdf(self, paper: str = "letter") -> bytes:
        """The report as PDF bytes, on ``letter`` or ``a4``; the same report gives the same bytes."""
        p = self.player
        turn = self.turn_pages(paper)
        leaves = [*self.end_pages(), turn, *([self.order_page()] if self.report.form else [])]
        return print_report(
            self.title,
            f"{self.name}  ·  {self.game}, game {p.game}, {self.after}",
            self.colophon().line(),
            leaves,
            proof=Proof(self.report.seed_hash, p.chain),
            office=p.office,
            paper=paper,
            style=self.style,
            spare=self.went(),
        )

    def turn_pages(self, paper: str) -> Leaf:  # noqa: ARG002 - games fill it
        """The turn on as many sheets as it needs."""
        lists = [made(self.report) for made in self.lists]
        below = (*(block for block in lists if isinstance(block, Block)), self.letters(), self.proof())
        return self.first_page("The turn", self.fields(), (self.ledger(),), below)

    def fields(self) -> Sequence[Block]:
        """Drawings beside what happened."""
        return ()

    def first_page(
        self, name: str, field: Sequence[Block | None], told: Sequence[Block], below: Sequence[Block | None] = ()
    ) -> Leaf:
        """Head, figures, lead and notes; the field beside what happened."""
        return turn_leaf(
            name,
            head=self.head(),
            gauges=self.figures(),
            lead=self.lead(),
            notes=self.notes(),
            field=field,
            ledger=told,
            below=below,
            large=self.style.large,
        )

    def went(self) -> Block | None:
        """How the game went: below the poster, and where a page would end early."""
        return None

    def poster(self) -> Field | None:
        """How all lay at the end, over a whole sheet."""
        return self.last()

    def end_pages(self) -> list[Leaf]:
        """At the end the certificate, and a poster: who won, how all lay, how it went."""
        certificate = self.certificate()
        if certificate is None:
            return []
        leaves = [list_leaf("The certificate", (certificate,), framed=True)]
        drawing, went = self.poster(), self.went()
        if drawing is not None or went is not None:
            who, _, why = certificate.lead.partition(": ")
            heading = f"{certificate.contest}, {certificate.date}"
            over = Placard(contest=heading, title=who.rstrip("."), said=capital(why))
            drawn = None if drawing is None else replace(drawing, title="")
            leaves.append(list_leaf("The poster", (over, drawn, went), framed=True))
        return leaves

    # The order page, to fill in on screen (AcroForm) or by hand.

    def order_page(self) -> Leaf:
        """It: :meth:`usual_order_page` of the lines to write in."""
        rule = self.messages
        title = "" if rule is None else f"Messages: {rule.lines} lines and {rule.characters} characters each"
        form = None if rule is None else self.message_form(title, rule.most)
        return self.usual_order_page(self.order_lines(self.room, "", ""), (), form)

    def usual_order_page(self, lines: OrderLines, costs: Sequence[Block], messages: MessageForm | None) -> Leaf:
        """Head, lines (many in two columns), what they cost, messages."""
        half = -(-lines.count // 2)
        halves = (
            beside(6, (lines.part(0, half),), (lines.part(half, lines.count),)) if lines.count > ONE_COLUMN else lines
        )
        return order_leaf(
            ORDERS, head=self.order_head(), lines=halves, costs=costs, messages=messages, foot=self.order_foot
        )

    def order_head(self, more: Iterable[tuple[str, str]] = ()) -> OrderHead:
        """Game, turn, seat, due date: what must not be mistaken. ``more`` are further hidden fields."""
        p, turn = self.player, self.turn + 1
        due = ", ".join(part for part in due_parts(p.next_due) if part)
        cells = (("Game", p.game), ("Turn", str(turn)), (self.seat_word, self.seat), ("Due", due))
        return OrderHead(
            title=ORDERS,
            who=f"{self.name}{self.then}{self.coming}",
            cells=tuple(FormCell(*cell) for cell in cells),
            fixed=(*fixed_fields(p.game, turn, self.seat), *more),
            aside="or leave it empty and answer our mail from your address: that stands for it.",
            device=self.device(self.seat, self.style.length(self.stamp)),
        )

    then = "; "
    """Between name and what comes next."""

    @property
    def order_foot(self) -> str:
        """What to do with the page."""
        office = self.player.office_email
        mail = f"mail to {office}" if office else "mail back"
        return f"Fill in on screen, save, {mail}; or by hand. A later sheet replaces this one."

    def order_lines(
        self, room: int, hint: str, said: str, before: int = 0, drop: tuple[str, ...] | None = None
    ) -> OrderLines:
        """Lines to write in, behind ``before`` others of the sheet, each with what drops down: the orders of the form
        where nothing else is given; ``hint`` follows "Line 3"."""
        drop = drop_down(self.report.form) if drop is None else drop
        numbers = range(1, room + 1)
        lines = (OrderLine(line_field(before + n), str(n), f"Line {n}{hint}", LONGEST_ORDER, drop) for n in numbers)
        return OrderLines(tuple(lines), said)

    def message_form(
        self, title: str, most: int = 1, *, addressed: bool = True, anonymous: bool = False
    ) -> MessageForm:
        """Boxes for messages; line ends count as characters in a field, not in a message."""
        rule = self.messages
        longest = 0 if rule is None else rule.characters + rule.lines - 1
        fields = (message_fields(n, addressed=addressed, anonymous=anonymous) for n in range(1, most + 1))
        return MessageForm(title, tuple(MessageFields(*names, self.longest_name, longest) for names in fields))

    # The player's page.

    def sections(self) -> Sequence[paging.Block]:
        """All of the report that is neither head nor lead nor picture."""
        told, last = ("notes", "ledger", *(made.__name__ for made in self.lists)), ("letters", "proof", "colophon")
        return from_kit.blocks(self.made[name] for name in (*told, *last))


class DuelForms(Forms[R]):
    """A report of a game of two: somebody has won, or it is drawn."""

    enemy = "your foe"

    @property
    def actors(self) -> Mapping[str, str]:
        """Likewise, the other by what he is to the reader."""
        return {self.seat: "you", self.foe: self.enemy}

    @property
    def about(self) -> str:
        """Which side it is, if it bears a banner; against whom."""
        side = self.unnamed(self.seat)
        return f"{side if side != self.name else ''} against {self.called(self.foe)}; {self.coming}".strip()

    @property
    def foe(self) -> str:
        """The other."""
        return next(seat for seat in self.seats if seat != self.seat)

    def figures(self) -> Block:
        """On paper two players' figures stand on scales."""
        return Scales(f"{self.name} (you)", self.called(self.foe), self.gauges().gauges)

    def last_page(self, paper: str, hidden: Sequence[Block], more: Sequence[Block], *below: Block) -> Leaf:
        """A final report's: how it came out, what was hidden, the last turn beside letters and what one ordered, what
        the dice were made of. How all lay, and both players' figures turn by turn, are on the poster."""
        top = (self.head(), self.lead(), self.notes(), *hidden)
        told: list[Block] = [self.ledger()]
        others: list[Block] = []
        level(told, others, (self.letters(), *more, self.proof()), 6, paper, self.style)
        return Leaf("The turn", (*map(full, top), beside(6, told, others)._replace(follows=top), *map(full, below)))

    def went(self) -> Block | None:
        """Both players' figures, turn by turn."""
        plots, own = self.plotted(self.report.memory), self.seats.index(self.seat)
        return courses_of("How the game went", self.called(self.foe), plots, own)

    @property
    @abstractmethod
    def winner(self) -> str:
        """Who has won; "" where it is drawn."""

    def outcome(self, why: str, rule: str) -> Lead:
        """The lead of a final report."""
        won = "You win" if self.winner == self.seat else f"{capital(self.enemy)} wins"
        return Lead(f"{won if self.winner else 'The game is drawn'}: {why}.", f"That is rule {rule}.")

    # The certificate.

    corners: tuple[str, ...]
    """Colours of its corners."""

    @abstractmethod
    def held(self, seat: str) -> str:
        """What somebody had at the end, in a word or two."""

    @abstractmethod
    def course(self) -> tuple[str, ...]:
        """What it came to, in a line or two."""

    def last(self) -> Field | None:
        """The first drawing of the lists."""
        return next((block for block in (made(self.report) for made in self.lists) if isinstance(block, Field)), None)

    def certificate(self) -> Certificate | None:
        """How it ended for the reader, to be framed; None before the end."""
        if not self.over:
            return None
        order = (self.foe, self.seat) if self.winner == self.foe else (self.seat, self.foe)
        rostrum = (
            Rostrum(rank, self.called(seat), self.held(seat), self.device(seat, self.rostrum))
            for rank, seat in zip(("1.", "2." if self.winner else "1."), order, strict=True)
        )
        rank = "a draw"
        if self.winner:
            rank = "the winner" if self.winner == self.seat else f"in a duel with {self.called(self.foe)}"
        why = self.lead().sentence.partition(": ")[2]
        first, other = map(self.called, order)
        lead = f"{first} beat {other}: {why}" if self.winner else f"{first} and {other} drew: {why}"
        return self.certified(rank, lead, self.course(), rostrum, self.corners)

    rostrum = 52.0
    """Points across a device there."""


F = TypeVar("F", bound=Forms[Any])


class UsualPage(Generic[F]):
    """The part ``page`` of a game (``engine.seam.reports.PlayerPage``): head, sentences and figures are those in print;
    a game adds its pictures and the sheet that could be written."""

    SCRIPT = ""
    forms: type[F]
    offers: type[paging.Offers] | None = None
    """What makes the sheet of a game whose lines are rows, of the ``choices`` of its reports."""
    earlier: paging.Earlier | None = None

    drawn: Sequence[Callable[[Any], paging.Picture]] = ()
    """What makes the map, the table of a report."""
    told: Sequence[str | Callable[[Any], paging.Block]] = ()
    """All the rest in its order: passages by their names, and what makes things to click; none: as the forms say."""

    def pictures(self, forms: F) -> Sequence[paging.Picture]:
        """What is drawn."""
        return tuple(made(forms.report) for made in self.drawn)

    def sections(self, forms: F) -> Sequence[paging.Block]:
        """All the rest of the report."""
        if not self.told:
            return forms.sections()
        rows = (
            from_kit.blocks([forms.made[row]]) if isinstance(row, str) else [row(forms.report)] for row in self.told
        )
        return tuple(block for found in rows for block in found)

    def plan(self, forms: F, known: Any) -> paging.Plan:
        """What could be ordered, of the state as the seat knows it; without :attr:`offers` the blank sheet's lines."""
        if self.offers is not None:
            return self.offers(known, forms.seat, forms.report.choices).plan()
        to = (paging.Option(one, "all" if one == EVERYBODY else forms.called(one)) for one in forms.report.addressees)
        letters = None if forms.messages is None else paging.letters_by(forms.messages, *to)
        offered = drop_down(forms.report.form)
        return paging.Plan(forms=tuple(paging.once(line, line) for line in offered), letters=letters, free_lines=True)

    def page(self, report: Any, known: Any, seat: str, memory: Any) -> paging.GamePage:  # noqa: ARG002 - the report has it
        """One seat's page."""
        forms = once(self.forms)(report)
        made: Mapping[str, Any] = forms.made
        head = made["head"]
        return paging.GamePage(
            seat=seat,
            title=forms.name,
            subtitle=head.about,
            where=head.game,
            due="" if head.due is None else forms.next,
            lead=from_kit.lead(made["lead"]),
            asked=from_kit.asked(made["notes"]),
            facts=from_kit.facts(made["gauges"]),
            pictures=tuple(self.pictures(forms)),
            blocks=tuple(self.sections(forms)),
            plan=None if known is None else self.plan(forms, known),
            earlier=self.earlier,
            device=None if head.device is None else art(head.device),
            accent=forms.accent,
        )
