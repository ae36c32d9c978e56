"""Who knows what (INFO): what a seat perceives and remembers, and the state as it knows it."""
