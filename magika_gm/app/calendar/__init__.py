"""When turns are due: pauses, moved dates, reminders, turn insurance, mass absence."""
