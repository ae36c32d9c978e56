"""One module per command group; no logic."""
