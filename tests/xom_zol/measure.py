"""The figures of docs/xom_zol/balance.md: ``python -m tests.xom_zol.measure pairs 1000`` (or ``cards 3000``)."""

from __future__ import annotations

import sys

from magika_gm.games.xom_zol.balance.study import pair_table, study_cards, study_pairs, tally_lines


def main(what: str, games: int) -> None:
    """Play so many games (of each pair, or of random decks) and write what they tell."""
    lines: list[str] = []
    if what == "pairs":
        pairs = study_pairs(games)
        lines = [*pair_table(pairs), "", *tally_lines(pairs.all)]
    else:
        cards = study_cards(games)
        counts = sorted(cards.cards.items(), key=lambda item: item[1].played)
        lines = [
            *tally_lines(cards.all),
            f"- never played: {cards.unplayed()}",
            f"- never on the winning side: {cards.winless()}",
        ]
        lines += [f"| {name} | {c.decks} | {c.played} | {c.won} |" for name, c in counts]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
