"""The tables of the gateway."""

from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

METADATA = MetaData()

KEYS = Table(
    "gateway_keys",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("user_id", String(128), nullable=False),
    Column("name", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("created_at_ms", BigInteger, nullable=False),
    Index("gateway_keys_digest", "digest", unique=True),
    Index("gateway_keys_user", "user_id"),
)

# A row without a fingerprint is a claim: somebody is doing the request, or was, if the lease has run out.
REPLIES = Table(
    "gateway_replies",
    METADATA,
    Column("scope", String(160), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("claim", String(40), nullable=False),
    Column("expires_at_ms", BigInteger, nullable=False),
    Column("fingerprint", String(64)),
    Column("status", Integer),
    Column("location", Text),
    Column("body", LargeBinary),
    Column("leased_until_ms", BigInteger, nullable=False, server_default="0"),
    Column("turn_id", String(40)),
    Index("gateway_replies_expiry", "expires_at_ms"),
    Index("gateway_replies_location", "scope", "location"),
)

# Requests counted over all gateways: when each user's bucket is full again, by the server's clock.
RATES = Table(
    "gateway_rates",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("full_at_s", Float(53), nullable=False),
)

# The users that are being deleted; a row goes with the last of what there was of its user.
ERASURES = Table("gateway_erasures", METADATA, Column("user_id", String(128), primary_key=True))
