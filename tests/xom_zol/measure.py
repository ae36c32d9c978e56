"""The figures of docs/xom_zol/balance.md: games of ``magika-gm simulate``, played a few at a time into a file.

``python -m tests.xom_zol.measure FILE GAMES [decks=all] [policies=equal] [seed=balance] [plots=FOLDER]`` goes on where
FILE ends, a game a line, until there are so many (0: none are played), and writes what they tell. With
``decks=random`` every card's share is told.

``python -m tests.xom_zol.measure card="Death to Tyrants" GAMES [foes=E]`` weighs one card: six copies of it in a drawn
deck of its letter (in the places of six drawn cards), against a drawn deck of any letter or of ``foes``; then the same
libraries and dice again with six of a drawn card of the same letter and cost. What the first wins more is the card's.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import count
from pathlib import Path
from typing import Any

from magika_gm.engine.trial import Share, pairings
from magika_gm.games.xom_zol.bots import POLICIES
from magika_gm.games.xom_zol.cards.catalogue import catalogue, faction_cards
from magika_gm.games.xom_zol.cards.model import Card
from magika_gm.games.xom_zol.rules.state import DEFAULTS
from magika_gm.games.xom_zol.rules.terms import DEPENDS, FACTION_LETTERS, SIDES, CardType, Faction
from magika_gm.games.xom_zol.setup import SIZE, Deck
from magika_gm.games.xom_zol.trials import (
    PAIRINGS,
    Balance,
    Chance,
    GameRecord,
    Plan,
    Played,
    pairs_of,
    play_game,
    random_deck,
    weigh,
)
from magika_gm.reports.plots import write_charts


def record_of(line: str) -> GameRecord:
    """A game from its line."""
    plain: dict[str, Any] = json.loads(line)
    played = plain.pop("played")
    played["cast"] = {side: Counter(n) for side, n in played["cast"].items()}
    return GameRecord(**plain, played=Played(**played))


def line_of(record: GameRecord) -> str:
    """A game as a line."""
    played = {field.name: getattr(record.played, field.name) for field in fields(Played)}
    return json.dumps({"decks": record.decks, "policies": record.policies, "played": played})


def records(file: Path) -> Iterator[GameRecord]:
    """The games of a file."""
    return map(record_of, file.read_text(encoding="utf-8").splitlines())


def go_on(file: Path, plan: Plan) -> None:
    """Play the games of a plan that the file has not yet."""
    done = len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0
    with file.open("a", encoding="utf-8") as out:
        for number in range(done, plan.games):
            out.write(line_of(plan.play(number)) + "\n")
            if number % 20 == 0:
                out.flush()


def lines_of(found: Balance, file: Path) -> Iterator[str]:
    """What the games tell: as ``simulate`` says it, and each pair of decks by policy."""
    yield from (*found.summary(), *found.notes())
    for table in found.tables():
        yield from ("", "| " + " | ".join(table.heads) + " |", "|---" * len(table.heads) + "|")
        yield from (f"| {' | '.join(row)} |" for row in table.rows)
    equal: dict[tuple[str, str, str], Share] = defaultdict(Share)
    first = Share()
    for record in records(file):
        one, two = sorted(record.decks.values())
        game, policies = record.played, set(record.policies.values())
        if len(policies) == 1 and game.winner in SIDES:
            first.add(game.winner == game.first)
            if one != two:
                key = one, two, policies.pop()
                equal[key].add(record.decks[game.winner] == one)
    yield from ("", f"Equal policies: the side of game turn 1 wins {first.text('-')}.")
    for (one, two, policy), won in sorted(equal.items()):
        yield f"| {one}, {two} | {policy} | {won.text('-')} |"


def every_card(file: Path) -> Iterator[str]:
    """How often each card was in a deck, was played, and was so on the winning side."""
    counts = {name: [0, 0] for name in catalogue()}
    for record in records(file):
        for side in SIDES:
            for name in record.played.cast[side]:
                counts[name][0] += 1
                counts[name][1] += record.played.winner == side
    yield f"never played: {[n for n, (played, _) in counts.items() if not played]}"
    yield f"never on the winning side: {[n for n, (_, won) in counts.items() if not won]}"
    for name, (played, won) in sorted(counts.items(), key=lambda item: item[1][1])[:25]:
        yield f"| {name} | {Share(played, won).text('-')} of {played} |"


COPIES = 6
FREE = replace(DEFAULTS, copies=(COPIES, COPIES, COPIES, COPIES, COPIES))
"""What a deck may have while a card is weighed: more of it than the law allows, so that it is seen."""


def drawn_deck(seed: bytes, side: str, letters: str) -> Deck:
    """The first drawn deck whose lands are of one of these letters."""
    decks = (random_deck(Chance(seed, f"{side}{n}")) for n in count())
    return next(deck for deck in decks if catalogue()[deck.start[0]].letter in letters)


def with_copies(deck: Deck, name: str, seed: bytes) -> Deck:
    """The deck with six of a card, in the places of others that are neither mana nor characters."""
    chance, known = Chance(seed, "out"), catalogue()
    copies = {one: n for one, n in deck.cards if one != name}
    others = [n for n in copies if not known[n].is_mana and known[n].type is not CardType.CHARACTER]
    while (over := sum(copies.values()) + COPIES - SIZE) != 0:
        one = chance.pick(sorted(n for n in others if (copies[n] > 0 if over > 0 else copies[n] < COPIES)))
        copies[one] -= 1 if over > 0 else -1
    return replace(deck, cards=tuple((one, n) for one, n in {**copies, name: COPIES}.items() if n))


def peer_of(card: Card, seed: bytes) -> str:
    """A drawn card of the same letter and cost."""
    of = [c for f in Faction if FACTION_LETTERS[f] == card.letter for c in faction_cards(f)]
    plain = [c for c in of if not c.is_mana and c.type is not CardType.CHARACTER and c.size == card.size]
    those = [c.name for c in plain if c.name != card.name and not any(k.startswith(DEPENDS) for k in c.keywords)]
    return Chance(seed, "peer").pick(those)


def weighed(name: str, games: int, foes: str) -> str:
    """What six copies of a card win more than six of another of its cost, game by game."""
    card, won = catalogue()[name], []
    for number in range(games):
        seed = f"weigh {number}".encode()
        own, other = drawn_deck(seed, "A", card.letter), drawn_deck(seed, "B", foes)
        policies = dict(zip(SIDES, PAIRINGS[number % len(PAIRINGS)], strict=True))
        decks = ({"A": with_copies(own, one, seed), "B": other} for one in (name, peer_of(card, seed)))
        won.append([play_game(two, policies, seed, FREE).winner == "A" for two in decks])
    with_it, with_peers = (Share(games, sum(rows)) for rows in zip(*won, strict=True))
    more = [one - two for one, two in won]
    mean = sum(more) / games
    about = 1.96 * (sum((one - mean) ** 2 for one in more) / games / games) ** 0.5
    return f"| {name} | {with_it.text('-')} | {with_peers.text('-')} | {100 * mean:+.1f} ± {100 * about:.1f} |"


def main(file: Path, games: int, options: dict[str, str]) -> None:
    """Play on, and write what there is."""
    pairs, fixed = pairs_of(options.get("decks", "all"), None)
    who = pairings(options.get("policies", "equal"), POLICIES, PAIRINGS)
    plan = Plan(games=games, seed=options.get("seed", "balance"), pairs=pairs, pairings=who, fixed=fixed)
    go_on(file, plan)
    found = weigh(records(file))
    sys.stdout.write("\n".join([*lines_of(found, file), *(every_card(file) if not pairs else ())]) + "\n")
    if "plots" in options:
        write_charts(found.charts(), f"Xom and Zol: the balance of {found.games} games", Path(options["plots"]))


if __name__ == "__main__":
    asked = dict(word.split("=", 1) for word in sys.argv[3:])
    what, _, card_name = sys.argv[1].partition("=")
    if card_name and what == "card":
        sys.stdout.write(weighed(card_name, int(sys.argv[2]), asked.get("foes", "GEN")) + "\n")
    else:
        main(Path(sys.argv[1]), int(sys.argv[2]), asked)
