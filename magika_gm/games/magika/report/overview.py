"""What the game master reads of a turn, everything on one document; and what may be shown to somebody who looks on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from magika_gm.engine.chain import NO_CHAIN, Chain
from magika_gm.engine.dice import seed_hash
from magika_gm.games.magika.orders import write_order
from magika_gm.games.magika.report.building import all_tracks, final_places, mage_data, reveal
from magika_gm.games.magika.report.report import FinalPlace, MageData, Post, Revealed, TurnData
from magika_gm.games.magika.report.story import Line, everything_line, mage_name
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.clock import remaining
from magika_gm.games.magika.rules.events import NoEffect
from magika_gm.games.magika.rules.tables import phase_title
from magika_gm.games.magika.rules.tasks import TaskLine, task_lines
from magika_gm.games.magika.rules.victory import Points, account
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.sight.recon import OwnTurn

DEFAULTED = ("default", "absent", "bounced")
"""How a seat was played whose player's orders did not come; the built-in policy's own orders are none of these."""


@dataclass(frozen=True, slots=True)
class Player:
    """The person behind a mage, as the office knows him."""

    name: str
    email: str
    balance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeData:
    """What the office adds to a turn: texts ready to print."""

    game: str
    title: str
    date: str
    next_due: str
    players: Mapping[str, Player]
    mail: Sequence[str] = ()
    """Mail for this turn that was refused or set aside, and what else the post has to say."""
    acts: Sequence[str] = ()
    """What the game master ruled and corrected for this turn."""
    chain: Chain = NO_CHAIN
    due_at: str = ""
    """The moment of ``next_due`` (ISO); "" once the game is over."""
    tracks: Mapping[str, tuple[OwnTurn, ...]] = field(default_factory=dict)
    """How the mages stood after each turn: for the game master's eyes."""


@dataclass(frozen=True, slots=True)
class MageRow:
    """One contestant: his player, how his orders came, his true figures and his account of points."""

    mage: MageData
    player: Player | None
    how: str
    points: float
    lines: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """A phase: everybody's order, and everything that happened."""

    title: str
    orders: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """Everything about one turn of one game."""

    office: OfficeData
    turn: int
    ending: str | None
    seed_hash: str
    mages: tuple[MageRow, ...]
    phases: tuple[PhaseRow, ...]
    void: tuple[str, ...]
    """Casts that could have no effect (CAST-5)."""
    missing: tuple[str, ...]
    """Letters of mages a default turn was played for."""
    lying: tuple[tuple[str, tuple[str, ...]], ...]
    areas: tuple[str, ...]
    tasks: tuple[TaskLine, ...]
    messages: tuple[Post, ...]
    world: World
    tracks: Mapping[str, tuple[OwnTurn, ...]] = field(default_factory=dict)
    """How everybody stood after each turn, as far as those remember who still play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spectator:
    """A turn as somebody sees it who knows nothing: what every player was told, and everything once it is over."""

    game: str
    title: str
    turn: int
    date: str
    next_due: str
    ending: str | None
    playing: int
    mailed: int
    messages: tuple[Post, ...]
    seed_hash: str
    chain: Chain
    seed: str
    final: tuple[FinalPlace, ...]
    tasks: tuple[TaskLine, ...]
    revealed: Revealed | None
    world: World | None
    """The true world, when the game is over."""
    seats: tuple[str, ...] = ()
    """Letters of the contestants; at the end of those who stayed. Who left is told to nobody before."""
    tracks: Mapping[str, tuple[OwnTurn, ...]] = field(default_factory=dict)
    """Everybody's turns, when the game is over."""
    due_at: str = ""
    """When the next turn is due (ISO), for the countdown."""


def build_overview(data: TurnData, office: OfficeData) -> Overview:
    """The game master's report of a turn."""
    world = data.world
    mages = []
    for mage in world.playing():
        lines = tuple(account(world, mage.letter))
        how = data.how.get(mage.letter, "")
        points = sum(line.points for line in lines)
        mages.append(MageRow(mage_data(world, mage), office.players.get(mage.letter), how, points, lines))
    return Overview(
        office=office,
        turn=world.turn,
        ending=world.ending,
        seed_hash=seed_hash(data.seed),
        mages=tuple(mages),
        phases=_phases(data),
        void=tuple(
            f"{t.event.mage}, phase {t.phase}: {t.event.code}{'X' if t.event.major else ''}: {t.event.reason}"
            for t in data.told
            if isinstance(t.event, NoEffect)
        ),
        missing=tuple(letter for letter, how in sorted(data.how.items()) if how in DEFAULTED),
        lying=tuple((NAME[s], tuple(things)) for s, things in sorted(world.lying.items())),
        areas=tuple(
            f"{a.kind} by {mage_name(a.caster)}, {remaining(world.moment, a.until) or 'ended'}: "
            + (" ".join(NAME[s] for s in sorted(a.spaces)) if len(a.spaces) <= 40 else f"{len(a.spaces)} spaces")
            for a in world.areas
        ),
        tasks=task_lines(world),
        messages=tuple(
            Post(mage_name(sender) + (" (anonymous)" if anonymous else ""), to, text, sender)
            for sender, to, anonymous, text in data.messages
        ),
        world=world,
        tracks=office.tracks,
    )


def _phases(data: TurnData) -> tuple[PhaseRow, ...]:
    rows = []
    for phase in range(7):
        title = phase_title(phase)
        orders = tuple(
            (letter, write_order(given[phase - 1]))
            for letter, given in sorted(data.orders.items())
            if 1 <= phase <= len(given) and phase <= max(data.world.phase, 1)
        )
        told = (everything_line(t) for t in data.told if t.phase == phase)
        lines = tuple(line for line in told if line is not None)
        if orders or lines:
            rows.append(PhaseRow(title, orders, lines))
    return tuple(rows)


def build_spectator(data: TurnData, office: OfficeData) -> Spectator:
    """What may be shown to anybody: while the game goes on nothing that some player does not know already."""
    world = data.world
    over = world.ended
    return Spectator(
        game=office.game,
        title=office.title,
        turn=world.turn,
        date=office.date,
        next_due=office.next_due,
        ending=world.ending,
        playing=len(world.playing()),
        mailed=sum(how == "mailed" for how in data.how.values()),
        messages=tuple(
            Post("anonymous" if anonymous else mage_name(sender), to, text, "" if anonymous else sender)
            for sender, to, anonymous, text in data.messages
            if to == "ALL"
        ),
        seed_hash=seed_hash(data.seed),
        chain=office.chain,
        seed=data.seed.hex() if over else "",
        final=final_places(data) if over else (),
        tasks=task_lines(world) if over else (),
        revealed=reveal(world) if over else None,
        world=world if over else None,
        seats=tuple(m.letter for m in world.mages.values() if not (over and m.dropped)),
        tracks=all_tracks(data) if over else {},
        due_at="" if over else office.due_at,
    )
