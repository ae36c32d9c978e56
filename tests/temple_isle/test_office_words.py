"""Temple Isle in the office, day by day: standby, insurance, review, absence, forfeit; and no word of another game."""

from __future__ import annotations

import email
import email.policy
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.desk import Desk
from tests.temple_isle.test_office import SAMPLE, run

__all__ = ["run"]
FOREIGN = re.compile(r"\b(?:mages?|ebon|goblins?|arena|novices?|(?:GM|EBON|DIPL|VP)-\d+)\b|magika", re.IGNORECASE)
OURS = re.compile(r"magika[-_]gm|magika\.(?:toml|sqlite3)|MAGIKA_\w+", re.IGNORECASE)
"""The program's own name (a decision: it is taken away before anybody looks)."""


def said(office: Path) -> Iterator[tuple[str, str]]:
    """Everything an office wrote: mails that went out, reports in every form that is text."""
    for path in sorted((office / "outbox").rglob("*.eml")):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        head = "\n".join(f"{key}: {value}" for key, value in message.items() if key in ("From", "Subject"))
        yield path.name, head
        for part in message.walk():
            if part.get_content_maintype() == "text":
                yield path.name, part.get_content()
    for path in sorted((office / "reports").rglob("*.*")):
        if path.suffix in (".txt", ".html", ".json"):
            yield str(path.relative_to(office)), path.read_text(encoding="utf-8")


def test_a_game_day_by_day(run: Desk, tmp_path: Path) -> None:
    office = tmp_path / "office"
    heard = [
        run("new-game", "12", "--game", "temple_isle", "--signups", str(SAMPLE / "signups.toml"), "--seed", "ab" * 16)
    ]
    heard.append(run("insure", "12", "MOON", "e-mail"))
    heard.append(run("standby", "add", "Una Byron", "una@example.org", "--password", "owl light"))
    heard.append(run("ingest", run.mail("SUN", 1, "WATER c1", "HELP", "STATUS", "WHY 1")))
    heard.append(run("ingest", run.mail("MOON", 1, "MESSAGE", "to whom it may concern", "END MESSAGE")))
    heard.append(run("process-turn", "12", "--early", "--review"))
    assert "12" in run("publish", "12")
    assert "to whom it may concern" in (office / "reports" / "12" / "1" / "SUN.txt").read_text(encoding="utf-8")
    assert "to whom it may concern" in (office / "reports" / "12" / "1" / "MOON.txt").read_text(encoding="utf-8")
    first = json.loads((office / "reports" / "12" / "1" / "SUN.json").read_text(encoding="utf-8"))["first"]
    other = "MOON" if first == "SUN" else "SUN"
    heard.append(run("ingest", run.mail(other, 2, "FAST NONE", "U1 N", "ABSENT 2026-01-01 to 2026-01-02")))
    heard.append(run("standby", "place", "12", other, "1", "--yes"))
    for turn in range(2, 7):
        heard.append(run("process-turn", "12", "--early"))
        heard.append(run("gm-report", "12"))
        heard.append(run("explain", "12", str(turn), first))
        if json.loads((office / "reports" / "12" / str(turn) / "SUN.json").read_text(encoding="utf-8"))["ended"]:
            break
    last = json.loads((office / "reports" / "12" / str(turn) / "SUN.json").read_text(encoding="utf-8"))
    assert (turn, last["ending"], last["winner"]) == (6, "forfeit", other)
    heard += [
        run("deliver"),
        run("status"),
        run("games"),
        run("players"),
        run("hall-of-fame", "12"),
        run("inbox", "12"),
    ]
    heard += [run("inbox", "12"), run("accounts"), run("standby", "list"), run("acts", "12"), run("verify", "12")]
    for where, text in [*said(office), *(("the terminal", text) for text in heard)]:
        found = FOREIGN.search(OURS.sub("", text))
        assert found is None, f"{where}: {text[max(0, found.start() - 80) : found.end() + 40]!r}"
