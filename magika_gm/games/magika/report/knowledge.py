"""What is known of others and of artifacts, in words: each thing with the turn it is from (RECON-9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from magika_gm.games.magika.report.report import Knowledge
from magika_gm.games.magika.report.story import thing_name
from magika_gm.games.magika.rules.arena import NAME
from magika_gm.games.magika.rules.tables import ARTIFACT_TITLES, BLACK, EBON
from magika_gm.games.magika.sight.memory import FLEETING
from magika_gm.games.magika.sight.recon import MageSeen, Recon
from magika_gm.games.magika.sight.whereabouts import SOMEBODY, Whereabouts


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


def _cloak(seen: MageSeen, dated: Mapping[str, int]) -> list[tuple[str, int]]:
    if seen.team is None:
        return []
    return [("no cloak worn" if seen.team == BLACK else f"wears {seen.team}", dated["team"])]


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
