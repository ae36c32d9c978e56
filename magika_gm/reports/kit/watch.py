"""The usual pages of a turn for those who hold no seat: the game master's, and that of those who look on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from magika_gm.engine.dice import seed_hash
from magika_gm.engine.paging import Picture as PagePicture
from magika_gm.engine.paging import Plot
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, TurnRecord
from magika_gm.engine.told import Told
from magika_gm.engine.words import capital, figured, named, sentences
from magika_gm.reports.kit.base import Block, minus
from magika_gm.reports.kit.card import SHOWN, Card, Rank, counted, game_title, lead_since, played_by
from magika_gm.reports.kit.drawings import Field
from magika_gm.reports.kit.head import Head, Proof, date_words
from magika_gm.reports.kit.letters import Letter, Letters
from magika_gm.reports.kit.lists import Cell, Cells, Ledger, Table, cell, step_rows
from magika_gm.reports.kit.mail import html_page, text_page
from magika_gm.reports.kit.pages import Called, Plotted
from magika_gm.reports.kit.press import Document, Leaf, list_leaf, print_document
from magika_gm.reports.kit.prose import NoteBox, Step
from magika_gm.reports.kit.usual import GameReports
from magika_gm.reports.page import from_kit
from magika_gm.reports.page.still import COUNTDOWN, Part, countdown, devices_row, still_page, turns_row
from magika_gm.reports.picture import Picture as Drawing

NOT_FOR_PLAYERS = "Everything is in it: not for players."


def print_master(title: str, head: str, leaves: tuple[Leaf, ...], paper: str) -> bytes:
    """The game master's report as PDF bytes; ``head`` is the game and the turn."""
    made = Document(
        title=title,
        author="magika-gm",
        subject="The game master's report",
        head=f"The game master's report  ·  {head}",
        leaves=leaves,
    )
    return print_document(made, paper)


def master_page(name: str, about: str, blocks: Sequence[Block], kind: str, paper: str) -> str | bytes:
    """The game master's report as ``html``, ``txt`` or ``pdf``: its game, ``game 12, turn 3``, what is in it."""
    title = f"{name} {about}: the game master's report"
    if kind == "txt":
        return text_page([title, *blocks])
    if kind == "html":
        return html_page(title, NOT_FOR_PLAYERS, list(blocks))
    return print_master(title, about, (list_leaf("The turn", blocks),), paper)


class Watch(Called):
    """A turn for those who hold no seat: the game master sees everything, who looks on (``public``) what all know."""

    held: tuple[str, ...] = ()
    """Heads of what the game master's table of players tells besides."""

    def __init__(self, record: TurnRecord, facts: OfficeFacts, *, public: bool = False) -> None:
        self.record, self.facts, self.public = record, facts, public
        self.state, self.banners = record.state, facts.banners
        self.told: Sequence[Told[Any]] = self.known_to_all() if public else record.told
        self.where = f"{self.turns} {self.turn}"

    def known_to_all(self) -> Sequence[Told[Any]]:
        """What everybody perceived who plays."""
        seats = self.playing()
        return [told for told in self.record.told if all(seat in told.audience for seat in seats)]

    @property
    def events(self) -> list[Any]:
        """What happened, in the form in which it is told here."""
        return [told.event for told in self.told]

    # What a game says.

    part: GameReports[Any, Any]
    """The game's part ``reports``, of which all that follows is made where it says nothing else."""

    @property
    def turn(self) -> int:
        """The turn's number."""
        return int(self.part.rules.turn_of(self.state))

    @property
    def next(self) -> str:
        """What comes next, or how it ended."""
        ending = self.part.rules.ending(self.state)
        if ending is not None:
            return f"The game is over: {self.part.rules.ending_text(ending)}."
        return f"{self.turns.capitalize()} {self.turn + 1} is due {self.facts.next_due}."

    @property
    def headline(self) -> str:
        """Who won, once the game is over; before, what the last turn did, of which all know; at first who plays."""
        begun = f"{named([*self.actors.values()], 4)} begin"
        return self.outcome or (self.happened().rstrip(".") if self.turn else begun)

    def happened(self) -> str:
        """What the turn did, in a sentence."""
        return f"{capital(self.where)} is played."

    @property
    def actors(self) -> Mapping[str, str]:
        """Who plays, as such sentences call them."""
        return {seat: self.called(seat) for seat in self.playing()}

    @property
    def outcome(self) -> str:
        """Who won, once the game is over; "" before."""
        if self.part.rules.ending(self.state) is None:
            return ""
        first = [self.called(one.seat) for one in self.part.rules.standing(self.state) if one.rank == 1]
        said = "won" if len(first) == 1 else "share the first place"
        return f"{' and '.join(first)} {said}" if first else ""

    def card(self) -> Card | None:
        """What is passed on of a game that is over; None before."""
        if not self.outcome:
            return None
        rules, facts = self.part.rules, self.facts
        places = sorted(rules.standing(self.state), key=lambda one: one.rank)
        drawn = next((block.maker for block in self.fields() if isinstance(block, Field)), None)
        ending = from_kit.line(rules.ending_text(rules.ending(self.state))).text
        said = (sentences([part]) for part in (ending, self.turning(places[0].seat)) if part)
        return Card(
            game=game_title(self.game, facts.game, facts.title),
            headline=self.outcome,
            lines=tuple(said),
            ranks=tuple(
                Rank(name=self.called(one.seat), worth=self.worth(one.seat), device=self.device(one.seat, 60.0))
                for one in places[:SHOWN]
            ),
            foot=played_by(counted(len(places), "player"), self.turn, facts.date),
            accent=self.accent,
            drawn=drawn,
        )

    def turning(self, winner: str) -> str:
        """Since when the winner led, by the first of the figures that are plotted; "" where there is none."""
        title, rows = next(iter(self.remembered().items()), ("", ()))
        since = lead_since(rows, self.seats.index(winner))
        return f"{title.partition(',')[0].lower()}: {since}" if since else ""

    def worth(self, seat: str) -> str:
        """What somebody had at the end, by the first figure of the standing: ``26 hexes``."""
        table, name = self.standing(), self.called(seat)
        if not isinstance(table, Table) or not table.right:
            return ""
        at = min(table.right)
        row = next((row for row in table.rows if name in (cell(part).text for part in row)), None)
        return minus(figured(cell(row[at]).text, table.heads[at])) if row else ""

    def pictures(self) -> Sequence[PagePicture | Drawing]:
        """Drawn at the top of a page."""
        return ()

    def fields(self) -> Sequence[Block]:
        """The same on paper and in mails."""
        return ()

    def standing(self) -> Block:
        """How everybody stands."""
        places = self.part.rules.standing(self.state)
        rows = tuple((str(one.rank), self.called(one.seat), f"{one.points:g}") for one in places)
        return Table(title="Standing", heads=("", "", "points"), rows=rows, right=frozenset((2,)))

    def courses(self) -> Sequence[Plot]:
        """How they stood, turn by turn, drawn: what every seat remembers (:meth:`plotted`)."""
        found = []
        for title, rows in self.remembered().items():
            seats = enumerate(self.seats)
            series = {self.called(s): tuple((float(turn), float(row[n])) for turn, row in rows) for n, s in seats}
            found.append(Plot(title=title, series=series))
        return found

    def remembered(self) -> Mapping[str, Plotted]:
        """The figures plotted, as far as the first seat remembers them."""
        memory = self.facts.memories.get(self.seats[0])
        return self.plotted(self.part.sight.no_memory() if memory is None else memory)

    def everything(self) -> Sequence[Block]:
        """What the game master reads of the turn, between the players and the messages."""
        return (self.ledger("The turn"),)

    def ledger(self, title: str) -> Ledger:
        """The turn, step by step."""
        return Ledger(title, (), step_rows(self.steps()))

    def steps(self) -> Iterable[Step]:
        """What happened, as far as it is told here."""
        return self.part.story(self.told, None)

    @property
    def won(self) -> str:
        """Who won, of a game that is over and whose state says so."""
        winner = self.state.winner
        return f"won by {self.called(winner)}" if winner in self.seats else "drawn"

    def known(self) -> Sequence[Part]:
        """What those read who look on."""
        return self.everything()

    def write(self, order: Any) -> str:
        """An order as its player wrote it."""
        return self.part.write(order)

    def also_played(self, seat: str) -> str:  # noqa: ARG002 - most games have nothing else
        """What was played with besides his sheet."""
        return ""

    def holds(self, seat: str) -> tuple[str, ...]:  # noqa: ARG002 - see held
        """What he holds, below the heads :attr:`held`."""
        return ()

    # The pages.

    def master(self, kind: str, paper: str) -> str | bytes:
        """Everything about a turn, as ``html``, ``txt`` or ``pdf``."""
        facts, about = self.facts, f"game {self.facts.game}, {self.where}"
        look = [
            f"{self.called(seat)}: no sheet came." for seat in self.playing() if self.record.how.get(seat) == "default"
        ]
        look += [f"Your word: {act}" for act in facts.acts]
        top = NoteBox("To look at", (*look, *facts.mail))
        printed = f"The game master's report. {facts.title}, {date_words(facts.date)}. {NOT_FOR_PLAYERS}"
        head = Head(name=f"Game {facts.game}, {self.where}", about=self.next, game=printed)
        found = [self.players(), *self.everything(), self.letters(), self.seal()]
        if kind != "html":
            blocks = (head, top, *self.fields(), self.standing(), *found)
            return master_page(self.game, about, blocks, kind, paper)
        beside, wide = self.beside()
        return still_page(
            title=f"{self.game} {about}: the game master's report",
            over=self.game,
            head=head,
            top=(top,),
            pictures=self.pictures(),
            beside=beside,
            blocks=(*wide, *(block for block in found if not isinstance(block, Field))),  # drawn at the top
            accent=self.accent,
        )

    def spectator(self) -> str:
        """The page for those who look on."""
        title = f"{self.game} game {self.facts.game}, {self.where}"
        beside, wide = self.beside()
        card, headline, outcome = self.card(), self.headline, self.outcome
        due = "" if outcome else self.facts.due_at
        faces = devices_row((self.called(seat), self.device(seat, 44.0)) for seat in self.playing())
        return still_page(
            title=f"{headline}: {title}",
            card=card,
            emblem=self.emblem(),
            over=self.game,
            head=Head(name=headline, about=self.next, game=title),
            top=(faces, countdown(due), turns_row(self.turn, bool(outcome))),
            pictures=self.pictures(),
            beside=beside,
            blocks=(*wide, *self.known(), self.seal()),
            programs=[COUNTDOWN] if due else [],
            accent=self.accent,
        )

    def playing(self) -> Sequence[str]:
        """The seats of this game: all, or of a game of fewer those it has."""
        held = {one.seat for one in self.part.rules.standing(self.state)}
        return [seat for seat in self.seats if seat in held]

    def beside(self) -> tuple[Sequence[Part], Sequence[Part]]:
        """What stands beside the pictures, and what is too wide for it."""
        return (self.standing(), *self.courses()), ()

    def players(self) -> Table:
        """Who plays, what he holds, what he ordered."""
        rows: list[Cells] = []
        for seat in self.playing():
            who, sheet = self.person(seat), self.sheet(seat) + self.also_played(seat)
            rows.append((Cell(self.called(seat), bold=True), who, *self.holds(seat), sheet))
        return Table(title="Players", heads=("", "player", *self.held, "sheet"), rows=tuple(rows), small=True)

    def person(self, seat: str) -> str:
        """Who plays a seat, and how his account stands."""
        person = self.facts.people.get(seat)
        return f"{person.name}, {person.email}; {minus(person.balance)}" if person else "built-in policy"

    def sheet(self, seat: str, empty: str = "no lines") -> str:
        """What he ordered."""
        given = self.record.orders.get(seat)
        return "no sheet" if given is None else " / ".join(map(self.write, given)) or empty

    def letters(self) -> Letters:
        """Messages."""
        return Letters(
            "Messages",
            tuple(Letter(self.disc(m.sender), self.sender(m), self.addressed(m), m.text) for m in self.heard()),
        )

    def heard(self) -> Iterable[Delivered]:
        """Those that may be read here."""
        return self.record.messages

    def sender(self, message: Delivered) -> str:
        """Who wrote."""
        return self.called(message.sender)

    def seal(self) -> Proof:
        """What is announced of the game so that it can be checked."""
        return Proof(seed_hash(self.record.seed), self.facts.chain, self.sealed())

    def sealed(self) -> tuple[str, ...]:
        """Further lines of it."""
        return ()
