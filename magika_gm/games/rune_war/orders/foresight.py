"""What a sheet would do to the hand as it is now, or on the isle if nobody else did anything (ORD-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from magika_gm.engine.dice import Dice
from magika_gm.games.rune_war.adviser import current_aim
from magika_gm.games.rune_war.bots.scene import Board, Forecast, forecast
from magika_gm.games.rune_war.deficiency import deficiency
from magika_gm.games.rune_war.orders.model import Order
from magika_gm.games.rune_war.rules.deciding import discard, is_map_order, mind_of, numbered, plan_of, protected
from magika_gm.games.rune_war.rules.movement import Segment, Tracks
from magika_gm.games.rune_war.rules.state import World
from magika_gm.games.rune_war.rules.tables import Clan
from magika_gm.games.rune_war.rules.terms import CODES, COPIES, KINDS
from magika_gm.games.rune_war.rules.turn import Table
from magika_gm.games.rune_war.sight import perceive, turn_file


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForesight:
    """A hand sheet on the runes as they stand: codes of kinds, each once, in rune order or as written."""

    aim: str
    d: int
    wishes: tuple[tuple[str, int], ...]
    """The aims of the AIM line with their D (99: infinite)."""
    throws: str
    """What would be thrown now, and by which line (0: the adviser)."""
    throws_line: int
    rule: str
    kept: tuple[str, ...]
    pungs: tuple[str, ...]
    """Pairs of the hand that a PUNG line would make triplets of, were the third discarded."""
    kongs: tuple[str, ...]
    passed: tuple[str, ...]
    """Pairs that it leaves to others."""


def foresee_hand(orders: Sequence[Order], seat: str, known: World) -> HandForesight:
    """What a hand sheet does with the runes its sender holds now."""
    plan = plan_of(numbered(orders), known.lucky(seat))
    mind = mind_of(known, seat)
    aim = current_aim(mind, plan.wishes)
    kind, decided = discard(known, seat, plan, {})
    kept = protected(plan, {})
    held = mind.hand
    return HandForesight(
        aim=str(aim),
        d=deficiency(held, mind.melds, aim, mind.lucky),
        wishes=tuple((str(w.aim), deficiency(held, mind.melds, w.aim, mind.lucky)) for w in plan.wishes),
        throws=CODES[kind],
        throws_line=decided.line,
        rule=decided.rule,
        kept=tuple(CODES[k] for k in range(KINDS) if held[k] and kept[k]),
        pungs=tuple(CODES[k] for k in plan.pung.always if held[k] >= 2),
        kongs=tuple(CODES[k] for k in plan.kong.always if held[k] in (3, COPIES)),
        passed=tuple(CODES[k] for k in range(KINDS) if held[k] >= 2 and k in plan.pung.never),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MapForesight:
    """A map sheet, if nobody else did anything: armies, land claimed, what the attacks would come to (BOT-1)."""

    armies: tuple[tuple[str, tuple[str, ...]], ...]
    claimed: tuple[str, ...]
    attacks: tuple[tuple[str, Forecast], ...]


def foresee_map(orders: Sequence[Order], seat: str, known: World) -> MapForesight:
    """The sender's segment tried on the state he knows."""
    table = Table(known.copy(), Dice(b"", known.turn + 1))
    before = dict(known.land)
    Segment(table, seat, Tracks()).run([order for order in numbered(orders) if is_map_order(order)])
    after = table.world
    board = Board(turn_file(perceive(after, seat), advised=False))
    attacks = []
    for place, army in board.armies():
        if board.is_enemy(place):
            attacks.append((place, forecast(army, board.others(place), board.lands[place])))
    own: Clan = after.players[seat].clan
    return MapForesight(
        armies=tuple((place, tuple(b.code for b in army)) for place, army in board.armies()),
        claimed=tuple(place for place, clan in after.land.items() if clan is own and before[place] is not own),
        attacks=tuple(attacks),
    )
