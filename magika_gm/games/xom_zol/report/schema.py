"""The JSON schema of the turn file (version 1), so that anyone can write a player: the game's part, and the whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magika_gm.engine.chain import SCHEMA as CHAIN
from magika_gm.games.xom_zol.rules.terms import CardType, Ending, Faction, Kind, Rarity

_REF = {"type": "string", "pattern": "^[AB][1-9][0-9]*$"}
_REF_OR_NONE = {"type": "string", "pattern": "^([AB][1-9][0-9]*)?$"}
_SIDE = {"enum": ["A", "B"]}
_NAMES = {"type": "array", "items": {"type": "string"}}
_COUNT = {"type": "integer", "minimum": 0}
_LETTERS = {"type": "string", "pattern": "^[GENB]*$"}
_COPIES = {
    "type": "array",
    "items": {"type": "array", "prefixItems": [{"type": "string"}, _COUNT], "minItems": 2, "maxItems": 2},
}


def _object(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """A table in which everything but ``optional`` must stand and nothing else may."""
    required = [key for key in properties if key not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_SIDE_TABLE = _object(
    {
        "life": {"type": "integer"},
        "pool": _LETTERS,
        "hand_size": _COUNT,
        "library_size": _COUNT,
        "discard": _NAMES,
        "columns": {"type": "array", "items": {"type": "array", "items": _REF_OR_NONE, "minItems": 2, "maxItems": 2}},
        "next_ref": _REF,
        "deck": _COPIES,
        "start": _NAMES,
    }
)
_PIECE = _object(
    {
        "ref": _REF,
        "card": {"type": "string"},
        "committed": {"type": "boolean"},
        "exists": {"type": "boolean"},
        "assaulted": {"type": "boolean"},
        "lapsed": {"type": "boolean"},
        "damage": _COUNT,
        "at": {"type": "string", "pattern": "^([FR][1-9][0-9]*)?$"},
        "s": _COUNT,
        "d": _COUNT,
        "keywords": _NAMES,
        "on": _REF,
        "behind": _REF,
    },
    ("exists", "assaulted", "lapsed", "damage", "at", "s", "d", "keywords", "on", "behind"),
)
_CARD = _object(
    {
        "type": {"enum": [t.value for t in CardType]},
        "faction": {"enum": [f.value for f in Faction]},
        "cost": {"type": "string", "pattern": "^([GENB]+|0)$"},
        "race": {"type": "string"},
        "role": {"type": "string"},
        "align": {"type": "string", "pattern": "^[GEN][0-9]$"},
        "s": _COUNT,
        "d": _COUNT,
        "unsummon": _COUNT,
        "mana": _LETTERS,
        "kinds": {"type": "array", "items": {"enum": [k.value for k in Kind]}},
        "rarity": {"enum": [r.value for r in Rarity]},
        "rules": {"type": "string"},
    },
    ("race", "role", "align", "s", "d", "mana", "kinds"),
)
_OPTIONS = _object(
    {
        "pace": {"enum": ["single", "double"]},
        "life": {"type": "integer"},
        "hand": _COUNT,
        "max_turns": _COUNT,
        "first": {"enum": ["roll", "A", "B"]},
        "first_draw": {"type": "boolean"},
        "sigil_formula": {"enum": ["cost", "cost-1"]},
        "front_must_die": {"type": "boolean"},
        "bottom_discard": {"type": "boolean"},
        "empty_library": {"enum": ["lose", "go-on"]},
        "dependency": {"type": "boolean"},
        "copies": {"type": "array", "items": _COUNT, "minItems": 5, "maxItems": 5},
        "basic_lands": _COUNT,
    }
)
_EVENT = _object(
    {
        "phase": _COUNT,
        "step": _COUNT,
        "event": {"type": "object", "properties": {"event": {"type": "string"}}, "required": ["event"]},
    }
)
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Xom and Zol: turn file, version 1",
    "description": "What one seat (A, B, or * for spectators) may know after a mail turn. The four last keys stand in "
    "files of seats alone.",
    **_object(
        {
            "format": {"const": "xom_zol turn"},
            "version": {"const": 1},
            "seat": {"enum": ["A", "B", "*"]},
            "mail_turn": _COUNT,
            "game_turn": _COUNT,
            "first": _SIDE,
            "active": _SIDE,
            "next": {"enum": ["A", "B", None]},
            "ending": {"enum": [*(e.value for e in Ending), None]},
            "winner": {"enum": ["A", "B", "draw", None]},
            "scenario": {"type": "string"},
            "options": _OPTIONS,
            "sides": _object({"A": _SIDE_TABLE, "B": _SIDE_TABLE}),
            "play": {"type": "array", "items": _PIECE},
            "events": {"type": "array", "items": _EVENT},
            "cards": {"type": "object", "additionalProperties": _CARD},
            "hand": _NAMES,
            "next_draw": {"type": ["string", "null"]},
            "react": {"type": "array", "items": {"type": "string"}},
            "peeked": {
                "anyOf": [{"type": "null"}, _object({"turn": _COUNT, "hand": _NAMES})],
            },
        },
        ("hand", "next_draw", "react", "peeked"),
    ),
}


_TEXT = {"type": "string"}
_LISTED = {"type": "array", "items": _TEXT}
_BY_SIDE = {"type": "object", "properties": {"A": _LISTED, "B": _LISTED}, "required": ["A", "B"],
            "additionalProperties": False}  # fmt: skip


def _table(required: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(required), "required": list(required), "additionalProperties": False}


OFFICE: dict[str, Any] = {
    "turn": {"type": "integer", "minimum": 0},
    "game": _TEXT,
    "title": _TEXT,
    "date": _TEXT,
    "due": _TEXT,
    "player": _table({"name": _TEXT, "account": _TEXT, "balance": _TEXT}),
    "how": _TEXT,
    "orders": {"type": "array", "items": _table({
        "part": {"enum": ["ACT", "REACT"]}, "number": {"type": "integer"}, "text": _TEXT,
        "word": {"enum": ["done", "cancelled", "no"]}, "reason": _TEXT, "rule": _TEXT,
    })},
    "story": {"type": "array", "items": _table({
        "phase": {"type": "integer"}, "step": {"type": "integer"}, "title": _TEXT,
        "lines": {"type": "array", "items": _table({"text": _TEXT, "rule": _TEXT})},
    })},
    "messages": {"type": "array", "items": _table({"sender": _TEXT, "to": _TEXT, "text": _TEXT})},
    "threats": {"type": "array", "items": _table({
        "seats": _LISTED, "text": _TEXT, "rule": _TEXT, "lacking": {"type": ["integer", "null"]},
    })},
    "notes": _LISTED,
    "known": {"type": "array", "items": {"type": "array"}},
    "choices": {"type": "array", "items": _table({
        "verb": _TEXT, "subject": _TEXT, "card": _TEXT, "cost": _TEXT, "rules": _TEXT, "legal": {"type": "boolean"},
        "why": _TEXT, "window": {"type": "boolean"},
        "parameters": {"type": "array", "items": _table({"word": _TEXT, "candidates": _LISTED})},
    })},
    "order_form": _TEXT,
    "revealed": {"anyOf": [{"type": "null"}, _table({"hands": _BY_SIDE, "react": _BY_SIDE, "orders": _BY_SIDE})]},
    "seed_hash": _TEXT,
    "chain": CHAIN,
    "seed": _TEXT,
    "record": {"type": ["object", "null"]},
}  # fmt: skip
"""What the office adds to the game's part."""


def schema() -> dict[str, Any]:
    """The JSON Schema of whole turn files; a test holds the shipped file to it."""
    found = dict(SCHEMA)
    found["$id"] = "xom_zol.schema.json"
    found["properties"] = {**SCHEMA["properties"], **OFFICE}
    found["required"] = [*SCHEMA["required"], *OFFICE]
    return found
