"""How people come into games: sign-ups, waiting list, seating, beginnings, standby."""
