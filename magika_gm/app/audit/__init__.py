"""Why a turn came out as it did, and the proof that it did: explained, replayed, verified."""
