"""Temple Isle: two players build an island of twenty cards and fight for its temples (docs/temple_isle).

Subjects of its own, beside the rooms every game has (docs/architecture.md, "Rooms of a game"):

- ``rules/gameturn``: world building, one game turn, and the end of a game (BUILD, SEQ, END)
"""
