"""Whole games by the built-in players, each seeing what its turn files would tell it, and what they show
together; and whether every spell, item and creature matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, ClassVar

from magika_gm.engine import trial
from magika_gm.engine.dice import Dice
from magika_gm.engine.plain import Data, Fields
from magika_gm.engine.records import mutable, named_record, record
from magika_gm.engine.seam.trials import SimulationOption, Table
from magika_gm.engine.toml import load_toml
from magika_gm.engine.trial import Share, Turn, a_share, counts, shares_by_name, turns
from magika_gm.games.arena.armies import LAW, ArmyList, Costs, Entry, Limits, check_army, cost_table
from magika_gm.games.arena.bots import POLICIES, played
from magika_gm.games.arena.bots.scene import Chance
from magika_gm.games.arena.orders.model import Cast, Order
from magika_gm.games.arena.rules.events import (
    Died,
    EffectDeclared,
    EffectSettled,
    EnchantmentBegan,
    Flew,
    Fought,
    Regenerated,
    TerrainChanged,
    TookOff,
    Walked,
)
from magika_gm.games.arena.rules.sequence import RULES, active_in, coming_turns, hexes, play_mail_turn, worth
from magika_gm.games.arena.rules.state import Enchantment, State, in_order
from magika_gm.games.arena.rules.tables import BUYABLE, DATA, ITEMS, KINDS, MOST_LEVEL, REGENERATION, SPELLS
from magika_gm.games.arena.rules.terms import DRAWN, SIDES, Ending, Outcome
from magika_gm.games.arena.rules.units import WALL_OF_THORNS, may_bear, wall_of, walls
from magika_gm.games.arena.setup import FREE, Scenario, start_state
from magika_gm.games.arena.sight import seen_by

# Whether every spell, item and creature matters: each turn of a game is played again without it.
#
# A thing *mattered* in a turn if the turn, or what its player then orders, would have been another without it:
# without the card, without the enchantment or the spell under way, without the item, without the ability. A Breach
# matters in later turns too, where they would have been others with the wall still standing. A creature mattered
# whose Power or shot decided a fight, whose magic worked, or who carried somebody.


# Games by the built-in players turn by turn, each player seeing what its turn files would tell it.


def mail_turns(
    scenario: Scenario, choices: Mapping[str, Fields], policies: tuple[str, str], seed: bytes
) -> Iterator[Turn]:
    """A game turn by turn, to its end."""
    by_side = dict(zip(SIDES, policies, strict=True))

    def sheets(state: State) -> dict[str, list[Order]]:
        sides = sorted({active_in(t) for t in coming_turns(state)})
        return {side: played(by_side[side], seen_by(state, side), side, seed) for side in sides}

    return turns(RULES, start_state(scenario, choices), seed, sheets)


# Armies made by chance and changed a little, within a scenario's limits: what a search for the strongest tries.


MOST_ITEMS = 4
CARDS = 8


@record
class Muster:
    """An army as counts of creatures and items; its cards follow from who can cast."""

    creatures: tuple[tuple[str, int], ...]
    items: tuple[tuple[str, int], ...] = ()

    def listed(self) -> ArmyList:
        """As an army list, with the cards its casters can cast that bots like best."""
        return ArmyList(
            creatures=tuple(Entry(n, name) for name, n in self.creatures),
            items=tuple(Entry(n, name) for name, n in self.items),
            spells=tuple(Entry(1, name) for name in cards_for([name for name, _ in self.creatures])),
        )

    def __str__(self) -> str:
        parts = [f"{n} {name}" if n > 1 else name for name, n in (*self.creatures, *self.items)]
        return ", ".join(parts)


LIKED: Sequence[str] = load_toml(DATA, "armies.toml")["liked"]
"""Cards in the order bots make most of them."""


def cards_for(kinds: Sequence[str]) -> tuple[str, ...]:
    """The cards an army of these kinds can cast, those bots like first."""
    best: dict[str, int] = {}
    for name in kinds:
        for magic, level in KINDS[name].spells.items():
            best[magic] = max(best.get(magic, 0), level)
    fit = [name for name in LIKED if best.get(SPELLS[name].magic.type, 0) >= SPELLS[name].magic.level]
    return tuple(fit[:CARDS])


def random_muster(chance: Chance, number: int, limits: Limits, costs: Costs, share: float = 0.85) -> Muster:
    """An army that spends about ``share`` of its points, drawn kind by kind; half of them from a few kinds only."""
    kinds = list(BUYABLE)
    if chance.of(number, "few") < 0.5:
        start = int(chance.of(number, "kinds") * len(kinds))
        kinds = [kinds[(start + int(chance.of(number, "kind", i) * len(kinds))) % len(kinds)] for i in range(6)]
    creatures: Counter[str] = Counter()
    items: Counter[str] = Counter()
    spent = 0
    for i in range(200):
        if spent >= share * limits.points:
            break
        name = kinds[int(chance.of(number, "draw", i) * len(kinds))]
        trial = Muster(counted(creatures + Counter([name])), counted(items))
        if spent + costs.creatures[name] <= limits.points and not _over(trial, limits, costs):
            creatures[name] += 1
            spent += costs.creatures[name]
    for i in range(int(chance.of(number, "items") * MOST_ITEMS)):
        name = tuple(ITEMS)[int(chance.of(number, "item", i) * len(ITEMS))]
        trial = Muster(counted(creatures), counted(items + Counter([name])))
        if spent + costs.items[name] <= limits.points and not _over(trial, limits, costs):
            items[name] += 1
            spent += costs.items[name]
    if all(KINDS[name].vehicle for name in creatures):
        return random_muster(chance, number + 1_000_003, limits, costs, share)
    return Muster(counted(creatures), counted(items))


def counted(counter: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Things with their numbers in the tables' order."""
    order = {name: i for i, name in enumerate((*BUYABLE, *ITEMS))}
    return tuple(sorted(((k, n) for k, n in counter.items() if n > 0), key=lambda e: order[e[0]]))


def _over(muster: Muster, limits: Limits, costs: Costs) -> bool:
    """Whether it breaks a limit other than that there must be somebody who is no vehicle."""
    faults = check_army(muster.listed(), limits, costs).faults
    return any("no vehicle" not in fault.reason for fault in faults)


BREACH = "Breach"
SHARE = 0.8
"""How much of its points an army drawn by chance spends; the rest is for spells."""


def drawn_cards(muster: Muster, chance: Chance, number: int) -> ArmyList:
    """An army with cards drawn by chance from all that its casters can cast, and who bears a symbol or staff."""
    best: Counter[str] = Counter()
    lending = [ITEMS[name] for name, _ in muster.items if ITEMS[name].gives.levels]
    for name, _ in muster.creatures:
        kind = KINDS[name]
        for magic, level in kind.spells.items():
            best[magic] = max(best[magic], level)
        for item in lending:
            for magic, more in item.gives.levels.items():
                if may_bear(kind, item):
                    best[magic] = max(best[magic], min(kind.spells.get(magic, 0) + more, MOST_LEVEL))
    able = [name for name in SPELLS if best[SPELLS[name].magic.type] >= SPELLS[name].magic.level]
    able.sort(key=lambda name: chance.of(number, "card", name))
    return replace(muster.listed(), spells=tuple(Entry(1, name) for name in able[:CARDS]))


def drawn_choices(scenario: Scenario, seed: str, number: int) -> dict[str, Data]:
    """The armies of one game, both drawn by chance within a scenario's limits, by its costs."""
    chance, costs = Chance(seed.encode(), 0), cost_table(scenario.costs)
    found = {}
    for n, side in enumerate(SIDES, 2 * number):
        army = drawn_cards(random_muster(chance, n, scenario.limits, costs, SHARE), chance, n)
        found[side] = {"army": army.to_plain()}
    return found


def things_of(state: State) -> set[str]:
    """Names of all there is at a game's beginning: creatures, their abilities, items, cards."""
    kinds = {c.kind.name for c in state.creatures.values()}
    abilities = {KINDS[name].ability for name in kinds} - {""}
    return kinds | abilities | {i.kind.name for i in state.items.values()} | {c for s in SIDES for c in state.cards[s]}


class Watch:
    """Looks at the turns of one game, one after the other."""

    def __init__(self, policies: Mapping[str, str], seed: bytes) -> None:
        self.policies = policies
        self.seed = seed
        self.made_by: dict[str, str] = {}
        self.breached: list[Enchantment] = []
        """Walls that a Breach took away."""

    def mattering(self, turn: Turn) -> set[str]:
        """Names of all that mattered in a turn."""
        again = _Again(turn, self.policies, self.seed, self.made_by)
        found = again.mattering()
        if any(again.would_matter(wall) for wall in self.breached):
            found.add(BREACH)
        self.made_by |= _made_by(turn)
        self.breached += _breached(turn)
        return found


def _made_by(turn: Turn) -> dict[str, str]:
    """Enchantments of a turn that an item made, with its kind's name: a wand's is called as its spell is."""
    events = turn.events
    items = {(e.side, e.aim): e.item for e in events if isinstance(e, EffectDeclared) and e.item}
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, EnchantmentBegan):
            made = event.enchantment
            item = items.get((made.side, made.aim))
            if item:
                found[made.id] = turn.before.items[item].kind.name
    return found


def _breached(turn: Turn) -> Iterator[Enchantment]:
    """Walls that were there before a turn and that a Breach of it took away."""
    events = turn.events
    aims = [e.aim for e in events if isinstance(e, EffectSettled) and e.name == BREACH and e.outcome is Outcome.WORKS]
    hit = {wall_of(aim.place, aim.other) for aim in aims}
    for enchantment in turn.before.enchantments.values():
        aim = enchantment.aim
        gone = enchantment.id not in turn.after.enchantments
        if gone and enchantment.name == WALL_OF_THORNS and wall_of(aim.place, aim.other) in hit:
            yield enchantment


class _Again:
    """A turn played again without one thing."""

    def __init__(self, turn: Turn, policies: Mapping[str, str], seed: bytes, made_by: Mapping[str, str]) -> None:
        self.made_by = made_by
        self.turn = turn
        self.policies = policies
        self.seed = seed
        self.outcome = _outcome(turn.after)

    def mattering(self) -> set[str]:
        """Names of all that mattered in this turn."""
        before = self.turn.before
        found = set(self._kinds())
        declared = [event for event in self.turn.events if isinstance(event, EffectDeclared)]
        for name, side in {(e.name, e.side) for e in declared if e.name in SPELLS and not e.item}:
            other = before.copy()
            other.cards[side] = tuple(c for c in other.cards[side] if c != name)
            if self._differs(other):
                found.add(name)
        for creature in before.living():
            if creature.casting is not None and creature.casting.due == before.turn + 1:
                other = before.copy()
                other.creatures[creature.id].casting = None
                if creature.casting.spell not in found and self._differs(other):
                    found.add(creature.casting.spell)
            if creature.uses and creature.kind.ability and any(e.user == creature.id for e in declared):
                other = before.copy()
                other.creatures[creature.id].uses = 0
                if self._differs(other):
                    found.add(creature.kind.ability)
        for enchantment in before.enchantments.values():
            other = before.copy()
            del other.enchantments[enchantment.id]
            name = self.made_by.get(enchantment.id, enchantment.name)
            if name not in found and self._differs(other, orders_too=True):
                found.add(name)
        found |= set(self._items())
        return found

    def would_matter(self, wall: Enchantment) -> bool:
        """Whether a wall that is gone would have made the turn another; to breach it again would not be another."""
        before = self.turn.before
        if wall_of(wall.aim.place, wall.aim.other) in walls(before):
            return False
        other = before.copy()
        other.enchantments[wall.id] = wall
        return self._differs(other, orders_too=True, but=BREACH)

    def _items(self) -> Iterator[str]:
        before = self.turn.before
        for item in before.items.values():
            if item.gone or not item.by or item.disenchanted:
                continue
            other = before.copy()
            bearer = other.creatures[item.by]
            bearer.items = tuple(i for i in bearer.items if i != item.id)
            other.items[item.id].gone = True
            if self._differs(other, without=item.id):
                yield item.kind.name

    def _kinds(self) -> Iterator[str]:
        """Creatures whose Power or shot decided a fight, whose magic worked, who carried somebody."""
        after: State = self.turn.after
        for event in self.turn.events:
            if isinstance(event, Fought):
                margin = abs(event.total_a - event.total_b)
                for strength in event.strengths:
                    if strength.side == event.winner and strength.power >= margin > 0:
                        yield after.creatures[strength.user].kind.name
            elif isinstance(event, EffectSettled) and event.outcome is Outcome.WORKS:
                yield after.creatures[event.user].kind.name
            elif isinstance(event, Regenerated):
                if after.creatures[event.creature].kind.ability == REGENERATION:
                    yield REGENERATION
            elif isinstance(event, Walked | Flew | TookOff):
                moved = after.creatures[event.unit]
                if moved.riders and any(not after.creatures[r].dead for r in moved.riders):
                    yield moved.kind.name

    def _differs(self, other: State, *, orders_too: bool = False, without: str = "", but: str = "") -> bool:
        """Whether the turn ends otherwise from another beginning; ``orders_too``: or is ordered otherwise.

        Of orders, those to cast the spell ``but`` do not count.
        """
        dice = Dice(self.seed, other.mail_turn + 1)
        usual = _outcome(self.turn.after, without) if without else self.outcome
        if _outcome(play_mail_turn(other, self.turn.orders, dice).state, without) != usual:
            return True
        if not orders_too:
            return False
        side = active_in(other.turn + 1)
        if side not in self.turn.orders:
            return False
        theirs = played(self.policies[side], seen_by(other, side), side, self.seed)
        return _without(but, theirs) != _without(but, self.turn.orders[side])


def _without(spell: str, orders: Sequence[Order]) -> list[Order]:
    return [o for o in orders if not (isinstance(o, Cast) and o.spell == spell)]


def _outcome(state: State, without: str = "") -> Any:
    """What counts of a turn's end: who stands where, alive, how strong for good; land, storms, control, items."""
    creatures = [
        (c.id, c.dead, c.place, c.side, c.power_lost, c.power_gained, c.move_lost)
        for c in in_order(state.creatures.values())
    ]
    items = [(i.id, i.disenchanted, i.gone) for i in state.items.values() if i.id != without]
    return creatures, items, list(state.terrain), list(state.control), sorted(state.storms), state.ending, state.winner


def everything() -> dict[str, tuple[str, ...]]:
    """All names that are counted, by chapter."""
    abilities = sorted({k.ability for k in KINDS.values() if k.ability})
    return {"spells": (*SPELLS, *abilities), "items": tuple(ITEMS), "creatures": tuple(KINDS)}


USUAL = 36
"""The last player turn of most scenarios."""
LONGEST = 200
"""Player turns after which a game without a last turn is given up: two players who guard well never end."""


@mutable
class GameRecord:
    """One game played out; ``policies`` and ``armies`` are A's and B's."""

    number: int
    armies: tuple[str, str]
    policies: tuple[str, str]
    winner: str = ""
    ending: Ending | None = Ending.DRAW
    """None: it was left undecided."""
    turns: int = 0
    mail_turns: int = 0
    hexes_at_half: tuple[int, int] = (0, 0)
    worth_at_half: tuple[int, int] = (0, 0)
    hexes: tuple[int, int] = (0, 0)
    fights: int = 0
    deaths: int = 0
    terrain: int = 0
    declared: Counter[str] = counts()
    """Spells, items and abilities declared."""
    worked: Counter[str] = counts()
    fought: Counter[str] = counts()
    """Fights a kind of creature had a part in, shots counted."""
    mattered: Counter[str] = counts()
    """Turns that would have been others without a thing, where that was looked at (``census``)."""
    held: set[str] = field(default_factory=set)
    """What was in either army, likewise."""
    decided: Counter[str] = counts()
    """Won fights that would not have been won without a kind's Power, or a spell's."""


@named_record
class Plan(trial.Plan[GameRecord]):
    """What is to be played: pairs of choices (A's, B's) and of policies in turn."""

    scenario: Scenario
    pairs: tuple[tuple[Any, Any], ...]
    policies: tuple[tuple[str, str], ...]
    drawn: bool = False
    """Armies drawn by chance by the law's costs, in place of ``pairs``."""
    bought: bool = False
    """Likewise by the scenario's own costs and limits, and nothing looked at twice."""
    BETWEEN: ClassVar[str] = "|"

    def play(self, number: int) -> GameRecord:
        """One whole game: pairs in turn, policies in turn after each round of pairs.

        Armies drawn by chance are looked at turn by turn for what mattered (``census``).
        """
        scenario = replace(self.scenario, armies=FREE, costs=LAW) if self.drawn else self.scenario
        if self.drawn or self.bought:
            round_, choices = number, drawn_choices(scenario, self.seed, number)
        else:
            round_, at = divmod(number, len(self.pairs))
            choices = {side: {"army": army} for side, army in zip(SIDES, self.pairs[at], strict=True)}
        policies = self.policies[round_ % len(self.policies)]
        return play_out(scenario, choices, policies, self.seed_of(number), number, watched=self.drawn)


def play_out(
    scenario: Scenario,
    choices: Mapping[str, Fields],
    policies: tuple[str, str],
    seed: bytes,
    number: int = 0,
    *,
    watched: bool = False,
) -> GameRecord:
    """A game to its end; ``watched``: each turn is played again without each thing in it.

    Where a scenario has no last turn, a game is left undecided after ``LONGEST`` player turns.
    """
    record = GameRecord(number=number, armies=("", ""), policies=policies)
    half = (scenario.last_turn or USUAL) // 2
    watch = Watch(dict(zip(SIDES, policies, strict=True)), seed)
    for turn in mail_turns(scenario, choices, policies, seed):
        state: State = turn.after
        _note(record, state, turn.events)
        if watched:
            record.mattered.update(watch.mattering(turn))
            record.held |= things_of(turn.before) if turn.before.turn == 0 else set()
        if state.turn <= half:
            record.hexes_at_half, record.worth_at_half = hexes(state), worth(state)
        if state.ending is not None or (not scenario.last_turn and state.turn >= LONGEST):
            record.armies = (state.armies["A"], state.armies["B"])
            record.winner, record.ending = state.winner or DRAWN, state.ending
            record.turns, record.mail_turns, record.hexes = state.turn, state.mail_turn, hexes(state)
            break
    return record


def _note(record: GameRecord, state: State, events: Sequence[Any]) -> None:
    for event in events:
        if isinstance(event, Fought):
            record.fights += 1
            _note_fight(record, state, event)
        elif isinstance(event, Died):
            record.deaths += 1
        elif isinstance(event, TerrainChanged):
            record.terrain += 1
        elif isinstance(event, EffectDeclared):
            record.declared[event.name] += 1
        elif isinstance(event, EffectSettled) and event.outcome in (Outcome.WORKS, Outcome.REFLECTED):
            record.worked[event.name] += 1


def _note_fight(record: GameRecord, state: State, event: Fought) -> None:
    """Who had a part in a fight, and without whom it would not have been won."""
    margin = abs(event.total_a - event.total_b)
    for strength in event.strengths:
        name = strength.name
        if strength.there or strength.name == state.creatures[strength.user].kind.name:
            record.fought[name] += 1
        if strength.side == event.winner and strength.power >= margin > 0:
            record.decided[name] += 1


# What many games say of the balance: the first player's share, the armies', lengths, endings, what was used.


_SPELLS_SHOWN = 16


def won(winner: str, side: str) -> float:
    """1 if a side won, ½ for a draw."""
    return 0.5 if winner == DRAWN else float(winner == side)


def _plain(share: Share) -> Data:
    low, high = (round(bound, 4) for bound in share.interval)
    return {"games": share.cases, "wins": float(share.hits), "rate": round(share.rate, 4), "low": low, "high": high}


@mutable
class Balance(trial.Tally[GameRecord]):
    """All records together."""

    UNIT = "mail turns"
    first: Share = a_share()
    armies: dict[str, Share] = shares_by_name()
    """Each army in games against another one."""
    pairs: dict[tuple[str, str], Share] = shares_by_name()
    """A's share, by A's and B's army."""
    policies: dict[str, Share] = shares_by_name()
    first_by_policy: dict[str, Share] = shares_by_name()
    declared: Counter[str] = counts()
    worked: Counter[str] = counts()
    fought: Counter[str] = counts()
    decided: Counter[str] = counts()
    mattered: Counter[str] = counts()
    """Turns that would have been others without a thing, where games were watched for it."""
    held_in: Counter[str] = counts()
    """Watched games in which there was one."""
    mattered_in: Counter[str] = counts()
    """Watched games in which it mattered."""
    ahead_in_hexes: Share = a_share()
    """Who led in hexes at half time, and won."""
    ahead_in_worth: Share = a_share()
    fights: int = 0
    deaths: int = 0
    terrain: int = 0

    def add(self, record: GameRecord) -> None:
        """Take one game in."""
        self.count(record.mail_turns, str(record.ending or "undecided"))
        first = won(record.winner, "A")
        for share in (self.first, self.pairs[record.armies], self.first_by_policy["/".join(record.policies)]):
            share.add(first)
        for side, army, policy in zip("AB", record.armies, record.policies, strict=True):
            if record.armies[0] != record.armies[1]:
                self.armies[army].add(won(record.winner, side))
            if record.policies[0] != record.policies[1]:
                self.policies[policy].add(won(record.winner, side))
        for share, (a, b) in (
            (self.ahead_in_hexes, record.hexes_at_half),
            (self.ahead_in_worth, record.worth_at_half),
        ):
            if a != b:
                share.add(won(record.winner, "A" if a > b else "B"))
        for name in ("declared", "worked", "fought", "decided", "mattered"):
            getattr(self, name).update(getattr(record, name))
        self.held_in.update(record.held)
        self.mattered_in.update(record.mattered.keys())
        self.fights += record.fights
        self.deaths += record.deaths
        self.terrain += record.terrain

    def shares(self) -> dict[str, Mapping[str, Share]]:
        """The first player, armies, policies."""
        return {
            "The first player": {"all games": self.first, **dict(sorted(self.first_by_policy.items()))},
            "Each army against others": dict(sorted(self.armies.items())),
            "Each policy against others": dict(sorted(self.policies.items())),
            "The first player, by armies": {f"{a} v {b}": share for (a, b), share in sorted(self.pairs.items())},
        }

    def further(self) -> dict[str, trial.Chart]:
        """Which magic is used."""
        used = sorted(((n, name) for name, n in self.declared.items() if name in SPELLS), key=lambda row: -row[0])
        rows = [
            trial.Stack(name, (self.worked[name], n - self.worked[name]), (self.decided[name], 0)) for n, name in used
        ]
        note = f"{self.games} games; at the right: fights that it decided"
        spells = trial.Stacks("Spells begun", note, rows, ("worked", "did not"), ("begun", "decided"))
        return {"spells": spells} if rows else {}

    def to_plain(self) -> Data:
        """Everything as JSON can hold it."""

        def by_name(shares: Mapping[str, Share]) -> Data:
            return {name: _plain(share) for name, share in sorted(shares.items())}

        return {
            "games": self.games,
            "first": _plain(self.first),
            "armies": by_name(self.armies),
            "pairs": {" v ".join(pair): _plain(share) for pair, share in sorted(self.pairs.items())},
            "policies": by_name(self.policies),
            "first_by_policy": by_name(self.first_by_policy),
            "length": {str(q): self.length(q) for q in (0.1, 0.5, 0.9)},
            "endings": dict(self.endings),
            "ahead_in_hexes": _plain(self.ahead_in_hexes),
            "ahead_in_worth": _plain(self.ahead_in_worth),
            "a_game": {
                key: round(n / max(self.games, 1), 2)
                for key, n in (("fights", self.fights), ("deaths", self.deaths), ("terrain", self.terrain))
            },
            "magic": {
                name: {"declared": n, "worked": self.worked[name], "decided": self.decided[name]}
                for name, n in sorted(self.declared.items())
            },
            "kinds": {name: {"fought": n, "decided": self.decided[name]} for name, n in sorted(self.fought.items())},
            "mattered": {
                name: {"games": n, "mattered_in": self.mattered_in[name], "turns": self.mattered[name]}
                for name, n in sorted(self.held_in.items())
            },
        }

    def summary(self) -> list[str]:
        """Lengths, endings, the first player."""
        if not self.games:
            return ["No games were played."]
        low, high = self.first.interval
        return [
            f"{self.course()}.",
            f"The first player won {self.first.rate:.1%} ({low:.1%} to {high:.1%}).",
        ]

    def tables(self) -> list[Table]:
        """Shares by army, pair and policy; the spells used."""
        pairs = {f"{x or 'own'} v {y or 'own'}": share for (x, y), share in self.pairs.items()}
        found = [
            _share_table("army", self.armies),
            _share_table("first, by armies", pairs),
            _share_table("first, by policies", self.first_by_policy),
            _share_table("policy", self.policies),
            self._spells(),
        ]
        found += [self._mattering(chapter, names) for chapter, names in everything().items() if self.held_in]
        return [table for table in found if table.rows]

    def _mattering(self, chapter: str, names: Sequence[str]) -> Table:
        """Of watched games: how many had a thing, in how many it mattered, in how many turns."""
        counts = (self.held_in, self.mattered_in, self.mattered)
        rows = tuple((name, *(str(count[name]) for count in counts)) for name in names)
        return Table(heads=(chapter, "games", "mattered in", "turns"), rows=rows)

    def _spells(self) -> Table:
        used = sorted(((n, name) for name, n in self.declared.items() if name in SPELLS), key=lambda r: (-r[0], r[1]))
        rows = tuple(
            (name, str(n), str(self.worked[name]), str(self.decided[name])) for n, name in used[:_SPELLS_SHOWN]
        )
        return Table(heads=("spell", "begun", "worked", "decided a fight"), rows=rows)

    def notes(self) -> list[str]:
        """What a game holds."""
        if not self.games:
            return []
        return [
            f"Who led in hexes at half time won {self.ahead_in_hexes.rate:.0%}, in army value "
            f"{self.ahead_in_worth.rate:.0%}; a game has {self.fights / self.games:.1f} fights, "
            f"{self.deaths / self.games:.1f} deaths, {self.terrain / self.games:.1f} changes of terrain."
        ]


def _share_table(title: str, shares: Mapping[str, Share]) -> Table:
    rows = tuple(
        (name, str(share.cases), *(f"{part:.1%}" for part in (share.rate, *share.interval)))
        for name, share in sorted(shares.items())
    )
    return Table(heads=(title, "games", "won", "from", "to"), rows=rows)


# The part ``balance`` (``engine.seam.trials.Balance``).


ALL = "all"
BY_CHANCE = "drawn"
BOUGHT = "bought"
OPTIONS = (
    SimulationOption(
        "policies",
        "careful,bold",
        "Policies that play against their like, in turn; or pairs, first player's first: careful/bold.",
    ),
    SimulationOption(
        "armies",
        ALL,
        "Ready-made armies, each against each from either seat; or pairs: LEGION/HOST. "
        "drawn: armies drawn by chance, and whether each spell, item and creature mattered. "
        "bought: drawn by chance by the scenario's own costs, where it has free armies.",
    ),
)


def simulate(
    games: int, seed: str, jobs: int, scenario: Scenario | None, options: Mapping[str, str]
) -> Iterator[GameRecord]:
    """A record a game, pairs of armies in turn, policies in turn after each round of pairs."""
    given = scenario or Scenario()
    named = options.get("armies", ALL)
    if named == BOUGHT and given.armies != FREE:
        raise ValueError(f"armies: {BOUGHT} ones need a scenario with free armies")
    armies = ",".join(given.ready) if named in (ALL, BY_CHANCE, BOUGHT) else named.upper()
    plan = Plan(
        games=games,
        seed=seed,
        scenario=given,
        pairs=tuple(trial.pairs("armies", armies, tuple(given.ready), crossed=True)),
        policies=tuple(trial.pairs("policies", options.get("policies", OPTIONS[0].default), tuple(POLICIES))),
        drawn=named == BY_CHANCE,
        bought=named == BOUGHT,
    )
    return plan.played(jobs)


weigh = Balance.of
