"""The order form in a report's PDF, filled in and sent back: its fields read as an order sheet (docs/orders.md).

Whatever a file holds, reading it gives a text or None, within limits of size, depth and decompression: a PDF comes
from a stranger.
"""

from __future__ import annotations

import io
import logging
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from magika_gm.engine.sheet.form_names import (
    FORM,
    FORM_VERSION,
    MOST_LINES,
    MOST_MESSAGES,
    SEAT,
    line_field,
    message_fields,
)

if TYPE_CHECKING:
    from pypdf import PdfReader

MOST_BYTES = 8_000_000
"""A larger file is not opened."""
MOST_PAGES = 60
MOST_FIELDS, DEEPEST_FIELD = 400, 8
MOST_UNPACKED = 4_000_000
"""Bytes a compressed stream may unpack to."""
LONGEST_VALUE = 4_000
_EARLIER = {FORM: "magika_form", SEAT: "mage"}
"""Names in the first forms there were: printed ones are still mailed back."""


def sheet_of_pdf(data: bytes) -> str | None:
    """The order sheet (GAME … END) of a filled-in form, or None if the file is no PDF with such a form.

    Damaged, encrypted or oversized files give None; nothing is raised. What the fields hold is not judged: that is
    the sheet reader's task. A message with neither addressee nor text is left out.
    """
    if len(data) > MOST_BYTES or b"%PDF-" not in data[:1024]:
        return None
    fields = _fields_of(data)
    if fields is None:
        return None
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
    rows = [row.rstrip() for row in re.split(r"\r\n|[\r\n\u2028\u2029]", text)]
    if not to and not any(rows):
        return []
    anonymous = fields.get(unsigned, "Off") not in ("", "Off")
    return [f"MESSAGE TO {to}{' ANONYMOUS' if anonymous else ''}", *rows, "END MESSAGE"]


def _line(fields: Mapping[str, str], name: str) -> str:
    """A field's text as one line."""
    return re.sub(r"[\r\n\u2028\u2029]+", " ", fields.get(name, "")).strip()


def _fields_of(data: bytes) -> dict[str, str] | None:
    """Names and values of all form fields, or None if they cannot be read."""
    from pypdf import PdfReader, apply_configuration
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it would tell of every fault on standard error
    limits: dict[str, Any] = {
        "maximum_declared_stream_length": MOST_BYTES,
        "zlib_maximum_output_length": MOST_UNPACKED,
        "zlib_maximum_recovery_input_length": 100_000,
        "lzw_maximum_output_length": MOST_UNPACKED,
        "run_length_maximum_output_length": MOST_UNPACKED,
        "stream_decoding_work_maximum_length": 4 * MOST_UNPACKED,
        "array_maximum_element_count": 20_000,
        "dictionary_maximum_element_count": 20_000,
        "stream_filters_maximum_length": 4,
        "disable_legacy_handling": True,
    }
    damaged = (
        PyPdfError, ValueError, TypeError, LookupError, AttributeError, AssertionError, ArithmeticError, RecursionError,
        NotImplementedError, EOFError, struct.error, zlib.error,
    )  # fmt: skip
    try:
        with apply_configuration(**limits):
            reader = PdfReader(io.BytesIO(data), root_object_recovery_limit=200, xref_stream_maximum_entries=50_000)
            return None if reader.is_encrypted else _read(reader)
    except damaged:
        return None


def _read(reader: PdfReader) -> dict[str, str] | None:
    root = _resolved(reader.root_object)
    pages = _resolved(_resolved(root.get("/Pages")).get("/Count"))
    form = _resolved(root.get("/AcroForm"))
    if not isinstance(form, dict) or not isinstance(pages, int) or pages > MOST_PAGES:
        return None
    return dict(_walk(form.get("/Fields")))


def _resolved(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def _walk(fields: Any) -> Iterator[tuple[str, str]]:
    """Terminal fields with their values; a name above others is put before theirs with a dot."""
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
            yield name, _text(value)
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
    return value[:LONGEST_VALUE].removeprefix("/") if isinstance(value, str) else ""
