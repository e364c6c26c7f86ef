from amy.runtime.upgrading import run_migrations

run_migrations()
