"""Games of two in the office, day by day: everything an office says of them has no word of another game."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.systems.contract import contract_of, saying
from tests.systems.test_office_life import begun, file_of, words_of

pytestmark = pytest.mark.usefixtures("sketched")
OURS = re.compile(r"magika[-_]gm|magika\.(?:toml|sqlite3)|MAGIKA_\w+|\bSun,? \d|Rune=|aria-\w+", re.IGNORECASE)
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


@pytest.mark.parametrize("name", saying("foreign"))
def test_a_game_day_by_day(name: str, tmp_path: Path) -> None:
    """Standby, insurance, fees, review, absence, a drop-out."""
    run, asked, office = begun(name, tmp_path), contract_of(name), tmp_path / "office"
    seat, other = asked.seat, asked.other
    heard = [run("insure", "12", other, "e-mail"), run("fee", "12", seat, "free")]
    heard.append(run("standby", "add", "Una Byron", "una@example.org", "--password", "owl light"))
    heard.append(run("ingest", run.mail(seat, 1, *asked.good, "HELP", "STATUS", "WHY 1")))
    heard.append(run("ingest", run.mail(other, 1, "MESSAGE", "to whom it may concern", "END MESSAGE")))
    heard.append(run("process-turn", "12", "--early", "--review"))
    assert not list((office / "outbox").rglob("report-*")), "it waits for the game master"
    assert "12" in run("publish", "12")
    assert all("to whom it may concern" in words_of(tmp_path, 1, one) for one in (seat, other))
    heard.append(run("gm-report", "12"))
    heard.append(run("ingest", run.mail(other, 2, "ABSENT 2026-01-01 to 2026-01-02")))
    heard.append(run("standby", "place", "12", other, "1", "--yes"))
    heard.append(run("process-turn", "12", "--early"))
    assert file_of(tmp_path, 2, other)["player"]["name"] == "Una Byron"
    heard.append(run("explain", "12", "2", seat))
    heard.append(run("ingest", run.mail(seat, 3, "RESIGN")))
    heard.append(run("process-turn", "12", "--early"))
    last = file_of(tmp_path, 3, other)
    assert last["winner"] == other
    heard += [run("deliver"), run("status"), run("games"), run("players"), run("hall-of-fame", "12")]
    assert "Una" in heard[-1]
    heard += [run("inbox", "12"), run("accounts"), run("standby", "list"), run("acts", "12"), run("verify", "12")]
    heard.append(run("player", str(file_of(tmp_path, 0, seat)["player"]["name"])))
    foreign = re.compile(rf"\b(?:{asked.foreign}|(?:GM|EBON|DIPL|VP)-\d+)\b|magika", re.IGNORECASE)
    for where, text in [*said(office), *(("the terminal", text) for text in heard)]:
        found = foreign.search(OURS.sub("", text))
        assert found is None, f"{where}: {text[max(0, found.start() - 80) : found.end() + 40]!r}"
