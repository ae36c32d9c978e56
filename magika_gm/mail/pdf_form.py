"""The order form in a report's PDF, filled in and sent back: its fields read as an order sheet (docs/orders.md).

Whatever a file holds, reading it gives a text or None, within limits of size, depth and decompression: a PDF comes
from a stranger.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from magika_gm.engine.sheet.offered import (
    FORM,
    FORM_VERSION,
    MOST_LINES,
    MOST_MESSAGES,
    PASSWORD,
    SEAT,
    line_field,
    message_fields,
)
from magika_gm.engine.words import plain_lines
from magika_gm.mail.parsing import Budget, Cost, OverBudget

if TYPE_CHECKING:
    from pypdf import PdfReader

MOST_BYTES = 8_000_000
"""A larger file is not opened."""
MOST_PAGES = 60
MOST_FIELDS, DEEPEST_FIELD = 400, 8
READ_ONLY = 1
"""The flag of a field that cannot be changed."""
MOST_UNPACKED = 200_000
"""Bytes a compressed stream may unpack to: the library takes a stream of objects apart whole, before it is asked again.
"""
A_READ = 200
"""Bytes; reading more of a file at once counts as reading more often."""
_AT_ONCE = 100
LONGEST_VALUE = 4_000
ENCRYPTED = (
    "the PDF is encrypted; save the form without a password or other protection, or write your orders into the mail "
    "itself"
)
EMPTY_FORM = "the order form in it is not filled in"
DAMAGED = "the PDF is damaged; send it once more, or write your orders into the mail itself"
TOO_LARGE = f"the PDF has more than {MOST_BYTES // 1_000_000} MB; send the order form alone"
_ENCRYPT = re.compile(rb"/(?:E|#45)(?:n|#6[eE])(?:c|#63)(?:r|#72)(?:y|#79)(?:p|#70)(?:t|#74)\b")
"""The entry that says so, where a file is too odd to ask; any letter of a name may be written as its number."""
_EARLIER = {FORM: "magika_form", SEAT: "mage"}
"""Names in the first forms there were: printed ones are still mailed back."""


class PdfForm(NamedTuple):
    """What a file holds: the order sheet of a filled-in form, or why it has none ("" for a PDF that is no form)."""

    sheet: str | None = None
    trouble: str = ""
    blank: bool = False
    """Whether nothing was filled in but, perhaps, the password."""


def is_pdf(data: bytes) -> bool:
    """Whether bytes begin like a PDF."""
    return b"%PDF-" in data[:1024]


def form_of_pdf(data: bytes, budget: Budget | None = None) -> PdfForm:
    """The order sheet (GAME … END) of a filled-in form.

    Nothing is raised, whatever the file is; what it costs is of the mail's ``budget``. What the fields hold is not
    judged: that is the sheet reader's task. A message with neither addressee nor text is left out.
    """
    if not is_pdf(data):
        return PdfForm()
    if len(data) > MOST_BYTES:
        return PdfForm(None, TOO_LARGE)
    budget = budget or Budget()
    try:
        fields, filled, trouble = _fields_of(data, budget)
        sheet = sheet_of_fields(fields)
        budget.spend_text(sheet or "")
    except OverBudget as error:
        return PdfForm(None, str(error))
    return PdfForm(sheet, trouble, sheet is not None and not filled - {PASSWORD})


class _Counted(io.BytesIO):
    """A file whose every reading is of a budget: a library reads it letter by letter, and as often as the file says."""

    def __init__(self, data: bytes, budget: Budget) -> None:
        super().__init__(data)
        self.budget, self.reads = budget, 0

    def read(self, size: int | None = -1, /) -> bytes:
        """As of any file; raises :class:`OverBudget`."""
        found = super().read(size)
        self.reads += 1 + len(found) // A_READ
        if self.reads >= _AT_ONCE:  # to spend them one by one would cost as much as they do
            self.budget.spend(Cost.FILE_READS, self.reads)
            self.reads = 0
        return found


def sheet_of_fields(fields: Mapping[str, str]) -> str | None:
    """The sheet that fields by name make; None where they are no order form's."""
    fields = {**{name: fields[earlier] for name, earlier in _EARLIER.items() if earlier in fields}, **fields}
    if fields.get(FORM) != FORM_VERSION or not all(_line(fields, name) for name in ("game", "turn", SEAT)):
        return None
    password = _line(fields, "password")
    lines = [f"GAME {_line(fields, 'game')} TURN {_line(fields, 'turn')}", f"SEAT {_line(fields, SEAT)}"]
    if password:
        # a password that begins like the colon after the keyword needs that colon
        lines.append(f"PASSWORD{':' if password[0] in ':=' else ''} {password}")
    for number in range(1, MOST_LINES + 1):
        order = _line(fields, line_field(number, numbered=True))
        order = re.sub(rf"^(?:phase\s*)?{number}\s*[.:)]?\s+", "", order, flags=re.IGNORECASE)
        if order:
            lines.append(f"{number} {order}")
    lines += [order for number in range(1, MOST_LINES + 1) if (order := _line(fields, line_field(number)))]
    for number in range(1, MOST_MESSAGES + 1):
        lines += _message(fields, *message_fields(number, anonymous=True))
    return "\n".join([*lines, "END", ""])


def _message(fields: Mapping[str, str], to_field: str, unsigned: str, text_field: str) -> list[str]:
    to, text = _line(fields, to_field), fields.get(text_field, "")
    rows = [row.rstrip() for row in text.split("\n")]
    if not to and not any(rows):
        return []
    anonymous = fields.get(unsigned, "Off") not in ("", "Off")
    return [f"MESSAGE TO {to}{' ANONYMOUS' if anonymous else ''}", *rows, "END MESSAGE"]


def _line(fields: Mapping[str, str], name: str) -> str:
    """A field's text as one line."""
    return re.sub(r"\n+", " ", fields.get(name, "")).strip()


@contextmanager
def opened_pdf(data: bytes, budget: Budget) -> Iterator[PdfReader]:
    """A stranger's PDF, within limits as long as it is looked into; what is over them raises :class:`OverBudget`, and
    whatever else is wrong with it anything at all."""
    with budget.not_counted():
        from pypdf import PdfReader, apply_configuration
        from pypdf.errors import LimitReachedError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it would tell of every fault on standard error
    limits: dict[str, Any] = {
        "maximum_declared_stream_length": MOST_BYTES,
        "zlib_maximum_output_length": MOST_UNPACKED,
        "zlib_maximum_recovery_input_length": 100_000,
        "lzw_maximum_output_length": MOST_UNPACKED,
        "run_length_maximum_output_length": MOST_UNPACKED,
        "stream_decoding_work_maximum_length": 4 * MOST_UNPACKED,
        "array_maximum_element_count": 4_000,
        "dictionary_maximum_element_count": 4_000,
        "stream_filters_maximum_length": 4,
        "disable_legacy_handling": True,
    }

    class Reader(PdfReader):
        def get_object(self, indirect_reference: Any) -> Any:
            budget.spend(Cost.FILE_READS)
            return super().get_object(indirect_reference)

    try:
        with budget.reading(), apply_configuration(**limits):
            file = _Counted(data, budget)
            yield Reader(file, root_object_recovery_limit=200, xref_stream_maximum_entries=50_000)
    except LimitReachedError as error:
        raise OverBudget(Cost.FILE_READS) from error


def keywords_of_pdf(path: Path) -> str:
    """The keywords among a file's properties, "" where there are none; raises OSError where it cannot be read, and
    ValueError where it is no PDF within limits."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES // 1_000_000} MB")
    try:
        with opened_pdf(data, Budget()) as reader:
            found = reader.metadata
            return str(found.keywords or "") if found is not None else ""
    except Exception as error:
        raise ValueError(type(error).__name__) from error


def _fields_of(data: bytes, budget: Budget) -> tuple[dict[str, str], set[str], str]:
    """Names and values of all form fields; those of them a hand may have filled in; and why they cannot be read, "" if
    they can or there are none."""
    with budget.not_counted():
        from pypdf.errors import DependencyError, FileNotDecryptedError

    try:
        with opened_pdf(data, budget) as reader:
            return ({}, set(), ENCRYPTED) if reader.is_encrypted else (*_read(reader), "")
    except OverBudget:
        raise
    except (DependencyError, FileNotDecryptedError):
        return {}, set(), ENCRYPTED
    except Exception:  # noqa: BLE001 - a library's way through a stranger's file: nobody knows all that it may raise
        return {}, set(), ENCRYPTED if _ENCRYPT.search(data) else DAMAGED


def _read(reader: PdfReader) -> tuple[dict[str, str], set[str]]:
    root = _resolved(reader.root_object)
    pages = _resolved(_resolved(root.get("/Pages")).get("/Count"))
    form = _resolved(root.get("/AcroForm"))
    if not isinstance(form, dict) or not isinstance(pages, int) or pages > MOST_PAGES:
        return {}, set()
    found = list(_walk(form.get("/Fields")))
    filled = {name for name, value, fixed in found if not fixed and value.strip() not in ("", "Off")}
    return {name: value for name, value, _ in found}, filled


def _resolved(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def _walk(fields: Any) -> Iterator[tuple[str, str, bool]]:
    """Terminal fields with their values, and whether these cannot be changed; a name above others is put before theirs
    with a dot."""
    left = MOST_FIELDS
    waiting: list[tuple[Any, str, int]] = [(field, "", 0) for field in _listed(fields)]
    while waiting and left:
        left -= 1
        field, above, depth = waiting.pop()
        field = _resolved(field)
        if not isinstance(field, dict):
            continue
        own = _text(field.get("/T"))
        name = f"{above}.{own}" if above and own else above or own
        value = field.get("/V")
        if value is not None and name:
            flags = _resolved(field.get("/Ff"))
            yield name, _text(value), isinstance(flags, int) and bool(flags & READ_ONLY)
        elif depth < DEEPEST_FIELD:
            waiting += [(kid, name, depth + 1) for kid in _listed(field.get("/Kids"))]


def _listed(value: Any) -> list[Any]:
    value = _resolved(value)
    return value[:MOST_FIELDS] if isinstance(value, list) else []


def _text(value: Any) -> str:
    """A text or a name (``/Yes``) as text; anything else is none."""
    value = _resolved(value)
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    return plain_lines(value[:LONGEST_VALUE]).removeprefix("/") if isinstance(value, str) else ""
