"""What a report says: one value with the seven sections of REPORT, and nothing of how it looks.

With it what is known of others in words, what is about to end the game, and the report as the turn file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import groupby
from typing import Any

from magika_gm.engine.plain import Data, Fields, plain_of
from magika_gm.engine.records import named_record, picked, record
from magika_gm.engine.told import Threat, threats_plain
from magika_gm.engine.words import listed
from magika_gm.games.magika.report.story import Line, Step, thing_name
from magika_gm.games.magika.rules.arena import GOAL, INDEX, NAME, distance
from magika_gm.games.magika.rules.costs import OrderCost
from magika_gm.games.magika.rules.state import World
from magika_gm.games.magika.rules.tables import (
    ALIGNMENT_ARTIFACTS,
    ARTIFACT_TITLES,
    BLACK,
    EBON,
    TERRAIN_NAMES,
    phase_title,
)
from magika_gm.games.magika.rules.tasks import Points, TaskLine
from magika_gm.games.magika.sight import (
    FLEETING,
    FOGGED,
    SOMEBODY,
    MageSeen,
    Memory,
    OwnTurn,
    Recon,
    SpaceSeen,
    Whereabouts,
)
from magika_gm.reports.kit.usual import GameReport


@named_record
class ScrollLine:
    """A scroll held: its number for orders, code, name, level costs, and whether it survives reading."""

    number: int
    code: str
    name: str
    minor_cost: int
    major_cost: int
    note: str


@named_record
class MageData:
    """Section 2."""

    letter: str
    name: str
    race: str
    alignment: str
    team: str
    status: str
    space: str
    terrain: int
    endurance: int
    max_endurance: int
    arcania: int
    max_arcania: int
    skill: int
    aptitude: int
    standing: int
    barred: bool
    spells: tuple[tuple[str, str], ...]
    scrolls: tuple[ScrollLine, ...]
    items: tuple[str, ...]


@named_record
class Knowledge:
    """A line of section 4: another mage, what is known of him, and from when.

    ``turn`` is the last in which anything of him was perceived, ``now`` whether that is this one. ``team`` and what
    ``more`` says without a turn are of that turn; what is older bears its own (RECON-9). ``space`` is the last known.
    """

    letter: str
    text: str
    turn: int
    now: bool
    space: str
    name: str = ""
    kind: str = ""
    """Alignment and race, as far as known."""
    team: str | None = None
    """The cloak, "black" for none; None is not known."""
    alignment: str | None = None
    race: str | None = None
    more: str = ""
    """How strong and serene he looks, what he carries, what he is under; then what is older, with its turn."""
    since: Mapping[str, int] = field(default_factory=dict)
    """The turn each of what changes is from: ``space``, ``team``, ``strength`` …"""

    @property
    def there(self) -> str:
        """His space, if it is of the turn he was last perceived in; else ""."""
        return self.space if self.since.get("space") == self.turn else ""

    @property
    def placed(self) -> bool:
        """Whether his space is known now."""
        return self.now and bool(self.there)


@record
class PhaseStory:
    """A phase of section 5: the order as given and how, and what came of it and befell the mage."""

    phase: int
    order: str
    lines: tuple[Line, ...]
    endurance: int | None = None
    """His own endurance and arcania when the phase was over."""
    arcania: int | None = None

    @property
    def title(self) -> str:
        """``Phase 3``, or what comes before the first and after the last."""
        return phase_title(self.phase)


@record
class Standing:
    """A line of section 6: one's own figure between the lowest and highest of all others (VP-7)."""

    label: str
    own: float
    low: float
    high: float


@record
class FinalPlace:
    """A line of the final standing, revealed to everybody when the game is over."""

    rank: int
    letter: str
    name: str
    points: float
    lines: tuple[Points, ...]


@named_record
class Contestant:
    """What nobody could know of a contestant while the game went on, revealed at its end."""

    letter: str
    name: str
    race: str
    alignment: str
    space: str
    team: str
    endurance: int
    arcania: int
    skill: int
    aptitude: int
    dropped: bool
    scrolls: tuple[str, ...]
    items: tuple[str, ...]


@record
class Revealed:
    """The hidden facts of a game that is over: every contestant, and what still lies where."""

    contestants: tuple[Contestant, ...]
    lying: tuple[tuple[str, tuple[str, ...]], ...]


@record
class Post:
    """A message as delivered."""

    sender: str
    to: str
    text: str
    letter: str = ""
    """Who signed it; "" for an unsigned one and for one's own copies."""
    anonymous: bool = False
    """Whether it bore no name."""


@named_record
class Report(GameReport[Recon, Memory]):
    """Everything one mage's report of one turn says besides."""

    mage: MageData
    history: dict[int, tuple[int, int]]
    known: tuple[Knowledge, ...]
    artifacts: tuple[Whereabouts, ...]
    """All artifacts whose space is known now, lying or carried."""
    whereabouts: tuple[str, ...]
    story: tuple[PhaseStory, ...]
    standings: tuple[Standing, ...]
    points: tuple[Points, ...]
    posts: tuple[Post, ...]
    """Messages by who signed them."""
    final: tuple[FinalPlace, ...] = ()
    places: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Letters of mages known to stand in a space."""
    tasks: tuple[TaskLine, ...] = ()
    """The Ebon Mage's tasks: to himself alone, and to everybody when the game is over (EBON-6)."""
    costs: tuple[OrderCost, ...] = ()
    """What each order would cost next turn from where the mage stands."""
    revealed: Revealed | None = None
    past: tuple[OwnTurn, ...] = ()
    """How he stood after each turn, this one the last: his own earlier reports, as far as they are kept."""
    honours: tuple[str, ...] = ()
    """Marks of deeds in earlier games, of a mage who returned (``sight.bring``)."""
    route: tuple[Step, ...] = ()
    """His way through this turn."""
    lead: str = ""
    """The turn in one sentence, from its strongest events."""
    tracks: Mapping[str, tuple[OwnTurn, ...]] = field(default_factory=dict)
    """Everybody's turns, by letter, when the game is over."""
    world: World | None = None
    """The true world, when the game is over."""

    @property
    def before(self) -> OwnTurn | None:
        """How he stood a turn ago, as far as that is kept."""
        return self.past[-2] if len(self.past) > 1 else None

    @property
    def recon(self) -> Recon:
        """What he perceives."""
        return self.view


def summary_tree(spaces: dict[int, SpaceSeen]) -> list[tuple[int, int, int]]:
    """The terrain summary: (terrain code, spaces of it in view, occupied ones), softest first."""
    rows: dict[int, list[int]] = {}
    for seen in spaces.values():
        if seen.terrain != FOGGED:
            row = rows.setdefault(seen.terrain, [0, 0])
            row[0] += 1
            row[1] += seen.occupied
    return [(code, total, taken) for code, (total, taken) in sorted(rows.items())]


# What is known of others and of artifacts, in words: each thing with the turn it is from (RECON-9).


def knowledge(seen: MageSeen, turn: int, now: bool, since: Mapping[str, int]) -> Knowledge:
    """A mage as he is known; ``turn`` is the last he was perceived in, ``since`` the turn of each fleeting field."""
    dated = {k: since.get(k, turn) for k in FLEETING if getattr(seen, k) is not None}
    kind = " ".join(x for x in (seen.alignment, seen.race) if x)
    fresh = [words for words, known in _details(seen, dated) if known >= turn]
    older: dict[int, list[str]] = {}
    place = [(f"at {NAME[seen.space]}", dated["space"])] if seen.space is not None else []
    for words, known in (*place, *_cloak(seen, dated), *_details(seen, dated)):
        if known < turn:
            older.setdefault(known, []).append(words)
    old = [f"({', '.join(said)}: turn {known})" for known, said in sorted(older.items(), reverse=True)]
    worn = [words for words, known in _cloak(seen, dated) if known == turn]
    more = " ".join(part for part in ("; ".join(fresh), *old) if part)
    text = joined(seen.name or "", kind, *worn, more)
    return Knowledge(
        letter=seen.letter,
        text=text or "whereabouts only",
        turn=turn,
        now=now,
        space="" if seen.space is None else NAME[seen.space],
        name=seen.name or "",
        kind=kind,
        team=seen.team if dated.get("team") == turn else None,
        alignment=seen.alignment,
        race=seen.race,
        more=more,
        since=dated,
    )


def joined(*parts: str) -> str:
    """Those that say something, with semicolons; what stands in brackets follows without one."""
    return "; ".join(part for part in parts if part).replace("; (", " (")


def cloak_words(team: str | None) -> str:
    """What is known to be worn: ``no cloak``, ``wears red``; "" where that is unknown."""
    return "" if team is None else "no cloak" if team == BLACK else f"wears {team}"


def _cloak(seen: MageSeen, dated: Mapping[str, int]) -> list[tuple[str, int]]:
    if seen.team is None:
        return []
    return [(cloak_words(seen.team), dated["team"])]


def _details(seen: MageSeen, dated: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """How he looks, what he carries, what he is under, each with its turn."""
    if seen.strength:
        yield f"{seen.strength.lower()}, {(seen.serenity or '').lower()}", dated["strength"]
    carried: dict[int, list[str]] = {}
    for artifact in seen.artifacts or ():
        carried.setdefault(dated["artifacts"], []).append(ARTIFACT_TITLES[artifact])
    for colour in seen.cloaks or ():
        carried.setdefault(dated["cloaks"], []).append(f"{colour} cloak")
    for known, things in carried.items():
        yield "carries " + ", ".join(things), known
    if seen.scrolls is not None:
        yield "scrolls " + (", ".join(seen.scrolls) or "none"), dated["scrolls"]
    if seen.scroll_total is not None and (seen.scrolls is None or dated["scroll_total"] > dated["scrolls"]):
        yield f"{seen.scroll_total} scroll{'' if seen.scroll_total == 1 else 's'}", dated["scroll_total"]
    if seen.item_total is not None:
        yield f"{seen.item_total} item{'' if seen.item_total == 1 else 's'} in all", dated["item_total"]
    if seen.spells:
        yield "under " + ", ".join(seen.spells), dated["spells"]


def bearer(where: Whereabouts, own: str, names: Mapping[str, str]) -> str:
    """Who carries it, as a sentence begins: ``You``, ``Somebody``, ``Linnet (L)``, ``L``."""
    if where.holder in (own, SOMEBODY):
        return "You" if where.holder == own else "Somebody"
    if where.holder == EBON:
        return "The Ebon Mage"
    name = names.get(where.holder, "")
    return f"{name} ({where.holder})" if name else where.holder


def how_there(where: Whereabouts, own: str, names: Mapping[str, str]) -> str:
    """``lies there``, ``Linnet (L) carries it``, ``lying or carried``: what is known of an artifact at its space."""
    if where.lies:
        return "lies there"
    if where.lies is None:
        return "lying or carried"
    return f"{bearer(where, own, names)} carr{'y' if where.holder == own else 'ies'} it"


def told_of(recon: Recon, found: Sequence[Whereabouts], names: Mapping[str, str]) -> tuple[str, ...]:
    """Where attuned artifacts are and his own race's, and his spells on the land, a sentence each (section 4)."""
    at = {where.artifact: where for where in found}
    lines = [_sentence(at[a], recon.letter, names) for a in recon.artifacts]
    if recon.own_artifact:
        artifact, way = recon.own_artifact
        if artifact in at and artifact not in recon.artifacts:
            lines.append(_sentence(at[artifact], recon.letter, names))
        elif artifact not in at:
            lines.append(f"The {ARTIFACT_TITLES[artifact]} is {f'to the {way}' if way else 'here'}, lying or carried.")
    lines += [
        f"Your {kind}: {'ended with this turn' if left == 'ended' else left + ' more'}." for kind, left in recon.areas
    ]
    return tuple(lines)


def _sentence(where: Whereabouts, own: str, names: Mapping[str, str]) -> str:
    thing, place = thing_name(where.artifact), NAME[where.space]
    if where.lies:
        return f"The {thing} lies at {place}."
    if where.lies is None:
        return f"The {thing} is at {place}, lying or carried."
    if where.holder == own:
        return f"You carry the {thing}."
    return f"{bearer(where, own, names)} carries the {thing}, {place}."


# What is about to end a game of Magika (END), as far as one mage can know: the Goal Square, the Globe, the meeting.


REACH = 5
"""Spaces from the Goal Square within which a turn's walk may bring a mage there (MOVE-3)."""


def threats(report: Report) -> tuple[Threat, ...]:
    """The ends that are near."""
    if report.ending:
        return ()
    return (*_goal(report), *_globe(report))


def _goal(report: Report) -> Iterator[Threat]:
    """END-1: who is within a turn's walk of the Goal Square, as last known."""
    near: list[tuple[int, str, str]] = []
    if report.mage.letter != EBON:
        near.append((distance(INDEX[report.mage.space], GOAL), report.mage.letter, "you"))
    for k in report.known:
        if k.space and k.letter != EBON:
            who = k.letter if k.placed else f"{k.letter} (in turn {k.since['space']})"
            near.append((distance(INDEX[k.space], GOAL), k.letter, who))
    near = sorted(row for row in near if row[0] <= REACH)
    if near:
        groups = [(far, [who for *_, who in group]) for far, group in groupby(near, lambda row: row[0])]
        said = "; ".join(f"{listed(group)} {_so_far(far)}" for far, group in groups)
        text = f"Whoever stands on the Goal Square ends the game; from it are {said}"
        yield Threat(seats=tuple(letter for _, letter, _ in near), text=text, rule="END-1", lacking=near[0][0])


def _so_far(far: int) -> str:
    return f"{far} space{'' if far == 1 else 's'}"


def _globe(report: Report) -> Iterator[Threat]:
    """END-2 and END-3: two of the three alignment artifacts in one pair of hands, one team's, or one space."""
    three = {where.artifact: where for where in report.artifacts if where.artifact in ALIGNMENT_ARTIFACTS}
    teams: dict[str, str | None] = {k.letter: k.team for k in report.known if k.now}
    teams[report.mage.letter] = report.mage.team
    names = {k.letter: k.name for k in report.known}
    for missing in ALIGNMENT_ARTIFACTS:
        two = [where for artifact, where in three.items() if artifact != missing]
        if len(two) < len(ALIGNMENT_ARTIFACTS) - 1:
            continue
        yield from _pair(report, two, three.get(missing), missing, teams, names)


def _pair(
    report: Report,
    two: Sequence[Whereabouts],
    third: Whereabouts | None,
    missing: str,
    teams: Mapping[str, str | None],
    names: Mapping[str, str],
) -> Iterator[Threat]:
    things = " and ".join(thing_name(where.artifact) for where in two)
    at = f"the {thing_name(missing)}" + (f", {NAME[third.space]}," if third is not None else "")
    holders = tuple(dict.fromkeys(where.holder for where in two if where.holder not in ("", SOMEBODY)))
    carried = all(where.lies is False for where in two) and bool(holders) and SOMEBODY not in {w.holder for w in two}
    team = teams.get(holders[0]) if holders else None
    if carried and len(holders) == 1:
        own = holders[0] == report.mage.letter
        who = "You carry" if own else f"{names.get(holders[0]) or holders[0]} ({holders[0]}) carries"
        text = f"{who} {things}: with {at} the Globe of Life forms and {'you win' if own else 'wins the game'}"
        yield Threat(seats=holders, text=text, rule="END-2", lacking=1)
    elif carried and team not in (None, BLACK) and all(teams.get(letter) == team for letter in holders):
        own = report.mage.team == team
        text = f"{'Your team' if own else f'The {team} team'} carries {things}: with {at} the Globe of Life forms"
        yield Threat(seats=holders, text=text, rule="END-2", lacking=1)
    elif len({where.space for where in two}) == 1:
        place = NAME[two[0].space]
        text = f"{things} are both at {place}: if {at} is there, too, at a turn's end, the game ends"
        yield Threat(seats=(), text=text, rule="END-3", lacking=1)


# The turn file (CAMP): the report as JSON, by a published and versioned schema (turnfile.schema.json).


FORMAT = "magika-turn"
VERSION = 2


def turn_file(report: Report) -> Data:
    """The turn file's content as a mapping JSON can hold."""
    recon = report.recon
    player = plain_of(report.player)
    for private in ("email", "office_email", "chain", "bill"):
        player.pop(private)
    return {
        "format": FORMAT,
        "version": VERSION,
        "turn": report.turn,
        "ended": report.ending is not None,
        "ending": report.ending,
        "player": player,
        "mage": _mage(report),
        "recon": _spaces_seen(recon.spaces),
        "history": {NAME[s]: [_terrain(code), turn] for s, (code, turn) in report.history.items()},
        "allies": [
            {
                "letter": a.letter,
                "space": NAME[a.space],
                "scrolls": list(a.scrolls),
                "items": list(a.items),
                "recon": _spaces_seen(a.spaces),
            }
            for a in recon.allies
        ],
        "mages": [
            {key: NAME[value] if key == "space" else value for key, value in plain_of(m).items() if value is not None}
            for m in recon.mages
        ],
        "known": [
            {
                **picked(k, "letter", "text", "turn", "now", "space"),
                "since": dict(k.since),
            }
            for k in report.known
        ],
        "artifacts": {a: NAME[s] for a, s in recon.artifacts.items()},
        "whereabouts": [plain_of(w) | {"space": NAME[w.space]} for w in report.artifacts],
        "own_artifact": plain_of(recon.own_artifact),
        "story": [
            {"phase": p.phase, "order": p.order, "lines": [{"text": line.text, "rule": line.rule} for line in p.lines]}
            for p in report.story
        ],
        "standings": plain_of(report.standings),
        "victory_points": plain_of(report.points),
        "messages": [picked(m, "sender", "to", "anonymous", "text") for m in report.posts],
        "threats": threats_plain(threats(report)),
        "notes": list(report.notes),
        "order_form": report.form,
        "final": plain_of(report.final),
        "seed_hash": report.seed_hash,
        "chain": report.player.chain.plain(),
        "seed": report.seed,
        "own_spells": [
            {"spell": kind, "remaining": left, "spaces": sorted(NAME[s] for s in spaces)}
            for (kind, left), (_, spaces) in zip(recon.areas, recon.own_areas, strict=True)
        ],
        "costs": plain_of(report.costs),
        "figures": [picked(p, "phase", "endurance", "arcania") for p in report.story],
        "past": [plain_of(o) | {"space": NAME[o.space]} for o in report.past],
        "route": [
            {"phase": s.phase, "from": NAME[s.start], "to": NAME[s.target], "leap": s.leap} for s in report.route
        ],
        "tasks": plain_of(report.tasks),
        "revealed": _revealed(report),
        "record": report.record,
    }


def _revealed(report: Report) -> Data | None:
    if report.revealed is None:
        return None
    return {"mages": plain_of(report.revealed.contestants), "lying": plain_of(dict(report.revealed.lying))}


def _mage(report: Report) -> Data:
    spells = [{"spell": name, "remaining": left} for name, left in report.mage.spells]
    return {**plain_of(report.mage), "terrain": _terrain(report.mage.terrain), "spells": spells}


def _terrain(code: int) -> str | None:
    return None if code < 0 else TERRAIN_NAMES[code]


def _spaces_seen(spaces: dict[int, SpaceSeen]) -> dict[str, Data]:
    return {
        NAME[s]: {"ring": v.ring, "terrain": _terrain(v.terrain), "occupied": v.occupied, "things": list(v.things)}
        for s, v in spaces.items()
    }


# What differs between two turn files of one mage and turn, in words: what a corrected report tells its reader.


_FIGURES = ("space", "team", "status", "endurance", "arcania", "skill", "aptitude", "max_endurance", "max_arcania")
_SECTIONS = {
    "recon": "your recon map",
    "history": "your history map",
    "mages": "what is known of others",
    "artifacts": "where artifacts are",
    "allies": "your allies' maps",
    "standings": "the standings",
    "messages": "messages",
}


def differences(before: Fields, after: Fields) -> list[str]:
    """What differs between two turn files of one mage and turn, in words."""
    found = []
    old, new = before["mage"], after["mage"]
    for key in _FIGURES:
        if old[key] != new[key]:
            found.append(f"{key.replace('_', ' ').replace('max ', 'maximum ')} {old[key]} is now {new[key]}")
    for key in ("scrolls", "items", "spells"):
        was, now = (_names(mage[key]) for mage in (old, new))
        if was != now:
            found.append(f"{key}: {', '.join(was) or 'none'} is now {', '.join(now) or 'none'}")
    found += _story(before["story"], after["story"])
    found += [words for key, words in _SECTIONS.items() if before[key] != after[key]]
    if before["ending"] != after["ending"]:
        found.append("how the game stands" if after["ending"] is None else "the game is over")
    return found


def _names(things: list[Any]) -> list[str]:
    return [
        t if isinstance(t, str) else " ".join(str(t[k]) for k in ("code", "spell", "remaining") if k in t)
        for t in things
    ]


def _story(before: list[Data], after: list[Data]) -> list[str]:
    old, new = ({p["phase"]: p for p in chapters} for chapters in (before, after))
    found = []
    for phase in sorted({*old, *new}):
        title = {0: "before the turn", 6: "at its end"}.get(phase, f"phase {phase}")
        was, now = ([line["text"] for line in book.get(phase, {"lines": []})["lines"]] for book in (old, new))
        found += [f"{title} no longer: {text.rstrip('.')}" for text in was if text not in now]
        found += [f"{title} now: {text.rstrip('.')}" for text in now if text not in was]
    return found
