"""Declaration of magic, back and forth, from lines written beforehand (MAG-9, MAIL-5, MAIL-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from magika_gm.games.arena.orders.model import ANY, MINE, Auto, Cast, Condition, Use, When
from magika_gm.games.arena.rules.combat import Shot, facing, fixed_shots, strengths_at, total
from magika_gm.games.arena.rules.effects import Taking
from magika_gm.games.arena.rules.events import EffectDeclared
from magika_gm.games.arena.rules.magic import (
    HEXES,
    NO_MATCH,
    Asking,
    Declared,
    Match,
    aims_of,
    due_spells,
    free,
    may_cast,
    may_use_ability,
    may_use_item,
    target_refused,
    timing,
)
from magika_gm.games.arena.rules.refusals import Code, Refusal
from magika_gm.games.arena.rules.state import NOWHERE, ON_SELF, Aim, Creature, State
from magika_gm.games.arena.rules.tables import ABILITIES, AUTO_VALUES, SPELLS, Magic
from magika_gm.games.arena.rules.terms import OTHER, TERRAINS, Phase, Target, Time
from magika_gm.games.arena.rules.turn import Turn, creature_of, is_id
from magika_gm.games.arena.rules.units import bearers, idle, item_works, present, working_items

# MAIL-9: what a combat would come to if declaration ended now, worked out on a copy.


class Reckoning:
    """The state of a phase after all effects declared or due, on a copy; made when first asked for."""

    def __init__(self, turn: Turn, phase: Phase, declared: Sequence[Declared], due: Sequence[Declared]) -> None:
        self._turn = turn
        self._phase = phase
        self._declared = tuple(declared)
        self._due = due
        self._after: Turn | None = None
        self._shots: tuple[Shot, ...] | None = None

    @property
    def after(self) -> Turn:
        """A silent turn in which all effects have taken place."""
        if self._after is None:
            self._after = self._turn.fork()
            Taking(self._after, self._phase, self._declared, self._due).take_place()
        return self._after

    def margin(self, place: int, side: str) -> int | None:
        """How far ``side``'s total of FIGHT-2 would be above the other's; None where there is no reckoning."""
        state = self.after.state
        if not (present(state, place, side) and present(state, place, OTHER[side])):
            return None
        shots: tuple[Shot, ...] = ()
        if side == self._turn.active:
            if self._shots is None:
                self._shots = fixed_shots(self.after).shots
            shots = self._shots
        strengths = strengths_at(state, place, shots)
        return total(strengths, side) - total(strengths, OTHER[side])

    def losing(self, place: int, side: str) -> bool:
        """A loss."""
        margin = self.margin(place, side)
        return margin is not None and margin < 0

    def not_winning(self, place: int, side: str) -> bool:
        """A loss or a tie."""
        margin = self.margin(place, side)
        return margin is not None and margin <= 0


# Conditions of lines with WHEN (ORD, MAIL-5).


def holds(
    state: State, side: str, condition: Condition, phase: Phase, effects: Sequence[Declared], reckoning: Reckoning
) -> Match | None:
    """What met a condition now, or None if it does not hold. ``effects`` are all of this phase, by number."""
    if condition.when is When.ENEMY_CASTS:
        return _enemy_casts(state, side, condition, effects)
    place = place_of(state, condition.at, side)
    if place is None:
        return None
    match condition.when:
        case When.ENEMY_NEAR:
            near = any(state.board.distance(c.place, place) <= condition.within for c in bearers(state, OTHER[side]))
            return Match(place=place) if near else None
        case When.ATTACKED:
            met = phase is Phase.M2 and present(state, place, side) and present(state, place, OTHER[side])
        case When.LOSING:
            met = phase is Phase.M2 and reckoning.losing(place, side)
        case When.NOT_WINNING:
            met = phase is Phase.M2 and reckoning.not_winning(place, side)
    return Match(place=place) if met else None


def place_of(state: State, ref: str, side: str) -> int | None:
    """The place a condition speaks of: a place, or where a creature is; None if it is unknown."""
    place = state.board.places.get(ref)
    if place is not None:
        return place
    found = creature_of(state, ref, side)
    return found.place if isinstance(found, Creature) else None


def _enemy_casts(state: State, side: str, condition: Condition, effects: Sequence[Declared]) -> Match | None:
    found = tuple(
        e
        for e in effects
        if e.side != side
        and _is(e, condition.what)
        and (not condition.at or _aimed(state, e, condition.at, side, effects))
    )
    if not found:
        return None
    place = place_of(state, condition.at, side) if condition.at not in ("", MINE) else None
    return Match(effects=found, place=NOWHERE if place is None else place)


def _is(effect: Declared, what: str) -> bool:
    return what in (ANY, effect.name, effect.magic.type)


def _aimed(state: State, effect: Declared, at: str, side: str, effects: Sequence[Declared]) -> bool:
    """Whether an effect is aimed at a place or id itself, or at a thing of ``side``'s (MINE)."""
    aim = effect.aim
    if at == MINE:
        return _mine(state, aim, side, effects)
    place = state.board.places.get(at)
    if place is not None:
        return aim.kind in (*HEXES, Target.PLACE) and aim.place == place
    if aim.id == at:
        return True
    named = creature_of(state, at, side)
    return isinstance(named, Creature) and aim.kind is Target.CREATURE and aim.id == named.id


def _mine(state: State, aim: Aim, side: str, effects: Sequence[Declared]) -> bool:
    """MINE: my creature, an item it bears, my effect or enchantment, a place, hex or area with my creatures."""
    match aim.kind:
        case Target.CREATURE:
            return _my_creature(state, aim.id, side)
        case Target.ITEM:
            bearer = state.items[aim.id].by
            return bool(bearer) and _my_creature(state, bearer, side)
        case Target.ENCHANTMENT:
            enchantment = state.enchantments.get(aim.id)
            return enchantment is not None and enchantment.side == side
        case Target.EFFECT:
            return any(e.number == aim.effect and e.side == side for e in effects)
        case Target.PLACE:
            return present(state, aim.place, side)
        case Target.HEX:
            return _over(state, {aim.place >> 1}, side)
        case Target.AREA | Target.AREA_CREATURES:
            return _over(state, set(state.board.area[aim.place >> 1]), side)
        case Target.SELF | Target.WALL | Target.CORPSE:
            return False


def _my_creature(state: State, creature_id: str, side: str) -> bool:
    creature = state.creatures[creature_id]
    return creature.side == side and not creature.dead and not idle(state, creature)


def _over(state: State, hexes: set[int], side: str) -> bool:
    return any(c.place >> 1 in hexes for c in bearers(state, side))


Line = Cast | Use


def never(turn: Turn, side: str, line: Line) -> Refusal | None:
    """Why a line could be declared in neither magic phase of such a turn, as things stand (MAG-2, MAG-5)."""
    phases = (line.phase,) if line.phase is not None else tuple(Phase)
    found = [Declaration(turn, phase).barred(side, line) for phase in phases]
    return None if None in found else found[0]


class Declaration:
    """The declaration of one magic phase: who said what, and the lines that have fired."""

    def __init__(self, turn: Turn, phase: Phase) -> None:
        self.turn = turn
        self.phase = phase
        self.declared: list[Declared] = []
        """Instants and Counterspells, in order."""
        self.count = 0
        """Everything declared, longer spells too."""
        self.due = due_spells(turn.state) if phase is Phase.M2 else []
        self.fired: dict[str, set[int]] = {"A": set(), "B": set()}
        self.refused: dict[tuple[str, int], Refusal] = {}
        self._reckoning: tuple[int, Reckoning] | None = None

    # --- the frame ---

    def go(self) -> None:
        """MAG-9: the active player, his opponent, and on while each answers the other; then all takes place."""
        speaker = self.turn.active
        self.say(speaker, later=False)
        spoke = self.say(OTHER[speaker], later=False)
        while spoke:
            spoke = self.say(speaker, later=True)
            speaker = OTHER[speaker]
        Taking(self.turn, self.phase, self.declared, self.due).take_place()

    def lines(self, side: str) -> Iterator[tuple[int, Line]]:
        """A player's CAST and USE lines for this phase: turn orders in his turn, standing ones in the other's."""
        orders: Sequence[object]
        orders = self.turn.orders[side] if side == self.turn.active else self.turn.state.standing[side]
        for i, order in enumerate(orders):
            if isinstance(order, Cast | Use) and order.phase in (None, self.phase):
                yield i, order

    def say(self, side: str, *, later: bool) -> bool:
        """A player's say; whether he declared anything (MAIL-5). Later says are for lines with WHEN only."""
        before = self.count
        for i, line in self.lines(side):
            if i in self.fired[side] or (later and line.when is None):
                continue
            refusal = self.attempt(side, line)
            if refusal is None:
                self.fired[side].add(i)
                self.refused.pop((side, i), None)
            else:
                self.refused[side, i] = refusal
        if self.phase is Phase.M2 and self.auto_on(side):
            self.automatic(side)
        return self.count > before

    @property
    def reckoning(self) -> Reckoning:
        """MAIL-9 for what has been declared so far."""
        if self._reckoning is None or self._reckoning[0] != len(self.declared):
            made = Reckoning(self.turn, self.phase, self.declared, self.due)
            self._reckoning = (len(self.declared), made)
        return self._reckoning[1]

    # --- one line ---

    def attempt(self, side: str, line: Line) -> Refusal | None:
        """Declare a line if it is legal now and its WHEN holds now; else why not."""
        state = self.turn.state
        match: Match = NO_MATCH
        if line.when is not None:
            effects = sorted((*self.due, *self.declared), key=lambda d: d.number)
            found = holds(state, side, line.when, self.phase, effects, self.reckoning)
            if found is None:
                return Refusal("MAIL-5", Code.NO_CONDITION)
            match = found
        first: Refusal | None = None
        for ref in line.by:
            effect = self._by(side, line, ref, match)
            if isinstance(effect, Declared):
                self.declare(effect)
                return None
            first = first or effect
        return first or Refusal("ORD", Code.NO_TARGET, "BY")

    def _by(self, side: str, line: Line, ref: str, match: Match) -> Declared | Refusal:
        """What a line comes to with one user, or why nothing."""
        state = self.turn.state
        user = self.turn.own_creature(ref, side)
        if isinstance(user, Refusal):
            return user
        magic, item = self._spell(side, line, user) if isinstance(line, Cast) else self._use(line, user)
        if isinstance(magic, Refusal):
            return magic
        refusal = timing(state, magic, side, self.phase) or free(state, user, magic)
        if refusal is not None:
            return refusal
        cost = SPELLS[magic.name].cost if isinstance(line, Cast) else 0
        falls = bool(cost) or state.edition < 2
        if line.keep is not None and falls and state.pools[side] - cost < line.keep:
            return Refusal("ORD", Code.KEEP, str(line.keep))
        asking = Asking(state=state, side=side, user=user, magic=magic, match=match, declared=self.declared)
        others = (*self.due, *self.declared)
        to, terrain = _destination(state, line)
        first: Refusal | None = None
        for text in line.on or ("",):
            aims = aims_of(asking, text)
            if isinstance(aims, Refusal):
                first = first or aims
                continue
            for aim in aims:
                effect = Declared(
                    number=state.declared + 1,
                    phase=self.phase,
                    side=side,
                    magic=magic,
                    user=user.id,
                    aim=aim,
                    spell=isinstance(line, Cast),
                    cost=cost,
                    item=item,
                    to=to,
                    terrain=terrain,
                )
                refusal = target_refused(state, effect, others)
                if refusal is None:
                    return effect
                first = first or refusal
        return first or Refusal("MAG-12", Code.NO_TARGET, "ON")

    def _spell(self, side: str, line: Cast, user: Creature) -> tuple[Magic | Refusal, str]:
        state = self.turn.state
        if line.spell not in state.cards[side]:
            return Refusal("MAG-2", Code.NO_SPELL, line.spell), ""
        spell = SPELLS[line.spell]
        if state.pools[side] < spell.cost:
            return Refusal("MAG-1", Code.POOL, spell.name), ""
        return may_cast(state, user, spell.magic) or spell.magic, ""

    def _use(self, line: Use, user: Creature) -> tuple[Magic | Refusal, str]:
        """ITEM-4, ABIL-2: an item the user bears, by id or name, or an ability of its own."""
        state = self.turn.state
        ability = ABILITIES.get(line.what)
        if ability is not None:
            return may_use_ability(state, user, ability) or ability, ""
        item = line.what
        if not is_id(item):
            borne = sorted((state.items[i] for i in user.items), key=lambda i: (not item_works(state, user, i), i.key))
            item = next((i.id for i in borne if i.kind.name == line.what), "")
        if item not in state.items or state.items[item].gone:
            return Refusal("ITEM-4", Code.NOT_HELD, line.what), ""
        use = state.items[item].kind.use
        if use is None:
            return Refusal("ITEM-4", Code.TIMING, line.what), ""
        return may_use_item(state, user, item) or use, item

    def barred(self, side: str, line: Line) -> Refusal | None:
        """Why a line could not be declared as things stand, whatever its WHEN waits for; None: somebody could."""
        first: Refusal | None = None
        for ref in line.by:
            user = self.turn.own_creature(ref, side)
            found: Refusal | None
            if isinstance(user, Refusal):
                found = user
            else:
                magic, _ = self._spell(side, line, user) if isinstance(line, Cast) else self._use(line, user)
                found = magic if isinstance(magic, Refusal) else timing(self.turn.state, magic, side, self.phase)
            if found is None or found.code is Code.POOL:  # a pool grows
                return None
            first = first or found
        return first

    def declare(self, effect: Declared) -> None:
        """It is declared: known to all, and paid (MAG-1, MAG-12)."""
        state = self.turn.state
        uses: int | None = None
        if effect.item:
            left = state.items[effect.item].uses
            uses = None if left is None else left - 1
        elif not effect.spell:
            uses = (state.creatures[effect.user].uses or 1) - 1
        longer = effect.magic.time is Time.LONG
        self.count += 1
        self.turn.tell(
            EffectDeclared(
                number=effect.number,
                turn=state.turn,
                phase=self.phase,
                side=effect.side,
                name=effect.name,
                user=effect.user,
                aim=effect.aim,
                time=effect.magic.time,
                due=state.turn + (2 * effect.magic.turns if longer else 0),
                cost=effect.cost,
                item=effect.item,
                uses=uses,
                to=effect.to,
                terrain=effect.terrain,
            )
        )
        if effect.magic.time in (Time.COUNTERSPELL, Time.INSTANT):
            self.declared.append(effect)

    # --- AUTO ---

    def auto_on(self, side: str) -> bool:
        """MAIL-8: the sheet's AUTO in one's own turn, then the standing one; on unless said otherwise."""
        own = self.turn.orders[side] if side == self.turn.active else ()
        for orders in (own, self.turn.state.standing[side]):
            said = [o.on for o in orders if isinstance(o, Auto)]
            if said:
                return said[-1]
        return True

    def automatic(self, side: str) -> None:
        """MAIL-8: at places reckoned lost (tied, in one's own turn), the fewest self-Power effects that mend it."""
        if not any(self._helps(c) for c in bearers(self.turn.state, side)):
            return
        own = side == self.turn.active
        for place in sorted(facing(self.reckoning.after.state)):
            margin = self.reckoning.margin(place, side)
            if margin is None or margin > 0 or (margin == 0 and not own):
                continue
            options = self._options(side, place)
            enough = next((n for n in range(1, len(options) + 1) if self._mends(place, side, options[:n], own)), 0)
            if enough and self._mends(place, side, options, own):
                for effect in options[:enough]:
                    self.declare(effect)

    def _mends(self, place: int, side: str, effects: list[Declared], own: bool) -> bool:
        margin = Reckoning(self.turn, self.phase, [*self.declared, *effects], self.due).margin(place, side)
        return margin is not None and (margin > 0 if own else margin >= 0)

    def _options(self, side: str, place: int) -> list[Declared]:
        """Self-Power effects of those who will be in a place, by id, each one's dearest."""
        state = self.turn.state
        there = [state.creatures[c.id] for c in self.reckoning.after.state.at(place) if c.id in state.creatures]
        found: list[Declared] = []
        for user in there:
            if user.side != side or user.dead:
                continue
            helps = self._helps(user)
            if helps:
                magic, item = max(helps, key=lambda h: AUTO_VALUES[h[0].name])
                found.append(
                    Declared(
                        number=state.declared + 1 + len(found),
                        phase=self.phase,
                        side=side,
                        magic=magic,
                        user=user.id,
                        aim=ON_SELF,
                        spell=False,
                        item=item,
                    )
                )
        return found

    def _helps(self, user: Creature) -> list[tuple[Magic, str]]:
        """The self-Power effects a creature may declare now: items by id, then its ability."""
        state = self.turn.state
        if not (user.items or user.uses) or idle(state, user):
            return []
        found = [
            (i.kind.use, i.id)
            for i in (working_items(state, user) if user.items else [])
            if i.kind.use is not None and i.kind.name in AUTO_VALUES
        ]
        found += [(a, "") for a in ABILITIES.values() if may_use_ability(state, user, a) is None]
        return [(magic, item) for magic, item in found if free(state, user, magic) is None]


def _destination(state: State, line: Line) -> tuple[int, str]:
    """What stands after TO: a ground place, or a terrain letter."""
    if isinstance(line, Use) or not line.to:
        return NOWHERE, ""
    if line.to in TERRAINS:
        return NOWHERE, line.to
    return state.board.places.get(line.to, NOWHERE), ""
