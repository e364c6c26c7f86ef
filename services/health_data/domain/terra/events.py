"""What a payload of Terra's is: news of an account, or data of one."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from services.health_data.domain.terra.nodes import at, node, nodes, text
from services.health_data.domain.terra.table import SOURCES

_USER_ID: Final = re.compile(r"[A-Za-z0-9._@:-]{1,128}")
_NO_SOURCE: Final = re.compile(r"[^a-z0-9]+")
_LABS: Final = "terra"
_LONGEST_SOURCE: Final = 40
_OPENING: Final = "success"
_CLOSING: Final = ("deauth", "access_revoked")
_LISTED: Final = ("activity", "daily", "sleep", "body", "menstruation", "nutrition")
_ATHLETE: Final = "athlete"
_REPORT: Final = "lab_report"
BY_REFERENCE: Final = "reference:"
"""Before the reference, in place of an account."""
_MOST_ITEMS: Final = 5000


@dataclass(frozen=True, kw_only=True)
class Account:
    """Whom Terra speaks of.

    Attributes:
        account_id: Terra's own name of the connection; of a laboratory's report, which has none, the reference.
        source: whose data comes over it: "oura", "fitbit" ...
        reference: the user that was named when it was connected; empty where that is none.
    """

    account_id: str
    source: str
    reference: str


@dataclass(frozen=True, kw_only=True)
class Opened:
    """The account is connected.

    Attributes:
        instead_of: the account that it takes the place of; empty without any.
    """

    account: Account
    instead_of: str = ""


@dataclass(frozen=True, kw_only=True)
class Closed:
    """The account is no longer connected."""

    account: Account


@dataclass(frozen=True, kw_only=True)
class Data:
    """Records of one kind, as Terra has them."""

    account: Account
    kind: str
    items: Sequence[Mapping[str, object]]


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """Nothing that is kept, and why."""

    why: str


Event: TypeAlias = Opened | Closed | Data | Nothing


class NoPayloadError(Exception):
    """The bytes are no payload of Terra's; the text says why."""


def event(payload: bytes) -> Event:
    """What a payload says.

    Raises:
        NoPayloadError: it is not a JSON object with a `type`, or says whose it is in no way that can be read.
    """
    try:
        said = json.loads(payload)
    except (ValueError, RecursionError):
        raise NoPayloadError("The payload is not JSON.") from None
    kind = text(at(said, "type"))
    if not kind:
        raise NoPayloadError("The payload is not a JSON object with a 'type'.")
    if kind.partition(".")[0] == _REPORT:
        return _report(kind, node(node(said).get("data")))
    if kind in ("auth", "user_reauth", *_CLOSING):
        return _news(kind, node(said))
    if kind == _ATHLETE:
        return Data(account=_account(at(said, "user")), kind=kind, items=nodes([at(said, "athlete")]))
    if kind in _LISTED:
        items = nodes(at(said, "data"))
        if len(items) > _MOST_ITEMS:
            raise NoPayloadError(f"The payload has more than {_MOST_ITEMS} records.")
        return Data(account=_account(at(said, "user")), kind=kind, items=items)
    return Nothing(why="No kind of data that is kept.")


def _news(kind: str, said: Mapping[str, object]) -> Event:
    if kind in _CLOSING:
        return Closed(account=_account(said.get("user")))
    if kind == "user_reauth":
        return Opened(account=_account(said.get("new_user")), instead_of=text(at(said, "old_user.user_id")))
    if said.get("status") != _OPENING:
        return Nothing(why="Nobody was connected.")
    return Opened(account=_account(said.get("user")))


def _report(kind: str, said: Mapping[str, object]) -> Event:
    """A laboratory's report names its user and no account."""
    reference = _reference(said.get("reference_id"))
    if not kind.endswith((_REPORT, ".completed")) or not nodes(said.get("results")):
        return Nothing(why="No laboratory results.")
    if not reference:
        return Nothing(why="A laboratory report that names no user of this system.")
    account = Account(account_id=f"{BY_REFERENCE}{reference}", source=_LABS, reference=reference)
    return Data(account=account, kind=_REPORT, items=(said,))


def _account(user: object) -> Account:
    account_id = text(at(user, "user_id"))
    if not account_id:
        raise NoPayloadError("The payload does not say which user it is of.")
    provider = text(at(user, "provider")).upper()
    source = SOURCES.get(provider) or _NO_SOURCE.sub("_", provider.lower()).strip("_")[:_LONGEST_SOURCE] or _LABS
    return Account(account_id=account_id, source=source, reference=_reference(at(user, "reference_id")))


def _reference(said: object) -> str:
    """The user that is named, where the name can be one."""
    name = text(said)
    return name if _USER_ID.fullmatch(name) else ""
