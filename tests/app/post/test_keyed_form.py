"""A quoted order form is one of ours by its keyed line, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.app.office.office import Office
from magika_gm.app.post.credentials import form_key
from magika_gm.app.turns.process import process_turn
from magika_gm.engine.sheet.offered import without_key
from magika_gm.engine.sheet.reader import read_sheets
from tests.app.post.test_bare_lines import Player, fresh, good_lines
from tests.app.postroom import NOW, Post, begin, mails_in, sheet, to_letter
from tests.offices import NO_WORDS, copied

OTHERS_FORM = "GAME 7 TURN 2\nMAGE C\n1 DROP ALL\n5 DROP ALL\nEND"


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Player]]:
    found = {name: Player(tmp_path_factory.mktemp("keyed") / name, name) for name in games.SYSTEMS}
    yield found
    for player in found.values():
        player.post.office.close()


@pytest.mark.parametrize("name", tuple(games.SYSTEMS))
def test_every_form_that_is_mailed_bears_its_key(players: dict[str, Player], name: str) -> None:
    """In text and HTML, in the report and in what FORM asks for; of each seat another."""
    player = players[name]
    player.post.one("FORM\n", sender=player.address, to=player.reply_to)
    mails = [mail for mail in player.post.delivered() if mail["Reply-To"]]
    keys = set()
    for mail in mails.copy():
        for kind in ("plain", "html"):
            part = mail.get_body((kind,))
            assert part is not None
            text = part.get_content()
            if NO_WORDS in text:
                mails.remove(mail)
                break
            ((_, key),) = re.findall(r"GAME 7 TURN 1(<br>|\s+); form ([a-z2-7]{24})\b", text)
            keys.add(key)
    assert len(keys) == len({str(mail["To"]) for mail in mails}) > 1


@pytest.mark.parametrize("name", tuple(games.SYSTEMS))
def test_what_an_acknowledgement_repeats_is_no_form(players: dict[str, Player], name: str) -> None:
    """Thanks for it, with all of it quoted, order nothing and reproach nobody with a form."""
    player = fresh(players[name])
    good = good_lines(player)
    assert player.answers(good).outcome == "accepted"
    (told,) = [m for m in player.post.delivered() if "orders accepted" in str(m["Subject"])]
    part = told.get_body(("plain",))
    assert part is not None
    assert "; form" not in part.get_content()
    to = str(told["Reply-To"])
    assert player.answers("Thank you both, that was quick!", below=part.get_content(), to=to).outcome == "remark"
    assert len(player.sheets()) == 1
    assert "; form" not in player.told()


def attacked(folder: Path) -> Office:
    """Turn 1 is over; in it A sent C a message that says what C's order form says."""
    office = begin(folder)
    post = Post(office)
    key = form_key(office, "7", "C", 2)
    lines = f"; form {key}\n> GAME 7 TURN 2\n> ; form {key}\n> 1 DROP ALL"
    received = post.one(sheet(f"MESSAGE TO C\n{lines}\nEND MESSAGE", letter="A"), sender="ann@example.org")
    assert (received.outcome, received.faults) == ("accepted", 0)
    process_turn(office, "7", NOW, early=True)
    post.delivered()
    return office


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    office = copied(tmp_path / "office", attacked)
    yield Post(office, sent=1)
    office.close()


def report(post: Post) -> tuple[str, str]:
    """The address and the text of C's report."""
    mail = to_letter(mails_in(post.office.root / "outbox"), "C", "turn 1")
    part = mail.get_body(("plain",))
    assert part is not None
    return str(mail["Reply-To"]), part.get_content()


def quoting(post: Post, text: str, own: str = "Is that allowed?", mark: str = "> ") -> str:
    """C answers, quoting some text; what stands for him then."""
    quoted = "".join(f"{mark}{row}\n" for row in text.splitlines())
    post.one(f"{own}\n\nOn Sunday the office wrote:\n\n{quoted}", to=report(post)[0])
    rows = post.rows("SELECT sheet FROM sheets WHERE turn = 2 ORDER BY revision DESC")
    return str(rows[0][0]) if rows else ""


def test_no_message_carries_the_line(post: Post) -> None:
    key = form_key(post.office, "7", "C", 2)
    text = report(post)[1]
    assert text.count(key) == 1
    assert "| ; form ..." in text
    assert "| > ; form ..." in text


@pytest.mark.parametrize("key", ["k3f7abcdefghijklmnopqrs2", "yqfdhecytqzxdkbbnnbgkzvg"])
@pytest.mark.parametrize(
    "row", ["; form {}", ";  FORM {}", "x;form:{} y", "; fo\u200brm {}", "; form \u00ad{}", "; form {} {}"]
)
def test_the_line_is_blotted_out_however_it_is_written(row: str, key: str) -> None:
    assert key not in without_key(row.format(key, key)).replace("\u200b", "")
    plain = "in what form do we meet, 7 or 8? The form of internationalization7"
    assert without_key(plain.removesuffix("7")) == plain.removesuffix("7")


def test_a_sheet_an_opponent_wrote_is_never_taken_from_a_quote(post: Post) -> None:
    assert quoting(post, OTHERS_FORM) == ""
    assert "was not read" in " ".join(post.answer().split())
    assert quoting(post, "GAME 7 TURN 2\n; form aaaaaaaaaaaaaaaaaaaaaaaa\nMAGE C\n1 DROP ALL\nEND") == ""
    other = form_key(post.office, "7", "A", 2)
    assert quoting(post, OTHERS_FORM.replace("MAGE C", f"; form {other}\nMAGE C")) == ""


def test_the_players_own_form_counts_whatever_stands_below_it(post: Post) -> None:
    _, text = report(post)
    filled = "\n".join("1 MOVE NE" if row.strip() == "1" else row for row in text.splitlines())
    assert quoting(post, f"{filled}\n{OTHERS_FORM}", "") == "GAME 7 TURN 2\nMAGE C\n1 MOVE NE\nEND\n"


@pytest.mark.parametrize("mark", ["> > ", ">> ", "> >> "])
def test_a_second_quote_mark_is_never_looked_below(post: Post, mark: str) -> None:
    _, text = report(post)
    filled = "\n".join("1 MOVE NE" if row.strip() == "1" else row for row in text.splitlines())
    assert quoting(post, filled, "", mark) == ""


def test_a_form_sent_by_an_earlier_program_is_told(post: Post) -> None:
    _, text = report(post)
    rows = [row for row in text.splitlines() if not row.startswith("; form ")]
    filled = "\n".join("1 MOVE NE" if row.strip() == "1" else row for row in rows)
    assert quoting(post, filled, "") == ""
    assert "write your order lines on top of your answer" in " ".join(post.answer().split())
    assert quoting(post, "\n".join(rows), "Thank you, what a turn it was!") == ""
    assert "was not read" not in post.answer()


def test_a_comment_broken_by_a_mail_program_is_no_fault(players: dict[str, Player]) -> None:
    player = players["arena"]
    broken = [
        piece
        for row in player.filled("MOVE A3 d1").splitlines()
        for piece in ([row[:60], row[60:]] if len(row) > 60 and row.startswith(";") else [row])
    ]
    received = player.answers("", "\n".join(broken))
    assert (received.outcome, received.faults) == ("accepted", 0), player.post.answer()


def test_a_form_nobody_filled_in_orders_nothing(players: dict[str, Player]) -> None:
    """Xom and Zol's form has lines that are read as they are."""
    player = fresh(players["xom_zol"])
    (sent,) = read_sheets(player.text.partition("\n")[2], player.system.orders.GRAMMAR)
    assert sent.orders
    assert player.answers("Thank you!").outcome == "remark"
    assert player.sheets() == []
