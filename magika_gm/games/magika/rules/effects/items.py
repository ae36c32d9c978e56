"""Spells on things: drop, fumble, steal, burn, scatter, and Cloak Aid."""

from __future__ import annotations

from dataclasses import replace

from magika_gm.games.magika.rules.arena import NAME, SPACES, distance
from magika_gm.games.magika.rules.casting import Casting, stopped, targets
from magika_gm.games.magika.rules.effects.wards import begin, last
from magika_gm.games.magika.rules.events import ItemLost, Scattered, ScrollBurned, Stolen, Uncloaked
from magika_gm.games.magika.rules.holdings import random_things, thing_text
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.tables import ARTIFACTS, BLACK
from magika_gm.games.magika.rules.turn import Turn, recognises
from magika_gm.games.magika.rules.world import Mage, Scroll, World

DROP_REACH = 3


def drop_reach(casting: Casting) -> int:
    """Rings DrArt reaches: the space itself, three with X; one more with the bonus."""
    return (DROP_REACH if casting.major else 0) + casting.bonus


def droppers(world: World, casting: Casting) -> list[Mage]:
    """Every other mage within reach of DrArt, whether he holds an artifact or not."""
    mage, reach = casting.mage, drop_reach(casting)
    return [m for m in world.playing() if m is not mage and distance(mage.space, m.space) <= reach]


def drop_artifacts(turn: Turn, castings: list[Casting]) -> None:
    """DrArt: every other mage in reach drops all artifacts where he stands."""
    reached = [(c, droppers(turn.world, c)) for c in castings]
    for casting, victims in reached:
        for victim in victims:
            if stopped(turn, casting, victim):
                continue
            for artifact in list(victim.artifacts):
                _lose(turn, casting, victim, artifact)


def _lose(turn: Turn, casting: Casting, victim: Mage, thing: str | Scroll) -> None:
    event = ItemLost(victim.letter, thing, victim.space, casting.label, casting.mage.letter)
    turn.strike(event, replace(event, caster=""), victim, casting.mage)


def _choose(turn: Turn, name: str, subject: str, things: list[str | Scroll], owner: Mage, rule: str) -> str | Scroll:
    numbers = [f"S{owner.scrolls.index(t) + 1}" if isinstance(t, Scroll) else t for t in things]
    return things[turn.dice.choice(name, subject, [thing_text(t) for t in things], rule, aliases=numbers)]


def fumble(turn: Turn, castings: list[Casting]) -> None:
    """FumIt: each target drops one random item, two with the bonus."""
    for casting in castings:
        for victim in targets(turn.world, casting):
            if stopped(turn, casting, victim):
                continue
            for _ in range(2 if casting.bonus else 1):
                things = random_things(victim)
                if things:
                    _lose(turn, casting, victim, _choose(turn, "fumit.item", victim.letter, things, victim, "FumIt"))


def can_carry(thief: Mage, thing: str | Scroll) -> bool:
    """Whether the thief has a hand free for it (MAGE-7, CLK-4)."""
    if isinstance(thing, Scroll):
        return thief.hand_room > 0
    return thief.may_carry_cloak() if thing.startswith("cloak:") else True


def loot(thief: Mage, victim: Mage) -> list[str | Scroll]:
    """What the thief could take from the victim now, in listing order."""
    return [t for t in random_things(victim) if can_carry(thief, t)]


def steal(turn: Turn, castings: list[Casting]) -> None:
    """StlIt: one random item (two with the bonus), X all he can carry; only what was there when the number came up."""
    held = {c.mage.letter: random_things(v) for c in castings for v in targets(turn.world, c)}
    for casting in castings:
        thief = casting.mage
        for victim in targets(turn.world, casting):
            if victim is thief or stopped(turn, casting, victim):
                continue
            there = held[thief.letter]
            takes = len(there) if casting.major else 2 if casting.bonus else 1
            for _ in range(takes):
                things = [t for t in loot(thief, victim) if t in there]
                if not things:
                    break
                thing = (
                    things[0] if casting.major else _choose(turn, "stlit.item", thief.letter, things, victim, "StlIt")
                )
                _take(turn, thief, victim, thing)


def _take(turn: Turn, thief: Mage, victim: Mage, thing: str | Scroll) -> None:
    """Tell the theft: the thief knows what he got, the victim who it was only as CAST-16 lets him."""
    event = Stolen(thief.letter, victim.letter, thing)
    if recognises(victim, thief):
        turn.tell(event, thief.letter + victim.letter)
    else:
        turn.tell(event, thief.letter, replace(event, mage=""), victim.letter)


def burn(turn: Turn, castings: list[Casting]) -> None:
    """BrnIt: one random scroll of each target burns, two with the bonus."""
    for casting in castings:
        for victim in targets(turn.world, casting):
            if stopped(turn, casting, victim):
                continue
            for _ in range(2 if casting.bonus else 1):
                # a roll for a code lists its candidates by activation number (docs/file-formats.md, Dice)
                there = [s for s in victim.scrolls if not s.bound]
                scrolls: list[str | Scroll] = [*sorted(there, key=lambda s: SPELL[s.code].number)]
                if not scrolls:
                    break
                scroll = _choose(turn, "brnit.scroll", victim.letter, scrolls, victim, "BrnIt")
                assert isinstance(scroll, Scroll)
                event = ScrollBurned(victim.letter, scroll, casting.mage.letter)
                turn.strike(event, replace(event, caster=""), victim, casting.mage)


def cloak_aid(turn: Turn, castings: list[Casting]) -> None:
    """CkAid takes a donned cloak off safely; CkAidX guards donning for three turns (CLK-5)."""
    for casting in castings:
        mage = casting.mage
        if casting.major:
            event = begin(mage, "CkAidX", last(turn, casting), mage.letter)
            if event:
                turn.tell(event, mage.letter)
        elif mage.team != BLACK:
            turn.tell(Uncloaked(mage.letter, mage.team, "CLK-5"), mage.letter)


def lying_artifacts(world: World) -> dict[str, int]:
    """Every artifact nobody holds, in listing order, with its space."""
    where = {t: s for s, things in world.lying.items() for t in things if not t.startswith("cloak:")}
    return {a: where[a] for a in ARTIFACTS if a in where}


def scatter(turn: Turn, castings: list[Casting]) -> None:
    """ScArt: an artifact nobody holds goes to a random unoccupied space; X every such artifact."""
    for casting in castings:
        lying = lying_artifacts(turn.world)
        # a held one stays where it is, even where the game master let the cast be tried
        for artifact in [a for a in lying if casting.major or a == casting.parameter.text]:
            occupied = {m.space for m in turn.world.playing()}
            free = [s for s in range(SPACES) if s not in occupied]
            place = turn.dice.choice("scart.space", artifact, [NAME[s] for s in free], "ScArt")
            turn.tell(Scattered(artifact, lying[artifact], free[place], casting.mage.letter))
