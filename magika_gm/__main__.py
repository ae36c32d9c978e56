"""``magika-gm``, also as ``python -m magika_gm``."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from magika_gm.cli.main import cli

    cli(prog_name="magika-gm")


if __name__ == "__main__":
    main()
