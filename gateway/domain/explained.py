"""Where an error code is explained to whoever meets it."""

from typing import Final

DEFAULT_PAGES: Final = "docs/errors/{code}.md"
"""The pages of this repository, which name no host: an operator who publishes them says where."""
_CODE: Final = "{code}"


def page_of(code: str, pages: str) -> str:
    """The address of a code's page.

    Args:
        code: of the public error.
        pages: an address in which `{code}` stands for the code; without that, of one page with an anchor a code.
    """
    return pages.replace(_CODE, code) if _CODE in pages else f"{pages}#{code}"
