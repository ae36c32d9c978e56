"""Rune War: a hand of runes played from plans, and a war for an isle (docs/rune_war).

Subjects of its own, beside the rooms every game has (docs/architecture.md, "Rooms of a game"):

- ``adviser``: how far a hand is from complete; the aim, the discard, which claims to make (ADV)
- ``bots/bold``: the bold policy (BOT-4, BOT-5)
- ``bots/careful``: the careful policy (BOT-2, BOT-3)
- ``report/tableau``: the table from the reader's chair
- ``rules/deciding``: what a seat decides from its own sheet (ADV-9, SEQ-6)
- ``rules/hand``: the deal; a hand turn: plays, claims, Game (HAND, SEQ-2 to 4)
- ``rules/scoring``: what a winning hand is worth (HAND-9, SCORE)
"""
