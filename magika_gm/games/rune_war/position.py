"""The position of an adjudication case: tables of the file made into a state (CASE, CASE-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from magika_gm.engine.cases import CaseReader
from magika_gm.games.rune_war.rules.state import Creature, Discard, Due, Hand, Options, Player, World
from magika_gm.games.rune_war.rules.tables import (
    CLAN_BY_TITLE,
    CREATURES,
    ENCHANTMENTS,
    LANDS,
    LAW_ISLE,
    PLACES,
    SEATS,
    TOWER,
    WIZARD_SPELLINGS,
    Clan,
    code_order,
    split_code,
)
from magika_gm.games.rune_war.rules.terms import CODES, COPIES, KINDS, Meld, bag, meld_of, read_meld, read_runes, spread

DEFAULTS: dict[str, tuple[str, str]] = {
    "1": ("Orachi", "Maitha"),
    "2": ("Dayla", "Marz"),
    "3": ("Lakkho", "Kartha"),
    "4": ("Ziag", "Iz"),
}
"""Wizard and clan of a seat that the case does not name (SET-5)."""
SEAT_KEYS = (
    "wizard clan points rune_points lcp hand dim melds discards unseen silence fog random_discard summoned orders"
).split()
HAND_KEYS = "fresh next wall back left drawn".split()
FULL_HAND = 13
_MANY = 999999


def read_options(reader: CaseReader, value: object) -> Options:
    """The options of a case: those of a scenario, spell points 0 and any pace from 0."""
    table = reader.table("options", value)
    reader.keys("options", table, ("rounds", "pace", "map", "spell_points", "last_discard"))
    return Options(
        rounds=reader.number("options.rounds", table.get("rounds", 8), 1, 64, 8),
        pace=reader.number("options.pace", table.get("pace", 6), 0, 64, 6),
        map=reader.flag("options.map", table.get("map", True)),
        spell_points=reader.number("options.spell_points", table.get("spell_points", 0), 0, _MANY, 0),
        last_discard=reader.flag("options.last_discard", table.get("last_discard", False)),
    )


def read_list(reader: CaseReader, place: str, value: object) -> list[int]:
    """Runes as a text or a list of codes."""
    text = " ".join(reader.texts(place, value)) if isinstance(value, list) else reader.text(place, value)
    kinds = read_runes(text)
    if isinstance(kinds, str):
        reader.fault(place, f"{kinds!r} is no rune", kinds.upper(), CODES)
        return []
    return kinds


class Position:
    """A case's position as it is read; :meth:`build` gives the state. ``dealt``: the first hand comes of a deal."""

    def __init__(self, reader: CaseReader, data: Mapping[str, Any], options: Options) -> None:
        self.reader = reader
        self.due = Due(reader.among("due", data.get("due", "hand"), (Due.HAND.value, Due.MAP.value)))
        self.hand = reader.table("hand", data.get("hand", {}))
        reader.keys("hand", self.hand, HAND_KEYS)
        table = reader.table("seat", data.get("seat", {}))
        reader.keys("seat", table, SEATS)
        self.seats = {seat: reader.table(f"seat.{seat}", table.get(seat, {})) for seat in SEATS}
        for seat, row in self.seats.items():
            reader.keys(f"seat.{seat}", row, SEAT_KEYS)
        named = any("hand" in row or "melds" in row for row in self.seats.values())
        fresh = self.hand.get("fresh", "hand" not in data and not named)
        self.fresh = reader.flag("hand.fresh", fresh)
        self.dealt = self.due is Due.HAND and self.fresh and not named and "wall" not in self.hand
        self.world = World(
            options=options,
            isle=LAW_ISLE,
            round=reader.number("round", data.get("round", 1), 1, 999, 1),
            due=self.due,
        )
        self._data = data

    def build(self) -> World:
        """The state; faults go to the reader. Of a hand that is to be dealt the runes are still missing."""
        for seat, row in self.seats.items():
            self.world.players[seat] = self._player(seat, row)
        clans = [player.clan for player in self.world.players.values()]
        if len(set(clans)) < len(clans):
            self.reader.fault("seat", "no clan may stand twice")
            return self.world
        self._land()
        self._creatures()
        self._armies()
        for seat, row in self.seats.items():
            player = self.world.players[seat]
            highest = max((code_order(c.code)[1] for c in self.world.own(seat)), default=0)
            where = f"seat.{seat}.summoned"
            player.number = self.reader.number(where, row.get("summoned", highest), 0, 99999, highest)
        if self.dealt:
            self._begin([])
        elif self.due is Due.HAND:
            self._runes()
        return self.world

    # -- players --------------------------------------------------------------------------------------------------

    def _player(self, seat: str, row: Mapping[str, Any]) -> Player:
        reader, place = self.reader, f"seat.{seat}"
        wizard, clan = DEFAULTS[seat]
        spelled = reader.among(f"{place}.wizard", row.get("wizard", wizard), tuple(WIZARD_SPELLINGS))
        wizard = WIZARD_SPELLINGS[spelled]
        clan = reader.among(f"{place}.clan", row.get("clan", clan), tuple(CLAN_BY_TITLE))
        own = CLAN_BY_TITLE[clan]
        others = [other for other in Clan if other is not own]
        lcp = reader.table(f"{place}.lcp", row.get("lcp", {}))
        reader.keys(f"{place}.lcp", lcp, [other.value for other in others])
        start = self.world.options.spell_points or 0
        return Player(
            seat=seat,
            wizard=wizard,
            clan=own,
            points=reader.number(f"{place}.points", row.get("points", start), 0, _MANY, 0),
            rune_points=reader.number(f"{place}.rune_points", row.get("rune_points", 0), -_MANY, _MANY, 0),
            lcp={o: reader.number(f"{place}.lcp.{o.value}", lcp.get(o.value, 0), 0, _MANY, 0) for o in others},
            silence=reader.number(f"{place}.silence", row.get("silence", 0), 0, 99, 0),
            fog=reader.number(f"{place}.fog", row.get("fog", 0), 0, 99, 0),
            random_discard=reader.flag(f"{place}.random_discard", row.get("random_discard", False)),
        )

    # -- the isle -------------------------------------------------------------------------------------------------

    def _land(self) -> None:
        self.world.land = dict(LAW_ISLE.start)
        for place, letter in self.reader.table("land", self._data.get("land", {})).items():
            if place not in LANDS:
                self.reader.fault(f"land.{place}", f"{place!r} is no territory", place, LANDS)
                continue
            self.world.land[place] = Clan(self.reader.among(f"land.{place}", letter, [c.value for c in Clan]))

    def _creatures(self) -> None:
        table = self.reader.table("creature", self._data.get("creature", {}))
        codes = [code for code in table if split_code(code) is not None]
        for code in table:
            if code not in codes:
                self.reader.fault(f"creature.{code}", f"{code!r} is no creature's code, as MZ1")
        for code in sorted(codes, key=code_order):
            self._creature(code, self.reader.table(f"creature.{code}", table[code]))

    def _creature(self, code: str, row: Mapping[str, Any]) -> None:
        reader, place = self.reader, f"creature.{code}"
        reader.keys(place, row, ("kind", "at", "loyalty", "enchantments"))
        for key in ("kind", "at"):
            if key not in row:
                reader.fault(place, f"needs {key}")
        kind = reader.among(f"{place}.kind", row.get("kind", "Wraith"), tuple(CREATURES))
        at = reader.among(f"{place}.at", row.get("at", TOWER), PLACES)
        names = reader.texts(f"{place}.enchantments", row.get("enchantments", []))
        enchantments = tuple(reader.among(f"{place}.enchantments", name, ENCHANTMENTS) for name in names)
        split = split_code(code)
        assert split is not None
        creature = Creature(
            code=code,
            seat=self.world.of_clan(split[0]).seat,
            kind=kind,
            at=at,
            loyalty=1,
            enchantments=enchantments,
        )
        creature.loyalty = reader.number(f"{place}.loyalty", row.get("loyalty", creature.maximum), 1, 99, 1)
        self.world.creatures[code] = creature
        self.world.armies.setdefault(at, []).append(code)

    def _armies(self) -> None:
        """Army orders that are not code order; in the Tower by clan, as ``T/M``."""
        for key, value in self.reader.table("armies", self._data.get("armies", {})).items():
            where = f"armies.{key}"
            place, _, letter = key.partition("/")
            here = [
                code
                for code in self.world.armies.get(place, [])
                if not letter or self.world.players[self.world.creatures[code].seat].clan.value == letter
            ]
            named = self.reader.texts(where, value)
            if not here or not set(named) <= set(here) or len(set(named)) < len(named):
                self.reader.fault(where, f"must name creatures that stand there, each once: {' '.join(here) or '-'}")
                continue
            order = [*named, *(code for code in here if code not in named)]
            self.world.armies[place] = [*order, *(c for c in self.world.armies[place] if c not in order)]

    # -- runes (CASE-1) -------------------------------------------------------------------------------------------

    def _runes(self) -> None:
        reader = self.reader
        hands = {seat: self._list(f"seat.{seat}.hand", row.get("hand", "")) for seat, row in self.seats.items()}
        for seat, row in self.seats.items():
            player = self.world.players[seat]
            player.melds = self._melds(f"seat.{seat}.melds", row.get("melds", []))
            pile = self._list(f"seat.{seat}.discards", row.get("discards", ""))
            player.discards = [Discard(kind) for kind in pile]
        wall = self._list("hand.wall", self.hand.get("wall", ""))
        back = self._list("hand.back", self.hand.get("back", ""))
        left = self._left_over(hands, wall, back)
        if left is None:
            return
        for seat, row in self.seats.items():
            player = self.world.players[seat]
            missing = FULL_HAND - 3 * len(player.melds) - len(hands[seat])
            if missing < 0:
                reader.fault(f"seat.{seat}.hand", f"has {-missing} runes too many")
                return
            player.held = bag([*hands[seat], *left[:missing]])
            left = left[missing:]
            self._dim(seat, player, row)
        whole = len(wall) + len(left) + len(back)
        wanted = reader.number("hand.left", self.hand.get("left", whole), len(wall) + len(back), whole, whole)
        left = left[: len(left) - (whole - wanted)]
        self._begin([*wall, *left, *reversed(back)])
        self._unseen()

    def _list(self, place: str, value: object) -> list[int]:
        return read_list(self.reader, place, value)

    def _melds(self, place: str, value: object) -> list[Meld]:
        if not isinstance(value, list):
            self.reader.fault(place, f"must be a list of sets, not {value!r}")
            return []
        found = []
        for item in value:
            meld = read_meld(item) if isinstance(item, str) else meld_of(self._list(place, item))
            if meld is None:
                self.reader.fault(place, f"{item!r} is no set, as 345C, E E E or 9999S concealed")
            else:
                found.append(meld)
        if len(found) > 4:
            self.reader.fault(place, "has more than four sets")
        return found

    def _left_over(
        self, hands: Mapping[str, Sequence[int]], wall: Sequence[int], back: Sequence[int]
    ) -> list[int] | None:
        """The runes named nowhere, in rune order; None if a kind is named more than four times."""
        named = bag([*wall, *back])
        for seat, player in self.world.players.items():
            for kind in (*hands[seat], *(d.kind for d in player.discards), *(k for m in player.melds for k in m.kinds)):
                named[kind] += 1
        many = [CODES[kind] for kind in range(KINDS) if named[kind] > COPIES]
        if many:
            self.reader.fault("hand", f"more than four of {' '.join(many)}")
            return None
        return spread([COPIES - number for number in named])

    def _dim(self, seat: str, player: Player, row: Mapping[str, Any]) -> None:
        dim = bag(self._list(f"seat.{seat}.dim", row.get("dim", "")))
        player.bright = [held - without for held, without in zip(player.held, dim, strict=True)]
        lacking = [CODES[kind] for kind in range(KINDS) if player.bright[kind] < 0]
        if lacking:
            self.reader.fault(f"seat.{seat}.dim", f"not in the hand: {' '.join(lacking)}")

    def _begin(self, wall: list[int]) -> None:
        reader = self.reader
        turn = str(reader.number("hand.next", self.hand.get("next", int(self.world.east)), 1, 4, 1))
        drawn = self.hand.get("drawn", [] if self.fresh else [int(seat) for seat in SEATS])
        if not isinstance(drawn, list) or not all(str(seat) in SEATS for seat in drawn):
            reader.fault("hand.drawn", f"must be a list of seats, not {drawn!r}")
            drawn = []
        for seat in drawn:
            self.world.players[str(seat)].drawn = True
        self.world.hand = Hand(wall=wall, next=turn, fresh=self.fresh, opened=not self.fresh)

    def _unseen(self) -> None:
        """Discards of others that a seat has not seen: the first of the kind, seat by seat."""
        for seat, row in self.seats.items():
            for kind in self._list(f"seat.{seat}.unseen", row.get("unseen", "")):
                if not self._hide(seat, kind):
                    self.reader.fault(f"seat.{seat}.unseen", f"{CODES[kind]} is not among the discards of others")

    def _hide(self, seat: str, kind: int) -> bool:
        for player in self.world.others(seat):
            for i, discard in enumerate(player.discards):
                if discard.kind == kind and seat not in discard.unseen:
                    player.discards[i] = Discard(kind, (*discard.unseen, seat))
                    return True
        return False
