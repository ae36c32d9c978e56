"""The position of an adjudication case: tables of the file made into a state (CASE, CASE-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal

from magika_gm.engine.cases import CaseFile, CaseReader
from magika_gm.engine.lines.words import LOOSELY
from magika_gm.engine.records import named_record
from magika_gm.engine.toml import Among, Spelt, Whole
from magika_gm.games.rune_war.orders.lines import KNOWN
from magika_gm.games.rune_war.rules.state import Creature, Discard, Due, Hand, Options, Player, World
from magika_gm.games.rune_war.rules.tables import (
    CLAN_BY_TITLE,
    CREATURES,
    ENCHANTMENTS,
    LANDS,
    LAW_ISLE,
    PLACES,
    SEATS,
    WIZARD_SPELLINGS,
    Clan,
    code_order,
    split_code,
)
from magika_gm.games.rune_war.rules.terms import CODES, COPIES, KINDS, Meld, bag, meld_of, read_meld, read_runes, spread
from magika_gm.games.rune_war.setup import Wish, creature_code, pair_text, read_wish

MOST_SETS = 4
DEFAULTS: dict[str, tuple[str, str]] = {
    "1": ("Orachi", "Maitha"),
    "2": ("Dayla", "Marz"),
    "3": ("Lakkho", "Kartha"),
    "4": ("Ziag", "Iz"),
}
"""Wizard and clan of a seat that the case does not name (SET-5)."""
FULL_HAND = 13
_MANY = 999999
MOST_TURNS = 100


def _runes(said: Any) -> tuple[int, ...]:
    """Runes as a text or a list of codes."""
    text = " ".join(said) if isinstance(said, list) and all(isinstance(one, str) for one in said) else said
    if not isinstance(text, str):
        raise ValueError(f"must be a text or a list of texts, not {said!r}")
    kinds = read_runes(text)
    if isinstance(kinds, str):
        raise ValueError(f"{kinds!r} is no rune", kinds.upper(), CODES)
    return tuple(kinds)


def read_set(said: Any) -> Meld:
    """A set as a text or a list of codes, of which the last may be ``concealed``."""
    concealed = isinstance(said, list) and bool(said) and str(said[-1]).casefold() == "concealed"
    runes = said[:-1] if concealed else said
    meld = read_meld(said) if isinstance(said, str) else meld_of(list(_runes(runes)), concealed)
    if meld is None:
        raise ValueError(f"{said!r} is no set, as 345C, E E E or 9999S concealed")
    return meld


def _drawn(said: Any) -> str:
    if str(said) not in SEATS:
        raise ValueError(f"must be a list of seats, not {said!r}")
    return str(said)


def _clan(said: Any) -> Clan:
    """A clan by its name or its letter."""
    clan = _CLANS.get(said.strip().casefold()) if isinstance(said, str) else None
    if clan is None:
        raise ValueError(f"{said!r} is no clan, as Maitha or M", str(said), list(CLAN_BY_TITLE))
    return clan


def kind_of(said: Any) -> str:
    """A creature by its name, or as short as orders may name it: ``Learra``."""
    found = _meant(said, "creature", "creature")
    if found is None:
        raise ValueError(f"{said!r} is no creature, as Wraith", str(said), list(CREATURES))
    return found


def magic_of(said: Any) -> str:
    """A spell or creature by its name, or as short as orders may name it."""
    found = _meant(said, "magic", "spell or creature")
    if found is None:
        raise ValueError(f"{said!r} is no spell or creature")
    return found


def _meant(said: Any, what: str, called: str) -> str | None:
    found = LOOSELY.meant(said.strip(), KNOWN[what], called) if isinstance(said, str) else None
    return found if isinstance(found, str) else None


def clan_letter(said: Any) -> str:
    """The letter of a clan, given by it or by its name."""
    return _clan(said).value


def clan_title(said: Any) -> str:
    """The name of a clan, given by it or by its letter."""
    return _clan(said).title


def _wish(said: Any) -> Wish:
    wish = None
    if isinstance(said, str):
        parts = (_CLANS[p].title if p in _CLANS else p for p in (part.strip().casefold() for part in said.split("/")))
        wish = read_wish("/".join(parts))
    if wish is None:
        raise ValueError(f"{said!r} is no wizard/clan pair, as Orachi/Maitha, no wizard and no clan")
    return wish


def pair_of(said: Any) -> str:
    """A wizard and a clan as rolls write them, the clan given by its name or its letter."""
    return pair_text(_wish(said))


_CLANS = {word.casefold(): clan for clan in Clan for word in (clan.title, clan.value)}
Runes = Annotated[tuple[int, ...], Spelt(_runes, list)]
Many = Annotated[int, Whole(0, _MANY)]
OfClan = Annotated[Clan, Spelt(_clan, lambda clan: clan.value)]


@named_record
class SeatTable:
    """``[seat.1]``; wizard and clan left out: :data:`DEFAULTS` (SET-5)."""

    wizard: Annotated[str, Among(WIZARD_SPELLINGS)] | None = None
    clan: Annotated[Clan, Spelt(_clan, lambda clan: clan.title)] | None = None
    points: Many | None = None
    rune_points: Annotated[int, Whole(-_MANY, _MANY)] = 0
    lcp: Mapping[OfClan, Many] = field(default_factory=dict)
    hand: Runes | None = None
    dim: Runes = ()
    melds: tuple[Annotated[Meld, Spelt(read_set, str)], ...] | None = None
    discards: Runes = ()
    unseen: Runes = ()
    silence: Annotated[int, Whole(0, 99)] = 0
    fog: Annotated[int, Whole(0, 99)] = 0
    random_discard: bool = False
    summoned: Annotated[int, Whole(0, 99999)] | None = None
    orders: Any = None


@named_record
class _Hand:
    """``[hand]``."""

    fresh: bool | None = None
    next: Annotated[int, Whole(1, 4)] | None = None
    wall: Runes | None = None
    back: Runes = ()
    left: int | None = None
    drawn: tuple[Annotated[str, Spelt(_drawn, int)], ...] | None = None


@named_record
class _Creature:
    """``[creature.MZ1]``."""

    kind: Annotated[str, Spelt(kind_of, str)]
    at: Annotated[str, Among(PLACES)]
    loyalty: Annotated[int, Whole(1, 99)] | None = None
    enchantments: tuple[Annotated[str, Among(ENCHANTMENTS)], ...] = ()


@named_record
class _Setup:
    """``[setup]``: wishes in order of sign-up (CASE-10)."""

    signups: tuple[tuple[Annotated[Wish, Spelt(_wish, pair_text)], ...], ...] = ()


@named_record
class File(CaseFile):
    """A case file."""

    game: Literal["rune_war"] = "rune_war"
    note: str = ""
    turns: Annotated[int, Whole(0, MOST_TURNS)] | None = None
    due: Literal["hand", "map"] = "hand"
    round: Annotated[int, Whole(1, 999)] = 1
    seed: int = 0
    options: Options = field(default_factory=lambda: Options(spell_points=0))
    hand: _Hand | None = None
    seat: Mapping[Annotated[str, Among(SEATS)], SeatTable] = field(default_factory=dict)
    creature: Mapping[Annotated[str, Spelt(creature_code, str)], _Creature] = field(default_factory=dict)
    armies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    land: Mapping[Annotated[str, Among(LANDS)], OfClan] = field(default_factory=dict)
    setup: _Setup | None = None


class Position:
    """A case's position; :meth:`build` gives the state. ``dealt``: the first hand comes of a deal."""

    def __init__(self, reader: CaseReader, file: File) -> None:
        self.reader, self.file = reader, file
        self.due = Due(file.due)
        self.hand = file.hand or _Hand()
        self.seats = {seat: file.seat.get(seat, SeatTable()) for seat in SEATS}
        named = any(row.hand is not None or row.melds is not None for row in self.seats.values())
        fresh = self.hand.fresh
        self.fresh = file.hand is None and not named if fresh is None else fresh
        self.dealt = self.due is Due.HAND and self.fresh and not named and self.hand.wall is None
        self.world = World(options=file.options, isle=LAW_ISLE, round=file.round, due=self.due)

    def build(self) -> World:
        """The state; faults go to the reader. Of a hand that is to be dealt the runes are still missing."""
        for seat, row in self.seats.items():
            self.world.players[seat] = self._player(seat, row)
        clans = [player.clan for player in self.world.players.values()]
        if len(set(clans)) < len(clans):
            self.reader.fault("seat", "no clan may stand twice")
            return self.world
        self.world.land = {**LAW_ISLE.start, **self.file.land}
        for code, creature in sorted(self.file.creature.items(), key=lambda row: code_order(row[0])):
            self._creature(code, creature)
        self._armies()
        for seat, row in self.seats.items():
            highest = max((code_order(c.code)[1] for c in self.world.own(seat)), default=0)
            self.world.players[seat].number = highest if row.summoned is None else row.summoned
        if self.dealt:
            self._begin([])
        elif self.due is Due.HAND:
            self._runes()
        return self.world

    # -- players --------------------------------------------------------------------------------------------------

    def _player(self, seat: str, row: SeatTable) -> Player:
        wizard, clan = DEFAULTS[seat]
        own = row.clan or CLAN_BY_TITLE[clan]
        if own in row.lcp:
            self.reader.fault(f"seat.{seat}.lcp.{own.value}", "is his own clan")
        return Player(
            seat=seat,
            wizard=WIZARD_SPELLINGS[row.wizard or wizard],
            clan=own,
            points=(self.world.options.spell_points or 0) if row.points is None else row.points,
            rune_points=row.rune_points,
            lcp={other: row.lcp.get(other, 0) for other in Clan if other is not own},
            silence=row.silence,
            fog=row.fog,
            random_discard=row.random_discard,
        )

    # -- the isle -------------------------------------------------------------------------------------------------

    def _creature(self, code: str, row: _Creature) -> None:
        split = split_code(code)
        assert split is not None
        creature = Creature(
            code=code,
            seat=self.world.of_clan(split[0]).seat,
            kind=row.kind,
            at=row.at,
            loyalty=1,
            enchantments=row.enchantments,
        )
        creature.loyalty = creature.maximum if row.loyalty is None else row.loyalty
        self.world.creatures[code] = creature
        self.world.armies.setdefault(row.at, []).append(code)

    def _armies(self) -> None:
        """Army orders that are not code order; in the Tower by clan, as ``T/M``."""
        for key, named in self.file.armies.items():
            where = f"armies.{key}"
            place, _, letter = key.partition("/")
            here = [
                code
                for code in self.world.armies.get(place, [])
                if not letter or self.world.players[self.world.creatures[code].seat].clan.value == letter
            ]
            if not here or not set(named) <= set(here) or len(set(named)) < len(named):
                self.reader.fault(where, f"must name creatures that stand there, each once: {' '.join(here) or '-'}")
                continue
            order = [*named, *(code for code in here if code not in named)]
            self.world.armies[place] = [*order, *(c for c in self.world.armies[place] if c not in order)]

    # -- runes (CASE-1) -------------------------------------------------------------------------------------------

    def _runes(self) -> None:
        reader = self.reader
        hands = {seat: row.hand or () for seat, row in self.seats.items()}
        for seat, row in self.seats.items():
            player = self.world.players[seat]
            player.melds = list(row.melds or ())
            if len(player.melds) > MOST_SETS:
                reader.fault(f"seat.{seat}.melds", "has more than four sets")
            player.discards = [Discard(kind) for kind in row.discards]
        wall, back = self.hand.wall or (), self.hand.back
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
            self._dim(seat, player, row.dim)
        whole = len(wall) + len(left) + len(back)
        wanted = whole if self.hand.left is None else self.hand.left
        wanted = reader.number("hand.left", wanted, len(wall) + len(back), whole, whole)
        left = left[: len(left) - (whole - wanted)]
        self._begin([*wall, *left, *reversed(back)])
        self._unseen()

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

    def _dim(self, seat: str, player: Player, kinds: Sequence[int]) -> None:
        dim = bag(kinds)
        player.bright = [held - without for held, without in zip(player.held, dim, strict=True)]
        lacking = [CODES[kind] for kind in range(KINDS) if player.bright[kind] < 0]
        if lacking:
            self.reader.fault(f"seat.{seat}.dim", f"not in the hand: {' '.join(lacking)}")

    def _begin(self, wall: list[int]) -> None:
        drawn = self.hand.drawn
        if drawn is None:
            drawn = () if self.fresh else tuple(SEATS)
        for seat in drawn:
            self.world.players[seat].drawn = True
        turn = str(self.hand.next or int(self.world.east))
        self.world.hand = Hand(wall=wall, next=turn, fresh=self.fresh, opened=not self.fresh)

    def _unseen(self) -> None:
        """Discards of others that a seat has not seen: the first of the kind, seat by seat."""
        for seat, row in self.seats.items():
            for kind in row.unseen:
                if not self._hide(seat, kind):
                    self.reader.fault(f"seat.{seat}.unseen", f"{CODES[kind]} is not among the discards of others")

    def _hide(self, seat: str, kind: int) -> bool:
        for player in self.world.others(seat):
            for i, discard in enumerate(player.discards):
                if discard.kind == kind and seat not in discard.unseen:
                    player.discards[i] = Discard(kind, (*discard.unseen, seat))
                    return True
        return False
