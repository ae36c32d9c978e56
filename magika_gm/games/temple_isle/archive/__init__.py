"""States as rows of tables, events and acts as plain data (archive)."""
