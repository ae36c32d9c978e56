"""Running the office: a whole round, its state, backups, examinations."""
