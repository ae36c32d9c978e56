"""The usual report: what every seat's report holds, and the part ``reports`` of a game (``engine.seam.reports``).

A game derives its report from :class:`GameReport`, with what it says besides, and its part from :class:`GameReports`.
Nothing here sets a page: whoever only reads turn files brings no kit with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar, get_args, get_type_hints

from magika_gm.engine import reporting
from magika_gm.engine.chain import SCHEMA as CHAIN
from magika_gm.engine.dice import seed_hash
from magika_gm.engine.plain import Schema, listed, plain_of, schema_of, table
from magika_gm.engine.records import made_once, named_record
from magika_gm.engine.reporting import perceived
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, PlayerData, ToldLine, TurnRecord
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.sheet import EVERYBODY
from magika_gm.engine.told import Threat, Told, threats_plain
from magika_gm.engine.verbs import notes_to
from magika_gm.engine.words import Fault

V = TypeVar("V")
M = TypeVar("M")


@named_record
class GameReport(Generic[V, M]):
    """What every seat's report holds: its view and memory, what was told to it, and the office's facts."""

    turn: int
    """The mail turn."""
    ending: str | None
    """Why the game is over; None while it is not."""
    seat: str
    view: V
    memory: M
    player: PlayerData
    told: tuple[Told[Any], ...]
    """Events as the seat perceives them."""
    how: str
    """How its orders came about: mailed, default, policy …; "" where it had none to give."""
    messages: tuple[Delivered, ...]
    notes: tuple[str, ...]
    form: str
    """The blank sheet for the coming turn; "" after the end."""
    seed_hash: str
    asked: tuple[str, ...] = ()
    """Those of the notes that ask something of the reader."""
    need: Need = Need.REQUIRED
    """Whether the coming turn waits for the seat's sheet."""
    addressees: tuple[str, ...] = ()
    """Whom its player may write to (:meth:`GameReports.addressees`)."""
    seed: str = ""
    record: Mapping[str, Any] | None = None

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.ending is not None

    @property
    def order_form(self) -> str:
        """The blank sheet, as turn files call it."""
        return self.form

    def called(self, seat: str) -> str:
        """What a side is called, in a game whose players name theirs."""
        return self.player.banners.get(seat, seat)

    def usual(self) -> dict[str, Any]:
        """These very fields, for a game's own report to be made of."""
        return {one.name: getattr(self, one.name) for one in fields(GameReport)}


class Line(NamedTuple):
    """A sentence, its rule, and whom it tells harm of ("" for nobody)."""

    text: str
    rule: str = ""
    harmed: str = ""


class Sentence(Protocol):
    """An event in words, as a game's story has it."""

    @property
    def text(self) -> str:
        """The sentence."""

    @property
    def rule(self) -> str:
        """The rule it follows; "" for none."""


class Paragraph(Protocol):
    """What happened in one part of a turn: a named tuple with its number or numbers, its title and its lines."""

    @property
    def lines(self) -> Sequence[Sentence]:
        """What happened."""

    def _asdict(self) -> dict[str, Any]: ...


def story_plain(story: Iterable[Paragraph]) -> list[dict[str, Any]]:
    """A story as turn files hold it: of each sentence its text and rule."""
    return [
        {**part._asdict(), "lines": [{"text": line.text, "rule": line.rule} for line in part.lines]} for part in story
    ]


P = TypeVar("P")


class Teller(Generic[P]):
    """What was told, in words: a game's own knows names, what is said of an event, and what the steps are called."""

    paragraph: Callable[[int, int, str, tuple[Line, ...]], P]
    """What holds a step of the game's story: phase and step, a title, what happened."""

    def sentence(self, event: Any) -> Line | None:
        """An event in words; None where another sentence tells it."""
        raise NotImplementedError

    def title(self, phase: int, step: int) -> str:
        """What a step is called."""
        raise NotImplementedError

    def line(self, one: Told[Any], seat: str | None) -> Line | None:
        """What a seat perceives of something told (None: all of it)."""
        event = one.event if seat is None else one.seen_by(seat)
        return None if event is None else self.sentence(event)

    def numbered(self, one: Told[Any]) -> tuple[int, int]:
        """When it was told: phase and step."""
        return one.phase, one.step

    def joined(self, lines: list[Line]) -> Iterable[Line]:
        """A step's sentences as they are read."""
        return lines

    def story(self, told: Iterable[Told[Any]], seat: str | None) -> tuple[P, ...]:
        """What a seat perceives of a turn (None: everything), step by step."""
        found: list[tuple[int, int, list[Line]]] = []
        for one in told:
            line = self.line(one, seat)
            if line is None:
                continue
            phase, step = self.numbered(one)
            if not found or found[-1][:2] != (phase, step):
                found.append((phase, step, []))
            found[-1][2].append(line)
        made = type(self).paragraph
        return tuple(made(p, s, self.title(p, s), tuple(self.joined(lines))) for p, s, lines in found)


class Chapter(NamedTuple):
    """What happened in one step of a turn: its number, its title, its sentences."""

    step: int
    title: str
    lines: tuple[Line, ...]


@named_record
class UsualReport(GameReport[V, M]):
    """The report of a game that tells no more than what was ordered and what happened."""

    orders: tuple[str, ...] = ()
    story: tuple[Chapter, ...] = ()


@cache
def once(forms: Callable[..., V]) -> Callable[[Any], V]:
    """What makes a report's forms in their usual size once for mails and page, which say the same blocks."""
    return made_once(forms)


class Pages(NamedTuple):
    """What sets a report on paper and in mails, and the pages of those who play no seat."""

    pdf: Callable[[Any, str, bool], bytes]
    html: Callable[[Any, Path | None], str]
    text: Callable[[Any, Path | None], str]
    master: Callable[[TurnRecord, OfficeFacts, str, str], str | bytes]
    spectator: Callable[[TurnRecord, OfficeFacts], str]
    card: Callable[[TurnRecord, OfficeFacts], Any]

    @classmethod
    def of(cls, forms: Callable[..., Any], watch: Callable[..., Any]) -> Self:
        """Those of :class:`~magika_gm.reports.kit.pages.Forms` and :class:`~magika_gm.reports.kit.watch.Watch`."""
        mails = once(forms)
        return cls(
            lambda report, paper, large: forms(report, large=large).pdf(paper),
            lambda report, templates: mails(report).html(templates),
            lambda report, templates: mails(report).text(templates),
            lambda record, facts, kind, paper: watch(record, facts).master(kind, paper),
            lambda record, facts: watch(record, facts, public=True).spectator(),
            lambda record, facts: watch(record, facts, public=True).card(),
        )


S = TypeVar("S")
R = TypeVar("R", bound=GameReport[Any, Any])


class GameReports(Generic[S, R]):
    """What all games say alike of their reports; a game adds what its own say, what is near its end, and its pages."""

    FORMAT: str
    SCHEMA = ""
    report: type[R] = UsualReport  # type: ignore[assignment]
    """The game's own report."""
    besides: tuple[str, ...] = ("order_form",)
    """What of it a turn file holds besides, after the notes: what could be ordered, and what the game tells."""
    rules: Any
    """The game's part ``rules``."""
    sight: Any
    """Likewise ``sight``."""
    orders: Any
    """Likewise ``orders``, where :meth:`own` is the usual one."""
    steps: Mapping[int, str] = {}
    """What the steps of a turn are called, likewise."""
    compared: Mapping[str, str] = {}
    """Sections of a turn file, each with the words for what differs if it is another one."""
    recalled: tuple[str, ...] = ()
    """Sections of :meth:`content` that a seat knows from earlier turns."""
    notables: tuple[type, ...] = ()
    """Events worth a second look before a turn goes out."""

    def build(self, record: TurnRecord, seat: str, view: Any, memory: Any, player: PlayerData, form: str) -> R:  # noqa: D102 - of the seam, as what follows
        state = record.state
        ending = self.rules.ending(state)
        heard = (m for m in record.messages if self.sight.hears(state, seat, m.sender, m.to))
        usual = GameReport(
            turn=self.rules.turn_of(state),
            ending=ending,
            seat=seat,
            view=view,
            memory=memory,
            player=player,
            told=perceived(record, seat),
            how=record.how.get(seat, ""),
            messages=tuple(self.heard(message, seat) for message in heard),
            notes=(*record.notes.get(seat, ()), *notes_to(record.acts, seat)),
            form=form if ending is None else "",
            seed_hash=seed_hash(record.seed),
            asked=tuple(record.asked.get(seat, ())),
            need=self.rules.needs(state).get(seat, Need.NONE),
            addressees=self.addressees(state, seat),
            seed="" if ending is None else record.seed.hex(),
            record=None if ending is None else record.record,
        )
        return self.own(usual, record)

    def own(self, usual: GameReport[Any, Any], record: TurnRecord) -> R:
        """The game's own report, made of the usual one and of what else a seat may know."""
        made: Any = self.report
        orders, story = self.written(record, usual.seat), self.story(usual.told, usual.seat)
        return made(**usual.usual(), orders=orders, story=story)  # type: ignore[no-any-return]

    def write(self, order: Any) -> str:
        """An order as its player wrote it."""
        return str(self.orders.GRAMMAR.write(order))

    def written(self, record: TurnRecord, seat: str) -> tuple[str, ...]:
        """A seat's orders, as the turn was played with them."""
        return tuple(map(self.write, record.orders.get(seat, ())))

    def points(self, state: S) -> dict[str, float]:
        """How everybody stands, by seat."""
        return {place.seat: place.points for place in self.rules.standing(state)}

    def story(self, told: Sequence[Told[Any]], seat: str | None) -> tuple[Chapter, ...]:
        """A turn step by step, as a seat perceives it, or as it was."""
        found: dict[int, list[Line]] = {}
        for one in told:
            event = one.event if seat is None else one.seen_by(seat)
            said = None if event is None else self.sentence(event, seat)
            if said is not None:
                found.setdefault(one.step, []).append(Line(said.text, said.rule, getattr(said, "harmed", "")))
        return tuple(Chapter(step, self.steps.get(step, ""), tuple(lines)) for step, lines in found.items())

    def addressees(self, state: S, seat: str) -> tuple[str, ...]:
        """Whom a seat may write to: the others who still play, and where they are several and the game's sheets have a
        word for it, all."""
        others = tuple(one for one in self.rules.playing(state) if one != seat)
        orders = getattr(self, "orders", None)  # which a game that says its own reports need not name
        if len(others) < 2 or orders is None or isinstance(orders.GRAMMAR.addressee((EVERYBODY,), {}), Fault):
            return others
        return (*others, EVERYBODY)

    def heard(self, message: Delivered, seat: str) -> Delivered:  # noqa: ARG002 - most games' messages are signed
        """A message as a seat gets it."""
        return message

    with_notes = staticmethod(reporting.with_notes)
    handed_over = staticmethod(reporting.handed_over)
    seat_of = staticmethod(reporting.seat_of)

    # The turn file.

    def content(self, view: Any, told: Sequence[Told[Any]], memory: Any) -> dict[str, Any]:  # noqa: ARG002
        """The game's part of a turn file, ``format`` and ``version`` first: what follows from view and events alone,
        and what is :attr:`recalled`. All of the view, where the game says nothing else."""
        return {"format": self.FORMAT, "version": 1, **plain_of(view)}

    def of_turn(self, report: R) -> dict[str, Any]:
        """The same of a report."""
        return self.content(report.view, report.told, report.memory)

    def turn_file(self, report: R) -> dict[str, Any]:  # noqa: D102
        return {
            **self.of_turn(report),
            **self.reader(report),
            **self.played(report),
            "messages": [self.message(message) for message in report.messages],
            "threats": threats_plain(self.threats(report)),
            "notes": list(report.notes),
            **{name: plain_of(getattr(report, name)) for name in self.besides},
            "seed_hash": report.seed_hash,
            "chain": report.player.chain.plain(),
            "seed": report.seed,
            "record": report.record,
        }

    def reader(self, report: R) -> dict[str, Any]:
        """What the turn file says of game and reader."""
        p = report.player
        person = {"name": p.name, "account": p.account, "balance": p.balance}
        return {
            "seat": report.seat,
            "turn": report.turn,
            "ending": report.ending,
            "game": p.game,
            "title": p.title,
            "date": p.date,
            "due": p.due_at,
            "player": person,
        }

    def played(self, report: Any) -> dict[str, Any]:
        """Of its orders and of what came of them."""
        return {"how": report.how, "orders": plain_of(report.orders), "story": story_plain(report.story)}

    def message(self, message: Delivered) -> dict[str, Any]:
        """A message."""
        return {"sender": message.sender, "to": message.to, "text": message.text}

    def schema(self) -> dict[str, Schema]:
        """Schemas of the sections of turn files that no :meth:`content` gives, by the types of the report's fields."""
        text, texts = schema_of(str), schema_of(tuple[str, ...])
        (part, _) = get_args(self._type_of("story"))
        lines = listed(table(text=text, rule=text))
        parts = {name: schema_of(kind) for name, kind in get_type_hints(part).items() if name != "lines"}
        return {
            "turn": {"type": "integer", "minimum": 0},
            "game": text,
            "title": text,
            "date": text,
            "due": text,
            "player": table(name=text, account=text, balance=text),
            "how": text,
            "orders": schema_of(self._type_of("orders")),
            "story": listed(table(**parts, lines=lines)),
            "messages": listed(table(sender=text, to=text, text=text)),
            "threats": listed(schema_of(Threat)),
            "notes": texts,
            **{name: schema_of(self._type_of(name)) for name in self.besides},
            "seed_hash": text,
            "chain": CHAIN,
            "seed": text,
            "record": {"type": ["object", "null"]},
        }

    def _type_of(self, name: str) -> Any:
        found = getattr(self.report, name, None)
        held = (found.fget, "return") if isinstance(found, property) else (self.report, name)
        return get_type_hints(held[0])[held[1]]

    def differences(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:  # noqa: D102
        return reporting.differences(before, after, self.compared)

    def replayed(self, state: S, record: TurnRecord, seat: str) -> Mapping[str, Any]:  # noqa: D102
        view, memory = self.sight.perceive(state, seat), self.sight.no_memory()
        plain = self.content(view, perceived(record, seat), memory)
        return {key: value for key, value in plain.items() if key not in self.recalled}

    # In words.

    def threats(self, report: R) -> Sequence[Threat]:  # noqa: ARG002, D102
        return ()

    def hidden(self, _state: S) -> Iterable[tuple[str, Sequence[str], str]]:
        """What the end lays open of each seat: its name, the cards it held, and what else; nothing in an open game."""
        return ()

    def last_words(self, state: S) -> list[str]:  # noqa: D102
        held = [f"  {who}: {', '.join(cards) or 'no cards'}{besides}" for who, cards, besides in self.hidden(state)]
        return ["", "What was hidden:", *held] if held else []

    def sentence(self, event: Any, seat: str | None) -> Sentence | None:
        """An event as a seat perceives it, or as it was, in words; None where another sentence tells it."""
        raise NotImplementedError

    def line(self, told: Told[Any], seat: str | None) -> ToldLine | None:  # noqa: D102
        event = told.event if seat is None else told.seen_by(seat)
        found = None if event is None else self.sentence(event, seat)
        if found is None or isinstance(found, ToldLine):
            return found
        return ToldLine(found.text, found.rule)

    def is_notable(self, event: Any) -> bool:
        """Whether an event is worth a second look before its turn goes out."""
        return isinstance(event, self.notables)

    def notable(self, told: Sequence[Told[Any]]) -> tuple[str, ...]:  # noqa: D102
        lines = [self.line(one, None) for one in told if self.is_notable(one.event)]
        return tuple(found.text for found in lines if found is not None)

    # On paper.

    def pages(self) -> Pages:
        """What sets its pages, imported when it is first asked for: ``printed.Forms``, ``gmpage.Watched`` beside it."""
        room = type(self).__module__.rpartition(".")[0]
        return Pages.of(import_module(f"{room}.printed").Forms, import_module(f"{room}.gmpage").Watched)

    @cached_property
    def _set(self) -> Pages:
        return self.pages()

    def pdf(self, report: R, paper: str, large: bool) -> bytes:  # noqa: D102
        return self._set.pdf(report, paper, large)

    def html(self, report: R, templates: Path | None) -> str:  # noqa: D102
        return self._set.html(report, templates)

    def text(self, report: R, templates: Path | None) -> str:  # noqa: D102
        return self._set.text(report, templates)

    def master(  # noqa: D102 - most games' pages for those who play no seat are set by the kit alone
        self,
        record: TurnRecord,
        facts: OfficeFacts,
        kind: str,
        paper: str,
        templates: Path | None,  # noqa: ARG002
    ) -> str | bytes:
        return self._set.master(record, facts, kind, paper)

    def spectator(self, record: TurnRecord, facts: OfficeFacts, templates: Path | None) -> str:  # noqa: ARG002, D102
        return self._set.spectator(record, facts)

    def card(self, record: TurnRecord, facts: OfficeFacts, kind: str) -> bytes:  # noqa: D102
        card = self._set.card(record, facts)
        return b"" if card is None else card.file(kind)
