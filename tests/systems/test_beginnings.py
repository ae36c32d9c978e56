"""What a game is begun with, over all games: whatever of it a changed program or a changed final file bends, ``verify``
tells; and what nothing proves it never calls right."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import Connection, select, update

from magika_gm import games
from magika_gm.app.audit.verify import Check, check_files, verify_game
from magika_gm.app.enrolment import new_game as beginning
from magika_gm.app.enrolment.signup_file import read_signups
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import Office, init_office
from magika_gm.app.record import begun as begun_with
from magika_gm.app.record.begun import digest_of, read_extras, texts_by_digest, texts_of_extras
from magika_gm.app.record.games import load_game
from magika_gm.app.turns.process import process_turn
from magika_gm.app.turns.sealing import game_record
from magika_gm.cli.main import cli
from magika_gm.engine import chain
from magika_gm.engine.beginning import GIVEN
from magika_gm.engine.chain import Binds
from magika_gm.engine.dice import Dice, Roll
from magika_gm.engine.seam.setup import Entrant
from magika_gm.engine.system import GameSystem
from magika_gm.resources import shipped
from magika_gm.store import tables as t
from magika_gm.store.archive import save_record
from tests.examples import ALL
from tests.offices import copied
from tests.systems.contract import slow_but
from tests.systems.five import GAME, NOW

Plain = dict[str, Any]
Bend = Callable[[Plain], object]
Bending = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Start:
    """What a game is begun with here: a scenario that leaves to chance whatever a beginning of it can."""

    system: GameSystem
    scenario: Path
    entrants: tuple[Entrant, ...]

    @classmethod
    def of(cls, name: str) -> Start:
        system = games.system(name)
        for path in sorted((shipped("scenarios") / name).glob("*.toml")):
            cast = read_signups(signups(name), system, beginning.load_scenario(system, path))
            start = cls(system, path, tuple(cast.entrants))
            if {roll.name for roll in start.rolls(Dice(b"any", 0))} == set(system.setup.CHANCE):
                return start
        raise AssertionError(f"no scenario of {name} has all of CHANCE")

    def rolls(self, dice: Dice) -> list[Roll]:
        self.state(dice)
        return dice.rolls

    def state(self, dice: Dice) -> Any:
        read = beginning.load_scenario(self.system, self.scenario)
        return self.system.setup.start(read, self.entrants, dice, read_extras(self.system))

    def begin(self, folder: Path, seed: bytes | None = None) -> Office:
        office, file = init_office(folder), signups(self.system.name)
        beginning.new_game(office, GAME, file, NOW, system=self.system.name, scenario=str(self.scenario), seed=seed)
        return office


def signups(name: str) -> Path:
    return shipped("sample") / name / "signups.toml"


BY_DAY = [pytest.param(name, marks=slow_but(name, "rolls otherwise")) for name in games.SYSTEMS]


@pytest.fixture(params=list(games.SYSTEMS))
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Each game; the nonce that is drawn is always the same."""
    monkeypatch.setattr(beginning, "os", SimpleNamespace(urandom=lambda count: bytes(range(count))))
    return Start.of(request.param)


def begun_and_played(folder: Path, name: str, seed: bytes | None = None) -> Office:
    office = Start.of(name).begin(folder, seed)
    process_turn(office, GAME, NOW, early=True)
    return office


def told(office: Office, folder: Path) -> tuple[list[Path], list[Path]]:
    """The files of all seats of turn 0, and those of turn 1 as they are where the game ends with it."""
    with office.store.reading() as connection:
        game = load_game(connection, GAME)
        end = {"seed": game.seed.hex(), "record": game_record(connection, game)}
    first = sorted(office.reports(GAME, 0).glob("*.json"))
    folder.mkdir()
    last = [folder / path.name for path in sorted(office.reports(GAME, 1).glob("*.json"))]
    for path in last:
        plain = json.loads((office.reports(GAME, 1) / path.name).read_text("utf-8"))
        path.write_text(json.dumps(plain | end), encoding="utf-8")
    assert first
    assert last
    return first, last


def faults(files: Sequence[Path]) -> list[str]:
    try:
        return [f"{check.what}: {check.wrong}" for check in check_files(files) if check.wrong]
    except OfficeError as error:
        return [str(error)]


def of_beginning(checks: Sequence[Check]) -> Check:
    (found,) = [check for check in checks if check.what == "what the game was begun with"]
    return found


# --- the list -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_every_roll_of_a_beginning_is_on_the_list(name: str) -> None:
    system = games.system(name)
    for path in sorted((shipped("scenarios") / name).glob("*.toml")):
        entrants = read_signups(signups(name), system, beginning.load_scenario(system, path)).entrants
        rolled = {roll.name for roll in Start(system, path, tuple(entrants)).rolls(Dice(b"any", 0))}
        assert rolled <= set(system.setup.CHANCE), path.name
    assert Start.of(name), "and nothing is on it that is never rolled"


# --- a changed program ----------------------------------------------------------------------------------------------


class Bent(Dice):
    """Dice with which one roll is not what the seed says."""

    name, shift = "", 0

    def _raw(self, name: str, subject: str, count: int) -> int:
        return super()._raw(name, subject, count) + (self.shift if name == self.name else 0)


def bent(start: Start, seed: bytes, name: str) -> tuple[type[Bent], list[Roll]]:
    """Dice that make one roll of the start, and so the game, otherwise; and what is rolled honestly."""
    honest = Dice(seed, 0)
    state = start.state(honest)
    for shift in range(1, 99):
        dice = type("Bending", (Bent,), {"name": name, "shift": shift})
        if start.state(dice(seed, 0)) != state:
            return dice, honest.rolls
    raise AssertionError(f"nothing bends {name}")


@pytest.mark.parametrize("start", BY_DAY, indirect=True)
def test_whatever_a_changed_program_rolls_otherwise_is_told(start: Start, tmp_path: Path) -> None:
    honest = copied(tmp_path / "honest", begun_and_played, start.system.name)
    first, last = told(honest, tmp_path / "last")
    assert [check for check in check_files([*first, *last]) if not check.right] == []
    assert CliRunner().invoke(cli, ["verify", *map(str, (*first, *last))]).exit_code == 0
    with honest.store.reading() as connection:
        seed = load_game(connection, GAME).seed
    honest.close()
    for name, words in list(start.system.setup.CHANCE.items())[:: 1 if ALL else 3]:
        with pytest.MonkeyPatch.context() as program:
            program.setattr(beginning, "Dice", bent(start, seed, name)[0])
            office = begun_and_played(tmp_path / name, start.system.name)
        wrong = of_beginning(check_files([told(office, tmp_path / f"{name} told")[1][0]])).wrong
        assert words in wrong, f"{name}: {wrong}"
        assert "were not drawn so" in wrong
        assert [words in difference for v in verify_game(office, GAME) for difference in v.differences] == [True]
        office.close()


def told_honestly(rolls: Sequence[Roll], connection: Connection, game: str, turn: int, told: Any, _: Any) -> None:
    """A record of rolls that were not made."""
    save_record(connection, game, turn, told, rolls)


@pytest.mark.slow
def test_a_program_that_hides_what_it_rolled_is_found_by_what_came_of_it(start: Start, tmp_path: Path) -> None:
    """The rolls it seals are honest; the game it plays is not."""
    honest = copied(tmp_path / "honest", begun_and_played, start.system.name)
    with honest.store.reading() as connection:
        seed = load_game(connection, GAME).seed
    honest.close()
    for name in start.system.setup.CHANCE:
        dice, rolls = bent(start, seed, name)
        with pytest.MonkeyPatch.context() as program:
            program.setattr(beginning, "Dice", dice)
            program.setattr(beginning, "save_record", partial(told_honestly, rolls))
            office = begun_and_played(tmp_path / name, start.system.name)
        first, last = told(office, tmp_path / f"{name} told")
        assert faults([*first, *last]), name
        assert any(verdict.differences for verdict in verify_game(office, GAME)), name
        office.close()


def test_a_program_that_gives_one_what_another_brought_is_told(start: Start, tmp_path: Path) -> None:
    """Seats, wishes, armies, decks, characters: the office knows who brought what; the game was begun otherwise."""
    setup, given = start.system.setup, start.entrants
    turned = [replace(one, choices=other.choices) for one, other in zip(given, given[::-1], strict=True)]
    if setup.start(beginning.load_scenario(start.system, start.scenario), turned, Dice(b"any", 0), read_extras(
        start.system)) == start.state(Dice(b"any", 0)):  # fmt: skip
        assert all(one.choices == other.choices for one, other in zip(given, turned, strict=True)), (
            "nobody brings anything"
        )
        return
    with pytest.MonkeyPatch.context() as program:
        begin = setup.start
        program.setattr(setup, "start", lambda scenario, _, dice, extras: begin(scenario, turned, dice, extras))
        office = begun_and_played(tmp_path / "office", start.system.name)
    first, last = told(office, tmp_path / "last")
    assert faults([*first, *last])
    office.close()


# --- a changed final file -------------------------------------------------------------------------------------------


def otherwise(value: Any) -> Any:
    """Something like a value, and not it."""
    match value:
        case str():
            return (
                f"{value}\n" if not value or len(value) > 99 else value[::-1] if value != value[::-1] else f"{value}x"
            )
        case int():
            return value + 1
        case list():
            return value[:-1] if value else ["more"]
        case dict():
            return {key: otherwise(part) for key, part in value.items()} if value else {"more": 1}
    return "else"


def left_out(get: Callable[[Plain], Any], key: str, plain: Plain) -> None:
    get(plain).pop(key)


def changed(get: Callable[[Plain], Any], key: str, plain: Plain) -> None:
    get(plain)[key] = otherwise(get(plain)[key])


def leaves(plain: Plain) -> dict[str, Bend]:
    """Every way of leaving out or changing what a final file says of the beginning, in words."""
    found: dict[str, Bend] = {}

    def both(where: str, get: Callable[[Plain], Any], keys: Sequence[str]) -> None:
        for key in keys:
            found[f"{where}{key} left out"] = partial(left_out, get, key)
            found[f"{where}{key} changed"] = partial(changed, get, key)

    both("", lambda p: p["record"], [key for key in plain["record"] if key not in ("turns", "chain")])
    both("commitment: ", lambda p: p["record"]["commitment"], list(plain["record"]["commitment"]))
    both("", lambda p: p, ["seed_hash"])
    found["chain left out"] = lambda p: p.pop("chain")
    found["what the hash binds left out"] = lambda p: p["chain"].pop("binds")
    found["what the hash binds changed"] = lambda p: p["chain"].update(binds="dice")
    found["an older game's"] = downgraded
    return found


def downgraded(plain: Plain) -> None:
    """As if the game had been begun before the hash said what it binds: every link anew, with the nonces."""
    plain["chain"].pop("binds")
    plain["record"].pop("commitment")
    before, record = chain.before_all(plain["seed_hash"]), plain["record"]
    contents = [chain.begun(record, Binds.UNSAID)]
    contents += [
        chain.played(*(row[k] for k in ("turn", "orders", "acts", "digest", "received"))) for row in record["turns"]
    ]
    for content, entry, link in zip(contents, record["chain"], plain["chain"]["links"], strict=True):
        before = chain.digest_of(before, bytes.fromhex(entry["nonce"]), chain.canonical(content))
        entry["digest"] = link["digest"] = before


def test_whatever_a_final_file_leaves_out_or_changes_is_told(start: Start, tmp_path: Path) -> None:
    office = copied(tmp_path / "office", begun_and_played, start.system.name)
    first, last = told(office, tmp_path / "last")
    office.close()
    plain, path = json.loads(last[0].read_text("utf-8")), tmp_path / "bent.json"
    missed = []
    for words, bend in leaves(plain).items():
        other = deepcopy(plain)
        bend(other)
        path.write_text(json.dumps(other), encoding="utf-8")
        if not faults([path, first[0]]):
            missed.append(words)
    assert missed == []
    assert len(leaves(plain)) > 12


# --- files that a later version ships otherwise ---------------------------------------------------------------------


EVER_SHIPPED = {
    "magika": {
        "tasks": (
            "0ec4d4a32668e2d3cb3c8c247c2bdbc8cf3e7c39ee29e1e98745dfb43f326ae9",
            "bc93c89d3025b8af0cfd1a997d4e301b8b032ca7d0c89b22be745fe6ea7e4b17",
        )
    }
}
"""Digests of what games were begun with. Whoever changes such a file puts the earlier one beside it, its name with the
first sixteen digits of its digest (``ebon.0ec4d4a32668e2d3.toml``), and the new one's digest here."""


@pytest.mark.parametrize("name", games.SYSTEMS)
def test_every_file_games_were_ever_begun_with_is_shipped_yet(name: str) -> None:
    system, ever = games.system(name), EVER_SHIPPED.get(name, {})
    assert {extra: digest_of(text) for extra, text in texts_of_extras(system).items()} == {
        extra: digests[-1] for extra, digests in ever.items()
    }
    for extra, digests in ever.items():
        for digest in digests:
            text = texts_by_digest(system, {extra: digest}, {})[extra]
            assert system.setup.read_extra(extra, text, extra)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], Path]:
    """Ship another file for the Ebon Mage's tasks from here on; where it is."""

    def ship() -> Path:
        scenarios = tmp_path / "scenarios"
        shutil.copytree(shipped("scenarios"), scenarios)
        tasks = scenarios / games.system("magika").setup.EXTRAS["tasks"]
        for path in tasks.parent.iterdir():
            path.unlink() if path != tasks else None
        tasks.write_text(tasks.read_text("utf-8").replace("at_least = 4", "at_least = 5"), encoding="utf-8")
        monkeypatch.setattr(begun_with, "shipped", lambda kind: scenarios if kind == "scenarios" else shipped(kind))
        return tasks

    return ship


def well(office: Office, files: Sequence[Path]) -> bool:
    differences = [found for one in verify_game(office, GAME) for found in one.differences]
    return not faults(files) and not differences


@pytest.mark.parametrize("when", ["while it is played", "when it is over"])
def test_a_later_version_s_files_make_no_honest_game_wrong(
    later: Callable[[], Path], tmp_path: Path, when: str
) -> None:
    office = copied(tmp_path / "office", begun_and_played, "magika")
    if when == "while it is played":
        later()
    first, last = told(office, tmp_path / "last")
    if when == "when it is over":
        later()
    assert well(office, [first[0], last[0]])
    office.close()


def test_nor_one_begun_before_texts_were_kept_where_the_earlier_file_is_shipped_beside(
    later: Callable[[], Path], tmp_path: Path
) -> None:
    office = copied(tmp_path / "office", begun_and_played, "magika")
    with office.store.writing() as connection:
        said = json.loads(connection.execute(select(t.games.c.begun)).scalar_one())
        connection.execute(update(t.games).values(begun=json.dumps({"extras": said["extras"], "texts": said["texts"]})))
    (text,) = said["shipped"].values()
    tasks = later()
    first, last = told(office, tmp_path / "last")
    assert not well(office, [first[0], last[0]])
    tasks.with_name(f"{tasks.stem}.{digest_of(text)[:16]}{tasks.suffix}").write_text(text, encoding="utf-8")
    assert well(office, [first[0], last[0]])
    office.close()


# --- what is said of it, and what nothing proves --------------------------------------------------------------------


def test_a_seed_named_by_hand_is_told_as_what_it_is(start: Start, tmp_path: Path) -> None:
    office = copied(tmp_path / "office", begun_and_played, start.system.name, b"named by hand")
    first, last = told(office, tmp_path / "last")
    office.close()
    assert [check.wrong for check in check_files([*first, *last]) if check.wrong] == []
    said = of_beginning(check_files([first[0], last[0]]))
    assert not said.right
    assert said.unproved.startswith("not bound; the hash stands for the dice alone (a seed named by hand)")
    given = [words for name, words in GIVEN.items() if name != "extras" or start.system.setup.EXTRAS]
    for words in (*given, *start.system.setup.CHANCE.values()):
        assert words in said.unproved
    result = CliRunner().invoke(cli, ["verify", str(last[0]), str(first[0])])
    assert result.exit_code == 3, result.output
    assert "0 wrong, 1 not proved." in result.output
    rows = json.loads(CliRunner().invoke(cli, ["verify", "--json", str(last[0]), str(first[0])]).stdout)
    assert [row["unproved"] for row in rows if not row["right"]] == [said.unproved]
