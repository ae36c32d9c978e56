"""Xom and Zol: a duel of two decks of a hundred cards, by mail.

Subjects of its own, beside the rooms every game has (docs/architecture.md, "Rooms of a game"):

- ``bots/choices``: what a built-in player does with each card
- ``cards``: what is on a card
- ``cards/catalogue``: the set, by name
- ``cards/model``: a card and its rules text as data (CARD-1, FX)
- ``cards/prices``: what a card should cost (SET-6)
- ``cards/text``: rules text read and written (FX)
- ``data/decks``: the shipped decks
- ``report/ink``: what all drawings share: colours, pips, emblems
- ``rules/payment``: how a cost is paid (MANA-5 to MANA-9)
"""
