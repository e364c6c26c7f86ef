"""Which version of Amy this is."""

from importlib.metadata import version

from tests.unit.cli.commands import amy


def test_the_version_is_that_of_the_package() -> None:
    result = amy("--version")
    assert (result.exit_code, result.stdout) == (0, f"amy {version('amy')}\n")
