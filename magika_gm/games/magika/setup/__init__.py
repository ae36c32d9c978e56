"""Arenas, characters, tasks: how a game begins."""
