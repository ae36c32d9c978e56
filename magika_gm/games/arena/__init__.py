"""Arena: two armies on a hexagon of 61 hexes, on the ground and in the air, mounted, with magic that is answered.

Subjects of its own, beside the rooms every game has (docs/architecture.md, "Rooms of a game"):

- ``armies``: armies built: a list read and checked, and the pool it leaves (SET-1, SET-2)
- ``bots/moves``: where forces go (BOT-1, BOT-2)
- ``rules/declaring``: declaration of magic, back and forth (MAG-9, MAIL-5)
- ``rules/retreat``: retreats, forced landings and falls (RET, FLY-6, VEH-3)
- ``rules/units``: who is carried by whom, who is idle, who pilots (SIZE, VEH)
"""
