"""The office as a web site that stands still: a folder of pages, books and cards, for any web server, or none.

In it is what anybody may know: which games one can sign up for, what spectators see of those that go on, who won those
that are over. A turn that waits for review is not there yet. Links are relative; nothing in it asks a server for more.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from markupsafe import Markup
from sqlalchemy import Connection

from magika_gm import games
from magika_gm.app.calendar.schedule import pause_of
from magika_gm.app.enrolment.rule_book import kept_pdf
from magika_gm.app.enrolment.signup_form import blank_form
from magika_gm.app.enrolment.waiting_list import told_prices, waiting_by_game
from magika_gm.app.office.errors import OfficeError
from magika_gm.app.office.office import FOLDERS, Office, locked, path_name
from magika_gm.app.office.workdays import due_words, iso_day
from magika_gm.app.record.games import CANCELLED, Game, find_game, game_ids
from magika_gm.app.results.standings import Ended, Result, ended_games, ratings
from magika_gm.app.turns.editions import edition_of
from magika_gm.engine.records import named_record, record
from magika_gm.engine.seam.setup import ThirdMiss
from magika_gm.engine.system import GameSystem
from magika_gm.reports.kit.base import minus
from magika_gm.reports.kit.head import date_words
from magika_gm.reports.page.still import Shades, closing, opening
from magika_gm.reports.picture import fanned_svg
from magika_gm.reports.templating import environment, folders_of, safe
from magika_gm.store.faults import Away, StoreError, moment
from magika_gm.whole_files import beside, whole_folder

LISTED = "magika-gm-site.txt"
"""Names every file that was written, so that the next time what else lies there is known."""
RATED = (
    "Everybody begins with 1500. A game moves it by how many of the others one was ahead of, and by how they stood "
    "before. Who left is last; built-in players are not counted."
)
_PACE = "A turn every two or three weeks, as you choose."
_MISSED = {
    ThirdMiss.DROP: "Who sends no orders for three turns in a row is out of the game.",
    ThirdMiss.FORFEIT: "Who sends no orders for three turns in a row has lost.",
    ThirdMiss.BOT: "For who sends no orders for three turns in a row the built-in player plays on.",
}
_OFFERED = (
    "display:grid;grid-template-columns:minmax(84px,21%) minmax(0,1fr);gap:8px 20px;margin:0 0 20px;align-items:start"
)
_AIR = "padding-top:18px"


class Link(NamedTuple):
    """Where something lies, and what it is."""

    href: str
    said: str


@named_record
class Offer:
    """A game one can sign up for."""

    system: str
    title: str
    motto: str
    asks: str
    cover: str
    """A drawing (HTML), or ""."""
    waits: str
    terms: tuple[str, ...]
    links: tuple[Link, ...]
    form: str
    mailto: str


@named_record
class Going:
    """A game that goes on, and where its spectators' page lies."""

    id: str
    title: str
    system: str
    plays: str
    page: str
    turn: int
    next: str


@named_record
class Over:
    """A game that is over, likewise."""

    id: str
    title: str
    system: str
    plays: str
    page: str
    winners: str
    how: str
    ended: str


@record
class Rung:
    """A player's place on the ladder of a game."""

    place: int
    name: str
    games: int
    rating: int
    moved: str


@record
class Site:
    """What was written: the folder, and the files in it."""

    folder: Path
    files: tuple[str, ...]
    left_out: tuple[str, ...]
    """What is not in it, and why: games whose rows are damaged, prices nobody can tell."""


def write_site(office: Office, folder: Path, now: datetime) -> Site:
    """Write the site into ``folder``, whole or not at all, in the place of an earlier one.

    :class:`OfficeError` where something lies there that no site of ours brought, or where the office keeps its own.
    """
    folder = folder.resolve()
    with locked(office.root / "outbox" / ".site.lock", wait=True):
        _refuse_foreign(office, folder)
        left_out: dict[str, str] = {}
        files = dict(_files(office, now, left_out))
        with whole_folder(folder) as part:
            # the list first: what a killed run leaves is known by it
            for name, data in ((LISTED, "".join(f"{name}\n" for name in sorted(files))), *files.items()):
                path = part / name
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
                path.chmod(0o644)
                path.parent.chmod(0o755)  # unlike all else of the office it is for everybody's eyes
    return Site(folder, tuple(sorted(files)), tuple(f"{what} left out: {why}" for what, why in left_out.items()))


def _refuse_foreign(office: Office, folder: Path) -> None:
    root = office.root.resolve()
    if root.is_relative_to(folder) or any(folder.is_relative_to(root / name) for name in FOLDERS):
        raise OfficeError(f"{folder} is the office's own; name another folder for the site")
    for place in (folder, *beside(folder)):
        _refuse_others(place)


def _refuse_others(folder: Path) -> None:
    """The folder of a site, or one beside it that a killed run may have left."""
    if not os.path.lexists(folder):
        return
    if folder.is_symlink() or not folder.is_dir():
        raise OfficeError(f"{folder} is no folder; name another for the site, or take it out")
    listed = folder / LISTED
    ours = {LISTED, *listed.read_text(encoding="utf-8").splitlines()} if listed.is_file() else set()
    ours |= {parent.as_posix() for name in ours for parent in Path(name).parents}
    foreign = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    foreign = [name for name in foreign if name not in ours]
    if foreign:
        more = f" and {len(foreign) - 1} more" if foreign[1:] else ""
        raise OfficeError(
            f"{folder} holds {foreign[0]}{more}, which no site of ours brought. Name another folder, or take it out"
        )


def _files(office: Office, now: datetime, left_out: dict[str, str]) -> Iterator[tuple[str, str | bytes]]:
    """Every file of the site: its name, and what is in it. What cannot be told goes into ``left_out``."""

    @contextmanager
    def apart(game: str) -> Iterator[None]:
        try:
            yield
        except Away:
            raise
        except (StoreError, OfficeError) as error:
            left_out[f"game {game}"] = str(error)

    def costs(system: str = "") -> list[tuple[str, str]]:
        found, why = told_prices(office, system)
        if why and why not in left_out.values():
            left_out[f"prices of {games.system(system).title}" if system else "prices"] = why
        return found

    over, going = {}, []
    pages: dict[str, str | bytes] = {}
    with office.store.reading() as connection:
        ended = ended_games(connection, apart)
        waits = waiting_by_game(connection)
        for one in reversed(ended):
            with apart(one.game):
                over[one.game] = _over(office, one)
        for name in game_ids(connection):
            with apart(name):
                game = None if f"game {name}" in left_out else find_game(connection, name, public=True)
                if game is not None and game.ending != CANCELLED:
                    row = [_going(office, connection, game, now)] if game.ending is None else []
                    pages |= _spectators(office, connection, game)
                    going += row
    yield from pages.items()
    won = [one for game, one in over.items() if f"game {game}" not in left_out]
    offers, ladders = [], {}
    for name in games.SYSTEMS:
        system = games.system(name)
        books = _books(office, system)
        yield from ((link.href, data) for link, data in books.items())
        offers.append(_offer(office, system, waits.get(name, 0), tuple(books)))
        ladders[name] = _ladder(office, [one for one in ended if one.system is system])
    page = _Pages(office, now, costs()).page
    yield "index.html", page("index", offers=offers, going=going, over=won)
    halls = []
    for offer in offers:
        mine = {"going": _of(offer.system, going), "over": _of(offer.system, won), "ladder": ladders[offer.system]}
        halls += [{"offer": offer, **mine}] if mine["over"] else []
        dress = games.system(offer.system).accent
        made = page("game", offer.title, dress, game=offer, prices=costs(offer.system), **mine)
        yield f"{offer.system}.html", made
    yield "fame.html", page("fame", title="Hall of fame", halls=halls)


G = TypeVar("G", Going, Over)


def _of(system: str, found: Iterable[G]) -> list[G]:
    return [one for one in found if one.system == system]


def _page_of(game: str) -> str:
    return f"game-{path_name(game)}.html"


class _Pages:
    """The site's own pages: ``site/<name>.html.j2`` of the office's templates, or the shipped ones."""

    def __init__(self, office: Office, now: datetime, prices: Sequence[tuple[str, str]]) -> None:
        self.env = environment(folders_of(office.root / "templates"))
        self.office = office.settings.text("office", "name")
        shades = Shades()
        self.opening: Callable[[str, str], str] = lambda title, accent: markup(
            opening(title, replace(shades, accent=accent))
        )
        self.facts = {
            "office": self.office,
            "master": office.settings.text("office", "gm"),
            "email": office.settings.text("office", "email"),
            "written": date_words(iso_day(now, office.settings.zone)),
            "closing": markup(closing()),
            "offered": shades.of(_OFFERED),
            "air": shades.of(_AIR),
            "prices": prices,
            "rated": RATED,
        }

    def page(self, name: str, title: str = "", accent: str = "", **facts: Any) -> str:
        """One of them, of such a title, in a game's colour."""
        called = f"{title}: {self.office}" if title else self.office
        said = {**self.facts, "title": title, "opening": self.opening(called, accent), **facts}
        return safe(self.env.get_template(f"site/{name}.html.j2").render(said))


def markup(text: str) -> Any:
    """What is HTML already: made by the kit, which escapes what players wrote."""
    return Markup(text)  # noqa: S704 - our own words


# Games that go on, and those that are over.


def _going(office: Office, connection: Connection, game: Game, now: datetime) -> Going:
    paused, zone = pause_of(connection, game.id, now), office.settings.zone
    return Going(
        id=game.id,
        title=game.title,
        system=game.system.name,
        plays=game.system.title,
        page=_page_of(game.id),
        turn=game.turn,
        next="the game is paused" if paused else f"due {due_words(game.next_due, zone)}",
    )


def _over(office: Office, one: Ended) -> Over:
    counted = len(one.results) > 2
    return Over(
        id=one.game,
        title=one.title,
        system=one.system.name,
        plays=one.system.title,
        page=_page_of(one.game),
        winners=" and ".join(_who(office, one.system, winner) for winner in one.winners),
        how=one.how + (f"; {one.winners[0].points:g} points" if counted else ""),
        ended=date_words(iso_day(moment(one.ended_at, f"game {one.game}: when it was over"), office.settings.zone)),
    )


def _who(office: Office, system: GameSystem, winner: Result) -> str:
    """``Linnet (Carol W.)``."""
    called = winner.character or system.words.called(winner.seat)
    return f"{called} ({_named(office, winner.name) if winner.name else 'built-in player'})"


def _named(office: Office, name: str) -> str:
    """A player as the site calls him: by his first name and a letter, unless the settings say that it may be whole."""
    first, _, last = name.partition(" ")
    whole = office.settings.text("site", "names") == "full" or not last
    return name if whole else f"{first} {last.rpartition(' ')[2][:1]}."


def _spectators(office: Office, connection: Connection, game: Game) -> dict[str, str | bytes]:
    """The spectators' page of a game's turn and, once it is over, what is passed on of it: as they were written with
    the reports, or from the record."""
    folder, page = office.overviews(game.id, game.turn), _page_of(game.id)
    kept, names = folder / "spectator.html", [] if game.ending is None else ["card.svg", "card.pdf"]
    if kept.is_file() and all((folder / name).is_file() for name in names):
        text, cards = kept.read_text(encoding="utf-8"), {name: (folder / name).read_bytes() for name in names}
    else:
        edition = edition_of(office, connection, game.id, game.turn)
        text, cards = edition.spectator(), edition.cards()
    own = f"{page.removesuffix('.html')}-"
    text = text.replace('href="card.', f'href="{own}card.')
    return {page: _led_home(office, text), **{f"{own}{name}": card for name, card in cards.items()}}


_TOP = re.compile(r'<div id="page" class="still[^"]*">')


def _led_home(office: Office, page: str) -> str:
    """The same with a way back to the site's first page."""
    name = escape(office.settings.text("office", "name"))
    return _TOP.sub(lambda top: f'{top[0]}<p class="quiet"><a href="index.html">{name}</a></p>', page, count=1)


def _ladder(office: Office, ended: Sequence[Ended]) -> list[Rung]:
    """Players by their ratings, of the games of one kind alone; equal ones share a place."""
    people = {result.player: result.name for one in ended for result in one.results if result.player is not None}
    found = sorted(
        (
            (round(rating.value), rating, people[player])
            for player, rating in ratings(ended).items()
            if player in people
        ),
        key=lambda row: (-row[0], row[2]),
    )
    places = {value: place for place, (value, *_) in reversed(list(enumerate(found, 1)))}
    return [
        Rung(places[value], _named(office, name), rating.games, value, minus(f"{rating.moved:+.0f}"))
        for value, rating, name in found
    ]


# Games one can sign up for.


def _offer(office: Office, system: GameSystem, waits: int, books: tuple[Link, ...]) -> Offer:
    book = system.rulebook.printed() if system.has("rulebook") else None
    form = "\n".join(blank_form(system))
    words = system.words
    begins = (
        f"A game begins when {words.enough} fit; {waits or 'nobody'} {'waits' if waits < 2 else 'wait'} for the next."
    )
    return Offer(
        system=system.name,
        title=system.title,
        motto="" if book is None else book.motto,
        asks="" if book is None else book.asks,
        cover=markup("" if book is None else fanned_svg(book.cover, book.fan, system.name)),
        waits=begins,
        terms=(begins, _PACE, _MISSED[system.shape.third_miss], words.left),
        links=books,
        form=form,
        mailto=f"mailto:{office.settings.text('office', 'email')}?subject=Sign-up&body={quote(form)}",
    )


def _books(office: Office, system: GameSystem) -> dict[Link, bytes]:
    """What can be taken along, with where it lies: rule book and cards."""
    paper, found = office.settings.text("office", "paper"), {}
    if system.has("rulebook"):
        found[Link(f"books/{system.name}.pdf", "Rule book (PDF)")] = kept_pdf(office, system, paper)
    if system.has("cards"):
        found[Link(f"books/{system.name}-cards.pdf", "Cards (PDF)")] = system.cards.printed({"name": ""}, paper)
    return found
