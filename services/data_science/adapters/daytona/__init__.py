"""Runs generated code in single-use sandboxes of Daytona's cloud."""
