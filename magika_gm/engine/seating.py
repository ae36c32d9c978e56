"""Seats given in the order of sign-ups: for games where nobody chooses his seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from magika_gm.engine.seam.setup import Candidate, Entrant, NoGame, Seated


def by_sign_up(
    candidates: Sequence[Candidate], seats: Sequence[str], chosen: Mapping[str, int | None], enough: str = "two"
) -> list[Seated]:
    """Who gets which of ``seats``: players the game master named (``chosen``; None: a policy) where he said, the others
    in the order they signed up; a player sits on one seat only. Entrants keep their candidates' choices.

    Raises :class:`NoGame` where a named player is not on the list or a seat stays empty; ``enough`` says in words how
    many are needed.
    """
    by_player: dict[int, Candidate] = {}
    for one in candidates:
        by_player.setdefault(one.player, one)
    taken: dict[str, Candidate | None] = {}
    for seat, player in chosen.items():
        if player is not None and player not in by_player:
            raise NoGame(f"the player named for {seat} is not on the list")
        taken[seat] = None if player is None else by_player.pop(player)
    waiting = list(by_player.values())
    for seat in seats:
        if seat not in taken:
            if not waiting:
                raise NoGame(f"nobody is left to play {seat}: {enough} are needed")
            taken[seat] = waiting.pop(0)
    seated = [
        Seated(
            candidate=one,
            entrant=Entrant(seat=seat, choices=one.choices if one is not None else {}),
            why="as you said" if seat in chosen else "",
        )
        for seat, one in ((seat, taken[seat]) for seat in seats)
    ]
    playing = {one.id for one in taken.values() if one is not None}
    late = [c for c in candidates if c.id not in playing]
    return [*seated, *(Seated(candidate=c, entrant=None, why="signed up later") for c in late)]
