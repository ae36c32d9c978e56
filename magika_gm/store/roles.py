"""Two roles on a PostgreSQL server: the owner of an office's tables, who makes and upgrades them, and a worker's, who
writes rows and can make, change or drop nothing."""

from __future__ import annotations

import re

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import ProgrammingError

from magika_gm.store.faults import StoreError

_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}")
READ_ONLY = ("alembic_version", "office_secrets", "relations")
"""What only the owner writes: the schema's version, the office's secret, versions of games' tables."""

_STRONG = text(
    "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR pg_has_role(oid, current_user, 'MEMBER') FROM pg_roles "
    "WHERE rolname = :role"
)
_STILL = text(
    "SELECT current_schema(), current_database(), has_schema_privilege(:role, current_schema(), 'CREATE'), "
    "has_database_privilege(:role, current_database(), 'CREATE, TEMPORARY')"
)


def may_change_schema(connection: Connection) -> bool:
    """Whether whoever asks may make tables; anybody who opens a file may."""
    if connection.dialect.name == "sqlite":
        return True
    return bool(connection.execute(text("SELECT has_schema_privilege(current_schema(), 'CREATE')")).scalar())


def owner_alone(place: str, what: str) -> StoreError:
    """What is said where a worker's role would have to change tables."""
    return StoreError(
        f"{place} {what}, and the role of this URL may not change tables: run magika-gm doctor --fix where the "
        "settings name the owner's URL"
    )


def make_worker(engine: Engine, role: str) -> list[str]:
    """Give a role all that a worker does and no more, making it if need be; again at any time.

    Returns the statements, a line each, that this URL's role may not run itself: a superuser runs them.
    Raises :class:`StoreError` for a name that is none, the owner's own, or that of a role that may do more.
    """
    if not _NAME.fullmatch(role):
        raise StoreError("a role's name is small letters, digits and _, like magika_worker")
    refused: list[str] = []
    with engine.connect() as connection:
        strong = connection.execute(_STRONG, {"role": role}).scalar()
        owner, database, schema = connection.execute(
            text("SELECT current_user, current_database(), current_schema()")
        ).one()
        if strong or role == owner:
            raise StoreError(f"{role} may do more than a worker: name a role of its own")
        statements = [] if strong is not None else [f"CREATE ROLE {role} LOGIN"]
        for statement in [*statements, *_statements(role, owner, database, schema)]:
            if refused and refused[0].startswith("CREATE ROLE"):
                refused.append(statement)
                continue
            try:
                with connection.begin_nested():
                    connection.execute(text(statement))
            except ProgrammingError as error:
                if getattr(error.orig, "sqlstate", "") != "42501":  # only: it is not allowed
                    raise
                refused.append(statement)
        refused += [line for line in _not_taken(connection, role, owner) if line not in refused]
        connection.commit()
    return [f"{statement};" for statement in refused]


def _not_taken(connection: Connection, role: str, owner: str) -> list[str]:
    """What takes from a role that it may make tables, where it still may: who does not own a schema or a database
    revokes nothing of it, and the server only warns. The owner of the tables may make them after that, too."""
    there = connection.execute(_STRONG, {"role": role}).first()
    asked = connection.execute(_STILL, {"role": role if there else "public"})
    schema, database, in_schema, in_database = asked.one()
    found = []
    if in_schema:
        found = [f'GRANT USAGE, CREATE ON SCHEMA "{schema}" TO "{owner}"']
        found.append(f'REVOKE CREATE ON SCHEMA "{schema}" FROM PUBLIC, {role}')
    if in_database:
        found.append(f'REVOKE CREATE, TEMPORARY ON DATABASE "{database}" FROM PUBLIC, {role}')
    return found


def _statements(role: str, owner: str, database: str, schema: str) -> list[str]:
    mine = f'FOR ROLE "{owner}" IN SCHEMA "{schema}"'
    return [
        f'REVOKE CREATE ON SCHEMA "{schema}" FROM PUBLIC',
        f'REVOKE CREATE, TEMPORARY ON DATABASE "{database}" FROM PUBLIC, {role}',
        f'REVOKE ALL ON ALL TABLES IN SCHEMA "{schema}" FROM {role}',
        f'GRANT CONNECT ON DATABASE "{database}" TO {role}',
        f'GRANT USAGE ON SCHEMA "{schema}" TO {role}',
        f'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "{schema}" TO {role}',
        *(f"REVOKE INSERT, UPDATE, DELETE ON {table} FROM {role}" for table in READ_ONLY),
        f'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA "{schema}" TO {role}',
        f"ALTER DEFAULT PRIVILEGES {mine} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role}",
        f"ALTER DEFAULT PRIVILEGES {mine} GRANT USAGE, SELECT ON SEQUENCES TO {role}",
    ]
