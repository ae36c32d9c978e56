"""What an office holds on one person, given out as a folder he can read."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, select

from magika_gm.app.accounts.bookkeeping import as_csv, statement_of
from magika_gm.app.accounts.rates import figures
from magika_gm.app.enrolment.players import known_of
from magika_gm.app.office.doors import commands_noted
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, path_name
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.editions import edition_of, write_seat
from magika_gm.app.turns.sealing import damaged
from magika_gm.engine.records import record
from magika_gm.mail.mailboxes import compared
from magika_gm.store import tables as t
from magika_gm.store.vocabulary import (
    AddressState,
    Credential,
    MailState,
)
from magika_gm.whole_files import whole_folder, write_whole

Place = tuple[str, int, str]
"""Game, turn and seat of a report."""
SHORTEST = 3
"""Characters of a word by which somebody is looked for in texts."""
_BELIEVED = (Credential.PASSWORD, Credential.REPLY_ADDRESS, Credential.MASTER)


class His:
    """What of the record is one person's."""

    def __init__(self, connection: Connection, number: int) -> None:
        self.connection, self.number = connection, number
        p, r, c, s = t.players.c, t.readers.c, t.address_changes.c, t.seats.c
        self.row = connection.execute(select(t.players).where(p.id == number)).mappings().one()
        read = connection.execute(select(t.readers).where(r.player == number)).mappings().all()
        self.reports = {(one["game"], one["turn"], one["seat"]) for one in read}
        changed = select(c.old, c.new).where(c.player == number, c.state == AddressState.DONE)
        mailboxes = {address for pair in connection.execute(changed) for address in pair}
        m = t.merges.c
        merged = connection.execute(select(m.before).where(m.player == number, m.undone_at == "")).scalars()
        records = [self.row, *read, *(json.loads(before)["gone"] for before in merged)]
        mailboxes |= {one["email"] for one in records}
        others = connection.execute(select(p.name, p.email).where(p.id != number)).all()
        self.addresses = {compared(address) for address in mailboxes if address}
        self.own_addresses = self.addresses - {compared(email) for _, email in others}
        held = select(s.game, s.seat, s.character).where(s.player == number)
        self.seats = {(game, seat): name for game, seat, name in connection.execute(held)}
        given = {str(one[key]) for one in records for key in ("name", "address", "phone", "fax") if one.get(key)}
        shared = {name.casefold() for name in connection.execute(select(s.character).distinct()).scalars()}
        shared |= {name.casefold() for name, _ in others}  # a character's, or somebody else's
        mailboxes = {address for address in mailboxes if compared(address) in self.own_addresses}
        names = {name for name in given if name.casefold() not in shared} | mailboxes
        self.names = {name for name in names if len(name) >= SHORTEST}
        played = select(r.game, r.seat, r.player).where(r.game.in_({game for game, _ in self.seats})).distinct()
        self.alone = self.seats.keys() - {
            (game, seat) for game, seat, one in connection.execute(played) if one != number
        }

    @property
    def account(self) -> str:
        """The account's name: all that is left of his."""
        return str(self.row["account"])

    @property
    def games(self) -> list[str]:
        """The games he sits or sat in."""
        return sorted({game for game, *_ in (*self.seats, *self.reports)})

    @cached_property
    def words(self) -> re.Pattern[str] | None:
        """What names him in a text: names as they are written, mail addresses however their letters are."""
        found = sorted(self.names, key=len, reverse=True)
        parts = [f"(?i:{re.escape(name)})" if "@" in name else re.escape(name) for name in found]
        return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)") if parts else None

    def ordered(self, game: str | None, turn: int | None, seat: str | None) -> bool:
        """Whether a mail about a seat's turn is about one of his: he had the report before it."""
        if turn is None:
            return (game, seat) in self.alone
        return (game, turn - 1, seat) in self.reports

    def mails(self, everything: bool = False) -> list[RowMapping]:
        """Mails he sent; with ``everything`` those in his name that proved nothing, too."""
        found = []
        for row in self.connection.execute(select(t.inbox).order_by(t.inbox.c.id)).mappings():
            sender = compared(row["sender"] or "")
            sure = everything or sender in self.addresses or row["proof"].startswith(_BELIEVED)
            his = sender in self.own_addresses or (sure and self.ordered(row["game"], row["turn"], row["seat"]))
            found += [row] if his else []
        return found

    def letters(self) -> list[RowMapping]:
        """What was written to him."""
        found = []
        for row in self.connection.execute(select(t.outbox).order_by(t.outbox.c.id)).mappings():
            to, place = compared(row["recipient"]), (row["game"], row["seat"])
            mine = place in self.seats or (row["game"], row["turn"], row["seat"]) in self.reports
            found += [row] if to in self.own_addresses or (to in self.addresses and mine) else []
        return found

    def sheets(self) -> list[RowMapping]:
        """Order sheets as they were read from his mails."""
        s = t.sheets.c
        query = select(t.sheets).where(s.game.in_(self.games), s.sheet != "").order_by(s.game, s.turn, s.seat)
        rows = self.connection.execute(query.order_by(s.revision)).mappings()
        return [row for row in rows if self.ordered(row["game"], row["turn"], row["seat"])]

    def rows(self, table: Table) -> list[dict[str, Any]]:
        """The rows of a table that knows players by their number; what passwords are kept as is left out."""
        query = select(table).where(table.c.player == self.number).order_by(*table.primary_key.columns)
        rows = self.connection.execute(query).mappings()
        return [{key: value for key, value in row.items() if key not in ("password", "told")} for row in rows]

    def said(self) -> list[RowMapping]:
        """Messages he sent to other players."""
        m, p = t.messages.c, t.played.c
        mine = (p.game == m.game) & (p.turn == m.turn) & (p.seat == m.sender) & (p.player == self.number)
        query = select(t.messages).join(t.played, mine).order_by(m.game, m.turn, m.nr)
        return list(self.connection.execute(query).mappings())

    def is_meant(self, given: Mapping[str, str]) -> bool:
        """Whether the words of a command name him."""
        handles = {str(self.number), self.account, self.row["name"], self.row["email"]}
        handles = {word.casefold() for word in (*handles, *(f"{game}:{seat}" for game, seat in self.seats)) if word}
        named = {given.get(key, "").casefold() for key in ("who", "player", "account", "merge", "unmerge")}
        return bool(named & handles) or (given.get("game", ""), given.get("seat", "").upper()) in self.seats

    def going_on(self) -> list[str]:
        """The seats he plays, in games that are not over: ``12:C``."""
        found = []
        for game, seat in sorted(self.seats):
            loaded, over = load_game(self.connection, game), load_game(self.connection, game, public=True).ending
            if not over and seat in loaded.system.rules.playing(loaded.state(self.connection)):
                found.append(f"{game}:{seat}")
        return found


# --- given out ------------------------------------------------------------------------------------------------------


@record
class Exported:
    """A folder with all that is held on a person."""

    player: int
    folder: Path
    files: int
    reports: int
    mails: int
    letters: int


_ABOUT_HIM = ("player", "address", "pay", "credit", "refund", "charge", "fee", "insure", "standby place", "wait")
"""Commands whose lines in the log are about a person; others may tell him what he must not know."""
_README = """\
What the office "{office}" holds on {name} (player {number}, account {account}), {day}.

person.json      the record of the person, and all sign-ups, places in line, changes of address, results
account.csv      the account: every entry on it, with what stood on it then
games.csv        each turn played: how the orders came about, and what they were
messages.csv     messages sent to other players
mails.csv        the mails that came, and what became of each; as they came: mails/
letters.csv      what was written back; the texts: letters/
sheets/          order sheets as they were read from those mails
reports/         the reports of each turn, in every form
log.jsonl        what the game master changed by command about this person

Passwords are not here: they are kept as hashes (scrypt), from which nobody can tell them. Older backups of the office
may hold more than this folder, and so may the mailbox on the server it gets its mail from.
"""


def export_person(office: Office, said: str, folder: Path, now: datetime) -> Exported:
    """Write all that is held on a person into a new ``folder``; of games that go on what was published alone.

    Raises :class:`OfficeError` where the folder holds anything, or nobody is called so.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OfficeError(f"{folder} is not empty; name a new folder")
    line, entries = statement_of(office, said)
    with office.store.reading() as connection:
        his = His(connection, line.player)
        public = {game: load_game(connection, game, public=True) for game in his.games}
        known = known_of(connection, line.player)
        mails, letters, sheets, messages = his.mails(), his.letters(), his.sheets(), his.said()
        letters = [row for row in letters if row["state"] != MailState.HELD]  # its turn is the game master's alone
        about = (t.signups, t.standbys, t.address_changes, t.results, t.readers, t.debts)
        rest: dict[str, Any] = {table.name: his.rows(table) for table in about}
        for table in (t.absences, t.calls):
            rows = connection.execute(select(table).where(table.c.game.in_(his.games))).mappings()
            rest[table.name] = [dict(row) for row in rows if (row["game"], row["seat"]) in his.alone]
        played = [row for row in his.rows(t.played) if row["turn"] <= public[row["game"]].turn]
        for name in ("results", "readers"):
            rest[name] = [row for row in rest[name] if row["turn"] <= public[row["game"]].turn]
        reports = sorted(place for place in his.reports if place[1] <= public[place[0]].turn)
        with whole_folder(folder) as part:
            _person(part, {"person": asdict(known), **rest})
            day = now.astimezone(office.settings.zone).strftime("%Y-%m-%d")
            called = {"office": office.settings.text("office", "name"), "name": known.name, "number": known.player}
            write_whole(part / "README.txt", _README.format(**called, account=known.account, day=day))
            heads = ("entry", "made_at", "text", "currency", "amount", "turns", "balance", "free_turns")
            booked = ((one.entry, one.made_at, one.text, one.currency, figures(one.cents, one.currency), one.turns,
                       figures(one.balance_cents, one.currency), one.free_turns) for one in entries)  # fmt: skip
            _table(part / "account.csv", heads, booked)
            _table(part / "games.csv", ("game", "plays", "title", "seat", "turn", "how", "orders"), (
                (row["game"], public[row["game"]].system.title, public[row["game"]].title, row["seat"], row["turn"],
                 row["how"], row["orders"].replace("\n", "; ")) for row in played
            ))  # fmt: skip
            _mapped(part / "messages.csv", ("game", "turn", "sender", "addressee", "anonymous", "text"), messages)
            _mapped(part / "mails.csv", ("id", "received_at", "sender", "subject", "outcome", "reason", "game", "turn",
                                         "seat", "proof", "settled"), mails)  # fmt: skip
            _mapped(part / "letters.csv", ("id", "created_at", "recipient", "kind", "subject", "game", "turn", "seat",
                                           "state"), letters)  # fmt: skip
            for row in letters:
                if row["body"]:
                    _text(part / "letters" / f"{row['id']}.txt", f"{row['subject']}\n\n{row['body']}")
            for row in sheets:
                name = f"{path_name(row['game'])}-{row['turn']}-{path_name(row['seat'], 'seat')}-{row['revision']}.txt"
                _text(part / "sheets" / name, row["sheet"])
            copied = sum(_copied(office, row, part / "mails") for row in mails)
            log = [asdict(one) for one in commands_noted(office.root) if one.command in _ABOUT_HIM
                   and his.is_meant(one.given)]  # fmt: skip
            _text(part / "log.jsonl", "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in log))
            made = sum(_report_of(office, connection, place, part / "reports") for place in reports)
            files = sum(path.is_file() for path in part.rglob("*"))
    return Exported(known.player, folder, files, made, copied, len(letters))


def _person(part: Path, rows: Mapping[str, Any]) -> None:
    write_whole(part / "person.json", json.dumps(rows, ensure_ascii=False, indent=1) + "\n")


def _text(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    write_whole(path, text)


def _table(path: Path, heads: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    write_whole(path, as_csv(heads, rows))


def _mapped(path: Path, names: tuple[str, ...], rows: Iterable[RowMapping]) -> None:
    _table(path, names, ([row[name] for name in names] for row in rows))


def _copied(office: Office, row: RowMapping, folder: Path) -> bool:
    """Copy a mail as it came; whether it lies here."""
    came = office.came(row["path"]) if row["path"] else None
    if came is None or not came.is_file():
        return False
    folder.mkdir(exist_ok=True)
    shutil.copyfile(came, folder / f"{row['id']}{came.suffix}")
    return True


def _report_of(office: Office, connection: Connection, place: Place, folder: Path) -> bool:
    """Copy a report, or write it from the record where it is not here; whether there is one."""
    game, turn, seat = place
    there, name = office.reports(game, turn), path_name(seat, "seat")
    to = folder / path_name(game) / str(turn)
    to.mkdir(parents=True, exist_ok=True)
    if there.is_dir() and not damaged(office, game, turn, [seat]):
        for path in sorted(there.glob(f"{name}.*")):
            shutil.copyfile(path, to / path.name)
        return True
    edition = edition_of(office, connection, game, turn)
    if seat in edition.reports:
        write_seat(edition, seat, to)
    return seat in edition.reports
