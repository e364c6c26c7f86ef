from amy.runtime.schema import run_migrations

run_migrations()
