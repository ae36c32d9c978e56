"""What a bot may know: its turn file, read into typed values. Nothing here can come from anywhere else (RECON-10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from magika_gm.games.magika.rules.arena import INDEX
from magika_gm.games.magika.rules.clock import FOR_GOOD
from magika_gm.games.magika.rules.tables import ARTIFACT_TITLES, BLACK, TERRAIN_CODES
from magika_gm.games.magika.rules.world import Mage, Scroll

UNKNOWN = -1
"""Terrain not known: never seen, or in fog."""
_WORN = " (worn)"
_THING = {title: artifact for artifact, title in ARTIFACT_TITLES.items()}


class Seen(NamedTuple):
    """A space in recon: the ring it reads as, terrain code or UNKNOWN, whether somebody is there, what lies there."""

    ring: int
    terrain: int
    occupied: bool
    things: tuple[str, ...]


class Other(NamedTuple):
    """Another mage as perceived this turn; None is unknown."""

    letter: str
    space: int | None = None
    team: str | None = None
    race: str | None = None
    alignment: str | None = None
    artifacts: tuple[str, ...] | None = None
    cloaks: tuple[str, ...] | None = None
    scroll_total: int | None = None
    strength: str | None = None
    serenity: str | None = None


class Ally(NamedTuple):
    """A teammate: where he stands and the artifacts he holds (RECON-8)."""

    letter: str
    space: int
    artifacts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One mage's turn file.

    ``me`` is the mage himself, with the statistics, hands and effects in force of the report, so that the rules' own
    questions about a mage (``enchantments``) can be asked of him. ``land`` is the last terrain known of each space.
    """

    turn: int
    ended: bool
    me: Mage
    recon: Mapping[int, Seen]
    land: Mapping[int, int]
    others: tuple[Other, ...]
    allies: tuple[Ally, ...]
    artifacts: Mapping[str, int]
    """Whereabouts known by attunement or KnArt (ART-5)."""
    sensed: tuple[str, str] | None
    """One's own race's artifact and its direction of eight ("": here)."""
    figures: Mapping[str, tuple[float, float, float]]
    """Standings by label: one's own, the lowest and the highest of all others (VP-7)."""
    points: Mapping[str, float]
    """Victory points had the game ended now, by label."""
    tasks: Mapping[str, bool]
    """The Ebon Mage's tasks by name, and whether each is done as things stand (EBON-6)."""
    ordered: tuple[str, ...]
    """The orders of the turn reported, as texts."""


def read_view(plain: Mapping[str, Any]) -> View:
    """The view of a turn file's content, a mapping by ``turnfile.schema.json``."""
    recon = _spaces(plain["recon"])
    land = {INDEX[name]: TERRAIN_CODES[terrain] for name, (terrain, _) in plain["history"].items() if terrain}
    return View(
        turn=plain["turn"],
        ended=plain["ended"],
        me=_me(plain["mage"]),
        recon=recon,
        land=land,
        others=tuple(map(_other, plain["mages"])),
        allies=tuple(Ally(a["letter"], INDEX[a["space"]], _artifacts(a["items"])) for a in plain["allies"]),
        artifacts={artifact: INDEX[space] for artifact, space in plain["artifacts"].items()},
        sensed=tuple(plain["own_artifact"]) if plain["own_artifact"] else None,
        figures={s["label"]: (s["own"], s["low"], s["high"]) for s in plain["standings"]},
        points={p["label"]: p["points"] for p in plain["victory_points"]},
        tasks={t["name"]: t["done"] for t in plain.get("tasks", ())},
        ordered=tuple(phase["order"] for phase in plain["story"] if phase["order"]),
    )


def _spaces(rows: Mapping[str, Mapping[str, Any]]) -> dict[int, Seen]:
    return {
        INDEX[name]: Seen(
            row["ring"],
            UNKNOWN if row["terrain"] is None else TERRAIN_CODES[row["terrain"]],
            row["occupied"],
            tuple(row["things"]),
        )
        for name, row in rows.items()
    }


def _me(row: Mapping[str, Any]) -> Mage:
    things = [_thing(text.removesuffix(_WORN)) for text in row["items"]]
    return Mage(
        letter=row["letter"],
        name=row["name"],
        race=row["race"],
        alignment=row["alignment"],
        space=INDEX[row["space"]],
        endurance=row["endurance"],
        arcania=row["arcania"],
        skill=row["skill"],
        aptitude=row["aptitude"],
        max_endurance=row["max_endurance"],
        max_arcania=row["max_arcania"],
        team=row["team"],
        barred=row["barred"],
        scrolls=[_scroll(s) for s in row["scrolls"]],
        artifacts=[t for t in things if not t.startswith("cloak:")],
        cloaks=[t[6:] for t in things if t.startswith("cloak:")],
        effects={s["spell"]: 1 for s in row["spells"]},
    )


def _scroll(row: Mapping[str, Any]) -> Scroll:
    note = row["note"]
    until = FOR_GOOD if note.endswith("for good") else 1 if note else 0
    return Scroll(row["code"], row["number"], until)


def _thing(text: str) -> str:
    """``Crown of Good`` or ``red cloak`` as orders and cases name it."""
    return _THING.get(text) or f"cloak:{text.removesuffix(' cloak')}"


def _artifacts(items: list[str]) -> tuple[str, ...]:
    return tuple(i for i in items if not i.startswith("cloak:"))


def _other(row: Mapping[str, Any]) -> Other:
    known = {k: row.get(k) for k in ("team", "race", "alignment", "scroll_total", "strength", "serenity")}
    artifacts, cloaks = row.get("artifacts"), row.get("cloaks")
    return Other(
        row["letter"],
        INDEX[row["space"]] if "space" in row else None,
        artifacts=None if artifacts is None else tuple(artifacts),
        cloaks=None if cloaks is None else tuple(cloaks),
        **known,
    )


def is_friend(view: View, other: Other) -> bool:
    """Whether he wears one's own colour."""
    return view.me.team != BLACK and other.team == view.me.team
