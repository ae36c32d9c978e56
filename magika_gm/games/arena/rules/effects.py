"""Effects taking place, in MAG-10's order: Continuous, Counterspells, Instants, longer spells."""

from __future__ import annotations

from collections.abc import Sequence

from magika_gm.games.arena.rules.events import EffectSettled, PowerLost
from magika_gm.games.arena.rules.legality import caster_failed, target_refused, target_smothered
from magika_gm.games.arena.rules.magic import Declared, distance_to, gone, places_of
from magika_gm.games.arena.rules.refusals import Refusal
from magika_gm.games.arena.rules.state import State
from magika_gm.games.arena.rules.tables import SPELLS
from magika_gm.games.arena.rules.terms import Duration, Outcome, Phase, Target, Time
from magika_gm.games.arena.rules.turn import Turn
from magika_gm.games.arena.rules.wonders import VERBS


class Taking:
    """The effects of one phase while they take place: what is cancelled, what is turned on its caster."""

    def __init__(self, turn: Turn, phase: Phase, declared: Sequence[Declared], due: Sequence[Declared]) -> None:
        self.turn = turn
        self.phase = phase
        self.all: dict[int, Declared] = {d.number: d for d in (*due, *declared)}
        self.declared = declared
        self.due = due
        self.cancelled: set[int] = set()

    def take_place(self) -> None:
        """All of them, in order (MAG-10)."""
        if self.phase is Phase.M2:
            _repeat(self.turn)
        counters = [d for d in self.declared if d.counterspell]
        instants = [d for d in self.declared if d.magic.time is Time.INSTANT]
        longer = sorted(self.due, key=lambda d: (d.magic.group, d.number))
        for effect in (*reversed(counters), *instants, *longer):
            self._one(effect.number)

    def _one(self, number: int) -> None:
        effect = self.all[number]
        state = self.turn.state
        if number in self.cancelled:
            return
        if effect.magic.time in (Time.HALF_TURN, Time.LONG):
            casting = state.creatures[effect.user].casting
            if casting is None or casting.number != number:
                return
        failed = self._tests(effect)
        if failed is not None:
            outcome, rule = failed
            self._settle(effect, outcome, rule, refund=effect.cost if outcome is Outcome.RETURNED else 0)
            return
        if effect.magic.does in ("block", "reflect"):
            self._answer(effect)
            return
        self._settle(effect, Outcome.REFLECTED if effect.reflected_by else Outcome.WORKS)
        VERBS[effect.magic.does](self.turn, effect)

    def _tests(self, effect: Declared) -> tuple[Outcome, str] | None:
        """MAG-16: caster, target gone, range, Anti-Magic, legality."""
        state = self.turn.state
        rule = caster_failed(state, effect)
        if rule:
            return Outcome.FAILS, rule
        if self._gone(state, effect):
            return Outcome.RETURNED, "MAG-16"
        user = state.creatures[effect.user]
        if effect.aim.kind is Target.EFFECT:
            places: tuple[int, ...] = (state.creatures[self.all[effect.aim.effect].user].place,)
        else:
            places = places_of(state, effect.aim)
        if effect.aim.kind is not Target.SELF and distance_to(state, user, places) > effect.magic.range:
            return Outcome.RETURNED, "MAG-14"
        others = tuple(self.all.values())
        if target_smothered(state, effect, others):
            return Outcome.FAILS, "MAG-20"
        refused = target_refused(state, effect, others, declaring=False)
        return (Outcome.FAILS, refused.rule) if refused else None

    def _gone(self, state: State, effect: Declared) -> bool:
        if effect.aim.kind is Target.EFFECT:
            return effect.aim.effect in self.cancelled or effect.aim.effect not in self.all
        return gone(state, effect.aim)

    def _settle(self, effect: Declared, outcome: Outcome, rule: str = "", refund: int = 0) -> None:
        self.turn.tell(
            EffectSettled(
                number=effect.number,
                outcome=outcome,
                side=effect.side,
                name=effect.name,
                user=effect.user,
                aim=effect.aim,
                refund=refund,
                rule=rule,
            )
        )

    def _answer(self, effect: Declared) -> None:
        """Block Magic cancels an effect; Reflect turns it on its caster, if he is a legal target."""
        answered = self.all[effect.aim.effect]
        if effect.magic.does == "block":
            self._settle(effect, Outcome.WORKS)
            self.cancelled.add(answered.number)
            self._settle(answered, Outcome.CANCELLED, "MAG-10")
            return
        turned = answered.turned_by(effect.side)
        refused: Refusal | None = target_refused(self.turn.state, turned, declaring=False)
        if refused is not None:
            self._settle(effect, Outcome.FAILS, refused.rule)
            return
        self._settle(effect, Outcome.WORKS)
        self.all[answered.number] = turned


def _repeat(turn: Turn) -> None:
    """Repeating effects begun in earlier turns of this player, by number (MAG-17)."""
    for enchantment in sorted(turn.state.enchantments.values(), key=lambda e: e.key):
        repeating = SPELLS[enchantment.name].magic.duration is Duration.REPEATING
        if repeating and enchantment.turns_of == turn.active and enchantment.since < turn.state.turn:
            turn.tell(PowerLost(enchantment.aim.id, 1, enchantment.name))
