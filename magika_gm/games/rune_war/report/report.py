"""One seat's report as a value: its view, what was told to it, its memory, and the office's facts; nothing else.

With it what is about to end the game, and the report as the turn file a player gets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from magika_gm.engine.dice import seed_hash
from magika_gm.engine.reporting import differences as story_differences
from magika_gm.engine.reporting import perceived
from magika_gm.engine.seam.reports import Delivered, PlayerData, TurnRecord
from magika_gm.engine.told import Threat, Told, more, threats_plain
from magika_gm.engine.verbs import notes_to
from magika_gm.games.rune_war import sight
from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.orders.offers import Choice, choices
from magika_gm.games.rune_war.report.story import MINUS, Names, Paragraph, Play, hand_log, names_from, story
from magika_gm.games.rune_war.rules.events import EVENTS, Decided, HandWon, LineRefused, SheetPlayed, TurnBegan
from magika_gm.games.rune_war.rules.state import Due
from magika_gm.games.rune_war.rules.tables import LANDS
from magika_gm.games.rune_war.rules.terms import CODES
from magika_gm.games.rune_war.sight import Memory, View, advice, masked


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything a report holds. ``told`` are events as the seat perceives them; ``orders`` the lines played for it."""

    seat: str
    view: View
    memory: Memory
    player: PlayerData
    told: tuple[Told[Any], ...]
    names: Names
    played: Due
    """The kind of the turn that was played; NOTHING before the first."""
    story: tuple[Paragraph, ...]
    plays: tuple[Play, ...]
    orders: tuple[tuple[int, str], ...]
    """Number and text of each line played for the seat."""
    how: str
    messages: tuple[Delivered, ...]
    notes: tuple[str, ...]
    form: str
    choices: tuple[Choice, ...]
    advice: Mapping[str, Any]
    seed_hash: str
    seed: str = ""
    record: Mapping[str, Any] | None = None

    @property
    def turn(self) -> int:
        """The mail turn."""
        return self.view.turn

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.view.ending is not None

    @property
    def wizard(self) -> str:
        """The reader's wizard."""
        return self.view.me.wizard


def names_of(view: View, memory: Memory | None, told: tuple[Told[Any], ...]) -> Names:
    """Seats by wizard, creatures by the kinds the reader has seen."""
    kinds = {s.code: s.kind for s in (*memory.sightings, *memory.shown)} if memory is not None else {}
    kinds |= {c.code: c.kind for c in view.creatures.values()}
    wizards = {seat: row.wizard for seat, row in view.seats.items()}
    return names_from((t.event for t in told), wizards, kinds)


def build(record: TurnRecord, seat: str, view: View, memory: Memory, player: PlayerData, form: str) -> Report:
    """One seat's report."""
    state = record.state
    told = perceived(record, seat)
    names = names_of(view, memory, told)
    over = view.ending is not None
    began = next((t.event for t in told if isinstance(t.event, TurnBegan)), None)
    return Report(
        seat=seat,
        view=view,
        memory=memory,
        player=player,
        told=told,
        names=names,
        played=began.due if began is not None else Due.NOTHING,
        story=story(told, seat, names),
        plays=hand_log(told, seat, names),
        orders=lines_played(told, seat),
        how=record.how.get(seat, ""),
        messages=tuple(_masked(m, seat) for m in record.messages if sight.hears(state, seat, m.sender, m.to)),
        notes=(*record.notes.get(seat, ()), *notes_to(record.acts, seat)),
        form=form,
        choices=() if over else tuple(choices(masked(state, seat), seat)),
        advice=advice(view),
        seed_hash=seed_hash(record.seed),
        seed=record.seed.hex() if over else "",
        record=record.record if over else None,
    )


def _masked(message: Delivered, reader: str) -> Delivered:
    """An anonymous message does not say whose it is; its writer reads his own."""
    hidden = message.anonymous and message.sender != reader
    return replace(message, sender="") if hidden else message


def lines_played(told: tuple[Told[Any], ...], seat: str) -> tuple[tuple[int, str], ...]:
    """The lines played for the seat in the turn, whoever wrote them."""
    for one in told:
        if isinstance(one.event, SheetPlayed) and one.event.seat == seat:
            return tuple((order.line, write_order(order)) for order in one.event.orders)
    return ()


def decisions(report: Report) -> tuple[Decided, ...]:
    """The reader's own decisions of the turn."""
    return tuple(t.event for t in report.told if isinstance(t.event, Decided))


def winners_hand(report: Report) -> HandWon | None:
    """How the hand ended in this turn, with the winner's runes."""
    return next((t.event for t in report.told if isinstance(t.event, HandWon)), None)


# What is about to end a game of Rune War (END): land and rounds are open to all.


ROUNDS, LANDS_LEFT = 1, 8
"""From how many rounds after this one, and how many territories lacking, an end is told."""


def threats(report: Report) -> tuple[Threat, ...]:
    """The ends that are near."""
    view = report.view
    return () if report.over else (*_isle(view), *_rounds(view))


def _isle(view: View) -> Iterator[Threat]:
    """END-1: one clan owns all territories."""
    for row in view.seats.values() if view.options.map else ():
        lacking = len(LANDS) - row.territories
        if lacking <= LANDS_LEFT:
            who = "you own" if row.seat == view.seat else f"{row.wizard} owns"
            land = more(lacking, "territory", "territories")
            text = f"{land[:1].upper()}{land[1:]} and {who} the whole isle: the game ends after that map turn"
            yield Threat(seats=(row.seat,), text=text, rule="END-1", lacking=lacking)


def _rounds(view: View) -> Iterator[Threat]:
    """END-1, END-2: the last round, and by how much who leads."""
    left = view.options.rounds - view.round
    if left > ROUNDS:
        return
    ahead = [row for row in view.seats.values() if row.rank == 1]
    last = "map turn" if view.options.map else "hand"
    when = "this round" if left <= 0 else "the next round"
    text = f"The game ends with the {last} of {when}; as it stands {_stands(view, [row.seat for row in ahead])}"
    yield Threat(seats=tuple(row.seat for row in ahead), text=text, rule="END-1", lacking=max(0, left))


def _stands(view: View, ahead: list[str]) -> str:
    unit = "land" if view.options.map else "rune points"

    def score(seat: str) -> int:
        row = view.seats[seat]
        return row.land if view.options.map else row.rune_points

    names = ["you" if seat == view.seat else view.seats[seat].wizard for seat in ahead]
    if len(ahead) > 1:
        return f"{', '.join(names[:-1])} and {names[-1]} are level with {signed(score(ahead[0]))} {unit}"
    rest = max((seat for seat in view.seats if seat not in ahead), key=score)
    lead = score(ahead[0]) - score(rest)
    verb = "win" if ahead[0] == view.seat else "wins"
    behind = "you" if rest == view.seat else view.seats[rest].wizard
    return f"{names[0]} {verb}, {lead} {unit} ahead of {behind}"


def signed(number: int) -> str:
    """With a true minus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


# The turn file a player gets: a seat's knowledge (``sight.turn_file``) and what the report says besides.
# ``rune_war.schema.json`` beside this module describes it.

FORMAT = "rune-war-turn"


def game_part(report: Report) -> dict[str, Any]:
    """What follows from the turn alone: knowledge, events as perceived, own decisions and refusals."""
    view = report.view
    known = sight.turn_file(view, advised=False) | {"advice": dict(report.advice)}
    won = winners_hand(report)
    return known | {
        "format": FORMAT,
        "played": report.played.value,
        "wind": CODES[view.me.wind],
        "happened": [{"phase": t.phase, "step": t.step, "event": EVENTS.to_plain(t.event)} for t in report.told],
        "decisions": [
            {
                "step": e.step.value,
                "choice": e.choice,
                "line": e.line,
                "rule": e.rule,
                "aim": e.aim,
                "D": e.d,
                "live": e.live,
            }
            for t in report.told
            if isinstance(e := t.event, Decided)
        ],
        "refused": [
            {"line": e.line, "text": e.text, "code": e.reason.value, "rule": e.rule, "about": e.about}
            for t in report.told
            if isinstance(e := t.event, LineRefused)
        ],
        "winning_hand": None
        if won is None
        else {"runes": [CODES[k] for k in won.hand], "dim": [CODES[k] for k in won.dim]},
    }


def turn_file(report: Report) -> dict[str, Any]:
    """A seat's whole turn file: the game's part and the office's own."""
    p, memory = report.player, report.memory
    return game_part(report) | {
        "id": p.game,
        "title": p.title,
        "date": p.date,
        "due_at": p.due_at,
        "player": {"name": p.name, "account": p.account, "balance": p.balance},
        "how": report.how,
        "orders": [{"line": line, "text": text} for line, text in report.orders],
        "story": [
            {"title": q.title, "lines": [{"text": line.text, "rule": line.rule} for line in q.lines]}
            for q in report.story
        ],
        "sightings": [
            {"turn": s.turn, "code": s.code, "seat": s.seat, "kind": s.kind, "at": s.at, "loyalty": s.loyalty}
            for s in memory.sightings
        ],
        "course": [{"turn": turn, "ranked": list(ranked)} for turn, ranked in memory.course],
        "messages": [
            {"sender": m.sender or None, "to": m.to, "anonymous": m.anonymous, "text": m.text} for m in report.messages
        ],
        "threats": threats_plain(threats(report)),
        "notes": list(report.notes),
        "choices": [asdict(choice) | {"legal": choice.legal} for choice in report.choices],
        "order_form": report.form,
        "seed_hash": report.seed_hash,
        "chain": report.player.chain.plain(),
        "seed": report.seed,
        "record": report.record,
    }


_COMPARED = {
    "hand": "your runes, the wall or its seal",
    "seats": "the table: points, sets, discards, winds, land",
    "territories": "the isle: owners and armies",
    "creatures": "creatures you see",
    "won": "how the hand ended",
    "due": "what kind of turn is next",
    "round": "the round",
    "spells": "what you can cast",
    "waiting": "which of your casts wait",
    "refused": "which of your lines were refused",
    "gone": "creatures that left the game",
    "messages": "messages",
}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs between two turn files of one seat and turn, in words."""
    return story_differences(before, after, _COMPARED)
