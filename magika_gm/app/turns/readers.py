"""Whom a turn's reports were made for, and what they say that the office alone knows: kept with the turn.

Reports can be written again from the record at any time, byte for byte as they were sent. What is known of a player,
his account or a date may be another by then, and the office's own name and address.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, insert, select

from magika_gm.app.record.games import Holder
from magika_gm.engine.seam.reports import PlayerData
from magika_gm.store import tables as t

_PRINTED = ("balance", "date", "next_due", "due_at", "office", "office_email")
"""Fields of a report's :class:`PlayerData` that are no one person's."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a seat's report said when it was made."""

    printed: Mapping[str, str]
    notes: tuple[str, ...]

    def over(self, player: PlayerData) -> PlayerData:
        """What the report says, of what it would say now."""
        return replace(player, **self.printed)  # type: ignore[arg-type]  # texts alone (_PRINTED)


def kept_of(connection: Connection, game: str, turn: int) -> dict[str, Kept]:
    """What the reports of a turn said, by seat; of a turn an earlier version played nothing was kept."""
    r = t.readers.c
    query = select(r.seat, r.told).where(r.game == game, r.turn == turn, r.told != "")
    found = {seat: json.loads(told) for seat, told in connection.execute(query)}
    return {seat: Kept(told["printed"], tuple(told["notes"])) for seat, told in found.items()}


def keep_readers(
    connection: Connection,
    game: str,
    turn: int,
    holders: Mapping[str, Holder],
    paper: str,
    players: Mapping[str, PlayerData],
    notes: Mapping[str, tuple[str, ...]],
) -> None:
    """Keep who holds each seat of a turn that is reported now, and what the reports say; ``paper`` is the office's."""
    seats = select(t.seats.c.seat, t.seats.c.player).where(t.seats.c.game == game)
    numbers: dict[str, int | None] = {seat: player for seat, player in connection.execute(seats)}  # noqa: C416
    rows = []
    for seat, holder in holders.items():
        told: dict[str, Any] = {"notes": notes.get(seat, ())}
        if seat in players:
            told["printed"] = {field: getattr(players[seat], field) for field in _PRINTED}
        rows.append(
            {
                "game": game,
                "turn": turn,
                "seat": seat,
                "player": numbers.get(seat),
                "name": holder.name,
                "address": holder.address,
                "email": holder.email,
                "account": holder.account,
                "zone": holder.zone,
                "paper": holder.paper or paper,
                "large_print": holder.large_print,
                "code_word": holder.code_word,
                "told": json.dumps(told, ensure_ascii=False, separators=(",", ":")) if seat in players else "",
            }
        )
    connection.execute(insert(t.readers), rows)
