"""After the season: is everything there, once, and right to the cent?"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections import Counter
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select, text

from magika_gm.app.accounts import ledger
from magika_gm.app.audit.verify import verify_game
from magika_gm.app.operations.doctor import examine
from magika_gm.app.record.games import game_ids
from magika_gm.store import tables as t
from tests.soak.letters import repeated
from tests.soak.season import Season

_CR = re.compile(rb"\r")


@dataclass(slots=True)
class Report:
    """What was found: lines of figures, and what is wrong (nothing, if all is well)."""

    lines: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def check(self, right: bool, what: str, detail: object = "") -> None:
        """Note that something is right, or what is wrong."""
        if right:
            self.lines.append(f"ok    {what}")
        else:
            self.wrong.append(f"{what}: {str(detail)[:600]}")
            self.lines.append(f"WRONG {what}: {str(detail)[:600]}")


def audit(season: Season, deep: bool = True) -> Report:
    """Every check of issue 17's trial."""
    found = Report()
    found.check(not season.faults, "nothing broke on the way", season.faults[:3])
    _gather(season)
    with season.office.store.reading() as connection:
        _books(season, connection, found)
        _mail_in(season, connection, found)
        _mail_out(season, connection, found)
        _everybody_has_his_report(season, connection, found)
        turns = connection.execute(select(func.count()).where(t.turns.c.turn > 0)).scalar() or 0
        names = game_ids(connection)
        rows = connection.execute(select(t.played.c.how, func.count()).group_by(t.played.c.how))
        hows = {how: number for how, number in rows}  # noqa: C416 - rows are not pairs
        over = connection.execute(select(func.count()).where(t.turns.c.ending.is_not(None))).scalar()
    found.lines.append(f"      {turns} turns of {len(names)} games, {over} of them over; played {hows}")
    _disk(season, turns, found)
    _verified(season, names, found)
    if deep:
        _doctor(season, found)
    return found


def _gather(season: Season) -> None:
    """What the machines keep on their own disks, together on the first: mails as they came, and report files."""
    first = season.machine(0)
    for n in range(1, len(season.net.machines)):
        for name in ("turns", "reports"):
            shutil.copytree(season.machine(n) / name, first / name, dirs_exist_ok=True, copy_function=_link)


def _link(source: str, target: str) -> None:
    if not os.path.exists(target):
        os.link(source, target)


def _books(season: Season, connection: Connection, found: Report) -> None:
    faults = ledger.faults_in_books(connection)
    found.check(not faults, "the books have no fault", faults[:5])
    sums, totals, cash = ledger.all_sums(connection), Counter[str](), Counter[str]()
    for (account, currency), amount in sums.items():
        totals[currency] += amount
        if account == ledger.CASH:
            cash[currency] += amount
    found.check(set(totals.values()) <= {0}, "every currency's accounts come to nothing in all", dict(totals))
    said = {currency: abs(amount) for currency, amount in cash.items()}
    found.check(said == season.paid, f"cash is what was paid: {season.payments} cheques, {said}", season.paid)
    e = t.entries.c
    undone = select(e.reverses).where(e.reverses.is_not(None))
    query = select(e.game, e.turn, e.seat, func.count()).where(
        e.cause.like("turn:%"), e.reverses.is_(None), e.id.not_in(undone)
    )
    charged = connection.execute(query.group_by(e.game, e.turn, e.seat)).all()
    twice = [row for row in charged if row[3] != 1]
    found.check(not twice, f"each of {len(charged)} turns played was charged once", twice[:5])
    p = t.played.c
    required = select(p.game, p.turn, p.seat).where(p.player.is_not(None), p.how.not_in(("may", "none")))
    played = {tuple(row) for row in connection.execute(required)}
    missing = played - {(row[0], row[1], row[2]) for row in charged}
    free = {
        (g, s) for g, s in connection.execute(select(t.seats.c.game, t.seats.c.seat).where(t.seats.c.fee != "turn"))
    }
    missing = {row for row in missing if (row[0], row[2]) not in free}
    found.check(not missing, "no turn that was played went uncharged", sorted(missing)[:5])


def _plain(raw: bytes) -> str:
    """A mail's digest whatever its line ends became on the way."""
    return sha256(_CR.sub(b"", raw).rstrip(b"\n")).hexdigest()


def _mail_in(season: Season, connection: Connection, found: Report) -> None:
    rows = connection.execute(select(t.inbox.c.message_id, t.inbox.c.outcome, t.inbox.c.path)).all()
    kept, lost = set(), []
    for _, _, path in rows:
        file = season.machine(0) / path
        if file.is_file():
            kept.add(_plain(file.read_bytes()))
        else:
            lost.append(path)
    found.check(not lost, f"each of {len(rows)} mails taken in is kept as it came", lost[:5])
    known = {row[0] for row in rows}
    unaccounted = []
    for raw in season.put:
        if _plain(raw) not in kept:
            message_id = str(message_from_bytes(raw, policy=policy.compat32)["Message-ID"])
            if message_id not in known:
                unaccounted.append(message_id)
    came = len({_plain(raw) for raw in season.put})
    found.check(not unaccounted, f"each of {len(season.put)} mails that came is accounted for", unaccounted[:5])
    found.check(len(rows) <= came, f"none of {came} different ones was taken in twice", len(rows))
    outcomes = Counter(row[1] for row in rows)
    found.lines.append(
        f"      {dict(outcomes)}; {season.players.repeats} came twice, {season.players.wrecks} were wrecks"
    )


def _mail_out(season: Season, connection: Connection, found: Report) -> None:
    o = t.outbox.c
    rows = connection.execute(select(o.message_id, o.state, o.recipient)).all()
    states = Counter(row[1] for row in rows)
    taken = Counter(one.message_id for one in season.letters.taken)
    sent = {row[0] for row in rows if row[1] == "sent"}
    found.check(not states.get("waiting"), "no mail is left waiting", dict(states))
    never = [message_id for message_id in sent if not taken[message_id]]
    found.check(not never, f"each of {len(sent)} mails called sent reached the mail server", never[:5])
    failed = {row[0]: row[2] for row in rows if row[1] == "failed"}
    kept_back = failed.keys() - season.letters.refused
    odd = [one for one in kept_back if failed[one] in season.players.people]
    odd += season.letters.refused - failed.keys()
    what = f"the {len(failed) - len(kept_back)} mails that the server refused for good failed, and no others"
    found.check(not odd, f"{what} but {len(kept_back)} to addresses wrecks had made up", odd[:5])
    unknown = [message_id for message_id in taken if message_id not in {row[0] for row in rows}]
    found.check(not unknown, "the server took no mail the office does not know", unknown[:5])
    away = season.server.restarts if season.server else []
    twice, wrong = repeated(season.letters, away)
    found.check(not wrong, f"{twice} mails went twice, each in flight when a line broke", wrong[:5])
    found.lines.append(
        f"      {dict(states)}; put off {season.letters.put_off} times, {season.letters.cut} answers cut off"
    )


def _everybody_has_his_report(season: Season, connection: Connection, found: Report) -> None:
    """The newest report of each seat that a person plays came to him, but where the server refused it."""
    o = t.outbox.c
    query = (
        select(o.game, o.seat, func.max(o.turn)).where(o.kind == "report", o.state == "sent").group_by(o.game, o.seat)
    )
    late = [
        (game, seat, turn, season.players.reports.get((game, seat)))
        for game, seat, turn in connection.execute(query)
        if season.players.reports.get((game, seat), -1) < turn
    ]
    found.check(not late, f"all of {len(season.players.reports)} seats have their newest report", late[:5])


def _disk(season: Season, turns: int, found: Report) -> None:
    sizes: dict[str, int] = {}
    for name in ("turns", "reports"):
        files = [path for path in (season.machine(0) / name).rglob("*") if path.is_file()]
        sizes[name] = sum(path.stat().st_size for path in files)
    if season.server is not None:
        with season.office.store.reading() as connection:
            sizes["database"] = connection.execute(text("SELECT pg_database_size(current_database())")).scalar() or 0
    else:
        sizes["database"] = sum(path.stat().st_size for path in season.machine(0).glob("magika.sqlite3*"))
    per = ", ".join(
        f"{name} {size / 1e6:.0f} MB ({size / max(1, turns) / 1e3:.0f} kB a turn)" for name, size in sizes.items()
    )
    found.lines.append(f"      disk: {per}")


def _verified(season: Season, names: list[str], found: Report) -> None:
    began, total, wrong = time.monotonic(), 0, []
    for name in names:
        verdicts = verify_game(season.office, name)
        total += len(verdicts)
        wrong += [(name, v.turn, v.differences) for v in verdicts if v.differences]
    found.check(not wrong, f"each of {total} turns verifies ({time.monotonic() - began:.0f} s)", wrong[:5])


def _doctor(season: Season, found: Report) -> None:
    """What the doctor finds, but for what was done on purpose: mails the server refused."""
    refused = len(season.letters.refused)
    unhealthy: list[Any] = []
    for examined in examine(season.machine(0), season.now):
        if examined.check == "mail out" and refused:
            others = [f for f in examined.findings if "failed" not in f.what and "more like these" not in f.what]
            unhealthy += [(examined.check, f.place, f.what) for f in others if f.needed and not f.fixed]
        elif not examined.healthy:
            unhealthy += [(examined.check, f.place, f.what) for f in examined.findings if f.needed and not f.fixed]
    found.check(not unhealthy, "doctor finds nothing", unhealthy[:8])


def memory_lines(season: Season) -> list[str]:
    """The largest each program was, month by month."""
    names = sorted({name for month in season.memory.values() for name in month})
    return [
        f"      {name}: {' '.join(f'{month.get(name, 0) / 1e6:.0f}' for _, month in sorted(season.memory.items()))} MB"
        for name in names
    ]


def folder_of(season: Season) -> Path:
    """Where everything lies."""
    return season.folder
