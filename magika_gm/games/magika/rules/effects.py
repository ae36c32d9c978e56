"""What the 36 spells do: one row a spell, each one of the verbs below.

An effect gets the turn and all successful castings of its number, in SEQ-5's order where they contend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import repeat

from magika_gm.engine.records import mutable
from magika_gm.games.magika.orders.model import Parameter
from magika_gm.games.magika.rules import state
from magika_gm.games.magika.rules.arena import (
    DIRECTIONS,
    GOAL,
    NAME,
    NEIGHBOUR,
    ROW,
    ROWS,
    SPACES,
    along,
    distance,
    within,
)
from magika_gm.games.magika.rules.enchantments import (
    factor,
    find_scroll,
    in_sight,
    may_enter,
    may_resist,
    protected_from,
    random_things,
    sight_rings,
    thing_text,
)
from magika_gm.games.magika.rules.events import (
    AreaBegan,
    Boosted,
    Confused,
    Drained,
    EffectBegan,
    Healed,
    ItemLost,
    Scattered,
    ScrollBurned,
    ScrollProlonged,
    Stolen,
    TeleportBarred,
    Teleported,
    TerrainFormed,
    Torn,
    Uncloaked,
    Warded,
)
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.spellbook import PROTECTED_BY, SPELL, Spell
from magika_gm.games.magika.rules.state import Area, Mage, Scroll, World
from magika_gm.games.magika.rules.tables import ARTIFACTS, BLACK, OCEAN, RACES, half_up
from magika_gm.games.magika.rules.turn import Turn, recognises

# A cast on its way: what was read, at whom it is aimed, and how a victim wards it off.


@mutable
class Casting:
    """One scroll being read. ``bonus`` is known once it succeeded (CAST-10)."""

    mage: Mage
    spell: Spell
    major: bool
    parameter: Parameter
    bonus: bool = False
    success: bool = False

    @property
    def code(self) -> str:
        """The spell's code."""
        return self.spell.code

    @property
    def label(self) -> str:
        """The code as printed: ``TelPtX`` for a major."""
        return self.spell.code + ("X" if self.major else "")


def targets(world: World, casting: Casting) -> list[Mage]:
    """The mage a minor spell names, or all wearers of the colour a major one names, by letter (CAST-11)."""
    if casting.spell.parameter_at(casting.major) == "mage":
        mage = world.mages.get(casting.parameter.text)
        return [mage] if mage is not None and not mage.dropped else []
    return wearers(world, casting.parameter.text)


def wearers(world: World, colour: str) -> list[Mage]:
    """Everybody who wears that colour, by letter."""
    return [m for m in world.mages.values() if m.team == colour]


def own_side(world: World, casting: Casting) -> list[Mage]:
    """Whom a spell without a target serves: the caster, or with X his whole team (CAST-14, CAST-17)."""
    if casting.major and casting.mage.team != BLACK:
        return wearers(world, casting.mage.team)
    return [casting.mage]


def stopped(turn: Turn, casting: Casting, victim: Mage) -> bool:
    """Whether a protection (CAST-13) or resistance (CAST-12) stops the spell; told to the victim if so."""
    by = ""
    if protected_from(victim, casting.code):
        by = PROTECTED_BY[casting.code]
    else:
        chance = may_resist(victim, casting.code)
        if chance and turn.dice.d100("resist", victim.letter, "CAST-12") <= chance:
            by = "resistance"
    if not by:
        return False
    known = Warded(victim.letter, casting.label, by, casting.mage.letter)
    turn.strike(known, replace(known, caster=""), victim, casting.mage)
    return True


def struck(turn: Turn, casting: Casting) -> Iterator[Mage]:
    """Whom a spell reaches, one after the other, but those it is stopped at."""
    return (victim for victim in targets(turn.world, casting) if not stopped(turn, casting, victim))


# TelPt: magical arrivals, in the order of MOVE-8.


STAYS_BEHIND = 10
"""Chance in points that an item of the Ebon Mage stays behind when he teleports (EBON-3)."""


def confused_direction(turn: Turn, mage: Mage, ordered: str) -> str:
    """One of the six, not the ordered one, in which a space exists (Confs); told to the mage."""
    ways = [d for d in DIRECTIONS if d != ordered and NEIGHBOUR[d][mage.space] >= 0]
    gone = ways[turn.dice.choice("confs.direction", mage.letter, ways, "Confs")]
    turn.tell(Confused(mage.letter, ordered, gone), mage.letter)
    return gone


def teleport(turn: Turn, castings: list[Casting]) -> None:
    """Each caster goes to his space, unless MOVE-6 forbids it when his turn comes; then he stays."""
    goals = {c.mage.letter: _target(turn, c) for c in castings}
    by_letter = {c.mage.letter: c for c in castings}

    def key(mage: Mage) -> tuple[int, ...]:
        return (
            0 if by_letter[mage.letter].major else 1,
            -turn.arcania[mage.letter],
            0 if mage.is_ebon else 1,
            -mage.skill,
            -factor(turn.world, mage),
            0 if teammate_at(turn, mage, goals[mage.letter]) else 1,
        )

    for mage in turn.ranked([c.mage for c in castings], key, "MOVE-8"):
        _arrive(turn, mage, goals[mage.letter])


def _target(turn: Turn, casting: Casting) -> int:
    mage, way, steps = casting.mage, casting.parameter.text, casting.parameter.value
    if "Confs" not in mage.effects:
        return along(mage.space, way, steps)
    if way in ("N", "S"):
        steps = 2
    gone = confused_direction(turn, mage, way)
    target = along(mage.space, gone, steps)
    return target if target >= 0 else NEIGHBOUR[gone][mage.space]


def teammate_at(turn: Turn, mage: Mage, space: int) -> bool:
    """Whether another wearer of his colour stands there (MOVE-7, MOVE-8)."""
    return mage.team != BLACK and any(
        m.team == mage.team and m.space == space and m is not mage for m in turn.world.mages.values()
    )


def _arrive(turn: Turn, mage: Mage, target: int) -> None:
    if not may_enter(turn.world, mage, target):
        turn.tell(TeleportBarred(mage.letter, target), mage.letter)
        return
    start = mage.space
    turn.tell(Teleported(mage.letter, start, target), mage.letter)
    if mage.is_ebon:
        for thing in random_things(mage):
            if turn.dice.d100("ebon.drop", thing_text(thing), "EBON-3") <= STAYS_BEHIND:
                turn.tell(ItemLost(mage.letter, thing, start, "TelPt", mage.letter), mage.letter)


# Lasting effects on the caster's own side: protections, Spell Aid, Invisibility, reports of the mind.


REACHING = frozenset({"KnoSS", "IntRp"})
"""Spells whose bonus is reach, not duration; kept as an effect of its own name beside the spell's."""


def last(turn: Turn, casting: Casting, lengthens: bool = True) -> int:
    """Last moment of the effect; a bonus adds five phases or one turn (CAST-10)."""
    span = casting.spell.lasts(casting.major, casting.mage.team != BLACK)
    more = 0
    if casting.bonus and lengthens:
        more = 5 if span.unit == "p" else 1
    return state.until(turn.world.turn, turn.phase, span, more)


def begin(mage: Mage, effect: str, until: int, caster: str) -> EffectBegan | None:
    """The event by which an effect begins; None if one in force lasts as long already (CAST-17)."""
    return EffectBegan(mage.letter, effect, until, caster) if until > mage.effects.get(effect, 0) else None


def enchant(turn: Turn, castings: list[Casting]) -> None:
    """SpAid, the protections, InvSp, KnoSS and IntRp: on the caster, or with X on his whole team."""
    for casting in castings:
        reaching = casting.code in REACHING
        until = last(turn, casting, lengthens=not reaching)
        effects = [casting.code]
        if reaching and casting.bonus:
            effects.append(casting.code + "+1")
        for mage in own_side(turn.world, casting):
            for effect in effects:
                event = begin(mage, effect, until, casting.mage.letter)
                if event:
                    turn.tell(event, mage.letter)


# Spells aimed at a mage or a colour: lasting curses, and AtEnd and AtArc.


BLOW, HEAVY_BLOW = 25, 35


def curse(turn: Turn, castings: list[Casting]) -> None:
    """CurSp, Stutt, Plyze, Confs, AntMa, SrchX: a lasting effect on each target that does not ward it off."""
    for casting in castings:
        until = last(turn, casting)
        if casting.code == "Confs" and casting.bonus:
            until = _one_phase_more(turn)
        for victim in struck(turn, casting):
            event = begin(victim, casting.code, until, casting.mage.letter)
            if event:
                turn.strike(event, replace(event, caster=""), victim, casting.mage)


def _one_phase_more(turn: Turn) -> int:
    """Confs' bonus is one phase, not five (spell table)."""
    return state.last_moment(turn.world.turn, turn.phase, 2, "p")


def attack(turn: Turn, castings: list[Casting]) -> None:
    """AtEnd and AtArc: 25 points, 35 with the bonus, never below 0."""
    for casting in castings:
        stat = "endurance" if casting.code == "AtEnd" else "arcania"
        blow = HEAVY_BLOW if casting.bonus else BLOW
        for victim in struck(turn, casting):
            before = victim.endurance
            has = victim.endurance if stat == "endurance" else victim.arcania
            event = Drained(victim.letter, stat, min(blow, has), casting.label, casting.mage.letter)
            turn.strike(event, replace(event, caster=""), victim, casting.mage)
            turn.lose_endurance(victim, before)


# Spells on spaces: the elemental four, Fog Map and Chaos.


THROWN_BACK = 3
LEAVES_ARTIFACTS = 50


def in_view(mage: Mage, bonus: bool = False) -> frozenset[int]:
    """Spaces in sight of a mage; the bonus reaches one ring further (CAST-10)."""
    return within(mage.space, sight_rings(mage) + bonus)


def of_terrain(world: World, spaces: frozenset[int], code: int) -> frozenset[int]:
    """Those of the spaces that are of that terrain number now."""
    return frozenset(s for s in spaces if max(1, world.terrain_at(s)) == code)


def disrupt(turn: Turn, castings: list[Casting]) -> None:
    """ElDrp, ElAtt, ElBlo: on every space of that terrain in sight of the caster when cast."""
    for casting in castings:
        code = casting.parameter.value
        spaces = of_terrain(turn.world, in_view(casting.mage, casting.bonus), code)
        until = last(turn, casting, lengthens=False)
        turn.tell(AreaBegan(Area(casting.code, code, spaces, until, casting.mage.letter)), casting.mage.letter)


def arrange(turn: Turn, castings: list[Casting]) -> None:
    """ElArr: the caster's space, with X all like terrain in sight, as the terrain stood before this number."""
    areas = []
    for casting in castings:
        mage = casting.mage
        spaces = frozenset({mage.space})
        if casting.major:
            here = max(1, turn.world.terrain_at(mage.space))
            spaces = of_terrain(turn.world, in_view(mage), here)
        areas.append(Area("ElArr", casting.parameter.value, spaces, last(turn, casting), mage.letter))
    for area in areas:
        turn.tell(AreaBegan(area), area.caster)


def fog(turn: Turn, castings: list[Casting]) -> None:
    """FogMp: spaces in sight of the caster's space when cast; X every space. Bonus reach, X duration."""
    for casting in castings:
        spaces = frozenset(range(SPACES)) if casting.major else in_view(casting.mage, casting.bonus)
        until = last(turn, casting, lengthens=casting.major)
        turn.tell(AreaBegan(Area("FogMp", 0, spaces, until, casting.mage.letter)), casting.mage.letter)


def chaos(turn: Turn, castings: list[Casting]) -> None:
    """Chaos: new terrain in sight and every mage there thrown; X the whole arena and every mage.

    Where everybody stood when the number came up decides who sees and who is seen (CAST-4): two castings tear up all
    they see before anybody is thrown, and who stood in sight of both is thrown twice. Casters and thrown go by SEQ-5.
    """
    torn = []
    for casting in castings:
        spaces = frozenset(range(SPACES)) if casting.major else in_view(casting.mage, casting.bonus)
        there = [
            m
            for m in turn.world.playing()
            if casting.major or m is casting.mage or (m.space in spaces and m.space != GOAL)
        ]
        order = turn.by_precedence(there, magical=True)  # harder terrain is that before the spell
        torn.append((casting, sorted(spaces - {GOAL}), order))
    for casting, formed, _ in torn:
        _form(turn, casting, formed)
    for casting, _, order in torn:
        for mage in order:
            _throw(turn, casting, mage)


def _form(turn: Turn, casting: Casting, spaces: list[int]) -> None:
    """Roll a terrain for every space; terrain 1 in row z is the sea."""
    codes = []
    for space in spaces:
        number = turn.dice.between("chaos.terrain", NAME[space], 1, 10, "Chaos")
        codes.append(OCEAN if number == 1 and ROW[space] == ROWS - 1 else number)
    turn.tell(TerrainFormed(casting.mage.letter, tuple(spaces), tuple(codes)))


def _throw(turn: Turn, casting: Casting, mage: Mage) -> None:
    """One mage goes to a random space he may enter in his own row or the three below."""
    world, start = turn.world, mage.space
    rows = range(ROW[start], min(ROWS, ROW[start] + THROWN_BACK + 1))
    if mage.artifacts and turn.dice.d100("chaos.drop", mage.letter, "Chaos") <= LEAVES_ARTIFACTS:
        for artifact in list(mage.artifacts):
            event = ItemLost(mage.letter, artifact, start, casting.label, casting.mage.letter)
            turn.strike(event, replace(event, caster=""), mage, casting.mage)
    spaces = [s for s in range(SPACES) if ROW[s] in rows and may_enter(world, mage, s)]
    place = turn.dice.choice("chaos.space", mage.letter, [NAME[s] for s in spaces], "Chaos")
    torn = Torn(mage.letter, start, spaces[place], casting.mage.letter)
    turn.strike(torn, replace(torn, caster=""), mage, casting.mage)


def losses(turn: Turn) -> list[tuple[Area, Mage]]:
    """Who stands in which attack or disruption in force now (SEQ-6)."""
    return [
        (area, mage)
        for area in turn.world.areas
        if area.kind in ("ElAtt", "ElDrp") and area.until >= state.tick(turn.world.turn, turn.phase)
        for mage in turn.world.playing()
        if mage.space in area.spaces
    ]


# Spells on things: drop, fumble, steal, burn, scatter, and Cloak Aid.


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
    for casting, victim in _once_or_twice(turn, castings):
        things = random_things(victim)
        if things:
            _lose(turn, casting, victim, _choose(turn, "fumit.item", victim.letter, things, victim, "FumIt"))


def _once_or_twice(turn: Turn, castings: list[Casting]) -> Iterator[tuple[Casting, Mage]]:
    """Each whom a spell reaches; twice with the bonus."""
    for casting in castings:
        for victim in struck(turn, casting):
            yield from repeat((casting, victim), 2 if casting.bonus else 1)


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
    for casting, victim in _once_or_twice(turn, castings):
        # a roll for a code lists its candidates by activation number (docs/file-formats.md, Dice)
        there = [s for s in victim.scrolls if not s.bound]
        scrolls: list[str | Scroll] = [*sorted(there, key=lambda s: SPELL[s.code].number)]
        if scrolls:
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


# RcAid and KnArt: lasting knowledge for the caster alone, at both levels.


def know(turn: Turn, castings: list[Casting]) -> None:
    """The caster knows more for a while; KnArtX goes by its own name, for it tells of all twelve artifacts."""
    for casting in castings:
        effect = "KnArtX" if casting.code == "KnArt" and casting.major else casting.code
        event = begin(casting.mage, effect, last(turn, casting), casting.mage.letter)
        if event:
            turn.tell(event, casting.mage.letter)


# CAST-5: when a spell has no possible effect.


AT_THE_VISIBLE = frozenset({"StlIt", "BrnIt"})
"""Spells whose text asks for a visible mage; to the letter the others reach anybody (CAST-11)."""


def no_possible_effect(world: World, casting: Casting) -> Refusal | None:
    """Why the spell could not achieve anything at its number, or None if it can."""
    kind = casting.spell.parameter_at(casting.major)
    if kind == "mage":
        aimed = targets(world, casting)
        far = world.aim == "anywhere" and casting.code not in AT_THE_VISIBLE
        if not aimed or not (far or in_sight(casting.mage, aimed[0])):
            return Refusal(Why.OUT_OF_SIGHT)
    elif kind == "colour" and not targets(world, casting):
        return Refusal(Why.COLOUR_UNWORN)
    test = _TESTS.get(casting.code)
    return test(world, casting) if test else None


def _drained(world: World, casting: Casting) -> Refusal | None:
    stat = "endurance" if casting.code == "AtEnd" else "arcania"
    if any(getattr(m, stat) for m in targets(world, casting)):
        return None
    return Refusal(Why.DRAINED, stat)


def _no_terrain(world: World, casting: Casting) -> Refusal | None:
    # the bonus, which would see one ring further, is not rolled yet
    if of_terrain(world, in_view(casting.mage), casting.parameter.value):
        return None
    return Refusal(Why.NO_SUCH_TERRAIN, casting.parameter.text)


def _out_of_range(world: World, casting: Casting) -> Refusal | None:
    number = max(1, world.terrain_at(casting.mage.space)) + casting.parameter.value
    return None if 1 <= number <= 10 else Refusal(Why.TERRAIN_BOUNDS)


def _nothing_to_drop(world: World, casting: Casting) -> Refusal | None:
    holds = any(m.artifacts for m in droppers(world, casting))
    return None if holds else Refusal(Why.NOTHING_TO_DROP)


def _nothing_to_fumble(world: World, casting: Casting) -> Refusal | None:
    return None if any(random_things(m) for m in targets(world, casting)) else Refusal(Why.NOTHING_TO_FUMBLE)


def _nothing_to_steal(world: World, casting: Casting) -> Refusal | None:
    thief = casting.mage
    if any(m is not thief and loot(thief, m) for m in targets(world, casting)):
        return None
    return Refusal(Why.NOTHING_TO_TAKE)


def _nothing_to_burn(world: World, casting: Casting) -> Refusal | None:
    if any(not s.bound for m in targets(world, casting) for s in m.scrolls):
        return None
    return Refusal(Why.NOTHING_TO_BURN)


def _no_cloak(_: World, casting: Casting) -> Refusal | None:
    return None if casting.major or casting.mage.team != BLACK else Refusal(Why.CLOAKLESS)


def _held(world: World, casting: Casting) -> Refusal | None:
    lying = lying_artifacts(world)
    if casting.major:
        return None if lying else Refusal(Why.ALL_HELD)
    return None if casting.parameter.text in lying else Refusal(Why.HELD)


def _healthy(_: World, casting: Casting) -> Refusal | None:
    return None if casting.mage.endurance < casting.mage.max_endurance else Refusal(Why.HEALTHY)


def _prolonged(_: World, casting: Casting) -> Refusal | None:
    number = casting.parameter.value
    place = find_scroll(casting.mage, f"S{number}" if number else casting.parameter.text)
    if place >= 0 and casting.mage.scrolls[place].until >= state.FOR_GOOD:
        return Refusal(Why.PROLONGED_FOR_GOOD)
    return None


_TESTS: dict[str, Callable[[World, Casting], Refusal | None]] = {
    "AtEnd": _drained,
    "AtArc": _drained,
    "ElDrp": _no_terrain,
    "ElAtt": _no_terrain,
    "ElBlo": _no_terrain,
    "ElArr": _out_of_range,
    "DrArt": _nothing_to_drop,
    "FumIt": _nothing_to_fumble,
    "StlIt": _nothing_to_steal,
    "BrnIt": _nothing_to_burn,
    "CkAid": _no_cloak,
    "ScArt": _held,
    "Heals": _healthy,
    "ProSp": _prolonged,
}


# Spells on the caster himself: boosts, healing, prolonging a scroll.


BOOST, HIGH_BOOST = 10, 15
"""Percent of the starting maximum by which BoEndX and BoArcX raise it, and with the bonus (CAST-10)."""


def boost(turn: Turn, castings: list[Casting]) -> None:
    """BoEnd and BoArc: rest or meditation doubled for three turns; X also raises the maximum, each time (CAST-17)."""
    for casting in castings:
        mage = casting.mage
        stat = "endurance" if casting.code == "BoEnd" else "arcania"
        event = begin(mage, casting.code, last(turn, casting, lengthens=not casting.major), mage.letter)
        if event:
            turn.tell(event, mage.letter)
        amount = HIGH_BOOST if casting.bonus else BOOST
        if turn.world.edition >= 2:
            race = RACES[mage.race]
            amount = half_up(amount * (race.max_endurance if stat == "endurance" else race.max_arcania), 100)
        elif stat in mage.boosted:
            continue
        if casting.major:
            turn.tell(Boosted(mage.letter, stat, amount), mage.letter)


def heal(turn: Turn, castings: list[Casting]) -> None:
    """Heals: half of maximum endurance, three quarters with the bonus, X all of it; never above the maximum."""
    for casting in castings:
        mage = casting.mage
        room = mage.max_endurance - mage.endurance
        if casting.major:
            amount = room
        elif casting.bonus:
            amount = half_up(3 * mage.max_endurance, 4)
        else:
            amount = half_up(mage.max_endurance, 2)
        turn.tell(Healed(mage.letter, min(amount, room)), mage.letter)


def prolong(turn: Turn, castings: list[Casting]) -> None:
    """ProSp: that scroll survives reading while this lasts; the longer of two castings counts (CAST-17)."""
    for casting in castings:
        mage = casting.mage
        number = casting.parameter.value
        place = find_scroll(mage, f"S{number}") if number else find_scroll(mage, casting.parameter.text)
        until = last(turn, casting)
        if place >= 0 and until > mage.scrolls[place].until:
            turn.tell(ScrollProlonged(mage.letter, mage.scrolls[place].code, place, until), mage.letter)


Effect = Callable[[Turn, list[Casting]], None]

EFFECT: dict[str, Effect] = {
    "SpAid": enchant,
    "ProAu": enchant,
    "ProSh": enchant,
    "ProIt": enchant,
    "ProKn": enchant,
    "ProEl": enchant,
    "CurSp": curse,
    "Stutt": curse,
    "Plyze": curse,
    "Confs": curse,
    "AntMa": curse,
    "AtArc": attack,
    "AtEnd": attack,
    "ElDrp": disrupt,
    "ElAtt": disrupt,
    "ElArr": arrange,
    "ElBlo": disrupt,
    "DrArt": drop_artifacts,
    "FumIt": fumble,
    "StlIt": steal,
    "BrnIt": burn,
    "CkAid": cloak_aid,
    "RcAid": know,
    "InvSp": enchant,
    "TelPt": teleport,
    "ScArt": scatter,
    "KnoSS": enchant,
    "IntRp": enchant,
    "KnArt": know,
    "SrchX": curse,
    "BoEnd": boost,
    "BoArc": boost,
    "Heals": heal,
    "FogMp": fog,
    "ProSp": prolong,
    "Chaos": chaos,
}
CONTENDED = frozenset({"StlIt", "Chaos"})
"""Spells whose castings of one number contend and so go by SEQ-5; TelPt has an order of its own (MOVE-8)."""
