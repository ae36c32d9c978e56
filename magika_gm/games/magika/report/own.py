"""What a mage's own turn was like: his way, his figures from phase to phase. From what he was told alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from magika_gm.engine.told import Told
from magika_gm.games.magika.rules import events as e
from magika_gm.games.magika.rules.arena import GOAL
from magika_gm.games.magika.rules.refusals import Why
from magika_gm.games.magika.rules.world import Mage


class Step(NamedTuple):
    """A step of the turn's way: the phase, from where, to where, and whether it was no walk (a spell, a hand)."""

    phase: int
    start: int
    target: int
    leap: bool


def _told(told: Iterable[Told[e.Event]], letter: str) -> Iterable[tuple[int, e.Event]]:
    return ((t.phase, t.event) for t in told if letter in t.audience)


def route_of(told: Sequence[Told[e.Event]], letter: str) -> tuple[Step, ...]:
    """His way through the turn, as he was told it."""
    way = []
    for phase, event in _told(told, letter):
        match event:
            case e.Moved(mage=mage, start=start, target=target) if mage == letter:
                way.append(Step(phase, start, target, False))
            case e.Teleported(mage=mage, start=start, target=target) if mage == letter:
                way.append(Step(phase, start, target, True))
            case e.Torn(mage=mage, start=start, target=target) if mage == letter:
                way.append(Step(phase, start, target, True))
            case e.GmPlaced(mage=mage, start=start, target=target) if mage == letter:
                way.append(Step(phase, start, target, True))
            case e.GlobeFormed(moved=moved) | e.Converged(moved=moved) if letter in moved:
                start = way[-1].target if way else -1
                way += [Step(phase, start, GOAL, True)] if start >= 0 else []
            case _:
                pass
    return tuple(way)


def running_figures(told: Sequence[Told[e.Event]], mage: Mage) -> dict[int, tuple[int, int]]:
    """His endurance and arcania after each phase (0: before the turn), reckoned back from the turn's end."""
    endurance, arcania = mage.endurance, mage.arcania
    after = {6: (endurance, arcania)}
    losses: dict[int, list[tuple[int, int]]] = {}
    for phase, event in _told(told, mage.letter):
        change = _change(event, mage.letter)
        if change != (0, 0):
            losses.setdefault(phase, []).append(change)
    for phase in range(6, 0, -1):
        for by_endurance, by_arcania in losses.get(phase, ()):
            endurance -= by_endurance
            arcania -= by_arcania
        after[phase - 1] = (endurance, arcania)
    return after


def had_then(told: Sequence[Told[e.Event]], mage: Mage, refused: Told[e.Event]) -> str:
    """``you had 35``, beside an order of his that was refused for its cost, reckoned back from the turn's end; "" for
    any other event."""
    event = refused.event
    if not isinstance(event, e.OrderRefused) or event.mage != mage.letter:
        return ""
    if event.reason.why not in (Why.ENDURANCE, Why.ARCANIA):
        return ""
    place = next(n for n, other in enumerate(told) if other is refused)
    later = [_change(after, mage.letter) for _, after in _told(told[place:], mage.letter)]
    had = (mage.endurance - sum(c[0] for c in later), mage.arcania - sum(c[1] for c in later))
    mine = had[0] if event.reason.why is Why.ENDURANCE else had[1]
    return f"you had {mine}" if 0 <= mine < int(event.reason.what) else ""


def _change(event: e.Event, letter: str) -> tuple[int, int]:
    """By how much an event changed his endurance and arcania."""
    match event:
        case e.Rested(mage=mage, amount=amount) | e.Healed(mage=mage, amount=amount) if mage == letter:
            return amount, 0
        case e.FullyRested(mage=mage, amount=amount) if mage == letter:
            return amount, 0
        case e.Moved(mage=mage, cost=cost) | e.Searched(mage=mage, cost=cost) if mage == letter:
            return -cost, 0
        case e.Meditated(mage=mage, amount=amount) if mage == letter:
            return 0, amount
        case e.SpellRead(mage=mage, cost=cost) if mage == letter:
            return 0, -cost
        case e.Drained(mage=mage, stat=stat, amount=amount) if mage == letter:
            return (-amount, 0) if stat == "endurance" else (0, -amount)
        case e.ElementsStruck(mage=mage, amount=amount) if mage == letter:
            return -amount, 0
        case e.CloakStripped(mage=mage, endurance=endurance, arcania=arcania) if mage == letter:
            return -endurance, -arcania
        case e.Paid(mage=mage, to=to, stat=stat, kept=kept) if letter in (mage, to):
            kept = -kept if mage == letter else kept
            return (kept, 0) if stat == "endurance" else (0, kept)
        case e.GmAdjusted(mage=mage, stat=stat, before=before, after=after) if mage == letter:
            return (after - before if stat == "endurance" else 0), (after - before if stat == "arcania" else 0)
        case _:
            return 0, 0
