"""Mails of players of all games, as their mail programs make them (``tests/mail/corpus/found-*.eml``), each of which
went wrong once: what becomes of it, and what its writer reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from magika_gm import games
from magika_gm.mail.readers import Incoming
from tests.app.post.test_bare_lines import Player, fresh, players

__all__ = ["players"]
CORPUS = Path(__file__).parents[2] / "mail" / "corpus"
FOUND: dict[str, tuple[str, int, str]] = {
    "rune_war-misspelt": ("accepted", 2, "did you mean PUNG?"),
    "arena-misspelt": ("accepted", 2, "did you mean MOVE?"),
    "arena-standing-block": ("accepted", 1, "did you mean RETREAT?"),
    "xom_zol-misspelt": ("accepted", 1, "did you mean BLOCK?"),
    "temple_isle-misspelt": ("accepted", 1, "did you mean TEMPLE?"),
    "temple_isle-message-without-to": ("accepted", 0, "Good luck to you."),
    "xom_zol-message-alone": ("accepted", 0, "A good game, I hope."),
    "magika-one-line-commas": ("accepted", 0, "MEDITATE"),
    "magika-one-line": ("accepted", 0, "MOVE NW"),
    "arena-words-only": ("remark", 0, "put before your game master"),
    "magika-forged-orders": ("refused", 0, ""),
}
"""By game and what is wrong: outcome, errors, and words of the answer."""
NAMES = sorted(path.stem.removeprefix("found-") for path in CORPUS.glob("found-*.eml"))


def test_every_mail_is_looked_at() -> None:
    assert {next(kind for kind in FOUND if name.startswith(kind)) for name in NAMES} == set(FOUND)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_it_vanishes(players: dict[str, Player], name: str) -> None:
    kind = next(kind for kind in FOUND if name.startswith(kind))
    outcome, faults, words = FOUND[kind]
    player = fresh(players[next(system for system in games.SYSTEMS if name.startswith(system))])
    raw = (CORPUS / f"found-{name}.eml").read_bytes()
    raw = raw.replace(b"gm+TOKEN@example.org", player.reply_to.encode())
    raw = raw.replace(b"PLAYER@example.org", player.address.encode())
    (received,) = player.post.take(Incoming(raw, None, name))
    assert (received.outcome, received.faults) == (outcome, faults), received
    if words:
        assert words in player.told()
