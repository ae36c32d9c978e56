"""On which line of a TOML file a key stands, as far as a plain scan finds it: for faults told line by line."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
_ENTRY = re.compile(r"\s*([\w.\"' -]+?)\s*=\s*(.*)")
_ROW = re.compile(r"\s*\{")


def key_lines(text: str) -> dict[str, int]:
    """Line of every key path and table header; rows of an array of tables as ``cards.unit.0``, ``cards.unit.1`` …"""
    found: dict[str, int] = {}
    table, array, rows, until = "", "", 0, ""
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if until:
            until = "" if until in line else until
            continue
        if array:
            if _ROW.match(line):
                found.setdefault(f"{array}.{rows}", number)
                rows += 1
            elif line.lstrip().startswith("]"):
                array = ""
            continue
        header = _HEADER.match(line)
        if header:
            table = _bare(header[2])
            if header[1] == "[[":
                at = counts.get(table, 0)
                counts[table] = at + 1
                found.setdefault(table, number)
                table = f"{table}.{at}"
            found.setdefault(table, number)
            continue
        entry = _ENTRY.match(line)
        if entry is None:
            continue
        key = _bare(entry[1])
        path = f"{table}.{key}" if table else key
        found.setdefault(path, number)
        value = entry[2].strip()
        if value.startswith("[") and "]" not in value:
            array, rows = path, 0
        for quote in ('"""', "'''"):
            if value.startswith(quote) and quote not in value[3:]:
                until = quote
    return found


def _bare(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def line_of(lines: dict[str, int], key: str) -> int:
    """Line of a key path, or of the nearest table above it that is in the file; 0 if none is."""
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return 0
