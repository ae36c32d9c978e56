"""Where mail is read from: what it is shows in the content, nothing is deleted, and a wrong place is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from magika_gm.mail.parsing import MOST_BYTES
from magika_gm.mail.readers import Incoming, UnreadableSource, is_mail, read

MAIL = b"From: anna@players.example\nTo: gm@magika.example\nSubject: orders\n\nGAME 12 TURN 5\nMAGE C\nEND\n"
SHEET = "GAME 12 TURN 5\nMAGE C\n1 MOVE NE\nEND\n"


def put(path: Path, data: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def maildir(root: Path, **mails: bytes) -> Path:
    for folder in ("new", "cur", "tmp"):
        (root / folder).mkdir(parents=True)
    for name, raw in mails.items():
        put(root / "new" / name, raw)
    return root


def test_a_mail_file_whatever_its_name(tmp_path: Path) -> None:
    for name in ("a.eml", "a.txt", "a", "a.ord"):
        (item,) = read(put(tmp_path / name, MAIL))
        assert (item.raw, item.sheet, item.source) == (MAIL, None, name)
        item.settle()
        assert (tmp_path / name).read_bytes() == MAIL


@pytest.mark.parametrize(
    "data",
    [
        SHEET.encode(),
        b"\xef\xbb\xbf" + SHEET.encode(),
        SHEET.encode("utf-16"),
        SHEET.replace("\n", "\r\n").encode(),
        SHEET.replace(" ", "\u00a0").encode("latin-1"),
    ],
)
def test_a_plain_sheet_in_any_coding(tmp_path: Path, data: bytes) -> None:
    (item,) = read(put(tmp_path / "orders.txt", data))
    assert (item.raw, item.sheet) == (None, SHEET)


def test_a_sheet_with_colons_is_no_mail() -> None:
    assert not is_mail(b"Game: 12\nTurn: 5\nMage: C\nPassword: x\n\n1 REST\nEND\n")
    assert not is_mail(b"From: here\n\nGAME 12\n")
    assert is_mail(b"Received: from x\n\tby y\nFoo: bar\n\n")
    assert is_mail(b"to: gm@x\nsubject: orders\n\nGAME 12\n")


def test_a_folder_is_read_by_name_and_one_odd_file_stops_nobody(tmp_path: Path) -> None:
    put(tmp_path / "b.eml", MAIL + b"b")
    put(tmp_path / "a.eml", MAIL + b"a")
    put(tmp_path / "c.txt", SHEET)
    put(tmp_path / "d.ord", b"\0\1\2")
    put(tmp_path / "notes.pdf", b"not looked at")
    (tmp_path / "e.eml").mkdir()
    items = list(read(tmp_path))
    assert [(i.source, i.raw, i.sheet) for i in items] == [
        ("a.eml", MAIL + b"a", None),
        ("b.eml", MAIL + b"b", None),
        ("c.txt", None, SHEET),
        ("d.ord", b"\0\1\2", None),
    ]


def test_a_pdf_that_is_no_filled_in_form_keeps_no_other_file_of_a_folder_from_being_read(tmp_path: Path) -> None:
    odd = put(tmp_path / "a.txt", b"%PDF-1.4\n%%EOF\n")
    put(tmp_path / "b.txt", SHEET)
    first, second = read(tmp_path)
    assert (first.raw, first.sheet, first.source) == (None, None, "a.txt")
    assert "the PDF is damaged" in first.fault
    assert (second.sheet, second.fault) == (SHEET, "")
    with pytest.raises(UnreadableSource, match="the PDF is damaged"):
        list(read(odd))


def test_an_mbox(tmp_path: Path) -> None:
    one = b"From anna@players.example Sun Mar  1 12:00:00 2026\n" + MAIL + b"\n"
    path = put(tmp_path / "inbox", one + one.replace(b"anna", b"bert"))
    items = list(read(path))
    assert [i.source for i in items] == ["inbox#1", "inbox#2"]
    assert items[0].raw == MAIL
    assert items[1].raw == MAIL.replace(b"anna", b"bert")
    assert path.read_bytes() == one + one.replace(b"anna", b"bert")


def test_a_maildir_in_order_of_arrival_and_settled_to_seen(tmp_path: Path) -> None:
    box = maildir(tmp_path / "box", **{
        "1700000000.M9P1.host": MAIL + b"1",
        "1700000000.M10P1.host": MAIL + b"2",
        "999999999.M1P1.host": MAIL + b"0",
    })  # fmt: skip
    put(box / "cur" / "1700000001.M1P1.host:2,RF", MAIL + b"3")
    put(box / "cur" / "1700000002.M1P1.host:2,S", MAIL + b"seen")
    items = list(read(box))
    assert [(i.raw or b"")[-1:] for i in items] == [b"0", b"1", b"2", b"3"]
    items[0].settle()
    items[3].settle()
    items[0].settle()
    assert (box / "cur" / "999999999.M1P1.host:2,S").read_bytes() == MAIL + b"0"
    assert (box / "cur" / "1700000001.M1P1.host:2,FRS").read_bytes() == MAIL + b"3"
    assert [(i.raw or b"")[-1:] for i in read(box)] == [b"1", b"2"]
    assert sum(1 for f in box.rglob("*") if f.is_file()) == 5


def test_a_maildir_another_program_is_working_in(tmp_path: Path) -> None:
    box = maildir(tmp_path / "box", **{"1.a": MAIL, "2.b": MAIL, "3.c": MAIL})
    reading = read(box)
    first = next(reading)
    (box / "new" / "1.a").unlink()
    (box / "new" / "2.b").rename(box / "cur" / "2.b:2,S")
    first.settle()
    assert [i.source for i in reading] == ["3.c"]


def test_of_a_huge_mail_only_the_beginning_is_read(tmp_path: Path) -> None:
    huge = MAIL + b"x" * (MOST_BYTES + 5000)
    box = maildir(tmp_path / "box", **{"1.a": huge})
    mbox = put(tmp_path / "mbox", b"From a Sun Mar  1 12:00:00 2026\n" + huge)
    for place in (put(tmp_path / "a.eml", huge), box, mbox):
        (item,) = read(place)
        assert item.raw == huge[: MOST_BYTES + 1]


def failure(path: Path) -> UnreadableSource:
    with pytest.raises(UnreadableSource) as caught:
        list(read(path))
    assert str(caught.value) == f"{caught.value.path}: {caught.value.reason}; {caught.value.cure}"
    return caught.value


def test_places_that_cannot_be_read_are_named_with_a_cure(tmp_path: Path) -> None:
    assert failure(tmp_path / "gone").reason == "there is nothing there"
    assert "no .eml" in failure(tmp_path).reason
    (tmp_path / "half" / "new").mkdir(parents=True)
    assert "both new and cur" in failure(tmp_path / "half").reason
    assert "neither a mail nor a text" in failure(put(tmp_path / "photo.jpg", b"\xff\xd8\xff\0\0")).reason
    assert "longer" in failure(put(tmp_path / "novel.txt", "word " * 500_000)).reason
    os.mkfifo(tmp_path / "pipe")
    assert "neither a file nor a folder" in failure(tmp_path / "pipe").reason


def test_what_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path / "a.eml", MAIL)

    def denied(self: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", denied)
    for place in (path, tmp_path):
        error = failure(place)
        assert (error.path, error.reason) == (path, "you may not read it")


def test_incoming_needs_no_settling() -> None:
    Incoming(MAIL, None, "x").settle()
