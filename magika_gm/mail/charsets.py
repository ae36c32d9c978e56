"""Bytes as text, whatever the label says, and text as plain lines: one kind of line end, one kind of blank.

The one door for every text from outside: :func:`plain_lines`, or :func:`one_line` where it is a line. Nothing they let
in can be too much for a database, order a terminal about or make a reader see other than what is written.
"""

from __future__ import annotations

import codecs
import re

_UNSAFE_CODECS = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "mbcs", "oem"})
"""Codecs of Python that are no charset of mail: slow on long input, noisy, or bound to one platform."""
_WESTERN = frozenset({"iso8859-1", "cp1252", "ascii", "iso8859-15"})
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb]"
)
"""Controls (ESC and NUL among them), marks that turn the direction of writing, letters nobody sees."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def decode(data: bytes, label: str | None = None) -> tuple[str, str]:
    """Bytes as text, and the charset they were read in; never fails.

    A byte order mark decides; else the label, unless the bytes contradict it; else UTF-8, Windows' Latin-1, Latin-1.
    Western labels are doubted where the bytes are valid UTF-8: by accident that hardly ever happens.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace"), name.removesuffix("-sig")
    known = _codec(label)
    if known in _WESTERN and not data.isascii():
        trials = ["utf-8", "cp1252" if known in ("ascii", "iso8859-1") else known]
    else:
        trials = [known, "utf-8", "cp1252"]
    for name in trials:
        if name:
            try:
                return data.decode(name), name
            except (UnicodeError, ValueError, LookupError):
                continue
    return data.decode("latin-1"), "iso8859-1"


def same_charset(label: str, used: str) -> bool:
    """Whether text read in ``used`` was read as its label said (Windows' Latin-1 counts as Latin-1)."""
    known = _codec(label)
    return known == _codec(used) or (known, used) == ("iso8859-1", "cp1252")


def _codec(label: str | None) -> str:
    """Python's name for a charset label, or "" for one that is unknown or no charset of mail."""
    if not label:
        return ""
    try:
        found = codecs.lookup(label.strip().strip("\"'")[:40])
    except (LookupError, ValueError, UnicodeError):
        return ""
    is_text = getattr(found, "_is_text_encoding", True)
    return found.name if is_text and found.name.replace("_", "-") not in _UNSAFE_CODECS else ""


def plain_lines(text: str) -> str:
    """Text with ``\\n`` line ends and ordinary blanks; controls, byte order marks and invisible letters are gone."""
    text = _LINE_ENDS.sub("\n", text)
    text = _BLANKS.sub(" ", text)
    return _INVISIBLE.sub("", text).encode("utf-8", "replace").decode()


def one_line(text: str, most: int = 1000) -> str:
    """Text on one line without control characters, at most so many characters."""
    text = _BLANKS.sub(" ", _CONTROL.sub(" ", text[: 4 * most]))
    clean = " ".join(_INVISIBLE.sub("", text).split())
    return clean[:most].encode("utf-8", "replace").decode()


def unflow(text: str, delsp: bool = False) -> str:
    """Undo format=flowed (RFC 3676) in text with ``\\n`` line ends.

    A line that ends in a blank goes on in the next one of the same quote depth; with ``delsp`` that blank is none of
    the text's. Quote marks come out as ``> `` once for each level; ``-- `` (a signature) never flows.
    """
    done: list[str] = []
    pieces: list[str] = []
    flowing = -1
    for line in text.split("\n"):
        bare = line.lstrip(">")
        depth = len(line) - len(bare)
        bare = bare.removeprefix(" ")
        signature = bare == "-- "
        if pieces and (flowing != depth or signature):
            done.append("".join(pieces))
            pieces = []
        if not pieces and depth:
            pieces.append("> " * depth)
        flows = bare.endswith(" ") and not signature
        pieces.append(bare[:-1] if flows and delsp else bare)
        if flows:
            flowing = depth
        else:
            done.append("".join(pieces))
            pieces, flowing = [], -1
    if pieces:
        done.append("".join(pieces))
    return "\n".join(done)
