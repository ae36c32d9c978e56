"""The player's page: one HTML file with a program in it, of any game's data (``engine.paging``); asks nothing of anybody.

Its sources are the modules in ``js/``, bundled into ``built/`` by ``make page`` and checked in; :mod:`.writing` puts a
page together.
"""
