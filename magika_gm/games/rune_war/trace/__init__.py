"""Why a turn came out as it did: sheets, decisions, rolls and what was told, link by link."""
