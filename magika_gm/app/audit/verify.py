"""Every turn of a game played again from its stored orders and dice, and compared with the record;
and from a final turn file alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from magika_gm import games
from magika_gm.app.audit.rows import spoilt_turns
from magika_gm.app.office.errors import UNFORESEEN, OfficeError, read_text
from magika_gm.app.office.office import Office
from magika_gm.app.record.begun import drawn_again
from magika_gm.app.record.chain import Kept, announced, load_chain
from magika_gm.app.record.games import Game, load_game, read_begun
from magika_gm.app.turns.sealing import begun_whole, content_told, standing_links, turn_content, turn_digest
from magika_gm.app.turns.turn_orders import stored_orders
from magika_gm.engine import chain
from magika_gm.engine.chain import Binds, Link, LinkKind, links_of, standing
from magika_gm.engine.dice import Dice, Roll, seed_hash
from magika_gm.engine.records import record
from magika_gm.engine.seam.reports import TurnRecord
from magika_gm.engine.seam.rules import Resolution
from magika_gm.engine.seam.setup import ScenarioFaults
from magika_gm.engine.system import GameSystem
from magika_gm.engine.told import Told
from magika_gm.mail.pdf_form import MOST_BYTES, keywords_of_pdf
from magika_gm.store.archive import load_acts, load_played, load_rolls, load_told


@record
class Verdict:
    """Whether a turn, replayed from its stored orders and dice, comes out as recorded."""

    turn: int
    differences: tuple[str, ...]


def verify_game(office: Office, game_id: str, last: int | None = None) -> list[Verdict]:
    """Replay every turn of a game (or only the ``last`` so many) and compare worlds, events and rolls."""
    found = []
    with office.store.reading() as connection:
        game = load_game(connection, game_id)
        first = max(1, game.turn + 1 - (last or game.turn))
        kept = load_chain(connection, game_id)
        links = _links(game, kept)
        sealed = {one.link.turn: one.content for one in standing_links(kept)}
        since = kept[0].link.turn if kept else game.turn + 1  # an earlier version played those before
        spoilt = spoilt_turns(connection, game.id, game.turn, 0 if last is None else first)
        for turn in range(first, game.turn + 1):
            state, after = game.state(connection, turn - 1), game.state(connection, turn)
            before = game.system.setup.as_before(state, after)
            orders = stored_orders(game.orders, load_played(connection, game_id, turn))
            acts = [act for _, act in load_acts(connection, game_id, turn)]
            again = game.system.rules.resolve(before, orders, Dice(game.seed, turn), acts)
            told, rolls = load_told(connection, game_id, turn), load_rolls(connection, game_id, turn)
            differences = spoilt.get(turn, [])
            if again.state != after:
                differences.append("the world after it")
            if list(again.told) != told:
                differences.append("its events")
            if list(again.rolls) != rolls:
                differences.append("its rolls")
            differences += links.get(turn, [])
            if turn >= since and sealed.get(turn) != _content(connection, game, turn, told, rolls, sealed.get(turn)):
                differences.append(_HOLDS)
            found.append(Verdict(turn, tuple(differences)))
        begun = [*spoilt.get(0, []), *links.get(0, [])]
        if last is None and not since:
            begun += _begun_otherwise(connection, game, sealed.get(0))
        if begun:
            found.insert(0, Verdict(0, tuple(begun)))
    return found


def _begun_otherwise(connection: Connection, game: Game, sealed: str | None) -> list[str]:
    """What is wrong with the game's beginning: its link, and, where reports say what it hangs on, what was drawn."""
    record = begun_whole(connection, game, binds := announced(connection, game.id))
    found = [] if sealed == chain.canonical(chain.begun(record, binds)) else [_HOLDS]
    again = binds and drawn_again(game.system, game.scenario, record, game.seed, binds, game.state(connection, 0))[0]
    return [*found, f"{_BEGUN} ({again})"] if again else found


def _links(game: Game, kept: Sequence[Kept]) -> dict[int, list[str]]:
    """What is wrong with the chain's links among themselves, by turn: each is made of what was sealed."""
    wrong: dict[int, list[str]] = {}
    before = chain.before_all(game.seed_hash)
    for one in kept:
        if one.link.digest != chain.digest_of(before, one.nonce, one.content):
            wrong.setdefault(min(one.link.turn, game.turn), []).append("its link in the chain of turns")
        before = one.link.digest
    torn = chain.out_of_order([one.link for one in kept])
    if torn:
        wrong.setdefault(game.turn, []).append(f"the order of the chain of turns ({torn})")
    return wrong


_HOLDS = "what its link in the chain of turns holds"
_BEGUN = "what the game was begun with"
_NO_KEY = "neither sheet nor key is told: somebody else played then, or they are kept back"
_ANEW = "nothing shows whether what had been played was played anew"


def _content(
    connection: Connection, game: Game, turn: int, told: Sequence[Told[Any]], rolls: Sequence[Roll], sealed: str | None
) -> str:
    """What a turn's link should hold, by the record; of the sheets that came only what was sealed is known for sure."""
    received = json.loads(sealed).get("received", {}) if sealed else {}
    digest = turn_digest(game.system.archive, told, rolls)
    return chain.canonical(turn_content(connection, game, turn, digest, received))


# Was the game bent? What a final turn file tells, and playing it again from nothing else.
#
# The hash of the seed is printed on turn 1, the seed itself at the end. With the scenario, the characters,
# everybody's orders and the game master's acts it gives every roll and every turn again, without an office or a
# database; turns that were taken back, too, as the chain of turns holds what they were played with.


# Was history written anew? What any two reports of a game tell by the chains they print, and what its end tells.
#
# A report of a later turn goes on the chain of an earlier one, whatever form both have. At the end every nonce is
# told, and each link is made again from what the record says was sealed.


FORMS = (".json", ".txt", ".html", ".pdf")
"""The forms of a report that can be compared, by the ends of their files' names."""
_HASH = re.compile(r"Hash of the game's seed: ([0-9a-f]{64})\b")
_TAG = re.compile(r"<[^<>]*>")
_SPACE = re.compile(r"\s+")
MOST_PLAIN = 4_000_000
"""Bytes of a turn file: taken apart it needs many times its length."""
MOST_RUNS = 2_000
"""Turns a record may tell, those that were taken back among them: each is played again."""


@record
class Check:
    """One thing looked at: ``what``, what is wrong with it (``""``: nothing), and what nothing proves of it."""

    what: str
    wrong: str = ""
    unproved: str = ""

    @property
    def right(self) -> bool:
        """Whether it is proved."""
        return not (self.wrong or self.unproved)


@record
class Printed:
    """What a report tells of its game's chain; ``turn`` is its own (that of the last link, where it says no other)."""

    name: str
    turn: int
    seed_hash: str
    links: tuple[Link, ...]
    binds: Binds = Binds.UNSAID


def printed_in(path: Path, plain: Mapping[str, Any] | None = None) -> Printed:
    """What a report tells, from a file of any form; ``plain`` is the turn file's content, where it is one.

    Raises :class:`OfficeError` if it is no report of a game.
    """
    if plain is not None:
        try:
            said = plain.get("chain", {"links": ()})
            links, binds = chain.links_of(said), chain.binds_of(said)
        except (KeyError, TypeError, ValueError, ArithmeticError) as error:
            raise OfficeError(f"{path}: its chain of turns is damaged: {error.__class__.__name__}: {error}") from error
        return Printed(str(path), int(plain["turn"]), str(plain.get("seed_hash", "")), links, binds)
    try:
        text = keywords_of_pdf(path) if path.suffix == ".pdf" else read_text(path, "a report", MOST_BYTES)
    except (OSError, ValueError) as error:
        raise OfficeError(f"{path}: cannot be read as a PDF ({error})") from error
    if path.suffix == ".html":
        text = unescape(_TAG.sub(" ", text))
    text = _SPACE.sub(" ", text)
    # the last there is: a message may hold anything, and stands before the small print
    found = list(_HASH.finditer(text))[-1:]
    if not found:
        raise OfficeError(f"{path}: is no report of a game: it tells no hash of a seed")
    said = text[found[0].start() :]
    links = chain.links_in(said)
    return Printed(str(path), links[-1].turn if links else -1, found[0][1], links, chain.binds_in(said))


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
        checks.append(Check(f"{none} of {len(ordered)} reports tell no chain of turns", unproved=_ANEW))
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
        if one.binds is not whole.binds:
            return Check(f"{one.name}: what the hash binds", f"is told otherwise than in {whole.name}")
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
        return [Check("chain of turns (none: a game an earlier version played to its end)", unproved=_ANEW)]
    rows = {row["turn"]: row for row in record["turns"]}
    made, wrong = chain.before_all(final["seed_hash"]), ""
    for entry, link in zip(entries, links, strict=False):
        content = _content_of(entry, record, rows, chain.binds_of(final["chain"]))
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
    told = {sheet["turn"] for sheet in sheets}
    back = (turn for turn, row in rows.items() if seat in row.get("received", ()) and turn not in told)
    return checks + [Check(f"turn {turn}: the sheet that was received", unproved=_NO_KEY) for turn in back]


def _content_of(entry: Mapping[str, Any], record: Mapping[str, Any], rows: Mapping[int, Any], binds: Binds) -> str:
    """What a link was made of: told beside it, or by the record."""
    if "content" in entry:
        return chain.canonical(entry["content"])
    turn, kind = int(entry["turn"]), LinkKind(entry["kind"])
    if kind is not LinkKind.PLAYED:
        return chain.canonical(chain.taken_back(turn, kind))
    if turn == 0:
        return chain.canonical(chain.begun(record, binds))
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
        what = f"chain of turns: begins with turn {first}; an earlier version played those before"
        checks.append(Check(what, unproved=_ANEW))
    return checks


def check_files(paths: Iterable[Path]) -> list[Check]:
    """Compare the chains that reports of any form tell; with a final turn file among them, play the game again from it
    and compare it, and any other turn files of the game, with the replay.

    Raises :class:`OfficeError` if a file cannot be read, or if a single one is no final turn file.
    """
    every = list(paths)
    files = {path: _read(path) for path in every if path.suffix == ".json"}
    reports = [printed_in(path, files.get(path)) for path in every]
    final = next((f for f in files.values() if f.get("record")), None)
    if final is None and len(every) > 1:
        return histories(reports)
    if final is None:
        raise OfficeError(
            f"{every[0]}: is no final turn file, and a single report proves nothing; the turn file written when the "
            "game ended holds its record, and two reports of any form are compared by their chains"
        )
    try:
        return _checks(files, reports, final) + histories(reports)
    except UNFORESEEN as error:
        raise OfficeError(f"the final turn file is damaged: {error.__class__.__name__}: {error}") from error


def _checks(files: dict[Path, dict[str, Any]], reports: list[Printed], final: dict[str, Any]) -> list[Check]:
    seed = bytes.fromhex(final["seed"])
    checks = [
        Check(f"{path}: hash of the seed", "" if f.get("seed_hash") == seed_hash(seed) else "is not this seed's")
        for path, f in files.items()
    ]
    checks += _bounds(reports, final)
    replay = _Replay(final, seed)
    checks.append(replay.drawn)
    checks += told_at_the_end(final, replay.system.reports.seat_of(final))
    by_run: dict[tuple[int, str], list[tuple[Path, dict[str, Any]]]] = {}
    for path, f in files.items():
        by_run.setdefault((int(f["turn"]), _last_digest(f)), []).append((path, f))
    states = {0: replay.state}
    checks += [_compare(path, f, replay) for at, some in by_run.items() if not at[0] for path, f in some]
    for run in _runs(final["record"]):
        if run.turn - 1 not in states:
            checks.append(Check(f"{run}", "was played from a turn the record does not tell"))
            continue
        replay.state = states[run.turn - 1]
        checks.append(replay.play(run.row, str(run)))
        states[run.turn] = replay.state
        # a file of an earlier version tells no chain: it is compared with the run that stands
        mine = by_run.pop((run.turn, run.digest), []) + (by_run.pop((run.turn, ""), []) if run.stands else [])
        checks += [_compare(path, f, replay) for path, f in mine]
    return checks + [_compare(path, f, None) for rest in by_run.values() for path, f in rest if f["turn"]]


@record
class _Run:
    """A turn as it was played once: what with, its link, and whether it stands."""

    row: Mapping[str, Any]
    digest: str
    stands: bool

    @property
    def turn(self) -> int:
        return int(self.row["turn"])

    def __str__(self) -> str:
        return f"turn {self.turn}" + ("" if self.stands else " (a run that was taken back)")


def _runs(record: Mapping[str, Any]) -> list[_Run]:
    """Every run of every turn in the order they were played; of those before the chain, the ones that stand."""
    entries = record.get("chain", [])
    rows = {row["turn"]: row for row in record["turns"]}
    links = [Link(int(e["turn"]), LinkKind(e["kind"]), str(e["digest"])) for e in entries]
    first, stand = links[0].turn if links else len(rows) + 1, set(standing(links).values())
    runs = [_Run(row, "", True) for turn, row in rows.items() if turn < first]
    for place, (link, entry) in enumerate(zip(links, entries, strict=True)):
        if link.kind is not LinkKind.PLAYED or not link.turn:
            continue
        row = rows.get(link.turn) if place in stand else entry.get("content")
        if row is not None:
            runs.append(_Run(row, link.digest, place in stand))
    told = {run.turn for run in runs if run.stands}
    return runs + [_Run(row, "", True) for turn, row in rows.items() if turn not in told]


def _last_digest(plain: Mapping[str, Any]) -> str:
    """The link of a turn file's own run; "" where it tells no chain."""
    links = links_of(plain["chain"]) if "chain" in plain else ()
    return links[-1].digest if links else ""


FIRST = 1
"""A report of this turn or of the one before it was sent before anything was played."""


def _bounds(reports: list[Printed], final: dict[str, Any]) -> list[Check]:
    """What the record must be like to prove anything: whole, and announced before it was played."""
    told = len(final["record"]["turns"]) + len(final["record"].get("chain", []))
    if told > 2 * MOST_RUNS:
        raise OfficeError(f"the final turn file is damaged: its record tells {told} turns and links")
    numbers, last = [row["turn"] for row in final["record"]["turns"]], int(final["turn"])
    whole = len(numbers) == last and numbers == list(range(1, len(numbers) + 1))
    checks = [Check("turns of the record", "" if whole else f"are not 1 to {last}, each once")]
    early = [one for one in reports if 0 <= one.turn <= FIRST and one.turn < last]
    compare = f"compare this hash with the one on your first report: {final.get('seed_hash')}"
    alone = f"a report of turn 0 or 1 is missing, so nothing shows what was announced when the game began; {compare}"
    checks.append(Check("announced at the beginning", "" if early else alone))
    late = {row["turn"]: row["late"] for row in final["record"]["turns"] if row.get("late")}
    for turn, seats in late.items():
        checks.append(Check(f"turn {turn}: sheets taken in after the game master had seen it: {', '.join(seats)}"))
    return checks


def _read(path: Path) -> dict[str, Any]:
    try:
        plain = json.loads(read_text(path, "a turn file", MOST_PLAIN))
    except json.JSONDecodeError as error:
        raise OfficeError(f"{path}:{error.lineno}: is not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, lists in lists without end
        raise OfficeError(f"{path}: is not a turn file ({error.__class__.__name__})") from error
    if not isinstance(plain, dict) or _system_of(plain) is None or not isinstance(plain.get("turn"), int):
        raise OfficeError(f"{path}: is not a turn file")
    return plain


def _system_of(plain: dict[str, Any]) -> GameSystem | None:
    """The game whose turn file it is."""
    known = (games.system(name) for name in games.SYSTEMS)
    return next((system for system in known if plain.get("format") == system.reports.FORMAT), None)


class _Replay:
    """A game played again from a final turn file alone."""

    def __init__(self, final: dict[str, Any], seed: bytes) -> None:
        record, system = final["record"], _system_of(final)
        assert system is not None
        self.seed, self.system = seed, system
        try:
            scenario = read_begun(system, record["scenario"], "scenario of the turn file")
            self.state = system.setup.restart(scenario, record, Dice(seed, 0))
            self.lines = system.orders_in(lambda: scenario)
            binds = chain.binds_of(final.get("chain", {}))
            self.drawn = Check(_BEGUN, *drawn_again(system, scenario, record, seed, binds))
        except (ScenarioFaults, ValueError, TypeError, KeyError, IndexError) as error:
            raise OfficeError(f"the record in the final turn file cannot be played: {error}") from error
        self.resolution: Resolution | None = None
        self.orders: dict[str, list[Any]] = {}

    def play(self, row: Mapping[str, Any], called: str) -> Check:
        """One turn; whether its events and rolls are those recorded."""
        turn, system = int(row["turn"]), self.system
        self.orders = {seat: [self._order(text) for text in texts] for seat, texts in row["orders"].items()}
        try:
            acts = [system.archive.acts.from_plain(plain) for plain in row["acts"]]
        except (KeyError, TypeError) as error:
            raise OfficeError(f"turn {turn} of the record holds an act that is none: {error}") from error
        resolution = system.rules.resolve(self.state, self.orders, Dice(self.seed, turn), acts)
        self.resolution, self.state = resolution, resolution.state
        same = turn_digest(system.archive, resolution.told, resolution.rolls) == row["digest"]
        return Check(f"{called}: {len(resolution.rolls)} rolls", "" if same else "comes out otherwise than recorded")

    def _order(self, text: str) -> Any:
        try:
            return self.lines.stored(text)
        except ValueError as error:
            raise OfficeError(str(error)) from error

    def sections(self, seat: str) -> dict[str, Any]:
        """What a seat's turn file of the turn just played must tell; before the first, that of turn 0."""
        record = TurnRecord(
            state=self.state,
            told=self.resolution.told if self.resolution is not None else (),
            orders=self.orders,
            how={},
            messages=(),
            acts=(),
            seed=self.seed,
        )
        plain: dict[str, Any] = json.loads(json.dumps(self.system.reports.replayed(self.state, record, seat)))
        return plain


def _compare(path: Path, given: dict[str, Any], replay: _Replay | None) -> Check:
    """Whether a turn file tells what the replay has its seat know."""
    what = f"{path}: turn {given['turn']}"
    if replay is None:
        return Check(what, "is no turn of this game")
    seat = replay.system.reports.seat_of(given)
    if seat not in replay.system.rules.playing(replay.state):
        return Check(what, f"is no {replay.system.words.seat}'s of this game")
    again = replay.sections(seat)
    wrong = [key for key in again if given.get(key) != again[key]]
    return Check(what, f"{', '.join(wrong)} differ" if wrong else "")
