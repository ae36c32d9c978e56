"""Magika: twelve novice wizards and an Ebon Mage race up a triangular arena.

Subjects of its own, beside the rooms every game has (docs/architecture.md, "Rooms of a game"):

- ``bots/novices``: what racer, collector, fighter and the Ebon Mage aim at
- ``forecast``: what a sheet would do to its mage, from what he knows (RECON-10)
- ``landscape``: draws a land for a scenario (ARENA-6)
- ``report/arenamap``: the map of the arena; maps as bricks, for mail
- ``report/building``: how reports come to be of what a mage perceives and remembers
- ``report/signs``: signs and legends of the map
- ``rules/arena``: spaces, directions, rings (ARENA)
- ``rules/costs``: what each order would cost a mage, and bring
- ``rules/enchantments``: questions about a mage as he stands: spells, races, things
- ``rules/spellbook``: the 36 spells in order of activation (CAST)
- ``rules/steps``: the nine steps of a phase (SEQ-2)
- ``rules/tasks``: the Ebon Mage's tasks, counted and scored, victory points and the final order (EBON-6, VP, END-2)
- ``seating``: who gets which character, solved exactly (GM-1)
"""
