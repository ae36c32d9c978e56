"""Games by mail; each folder exports one RULESET (see docs/architecture.md)."""
