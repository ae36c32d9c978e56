"""The nine steps of a phase in their order (SEQ-2)."""

from __future__ import annotations

from itertools import groupby
from math import lcm

from magika_gm.engine.dice import Dice
from magika_gm.engine.words import Fault
from magika_gm.games.magika.orders.lines import read_parameter
from magika_gm.games.magika.orders.model import Cast, Demand, Don, Drop, Give, Meditate, Move, Parameter, Rest, Search
from magika_gm.games.magika.rules.arena import LATERAL, NEIGHBOUR, NORTHWARD, along
from magika_gm.games.magika.rules.effects import (
    CONTENDED,
    EFFECT,
    Casting,
    confused_direction,
    no_possible_effect,
    teammate_at,
)
from magika_gm.games.magika.rules.enchantments import (
    attuned_to,
    casting_skill,
    factor,
    find_all,
    find_scroll,
    may_join,
    meditation,
    move_blocked,
    move_cost,
    search_bonus,
)
from magika_gm.games.magika.rules.events import (
    CloakRefused,
    CloakStripped,
    DemandDenied,
    Demanded,
    Dropped,
    Gave,
    GiftKept,
    GiftSpent,
    GmRuled,
    Joined,
    Meditated,
    Moved,
    NoEffect,
    Paid,
    PickedUp,
    Rested,
    ScrollFound,
    ScrollKept,
    ScrollSpent,
    Searched,
    SpellRead,
    SpellTried,
    Uncloaked,
)
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.spellbook import FIGURES, SPELL, SPELLS
from magika_gm.games.magika.rules.state import Mage, Scroll, World
from magika_gm.games.magika.rules.tables import (
    ABILITY_ARTIFACTS,
    ALIGNMENT_ARTIFACTS,
    ALIGNMENTS,
    BLACK,
    EBON,
    RACIAL_ARTIFACTS,
    RACIAL_PREFERENCE,
    REST_RATE,
    SEARCH_CHANCE,
    half_up,
)
from magika_gm.games.magika.rules.turn import Turn, letters

# Step 1, Demand: all judged at once on the state at the start of the step (DEM).


EBON_STANDING = 90
EBON_DEMANDS = 2


def attunement(mage: Mage, artifact: str, demanding: bool) -> int | None:
    """How well attuned he is to an artifact: the higher, the better; None when he can have no claim at all.

    Demanding, the Ebon Mage counts as of the artifact's alignment with standing aptitude 90, or as of its race;
    as a holder he defends with his real statistics (DEM-6).
    """
    ebon = demanding and mage.letter == EBON
    if artifact in ALIGNMENT_ARTIFACTS:
        if ebon:
            return EBON_STANDING
        if demanding and mage.alignment != ALIGNMENT_ARTIFACTS[artifact]:
            return None
        return mage.standing
    if artifact in RACIAL_ARTIFACTS:
        race = RACIAL_ARTIFACTS[artifact] if ebon else mage.race
        return -RACIAL_PREFERENCE[artifact].index(race)
    ability = ABILITY_ARTIFACTS[artifact]
    if ability == "aptitude":
        return mage.standing
    return int(getattr(mage, ability))


def demand(turn: Turn) -> None:
    """Judge every demand on the state at the start of the step; the best claim on each artifact gets it (DEM-5)."""
    claims: dict[str, list[tuple[Mage, Demand, int]]] = {}
    denied: list[tuple[Demand, Mage, str, Refusal]] = []
    entries = turn.able(Demand, "AntMa")
    for mage, order in entries:
        assert isinstance(order, Demand)
        holder = turn.world.mages.get(order.holder)
        if mage.is_ebon and mage.demands >= EBON_DEMANDS:
            turn.refuse(mage, order, "DEM-6", Refusal(Why.DEMANDS_USED))
        elif holder is None or holder is mage or holder.dropped or holder.space != mage.space:
            turn.refuse(mage, order, "DEM-1", Refusal(Why.NOT_HERE))
        elif order.artifact not in holder.artifacts:
            turn.refuse(mage, order, "DEM-1", Refusal(Why.HOLDER_LACKS_IT))
        else:
            rule = _rule(order.artifact)
            claim = attunement(mage, order.artifact, demanding=True)
            defence = attunement(holder, order.artifact, demanding=False)
            assert defence is not None
            if claim is None:
                denied.append((order, mage, rule, Refusal(Why.OTHER_ALIGNMENT)))
            elif claim <= defence:
                denied.append((order, mage, rule, Refusal(Why.HOLDER_ATTUNED)))
            else:
                claims.setdefault(order.artifact, []).append((mage, order, claim))
    granted: list[tuple[Mage, Demand]] = []
    for rivals in claims.values():
        best = max(claim for _, _, claim in rivals)
        first = turn.by_precedence([m for m, _, claim in rivals if claim == best], magical=True)[0]
        for mage, order, _ in rivals:
            if mage is first:
                granted.append((mage, order))
            else:
                denied.append((order, mage, "DEM-5", Refusal(Why.BETTER_CLAIM)))
    for mage, order in granted:
        turn.tell(Demanded(mage.letter, order.holder, order.artifact), mage.letter + order.holder)
    for order, mage, rule, reason in denied:
        event = DemandDenied(mage.letter, order.holder, order.artifact, rule, reason)
        turn.tell(event, mage.letter + order.holder)


def _rule(artifact: str) -> str:
    if artifact in ALIGNMENT_ARTIFACTS:
        return "DEM-2"
    return "DEM-4" if artifact in RACIAL_ARTIFACTS else "DEM-3"


# Step 2, Give: judged on who holds what at the start of the step, carried out by SEQ-5 (GIVE).


def give(turn: Turn) -> None:
    """Judge all gives on the start of the step, then carry them out one giver after the other."""
    legal: dict[str, tuple[Give, list[str | Scroll]]] = {}
    givers: list[Mage] = []
    for mage, order in turn.able(Give, "Plyze"):
        assert isinstance(order, Give)
        receiver = turn.world.mages.get(order.to)
        things = find_all(mage, order.things)
        if receiver is None or receiver is mage or receiver.dropped or receiver.space != mage.space:
            turn.refuse(mage, order, "GIVE-1", Refusal(Why.NOT_HERE))
        elif isinstance(things, Refusal):
            turn.refuse(mage, order, "GIVE-1", things)
        elif (order.endurance or order.arcania) and order.to != EBON:
            turn.refuse(mage, order, "GIVE-3", Refusal(Why.POINTS_TO_EBON_ONLY))
        elif order.endurance > mage.endurance or order.arcania > mage.arcania:
            turn.refuse(mage, order, "GIVE-3", Refusal(Why.TOO_MANY_POINTS))
        else:
            legal[mage.letter] = (order, things)
            givers.append(mage)
    for mage in turn.by_precedence(givers, magical=False):
        order, things = legal[mage.letter]
        _carry_out(turn, mage, turn.world.mages[order.to], order, things)


def _carry_out(turn: Turn, mage: Mage, receiver: Mage, order: Give, things: list[str | Scroll]) -> None:
    both = mage.letter + receiver.letter
    for thing in things:
        kept = _no_room(receiver, thing)
        if kept and isinstance(thing, Scroll) and turn.world.edition >= 2:
            turn.tell(GiftSpent(mage.letter, receiver.letter, thing), both)
        elif kept:
            turn.tell(GiftKept(mage.letter, receiver.letter, thing, kept), both)
        else:
            turn.tell(Gave(mage.letter, receiver.letter, thing), both)
    for stat, amount in (("endurance", order.endurance), ("arcania", order.arcania)):
        if amount:
            before = mage.endurance
            room = receiver.max_endurance - receiver.endurance
            if stat == "arcania":
                room = receiver.max_arcania - receiver.arcania
            has = mage.endurance if stat == "endurance" else mage.arcania
            # what he has no room for stays with the giver, as with things
            turn.tell(Paid(mage.letter, receiver.letter, stat, amount, min(amount, has, room)), both)
            turn.lose_endurance(mage, before)


def _no_room(receiver: Mage, thing: str | Scroll) -> Refusal | None:
    if isinstance(thing, Scroll):
        return None if receiver.hand_room > 0 else Refusal(Why.HANDS_FULL)
    if thing.startswith("cloak:") and not receiver.may_carry_cloak():
        return Refusal(Why.BARRED_FROM_CLOAKS if receiver.barred else Why.CLOAKS_FULL)
    return None


# Step 3, Don: one after the other by SEQ-5; each sees the teams as they then are (CLK).


STRIPPED_LOSS = 50


def don(turn: Turn) -> None:
    """Put cloaks on: accepted (CLK-2), refused on a first cloak (CLK-3) or on another one (CLK-4)."""
    orders = {}
    donners = []
    for mage, order in turn.able(Don, "Plyze"):
        assert isinstance(order, Don)
        refusal = may_not_don(mage, order.colour)
        if refusal:
            turn.refuse(mage, order, *refusal)  # who puts nothing on takes no turn, and rolls for none (SEQ-5)
            continue
        orders[mage.letter] = order
        donners.append(mage)
    for mage in turn.by_precedence(donners, magical=True) if donners else ():
        _don(turn, mage, orders[mage.letter])


def may_not_don(mage: Mage, colour: str) -> tuple[str, Refusal] | None:
    """Rule and reason why the order is illegal, whatever the others put on (SEQ-3)."""
    if colour == BLACK:
        left_alone = mage.team != BLACK and mage.may_uncloak
        return None if left_alone else ("CLK-6", Refusal(Why.NOT_LEFT_ALONE))
    if mage.is_ebon:
        return "CLK-7", Refusal(Why.EBON_WEARS_NONE)
    if colour == mage.team:
        return "CLK-2", Refusal(Why.WORN_ALREADY, colour)
    if colour not in mage.cloaks:
        return "SEQ-3", Refusal(Why.NO_CLOAK, colour)
    if mage.barred and "CkAidX" not in mage.effects:
        return "CLK-4", Refusal(Why.BARRED_FROM_CLOAKS)
    return None


def _don(turn: Turn, mage: Mage, order: Don) -> None:
    colour = order.colour
    if colour == BLACK:
        turn.tell(Uncloaked(mage.letter, mage.team, "CLK-6"), mage.letter)
    elif may_join(turn.world, mage, colour):
        team = [m for m in turn.world.mages.values() if m.team == colour]
        turn.tell(Joined(mage.letter, colour, mage.team), letters([mage, *team]))
    elif "CkAidX" in mage.effects:
        turn.refuse(mage, order, "CLK-5", Refusal(Why.WOULD_REFUSE, colour))
    elif mage.team == BLACK:
        turn.tell(CloakRefused(mage.letter, colour), mage.letter)
    else:
        before = mage.endurance
        losses = min(STRIPPED_LOSS, mage.endurance), min(STRIPPED_LOSS, mage.arcania)
        turn.tell(CloakStripped(mage.letter, colour, *losses), mage.letter)
        turn.lose_endurance(mage, before)


# Step 4, Cast: read all at once, then take effect by activation number (CAST).


SKILL_GAIN = 5
BONUS_ABOVE = 100


def cast(turn: Turn) -> None:
    """Read every legal scroll at once, let spells act number by number, then lay spent scrolls to rest."""
    castings = []
    for mage, order in turn.able(Cast):
        assert isinstance(order, Cast)
        ready = declare(mage, order, turn.world.figures)
        if isinstance(ready, Casting) and _absent(turn, ready):
            ready = ("SEQ-3", Refusal(Why.NOT_IN_GAME))
        if isinstance(ready, tuple):
            turn.refuse(mage, order, *ready)
        else:
            castings.append((ready, order))
    for casting, order in castings:
        _read(turn, casting, order)
    in_order = sorted((c for c, _ in castings), key=lambda c: (c.spell.number, c.mage.letter))
    for _, group in groupby(in_order, key=lambda c: c.spell.number):
        _activate(turn, list(group))
    for casting in in_order:
        _put_away(turn, casting)


def declare(mage: Mage, order: Cast, figures: str) -> Casting | tuple[str, Refusal]:
    """What a cast order means for this mage now, or rule and reason why it is illegal (CAST-1 to CAST-3)."""
    place = find_scroll(mage, order.scroll)
    if place < 0:
        return "CAST-2", Refusal(Why.NO_SCROLL, order.scroll)
    spell = FIGURES[figures][mage.scrolls[place].code]
    parameter = read_parameter(spell.code, order.major, order.parameter)
    if isinstance(parameter, Fault):
        return "CAST-2", Refusal(Why.WRITTEN, parameter.reason)
    if aptitude_forbids(mage, spell.alignment):
        return "CAST-3", Refusal(Why.APTITUDE, spell.alignment)
    if mage.arcania < spell.cost(order.major):
        return "CAST-2", Refusal(Why.ARCANIA, str(spell.cost(order.major)))
    if spell.code == "TelPt" and along(mage.space, parameter.text, parameter.value) < 0:
        return "CAST-2", Refusal(Why.NO_SPACE_TO_TELEPORT)
    if spell.code == "ProSp" and find_scroll(mage, parameter.text, but=place) < 0:
        return "CAST-2", Refusal(Why.NO_SCROLL_TO_PROLONG, parameter.text)
    return Casting(mage=mage, spell=spell, major=order.major, parameter=parameter)


def _absent(turn: Turn, casting: Casting) -> bool:
    """Whether the spell names a mage who is not, or no longer, in the game."""
    if casting.spell.parameter_at(casting.major) != "mage":
        return False
    target = turn.world.mages.get(casting.parameter.text)
    return target is None or target.dropped


def aptitude_forbids(mage: Mage, alignment: str) -> bool:
    """Whether his aptitude keeps him from spells of that alignment (CAST-3); the Rod lifts it."""
    if alignment == mage.alignment or "rod" in mage.artifacts:
        return False
    aptitude = mage.aptitude
    if mage.alignment == "neutral":
        if abs(aptitude) > 35:
            return True
        return aptitude > 25 if alignment == "good" else aptitude < -25
    if mage.alignment == "evil":
        aptitude = -aptitude
    if aptitude < 0:
        return True
    opposite = "evil" if mage.alignment == "good" else "good"
    return alignment == opposite and aptitude < 35


def _read(turn: Turn, casting: Casting, order: Cast) -> None:
    """Deduct the arcania and take the scroll out of the hands (CAST-2)."""
    mage = casting.mage
    place = find_scroll(mage, order.scroll)
    if casting.code == "ProSp":
        # the scroll to prolong is known by what it is, not by a place that shifts when this one is lifted
        chosen = mage.scrolls[find_scroll(mage, casting.parameter.text, but=place)]
        casting.parameter = Parameter(casting.parameter.text, chosen.number)
    cost = casting.spell.cost(casting.major)
    event = SpellRead(
        mage=mage.letter,
        code=casting.code,
        major=casting.major,
        parameter=casting.parameter.text,
        cost=cost,
        slot=place,
    )
    turn.tell(event, mage.letter)


def _activate(turn: Turn, castings: list[Casting]) -> None:
    """All spells of one number at once: they see the state as lower numbers left it (CAST-4)."""
    acting = []
    judged = [(c, no_possible_effect(turn.world, c)) for c in castings]
    if turn.rulings:
        judged = [(c, _ruled(turn, c, reason)) for c, reason in judged]
    for casting, reason in judged:
        if reason:
            event = NoEffect(casting.mage.letter, casting.code, casting.major, reason)
            turn.tell(event, casting.mage.letter)
        else:
            acting.append(casting)
    for casting in acting:
        _try(turn, casting)
    working = [c for c in acting if c.success]
    if not working:
        return
    code = working[0].code
    if len(working) > 1 and code in CONTENDED:
        rank = {m.letter: i for i, m in enumerate(turn.by_precedence([c.mage for c in working], magical=True))}
        working.sort(key=lambda c: rank[c.mage.letter])
    EFFECT[code](turn, working)


def _ruled(turn: Turn, casting: Casting, reason: Refusal | None) -> Refusal | None:
    """Why the spell has no possible effect after the game master's word on it, which stands either way (CAST-5)."""
    ruling = turn.rulings.get((casting.mage.letter, turn.phase))
    if ruling is None:
        return reason
    event = GmRuled(casting.mage.letter, casting.code, casting.major, ruling.possible, ruling.reason)
    turn.tell(event, casting.mage.letter)
    return None if ruling.possible else Refusal(Why.WRITTEN, f"the game master's ruling: {ruling.reason}")


def _try(turn: Turn, casting: Casting) -> None:
    """Success, aptitude, skill and bonus of one reading (CAST-6 to CAST-8, CAST-10)."""
    mage, spell, dice = casting.mage, casting.spell, turn.dice
    cost = spell.cost(casting.major)
    needed = casting_skill(mage, spell.alignment)
    why = next((e for e in ("Stutt", "AntMa") if e in mage.effects), "")
    casting.success = dice.d100("cast.success", mage.letter, "CAST-6") <= needed and not why
    skill = mage.skill
    if not mage.is_ebon and dice.d100("cast.gain", mage.letter, "CAST-8") <= 2 * cost:
        skill += SKILL_GAIN
    if casting.success and needed > BONUS_ABOVE:
        casting.bonus = dice.d100("cast.bonus", mage.letter, "CAST-10") <= needed - BONUS_ABOVE
    aptitude = aptitude_after(mage.aptitude, spell.alignment, cost)
    event = SpellTried(
        mage=mage.letter,
        code=spell.code,
        major=casting.major,
        success=casting.success,
        needed=needed,
        aptitude=aptitude,
        skill=skill,
        bonus=casting.bonus,
        why=why,
    )
    turn.tell(event, mage.letter)


def aptitude_after(aptitude: int, alignment: str, cost: int) -> int:
    """Aptitude after a spell (CAST-7): Good +cost, Evil -cost, Neutral half the cost towards 0, not past it."""
    if alignment == "good":
        return min(100, aptitude + cost)
    if alignment == "evil":
        return max(-100, aptitude - cost)
    step = min((cost + 1) // 2, abs(aptitude))
    return aptitude - step if aptitude > 0 else aptitude + step


def _put_away(turn: Turn, casting: Casting) -> None:
    """The scroll read disintegrates, or comes back to the hands (CAST-9, CAST-10, CAST-18)."""
    mage = casting.mage
    scroll = mage.reading
    assert scroll is not None
    prolonged = scroll.until >= turn.world.moment
    if mage.keeps:
        turn.tell(ScrollKept(mage.letter, scroll.code, scroll.reads + prolonged), mage.letter)
    else:
        turn.tell(ScrollSpent(mage.letter, scroll.code, "CAST-18" if prolonged else "CAST-9"), mage.letter)


# Step 5, Move: one mage at a time in initiative order, each checked at his own turn (MOVE-7).


def move(turn: Turn) -> None:
    """Move everybody who can; the direction that counts is the one actually gone (Confs)."""
    ways: dict[str, str] = {}
    orders: dict[str, Move] = {}
    movers: list[Mage] = []
    for mage, order in turn.able(Move, "Plyze"):
        assert isinstance(order, Move)
        orders[mage.letter] = order
        confused = "Confs" in mage.effects
        ways[mage.letter] = confused_direction(turn, mage, order.direction) if confused else order.direction
        movers.append(mage)
    if len(movers) > 1:
        movers = _by_initiative(turn, movers, ways)
    for mage in movers:
        way = ways[mage.letter]
        blocked = move_blocked(turn.world, mage, way, turn.phase)
        if blocked:
            turn.refuse(mage, orders[mage.letter], blocked.rule, blocked.reason)
            continue
        cost, percent = move_cost(turn.world, mage, turn.phase)
        before = mage.endurance
        target = NEIGHBOUR[way][mage.space]
        turn.tell(
            Moved(mage=mage.letter, start=mage.space, target=target, direction=way, cost=cost, percent=percent),
            mage.letter,
        )
        turn.lose_endurance(mage, before)


def _by_initiative(turn: Turn, movers: list[Mage], ways: dict[str, str]) -> list[Mage]:
    """MOVE-7: by group; then endurance, terrain departed, a teammate in the target space, a roll.

    The Ebon Mage wins any tie at each comparison; there is only one of him, so the first tie settles it.
    """
    keys = {}
    for mage in movers:
        way = ways[mage.letter]
        group = 0 if way in NORTHWARD else 1 if way in LATERAL else 2
        target = NEIGHBOUR[way][mage.space]
        keys[mage.letter] = (
            group,
            -mage.endurance,
            0 if mage.is_ebon else 1,
            -factor(turn.world, mage),
            0 if target >= 0 and teammate_at(turn, mage, target) else 1,
        )
    return turn.ranked(movers, lambda m: keys[m.letter], "MOVE-7")


# Step 6, Search: things lying here first, else perhaps a scroll (SRCH).


CLOAK_VALUE, ABILITY_VALUE, RACIAL_VALUE, ALIGNMENT_VALUE, MOST_VALUE = 20, 30, 40, 50, 60
CODES_OF = {a: tuple(s.code for s in SPELLS if s.alignment == a) for a in ALIGNMENTS}
_LCM = lcm(*(s.minor_cost for s in SPELLS))
WEIGHTS_OF = {a: tuple(_LCM // SPELL[c].minor_cost for c in codes) for a, codes in CODES_OF.items()}
"""Weight 1 / minor cost, as whole numbers (SRCH-5)."""


def search(turn: Turn) -> None:
    """Several searchers in a space go by SEQ-5 (SRCH-7)."""
    by_space: dict[int, list[Mage]] = {}
    for mage, _ in turn.able(Search, "Plyze"):
        by_space.setdefault(mage.space, []).append(mage)
    for mages in by_space.values():
        for mage in turn.by_precedence(mages, magical=False) if len(mages) > 1 else mages:
            _search(turn, mage)


def draw_scroll(dice: Dice, letter: str, alignment: str) -> str:
    """A scroll's code: half of one's own alignment, cheaper spells more likely (SRCH-5)."""
    weights = [2 if a == alignment else 1 for a in ALIGNMENTS]
    drawn = ALIGNMENTS[dice.choice("search.alignment", letter, ALIGNMENTS, "SRCH-5", weights)]
    codes = CODES_OF[drawn]
    return codes[dice.choice("search.scroll", letter, codes, "SRCH-5", WEIGHTS_OF[drawn])]


def value_of(thing: str) -> int:
    """What a find adds to the search's cost, in points of percent (SRCH-4)."""
    if thing.startswith("cloak:"):
        return CLOAK_VALUE
    if thing in ALIGNMENT_ARTIFACTS:
        return ALIGNMENT_VALUE
    return RACIAL_VALUE if thing in RACIAL_ARTIFACTS else ABILITY_VALUE


def _search(turn: Turn, mage: Mage) -> None:
    world, dice, space = turn.world, turn.dice, mage.space
    toil = factor(world, mage)  # as he came: a Pendant found here does not ease this search
    value = 0
    finds = _pick_up(turn, mage)
    code, kept = "", False
    if finds:
        value = sum(map(value_of, finds))
    elif "SrchX" not in mage.effects:
        chance = min(100, SEARCH_CHANCE[world.terrain_at(space)] + search_bonus(mage))
        if dice.d100("search.find", mage.letter, "SRCH-2") <= chance:
            code = draw_scroll(dice, mage.letter, mage.alignment)
            kept = mage.hand_room > 0
            value = 2 * SPELL[code].minor_cost
            turn.tell(ScrollFound(mage.letter, code, kept), mage.letter)
    rolled = dice.between("search.cost", mage.letter, 20, 60, "SRCH-4")
    percent = rolled + min(value, MOST_VALUE)
    before = mage.endurance
    cost = min(before, half_up(toil * percent, 100))
    turn.tell(Searched(mage.letter, space, cost, not (finds or code)), mage.letter)
    turn.lose_endurance(mage, before)


def _pick_up(turn: Turn, mage: Mage) -> list[str]:
    """Take what lies here, all he may carry (SRCH-1); the Ebon Mage takes nothing (EBON-3)."""
    if mage.is_ebon:
        return []
    finds = []
    for thing in list(turn.world.lying.get(mage.space, ())):
        if thing.startswith("cloak:") and ("SrchX" in mage.effects or not mage.may_carry_cloak()):
            continue
        turn.tell(PickedUp(mage.letter, thing, mage.space), mage.letter)
        finds.append(thing)
    return finds


# Step 7, Drop: scrolls disintegrate, the rest lies in the space (DROP).


def drop(turn: Turn) -> None:
    """All at once: nobody's drop stands in another's way."""
    for mage, order in turn.able(Drop, "Plyze"):
        assert isinstance(order, Drop)
        things = find_all(mage, order.things)
        if isinstance(things, Refusal):
            turn.refuse(mage, order, "DROP-1", things)
            continue
        for thing in things:
            turn.tell(Dropped(mage.letter, thing, mage.space), mage.letter)


# Step 8, Meditate: all at once (MED-1).


def meditation_gain(world: World, mage: Mage) -> int:
    """Points a meditation where he stands gives before the maximum."""
    return meditation(mage, attuned_to(mage, world.terrain_at(mage.space)))


def meditate(turn: Turn) -> None:
    """Everybody who meditates regains arcania, up to his maximum."""
    for mage, _ in turn.able(Meditate, "AntMa"):
        amount = min(meditation_gain(turn.world, mage), mage.max_arcania - mage.arcania)
        turn.tell(Meditated(mage.letter, amount), mage.letter)


# Step 9, Rest: all at once, with everybody whose order became Rest (REST-1, SEQ-3).


def rest_gain(world: World, mage: Mage) -> int:
    """Points a rest gives before the maximum: the terrain's rate, doubled by Helm or BoEnd (REST-2)."""
    rate = REST_RATE[world.terrain_at(mage.space)]
    return 2 * rate if "helm" in mage.artifacts or "BoEnd" in mage.effects else rate


def rest(turn: Turn) -> None:
    """Everybody who rests regains endurance, up to his maximum; it does not wake the unconscious (MAGE-6)."""
    world = turn.world
    for letter, order in turn.orders.items():
        if order.__class__ is Rest or letter in turn.resting:
            mage = world.mages[letter]
            turn.tell(Rested(letter, min(rest_gain(world, mage), mage.max_endurance - mage.endurance)), letter)
