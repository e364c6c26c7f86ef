"""The orchestrator's use cases: what a caller can ask (`turns`) and how a turn runs (`pipeline` and what it uses)."""
