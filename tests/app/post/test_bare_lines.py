"""Order lines without a sheet about them, in every game and on every way in: none of them vanishes, no word to a person
becomes a fault, a message is delivered or refused aloud."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from magika_gm import games
from magika_gm.app.enrolment.new_game import new_game
from magika_gm.app.post.order_desk import Received
from magika_gm.app.record.contact import unheard
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.process import process_turn
from magika_gm.engine.sheet.offered import line_field
from magika_gm.mail.readers import Incoming
from magika_gm.resources import shipped
from tests.app.postroom import NOW, Post, mailed, mails_in
from tests.offices import copied
from tests.systems.contract import Misspelt, contract_of, saying

WHOLE_REPORTS = "A"


class Player:
    """Somebody who plays a game 7, with his report as it was mailed."""

    def __init__(self, folder: Path, system: str) -> None:
        self.system = games.system(system)
        self.post = Post(copied(folder, mailed, system))
        whose = "SELECT s.seat, p.email FROM seats s JOIN players p ON p.id = s.player ORDER BY s.seat"
        self.seat, self.address = map(str, self.post.rows(whose)[0])
        sent = mails_in(self.post.office.root / "outbox")
        self.report = next(mail for mail in sent if str(mail["To"]) == self.address)
        self.reply_to = str(self.report["Reply-To"])
        part = self.report.get_body(("plain",))
        assert part is not None
        self.text = part.get_content()

    def answers(self, own: str, below: str | None = None, to: str = "") -> Received:
        quote = "".join(f"> {row}\n" for row in (self.text if below is None else below).splitlines())
        body = f"{own}\n\nOn Sun, Nov 1, 2026 at 1:05 PM Magika by mail <{self.reply_to}>\nwrote:\n\n{quote}"
        return self.post.one(body, sender=self.address, to=to or self.reply_to)

    def told(self) -> str:
        return " ".join(self.post.answer().split())

    def sheets(self) -> list[tuple[str, int]]:
        return [(str(sheet), int(faults)) for sheet, faults in self.post.rows("SELECT sheet, faults FROM sheets")]

    def filled(self, lines: str) -> str:
        """The report with lines in its form."""
        head, end = self.text.rstrip().rsplit("\nEND", 1)
        return f"{head}\n{lines}\nEND{end}"


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Player]]:
    found = {name: Player(tmp_path_factory.mktemp("bare") / name, name) for name in games.SYSTEMS}
    yield found
    for player in found.values():
        player.post.office.close()


SLIPS = pytest.mark.parametrize("player", saying("misspelt"), indirect=True)


@pytest.fixture(params=tuple(games.SYSTEMS))
def player(players: dict[str, Player], request: pytest.FixtureRequest) -> Player:
    """The same once more, as if nobody had written yet."""
    return fresh(players[request.param])


def fresh(player: Player) -> Player:
    for table in ("sheets", "inbox", "finals"):
        player.post.rows(f"DELETE FROM {table}")
    player.post.rows("DELETE FROM outbox WHERE kind <> 'report'")
    return player


def good_lines(player: Player) -> str:
    """What is read without a fault."""
    contract = contract_of(player.system.name)
    return "\n".join(contract.misspelt.good if contract.misspelt else contract.good)


def slips_of(player: Player) -> Misspelt:
    said = contract_of(player.system.name).misspelt
    assert said is not None
    return said


def misspelt(player: Player) -> tuple[str, str]:
    said = slips_of(player)
    return "\n".join(said.good), "\n".join(said.wrong)


def both_are_told(player: Player, received: Received) -> None:
    assert (received.outcome, received.faults) == ("accepted", 2), received
    told = player.told()
    assert "2 ERRORS" in told
    assert [near for near in slips_of(player).near if near not in told] == []


@SLIPS
def test_misspelt_lines_on_top_of_an_answer_are_told(player: Player) -> None:
    good, bad = misspelt(player)
    both_are_told(player, player.answers(f"Hello Tom, thanks for the turn!\n\n{good}\n{bad}\n\nLove, Ann"))


@SLIPS
def test_misspelt_lines_alone_are_told(player: Player) -> None:
    both_are_told(player, player.answers(misspelt(player)[1]))


@SLIPS
def test_misspelt_lines_in_the_quoted_form_are_told(player: Player) -> None:
    good, bad = misspelt(player)
    lines = bad if player.system.orders.GRAMMAR.numbered else f"{good}\n{bad}"
    both_are_told(player, player.answers("", player.filled(lines)))


@SLIPS
def test_misspelt_lines_in_a_whole_sheet_are_told(player: Player) -> None:
    good, bad = misspelt(player)
    received = player.answers(f"GAME 7 TURN 1\n{good}\n{bad}\nEND")
    both_are_told(player, received)


@SLIPS
def test_misspelt_lines_in_an_attachment_are_told(player: Player) -> None:
    good, bad = misspelt(player)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = player.address, player.reply_to, "<attached@player.example>"
    mail.set_content("My orders are attached.")
    mail.add_attachment(f"{good}\n{bad}\n", filename="orders.txt")
    (received,) = player.post.take(Incoming(mail.as_bytes(), None, "attached"))
    both_are_told(player, received)


@SLIPS
def test_misspelt_lines_in_the_printed_form_are_told(player: Player) -> None:
    """In a sheet whose lines are numbered the first slip twice, for a field says which line it is."""
    slips, numbered = slips_of(player), player.system.orders.GRAMMAR.numbered
    rows = [*slips.good, *slips.wrong]
    if numbered:
        slip = re.sub(r"^\d+ ", "", slips.wrong[0])
        rows = [*(re.sub(r"^\d+ ", "", row) for row in slips.good[: numbered - 2]), slip, slip]
    values = {line_field(at, bool(numbered)): row for at, row in enumerate(rows, 1)}
    printed = (player.post.office.reports("7", 0) / f"{player.seat}.pdf").read_bytes()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(printed)))
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, values, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = player.address, player.reply_to, "<printed@player.example>"
    mail.set_content("The form.")
    mail.add_attachment(out.getvalue(), maintype="application", subtype="pdf", filename="form.pdf")
    (received,) = player.post.take(Incoming(mail.as_bytes(), None, "printed"))
    assert (received.outcome, received.faults) == ("accepted", 2), (received, player.told())
    assert slips_of(player).near[0] in player.told()


def test_words_to_a_person_are_no_fault(player: Player) -> None:
    """Told as not read where they stand among orders; a greeting above and a name below are not even that."""
    good = good_lines(player).splitlines()
    words = "Hello Tom, thanks for the turn!\nDraw your own conclusions, Tom!\n{}\nMore later\nLove, Ann"
    received = player.answers(words.format("\nby the way it is raining here\n".join([good[0], good[-1]])))
    assert (received.outcome, received.faults) == ("accepted", 0), player.post.answer()
    if len(good) > 1:
        assert "by the way it is raining here" in player.told()
        assert "Not read" in player.told()
    assert "thanks for the turn" not in player.told()


def test_a_letter_without_orders_stays_a_letter(player: Player) -> None:
    letter = (
        "Dear GM,\nMove along please, nothing to see.\nAt least I have a chance. Keep up the good work!\n"
        "If you ask me it was great; I would cast nothing.\nLast turn was fun. 3 cheers for all of you!\n\nAnn"
    )
    received = player.answers(letter)
    assert (received.outcome, player.sheets()) == ("remark", [])
    assert "holds no orders" in player.told()


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_words_alone_in_answer_to_a_turn_that_is_over_are_a_letter(tmp_path: Path, name: str) -> None:
    """They need no proof, give no orders, hold up no turn; and nothing of them is repeated."""
    player = Player(tmp_path, name)
    acknowledged = "GAME 7 TURN 1\nEND"
    process_turn(player.post.office, "7", NOW, early=True)
    for below in (None, acknowledged):
        received = player.answers("Many thanks for the lovely turn, dear Tom!", below)
        assert (received.outcome, received.turn, received.seat) == ("remark", 1, player.seat), received
        assert "Your mail holds no orders" in player.told()
        assert "It was put before your game master, who will read it." in player.told()
        assert "lovely" not in player.told()
        assert "NOT accepted" not in player.told()
    with player.post.office.store.reading() as connection:
        assert not unheard(connection, load_game(connection, "7"))
    assert player.answers(good_lines(player)).outcome == "refused", "orders need their proof"
    stranger = player.post.one("Many thanks for the lovely turn!", sender="eve@example.net", to=player.reply_to)
    assert stranger.outcome == "refused"
    assert "lovely" not in player.told()
    assert player.sheets() == []
    player.post.office.close()


def test_a_line_in_a_standing_block_is_told(players: dict[str, Player]) -> None:
    player = fresh(players["arena"])
    received = player.answers("MOVE A3 d1\nSTANDING\nRETREET ALL e2\nflee from them\nEND STANDING")
    assert (received.outcome, received.faults) == ("accepted", 2)
    assert "did you mean RETREAT?" in player.told()
    assert "flee is no order" in player.told()


@pytest.mark.parametrize(
    "line", ["1 search 2 move nw 3 search 4 rest 5 meditate", "1 search, 2 move nw, 3 search, 4 rest, 5 meditate."]
)
def test_numbered_orders_in_one_line_are_read(players: dict[str, Player], line: str) -> None:
    player = fresh(players["magika"])
    received = player.answers(f"Hi\n{line}\n\nSent from my phone", "")
    assert (received.outcome, received.faults) == ("accepted", 0)
    ((sheet, _),) = player.sheets()
    assert "1 SEARCH\n2 MOVE NW\n3 SEARCH\n4 REST\n5 MEDITATE\n" in sheet


@pytest.mark.parametrize("player", saying("two_orders"), indirect=True)
def test_other_orders_in_one_line_are_shown_the_way(player: Player) -> None:
    one, other = contract_of(player.system.name).two_orders
    received = player.answers(f"{one}, {other}")
    assert (received.outcome, received.faults) == ("accepted", 1)
    told = player.told().replace(" ; ", " ")
    assert "2 orders stand in this line; write each order on a line of its own" in told


@pytest.mark.parametrize("own", ["{good}\n{message}", "{message}", "Hello,\n\n{message}\n\nRegards, Ann"])
def test_a_message_to_the_one_opponent_needs_no_name(player: Player, own: str) -> None:
    """Where there are more of them it is refused aloud."""
    good = good_lines(player)
    text = own.format(good=good, message="MESSAGE\nBonne chance! HELP\nHELP\nEND MESSAGE")
    received = player.answers(text)
    assert received.outcome == "accepted", received
    if len(player.post.rows("SELECT seat FROM seats")) == 2:
        assert received.faults == 0
        assert "| Bonne chance! HELP | HELP" in player.told()
        assert "Bonne chance!" in player.sheets()[0][0]
    else:
        assert received.faults == 1
        assert "the message is not sent" in player.told()


def test_a_message_alone_takes_no_orders_back(player: Player) -> None:
    good = good_lines(player)
    assert player.answers(good).outcome == "accepted"
    contract = contract_of(player.system.name)
    others = (seat for seat in (contract.seat, contract.other) if _is_another(player, seat))
    to = player.system.orders.GRAMMAR.written(next(others))
    assert player.answers(f"MESSAGE TO {to}\nhail\nEND MESSAGE").faults == 0
    (before, _), (after, _) = player.sheets()
    assert "hail" in after
    assert after.startswith(before.removesuffix("END\n"))
    assert "Your orders are as they were" in player.told()


def _is_another(player: Player, seat: str) -> bool:
    return player.system.orders.GRAMMAR.seat([seat], {}) == seat != player.seat


def test_orders_in_answer_to_our_hint_are_read(player: Player) -> None:
    good = good_lines(player)
    received = player.post.one(f"{good}\n", sender=player.address)
    assert (received.outcome, player.sheets()) == ("remark", [])
    assert "holds what reads like orders" in player.told()
    assert "holds no orders" not in player.told()
    hint = next(mail for mail in player.post.delivered() if str(mail["Subject"]).endswith("your mail"))
    assert "+" in str(hint["Reply-To"])
    part = hint.get_body(("plain",))
    assert part is not None
    received = player.answers(good, part.get_content(), to=str(hint["Reply-To"]))
    assert (received.outcome, received.faults) == ("accepted", 0)


def test_the_hint_knows_of_two_games_which_is_meant(tmp_path: Path) -> None:
    player = Player(tmp_path / "two", "arena")
    office = player.post.office
    new_game(office, "8", shipped("sample") / "rune_war" / "signups.toml", NOW, system="rune_war", seed=b"two")
    player.post.rows(f"UPDATE players SET email = '{player.address}' WHERE name = 'Ibrahim Keita'")
    player.post.one("AIM FLUSH +1, HALF +2, QUICK\n", sender=player.address)
    ((game,),) = player.post.rows("SELECT game FROM outbox WHERE kind = 'hint'")
    assert game == "8"
    office.close()
