"""Parts of Amy that are installed only where they are chosen."""


class NotInstalledError(Exception):
    """What was chosen needs a package that is not there; the text says what installs it."""


def not_installed(what: str, *, package: str | None, extra: str) -> NotInstalledError:
    """The error that names the package that is missing, and what installs the extra it belongs to."""
    return NotInstalledError(
        f"{what} needs a package that is not installed ({package}): "
        f"make with-{extra} in a checkout, or pip install 'amy[{extra}]'."
    )
