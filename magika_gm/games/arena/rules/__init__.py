"""The law of Arena: tables, the state and what changes it, the steps of a player turn (SEQ)."""
