"""Built-in players (BOT): each a pure function from a turn file to the orders of the coming turn.

They read what a person would be sent and nothing else, so a seat they play is no better informed than any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Fields
from magika_gm.games.arena.bots.craft import change
from magika_gm.games.arena.bots.moves import equip, late_items, move, shoot
from magika_gm.games.arena.bots.scene import FAR, Plan, Scene, Temper, distances, opening_of, survey, turns_to
from magika_gm.games.arena.bots.spells import begin_spells, second_phase, standing_orders
from magika_gm.games.arena.orders.model import Order, standing_block
from magika_gm.games.arena.rules.sequence import active_in, coming_turns, hexes, play_mail_turn, worth
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.terms import DRAWN, OTHER
from magika_gm.games.arena.sight import seen_by, state_of

# The two players of the law, Careful and Bold: one turn's sheet from a turn file (BOT-1 to BOT-4).


TEMPERS: dict[str, Temper] = {
    "careful": Temper(bold=False, margin=1),
    "bold": Temper(bold=True, margin=0),
}


def orders_from(temper: Temper, state: State, side: str, seed: bytes = b"") -> list[Order]:
    """A sheet from the state a player knows, which is used up; empty where the coming turn is not his.

    A seed gives the player his whims.
    """
    plan = opening_of(state, side, temper, seed)
    return write(plan) if plan else []


def write(plan: Plan) -> list[Order]:
    """A plan worked out step by step of SEQ."""
    change(plan)
    equip(plan)
    book = begin_spells(plan)
    move(plan)
    orders = [*plan.orders, *second_phase(plan, book), *shoot(plan), *late_items(plan)]
    return [*orders, *standing_block(standing_orders(plan))]


# Keen: a few sheets tried, the answers to each played out, the best taken: a measure, and an opponent.


CANDIDATES: tuple[Temper, ...] = (
    TEMPERS["careful"],
    TEMPERS["bold"],
    Temper(bold=True, margin=1, guard=2),
    Temper(bold=True, margin=1, guard=3),
    Temper(bold=False, margin=1, guard=0, march_from=1),
    Temper(bold=False, margin=0, guard=2, march_from=5),
)
ANSWERS: tuple[Temper, ...] = (TEMPERS["bold"], TEMPERS["careful"])
WON = 1000.0
HEX, WORTH, POOL = 0.7, 1.0, 0.25
CAN_TAKE, MAY_LOSE = 60.0, 45.0
PROGRESS = 1.2


def imagined(seed: bytes) -> bytes:
    """The key of the draws it imagines: never those of the game, which no player can know."""
    return blake2b(seed, digest_size=16, person=b"arena keen").digest()


def keen_orders(state: State, side: str, seed: bytes) -> list[Order]:
    """A sheet for a side's coming turn from the state it knows; empty where it is not its."""
    if state.ending is not None or side not in {active_in(t) for t in coming_turns(state)}:
        return []
    best: tuple[float, list[Order]] | None = None
    for temper in CANDIDATES:
        orders = orders_from(temper, state.copy(), side, seed)
        if best is not None and orders == best[1]:
            continue
        value = worst_answer(state, side, orders, imagined(seed))
        if best is None or value > best[0]:
            best = (value, orders)
    assert best is not None
    return best[1]


def worst_answer(state: State, side: str, orders: Sequence[Order], seed: bytes) -> float:
    """What a sheet is worth after the enemy's best answer; the enemy is given no cards but those seen.

    ``seed`` keys the draws that are imagined.
    """
    after = play_mail_turn(state, {side: orders}, Dice(seed, state.mail_turn + 1)).state
    if after.ending is not None:
        return value_of(after, side)
    values: list[float] = []
    for temper in ANSWERS:
        answer = orders_from(temper, seen_by(after, OTHER[side]), OTHER[side])
        values.append(
            value_of(play_mail_turn(after, {OTHER[side]: answer}, Dice(seed, after.mail_turn + 1)).state, side)
        )
    return min(values)


def value_of(state: State, side: str) -> float:
    """How good a state is for a side that is about to move."""
    enemy = OTHER[side]
    if state.ending is not None:
        return 0.0 if state.winner == DRAWN else WON if state.winner == side else -WON
    mine, theirs = ({"A": 0, "B": 1}[s] for s in (side, enemy))
    held, army = hexes(state), worth(state)
    value = HEX * (held[mine] - held[theirs]) + WORTH * (army[mine] - army[theirs])
    value += POOL * (state.pools[side] - state.pools[enemy])
    value += _masters(state, held[mine], held[theirs]) - _masters(state, held[theirs], held[mine])
    ours, foes = survey(state, side), survey(state, enemy)
    value += CAN_TAKE if _takes(ours) else 0.0
    value -= MAY_LOSE if _takes(foes) else 0.0
    return value + PROGRESS * (_progress(ours) - _progress(foes))


def _masters(state: State, held: int, theirs: int) -> float:
    """Nearness to mastery (WIN-4)."""
    if not state.mastery:
        return 0.0
    return 10.0 * max(0, held - state.mastery + 6) / 6 if held >= 1.6 * theirs else 0.0


def _takes(scene: Scene) -> bool:
    """Whether those that reach the enemy king hex would win there now."""
    power = [f.power for f in scene.mine if scene.goal in scene.reach(f)]
    held = scene.power_at(scene.enemy, scene.goal)
    return bool(power) and (held is None or sum(power) > held)


def _progress(scene: Scene) -> float:
    """Power weighed by how few turns it is from the enemy king."""
    goal = scene.goal >> 1
    total = 0.0
    for force in scene.mine:
        turns = turns_to(scene, force, distances(scene, force, goal), force.place, goal)
        if turns < FAR:
            total += force.power / (1 + turns)
    return total


POLICIES: dict[str, str] = {
    "careful": "guards its king, attacks what it beats, takes ground",
    "bold": "goes for the enemy king with all it has",
    "keen": "tries a few sheets and the answers to each, and takes the best",
}
DEFAULT = "careful"


def play(policy: str, turn_file: Fields, seed: bytes = b"") -> list[Order]:
    """The orders for the coming turn of the seat whose last turn file this is; raises KeyError for no such policy."""
    return played(policy, state_of(turn_file), turn_file["seat"], seed)


def played(policy: str, known: State, side: str, seed: bytes = b"") -> list[Order]:
    """The same from the state such a turn file tells of (``sight.view.known``), which is used up."""
    if policy == "keen":
        return keen_orders(known, side, seed)
    return orders_from(TEMPERS[policy], known, side, seed)


__all__ = ["DEFAULT", "POLICIES", "play", "played"]
