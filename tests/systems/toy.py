"""High Card: a game of three seats, two order words and a hidden card each, to hold the seam to its word.

Everybody has a card nobody else knows. Each turn a player may SHOW it or KEEP it. Once all are shown, or after four
turns, the game ends: a shown card counts its value, a kept one nothing.
"""

from __future__ import annotations

import io
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from magika_gm.engine.acts import DropOut, Note, notes_to
from magika_gm.engine.dice import Dice, seed_hash
from magika_gm.engine.relations import Column, Kind, Relation
from magika_gm.engine.seam.enrolment import Candidate, Invitation, NoGame, Seated
from magika_gm.engine.seam.reports import OfficeFacts, PlayerData, ToldLine, TurnRecord
from magika_gm.engine.seam.rules import ActRefused, Parameter, Question, Resolution, Verb
from magika_gm.engine.seam.setup import Entrant, Place, ScenarioFaults
from magika_gm.engine.seam.shape import Need, ThirdMiss, TurnShape, Words
from magika_gm.engine.sheet.grammar import EVERYBODY, MessageRule, SheetGrammar
from magika_gm.engine.sheet.sheet import Sheet
from magika_gm.engine.system import GameSystem
from magika_gm.engine.told import Told
from magika_gm.engine.words import Fault, nearest
from magika_gm.reports.kit.imprint import chain_lines

SEATS = ("RED", "GREEN", "BLUE")


@dataclass(frozen=True, slots=True)
class Show:
    """Lay the card open."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep it hidden."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card was laid open."""

    seat: str
    card: int


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left the game."""

    seat: str


@dataclass(slots=True)
class Table:
    """The state."""

    turn: int = 0
    last: int = 4
    cards: dict[str, int] = field(default_factory=dict)
    shown: dict[str, bool] = field(default_factory=dict)
    out: dict[str, bool] = field(default_factory=dict)
    ending: str | None = None


class Setup:
    DEFAULT = "plain"

    def read_scenario(self, text: str, name: str) -> int:
        try:
            turns = tomllib.loads(text).get("turns", 4)
        except tomllib.TOMLDecodeError as error:
            raise ScenarioFaults([f"{name}: {error}"]) from error
        if not isinstance(turns, int) or turns < 1:
            raise ScenarioFaults([f"{name}: turns must be a number from 1 up, not {turns!r}"])
        return turns

    def write_scenario(self, scenario: int) -> str:
        return f"turns = {scenario}\n"

    def title_of(self, scenario: int) -> str:
        return f"{scenario} turns"

    def seats_of(self, scenario: int) -> tuple[str, ...]:
        return SEATS

    EXTRAS: Mapping[str, str] = {}

    def read_extra(self, name: str, text: str, file: str) -> Any:
        raise ScenarioFaults([f"{file}: High Card has no {name}"])

    def start(self, scenario: int, entrants: Sequence[Entrant], dice: Dice, extras: Mapping[str, Any]) -> Table:
        cards = dice.shuffle("deal", "", [str(n) for n in range(1, 10)], "DEAL-1")
        table = Table(0, scenario, {e.seat: int(c) for e, c in zip(entrants, cards, strict=False)})
        table.shown = dict.fromkeys(SEATS, False)
        table.out = dict.fromkeys(SEATS, False)
        return table

    def complete(self, state: Table, dice: Dice, extras: Mapping[str, Any]) -> Table:
        return state

    def as_before(self, state: Table, after: Table) -> Table:
        return state

    def begun_with(self, start: Table, entrants: Sequence[Entrant]) -> dict[str, Any]:
        return {"seats": [e.seat for e in entrants]}

    def restart(self, scenario: int, begun: Mapping[str, Any], dice: Dice) -> Table:
        return self.start(scenario, [Entrant(seat=seat) for seat in begun["seats"]], dice, {})


class SignUp:
    FIELDS: Mapping[str, str] = {"COLOUR": "red"}
    BLOCKS: tuple[str, ...] = ()
    AUTOMATIC: Mapping[str, str] = {}
    PRIZE = ""
    BLANK: tuple[str, ...] = ("COLOUR red",)

    def take_field(self, choices: dict[str, Any], word: str, rest: str) -> str:
        if rest.upper() not in SEATS:
            return f"{rest} is no colour here; there are red, green, blue"
        choices["colour"] = rest.upper()
        return ""

    def take_block(self, choices: dict[str, Any], word: str, lines: Sequence[str]) -> list[str]:
        return [f"{word} is not known"]

    def choice_faults(self, choices: Mapping[str, Any]) -> list[str]:
        return []

    def choices_text(self, choices: Mapping[str, Any]) -> str:
        return str(choices.get("colour", "any colour")).lower()

    def choices_told(self, choices: Mapping[str, Any]) -> list[str]:
        return [f"Colour: {self.choices_text(choices)}"]

    def name_of(self, choices: Mapping[str, Any]) -> str:
        return ""

    def cast_faults(self, entrants: Sequence[Entrant]) -> list[str]:
        return [] if {e.seat for e in entrants} == set(SEATS) else ["red, green and blue must play"]

    def returned(self, choices: Mapping[str, Any], state: Table, seat: str) -> tuple[dict[str, Any], list[str]]:
        return dict(choices), ["nobody returns in High Card"]

    def invitation(self, seat: str, character: str, won: bool, out: bool) -> Invitation:
        return Invitation()

    def assign(
        self,
        candidates: Sequence[Candidate],
        scenario: int,
        chosen: Mapping[str, int | None],
        free: Sequence[tuple[int, str]],
    ) -> list[Seated]:
        if len(candidates) < len(SEATS):
            raise NoGame(f"{len(candidates)} wait; three are needed")
        seated = [Seated(candidate=c, entrant=Entrant(seat=s)) for c, s in zip(candidates, SEATS, strict=False)]
        return [*seated, *(Seated(candidate=c, entrant=None, why="came later") for c in candidates[3:])]


def _seat(said: Sequence[str], names: Mapping[str, str]) -> str | Fault:
    word = " ".join(said)
    return word if word in SEATS else Fault(f"{word} is no seat", nearest(word, SEATS))


def _addressee(said: Sequence[str], names: Mapping[str, str]) -> str | Fault:
    return EVERYBODY if list(said) == [EVERYBODY] else _seat(said, names)


def _read(text: str, names: Mapping[str, str] | None) -> Show | Keep | Fault:
    word = text.strip().upper()
    known: dict[str, Show | Keep] = {"SHOW": Show(), "KEEP": Keep()}
    return known.get(word) or Fault(f"{word} is not an order", nearest(word, ("SHOW", "KEEP")))


class Orders:
    GRAMMAR = SheetGrammar(
        seat_words=("COLOUR", "SEAT"),
        seat_pattern="RED|GREEN|BLUE",
        seat=_seat,
        addressee=_addressee,
        address={},
        read=_read,
        write=lambda order: type(order).__name__.upper(),
        verbs=("SHOW", "KEEP"),
        most_lines=1,
        messages=MessageRule(most=2, lines=3, characters=120, rule="TALK-1"),
    )

    def names_for(self, memory: Any) -> Mapping[str, str]:
        return {}

    def listed(self, sheet: Sheet) -> list[Any]:
        return list(sheet.orders.values())

    def stored(self, text: str) -> Show | Keep:
        order = _read(text, None)
        if isinstance(order, Fault):
            raise ValueError(str(order))
        return order

    def understood(self, sheet: Sheet, seat: str, known: Table | None, missing: Sequence[str]) -> str:
        lines = [self.GRAMMAR.write(o) for o in self.listed(sheet)] or ["(nothing: you keep your card)"]
        lines += [f"{f}" for f in sheet.faults]
        if known is not None and known.shown[seat]:
            lines.append("Warning: your card lies open already.")
        return "\n".join([*lines, *(f"{m} is missing" for m in missing), ""])

    def forecast(self, sheet: Sheet, seat: str, known: Table, memory: Any) -> str:
        return f"Shown, your card counts {known.cards[seat]}.\n"

    def summary(self, sheet: Sheet, known: Table | None) -> dict[str, Any]:
        return {
            "orders": [self.GRAMMAR.write(o) for o in self.listed(sheet)],
            "faults": [asdict(f) for f in sheet.faults],
            "warnings": [],
            "messages": [asdict(m) for m in sheet.messages],
        }

    def form(self, game: str, turn: int, state: Table, seat: str, memory: Any | None) -> str:
        return f"GAME {game} TURN {turn}\nCOLOUR {seat}\nPASSWORD \n; SHOW or KEEP\nEND\n"


class Rules:
    def resolve(
        self, state: Table, orders: Mapping[str, Sequence[Any]], dice: Dice, acts: Sequence[Any] = ()
    ) -> Resolution:
        after = replace(state, turn=state.turn + 1, shown=dict(state.shown), out=dict(state.out))
        told: list[Told[Any]] = []
        for act in acts:
            if isinstance(act, DropOut):
                after.out[act.seat] = True
                told.append(Told(phase=0, step=0, event=Left(act.seat), audience=SEATS))
        for seat in SEATS:
            if Show() in orders.get(seat, ()) and not after.shown[seat] and not after.out[seat]:
                after.shown[seat] = True
                told.append(Told(phase=1, step=1, event=Shown(seat, after.cards[seat]), audience=SEATS))
        if after.turn >= after.last or all(after.shown[s] or after.out[s] for s in SEATS):
            after.ending = "open"
        return Resolution(after, tuple(told), tuple(dice.rolls))

    def default_orders(self, state: Table, seat: str, last: Sequence[Any]) -> list[Any]:
        return [Keep()]

    def turn_of(self, state: Table) -> int:
        return state.turn

    def playing(self, state: Table) -> tuple[str, ...]:
        return tuple(s for s in SEATS if not state.out[s])

    def needs(self, state: Table) -> Mapping[str, Need]:
        return {s: Need.MAY if state.shown[s] else Need.REQUIRED for s in self.playing(state)}

    def ending(self, state: Table) -> str | None:
        return state.ending

    def ending_text(self, ending: str) -> str:
        return "the cards lie open"

    def standing(self, state: Table) -> tuple[Place, ...]:
        points = {s: state.cards[s] if state.shown[s] and not state.out[s] else 0 for s in SEATS}
        ranked = sorted(SEATS, key=lambda s: (-points[s], s))
        return tuple(Place(1 + sum(points[o] > points[s] for o in SEATS), s, points[s], state.out[s]) for s in ranked)

    def allies(self, state: Table, seat: str) -> tuple[str, ...]:
        return ()

    def character(self, state: Table, seat: str) -> str:
        return ""


class Referee:
    VERBS = (
        Verb(
            name="drop",
            help="Let a seat leave.",
            parameters=(Parameter(name="COLOUR", help="a seat"),),
            example='drop 12 RED --reason "…"',
        ),
    )

    def act(self, verb: str, words: Sequence[str], reason: str, state: Table, acts: Sequence[Any], names: Any) -> Any:
        seat = _seat([w.upper() for w in words], {})
        if isinstance(seat, Fault):
            raise ActRefused(str(seat))
        return DropOut(seat, reason)

    def why_not_text(self, state: Table, acts: Sequence[Any], act: Any) -> str:
        return ""

    def drop_out(self, seat: str, reason: str) -> DropOut:
        return DropOut(seat, reason)

    def seat_dropped(self, act: Any) -> str | None:
        return act.seat if isinstance(act, DropOut) else None

    def text(self, act: Any) -> str:
        return f"{act.seat} leaves ({act.reason})" if isinstance(act, DropOut) else f"a note to {act.seat} ({act.text})"

    def unplayed(self, acts: Sequence[Any], told: Sequence[Told[Any]]) -> list[Any]:
        return []

    def questions(self, orders: Any, acts: Sequence[Any], told: Sequence[Told[Any]]) -> tuple[Any, ...]:
        return ()

    def question_text(self, question: Question) -> str:
        return question.reason


class Sight:
    def perceive(self, state: Table, seat: str) -> dict[str, Any]:
        return {"card": state.cards[seat], "open": {s: state.cards[s] for s in SEATS if state.shown[s]}}

    def no_memory(self) -> Any:
        return {"open": {}}

    def remember(self, memory: Any, turn: int, view: Any) -> Any:
        return {"open": view["open"]}

    def known(self, state: Table, seat: str, memory: Any) -> Table:
        cards = {s: c for s, c in state.cards.items() if s == seat or state.shown[s]}
        return replace(state, cards=cards)

    def hears(self, state: Table, seat: str, sender: str, to: str) -> bool:
        return sender == seat or to in (seat, EVERYBODY)


class Archive:
    name = "high_card"
    version = 1
    relations: tuple[Relation, ...] = (
        Relation(
            name="hands",
            key=("seat",),
            columns=(
                Column(name="seat"),
                Column(name="card", kind=Kind.NUMBER),
                Column(name="shown", kind=Kind.FLAG),
                Column(name="gone_away", kind=Kind.FLAG),
            ),
        ),
        Relation(name="tables", key=("nr",), columns=(
            Column(name="nr", kind=Kind.NUMBER), Column(name="turns", kind=Kind.NUMBER),
            Column(name="ending", null=True))),
    )  # fmt: skip

    def to_rows(self, state: Table, scenario: Any = None) -> dict[str, list[dict[str, Any]]]:
        hands = [
            {"seat": s, "card": state.cards[s], "shown": state.shown[s], "gone_away": state.out[s]} for s in state.cards
        ]
        return {"hands": hands, "tables": [{"nr": state.turn, "turns": state.last, "ending": state.ending}]}

    def from_rows(self, rows: Any, scenario: Any) -> Table:
        (one,) = rows["tables"]
        hands = sorted(rows["hands"], key=lambda r: SEATS.index(r["seat"]))
        return Table(
            one["nr"],
            one["turns"],
            {r["seat"]: r["card"] for r in hands},
            {r["seat"]: bool(r["shown"]) for r in hands},
            {r["seat"]: bool(r["gone_away"]) for r in hands},
            one["ending"],
        )

    def faults(self, state: Table) -> list[str]:
        return [] if len(set(state.cards.values())) == len(state.cards) else ["two cards are one"]

    def event_to_plain(self, event: Any) -> Any:
        return [type(event).__name__, *asdict(event).values()]

    def event_from_plain(self, plain: Any) -> Any:
        return {"Shown": Shown, "Left": Left}[plain[0]](*plain[1:])

    def act_to_plain(self, act: Any) -> Any:
        return [type(act).__name__, *asdict(act).values()]

    def act_from_plain(self, plain: Any) -> Any:
        return {"DropOut": DropOut, "Note": Note}[plain[0]](*plain[1:])

    def seen_text(self, view: Any) -> str:
        return " ".join(view["open"])

    def known_plain(self, view: Any) -> Any:
        return view["open"]

    def memory_to_plain(self, memory: Any) -> Any:
        return memory

    def memory_from_plain(self, plain: Any) -> Any:
        return plain


@dataclass(frozen=True, slots=True)
class Report:
    turn: int
    seat: str
    player: PlayerData
    view: Mapping[str, Any]
    story: tuple[str, ...]
    messages: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    form: str
    ending: str | None
    record: Mapping[str, Any] | None
    seed: str
    seed_hash: str


class Reports:
    SCHEMA = ""
    FORMAT = "high-card-turn"

    def build(self, record: TurnRecord, seat: str, view: Any, memory: Any, player: PlayerData, form: str) -> Report:
        lines = [self.line(t, seat) for t in record.told]
        sight = Sight()
        heard = tuple((m.sender, m.text) for m in record.messages if sight.hears(record.state, seat, m.sender, m.to))
        notes = (*record.notes.get(seat, ()), *notes_to(record.acts, seat))
        over = record.state.ending is not None
        return Report(
            record.state.turn, seat, player, view, tuple(x.text for x in lines if x), heard, notes, form,
            record.state.ending, record.record, record.seed.hex() if over else "", seed_hash(record.seed),
        )  # fmt: skip

    def with_notes(self, report: Report, notes: Sequence[str]) -> Report:
        return replace(report, notes=(*notes, *report.notes))

    def handed_over(self, report: Report, **person: str) -> Report:
        return replace(report, player=report.player.handed_to(person), notes=())

    def text(self, report: Report, templates: Any) -> str:
        head = f"High Card {report.player.game}, turn {report.turn}: {report.seat}. Your card: {report.view['card']}."
        said = [f"From {who}: {what}" for who, what in report.messages]
        proof = [f"Hash of the game's seed: {report.seed_hash}", *chain_lines(report.player.chain)]
        due = f"Due: {report.player.next_due}"
        return "\n".join([head, *report.story, *said, *report.notes, due, report.form, *proof])

    def html(self, report: Report, templates: Any) -> str:
        from html import escape

        return f"<!doctype html><title>High Card</title><pre>{escape(self.text(report, templates))}</pre>"

    def pdf(self, report: Report, paper: str, large: bool) -> bytes:
        from reportlab.pdfgen.canvas import Canvas

        out = io.BytesIO()
        canvas = Canvas(out, invariant=1)
        for at, row in enumerate(self.text(report, None).splitlines()):
            canvas.drawString(40, 780 - 14 * at, row)
        canvas.save()
        return out.getvalue()

    def turn_file(self, report: Report) -> dict[str, Any]:
        plain: dict[str, Any] = json.loads(json.dumps(asdict(report)))
        return {"format": self.FORMAT, "version": 1, **plain, "chain": report.player.chain.plain()}

    def differences(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
        return [key for key in ("view", "story", "messages") if before[key] != after[key]]

    def seat_of(self, turn_file: Mapping[str, Any]) -> str:
        return str(turn_file.get("seat", ""))

    def last_words(self, state: Table) -> list[str]:
        return [f"{seat} had the {card}." for seat, card in state.cards.items()]

    def replayed(self, state: Table, record: TurnRecord, seat: str) -> Mapping[str, Any]:
        lines = [self.line(t, seat) for t in record.told]
        return {"view": Sight().perceive(state, seat), "story": [x.text for x in lines if x]}

    def line(self, told: Told[Any], seat: str | None) -> ToldLine | None:
        if seat is not None and told.seen_by(seat) is None:
            return None
        match told.event:
            case Shown(who, card):
                return ToldLine(f"{who} showed the {card}.", "SHOW-1")
            case Left(who):
                return ToldLine(f"{who} left the game.", "LEAVE-1")
        return None

    def notable(self, told: Sequence[Told[Any]]) -> tuple[str, ...]:
        return ()

    def master(self, record: TurnRecord, facts: OfficeFacts, kind: str, paper: str, templates: Any) -> str | bytes:
        text = f"High Card {facts.game}: {record.state.cards} {facts.mail} {facts.acts}"
        return text.encode() if kind == "pdf" else text

    def spectator(self, record: TurnRecord, facts: OfficeFacts, templates: Any) -> str:
        return f"High Card {facts.game}, turn {record.state.turn}"


class Bots:
    POLICIES: Mapping[str, str] = {"bold": "shows at once"}
    DEFAULT = "bold"

    def play(self, policy: str, turn_file: Mapping[str, Any], seed: bytes) -> list[Any]:
        return [Show()]


PARTS = {
    part: f"tests.systems.toy:{name}"
    for part, name in {
        "setup": "SETUP", "signup": "SIGNUP", "orders": "ORDERS", "rules": "RULES", "referee": "REFEREE",
        "sight": "SIGHT", "archive": "ARCHIVE", "reports": "REPORTS", "bots": "BOTS",
    }.items()
}  # fmt: skip
SETUP, SIGNUP, ORDERS, RULES, REFEREE = Setup(), SignUp(), Orders(), Rules(), Referee()
SIGHT, ARCHIVE, REPORTS, BOTS = Sight(), Archive(), Reports(), Bots()
TOY = GameSystem(
    name="high_card",
    title="High Card",
    words=Words(seat="colour", seats="colours"),
    shape=TurnShape(phases=("Before the turn", "The cards"), third_miss=ThirdMiss.DROP),
    sheet_words=("COLOUR", "SEAT"),
    parts=PARTS,
)
