"""Temple Isle: two players build an island of twenty cards and fight for its temples (docs/temple_isle).

Subjects of its own, beside the rooms every game has (docs/architecture.md, "Rooms of a game"):

- ``rules/building``: world building, and the fielding of picked armies (BUILD, VAR-1)
- ``rules/gameturn``: one game turn, and the end of a game (SEQ, END)
"""
