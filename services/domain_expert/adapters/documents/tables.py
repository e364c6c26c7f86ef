"""The tables of the persons' own documents."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

DOCUMENTS = Table(
    "document",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("media_type", String(32), nullable=False),
    Column("created_at_us", BigInteger, nullable=False),
    Column("size_bytes", Integer, nullable=False),
    Column("chunks", Integer, nullable=False),
    Column("words", Integer, nullable=False),
    # As it was put in; null where it was put in before texts were kept.
    Column("text", Text),
    Index("document_newest", "user_id", "created_at_us", "id"),
)

CHUNKS = Table(
    "document_chunk",
    METADATA,
    Column("document_id", String(40), ForeignKey("document.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("heading", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("words", Text, nullable=False),
    Index("document_chunk_user", "user_id"),
)
