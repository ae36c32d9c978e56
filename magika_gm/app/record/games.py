"""Game and seat records of the store, as plain values the use cases work with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import Connection, Subquery, bindparam, func, select

from magika_gm import games
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.passwords import code_word
from magika_gm.engine.beginning import dated
from magika_gm.engine.records import named_record
from magika_gm.engine.seam.rules import Orders
from magika_gm.engine.seam.setup import Need
from magika_gm.engine.sheet.reader import holds_orders
from magika_gm.engine.system import GameSystem
from magika_gm.engine.words import capital
from magika_gm.store import tables as t
from magika_gm.store.archive import Position, load_memories, load_positions, load_state
from magika_gm.store.database import SAMPLE_SECRET, office_secret
from magika_gm.store.faults import StoreError, moment
from magika_gm.store.vocabulary import StandbyState

# The code word of a seat: printed on reports so that its player knows they are genuine.
#
# It comes of the office's own secret, never of a game's seed, which everybody gets when the game ends. Games begun by
# versions that took it from the seed keep theirs, and so does a sample office (``init --sample``), which has no
# secrets.


def first_word(connection: Connection, game: str, seed: bytes, seat: str) -> str:
    """The word of who takes a seat when a game begins."""
    return _word(connection, game, seed, seat, None, from_seed=office_secret(connection) == SAMPLE_SECRET)


def word_of(connection: Connection, game: str, seat: str, number: int | None) -> str:
    """The word of a seat of a running game: of its first player, or of the one who came with standby ``number``."""
    seed = connection.execute(select(t.games.c.seed).where(t.games.c.id == game)).scalar() or b""
    return _word(connection, game, seed, seat, number, from_seed=_from_seed(connection, game, seed))


def _word(connection: Connection, game: str, seed: bytes, seat: str, number: int | None, *, from_seed: bool) -> str:
    if from_seed:
        return _seed_word(seed, seat, number)
    key = blake2b(f"code words {game}|{number or ''}".encode(), key=office_secret(connection), digest_size=32).digest()
    return code_word(key, seat)


def _seed_word(seed: bytes, seat: str, number: int | None) -> str:
    return code_word(seed if number is None else seed + f"|{number}".encode(), seat)


def _from_seed(connection: Connection, game: str, seed: bytes) -> bool:
    """Whether a game's words come of its seed: all those that hold now do."""
    s = t.standbys.c
    placed = (s.game == game, s.state == StandbyState.PLACED)
    latest: dict[str, int] = dict(connection.execute(select(s.seat, s.id).where(*placed).order_by(s.turn, s.id)).all())
    seats = connection.execute(select(t.seats.c.seat, t.seats.c.code_word).where(t.seats.c.game == game)).all()
    return all(word == _seed_word(seed, seat, latest.get(seat)) for seat, word in seats)


CANCELLED = "cancelled"
"""The ending of a game that was abandoned: it has no result."""


@named_record
class Game:
    """A game as it stands. ``turn`` is the last one processed; ``next_due`` when the one after it may be."""

    id: str
    system: GameSystem
    title: str
    scenario_text: str
    seed: bytes
    seed_hash: str
    pace_days: int
    turn: int
    next_due: datetime
    processed_at: datetime
    ending: str | None
    held: bool = False
    """The last turn waits for the game master's review: no player has seen anything of it."""

    def state(self, connection: Connection, turn: int | None = None) -> Any:
        """The state after a turn, the last one unless another is named."""
        return load_state(connection, self.id, self.turn if turn is None else turn, self.scenario)

    @property
    def scenario(self) -> Any:
        """The scenario it is played in."""
        return scenario_of(self.system.name, self.scenario_text, f"scenario of game {self.id}")

    @property
    def orders(self) -> Orders:
        """The lines of its sheets, with the words its scenario adds and the seats it has."""
        return _orders_of(self.system.name, self.scenario_text)

    def who(self, holder: Holder) -> str:
        """``Borgir (C)``, or what the seat is called where the game has no characters."""
        return f"{holder.character} ({holder.seat})" if holder.character else self.system.words.called(holder.seat)

    def who_is(self, holder: Holder) -> str:
        """``Borgir, mage C``, likewise."""
        called = self.system.words.called(holder.seat)
        return f"{holder.character}, {called}" if holder.character else called

    @property
    def how(self) -> str:
        """Why it is over, in words; "" while it goes on."""
        return self.system.rules.ending_text(self.ending) if self.ending else ""

    @property
    def called(self) -> str:
        """``<title> game 12``: how mails name it."""
        return f"{self.system.title} game {self.id}"


def read_begun(system: GameSystem, text: str, name: str) -> Any:
    """The scenario of a game as its record has it, with the edition of the rules it was begun with."""
    return system.setup.read_scenario(dated(text, system.setup.OPTIONS) if system.rules.EDITION else text, name)


@lru_cache(maxsize=32)
def scenario_of(system: str, text: str, name: str = "the scenario of a game") -> Any:
    """The scenario of a text, to look at alone: a turn asks for its game's half a dozen times, most games have one of a
    few, and a mail is read faster than it."""
    return read_begun(games.system(system), text, name)


@lru_cache(maxsize=32)
def _orders_of(system: str, scenario_text: str) -> Orders:
    return games.system(system).orders_among(scenario_of(system, scenario_text))


@named_record
class Holder:
    """Who holds a seat: the character in it and the player behind it (blank where nobody plays)."""

    seat: str
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


def silent_seats(game: Game, holders: Mapping[str, Holder]) -> list[str]:
    """Of each seat the office plays because nobody does, where it is so meant: that no letter to it is answered."""
    alone = [seat for seat in game.system.automatic if seat in holders and not holders[seat].email]
    called = [game.system.words.called(seat) for seat in alone]
    return [f"{capital(who)} is played by the office: he answers no letters." for who in called]


def order_form(game: Game, holders: Mapping[str, Holder], turn: int, state: Any, seat: str, memory: Any | None) -> str:
    """A seat's empty order form for a turn, as it is sent."""
    form = game.orders.form(game.id, turn, state, seat, memory)
    said = "".join(f";; {words}\n" for words in silent_seats(game, holders))
    return form.removesuffix("END\n") + f"{said}END\n" if said and form.endswith("END\n") else form


def game_ids(connection: Connection) -> list[str]:
    """Every game of the office."""
    return [row[0] for row in connection.execute(select(t.games.c.id).order_by(t.games.c.id))]


_AT = t.turns.alias()
_THIS: Any = bindparam("game")
_MOVED = (
    select(t.dates.c.due)
    .where(t.dates.c.game == t.turns.c.game, t.dates.c.turn == t.turns.c.turn)
    .order_by(t.dates.c.nr.desc())
    .limit(1)
    .scalar_subquery()
)
_PLAYED = select(func.max(_AT.c.turn)).where(_AT.c.game == _THIS)
_GAMES = select(
    t.games.c.id, t.games.c.system, t.games.c.title, t.games.c.scenario, t.games.c.seed, t.games.c.seed_hash,
    t.games.c.pace_days, t.turns.c.turn, t.turns.c.processed_at, t.turns.c.next_due, t.turns.c.ending, t.turns.c.held,
    _MOVED.label("moved"),
).join(t.turns, t.turns.c.game == t.games.c.id)  # fmt: skip
_GAME = _GAMES.where(t.games.c.id == _THIS)
# made once: to put a question together takes longer than to ask it, and these are asked for every mail
_NOW = _GAME.where(t.turns.c.turn == _PLAYED.scalar_subquery())
_PUBLIC = _GAME.where(t.turns.c.turn == _PLAYED.where(~_AT.c.held).scalar_subquery())
_LAST = select(func.max(_AT.c.turn)).where(_AT.c.game == t.games.c.id).scalar_subquery()
_EVERY = _GAMES.where(t.turns.c.turn == _LAST).order_by(t.games.c.id)
_AFTER = _GAME.where(t.turns.c.turn == bindparam("turn"))
_HOLDERS = (
    select(
        t.seats.c.seat, t.seats.c.character, t.seats.c.password, t.seats.c.code_word, t.players.c.name,
        t.players.c.address, t.players.c.email, t.players.c.account,
        t.players.c.zone, t.players.c.paper, t.players.c.large_print, t.players.c.attach,
        t.players.c.insurance, t.players.c.phone, t.players.c.fax,
    )
    .join(t.players, t.players.c.id == t.seats.c.player, isouter=True)
    .where(t.seats.c.game == _THIS)
    .order_by(t.seats.c.seat)
)  # fmt: skip


def load_game(connection: Connection, game: str, turn: int | None = None, public: bool = False) -> Game:
    """A game at its last turn, with its date as moved since; or as it stood after ``turn``, as it was told then.

    With ``public`` the last turn is the last published one: what a player may know of.
    """
    found = find_game(connection, game, turn, public)
    if found is None:
        known = game_ids(connection)
        if game in known:
            raise OfficeError(f"game {game} has no turn {turn}")
        hint = f"there are {', '.join(known)}" if known else "make one with: magika-gm new-game"
        raise OfficeError(f"there is no game {game}; {hint}")
    return found


def find_game(connection: Connection, game: str, turn: int | None = None, public: bool = False) -> Game | None:
    """The same, of a name that may be anything: None where it is no game's."""
    query = _AFTER if turn is not None else _PUBLIC if public else _NOW
    row = connection.execute(query, {"game": game} | ({} if turn is None else {"turn": turn})).first()
    if row is None:
        return None
    return _game(row, row.next_due if turn is not None else row.moved or row.next_due)


def load_games(connection: Connection) -> list[Game]:
    """Every game at its last turn, in order of their names, with one question however many games there are."""
    found = [_game(row, row.moved or row.next_due) for row in connection.execute(_EVERY)]
    lost = set(game_ids(connection)) - {game.id for game in found}
    if lost:
        raise OfficeError(f"game {min(lost)} has no turn")
    return found


def _game(row: Any, due: str) -> Game:
    try:
        system = games.system(row.system)
    except LookupError as error:
        raise StoreError(f"game {row.id} is of a kind this magika-gm does not know: {error.args[0]}") from error
    return Game(
        id=row.id,
        system=system,
        title=row.title,
        scenario_text=row.scenario,
        seed=row.seed,
        seed_hash=row.seed_hash,
        pace_days=row.pace_days,
        turn=row.turn,
        next_due=moment(due, f"game {row.id}: when its next turn is due"),
        processed_at=moment(row.processed_at, f"game {row.id}: when turn {row.turn} was processed"),
        ending=row.ending,
        held=bool(row.held),
    )


_EXACTLY = select(t.games.c.id).where(t.games.c.id == _THIS)
_FOLDED = select(t.games.c.id).where(func.lower(t.games.c.id) == _THIS).order_by(t.games.c.id.desc())


def game_named(connection: Connection, said: str) -> str | None:
    """The game a sheet names, however its letters are written; None where there is none."""
    exactly = connection.execute(_EXACTLY, {"game": said}).scalar()
    return exactly or connection.execute(_FOLDED, {"game": said.casefold()}).scalar()


def last_turns(going_on: bool = False) -> Subquery:
    """``game`` and ``turn`` of the last turn of every game, or of every one that is not over, for a query to join.

    Each is looked up by its game, so that it costs what there are games, not what was ever played. DISTINCT keeps the
    database from beginning the query that joins it with a larger table.
    """
    over = select(_AT.c.ending).where(_AT.c.game == t.games.c.id).order_by(_AT.c.turn.desc()).limit(1)
    query = select(t.games.c.id.label("game"), _LAST.label("turn")).distinct()
    return (query.where(over.scalar_subquery().is_(None)) if going_on else query).subquery()


class GameDate(NamedTuple):
    """When a game's next turn is due: all that is asked of every game at each look round."""

    id: str
    next_due: datetime
    ending: str | None
    held: bool
    processed_at: datetime


def game_dates(connection: Connection) -> list[GameDate]:
    """The dates of all games, as moved since, in order of their names: two questions, however many games there are.

    A date that cannot be read is long past, so that its game is taken up, and fails with the reason: no other game's
    date is kept from anybody.
    """
    now, d = last_turns(), t.dates.c
    moved = select(d.game, d.due).join(now, (now.c.game == d.game) & (now.c.turn == d.turn)).order_by(d.nr)
    dates = {game: due for game, due in connection.execute(moved)}  # noqa: C416 - rows are not pairs
    last = (now.c.game == t.turns.c.game) & (now.c.turn == t.turns.c.turn)
    at = t.turns.c
    query = select(at.game, at.next_due, at.ending, at.held, at.processed_at).join(now, last)
    return [
        GameDate(game, _date(game, dates.get(game, due)), ending, bool(held), _date(game, processed))
        for game, due, ending, held, processed in connection.execute(query.order_by(now.c.game))
    ]


def _date(game: str, due: str) -> datetime:
    try:
        return moment(due, game)
    except StoreError:
        return datetime.min.replace(tzinfo=UTC)


def load_holders(connection: Connection, game: str) -> dict[str, Holder]:
    """Who holds each seat of a game; of one nobody plays there is no player data."""
    holders = {}
    for row in connection.execute(_HOLDERS, {"game": game}):
        seat, character, password, word, name, address, email, account, *wishes = row
        zone, paper, large, attach, insurance, phone, fax = wishes
        holders[seat] = Holder(
            seat=seat,
            character=character,
            password=password,
            code_word=word,
            name=name or "",
            address=address or "",
            email=email or "",
            account=account or "",
            zone=zone or "",
            paper=paper or "",
            large_print=bool(large),
            attach=tuple((attach or "").split()),
            insurance=insurance or "none",
            phone=phone or "",
            fax=fax or "",
        )
    return holders


def holders_at(connection: Connection, game: str, turn: int) -> dict[str, Holder]:
    """The game's seats as they were held when a turn was reported, with all that was known of their players then:
    whoever stood by and took one over later is not in it yet, nor what a player changed since. Raises nothing.
    """
    holders = load_holders(connection, game)
    r = t.readers.c
    rows = connection.execute(select(t.readers).where(r.game == game, r.turn == turn)).mappings()
    for row in rows.all():
        seat = row[r.seat]
        if seat in holders:
            holders[seat] = replace(
                holders[seat],
                password="",
                code_word=row["code_word"] or _word_at(connection, game, turn, seat),
                name=row["name"],
                address=row["address"],
                email=row["email"],
                account=row["account"],
                zone=row["zone"],
                paper=row["paper"],
                large_print=bool(row["large_print"]),
            )
    return holders


def reader_of(connection: Connection, game: str, turn: int, seat: str) -> int | None:
    """The player whose report of a turn a seat's is, whoever holds the seat now."""
    r = t.readers.c
    return connection.execute(select(r.player).where(r.game == game, r.turn == turn, r.seat == seat)).scalar()


def is_anothers(connection: Connection, game: str, turn: int, seat: str) -> str:
    """Why nothing of a turn's report is told to who holds a seat now: it was played by somebody else; "" if not."""
    if reader_of(connection, game, turn, seat) == player_of(connection, game, seat):
        return ""
    return f"Turn {turn} was played by somebody else; its report is his. What you may know is in your own."


def player_of(connection: Connection, game: str, seat: str) -> int | None:
    """The player who holds a seat now."""
    s = t.seats.c
    return connection.execute(select(s.player).where(s.game == game, s.seat == seat)).scalar()


def _word_at(connection: Connection, game: str, turn: int, seat: str) -> str:
    """The code word of a seat when a turn was reported, of one that changed hands since in an earlier version."""
    s = t.standbys.c
    placed = select(s.id).where(s.game == game, s.seat == seat, s.state == StandbyState.PLACED, s.turn < turn)
    return word_of(connection, game, seat, connection.execute(placed.order_by(s.turn.desc())).scalar())


def positions_of(system: GameSystem, scenario: Any, state: Any) -> list[Position]:
    """How every seat stands, for whoever must not load a state to know it."""
    rules = system.rules
    playing, needs = rules.playing(state), rules.needs(state)
    over = rules.ending(state) is not None
    return [
        Position(seat, rules.character(state, seat), seat in playing, Need.NONE if over else needs.get(seat, Need.NONE))
        for seat in system.setup.seats_of(scenario)
    ]


def banners_of(system: GameSystem, holders: Mapping[str, Holder], state: Any) -> dict[str, str]:
    """What each side is called in a game whose players name theirs: as they said, else as the game has it."""
    if not system.words.banners:
        return {}
    own = {seat: held.character or system.rules.character(state, seat) for seat, held in holders.items()}
    twice = {name.casefold() for name, n in Counter(map(str.casefold, own.values())).items() if n > 1}
    return {s: f"{name} ({s})" if name.casefold() in twice else name for s, name in own.items() if name}


def memory_of(connection: Connection, game: Game, turn: int, seat: str) -> Any:
    """What one seat remembers after a turn."""
    found = load_memories(connection, game.id, turn, seat, game.system.archive).get(seat)
    return game.system.sight.no_memory() if found is None else found


def known_names(game: Game, seat: Holder, memory: Any) -> dict[str, str]:
    """The characters' names a seat's player may use: his own, and those the game lets him know."""
    known = dict(game.orders.names_for(memory))
    return known | {seat.seat: seat.character} if seat.character else known


def awaited(connection: Connection, game: Game) -> list[str]:
    """The seats whose sheets the coming turn waits for."""
    return [p.seat for p in load_positions(connection, game.id, game.turn).values() if p.need is Need.REQUIRED]


def standing_sheets(connection: Connection, game: str, turn: int) -> dict[str, str]:
    """The latest sheet of every mage for a turn, as text."""
    query = (
        select(t.sheets.c.seat, t.sheets.c.sheet)
        .where(t.sheets.c.game == game, t.sheets.c.turn == turn)
        .order_by(t.sheets.c.seat, t.sheets.c.revision)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def ordering_seats(connection: Connection, game: Game, turn: int) -> set[str]:
    """The seats whose latest sheet for a turn is one of orders, be it empty or full of errors."""
    s = t.sheets.c
    query = select(s.seat, s.sheet, s.faults).where(s.game == game.id, s.turn == turn).order_by(s.seat, s.revision)
    last = {seat: (text, faults) for seat, text, faults in connection.execute(query)}
    return {seat for seat, (text, faults) in last.items() if holds_orders(text, faults, game.orders.GRAMMAR)}


class PlayedSeat(NamedTuple):
    """A seat somebody plays in a game that goes on: ``12:C``, and the game's own title."""

    seat: str
    plays: str


def played_seats(connection: Connection) -> dict[int, list[PlayedSeat]]:
    """The seats that play on, by player: of the games that go on, without those that have left them."""
    over = select(t.turns.c.game).where(t.turns.c.ending.is_not(None))
    last = select(t.turns.c.game, func.max(t.turns.c.turn).label("turn")).where(~t.turns.c.held)
    now, p = last.group_by(t.turns.c.game).subquery(), t.positions.c
    left = select(p.game, p.seat).join(now, (now.c.game == p.game) & (now.c.turn == p.turn)).where(~p.playing)
    gone = {(game, seat) for game, seat in connection.execute(left)}
    s = t.seats.c
    query = select(s.player, s.game, s.seat, t.games.c.system).join(t.games, t.games.c.id == s.game)
    query = query.where(s.game.not_in(over), s.player.is_not(None)).order_by(s.game, s.seat)
    seats: dict[int, list[PlayedSeat]] = {}
    for player, game, seat, system in connection.execute(query):
        if (game, seat) not in gone:
            seats.setdefault(player, []).append(PlayedSeat(f"{game}:{seat}", games.system(system).title))
    return seats


def seats_in_words(seats: Iterable[str], plays: Iterable[str]) -> str:
    """``7:C 9:A One Game, 12:SUN Another``, of seats and the title of each one's game."""
    by_game: dict[str, list[str]] = {}
    for seat, title in zip(seats, plays, strict=True):
        by_game.setdefault(title, []).append(seat)
    return ", ".join(f"{' '.join(mine)} {title}" for title, mine in by_game.items())
