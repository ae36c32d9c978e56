"""Xom and Zol: a duel of two decks of a hundred cards, by mail.

Subjects of its own, beside the rooms every game has (docs/architecture.md, "Rooms of a game"):

- ``cards``: what is on a card
- ``cards/catalogue``: the set, by name; what a card should cost (SET-6)
- ``cards/model``: a card and its rules text as data (CARD-1, FX)
- ``cards/text``: rules text read and written (FX)
"""
