"""Read by every Python a test starts while tests run on PostgreSQL: its offices are on the same private server."""

from tests.on_postgres import install

install()
