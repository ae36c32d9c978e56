"""What a seat is told after a mail turn: for now its turn file (INFO-2)."""
