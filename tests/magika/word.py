"""The game master's verbs in Magika as functions, for tests that use many of them."""

from __future__ import annotations

from datetime import datetime

from magika_gm.app.office.office import Office
from magika_gm.app.turns.acts import RecordedAct, list_acts, record_act, take_back_act, write_note

take_back = take_back_act
__all__ = [
    "adjust", "change_order", "drop_mage", "list_acts", "move_thing", "place_mage", "rule_cast", "take_back",
    "take_back_act", "write_note",
]  # fmt: skip


def rule_cast(
    office: Office, game: str, mage: str, phase: int, possible: bool, reason: str, now: datetime
) -> RecordedAct:
    return record_act(office, game, "rule", [mage, str(phase), "effect" if possible else "none"], reason, now)


def change_order(
    office: Office, game: str, mage: str, phase: int, order: str, reason: str, now: datetime
) -> RecordedAct:
    return record_act(office, game, "order", [mage, str(phase), order], reason, now)


def place_mage(office: Office, game: str, mage: str, space: str, reason: str, now: datetime) -> RecordedAct:
    return record_act(office, game, "place", [mage, space], reason, now)


def move_thing(
    office: Office, game: str, thing: str, source: str, target: str, reason: str, now: datetime
) -> RecordedAct:
    return record_act(office, game, "move", [thing, source, target], reason, now)


def adjust(office: Office, game: str, mage: str, stat: str, value: str, reason: str, now: datetime) -> RecordedAct:
    return record_act(office, game, "adjust", [mage, stat, value], reason, now)


def drop_mage(office: Office, game: str, mage: str, reason: str, now: datetime) -> RecordedAct:
    return record_act(office, game, "drop", [mage], reason, now)
