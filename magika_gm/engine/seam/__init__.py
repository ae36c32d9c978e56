"""What passes between the office and a game: the protocols of a game's parts, and the plain values they speak in."""
