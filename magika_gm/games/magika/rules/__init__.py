"""The law: the arena, the event sequence, spells, victory."""
