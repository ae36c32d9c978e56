"""Things as sentences call them: ``A3 Wizard``, ``d4^``, ``the Slow N4 on B3``; all of it is public (INFO)."""

from __future__ import annotations

from dataclasses import dataclass

from magika_gm.games.arena.rules.board import board_of
from magika_gm.games.arena.rules.events import Event
from magika_gm.games.arena.rules.state import NOWHERE, Aim, State
from magika_gm.games.arena.rules.terms import Target


@dataclass(frozen=True, slots=True)
class Recounted:
    """An event with the state after its turn, by whose names it is to be told: what a chain of a turn holds."""

    event: Event
    state: State


class Names:
    """Names of everything there ever was in a game."""

    def __init__(self, state: State | None = None) -> None:
        self.state = state
        self.places = (board_of() if state is None else state.board).place_names

    def who(self, id_: str) -> str:
        """``A3 Wizard``."""
        found = self.state.creatures.get(id_) if self.state is not None else None
        return f"{id_} {found.kind.name}" if found is not None else id_

    def some(self, ids: tuple[str, ...] | list[str]) -> str:
        """Several of them."""
        return ", ".join(self.who(id_) for id_ in ids)

    def item(self, id_: str) -> str:
        """``IA1 Grenade``."""
        found = self.state.items.get(id_) if self.state is not None else None
        return f"{id_} {found.kind.name}" if found is not None else id_

    def corpse(self, id_: str) -> str:
        """``C2 (Orc)``."""
        found = self.state.corpses.get(id_) if self.state is not None else None
        return f"{id_} ({found.kind.name})" if found is not None else id_

    def thing(self, id_: str) -> str:
        """Whatever has that id."""
        return {"I": self.item, "C": self.corpse}.get(id_[:1], self.who)(id_)

    def side(self, id_: str) -> str:
        """The side a creature obeys now, or its letter's."""
        found = self.state.creatures.get(id_) if self.state is not None else None
        return found.side if found is not None else id_[:1]

    def place(self, place: int) -> str:
        """``d4`` or ``d4^``."""
        return self.places[place]

    def hex(self, hex_: int) -> str:
        """``d4``."""
        return self.place(hex_ * 2)

    def aim(self, aim: Aim) -> str:
        """What an effect is aimed at: `` on B3 Orc``; "" for self."""
        if aim.kind is Target.SELF:
            return ""
        if aim.kind is Target.EFFECT:
            return f" on effect {aim.effect}"
        if aim.kind is Target.WALL and aim.other != NOWHERE:
            return f" on {self.place(aim.place)}/{self.place(aim.other)}"
        return f" on {self.thing(aim.id)}" if aim.id else f" on {self.place(aim.place)}"
