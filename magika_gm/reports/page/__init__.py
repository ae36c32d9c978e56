"""The player's page: one HTML file with a program in it, made of any game's data (``engine.paging``).

Its sources are the modules in ``js/``, bundled into ``built/`` by ``make page`` and checked in; :mod:`.writing` puts a
page together.
"""
