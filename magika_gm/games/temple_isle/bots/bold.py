"""The bold player (BOT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from magika_gm.games.temple_isle.bots.player import ANY, Player, square_word, unit_word
from magika_gm.games.temple_isle.orders.model import ALL_TIMES, Attack, Cast
from magika_gm.games.temple_isle.rules.board import ALL_SQUARES, NEIGHBOURS
from magika_gm.games.temple_isle.rules.figures import foe_on
from magika_gm.games.temple_isle.rules.state import Unit
from magika_gm.games.temple_isle.rules.targets import land_legal
from magika_gm.games.temple_isle.rules.ways import Ground

_DRUMMERS = 3
_RECRUITS = 2


class Bold(Player):
    """Makes for the temples and attacks whatever stands there."""

    fast = (
        "FAST Weakness ON FOE WHEN ATTACK",
        "FAST Parry ON IT WHEN ATTACK",
        "FAST Dispel WHEN CAST ANY",
    )

    def casts(self) -> Iterator[Cast]:
        """The bold column of the table of casts."""
        state = self.state
        foes = self.strongest(self.foes())
        for _ in range(state.hands[self.seat].count("Insight")):
            yield from self.plain("Insight")
        for card in ("Doom", "Banish", "Lightning", "Fetters"):
            yield from self.on(card, unit_word(foes[0] if foes else None))
        yield from self.plain("Plague", if_so=len(foes) > len(self.own()))
        held = [s for s in state.temple_squares() if state.control[s] == self.foe and foe_on(state, self.seat, s)]
        yield from self.on("Blight", square_word(held[0] if held else -1))
        near = [u for u in self.own() if any(foe_on(state, self.seat, n) for n in NEIGHBOURS[u.at])]
        yield from self.plain("War Drums", if_so=len(near) >= _DRUMMERS)
        runner = self._nearest_a_temple()
        for card in ("Haste", "Might", "Battle Cry", "Winged Feet"):
            yield from self.on(card, unit_word(runner))
        for card in ("Revolt", "Claim"):
            design = state.catalogue.mantras[card]
            legal = [s for s in ALL_SQUARES if land_legal(state, self.seat, design, s)]
            if card == "Revolt":
                legal = [s for s in legal if state.control[s] == self.foe]
            yield from self.on(card, square_word(legal[0] if legal else -1))
        units = sum(c in state.catalogue.units for c in state.hands[self.seat])
        yield from self.plain("Muster Horn", if_so=units >= _RECRUITS)

    def _nearest_a_temple(self) -> Unit | None:
        """The own unit, not organizing, nearest a temple not controlled; of several the lowest number."""
        state = self.state
        goals = [t for t in state.temple_squares() if state.control[t] != self.seat]
        ready = [u for u in self.own() if not state.organizing(u)]
        if not goals or not ready:
            return None
        far = {}
        for unit in ready:
            costs = Ground(state, unit).costs_from(unit.at)
            far[unit.number] = min(costs[t] for t in goals)
        return min(ready, key=lambda u: (far[u.number], u.number))

    def attack_word(self, unit: Unit) -> Attack | None:
        """Attacks, always."""
        del unit
        return Attack(ANY, ALL_TIMES)

    def goal(self, unit: Unit, costs: Sequence[int]) -> int:
        """The nearest temple not controlled on which there is still room for one more of its own."""
        state = self.state
        goals = []
        for temple in state.temple_squares():
            if state.control[temple] != self.seat:
                there = {u.number for u in state.units_at(temple) if u.owner == self.seat}
                there |= {number for number, square in self.goals.items() if square == temple}
                if len(there - {unit.number}) < state.options.stack:
                    goals.append((temple, 0))
        return self.nearest(costs, goals)
