"""What a seat is told, in every form."""
