"""Draws the pictures of reports in README and the games' guides anew, of the printed samples:
``python -m tests.reports.portraits`` (needs pdftoppm)."""

from __future__ import annotations

import subprocess
import tempfile
import tomllib
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
COLOURS = 200
PICTURES = Path(__file__).with_suffix(".toml")
"""What is drawn of which printed sample: the picture in ``docs``, the page, and dots an inch."""


def main() -> None:
    """All of them."""
    with tempfile.TemporaryDirectory() as folder:
        for row in tomllib.loads(PICTURES.read_text("utf-8"))["picture"]:
            file, drawn = ROOT / "reports" / "sample" / row["of"], Path(folder) / "page"
            options = ["-r", str(row["dots"]), "-f", str(row.get("page", 1)), "-singlefile", "-png"]
            subprocess.run(["pdftoppm", *options, str(file), str(drawn)], check=True)
            image = Image.open(drawn.with_suffix(".png")).convert("RGB")
            image.quantize(COLOURS, dither=Image.Dither.NONE).save(ROOT / "docs" / row["to"], optimize=True)


if __name__ == "__main__":
    main()
