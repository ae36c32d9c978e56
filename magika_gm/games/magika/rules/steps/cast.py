"""Step 4, Cast: read all at once, then take effect by activation number (CAST)."""

from __future__ import annotations

from itertools import groupby

from magika_gm.games.magika.orders import Cast
from magika_gm.games.magika.orders.parameters import BadParameter, Parameter, read_parameter
from magika_gm.games.magika.rules.arena import along
from magika_gm.games.magika.rules.casting import Casting
from magika_gm.games.magika.rules.effects import CONTENDED, EFFECT
from magika_gm.games.magika.rules.effects.no_effect import no_possible_effect
from magika_gm.games.magika.rules.enchantments import casting_skill
from magika_gm.games.magika.rules.events import GmRuled, NoEffect, ScrollKept, ScrollSpent, SpellRead, SpellTried
from magika_gm.games.magika.rules.holdings import find_scroll
from magika_gm.games.magika.rules.refusals import Refusal, Why
from magika_gm.games.magika.rules.spellbook import FIGURES
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage

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


def declare(mage: Mage, order: Cast, figures: str = "descriptions") -> Casting | tuple[str, Refusal]:
    """What a cast order means for this mage now, or rule and reason why it is illegal (CAST-1 to CAST-3)."""
    place = find_scroll(mage, order.scroll)
    if place < 0:
        return "CAST-2", Refusal(Why.NO_SCROLL, order.scroll)
    spell = FIGURES[figures][mage.scrolls[place].code]
    parameter = read_parameter(spell.code, order.major, order.parameter)
    if isinstance(parameter, BadParameter):
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
