"""The careful player (BOT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from magika_gm.games.temple_isle.bots.player import ANY, Player, square_word, unit_word
from magika_gm.games.temple_isle.orders.model import ALL_TIMES, Attack, AtUnit, Cast, MantraAt
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES
from magika_gm.games.temple_isle.rules.fighting import may_attack
from magika_gm.games.temple_isle.rules.figures import figures
from magika_gm.games.temple_isle.rules.state import Unit
from magika_gm.games.temple_isle.rules.targets import land_legal

_BADLY_HURT = 3
_EASY_PREY = 3
_STRONGER = 2
_TEMPLE_NEARER = 2


class Careful(Player):
    """Takes land, keeps what it has, attacks where it is not much the weaker."""

    fast = (
        "FAST Dispel WHEN CAST Doom, Banish, Lightning, Claim",
        "FAST Parry ON IT WHEN ATTACK",
        "FAST Mend ON IT WHEN ATTACK",
        "FAST Recall ON IT WHEN CAST Doom",
    )

    def casts(self) -> Iterator[Cast]:
        """The careful column of the table of casts."""
        state = self.state
        own, foes = self.own(), self.strongest(self.foes())
        hurt = [u for u in own if u.hp < u.full]
        badly = sorted((u for u in hurt if u.full - u.hp >= _BADLY_HURT), key=lambda u: (u.hp - u.full, u.number))
        ranked = self.strongest(own)
        best = ranked[0] if ranked else None
        for _ in range(state.hands[self.seat].count("Insight")):
            yield from self.plain("Insight")
        yield from self.plain("Blessing", if_so=len(hurt) >= 2)
        yield from self.on("Mend", unit_word(badly[0] if badly else None))
        yield from self.on("Shield", unit_word(best))
        yield from self.on("Fortify", square_word(best.at if best is not None else -1))
        for card in ("Vigour", "Ward", "Might"):
            yield from self.on(card, unit_word(best))
        yield from self.on("Far Sight", unit_word(next((u for u in ranked if state.card_of(u).ranged), None)))
        yield from self.on("Lightning", *(unit_word(u) for u in foes if u.hp <= _EASY_PREY))
        empty = [s for s in state.temple_squares() if state.control[s] == self.seat and not state.units_at(s)]
        for card in ("Barrier", "Brambles"):
            yield from self.on(card, square_word(empty[0] if empty else -1))
        yield from self.on("Unravel", self._annoying())
        claim = state.catalogue.mantras["Claim"]
        legal = [s for s in ALL_SQUARES if land_legal(state, self.seat, claim, s)]
        yield from self.on("Claim", square_word(legal[0] if legal else -1))
        yield from self.plain("Holy Ground")

    def _annoying(self) -> MantraAt | None:
        """The foe's oldest mantra on an own unit, else on one of his."""
        for units in (self.own(), self.foes()):
            lying = [(m.serial, m.card, u.number) for u in units for m in u.mantras if m.caster == self.foe]
            if lying:
                _, card, number = min(lying)
                return MantraAt(card, AtUnit(number))
        return None

    def attack_word(self, unit: Unit) -> Attack | None:
        """Attacks while it has HP to spare, if somebody in reach does not defend much better than it attacks."""
        state = self.state
        most = figures(state, unit).a + _STRONGER
        if any(may_attack(state, unit, f) and figures(state, f).b <= most for f in self.foes()):
            return Attack(ANY, ALL_TIMES, 0, 2)
        return None

    def goal(self, unit: Unit, costs: Sequence[int]) -> int:
        """The nearest land card not controlled, a temple counting nearer, that no other own unit goes to."""
        state = self.state
        taken = {square for number, square in self.goals.items() if number != unit.number}
        goals = [
            (s, _TEMPLE_NEARER if state.is_temple(s) else 0)
            for s in ALL_SQUARES
            if not state.is_water(s)
            and state.control[s] != self.seat
            and (s not in taken or any(u.owner == self.foe for u in state.units_at(s)))
        ]
        return self.nearest(costs, goals)
