"""Games as rows of tables, events and acts as plain data, and what cannot be in a state."""
