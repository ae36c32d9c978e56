"""Terrain changes of bots: floods under enemies, bridges on the way to their king, storms over flyers (BOT-3)."""

from __future__ import annotations

from magika_gm.games.arena.bots.plan import Plan
from magika_gm.games.arena.bots.scene import Force, Scene
from magika_gm.games.arena.bots.ways import FAR, distances
from magika_gm.games.arena.orders.order import CalmStorm, ChangeTerrain, MakeStorm, Order
from magika_gm.games.arena.rules.board import aloft
from magika_gm.games.arena.rules.terms import COURT, TERRAINS
from magika_gm.games.arena.rules.terrain import budget, change_cost
from magika_gm.games.arena.rules.values import fits

NEAR_HOME = 3
LETTERS = tuple(TERRAINS)


class Purse:
    """The budget of SEQ 1, and what has been ordered from it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.left = budget(plan.state, plan.side)
        self.changed: set[int] = set()
        self.orders: list[Order] = []

    def buys(self, hex_: int) -> bool:
        """Whether a change of a hex can be paid and was not made yet."""
        return hex_ not in self.changed and change_cost(self.plan.state, self.plan.side, hex_) <= self.left

    def buy(self, hex_: int, order: Order) -> None:
        """Order it."""
        self.left -= change_cost(self.plan.state, self.plan.side, hex_)
        self.changed.add(hex_)
        self.orders.append(order)


def change(plan: Plan) -> None:
    """The terrain step of a plan: careful players flood first, bold ones bridge first."""
    purse = Purse(plan)
    if plan.temper.extras:
        _calm(plan, purse)
    if plan.temper.bold:
        _bridges(plan, purse, 3)
        _flood(plan, purse, _before_the_strongest(plan))
    else:
        _flood(plan, purse, _near_home(plan))
        _bridges(plan, purse, 1)
    if plan.temper.extras:
        _storms(plan, purse)
    plan.play(purse.orders, terrain=True)


def _near_home(plan: Plan) -> list[Force]:
    far = plan.state.board.far[plan.scene.home >> 1]
    near = [f for f in plan.scene.foes if not aloft(f.place) and far[f.place >> 1] <= NEAR_HOME]
    return sorted(near, key=lambda f: (far[f.place >> 1], f.key))


def _before_the_strongest(plan: Plan) -> list[Force]:
    """Enemies nearest the strongest unit, not farther from their king than it."""
    strongest = max(plan.scene.mine, key=lambda f: (f.power, -f.key), default=None)
    if strongest is None:
        return []
    board, goal = plan.state.board, plan.scene.goal >> 1
    here = strongest.place >> 1
    before = [
        f for f in plan.scene.foes if not aloft(f.place) and board.far[goal][f.place >> 1] <= board.far[goal][here]
    ]
    return sorted(before, key=lambda f: (board.far[here][f.place >> 1], f.key))


def _flood(plan: Plan, purse: Purse, foes: list[Force]) -> None:
    """The hex under a ground enemy becomes a type it may not enter, unless one's own in reach beat it there."""
    for foe in foes:
        hex_ = foe.place >> 1
        letter = plan.state.terrain[hex_]
        if letter == COURT or not purse.buys(hex_) or not fits(plan.state, foe.mount, hex_):
            continue
        if plan.chance.whim(plan.temper.whims, "flood", foe.mount.id):
            continue
        standing = plan.scene.standing[plan.scene.enemy].get(foe.place, 0)
        reaching = sum(f.power for f in plan.scene.mine if foe.place in plan.scene.reach(f))
        if reaching > standing:
            continue
        harmful = [x for x in LETTERS if x not in foe.mount.kind.terrain]
        there = [f for f in plan.scene.foes if f.place == foe.place]
        if not harmful:
            continue
        best = max(harmful, key=lambda x: (sum(f.power for f in there if x not in f.mount.kind.terrain), x == "L"))
        purse.buy(hex_, ChangeTerrain(plan.state.board.names[hex_], best))


def _bridges(plan: Plan, purse: Purse, most: int) -> None:
    """For its strongest units away from home: the first forbidden hex of their way becomes fit for most Power."""
    home = plan.scene.home
    walkers = [f for f in plan.scene.mine if f.power and not f.flies and (f.place != home or plan.turn > 2)]
    for force in sorted(walkers, key=lambda f: (-f.power, f.key))[:most]:
        hex_ = first_forbidden(plan.scene, force)
        if hex_ is None or not purse.buys(hex_) or plan.chance.whim(plan.temper.whims, "bridge", force.mount.id):
            continue
        letter = _fittest(plan.scene, force)
        if letter != plan.state.terrain[hex_]:
            purse.buy(hex_, ChangeTerrain(plan.state.board.names[hex_], letter))


def first_forbidden(scene: Scene, force: Force) -> int | None:
    """On the cheapest way to the enemy king hex, the first hex within Move + 1 steps that it may not enter."""
    goal = scene.goal >> 1
    costs = distances(scene, force, goal)
    hex_ = force.place >> 1
    for _ in range(max(force.steps, 1) + 1):
        if hex_ == goal or costs[hex_] >= FAR:
            return None
        hex_ = min(scene.state.board.near[hex_], key=lambda h: (costs[h] + (0 if scene.enters(force, h) else 3), h))
        if not scene.enters(force, hex_):
            return hex_
    return None


def _fittest(scene: Scene, force: Force) -> str:
    """The type most of one's own Power may enter, among those the force may."""

    def power(letter: str) -> int:
        return sum(f.power + 1 for f in scene.mine if letter in f.mount.kind.terrain)

    def enemies(letter: str) -> int:
        return sum(f.power for f in scene.foes if letter in f.mount.kind.terrain)

    return max(force.mount.kind.terrain, key=lambda x: (power(x), -enemies(x), -LETTERS.index(x)))


def _storms(plan: Plan, purse: Purse) -> None:
    """A storm over an enemy flyer that could reach one's own king hex, or that is aloft, if the budget is there."""
    home = plan.scene.home
    for foe in sorted(plan.scene.foes, key=lambda f: (-f.power, f.key)):
        hex_ = foe.place >> 1
        if not foe.duration or hex_ in plan.state.storms or not purse.buys(hex_) or foe.power < 1:
            continue
        if any(f.place >> 1 == hex_ and f.duration for f in plan.scene.mine):
            continue
        far = plan.state.board.far[home >> 1][hex_]
        if far <= foe.speed + 1 or aloft(foe.place):
            purse.buy(hex_, MakeStorm(plan.state.board.names[hex_]))


def _calm(plan: Plan, purse: Purse) -> None:
    """A storm that keeps one's own dear flyer down is removed."""
    for force in sorted(plan.scene.mine, key=lambda f: (-f.power, f.key)):
        hex_ = force.place >> 1
        if force.duration and force.power > 1 and hex_ in plan.state.storms and purse.buys(hex_):
            purse.buy(hex_, CalmStorm(plan.state.board.names[hex_]))
