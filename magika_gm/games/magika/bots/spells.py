"""What a scroll in hand is worth now, in points of endurance: the one measure all choices are weighed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from magika_gm.engine.records import values
from magika_gm.games.magika.bots.scene import Land, Rival, Temper, View
from magika_gm.games.magika.orders.model import Cast
from magika_gm.games.magika.rules.arena import NEIGHBOUR, ROW, distance
from magika_gm.games.magika.rules.enchantments import casting_skill, factor_of
from magika_gm.games.magika.rules.spellbook import SPELL
from magika_gm.games.magika.rules.state import Mage, Scroll
from magika_gm.games.magika.rules.steps import aptitude_after, aptitude_forbids
from magika_gm.games.magika.rules.tables import BLACK, EBON, FOREST, GLACIAL, REST_RATE, TERRAIN_NAMES, standing

POINT = 0.6
"""What a point of arcania is worth: a meditation brings more of them than a rest of the other."""
SKILL = 5.0
"""What a point of spell skill is worth: it stays for the game."""
STANDING = 1.2
FALLEN = 4.0
"""What a point of standing aptitude is worth: above the figure most mages begin with, and below it, where all pass."""
START_STANDING = 90


class Choice(NamedTuple):
    """A cast and what it is worth."""

    worth: float
    order: Cast


class Sight(NamedTuple):
    """What choosing a spell looks at: the mage, his land, his temper, his rivals in sight, where he is going.

    ``shunned`` are codes and alignments he will not read.
    """

    view: View
    land: Land
    temper: Temper
    rivals: tuple[Rival, ...]
    ways: tuple[str, ...]
    shunned: frozenset[str] = frozenset()


def best_casts(sight: Sight, most: int, spent: int) -> list[Cast]:
    """The casts worth more than a phase of quiet, best first, ``most`` at most, for which the arcania suffices.

    ``spent`` is arcania already promised to other casts.
    """
    mage = sight.view.me
    found: list[Cast] = []
    left = mage.arcania - spent
    used: set[str] = set()
    for choice in sorted(choices(sight), key=lambda c: (-c.worth, values(c.order))):
        code = SPELL[_code(mage, choice.order)]
        cost = code.cost(choice.order.major)
        if choice.worth <= sight.temper.sloth or len(found) == most:
            break
        if choice.order.scroll in used or cost > left or code.code in used:
            continue
        used |= {choice.order.scroll, code.code}
        left -= cost
        found.append(choice.order)
    return sorted(found, key=lambda o: 0 if _code(mage, o) == "SpAid" else 1)


def choices(sight: Sight) -> list[Choice]:
    """Every legal reading of every scroll, with its worth."""
    mage = sight.view.me
    found = []
    phase, point = _prices(sight)
    for scroll in mage.scrolls:
        spell = SPELL[scroll.code]
        if aptitude_forbids(mage, spell.alignment) or not sight.shunned.isdisjoint((spell.code, spell.alignment)):
            continue
        for major in (False, True):
            if mage.arcania < spell.cost(major):
                continue
            gain, parameter = _gain(sight, scroll, major)
            if parameter is None:
                continue
            odds = max(0.0, min(100.0, casting_skill(mage, spell.alignment))) / 100
            if "Stutt" in mage.effects or "AntMa" in mage.effects:
                odds = 0.0
            worth = odds * gain + _lesson(mage, spell.alignment, spell.cost(major)) - phase - point * spell.cost(major)
            found.append(Choice(worth, Cast(f"S{scroll.number}", major, parameter)))
    return found


def _prices(sight: Sight) -> tuple[float, float]:
    """What a phase and a point of arcania are worth now: little to a mage who has all he can hold."""
    mage = sight.view.me
    rest = min(float(REST_RATE[sight.land.code[mage.space]]), float(mage.max_endurance - mage.endurance))
    calm = min(0.15 * mage.skill, float(mage.max_arcania - mage.arcania)) * POINT
    full = mage.arcania / mage.max_arcania
    return max(1.0, rest, calm), POINT * (1.0 if full < 0.75 else 0.6)


Worth = tuple[float, str | None]
"""What a success is worth, and the parameter to name; None where the spell could have no effect."""


def _code(mage: Mage, order: Cast) -> str:
    return next(s.code for s in mage.scrolls if s.number == int(order.scroll[1:]))


def _lesson(mage: Mage, alignment: str, cost: int) -> float:
    """What any reading does to skill and standing aptitude (CAST-7, CAST-8)."""
    gained = 0.0 if mage.is_ebon else min(100, 2 * cost) / 100 * 5 * SKILL
    after = standing(mage.alignment, aptitude_after(mage.aptitude, alignment, cost))
    return gained + _esteem(after) - _esteem(mage.standing)


def _esteem(figure: int) -> float:
    """The worth of a standing aptitude, from that with which novices begin."""
    above = figure - START_STANDING
    return STANDING * above if above > 0 else FALLEN * max(above, -10) + STANDING * min(0, above + 10)


def _gain(sight: Sight, scroll: Scroll, major: bool) -> Worth:
    rule = _GAINS.get(scroll.code)
    if rule is not None:
        return rule(sight, scroll, major)
    return 0.0, None


# --- for oneself ---


def _heals(sight: Sight, _scroll: Scroll, major: bool) -> Worth:
    mage = sight.view.me
    lacks = mage.max_endurance - mage.endurance
    return float(lacks if major else min(lacks, mage.max_endurance // 2)), "" if lacks else None


def _boost(sight: Sight, scroll: Scroll, major: bool) -> Worth:
    mage = sight.view.me
    if scroll.code in mage.effects:
        return 0.0, None
    eased = 20.0 if scroll.code == "BoEnd" else 24.0
    return eased + (18.0 if major else 0.0), ""


def _ward(sight: Sight, scroll: Scroll, major: bool) -> Worth:
    view = sight.view
    if scroll.code in view.me.effects:
        return 0.0, None
    threat = 3.0 + 2.0 * min(4, len(sight.rivals))
    if scroll.code == "ProIt":
        threat += 2.0 * len(view.me.artifacts)
    friends = 1 + len(view.allies) if major else 1
    return threat * friends, ""


def _aid(sight: Sight, _scroll: Scroll, _major: bool) -> Worth:
    mage = sight.view.me
    if "SpAid" in mage.effects:
        return 0.0, None
    others = len(mage.scrolls) - 1
    lacking = max(0, 100 - mage.skill) / 25
    return 5.0 * min(others, 3) * min(1.0, lacking) + 4.0, ""


def _sees(sight: Sight, scroll: Scroll, major: bool) -> Worth:
    if scroll.code in sight.view.me.effects or scroll.code + "X" in sight.view.me.effects:
        return 0.0, None
    worth = {"RcAid": 8.0, "KnArt": 10.0, "IntRp": 6.0, "KnoSS": 2.0}[scroll.code] * sight.temper.greed
    return worth * (1.8 if major else 1.0), ""


def _hides(sight: Sight, _scroll: Scroll, major: bool) -> Worth:
    view = sight.view
    if "InvSp" in view.me.effects:
        return 0.0, None
    watched = len(sight.rivals) * (1.5 + 1.5 * len(view.me.artifacts))
    return watched * (1.0 + 0.5 * major * len(view.allies)), ""


def _fogs(sight: Sight, _scroll: Scroll, major: bool) -> Worth:
    return (10.0 if major else 4.0) * sight.temper.malice, ""


def _arranges(sight: Sight, _scroll: Scroll, _major: bool) -> Worth:
    view, land = sight.view, sight.land
    number = max(1, land.code[view.me.space])
    now = land.cost[view.me.space]
    best, saved = 0, 0
    for shift in (-3, -2, -1, 1, 2, 3):
        if 1 <= number + shift <= 10 and now - factor_of(view.me, number + shift) > saved:
            best, saved = shift, now - factor_of(view.me, number + shift)
    return saved * 0.6, f"{best:+d}" if best else None


def _prolongs(sight: Sight, scroll: Scroll, major: bool) -> Worth:
    best, worth = "", 0.0
    for other in sight.view.me.scrolls:
        if other.number != scroll.number and not other.until:
            value = {"TelPt": 45.0, "Heals": 40.0, "StlIt": 20.0, "Plyze": 20.0}.get(other.code, 6.0)
            if value > worth:
                best, worth = f"S{other.number}", value
    return worth if major else worth * 0.4, best or None


# --- against others ---


def _strikes(sight: Sight, scroll: Scroll, major: bool) -> Worth:
    """A spell aimed at a mage, or at a colour (CAST-11)."""
    code, malice = scroll.code, sight.temper.malice
    if SPELL[code].parameter_at(major) == "mage":
        best, worth = None, 0.0
        for rival in sight.rivals:
            value = _harm(sight, code, rival) * rival.weight * malice
            value *= 2.0 if major else 1.0  # StlItX: all he can carry
            if value > worth:
                best, worth = "EBON" if rival.letter == EBON else rival.letter, value
        return worth, best
    by_colour: dict[str, float] = {}
    for rival in sight.rivals:
        if rival.team not in (None, BLACK, sight.view.me.team):
            assert rival.team is not None
            by_colour[rival.team] = by_colour.get(rival.team, 0.0) + _harm(sight, code, rival) * rival.weight * malice
    if not by_colour:
        return 0.0, None
    colour = max(sorted(by_colour), key=by_colour.__getitem__)
    return by_colour[colour] * 1.3, colour.upper()  # he may have mates out of sight


_HARM = {
    "AtEnd": 22.0, "AtArc": 15.0, "Plyze": 30.0, "Confs": 9.0, "Stutt": 8.0, "CurSp": 7.0, "AntMa": 15.0,
    "FumIt": 10.0, "StlIt": 14.0, "BrnIt": 9.0, "SrchX": 3.0,
}  # fmt: skip


def _harm(sight: Sight, code: str, rival: Rival) -> float:
    harm = _HARM[code]
    if code == "AtEnd" and rival.strength in ("Weak", "Exhausted"):
        harm = 30.0 if rival.strength == "Weak" else 5.0
    if code == "AtArc" and rival.serenity == "Spent":
        harm = 3.0
    if code in ("FumIt", "StlIt"):
        harm += 8.0 * rival.wanted * sight.temper.greed
    if code == "Plyze" and rival.rows <= 3:
        harm += 25.0
    return harm


def _drops(sight: Sight, _scroll: Scroll, major: bool) -> Worth:
    reach = 3 if major else 0
    here = sight.view.me.space
    near = [r for r in sight.rivals if r.carries and r.space >= 0 and distance(r.space, here) <= reach]
    worth = sum((6.0 * r.carries + 20.0 * r.wanted * (r.space == here) * sight.temper.greed) for r in near)
    return worth * max(0.5, sight.temper.malice), "" if near else None


def _elements(sight: Sight, scroll: Scroll, major: bool) -> Worth:
    """ElBlo, ElAtt, ElDrp: the terrain most rivals in sight stand on, and one does not (T4 to T9)."""
    land, view = sight.land, sight.view
    sums: dict[int, float] = {}
    phases = 4.0 if major else 1.0
    for rival in sight.rivals:
        code = land.code[rival.space] if rival.space >= 0 else 0
        if not FOREST <= code <= GLACIAL or code == land.code[view.me.space]:
            continue
        bars = 4.0 * phases if scroll.code in ("ElBlo", "ElDrp") else 0.0
        burns = 0.8 * factor_of(view.me, code) * phases if scroll.code in ("ElAtt", "ElDrp") else 0.0
        sums[code] = sums.get(code, 0.0) + (bars + burns) * rival.weight * sight.temper.malice
    if not sums:
        return 0.0, None
    code = max(sorted(sums), key=sums.__getitem__)
    return sums[code], TERRAIN_NAMES[code].upper()


def _overthrows(sight: Sight, _scroll: Scroll, _major: bool) -> Worth:
    """Chaos: everybody in sight falls back a row and a half, oneself too."""
    mine = ROW[sight.view.me.space]
    ahead = sum(r.weight for r in sight.rivals if r.space >= 0 and ROW[r.space] < mine)
    return 30.0 * sight.temper.malice * ahead - 1.5 * (sight.temper.haste + 15.0), "" if ahead else None


def _teleports(sight: Sight, _scroll: Scroll, major: bool) -> Worth:
    """Along the way one is going: minor one space, major three in a line or two rows straight north."""
    found = hop(sight, major)
    if found is None:
        return 0.0, None
    parameter, saved, rows = found
    return saved + rows * sight.temper.haste, parameter


def straight(ways: Sequence[str]) -> int:
    """How many steps of a way go on in its first direction, three at most: as far as a teleport goes."""
    run = 1
    while run < min(3, len(ways)) and ways[run] == ways[0]:
        run += 1
    return run


def hop(sight: Sight, major: bool) -> tuple[str, float, int] | None:
    """The teleport that saves most of the way ahead: parameter, endurance saved, moves saved."""
    land, ways = sight.land, sight.ways
    space = sight.view.me.space
    if not ways:
        return None
    if not major:
        return ways[0], land.cost[space] * 0.6, 1
    run = straight(ways)
    if run == 1 and set(ways[:2]) == {"NE", "NW"}:
        first = NEIGHBOUR[ways[0]][space]
        return "N", (land.cost[space] + land.cost[first]) * 0.6, 2
    if run == 1:
        return None  # a minor reading goes as far
    saved = 0.0
    there = space
    for _ in range(run):
        saved += land.cost[there] * 0.6
        there = NEIGHBOUR[ways[0]][there]
    return f"{ways[0]} {run}", saved, run


_Gain = Callable[[Sight, Scroll, bool], Worth]
_GAINS: dict[str, _Gain] = {
    "Heals": _heals,
    "BoEnd": _boost,
    "BoArc": _boost,
    **dict.fromkeys(("ProAu", "ProSh", "ProIt", "ProKn", "ProEl"), _ward),
    "SpAid": _aid,
    **dict.fromkeys(("RcAid", "KnArt", "IntRp", "KnoSS"), _sees),
    "InvSp": _hides,
    "FogMp": _fogs,
    "ElArr": _arranges,
    "ProSp": _prolongs,
    **dict.fromkeys(_HARM, _strikes),
    "DrArt": _drops,
    **dict.fromkeys(("ElBlo", "ElAtt", "ElDrp"), _elements),
    "Chaos": _overthrows,
    "TelPt": _teleports,
}
"""Spells bots read, and what each is worth; CkAid and ScArt they leave to people."""
