"""Sign-ups and seats (SET-1 to SET-3)."""
