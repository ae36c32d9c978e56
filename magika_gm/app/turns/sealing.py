"""What of each turn is sealed into its game's chain, and what of it is told when the game is over;
whom its reports were made for, and what their files are made of.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from magika_gm.app.office.office import Office, path_name
from magika_gm.app.record.begun import POLICY, SIGNED, Commitment, beginning_of, texts_by_digest
from magika_gm.app.record.chain import Kept, announced, append, links_at, load_chain, sheet_key
from magika_gm.app.record.games import Game, Holder, standing_sheets
from magika_gm.engine import chain
from magika_gm.engine.chain import Binds, Chain, LinkKind, OwnSheet
from magika_gm.engine.dice import Roll
from magika_gm.engine.records import record
from magika_gm.engine.seam.reports import Archive, PlayerData
from magika_gm.engine.seam.setup import HONOURS, Entrant, Seat
from magika_gm.engine.told import Told
from magika_gm.engine.verbs import Note
from magika_gm.store import tables as t
from magika_gm.store.archive import load_acts, load_played, load_rolls, load_told, told_to_json
from magika_gm.store.faults import reading_of
from magika_gm.store.vocabulary import GIVEN
from magika_gm.whole_files import write_whole


def seal_turn(connection: Connection, game: Game, turn: int, digest: str) -> None:
    """Add a turn's link, from its record; ``digest`` is that of what was told and rolled (``turn_digest``)."""
    received = {
        seat: chain.sheet_digest(sheet_key(connection, game.id, turn, seat), sheet)
        for seat, sheet in standing_sheets(connection, game.id, turn).items()
    }
    append(connection, game.id, game.seed_hash, turn_content(connection, game, turn, digest, received))


def turn_content(
    connection: Connection, game: Game, turn: int, digest: str, received: Mapping[str, str]
) -> dict[str, Any]:
    """The content of a turn's link, as the record has it."""
    orders, acts = played_with(connection, game, turn)
    return chain.played(turn, orders, acts, digest, received)


def played_with(connection: Connection, game: Game, turn: int) -> tuple[dict[str, list[str]], list[Any]]:
    """The orders and acts a turn was played with, as plain data; a note changes nothing and is for whom it was
    written."""
    played, archive = load_played(connection, game.id, turn), game.system.archive
    orders = {seat: texts for seat, (how, texts) in played.items() if texts or how in GIVEN}
    return orders, _acts(archive, [act for _, act in load_acts(connection, game.id, turn)])


def _acts(archive: Archive, acts: Sequence[Any]) -> list[Any]:
    return [archive.acts.to_plain(act) for act in acts if not isinstance(act, Note)]


def seal_beginning(connection: Connection, game: Game) -> None:
    """Add the link of turn 0: what the final record will say of how the game was begun, and what its hash binds."""
    kind = connection.execute(select(t.games.c.commitment).where(t.games.c.id == game.id)).scalar()
    binds = Binds.BEGINNING if kind == Commitment.BEGINNING else Binds.DICE
    append(connection, game.id, game.seed_hash, chain.begun(begun_record(connection, game, binds), binds))


def seal_taken_back(connection: Connection, game: Game) -> None:
    """Add the link by which the last turn is taken back; what was taken back stays in the chain."""
    kind = LinkKind.REVIEWED if game.held else LinkKind.UNDONE
    append(connection, game.id, game.seed_hash, chain.taken_back(game.turn, kind))


def chain_of(connection: Connection, game: Game) -> Chain:
    """What every report of the game's turn tells of the chain."""
    return Chain(links_at(connection, game.id, game.turn), binds=announced(connection, game.id))


def own_sheets(connection: Connection, game: Game) -> dict[str, tuple[OwnSheet, ...]]:
    """The sheets that each seat's present player sent, with their keys, of the turns whose links hold them."""
    p, s = t.played.c, t.seats.c
    query = select(p.turn, p.seat).join(t.seats, (s.game == p.game) & (s.seat == p.seat) & (s.player == p.player))
    mine = connection.execute(query.where(p.game == game.id, p.turn <= game.turn).order_by(p.turn, p.seat)).all()
    kept = {one.link.turn: json.loads(one.content) for one in standing_links(load_chain(connection, game.id))}
    sheets = {turn: standing_sheets(connection, game.id, turn) for turn in kept}
    found: dict[str, tuple[OwnSheet, ...]] = {}
    for turn, seat in mine:
        # one that is empty was erased with its player: nobody is left to whom it would prove anything
        if seat in kept.get(turn, {}).get("received", ()) and sheets[turn].get(seat):
            key = sheet_key(connection, game.id, turn, seat).hex()
            found[seat] = (*found.get(seat, ()), OwnSheet(turn, key, sheets[turn][seat]))
    return found


def standing_links(kept: Sequence[Kept]) -> list[Kept]:
    """The links of turns that were not taken back."""
    return [kept[place] for place in chain.standing(one.link for one in kept).values()]


def revealed(kept: Sequence[Kept], record: Mapping[str, Any], binds: Binds) -> list[dict[str, Any]]:
    """The chain as a final record tells it: every nonce, and the content of each link that the record itself, made of
    the turns that stand, does not tell."""
    told = {row["turn"]: content_told(row) for row in record["turns"] if "received" in row}
    told[0] = chain.canonical(chain.begun(record, binds))
    stand = set(chain.standing(one.link for one in kept).values())
    found = []
    for place, one in enumerate(kept):
        entry: dict[str, Any] = {
            "turn": one.link.turn,
            "kind": one.link.kind.value,
            "digest": one.link.digest,
            "nonce": one.nonce.hex(),
        }
        known = told.get(one.link.turn) if place in stand else None
        if one.link.kind is not LinkKind.PLAYED:
            known = chain.canonical(chain.taken_back(one.link.turn, one.link.kind))
        found.append(entry if one.content == known else entry | {"content": json.loads(one.content)})
    return found


def content_told(row: Mapping[str, Any]) -> str:
    """The content of a turn's link, from a final record's row of that turn."""
    return chain.canonical(chain.played(row["turn"], row["orders"], row["acts"], row["digest"], row["received"]))


# What a whole game was played with, as its final turn files tell it, so that anybody can play it again.


def game_record(connection: Connection, game: Game) -> dict[str, Any]:
    """What a whole game was played with, for its final turn files."""
    archive, kept = game.system.archive, load_chain(connection, game.id)
    binds = announced(connection, game.id)
    received = {one.link.turn: json.loads(one.content).get("received") for one in standing_links(kept)}
    turns = []
    for turn in range(1, game.turn + 1):
        told, rolls = load_told(connection, game.id, turn), load_rolls(connection, game.id, turn)
        orders, acts = played_with(connection, game, turn)
        late = late_sheets(connection, game.id, turn)
        turns.append(
            {
                "turn": turn,
                "orders": orders,
                "acts": acts,
                "digest": turn_digest(archive, told, rolls),
                **({"late": late} if late else {}),
                **({"received": received[turn]} if turn in received else {}),
            }
        )
    # in a game begun before all of it was part of the state, the last state knows more than the first
    last = game.system.setup.begun_with(game.state(connection), entrants_of(connection, game))
    begun = {key: value or last.get(key, value) for key, value in begun_whole(connection, game, binds).items()}
    (beside,) = begun.pop("chain")
    record = begun | {"turns": turns}
    entries = revealed(kept, record, binds)
    return record | ({"chain": [entries[0] | beside, *entries[1:]]} if kept else {})


def begun_whole(connection: Connection, game: Game, binds: Binds) -> dict[str, Any]:
    """:func:`begun_record` and, beside the first link, which has their digests, the texts of the files that were
    shipped when the game began."""
    record = begun_record(connection, game, binds)
    files = shipped_then(connection, game) if "commitment" in record else {}
    return record | {"chain": [{"files": files} if files else {}]}


def begun_record(connection: Connection, game: Game, binds: Binds) -> dict[str, Any]:
    """The part of the record that tells what the game was begun with; ``binds`` is what reports say of its hash."""
    begun = game.system.setup.begun_with(game.state(connection, 0), entrants_of(connection, game))
    return {"system": game.system.name, "scenario": game.scenario_text, **begun, **_bound(connection, game, binds)}


def _bound(connection: Connection, game: Game, binds: Binds) -> dict[str, Any]:
    """What is needed to draw the beginning again: who took which seat, the files, what was rolled, and the nonce where
    the seed was drawn. Of games begun before reports said what it binds, only if it was."""
    c = t.games.c
    kind, nonce, begun = connection.execute(select(c.commitment, c.nonce, c.begun).where(c.id == game.id)).one()
    if kind != Commitment.BEGINNING and not binds:
        return {}
    with reading_of(f"game {game.id}: what it was begun with"):
        said = json.loads(begun)
    whole = beginning_of(game.system.name, game.scenario_text, entrants_of(connection, game), said["extras"])
    kept = {"nonce": nonce.hex()} if kind == Commitment.BEGINNING else {}
    kept |= {"entrants": whole["entrants"], "extras": whole["extras"]}
    kept |= {"texts": said["texts"]} if said["texts"] else {}
    kept |= {"drawn": [list(roll) for roll in load_rolls(connection, game.id, 0)]} if binds else {}
    return {"commitment": kept}


def shipped_then(connection: Connection, game: Game) -> dict[str, str]:
    """Texts of the shipped files the game was begun with, by name, whatever is shipped by now."""
    with reading_of(f"game {game.id}: what it was begun with"):
        begun = connection.execute(select(t.games.c.begun).where(t.games.c.id == game.id)).scalar_one()
        said = json.loads(begun or '{"extras": {}, "texts": {}}')
        digests = {name: digest for name, digest in said["extras"].items() if name not in said["texts"]}
        return texts_by_digest(game.system, digests, said.get("shipped", {}))


def late_sheets(connection: Connection, game: str, turn: int) -> list[str]:
    """The seats whose sheet for a turn came after its outcome had been seen by the game master."""
    r, s = t.reviews.c, t.sheets.c
    seen = connection.execute(select(r.seen_at).where(r.game == game, r.turn == turn)).scalar()
    if seen is None:
        return []
    query = select(s.seat).where(s.game == game, s.turn == turn, s.received_at > seen).distinct()
    return sorted(connection.execute(query).scalars())


def entrants_of(connection: Connection, game: Game) -> list[Entrant]:
    """Who took the seats when the game began; where places are drawn, before that."""
    query = select(t.seats.c.seat, t.seats.c.character, t.seats.c.choices).where(t.seats.c.game == game.id)
    rows: dict[str, tuple[str, dict[str, Any]]] = {}
    for seat, name, text in connection.execute(query):
        choices = json.loads(text)
        choices.pop(POLICY, None)  # who plays a seat is no part of what was begun
        rows[choices.pop(SIGNED, seat)] = (name, choices)
    seats = game.system.setup.seats_of(game.scenario)
    return [Entrant(seat=seat, name=rows[seat][0], choices=rows[seat][1]) for seat in seats if seat in rows]


def brought_honours(connection: Connection, game: Game) -> dict[Seat, tuple[str, ...]]:
    """By seat, the marks of deeds in earlier games of those whose characters returned."""
    query = select(t.seats.c.seat, t.seats.c.choices).where(t.seats.c.game == game.id)
    found = {seat: json.loads(text).get(HONOURS) for seat, text in connection.execute(query)}
    return {seat: tuple(marks) for seat, marks in found.items() if marks}


def turn_digest(archive: Archive, told: Sequence[Told[Any]], rolls: Sequence[Roll]) -> str:
    """SHA-256 (hex) of a turn's events as the record keeps them, and of its rolls."""
    digest = hashlib.sha256()
    for phase, group in groupby(told, key=lambda t: t.phase):
        digest.update(f"{phase}{told_to_json(list(group), archive.events)}\n".encode())
    digest.update(json.dumps([list(r) for r in rolls], separators=(",", ":")).encode())
    return digest.hexdigest()


# Whom a turn's reports were made for, and what they say that the office alone knows: kept with the turn.
#
# Reports can be written again from the record at any time, byte for byte as they were sent. What is known of a
# player, his account or a date may be another by then, and the office's own name and address.


_PRINTED = ("balance", "date", "next_due", "due_at", "office", "office_email")
"""Fields of a report's :class:`PlayerData` that are no one person's."""


@record
class KeptReport:
    """What a seat's report said when it was made."""

    printed: Mapping[str, str]
    notes: tuple[str, ...]

    def over(self, player: PlayerData) -> PlayerData:
        """What the report says, of what it would say now."""
        return replace(player, **self.printed)  # type: ignore[arg-type]  # texts alone (_PRINTED)


def kept_of(connection: Connection, game: str, turn: int) -> dict[str, KeptReport]:
    """What the reports of a turn said, by seat; of a turn an earlier version played nothing was kept."""
    r = t.readers.c
    query = select(r.seat, r.told).where(r.game == game, r.turn == turn, r.told != "")
    found = {seat: json.loads(told) for seat, told in connection.execute(query)}
    return {seat: KeptReport(told["printed"], tuple(told["notes"])) for seat, told in found.items()}


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


# What report files are made of, kept beside them: one that a disk or a hand changed is known, and made again.
#
# A list a turn, ``reports/GAME/gm/TURN.digests``: SHA-256, bytes and name of each file, a line each. It lies on the
# disk before the reports have their place; a turn of an earlier version, or whose list is gone, has none.


FORMS = ("pdf", "html", "txt", "json")
"""The forms every report has; a page besides where the game makes one."""


def note_digests(digests: Path, files: Iterable[Path]) -> None:
    """Keep what all files of a turn are made of. Raises :class:`OSError`."""
    _keep(digests, {file.name: _made_of(file) for file in files})


def renew_digest(digests: Path, file: Path) -> None:
    """The same of one file that was written again, where a list is kept at all."""
    known = _kept(digests)
    if known is not None:
        _keep(digests, known | {file.name: _made_of(file)})


def _made_of(file: Path) -> tuple[str, int]:
    data = file.read_bytes()
    return _digest(data), len(data)


def _keep(digests: Path, known: Mapping[str, tuple[str, int]]) -> None:
    rows = (f"{digest} {size} {name}\n" for name, (digest, size) in sorted(known.items()))
    write_whole(digests, "".join(rows), synced=True)


def damaged(office: Office, game: str, turn: int, seats: Iterable[str], closely: bool = True) -> list[Path]:
    """The report files of some seats that are missing, or are not as they were written: by size alone, or ``closely``.

    Where no list is kept what is empty is damaged, and nobody can tell more.
    """
    folder, kept = office.reports(game, turn), _kept(office.digests(game, turn))
    names = [f"{path_name(seat, 'seat')}.{form}" for seat in seats for form in FORMS]
    pages = [f"{path_name(seat, 'seat')}.page.html" for seat in seats]
    names += [name for name in pages if (name in kept if kept else (folder / name).is_file())]
    return [folder / name for name in names if not _is_sound(folder / name, (kept or {}).get(name), closely)]


def _is_sound(path: Path, kept: tuple[str, int] | None, closely: bool) -> bool:
    with suppress(OSError):
        if not path.is_file():
            return False
        size = path.stat().st_size
        if kept is None or size != kept[1]:
            return kept is None and size > 0
        return not closely or _digest(path.read_bytes()) == kept[0]
    return False


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _kept(digests: Path) -> dict[str, tuple[str, int]] | None:
    """What a list keeps, by name; None where there is none, or one that is damaged itself."""
    try:
        rows = [row.split(" ", 2) for row in digests.read_text(encoding="utf-8").splitlines()]
        return {name: (digest, int(size)) for digest, size, name in rows}
    except (OSError, ValueError):
        return None
