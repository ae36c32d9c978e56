# ruff: noqa: E501 - markup and tables of figures stay in one piece
"""The turn in one sentence: its strongest events, as the mage was told them."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.engine.told import Told
from magika_gm.games.magika.report.own import route_of
from magika_gm.games.magika.report.story import mage_name, thing_name
from magika_gm.games.magika.rules import events as e
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.world import Scroll

MOST = 3
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(number: int) -> str:
    """A small number in words."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def listed(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def lead_of(told: Sequence[Told[e.Event]], letter: str) -> str:
    """``You stole the Orb of Neutrality from mage K, found Heals and walked two spaces, to t3.``; "" for a still turn."""
    clauses: dict[str, tuple[int, list[str]]] = {}
    for t in told:
        if letter not in t.audience:
            continue
        found = _clause(t.event, letter)
        if found is not None:
            weight, start, thing = found
            clauses.setdefault(start, (weight, []))[1].append(thing)
    walk = route_of(told, letter)
    steps = [step for step in walk if not step.leap]
    if steps:
        spaces = f"{number_word(len(steps))} space{'s' if len(steps) > 1 else ''}"
        clauses["walked "] = (35, [f"{spaces}, to {NAME[walk[-1].target]}"])
    ranked = sorted(clauses.items(), key=lambda pair: -pair[1][0])[:MOST]
    if not ranked:
        return ""
    return f"You {listed([start + listed(list(dict.fromkeys(things))) for start, (_, things) in ranked])}."


def _the(thing: str | Scroll) -> str:
    name = thing_name(thing)
    return f"a {name}" if isinstance(thing, Scroll) or name.endswith(" cloak") else f"the {name}"


def _clause(event: e.Event, me: str) -> tuple[int, str, str] | None:
    """Weight, beginning and object of what an event did; clauses that begin alike are put together."""
    match event:
        case e.FellUnconscious(mage=mage) if mage == me:
            return 100, "fell unconscious", ""
        case e.GoalReached(mage=mage) if mage == me:
            return 99, "reached the Goal Square", ""
        case e.Stolen(mage=mage, victim=victim, thing=thing) if mage == me:
            return 86, "stole ", f"{_the(thing)} from {mage_name(victim)}"
        case e.Stolen(victim=victim, mage=mage, thing=thing) if victim == me:
            return 80, "were robbed of ", f"{_the(thing)} by {mage_name(mage)}"
        case e.Demanded(mage=mage, holder=holder, artifact=artifact) if mage == me:
            return 84, "won ", f"{_the(artifact)} from {mage_name(holder)}"
        case e.Demanded(holder=holder, mage=mage, artifact=artifact) if holder == me:
            return 78, "had to yield ", f"{_the(artifact)} to {mage_name(mage)}"
        case e.PickedUp(mage=mage, thing=thing) if mage == me:
            return (40 if thing.startswith("cloak:") else 82), "picked up ", _the(thing)
        case e.CloakStripped(mage=mage, colour=colour) if mage == me:
            return 79, "were stripped by ", f"the {colour} team"
        case e.Joined(mage=mage, colour=colour) if mage == me:
            return 58, "joined ", f"the {colour} team"
        case e.CloakRefused(mage=mage, colour=colour) if mage == me:
            return 62, "were refused by ", f"the {colour} team"
        case e.Torn(mage=mage, start=start, target=target) if mage == me:
            return 75, "were torn from ", f"{NAME[start]} to {NAME[target]}"
        case e.Drained(mage=mage, stat=stat, amount=amount, code=code) if mage == me:
            return 70, "lost ", f"{amount} {stat} to {code}"
        case e.Drained(mage=mage, stat=stat, amount=amount, caster=caster) if caster == me:
            return 72, "took ", f"{amount} {stat} from {mage_name(mage)}"
        case e.ItemLost(mage=mage, thing=thing) if mage == me:
            return 65, "lost ", _the(thing)
        case e.ScrollBurned(mage=mage, thing=scroll) if mage == me:
            return 64, "saw ", f"{_the(scroll)} burn"
        case e.ElementsStruck(mage=mage, amount=amount, code=code) if mage == me:
            return 60, "lost ", f"{amount} endurance to {code}"
        case e.EffectBegan(mage=mage, effect=effect, caster=caster) if mage == me and caster not in (me, ""):
            return 55, "came under ", effect.partition("+")[0]
        case e.Teleported(mage=mage, target=target) if mage == me:
            return 50, "teleported to ", NAME[target]
        case e.SpellTried(mage=mage, code=code, major=major, success=success) if mage == me:
            return (46, "cast ", code + "X" * major) if success else (30, "failed with ", code + "X" * major)
        case e.Healed(mage=mage, amount=amount) if mage == me:
            return 44, "regained ", f"{amount} endurance"
        case e.ScrollFound(mage=mage, code=code, kept=True) if mage == me:
            return 42, "found ", code
        case e.Meditated(mage=mage) if mage == me:
            return 12, "meditated", ""
        case e.Rested(mage=mage) if mage == me:
            return 10, "rested", ""
        case _:
            return None
