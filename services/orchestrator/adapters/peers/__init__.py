"""The other services of the system, as the orchestrator's ports: one module per service."""
