"""How reports come to be: a mage's, of what he perceives and remembers; the game master's and the lookers-on's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from magika_gm.engine.chain import Chain
from magika_gm.engine.dice import seed_hash
from magika_gm.engine.records import named_record, record, seen_as
from magika_gm.engine.seam.reports import Delivered, OfficeFacts, Person, TurnRecord
from magika_gm.engine.sheet.sheet import EVERYBODY
from magika_gm.games.magika.orders.lines import write_order
from magika_gm.games.magika.report.report import (
    Contestant,
    FinalPlace,
    MageData,
    PhaseStory,
    Post,
    Report,
    Revealed,
    ScrollLine,
    Standing,
    knowledge,
    told_of,
)
from magika_gm.games.magika.report.story import (
    Line,
    everything_line,
    had_then,
    lead_of,
    mage_name,
    route_of,
    running_figures,
    thing_name,
    told_line,
)
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.costs import order_costs
from magika_gm.games.magika.rules.events import GmChangedOrder, NoEffect
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import FOR_GOOD, Mage, World, remaining
from magika_gm.games.magika.rules.tables import phase_title
from magika_gm.games.magika.rules.tasks import Points, TaskLine, account, final_standing, task_lines
from magika_gm.games.magika.sight import Memory, OwnTurn, Recon, marks_of, own_turn, whereabouts
from magika_gm.reports.kit.usual import GameReport


def report_of(usual: GameReport[Recon, Memory], record: TurnRecord) -> Report:
    """One mage's report; his memory has taken in his view already."""
    world, recon, memory = record.state, usual.view, usual.memory
    mage = world.mages[recon.letter]
    seen_now = {m.letter for m in recon.mages}
    known = tuple(
        knowledge(seen, turn, letter in seen_now, memory.since.get(letter, {}))
        for letter, (seen, turn) in sorted(memory.mages.items())
    )
    found = whereabouts(recon, mage.artifacts)
    places: dict[int, tuple[str, ...]] = {}
    for seen in recon.mages:
        if seen.space is not None:
            places[seen.space] = (*places.get(seen.space, ()), seen.letter)
    points = tuple(account(world, mage.letter))
    return Report(
        **usual.usual(),
        mage=mage_data(world, mage),
        history=dict(sorted(memory.spaces.items())),
        known=known,
        artifacts=found,
        whereabouts=told_of(recon, found, {k.letter: k.name for k in known}),
        story=_story(record, mage.letter),
        standings=_standings(world, mage),
        points=points,
        posts=tuple(_post(message, mage.letter) for message in usual.messages),
        final=final_places(world) if usual.over else (),
        places=places,
        tasks=task_lines(world) if usual.over or mage.is_ebon else (),
        costs=() if usual.over else order_costs(world, mage.letter, recon),
        revealed=reveal(world) if usual.over else None,
        past=(
            *(o for o in memory.own if o.turn < world.turn),
            own_turn(world, mage.letter, marks_of(record.told, mage.letter), points),
        ),
        honours=memory.honours,
        route=route_of(record.told, mage.letter),
        lead=lead_of(record.told, mage.letter),
        tracks=all_tracks(record) if usual.over else {},
        world=world if usual.over else None,
    )


def tracks_of(memories: Mapping[str, Memory]) -> dict[str, tuple[OwnTurn, ...]]:
    """How everybody stood after each turn, as far as those remember who still play."""
    return {seat: tuple(memory.own) for seat, memory in memories.items()}


def all_tracks(data: TurnRecord) -> dict[str, tuple[OwnTurn, ...]]:
    """Everybody's turns, the last one with them."""
    tracks = tracks_of(data.memories)
    found = {}
    for letter, mage in data.state.mages.items():
        past = tracks.get(letter, ())
        if not mage.dropped:
            past = (*past, own_turn(data.state, letter, marks_of(data.told, letter)))
        if past:
            found[letter] = past
    return found


def final_places(world: World) -> tuple[FinalPlace, ...]:
    """The final standing with every point of everybody (END-2, VP-6)."""
    return tuple(
        FinalPlace(p.rank, p.letter, world.mages[p.letter].name, p.points, tuple(account(world, p.letter)))
        for p in final_standing(world)
    )


def reveal(world: World) -> Revealed:
    """Hidden facts, in the open now. Who wrote an anonymous message stays his secret."""
    contestants = tuple(
        seen_as(Contestant, m, space=NAME[m.space], scrolls=tuple(map(str, m.scrolls)), items=tuple(m.items()))
        for m in world.mages.values()
    )
    return Revealed(contestants, tuple((NAME[s], tuple(things)) for s, things in sorted(world.lying.items())))


def mage_data(world: World, mage: Mage) -> MageData:
    """Section 2 of a mage's report: his true figures."""
    moment = world.moment
    left = ((e, remaining(moment, until)) for e, until in sorted(mage.effects.items()) if "+" not in e)
    scrolls = []
    for number, s in enumerate(mage.scrolls, 1):
        note = "survives reading for good" if s.until >= FOR_GOOD else ""
        if not note and remaining(moment, s.until):
            note = f"survives reading, {remaining(moment, s.until)}"
        spell = SPELL[s.code]
        scrolls.append(
            ScrollLine(
                number=number,
                code=s.code,
                name=spell.name,
                minor_cost=spell.minor_cost,
                major_cost=spell.major_cost,
                note=note,
            )
        )
    items, worn = mage.items(), f"cloak:{mage.team}"
    place = items.index(worn) if worn in items else -1  # he may carry a second one of that colour
    return seen_as(
        MageData,
        mage,
        status=mage.status,
        space=NAME[mage.space],
        terrain=world.terrain_at(mage.space),
        standing=mage.standing,
        spells=tuple((e, rest) for e, rest in left if rest),
        scrolls=tuple(scrolls),
        items=tuple(thing_name(i) + (" (worn)" if n == place else "") for n, i in enumerate(items)),
    )


def _story(data: TurnRecord, letter: str) -> tuple[PhaseStory, ...]:
    by_phase: dict[int, list[Line]] = {}
    for told in data.told:
        line = told_line(told, letter)
        if line is not None:
            had = had_then(data.told, data.state.mages[letter], told)
            said = line._replace(text=line.text.replace(";", f" and {had};", 1)) if had else line
            by_phase.setdefault(told.phase, []).append(said)
    orders = {phase: write_order(order) for phase, order in enumerate(data.orders.get(letter, ()), 1)}
    orders |= {
        told.event.phase: told.event.after
        for told in data.told
        if isinstance(told.event, GmChangedOrder) and told.event.mage == letter
    }
    chapters = []
    figures = running_figures(data.told, data.state.mages[letter])
    for phase in range(7):
        lines = tuple(by_phase.get(phase, ()))
        order = orders.get(phase, "")
        if (phase <= 5 and order and phase <= max(data.state.phase, 1)) or lines:
            chapters.append(PhaseStory(phase, order, lines, *figures[phase]))
    return tuple(chapters)


def _standings(world: World, mage: Mage) -> tuple[Standing, ...]:
    others = [m for m in world.playing() if m is not mage]
    rows = []
    for label, stat in (
        ("Endurance", "endurance"),
        ("Arcania", "arcania"),
        ("Spell skill", "skill"),
        ("Standing aptitude", "standing"),
    ):
        figures = [getattr(m, stat) for m in others] or [getattr(mage, stat)]
        rows.append(Standing(label, getattr(mage, stat), min(figures), max(figures)))
    return tuple(rows)


def _post(message: Delivered, reader: str) -> Post:
    """A message as he gets it; copies of his own, too."""
    own = message.sender == reader
    name = "you" if own else "anonymous" if message.anonymous else mage_name(message.sender)
    return Post(name, message.to, message.text, "" if own or message.anonymous else message.sender, message.anonymous)


# What the game master reads of a turn, everything on one document; and what may be shown to somebody who looks on.


DEFAULTED = ("default", "absent", "bounced", "paused")
"""How a seat was played whose player's orders did not come; the built-in policy's own orders are none of these."""


@record
class MageRow:
    """One contestant: his player, how his orders came, his true figures and his account of points."""

    mage: MageData
    player: Person | None
    how: str
    points: float
    lines: tuple[Points, ...]


@record
class PhaseRow:
    """A phase: everybody's order, and everything that happened."""

    title: str
    orders: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]


@named_record
class Overview:
    """Everything about one turn of one game."""

    office: OfficeFacts
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


@named_record
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


def build_overview(data: TurnRecord, office: OfficeFacts) -> Overview:
    """The game master's report of a turn."""
    world = data.state
    mages = []
    for mage in world.playing():
        lines = tuple(account(world, mage.letter))
        how = data.how.get(mage.letter, "")
        points = sum(line.points for line in lines)
        mages.append(MageRow(mage_data(world, mage), office.people.get(mage.letter), how, points, lines))
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
            Post(mage_name(m.sender) + (" (anonymous)" if m.anonymous else ""), m.to, m.text, m.sender)
            for m in data.messages
        ),
        world=world,
        tracks=tracks_of(office.memories),
    )


def _phases(data: TurnRecord) -> tuple[PhaseRow, ...]:
    rows = []
    for phase in range(7):
        title = phase_title(phase)
        orders = tuple(
            (letter, write_order(given[phase - 1]))
            for letter, given in sorted(data.orders.items())
            if 1 <= phase <= len(given) and phase <= max(data.state.phase, 1)
        )
        told = (everything_line(t) for t in data.told if t.phase == phase)
        lines = tuple(line for line in told if line is not None)
        if orders or lines:
            rows.append(PhaseRow(title, orders, lines))
    return tuple(rows)


def build_spectator(data: TurnRecord, office: OfficeFacts) -> Spectator:
    """What may be shown to anybody: while the game goes on nothing that some player does not know already."""
    world = data.state
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
        messages=tuple(_post(message, "") for message in data.messages if message.to == EVERYBODY),
        seed_hash=seed_hash(data.seed),
        chain=office.chain,
        seed=data.seed.hex() if over else "",
        final=final_places(world) if over else (),
        tasks=task_lines(world) if over else (),
        revealed=reveal(world) if over else None,
        world=world if over else None,
        seats=tuple(m.letter for m in world.mages.values() if not (over and m.dropped)),
        tracks=all_tracks(data) if over else {},
        due_at="" if over else office.due_at,
    )
