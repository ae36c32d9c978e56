"""What could be ordered, as data: verb, what of, candidates, cost, whether it could be done now (ORD, SEE-7).

Made from the state as a seat knows it. The text form, the printed form and the player's page are made of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from magika_gm.engine.records import named_record
from magika_gm.engine.sheet.offered import order_line, remark
from magika_gm.games.rune_war.orders.lines import write_order
from magika_gm.games.rune_war.orders.model import CastOrder
from magika_gm.games.rune_war.rules.magic import price, weigh
from magika_gm.games.rune_war.rules.refusals import Lack
from magika_gm.games.rune_war.rules.state import Creature, Due, Player, World
from magika_gm.games.rune_war.rules.tables import (
    CREATURES,
    LANDS,
    PARALYZE,
    SPELLS,
    TOWER,
    Aimed,
    Spell,
    enchantment_target,
)
from magika_gm.games.rune_war.rules.terms import CODES, runes_text
from magika_gm.games.rune_war.sight import masked

TELEPORT = "Teleport"
"""The one spell that needs a place named."""


@named_record
class Choice:
    """``verb`` with its ``subject``; a parameter's ``word`` (ON, AT, TO) with its ``candidates``; ``cost`` in words;
    ``lacks`` says why it could not be done now (codes of :class:`Lack`)."""

    verb: str
    subject: str = ""
    word: str = ""
    candidates: tuple[str, ...] = ()
    cost: str = ""
    lacks: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether it could be done as things stand."""
        return not self.lacks

    @property
    def start(self) -> str:
        """A line that says it, with its first candidate."""
        first = f" {self.word} {self.candidates[0]}".replace("  ", " ") if self.candidates else ""
        return f"{self.verb} {self.subject}{first}".replace("  ", " ").strip()


def choices(known: World, seat: str) -> list[Choice]:
    """Everything a seat could order for the due turn but the runes it could name."""
    if known.due is Due.HAND:
        return [*_rune_choices(known, seat), *(_casts(known, seat) if known.options.map else ())]
    return list(_map_choices(known, seat)) if known.due is Due.MAP else []


AIMS = ("QUICK", "CONCEALED", "CHOWS", "PUNGS", "LUCKY", "SIMPLES", "ENDS", "HALF", "FLUSH", "HONORS", "ORPHANS")
_BOTH = ("ALL", "NONE")


def _rune_choices(known: World, seat: str) -> Iterator[Choice]:
    held = known.players[seat].held
    own = tuple(CODES[kind] for kind, count in enumerate(held) if count)
    pairs = tuple(CODES[kind] for kind, count in enumerate(held) if count >= 2)
    some = (AIMS, own, own, (*pairs, "NONE"), _BOTH, _BOTH, ("MIN 40", "DRAWN", "NO"))
    for verb, candidates in zip(ONE_OF, some, strict=True):
        yield Choice(verb=verb, candidates=candidates)


def spells_of(known: World, player: Player) -> list[str]:
    """What a wizard can summon and cast now, in table order: granted spells where his creature is on the map."""
    table = player.table
    granted = {c.table.grants for c in known.own(player.seat)}
    return [*table.summons, *(name for name in SPELLS if name in table.spells or name in granted)]


def _casts(known: World, seat: str) -> Iterator[Choice]:
    player = known.players[seat]
    for name in spells_of(known, player):
        cost, components = price(name)
        places = tuple(p for p in (*LANDS, TOWER) if known.is_own_ground(p, seat)) if name == TELEPORT else ()
        order = CastOrder(spell=name, places=places)
        _, lacks = weigh(known, player, order)
        word, found = _targets(known, seat, name)
        yield Choice(
            verb="CAST",
            subject=name,
            word=word,
            candidates=tuple(found),
            cost=f"{cost}" + (f", {runes_text(components)}" if components else ""),
            lacks=tuple(lack.value for lack in lacks if not (lack is Lack.TARGET and SPELLS.get(name) is not None
                                                             and SPELLS[name].suit)),
        )  # fmt: skip


def _targets(known: World, seat: str, name: str) -> tuple[str, list[str]]:
    if name in CREATURES:
        circles = [p for p in (*LANDS, TOWER) if known.has_circle(p, seat) and known.room(p, seat)]
        return "AT", circles
    spell: Spell = SPELLS[name]
    own = [c.code for c in known.own(seat)]
    foes = [c.code for c in known.creatures.values() if c.seat != seat]
    match spell.target:
        case Aimed.FRIENDLY:
            return "ON", own
        case Aimed.SHOOTER:
            return "ON", [c.code for c in known.own(seat) if c.ranged >= 1]
        case Aimed.ENEMY | Aimed.PARTY:
            return "ON", foes
        case Aimed.ANY:
            return "ON", [c.code for c in known.creatures.values() if _worth_dispelling(c, seat)]
        case Aimed.OPPONENT:
            return "ON", [p.seat for p in known.others(seat)]
        case Aimed.SELF:
            return "", []


def _worth_dispelling(creature: Creature, seat: str) -> bool:
    """Whether an enchantment lies on it that harms one's own, or helps another's."""
    meant = (Aimed.ENEMY,) if creature.seat == seat else (Aimed.FRIENDLY, Aimed.SHOOTER)
    return any(enchantment_target(name) in meant for name in creature.enchantments)


def _map_choices(known: World, seat: str) -> Iterator[Choice]:
    player = known.players[seat]
    for creature in known.own(seat):
        ways = tuple(place for place in known.isle.neighbours[creature.at] if known.room(place, seat))
        lacks: tuple[str, ...] = ("paralysed",) if creature.bears(PARALYZE) else ()
        steps = f"{creature.kind} at {creature.at}, {creature.table.move} step{'s' if creature.table.move > 1 else ''}"
        yield Choice(verb="MOVE", subject=creature.code, word="TO", candidates=ways, cost=steps, lacks=lacks)
    border = {p for own in known.lands(seat) for p in known.isle.neighbours[own] if p != TOWER}
    for place in LANDS:
        clan = known.land[place]
        if clan is player.clan or place not in border:
            continue
        value, have = known.isle.at[place].value, player.lcp.get(clan, 0)
        guarded = any(known.creatures[c].seat != seat for c in known.armies.get(place, ()))
        lacks = tuple(why for why, bad in (("claim points", have < value), ("guarded", guarded)) if bad)
        cost = f"{value} of {have} against {clan.title}"
        yield Choice(verb="CLAIM", subject=place, cost=cost, lacks=lacks)


# --- the blank sheet ---

_HEADS = {
    Due.HAND: "a hand turn: lines in any order; take one ; away from what you want",
    Due.MAP: "a map turn: lines are carried out from the top; take one ; away from what you want",
}
_MORE = {
    "AIM": "several, the most wanted first, each with +1, +3 …; +2 where nothing is said",
    "PUNG": "groups too, and NOT: DRAGONS NOT 9K",
    "CHOW": "or runes, AS sequences: 4S AS 345S",
    "KONG": "or runes, as for PUNG",
}
"""What else may stand on a line of runes."""
_CASTS = "a CAST may end in WHEN POINTS 200, x2, ALWAYS, SAVE; a creature by its code, ANY, NEW"
_MOVES = "a MOVE may go on: MOVE MA1, MA2 TO M4 THEN Z3 IF EMPTY ELSE TO M8; others: LINEUP M4: MA2, MA1; DISMISS MA3"


def form_rows(state: World, seat: str) -> Iterator[str]:
    """What a blank sheet for the turn that is due offers, and what it costs, an order a line; the sheet that stands."""
    yield from remark(_HEADS[state.due]) if state.due in _HEADS else ()
    found = choices(masked(state, seat), seat)
    for choice in found:
        yield from _choice_lines(choice, state, seat)
    if any(choice.verb == "CAST" for choice in found):
        yield from remark(_CASTS)
    if state.due is Due.MAP:
        yield from remark(_MOVES)
    standing = state.players[seat].standing
    if state.due is Due.HAND and standing:
        yield from remark("your sheet of this hand stands; a new one replaces it whole:")
        yield from (order_line(write_order(order)) for order in standing)


ONE_OF = ("AIM", "KEEP", "DISCARD", "PUNG", "CHOW", "KONG", "GAME")
"""Verbs of which one line counts: it names what comes first, the rest is said behind; so do ways."""


def _choice_lines(choice: Choice, state: World, seat: str) -> list[str]:
    lacks = f"{'waits' if choice.verb == 'CAST' else 'not'} now: {', '.join(choice.lacks)}" if choice.lacks else ""
    if choice.verb in ONE_OF or choice.word == "TO":
        if not choice.candidates:
            return []
        others = ", ".join(choice.candidates[1:])
        also = f"or {others}" if others else ""
        return [order_line(choice.start, also, choice.cost, lacks, _MORE.get(choice.verb, ""))]
    offered = f" {choice.word} {', '.join(choice.candidates)}" if choice.candidates else ""
    line = f"{choice.verb} {choice.subject}{offered}"
    if choice.subject == TELEPORT:
        onto = [place for place in (*LANDS, TOWER) if state.is_own_ground(place, seat)]
        if not onto:
            return remark(f"{line}: no land of yours to go to")
        line += f" AT {', '.join(onto)}"
    return [order_line(line, lacks, choice.cost)]
