"""How a report comes to be: from the turn's record, what its mage perceives and what he remembers."""

from __future__ import annotations

from magika_gm.engine.dice import seed_hash
from magika_gm.engine.seam.reports import PlayerData
from magika_gm.games.magika.orders import write_order
from magika_gm.games.magika.report.knowledge import knowledge, told_of
from magika_gm.games.magika.report.lead import lead_of
from magika_gm.games.magika.report.own import had_then, route_of, running_figures
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
    TurnData,
)
from magika_gm.games.magika.report.story import Line, mage_name, thing_name, told_line
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.clock import FOR_GOOD, remaining
from magika_gm.games.magika.rules.costs import order_costs
from magika_gm.games.magika.rules.events import GmChangedOrder
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import BLACK
from magika_gm.games.magika.rules.tasks import task_lines
from magika_gm.games.magika.rules.victory import account, final_standing
from magika_gm.games.magika.rules.world import Mage, World
from magika_gm.games.magika.sight.deeds import marks_of
from magika_gm.games.magika.sight.memory import Memory
from magika_gm.games.magika.sight.recon import OwnTurn, Recon
from magika_gm.games.magika.sight.whereabouts import whereabouts


def build_report(data: TurnData, recon: Recon, memory: Memory, player: PlayerData, order_form: str) -> Report:
    """One mage's report. ``memory`` has taken in ``recon`` already; the player's data come from the office."""
    world = data.world
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
    now = OwnTurn(
        world.turn,
        mage.space,
        mage.endurance,
        mage.arcania,
        mage.skill,
        mage.standing,
        sum(line.points for line in points),
        marks_of(data.told, mage.letter),
    )
    return Report(
        turn=world.turn,
        player=player,
        mage=mage_data(world, mage),
        recon=recon,
        history=dict(sorted(memory.spaces.items())),
        known=known,
        artifacts=found,
        whereabouts=told_of(recon, found, {k.letter: k.name for k in known}),
        story=_story(data, mage.letter),
        standings=_standings(world, mage),
        points=points,
        messages=_messages(data, mage),
        notes=data.notes.get(mage.letter, ()),
        order_form="" if world.ended else order_form,
        ending=world.ending,
        final=final_places(data) if world.ended else (),
        seed_hash=seed_hash(data.seed),
        seed=data.seed.hex() if world.ended else "",
        places=places,
        tasks=task_lines(world) if world.ended or mage.is_ebon else (),
        costs=() if world.ended else order_costs(world, mage.letter, recon),
        revealed=reveal(world) if world.ended else None,
        past=(*(o for o in memory.own if o.turn < world.turn), now),
        honours=memory.honours,
        route=route_of(data.told, mage.letter),
        lead=lead_of(data.told, mage.letter),
        tracks=all_tracks(data) if world.ended else {},
        world=world if world.ended else None,
        record=data.record if world.ended else None,
    )


def all_tracks(data: TurnData) -> dict[str, tuple[OwnTurn, ...]]:
    """Everybody's turns, the last one with them."""
    world = data.world
    found = {}
    for letter, mage in world.mages.items():
        past = tuple(data.tracks.get(letter, ()))
        if not mage.dropped:
            points = sum(line.points for line in account(world, letter))
            marks = marks_of(data.told, letter)
            figures = (mage.endurance, mage.arcania, mage.skill, mage.standing)
            past = (*past, OwnTurn(world.turn, mage.space, *figures, points, marks))
        if past:
            found[letter] = past
    return found


def final_places(data: TurnData) -> tuple[FinalPlace, ...]:
    """The final standing with every point of everybody (END-2, VP-6)."""
    return tuple(
        FinalPlace(p.rank, p.letter, data.world.mages[p.letter].name, p.points, tuple(account(data.world, p.letter)))
        for p in final_standing(data.world)
    )


def reveal(world: World) -> Revealed:
    """Hidden facts, in the open now. Who wrote an anonymous message stays his secret."""
    contestants = tuple(
        Contestant(
            letter=m.letter,
            name=m.name,
            race=m.race,
            alignment=m.alignment,
            space=NAME[m.space],
            team=m.team,
            endurance=m.endurance,
            arcania=m.arcania,
            skill=m.skill,
            aptitude=m.aptitude,
            dropped=m.dropped,
            scrolls=tuple(str(s) for s in m.scrolls),
            items=tuple(m.items()),
        )
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
    return MageData(
        letter=mage.letter,
        name=mage.name,
        race=mage.race,
        alignment=mage.alignment,
        team=mage.team,
        status=mage.status,
        space=NAME[mage.space],
        terrain=world.terrain_at(mage.space),
        endurance=mage.endurance,
        max_endurance=mage.max_endurance,
        arcania=mage.arcania,
        max_arcania=mage.max_arcania,
        skill=mage.skill,
        aptitude=mage.aptitude,
        standing=mage.standing,
        barred=mage.barred,
        spells=tuple((e, rest) for e, rest in left if rest),
        scrolls=tuple(scrolls),
        items=tuple(thing_name(i) + (" (worn)" if n == place else "") for n, i in enumerate(items)),
    )


def _story(data: TurnData, letter: str) -> tuple[PhaseStory, ...]:
    by_phase: dict[int, list[Line]] = {}
    for told in data.told:
        line = told_line(told, letter)
        if line is not None:
            had = had_then(data.told, data.world.mages[letter], told)
            said = line._replace(text=line.text.replace(";", f" and {had};", 1)) if had else line
            by_phase.setdefault(told.phase, []).append(said)
    orders = {phase: write_order(order) for phase, order in enumerate(data.orders.get(letter, ()), 1)}
    orders |= {
        told.event.phase: told.event.after
        for told in data.told
        if isinstance(told.event, GmChangedOrder) and told.event.mage == letter
    }
    chapters = []
    figures = running_figures(data.told, data.world.mages[letter])
    for phase in range(7):
        lines = tuple(by_phase.get(phase, ()))
        order = orders.get(phase, "")
        if (phase <= 5 and order and phase <= max(data.world.phase, 1)) or lines:
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


def _messages(data: TurnData, mage: Mage) -> tuple[Post, ...]:
    """Messages to this mage, to the colour he wears, or to all; and copies of his own."""
    found = []
    for sender, to, anonymous, text in data.messages:
        own = sender == mage.letter
        if own or to in ("ALL", mage.letter) or (to == mage.team and mage.team != BLACK):
            name = "you" if own else "anonymous" if anonymous else mage_name(sender)
            found.append(Post(name, to, text, "" if own or anonymous else sender))
    return tuple(found)
