from amy.runtime.sql import run_migrations

run_migrations()
