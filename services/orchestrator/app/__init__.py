"""The orchestrator's use cases: what a caller can ask (`turns`), how a turn runs (`pipeline`), and its `steps`."""
