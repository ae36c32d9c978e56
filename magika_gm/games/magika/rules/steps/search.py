"""Step 6, Search: things lying here first, else perhaps a scroll (SRCH)."""

from __future__ import annotations

from math import lcm

from magika_gm.engine.dice import Dice
from magika_gm.games.magika.orders import Search
from magika_gm.games.magika.rules.enchantments import factor, search_bonus
from magika_gm.games.magika.rules.events import PickedUp, ScrollFound, Searched
from magika_gm.games.magika.rules.spellbook import SPELL, SPELLS
from magika_gm.games.magika.rules.tables import (
    ALIGNMENT_ARTIFACTS,
    ALIGNMENTS,
    RACIAL_ARTIFACTS,
    SEARCH_CHANCE,
)
from magika_gm.games.magika.rules.turn import Turn
from magika_gm.games.magika.rules.world import Mage

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
    cost = min(before, (toil * percent + 50) // 100)
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
