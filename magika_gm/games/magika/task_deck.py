"""Reads a deck of the Ebon Mage's tasks (TOML): every fault at once, each with its line, place and cure (EBON-6)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields as fields_of
from typing import Any, NamedTuple

from magika_gm.engine.words import did_you_mean, nearest
from magika_gm.games.magika.rules.state import KINDS, SPELL_FIELDS, SUBJECTS, Condition, Task
from magika_gm.games.magika.rules.tasks import DECK_AT_LEAST, DRAWN, EVENTS

_KEYS = ("name", "kind", "text", "count", "where", "sum", "different", "at_least", "at_most", "apart")


class DeckFault(NamedTuple):
    """Something wrong in a task file; ``line`` is where its task begins (0: unknown)."""

    file: str
    line: int
    task: str
    reason: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {f'task {self.task}: ' if self.task else ''}{self.reason}"


class DeckFaults(Exception):
    """A task file that cannot be played with; ``faults`` are all of them."""

    def __init__(self, faults: list[DeckFault]) -> None:
        self.faults = faults
        super().__init__("\n".join(map(str, faults)))


def read_deck(text: str, name: str) -> list[Task]:
    """The tasks of a deck file. Raises :class:`DeckFaults`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckFaults([DeckFault(name, 0, "", f"is not TOML: {error}")]) from error
    lines = [i for i, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*task\s*\]\]", line)]
    faults = [
        DeckFault(name, 0, "", f"{key!r} means nothing here; a deck has [[task]] only") for key in data if key != "task"
    ]
    rows = data.get("task", [])
    if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
        raise DeckFaults([*faults, DeckFault(name, 0, "", "write each task under [[task]]")])
    deck: list[Task] = []
    for nr, row in enumerate(rows):
        line = lines[nr] if len(lines) == len(rows) else 0
        called = str(row.get("name", f"number {nr + 1}"))
        reasons: list[str] = []
        task = read_task(row, reasons)
        if task is not None and any(t.name == task.name for t in deck):
            reasons.append("there is another task of that name")
        faults += [DeckFault(name, line, called, reason) for reason in reasons]
        if task is not None:
            deck.append(task)
    if not faults:
        faults += [DeckFault(name, 0, "", reason) for reason in _too_small(deck)]
    if faults:
        raise DeckFaults(faults)
    return deck


def _too_small(deck: list[Task]) -> list[str]:
    groups = {t.apart for t in deck if t.apart}
    free = sum(not t.apart for t in deck) + len(groups)
    if len(deck) < DECK_AT_LEAST:
        return [f"it has {len(deck)} tasks; a deck needs at least {DECK_AT_LEAST} (EBON-6)"]
    if free < DRAWN:
        return [f"only {free} of its tasks can be drawn together; {DRAWN} are needed, so keep fewer apart"]
    return []


def read_task(row: Mapping[str, Any], reasons: list[str]) -> Task | None:
    """One task from its table, or None with the reasons added."""
    before = len(reasons)
    reasons += [f"{k!r} means nothing here{_near(k, _KEYS)}" for k in row if k not in _KEYS]
    reasons += [f"it has no {k}" for k in ("name", "kind", "text", "count") if not row.get(k)]
    texts = {k: row.get(k, "") for k in ("name", "kind", "text", "sum", "different", "apart")}
    reasons += [f"{k} must be a text in quotes" for k, v in texts.items() if not isinstance(v, str)]
    if len(reasons) > before:
        return None
    if texts["kind"] not in KINDS:
        reasons.append(f"kind is one of {', '.join(KINDS)}, not {texts['kind']!r}")
    counts = row["count"]
    counts = tuple(counts) if isinstance(counts, list) else (counts,)
    fields = _fields(counts, reasons)
    where = _conditions(row.get("where", {}), fields, "code" in fields and counts[0] in EVENTS, reasons)
    for key in ("sum", "different"):
        if texts[key] and counts[0] not in EVENTS:
            reasons.append(f"{key} goes with events only")
        elif texts[key] and texts[key] not in fields:
            reasons.append(
                f"{key}: {texts[key]!r} is no field of {' and '.join(map(str, counts))}{_near(texts[key], fields)}"
            )
    bounds = {k: row.get(k) for k in ("at_least", "at_most")}
    if all(v is None for v in bounds.values()):
        reasons.append("say at_least or at_most: what the count must come to")
    reasons += [f"{k} must be a number" for k, v in bounds.items() if v is not None and not _is_number(v)]
    if len(reasons) > before:
        return None
    return Task(
        name=texts["name"], kind=texts["kind"], text=texts["text"], counts=counts, where=where, total=texts["sum"],
        different=texts["different"], at_least=bounds["at_least"], at_most=bounds["at_most"], apart=texts["apart"],
    )  # fmt: skip


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fields(counts: tuple[Any, ...], reasons: list[str]) -> tuple[str, ...]:
    """The fields every one of the counted things has."""
    known = (*EVENTS, *SUBJECTS)
    bad = [c for c in counts if c not in known]
    if bad or not counts:
        reasons += [f"nothing called {c!r} can be counted{_near(str(c), known)}" for c in bad] or ["count is empty"]
        return ()
    if counts[0] in SUBJECTS:
        if len(counts) > 1:
            reasons.append(f"{counts[0]} is counted alone")
        return SUBJECTS[counts[0]]
    if any(c in SUBJECTS for c in counts):
        reasons.append("events and what stands at the end cannot be counted together")
        return ()
    first, *others = [tuple(f.name for f in fields_of(EVENTS[c])) for c in counts]
    return tuple(f for f in first if all(f in o for o in others))


def _conditions(where: Any, fields: tuple[str, ...], of_spell: bool, reasons: list[str]) -> tuple[Condition, ...]:
    if not isinstance(where, dict):
        reasons.append('where is a table: where = { mage = "M" }')
        return ()
    known = (*fields, *(SPELL_FIELDS if of_spell else ()))
    found = []
    for key, value in where.items():
        if known and key not in known:
            reasons.append(f"where: {key!r} is no field of what is counted{_near(key, known)}")
        elif isinstance(value, dict):
            if not value or set(value) - {"at_least", "at_most"} or not all(map(_is_number, value.values())):
                reasons.append(f"where: {key} = {{ at_least = 3 }} or {{ at_most = 3 }}, with numbers")
            else:
                found.append(Condition(key, (), value.get("at_least"), value.get("at_most")))
        else:
            values = tuple(value) if isinstance(value, list) else (value,)
            if not values:
                reasons.append(f"where: {key} has an empty list")
            found.append(Condition(key, values))
    return tuple(found)


def _near(word: str, words: tuple[str, ...]) -> str:
    cure = did_you_mean([repr(found) for found in nearest(word, words, 1, loose=True)])
    return f"; {cure}" if cure else f"; known are {', '.join(words)}" if len(words) < 20 else ""


def task_to_plain(task: Task) -> dict[str, Any]:
    """A task as its table in a deck file, for the record: :func:`read_task` reads it back to an equal value."""
    where = {
        c.field: list(c.values)
        if c.values
        else {k: v for k, v in (("at_least", c.least), ("at_most", c.most)) if v is not None}
        for c in task.where
    }
    plain = {
        "name": task.name, "kind": task.kind, "text": task.text, "count": list(task.counts), "where": where,
        "sum": task.total, "different": task.different, "at_least": task.at_least, "at_most": task.at_most,
        "apart": task.apart,
    }  # fmt: skip
    return {k: v for k, v in plain.items() if v not in ("", None, {})}


def task_from_plain(row: Mapping[str, Any]) -> Task:
    """The task of such a table. Raises ValueError if it is none."""
    reasons: list[str] = []
    task = read_task(row, reasons)
    if task is None:
        raise ValueError("; ".join(reasons))
    return task
