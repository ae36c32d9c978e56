"""Game and seat records of the store, as plain values the use cases work with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, select

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.passwords import code_word
from magika_gm.engine.system import Need
from magika_gm.games.magika.rules.world import World
from magika_gm.games.magika.setup.scenario import Scenario
from magika_gm.games.magika.setup.scenario_reader import read_scenario
from magika_gm.games.magika.sight.memory import Memory
from magika_gm.store import tables as t
from magika_gm.store.archive import Position, load_memories, load_state


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands. ``turn`` is the last one processed; ``next_due`` when the one after it may be."""

    id: str
    title: str
    scenario: str
    seed: bytes
    seed_hash: str
    pace_days: int
    turn: int
    next_due: datetime
    processed_at: datetime
    ending: str | None
    held: bool = False
    """The last turn waits for the game master's review: no player has seen anything of it."""

    def world(self, connection: Connection, turn: int | None = None) -> World:
        """The world after a turn, the last one unless another is named."""
        world: World = load_state(connection, self.id, self.turn if turn is None else turn, self.arena)
        return world

    @property
    def arena(self) -> Scenario:
        """The scenario it is played in."""
        return read_scenario(self.scenario, f"scenario of game {self.id}")


@dataclass(frozen=True, slots=True)
class Seat:
    """A character and the player behind it."""

    letter: str
    character: str
    password: str
    code_word: str
    name: str
    address: str
    email: str
    account: str
    zone: str = ""
    paper: str = ""
    large_print: bool = False
    attach: tuple[str, ...] = ("pdf", "json")
    insurance: str = "none"
    phone: str = ""
    fax: str = ""


def game_ids(connection: Connection) -> list[str]:
    """Every game of the office."""
    return [row[0] for row in connection.execute(select(t.games.c.id).order_by(t.games.c.id))]


def load_game(connection: Connection, game: str, turn: int | None = None, public: bool = False) -> Game:
    """A game at its last turn, with its date as moved since; or as it stood after ``turn``, as it was told then.

    With ``public`` the last turn is the last published one: what a player may know of.
    """
    row = connection.execute(select(t.games).where(t.games.c.id == game)).mappings().first()
    if row is None:
        known = game_ids(connection)
        hint = f"there are {', '.join(known)}" if known else "make one with: magika-gm new-game"
        raise OfficeError(f"there is no game {game}; {hint}")
    now = turn is None
    if turn is None:
        played = select(func.max(t.turns.c.turn)).where(t.turns.c.game == game)
        turn = connection.execute(played.where(~t.turns.c.held) if public else played).scalar()
    last = connection.execute(select(t.turns).where(t.turns.c.game == game, t.turns.c.turn == turn)).mappings().first()
    if last is None:
        raise OfficeError(f"game {game} has no turn {turn}")
    due = last["next_due"]
    if now:
        moved = select(t.dates.c.due).where(t.dates.c.game == game, t.dates.c.turn == turn)
        due = connection.execute(moved.order_by(t.dates.c.nr.desc()).limit(1)).scalar() or due
    return Game(
        row["id"], row["title"], row["scenario"], row["seed"], row["seed_hash"], row["pace_days"], last["turn"],
        datetime.fromisoformat(due), datetime.fromisoformat(last["processed_at"]), last["ending"],
        bool(last["held"]),
    )  # fmt: skip


def load_seats(connection: Connection, game: str) -> dict[str, Seat]:
    """The game's seats by letter; one nobody plays has no player data."""
    query = (
        select(
            t.seats.c.letter, t.seats.c.character, t.seats.c.password, t.seats.c.code_word, t.players.c.name,
            t.players.c.address, t.players.c.email, t.players.c.account,
            t.players.c.zone, t.players.c.paper, t.players.c.large_print, t.players.c.attach,
            t.players.c.insurance, t.players.c.phone, t.players.c.fax,
        )
        .join(t.players, t.players.c.id == t.seats.c.player, isouter=True)
        .where(t.seats.c.game == game)
        .order_by(t.seats.c.letter)
    )  # fmt: skip
    seats = {}
    for row in connection.execute(query):
        letter, character, password, word, name, address, email, account, *wishes = row
        zone, paper, large, attach, insurance, phone, fax = wishes
        seats[letter] = Seat(
            letter, character, password, word, name or "", address or "", email or "", account or "",
            zone or "", paper or "", bool(large), tuple((attach or "").split()),
            insurance or "none", phone or "", fax or "",
        )  # fmt: skip
    return seats


def seats_at(connection: Connection, game: str, turn: int) -> dict[str, Seat]:
    """The game's seats as they were held when a turn was reported: whoever stood by and took one over later is not
    in it yet (GM-3). Raises nothing; a player nobody knows any more leaves his seat without player data.
    """
    seats = load_seats(connection, game)
    s, p = t.standbys.c, t.played.c
    mine = (s.game == game, s.state == "placed", s.turn >= turn)
    for letter in set(connection.execute(select(s.letter).where(*mine)).scalars()) & seats.keys():
        now = connection.execute(
            select(t.seats.c.player).where(t.seats.c.game == game, t.seats.c.letter == letter)
        ).scalar()
        then = connection.execute(select(p.player).where(p.game == game, p.turn == turn, p.letter == letter)).scalar()
        if turn == 0:  # nobody has played yet: who got the first report
            o = t.outbox.c
            sent = select(o.recipient).where(o.game == game, o.turn == 0, o.letter == letter, o.kind == "report")
            known = select(t.players.c.id).where(t.players.c.email.in_(sent)).order_by(t.players.c.id)
            then = connection.execute(known).scalar()
        if then != now:
            seats[letter] = _held_by(connection, game, seats[letter], then, turn)
    return seats


def _held_by(connection: Connection, game: str, seat: Seat, player: int | None, turn: int) -> Seat:
    """A seat as it was in another player's hands."""
    person = connection.execute(select(t.players).where(t.players.c.id == player)).mappings().first()
    s = t.standbys.c
    placed = select(s.id).where(s.game == game, s.letter == seat.letter, s.player == player, s.turn < turn)
    number = connection.execute(placed.order_by(s.turn.desc())).scalar()
    seed = connection.execute(select(t.games.c.seed).where(t.games.c.id == game)).scalar() or b""
    word = code_word(seed if number is None else seed + f"|{number}".encode(), seat.letter)
    if person is None:
        return Seat(seat.letter, seat.character, "", word, "", "", "", "")
    return Seat(
        seat.letter, seat.character, "", word, person["name"] or "", person["address"] or "", person["email"] or "",
        person["account"] or "", person["zone"] or "", person["paper"] or "", bool(person["large_print"]),
        tuple((person["attach"] or "").split()),
    )  # fmt: skip


def positions_of(world: World) -> list[Position]:
    """How every seat stands, for whoever must not load a world to know it."""
    playing = {mage.letter for mage in world.playing()}
    return [
        Position(letter, mage.name, letter in playing, Need.NONE if world.ended or mage.dropped else Need.REQUIRED)
        for letter, mage in world.mages.items()
    ]


def known_names(seat: Seat, memory: Memory) -> dict[str, str]:
    """The characters' names a player knows: his own, and those his mage read from close by (RECON-3)."""
    names = {letter: seen.name for letter, (seen, _) in memory.mages.items() if seen.name}
    return {**names, seat.letter: seat.character}


def memory_of(connection: Connection, game: str, turn: int, letter: str) -> Memory:
    """What one mage remembers after a turn."""
    found: Memory | None = load_memories(connection, game, turn, letter).get(letter)
    return found or Memory()


def standing_sheets(connection: Connection, game: str, turn: int) -> dict[str, str]:
    """The latest sheet of every mage for a turn, as text."""
    query = (
        select(t.sheets.c.letter, t.sheets.c.sheet)
        .where(t.sheets.c.game == game, t.sheets.c.turn == turn)
        .order_by(t.sheets.c.letter, t.sheets.c.revision)
    )
    return {row[0]: row[1] for row in connection.execute(query)}
