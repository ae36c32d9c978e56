"""A game to learn by: a throw-away office with one seat for a person, bots in the others, each sheet played at once."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import cycle
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from magika_gm.app.enrolment.new_game import Taken, begin, places_drawn, prepare, system_named
from magika_gm.app.enrolment.signup_file import read_signups
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import SETTINGS_FILE, Office, init_office, open_office
from magika_gm.app.post.answers import known_to, said_of
from magika_gm.app.post.contents import FoundSheet, Mail, mail_of
from magika_gm.app.post.credentials import Credentials
from magika_gm.app.post.order_desk import OrderDesk
from magika_gm.app.record.games import (
    Game,
    Holder,
    game_ids,
    known_names,
    load_game,
    load_holders,
    memory_of,
    ordering_seats,
)
from magika_gm.app.turns.process import process_turn, undo_turn
from magika_gm.app.turns.publish import reports_there, write_reports
from magika_gm.app.turns.turn_orders import judge, kept_text
from magika_gm.engine.dice import seed_hash
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import Need, Place
from magika_gm.engine.system import GameSystem
from magika_gm.mail.readers import Incoming, UnreadableSource, read
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.archive import load_positions
from magika_gm.store.vocabulary import Credential, Outcome
from magika_gm.whole_files import part_of, write_whole

GAME = "solo"
"""The id of the one game in such an office."""
MARK = ".solo"
"""The file by which such an office is known, and may be thrown away; it names the sheets that were taken from folders.
"""
_BEING_MADE = "being made"
"""What stands in it until there is a game: whoever is stopped before leaves nothing to be missed."""
_BESIDE = ".beginning"
"""The room in it where a game is begun before it takes the place of the one there was."""
ORDERS = "orders"
"""The folder in it where sheets may be dropped."""
_MAIL = "you@example.org"


@record
class Solo:
    """An office for one, open: the person's ``seat`` in its only game."""

    office: Office
    system: GameSystem
    seat: str

    @property
    def orders_folder(self) -> Path:
        """Where sheets may be dropped."""
        return self.office.root / ORDERS


@named_record
class Stand:
    """Where the game stands for the person who plays it."""

    turn: int
    """The last turn played."""
    need: Need
    """Whether the coming turn waits for the person's sheet."""
    playing: bool
    """Whether the person is still in the game."""
    page: Path
    """What to look at: the page that takes orders where there is one, else the report, else what lookers-on see."""
    ending: str = ""
    """Why it is over, in words; "" while it goes on."""
    places: tuple[Place, ...] = ()
    """The final standing, once it is over."""


@named_record
class Answer:
    """What became of a sheet: what an acknowledgement says of it, and the turns then played (none: it has faults)."""

    said: str
    faults: int
    played: tuple[int, ...] = ()


def is_solo(root: Path) -> bool:
    """Whether a folder holds an office this module made, or was to make when it was cut off."""
    mark = root / MARK
    return mark.is_file() or part_of(mark).is_file()


def begin_solo(
    root: Path,
    system: str,
    now: datetime,
    *,
    seat: str = "",
    seed: str = "",
    scenario: str = "",
    signups: Path | None = None,
    policies: Sequence[str] = (),
    strength: str = "",
) -> Solo:
    """Make the office and its game; who plays what is the sample game's, or stands in the ``signups`` file.

    ``seat`` is the person's ("" for the first), ``policies`` what the bots are: names taken in turn, or ``SEAT=NAME``;
    ``strength`` (``STRENGTHS``) says for all that are not named.
    The same ``seed`` ("" draws one) gives the same game for the same sheets. Raises :class:`OfficeError`.
    """
    kind = system_named(system)
    named, mixed = _policies(kind, policies, strength)
    cast_file = signups or shipped("sample") / system / "signups.toml"
    if signups is None and not cast_file.is_file():
        raise OfficeError(f"{kind.title} ships no sample game; say who plays what with --signups FILE")
    office = init_office(_room_beside(root), f"{kind.title} for one", sample=True)
    try:
        mine = _begun(office, kind, cast_file, now, seat, scenario, seed, named, mixed)
    except BaseException:
        office.close()
        shutil.rmtree(office.root)
        raise
    office.close()
    _cleared(root)
    # the settings last: a folder that has them has all else
    for path in sorted(office.root.iterdir(), key=lambda path: path.name == SETTINGS_FILE):
        path.rename(root / path.name)
    office.root.rmdir()
    write_whole(root / MARK, "[]")
    return Solo(open_office(root), kind, mine)


def _begun(
    office: Office,
    kind: GameSystem,
    cast_file: Path,
    now: datetime,
    seat: str,
    scenario: str,
    seed: str,
    named: Mapping[str, str],
    mixed: Iterator[str],
) -> str:
    """The game begun in an office, with its first reports; the person's seat comes out."""
    (office.root / ORDERS).mkdir(exist_ok=True)
    beginning = prepare(office, GAME, now, system=kind.name, scenario=scenario, seed=seed.encode() or None, pace_days=1)
    cast = read_signups(cast_file, kind, beginning.scenario)
    # which seat each one gets is settled by the same draw as when the game begins
    places = places_drawn(beginning, cast.entrants)
    seats = [places.get(e.seat, e.seat) for e in cast.entrants]
    mine = _seat_named(kind, seat or seats[0], seats)
    given = {_seat_named(kind, one, seats): policy for one, policy in named.items()}
    if mine in given:
        raise OfficeError(f"you play {kind.words.called(mine)} yourself; choose another with --seat")
    taken = []
    for entrant, place in zip(cast.entrants, seats, strict=True):
        if place == mine:
            taken.append(Taken(entrant, 1, fee="free"))
        else:
            policy = given.get(place) or kind.automatic.get(place) or next(mixed)
            taken.append(Taken(entrant, policy=policy))
    with office.store.writing() as connection:
        connection.execute(insert(t.players), [_person()])
        begin(office, connection, beginning, taken, now)
    write_reports(office, GAME)
    return mine


def _room_beside(root: Path) -> Path:
    """An empty room in the folder, beside the game that may be in it: that stays until another is begun. A folder
    without one has the mark first: whoever is stopped leaves what may be thrown away. Raises :class:`OfficeError` for
    other folders."""
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_solo(root):
        if any(root.iterdir()):
            raise OfficeError(f"{root} is not empty and no game of solo; name another folder with --folder")
        write_whole(root / MARK, _BEING_MADE)
    shutil.rmtree(root / _BESIDE, ignore_errors=True)
    return root / _BESIDE


def _cleared(root: Path) -> None:
    """Take all out of the folder but the mark, which comes first, and the room beside. The settings go before all
    else, so that nobody opens the rest."""
    write_whole(root / MARK, _BEING_MADE)
    (root / SETTINGS_FILE).unlink(missing_ok=True)
    for path in root.iterdir():
        if path.name in (MARK, _BESIDE):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def open_solo(root: Path) -> Solo | None:
    """The office in a folder made earlier; None if its making was cut off before there was a game.

    Raises :class:`OfficeError` where there was one and what it was kept in is gone: sheets and reports are there yet.
    """
    mark = root / MARK
    making = not mark.is_file() or mark.read_text(encoding="utf-8") == _BEING_MADE
    missing = next((name for name in (SETTINGS_FILE, "magika.sqlite3") if not (root / name).is_file()), "")
    if not missing:
        office = init_office(root, sample=True) if making else open_office(root)
        with office.store.reading() as connection:
            if GAME in game_ids(connection):
                game = load_game(connection, GAME)
                mine = next(h.seat for h in load_holders(connection, GAME).values() if h.email)
                reports_there(office, GAME)
                if making:
                    write_whole(mark, "[]")
                return Solo(office, game.system, mine)
        office.close()
        missing = "its game"
    if not making:
        raise OfficeError(f"{root}: {missing} is gone; put it back, or begin anew with --new, which throws all away")
    return None


def _person() -> dict[str, Any]:
    """The one player of such an office; his mail goes nowhere."""
    return {"id": 1, "name": "You", "address": "", "email": _MAIL, "account": "P0001", "currency": "USD"}


def _seat_named(system: GameSystem, said: str, seats: Sequence[str]) -> str:
    """A seat as it was called on the command line; :class:`OfficeError` if there is none such."""
    found = system.orders.GRAMMAR.seat([said.upper()], {})
    if not isinstance(found, str) or found not in seats:
        raise OfficeError(f"{system.title} has no seat {said}; there are {', '.join(sorted(seats))}")
    return found


STRENGTHS = ("weak", "mixed", "strong")
"""How strong the bots may be asked to be, in every game: those that win least, all a game has in turn, those that win
most."""


def _policies(system: GameSystem, said: Sequence[str], strength: str) -> tuple[dict[str, str], Iterator[str]]:
    """Policies by seat, and those the other bots take in turn: all the game has, its own first, if none is named and
    no other strength asked for. Raises :class:`OfficeError` for a policy the game has not."""
    known = system.bots.POLICIES
    named, mixed = {}, []
    for one in said:
        seat, equals, policy = one.rpartition("=")
        if policy not in known:
            raise OfficeError(f"{system.title} has no policy {policy!r}; there are {', '.join(known)}")
        if equals:
            named[seat.strip().upper()] = policy
        else:
            mixed.append(policy)
    if strength not in ("", *STRENGTHS):
        raise OfficeError(f"there is no strength {strength!r}; there are {', '.join(STRENGTHS)}")
    if strength and mixed:
        raise OfficeError("either a strength, or policies for all; SEAT=NAME goes with both")
    if strength in ("weak", "strong"):
        mixed = [(system.weakest if strength == "weak" else system.strongest) or system.bots.DEFAULT]
    special = set(system.automatic.values())
    own = [system.bots.DEFAULT, *(p for p in known if p != system.bots.DEFAULT and p not in special)]
    return named, cycle(mixed or own)


def stand_of(solo: Solo) -> Stand:
    """Where the game stands."""
    with solo.office.store.reading() as connection:
        game = load_game(connection, GAME)
        here = load_positions(connection, GAME, game.turn)[solo.seat]
        places = game.system.rules.standing(game.state(connection)) if game.ending else ()
    return Stand(
        turn=game.turn,
        need=here.need,
        playing=here.playing,
        page=_page(solo, game.turn),
        ending=game.how,
        places=tuple(places),
    )


def _page(solo: Solo, turn: int) -> Path:
    folder = solo.office.reports(GAME, turn)
    for name in (f"{solo.seat}.page.html", f"{solo.seat}.html"):
        if (folder / name).is_file():
            return folder / name
    return solo.office.overviews(GAME, turn) / "spectator.html"


def play_sheet(solo: Solo, given: Incoming, now: datetime, anyway: bool = False, *, look: bool = False) -> Answer:
    """Take a sheet (or a mail with one) for the coming turn and play that turn, and those after it that ask nothing.

    A sheet with faults is not played, unless ``anyway``: then as the office would have it, without what is wrong. To
    ``look`` is to be told what a sheet would come to, and no more.
    Raises :class:`OfficeError` for what is no sheet for this turn, game and seat.
    """
    mail = mail_of(given, "", "")
    with solo.office.store.writing() as connection:
        game = load_game(connection, GAME)
        holder = load_holders(connection, GAME)[solo.seat]
        memory = memory_of(connection, game, game.turn, solo.seat)
        paper = _sheet_in(solo, game, holder, mail, known_names(game, holder, memory))
        known = known_to(solo.system, solo.seat, game.state(connection), memory)
        judged = judge(solo.system, paper.sheet, solo.seat, known)
        refused = bool(judged.errors) and not (anyway or look) and paper.sheet.turn == game.turn + 1
        said = said_of(solo.system, judged, solo.seat, known, memory, accepted=not refused)
        if refused or (look and paper.sheet.turn == game.turn + 1):
            return Answer(said=said, faults=judged.errors)
        # the same sheet may come again after a turn was taken back: each answer has a name of its own
        mail = replace(mail, digest=seed_hash(f"{mail.digest}{now.isoformat()}".encode()))
        desk = OrderDesk(
            office=solo.office,
            connection=connection,
            game=game,
            holder=holder,
            mail=mail,
            now=now,
            proof=Credentials(kind=Credential.REPLY_ADDRESS),
            memory=memory,
        )
        # what stands already is not taken again: the run that took it was cut off before it played the turn
        due = game.turn + 1
        if paper.sheet.turn != due or desk.at_hand(due).sheet != kept_text(paper.sheet, game.orders.GRAMMAR):
            received = desk.take(paper.sheet, lambda: None)
            if received.outcome != Outcome.ACCEPTED:
                raise OfficeError(f"{given.source}: {received.reason}")
            if received.turn != due:
                connection.rollback()
                raise OfficeError(f"{given.source}: it is for turn {received.turn}; the coming one is turn {due}")
    return Answer(said=said, faults=judged.errors, played=_play(solo, now))


def _sheet_in(solo: Solo, game: Game, holder: Holder, mail: Mail, names: Mapping[str, str]) -> FoundSheet:
    """The one sheet for this game and seat in a message."""
    source, word = mail.source, solo.system.sheet_words[0]
    sheets = mail.contents.read(game.orders.GRAMMAR, names)
    if not sheets:
        why = mail.contents.trouble or f"there is no order sheet in it (GAME {GAME} TURN {game.turn + 1} … END)"
        raise OfficeError(f"{source}: {why}")
    mine = [one for one in sheets if one.sheet.game.casefold() == GAME]
    if not mine:
        raise OfficeError(f"{source}: it is a sheet for game {sheets[0].sheet.game}; here write GAME {GAME}")
    if len(mine) > 1:
        raise OfficeError(f"{source}: there are {len(mine)} sheets in it; give one at a time")
    if mine[0].sheet.seat not in ("", holder.seat):
        raise OfficeError(f"{source}: it is the sheet of {mine[0].sheet.seat}; you play {word} {holder.seat}")
    return mine[0]


def play_on(solo: Solo, now: datetime) -> tuple[int, ...]:
    """Play the coming turn without a new sheet: one that asks none, or one whose sheet was given before.

    Raises :class:`OfficeError` where it waits for a sheet.
    """
    stand = stand_of(solo)
    if stand.need is Need.REQUIRED and not _has_sheet(solo, stand.turn + 1):
        word, turn = solo.system.sheet_words[0], stand.turn + 1
        empty = f"GAME {GAME} TURN {turn} / {word} {solo.seat} / END"
        raise OfficeError(f"turn {turn} waits for your sheet; an empty one will do: {empty}")
    return _play(solo, now)


def _has_sheet(solo: Solo, turn: int) -> bool:
    with solo.office.store.reading() as connection:
        return solo.seat in ordering_seats(connection, load_game(connection, GAME), turn)


def begin_turns(solo: Solo, now: datetime) -> tuple[int, ...]:
    """Play the turns before the first that asks the person anything."""
    stand = stand_of(solo)
    waits = stand.ending or stand.need is not Need.NONE or not stand.playing
    return () if waits else _play(solo, now)


def _play(solo: Solo, now: datetime) -> tuple[int, ...]:
    """The coming turn, and those after it in which the person has nothing to say."""
    played = []
    while True:
        played.append(process_turn(solo.office, GAME, now, early=True).turn)
        stand = stand_of(solo)
        if stand.ending or not stand.playing or stand.need is not Need.NONE:
            return tuple(played)


def take_back(solo: Solo, now: datetime) -> tuple[int, ...]:
    """Take back the turns since the person's last sheet, its own included; the sheet is kept and may be played again.

    Raises :class:`OfficeError` if the person has played none.
    """
    with solo.office.store.reading() as connection:
        turn = load_game(connection, GAME).turn
        target = _before_last_sheet(connection, solo.seat, turn)
    if target is None:
        raise OfficeError("there is no turn of yours to take back")
    return tuple(undo_turn(solo.office, GAME, now) for _ in range(turn - target))


def _before_last_sheet(connection: Connection, seat: str, turn: int) -> int | None:
    """The last turn after which the person was asked, before the one he is asked now."""
    for earlier in range(turn - 1, -1, -1):
        here = load_positions(connection, GAME, earlier).get(seat)
        if here is not None and here.playing and here.need is not Need.NONE:
            return earlier
    return None


# Folders watched for order sheets: the office's own, and wherever a browser saves what it is told to.


_SHEETS = (".txt", ".ord", ".eml", ".pdf")
_MOST_BYTES = 2_000_000
"""No sheet, mail or form is longer; what else lies in a folder of downloads is not looked into."""


class Watched:
    """The files dropped since the game was last played here; nothing is moved or deleted.

    In ``elsewhere`` only what comes from now on counts, and only sheets of this game: all else is nobody's business.
    """

    def __init__(self, solo: Solo, elsewhere: Sequence[Path] = ()) -> None:
        self._own, self._mark = solo.orders_folder, solo.office.root / MARK
        for folder in elsewhere:
            if not folder.is_dir():
                raise OfficeError(f"there is no folder {folder} to watch")
        self._elsewhere = tuple(elsewhere)
        self._seen = set(json.loads(self._mark.read_text(encoding="utf-8") or "[]"))
        self._new: set[str] = set()
        self._passed = {key for folder in elsewhere for key, _ in _files(folder)}

    def fresh(self) -> list[Path]:
        """Files that are new and whole: a file counts when it is found unchanged a second time."""
        found, new = [], set()
        for folder in (self._own, *self._elsewhere):
            for key, path in _files(folder):
                if key in self._seen or key in self._passed:
                    continue
                if key not in self._new:
                    new.add(key)
                elif folder == self._own or _is_ours(path):
                    self._note(key)
                    found.append(path)
                else:
                    self._passed.add(key)
        self._new = new
        return found

    def _note(self, key: str) -> None:
        """A file is taken once, also when the game goes on another day."""
        self._seen.add(key)
        write_whole(self._mark, json.dumps(sorted(self._seen), indent=0))


def _files(folder: Path) -> list[tuple[str, Path]]:
    """The files that may be sheets, oldest first, each with a word that changes when the file does."""
    found = []
    for path in folder.iterdir():
        if path.suffix.casefold() in _SHEETS and path.is_file():
            about = path.stat()
            if about.st_size <= _MOST_BYTES:
                found.append((about.st_mtime_ns, path.name, f"{path.name} {about.st_mtime_ns} {about.st_size}", path))
    return [(key, path) for _, _, key, path in sorted(found)]


def _is_ours(path: Path) -> bool:
    """Whether there is a sheet of this game in a file."""
    try:
        sheets = [one for given in read(path) for one in mail_of(given, "", "").contents.read()]
    except UnreadableSource:
        return False
    return any(one.sheet.game.casefold() == GAME for one in sheets)
