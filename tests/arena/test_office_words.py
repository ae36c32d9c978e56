"""Arena in the office, day by day: standby, insurance, fees, review, absence, forfeit; and no word of another game."""

from __future__ import annotations

import email
import email.policy
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.test_office import begin, run
from tests.desk import Desk

__all__ = ["run"]
pytestmark = pytest.mark.usefixtures("sketched")
FOREIGN = re.compile(
    r"\b(?:mages?|ebon|novices?|aptitudes?|endurance|globe of life|temples?|isles?|sun|moon|clans?|runes?|decks?"
    r"|xom|zol|(?:GM|EBON|DIPL|VP)-\d+)\b|magika",
    re.IGNORECASE,
)
OURS = re.compile(r"magika[-_]gm|magika\.(?:toml|sqlite3)|MAGIKA_\w+|\bSun \d|\bSun, \d|Rune=|aria-\w+", re.IGNORECASE)
"""The program's own name (a decision: it is taken away before anybody looks); Sundays."""


def said(office: Path) -> Iterator[tuple[str, str]]:
    """Everything an office wrote: mails that went out, reports in every form that is text."""
    for path in sorted((office / "outbox").rglob("*.eml")):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        yield path.name, "\n".join(f"{key}: {value}" for key, value in message.items() if key in ("From", "Subject"))
        for part in message.walk():
            if part.get_content_type() in ("text/plain", "text/html"):
                yield path.name, part.get_content()
    for path in sorted((office / "reports").rglob("*.*")):
        if path.suffix in (".txt", ".json") or (path.suffix == ".html" and ".page" not in path.suffixes):
            yield str(path.relative_to(office)), path.read_text(encoding="utf-8")


def test_a_game_day_by_day(run: Desk, tmp_path: Path) -> None:
    office = tmp_path / "office"
    reports = office / "reports" / "12"
    begin(run)
    heard = [run("insure", "12", "B", "e-mail"), run("fee", "12", "A", "free")]
    heard.append(run("standby", "add", "Una Byron", "una@example.org", "--password", "owl light"))
    heard.append(run("ingest", run.mail("A", 1, "MOVE A1 e3", "HELP", "STATUS", "WHY 1")))
    heard.append(run("process-turn", "12", "--early", "--review"))
    assert not (office / "outbox").exists() or not list((office / "outbox").rglob("report-*"))
    heard.append(run("publish", "12"))
    spectators = [p for p in reports.rglob("*") if "spectat" in p.name or "public" in p.name]
    heard.append(run("gm-report", "12"))
    spectators = [p for p in reports.rglob("*") if "spectat" in p.name] or spectators
    assert spectators, sorted(p.name for p in reports.rglob("*"))
    assert all("Disenchant" not in p.read_text(encoding="utf-8", errors="replace") for p in spectators), "cards unseen"
    heard.append(run("ingest", run.mail("B", 2, "MOVE B3 W", "ABSENT 2026-01-01 to 2026-01-02")))
    heard.append(run("standby", "place", "12", "B", "1", "--yes"))
    heard.append(run("process-turn", "12", "--early"))
    assert "Una Byron" in (reports / "2" / "B.json").read_text(encoding="utf-8")
    heard.append(run("explain", "12", "2", "A"))
    heard.append(run("ingest", run.mail("A", 3, "RESIGN")))
    heard.append(run("process-turn", "12", "--early"))
    last = json.loads((reports / "3" / "A.json").read_text(encoding="utf-8"))
    assert (last["ending"], last["winner"]) == ("resign", "B")
    heard += [run("deliver"), run("status"), run("games"), run("players"), run("hall-of-fame", "12")]
    assert "Una" in heard[-1]
    heard += [run("inbox", "12"), run("accounts"), run("standby", "list"), run("acts", "12"), run("verify", "12")]
    heard.append(run("player", "Ruth Okafor"))
    for where, text in [*said(office), *(("the terminal", text) for text in heard)]:
        found = FOREIGN.search(OURS.sub("", text))
        assert found is None, f"{where}: {text[max(0, found.start() - 80) : found.end() + 40]!r}"
