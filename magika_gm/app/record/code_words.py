"""The code word of a seat: printed on reports so that its player knows they are genuine.

It comes of the office's own secret, never of a game's seed, which everybody gets when the game ends. Games begun by
versions that took it from the seed keep theirs, and so does a sample office (``init --sample``), which has no secrets.
"""

from __future__ import annotations

from hashlib import blake2b

from sqlalchemy import Connection, select

from magika_gm.app.office.passwords import code_word
from magika_gm.store import tables as t
from magika_gm.store.database import SAMPLE_SECRET, office_secret
from magika_gm.store.vocabulary import StandbyState


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
