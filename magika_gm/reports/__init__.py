"""One report value, rendered as letter (text, HTML), page (PDF) and turn file (JSON)."""
