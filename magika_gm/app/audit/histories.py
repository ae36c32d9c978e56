"""Was history written anew? What any two reports of a game tell by the chains they print, and what its end tells.

A report of a later turn goes on the chain of an earlier one, whatever form both have. At the end every nonce is told,
and each link is made again from what the record says was sealed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.files import read_text
from magika_gm.app.turns.sealing import content_told
from magika_gm.engine import chain
from magika_gm.engine.chain import Link, LinkKind

FORMS = (".json", ".txt", ".html", ".pdf")
"""The forms of a report that can be compared, by the ends of their files' names."""
_HASH = re.compile(r"Hash of the game's seed: ([0-9a-f]{64})\b")
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: ``what``, and what is wrong with it (``""``: nothing)."""

    what: str
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """What a report tells of its game's chain; ``turn`` is its own (that of the last link, where it says no other)."""

    name: str
    turn: int
    seed_hash: str
    links: tuple[Link, ...]


def printed_in(path: Path, plain: Mapping[str, Any] | None = None) -> Printed:
    """What a report tells, from a file of any form; ``plain`` is the turn file's content, where it is one.

    Raises :class:`OfficeError` if it is no report of a game.
    """
    if plain is not None:
        try:
            links = chain.links_of(plain["chain"]) if "chain" in plain else ()
        except (KeyError, TypeError, ValueError) as error:
            raise OfficeError(f"{path}: its chain of turns is damaged: {error.__class__.__name__}: {error}") from error
        return Printed(str(path), int(plain["turn"]), str(plain.get("seed_hash", "")), links)
    text = _keywords(path) if path.suffix == ".pdf" else read_text(path, "a report")
    if path.suffix == ".html":
        text = unescape(_TAG.sub(" ", text))
    found = _HASH.search(" ".join(text.split()))
    if found is None:
        raise OfficeError(f"{path}: is no report of a game: it tells no hash of a seed")
    links = chain.links_in(text)
    return Printed(str(path), links[-1].turn if links else -1, found[1], links)


def _keywords(path: Path) -> str:
    """What a printed report's properties tell of its chain."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        found = PdfReader(path).metadata
    except (OSError, PyPdfError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise OfficeError(f"{path}: cannot be read as a PDF ({error.__class__.__name__})") from error
    return str(found.keywords or "") if found is not None else ""


def histories(reports: Sequence[Printed]) -> list[Check]:
    """Whether the chains that reports tell are one: each longer one goes on the one before it."""
    ordered = sorted(reports, key=lambda one: (len(one.links), one.turn))
    whole = ordered[-1]
    with_links = [one for one in ordered if one.links]
    found = [_alone(one, whole) for one in ordered]
    found += [Check(f"{one.name} and {other.name}: history", _torn(one, other)) for one, other in pairwise(with_links)]
    checks = [check for check in found if check.wrong]
    if not checks and with_links:
        count = f"{len(with_links)} report" + ("s" if len(with_links) > 1 else "")
        checks = [Check(f"{count}: one history, to turn {whole.turn}")]
    none = len(ordered) - len(with_links)
    if none:
        checks.append(Check(f"{none} of {len(ordered)} reports tell no chain of turns"))
    words = {LinkKind.UNDONE: "after it was published", LinkKind.REVIEWED: "before any player had seen it"}
    for link in whole.links:
        if link.kind is not LinkKind.PLAYED:
            checks.append(Check(f"turn {link.turn} was taken back {words[link.kind]}, and the chain says so"))
    return checks


def _alone(one: Printed, whole: Printed) -> Check:
    """What a report must be like beside one with the longest chain."""
    what = f"{one.name}: chain of turns"
    if one.seed_hash != whole.seed_hash:
        return Check(what, f"is another game's than that of {whole.name}")
    if one.links:
        last = one.links[-1]
        if last.kind is not LinkKind.PLAYED or last.turn != one.turn:
            return Check(what, f"does not end with turn {one.turn}")
        return Check(what, chain.out_of_order(one.links))
    if whole.links and whole.links[0].turn < one.turn:
        return Check(what, f"is missing; that of {whole.name} begins with turn {whole.links[0].turn}")
    return Check(what)


def _torn(one: Printed, other: Printed) -> str:
    """Where the longer chain leaves the shorter one; "" if it goes on it."""
    parted = ((mine, his) for mine, his in zip(one.links, other.links, strict=False) if mine != his)
    return next((f"was written anew: the one has {mine}, the other {his}" for mine, his in parted), "")


# --- at the end -----------------------------------------------------------------------------------------------------


def told_at_the_end(final: Mapping[str, Any], seat: str) -> list[Check]:
    """Whether a final turn file's record is what was sealed, link by link; and its reader's sheets as they came."""
    record, what = final["record"], "chain of turns, with its nonces"
    links, entries = chain.links_of(final["chain"]) if "chain" in final else (), record.get("chain", [])
    if not links and not entries:
        return [Check("chain of turns (none: a game an earlier version played to its end)")]
    rows = {row["turn"]: row for row in record["turns"]}
    made, wrong = chain.before_all(final["seed_hash"]), ""
    for entry, link in zip(entries, links, strict=False):
        content = _content(entry, record, rows)
        before, made = made, str(entry["digest"])
        again = chain.digest_of(before, bytes.fromhex(entry["nonce"]), content)
        if not made == again == link.digest or (entry["turn"], entry["kind"]) != (link.turn, link.kind):
            wrong = wrong or f"turn {link.turn} is not what was sealed when it was played"
    if len(entries) != len(links):
        wrong = wrong or f"tells {len(entries)} links of {len(links)}"
    checks = [Check(what, wrong), *_complete(record, entries, links)]
    sheets = final["chain"].get("sheets", []) if "chain" in final else []
    for sheet in sheets:
        said = rows.get(sheet["turn"], {}).get("received", {}).get(seat)
        same = said == chain.sheet_digest(bytes.fromhex(sheet["key"]), sheet["sheet"])
        checks.append(Check(f"turn {sheet['turn']}: your sheet as it was received", "" if same else "is another"))
    return checks


def _content(entry: Mapping[str, Any], record: Mapping[str, Any], rows: Mapping[int, Any]) -> str:
    """What a link was made of: told beside it, or by the record."""
    if "content" in entry:
        return chain.canonical(entry["content"])
    turn, kind = int(entry["turn"]), LinkKind(entry["kind"])
    if kind is not LinkKind.PLAYED:
        return chain.canonical(chain.taken_back(turn, kind))
    if turn == 0:
        return chain.canonical(chain.begun(record))
    return content_told(rows[turn]) if turn in rows and "received" in rows[turn] else ""


def _complete(record: Mapping[str, Any], entries: Sequence[Mapping[str, Any]], links: Sequence[Link]) -> list[Check]:
    """Whether the turns that stand in the chain are those of the record, every one."""
    checks = []
    stand = chain.standing(links)
    first = links[0].turn if links else 0
    for row in record["turns"]:
        place = stand.get(row["turn"])
        if row["turn"] < first:
            continue
        if place is None:
            checks.append(Check(f"turn {row['turn']}: in the chain", "was never announced"))
        elif place < len(entries) and "content" in entries[place]:
            checks.append(
                Check(f"turn {row['turn']}: in the chain", "the record tells it otherwise than it was sealed")
            )
    if 0 in stand and stand[0] < len(entries) and "content" in entries[stand[0]]:
        checks.append(Check("turn 0: in the chain", "the game was begun with something else"))
    if first:
        checks.append(Check(f"chain of turns: begins with turn {first}; an earlier version played those before"))
    return checks
