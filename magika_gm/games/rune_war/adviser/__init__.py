"""The hand adviser: deficiency, aims, and what it advises (ADV)."""
