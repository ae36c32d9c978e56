"""The law: every rule in its step (SEQ to END)."""
